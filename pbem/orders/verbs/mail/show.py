"""`SHOW STANDING`: what the sender has left ahead of time."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class StandingWanted(Wish):
    """The sender's own plans and standing answers are asked for."""

    def answer(self, desk: Desk) -> None:
        """All of them."""
        desk.show_kept()


def parse(said: Said) -> StandingWanted:
    """`SHOW STANDING`.

    :raises SyntaxRefusal: `incomplete`
    """
    if said.rest.upper() != "STANDING":
        raise SyntaxRefusal("incomplete", say("Show what?"), legal=VERB.legal)
    return StandingWanted()


def written(_: Board, _standing: StandingWanted) -> str:
    """`SHOW STANDING`."""
    return "SHOW STANDING"


VERB = Verb(
    word="SHOW",
    kind=Kind.COMMAND,
    follows={"SHOW": ("STANDING",)},
    keywords=("STANDING",),
    everyday=("SHOW",),
    forms=(Form("SHOW STANDING", say("send me my plans and standing answers")),),
    notes=(say("Nobody else gets to see them before the game is over."),),
    examples=("SHOW STANDING",),
    parse=parse,
    values=(StandingWanted,),
    format=written,
)
