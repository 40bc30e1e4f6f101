"""`FOR TURN <n>`: the orders hold for that turn only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import number
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

LAST_TURN = 9999
_TURN = re.compile(r"turn\W*(\d+)\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ForTurn(MailCommand):
    """The number of the turn that the orders are for."""

    turn: int


def parse(said: Said) -> ForTurn:
    """The turn.

    :raises SyntaxRefusal: `incomplete`, `bad-number`
    """
    turn = _TURN.fullmatch(said.rest)
    if not turn:
        raise SyntaxRefusal("incomplete", say("For which turn?"), legal=VERB.legal)
    return ForTurn(number(turn[1], LAST_TURN))


def written(_: Board, said: ForTurn) -> str:
    """`FOR TURN 9`."""
    return f"FOR TURN {said.turn}"


VERB = Verb(
    word="FOR",
    kind=Kind.COMMAND,
    second=("TURN",),
    keywords=("TURN",),
    everyday=("FOR",),
    forms=(Form("FOR TURN <n>", say("the orders hold for that turn only")),),
    notes=(say("If that turn is over they are refused."),),
    examples=("FOR TURN 9",),
    parse=parse,
    values=(ForTurn,),
    format=written,
)
