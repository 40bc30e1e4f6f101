"""`STATUS [<n>] ARMY <province> HOSTILE|FRIENDLY`: in a maneuver, a change without a move.

`STATUS` alone asks for the position: see `mail.status`.
"""

from __future__ import annotations

import re

from pbem.board.ids import Unit
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import COUNT, UNIT
from pbem.orders.text.words import counted, head, nearest, only, units
from pbem.orders.verbs.turn.moves import START, status_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import ChangeStatus, Status

_NUMBER_ALONE = re.compile(r"^([0-9]+|all)\s+", re.IGNORECASE)


def parse(said: Said) -> ChangeStatus:
    """Which armies, and how they lie there from now on.

    :raises SyntaxRefusal: `no-status`, `contradiction`, `only-armies`
    """
    where, clauses = only(said.rest, ("HOSTILE", "FRIENDLY"), VERB.legal)
    status = status_of(clauses)
    if status is None or any(clauses.values()):
        word = said.rest.split(" ")[-1]
        near = nearest(word, (status.value.upper() for status in Status))
        raise SyntaxRefusal(
            "no-status",
            say("A STATUS line ends in HOSTILE or FRIENDLY."),
            legal=(*VERB.legal, "STATUS"),
            said=word if near else "",
            meant=near,
        )
    found = counted(where) or counted(_NUMBER_ALONE.sub(r"\1 ARMY ", where))
    if found is not None and found.unit is not Unit.ARMY:
        raise SyntaxRefusal(
            "only-armies", say("Only armies are hostile or friendly."), "5.7", VERB.legal
        )
    place = found.rest if found else where
    count = found.count if found else None
    return ChangeStatus(count or 1, said.names.region(START.sub("", place)), status)


def _is_about_armies(line: str) -> bool:
    """Whether something stands behind the word; `STATUS` alone asks for the position."""
    return bool(head(line)[1])


def written(board: Board, change: ChangeStatus) -> str:
    """`STATUS 2 ARMIES London HOSTILE`."""
    those = units(change.count, Unit.ARMY)
    return f"STATUS {those} {board.name(change.province)} {change.status.value.upper()}"


VERB = Verb(
    word="STATUS",
    kind=Kind.LINE,
    claims=_is_about_armies,
    follows={"STATUS": (rf"{COUNT}?{UNIT} .*", r".*\b(?:HOSTILE|FRIENDLY)")},
    keywords=("HOSTILE", "FRIENDLY"),
    forms=(
        Form("STATUS <n> ARMIES <province> HOSTILE", say("in a maneuver: they are hostile there")),
        Form("STATUS ARMY <province> FRIENDLY", say("the same for one army, friendly")),
    ),
    notes=(say("It changes how armies lie in a foreign home province, without moving them."),),
    rules=("5.7",),
    examples=("CHINA: MANEUVER\n  STATUS 2 ARMIES Moscow HOSTILE",),
    parse=parse,
    values=(ChangeStatus,),
    format=written,
)
