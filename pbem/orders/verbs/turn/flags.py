"""`FLAGS <region>, ...`: which regions come first if flags are short."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.turn.moves import START
from pbem.orders.verbs.turn.spaces import listed, regions
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import FlagsFirst


def parse(said: Said) -> FlagsFirst:
    """The regions, the first one first.

    :raises SyntaxRefusal: `missing-name`: no region
    """
    found = regions(said.names, START.sub("", said.rest))
    if not found:
        raise SyntaxRefusal(
            "missing-name",
            say("Which regions come first? They are missing."),
            "5.11",
            VERB.legal,
        )
    return FlagsFirst(found)


def written(board: Board, flags: FlagsFirst) -> str:
    """`FLAGS Korea, Japan`, all in one line."""
    return f"FLAGS {listed(board, flags.regions)}"


VERB = Verb(
    word="FLAGS",
    kind=Kind.LINE,
    others=("FLAG",),
    follows={"FLAGS": (r"\S.*",)},
    forms=(Form("FLAGS <region>, <region>", say("these regions get a flag first")),),
    notes=(say("In a maneuver, for the case that the flags are short."),),
    rules=("5.11",),
    examples=("CHINA: MANEUVER\n  FLAGS Korea, Japan",),
    parse=parse,
    values=(FlagsFirst,),
    format=written,
)
