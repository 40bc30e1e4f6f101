"""`SWISS FORCE|PASS|ASK [<nation>|ALL]`: a standing answer of a Swiss Bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pbem.board.ids import NationId
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import cut, joined
from pbem.orders.verbs.ahead.standing_answer import name, some_nation, split_answer
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_ANSWERS = ("FORCE", "PASS", "ASK")


@dataclass(frozen=True, slots=True)
class SwissRule:
    """Whether nations must stop on investor; None: all of them."""

    answer: Literal["force", "pass", "ask"]
    nation: NationId | None = None
    order: Literal["swiss"] = "swiss"


def parse(said: Said) -> SwissRule:
    """What is answered, about which nation.

    :raises SyntaxRefusal: `incomplete`, `contradiction`, `not-understood`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    before, answer, nation = split_answer(said.rest, _ANSWERS, VERB.legal)
    if before:
        raise SyntaxRefusal(
            "not-understood",
            say('"{said}" cannot be understood here.', said=cut(before)),
            legal=VERB.legal,
        )
    found = cast(Literal["force", "pass", "ask"], answer)
    return SwissRule(found, some_nation(said.names, nation))


def written(board: Board, rule: SwissRule) -> str:
    """`SWISS FORCE Russia`."""
    return joined("SWISS", rule.answer.upper(), name(board, rule.nation))


VERB = Verb(
    word="SWISS",
    kind=Kind.ASIDE,
    follows={"SWISS": (r"(?:FORCE|PASS|ASK)\b.*",)},
    keywords=("ASK", "ALL"),
    forms=(
        Form("SWISS PASS", say("a standing answer of your Swiss Bank: let pass")),
        Form("SWISS FORCE <nation>", say("but make this nation stop on investor")),
        Form("SWISS ASK <nation>", say("and for this one, ask me"), offered=False),
    ),
    notes=(say("The one that names a nation counts, of equals the latest."),),
    rules=("3.3",),
    examples=("SWISS PASS", "SWISS FORCE Russia"),
    parse=parse,
    values=(SwissRule,),
    format=written,
)
