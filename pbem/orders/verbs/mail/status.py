"""`STATUS`: the position is asked for. (With armies behind it, a line of a maneuver.)"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class StatusWanted(Wish):
    """The position is asked for."""

    def answer(self, desk: Desk) -> None:
        """The position as it is."""
        desk.show_position()


def parse(_: Said) -> StatusWanted:
    """`STATUS` alone."""
    return StatusWanted()


def written(_: Board, _status: StatusWanted) -> str:
    """`STATUS`."""
    return "STATUS"


VERB = Verb(
    word="STATUS",
    kind=Kind.COMMAND,
    second=("",),
    forms=(Form("STATUS", say("send me the position")),),
    examples=("STATUS",),
    parse=parse,
    values=(StatusWanted,),
    format=written,
)
