"""`PROCESS FOR TURN <n>`: do now what the deadline would do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import number
from pbem.orders.verbs.mail.for_turn import LAST_TURN
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who

_TURN: Final = re.compile(r"(?:for )?turn (\d+)[ .!]*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Process(ModeratorCommand):
    """The open question of that turn is answered as if its deadline had passed."""

    turn: int


def parse(said: Said) -> Process:
    """The turn.

    :raises SyntaxRefusal: `incomplete`, `bad-number`
    """
    turn = _TURN.fullmatch(said.rest)
    if not turn:
        raise SyntaxRefusal("incomplete", say("For which turn?"), legal=VERB.legal)
    return Process(number(turn[1], LAST_TURN))


def written(_: Board, process: Process) -> str:
    """`PROCESS FOR TURN 9`."""
    return f"PROCESS FOR TURN {process.turn}"


VERB = Verb(
    word="PROCESS",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"PROCESS": (r"FOR TURN\b.*",)},
    forms=(Form("PROCESS FOR TURN <n>", say("do now what the deadline would do")),),
    notes=(say("Refused if the game is in another turn by then. PREVIEW says what it would do."),),
    examples=("PROCESS FOR TURN 9",),
    parse=parse,
    values=(Process,),
    format=written,
)
