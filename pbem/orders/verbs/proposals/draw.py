"""`DRAW`: the player would like to end the game as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class Draw:
    """The game is to end as it stands."""


def parse(said: Said) -> Draw:
    """Nothing may follow.

    :raises SyntaxRefusal: `not-understood`
    """
    if said.rest:
        nothing_after("DRAW", said.rest, VERB.legal)
    return Draw()


def written(_: Board, _draw: Draw) -> str:
    """`DRAW`."""
    return "DRAW"


VERB = Verb(
    word="DRAW",
    kind=Kind.ASIDE,
    follows={"DRAW": ("",)},
    everyday=("DRAW",),
    forms=(Form("DRAW", say("I would like to end the game as it stands")),),
    notes=(
        say(
            "The points of that moment count when all players have agreed. The proposal is over "
            "when twice as many orders have been played as there are nations."
        ),
    ),
    examples=("DRAW",),
    parse=parse,
    values=(Draw,),
    format=written,
)
