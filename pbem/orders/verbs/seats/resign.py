"""`RESIGN`: the player gives the seat up; whoever sends it is asked once more before."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class Resign(Wish):
    """The seat is to be given up. It is answered only where that cannot be."""

    def answer(self, desk: Desk) -> None:
        """How it can be."""
        desk.tell(
            say(
                "Your seat is not given up: RESIGN stands alone in a mail of the player's own, "
                "while the game goes on. You are then asked whether you mean it."
            )
        )


def parse(said: Said) -> Resign:
    """Nothing may follow.

    :raises SyntaxRefusal: `not-understood`
    """
    if said.rest:
        nothing_after("RESIGN", said.rest, VERB.legal)
    return Resign()


def written(_: Board, _resign: Resign) -> str:
    """`RESIGN`."""
    return "RESIGN"


VERB = Verb(
    word="RESIGN",
    kind=Kind.COMMAND,
    follows={"RESIGN": ("",)},
    forms=(Form("RESIGN", say("I give up my seat")),),
    notes=(
        say(
            "You are asked by mail whether you mean it, and answer YES. What you have left ahead "
            "of time is dropped then, and the seat is offered to those who wait for one."
        ),
    ),
    examples=("RESIGN",),
    parse=parse,
    values=(Resign,),
    format=written,
)
