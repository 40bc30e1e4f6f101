"""`STAND IN <game> [AS <name>]`: wait for a seat in a game that has begun."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import head, joined, tidy
from pbem.orders.verbs.joining.visit import Visit, plain_game
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_AS: Final = re.compile(r"(\S*)(?:\s+AS\s+(.+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StandInWanted(Visit):
    """A seat is wanted as soon as one is free; `name`: of the person, "" if none is said."""

    name: str = ""


def parse(said: Said) -> StandInWanted:
    """The game and the name, as far as they are said."""
    rest = tidy(head(said.rest)[1])  # behind IN
    found = _AS.fullmatch(rest)
    if found is None:
        return StandInWanted(plain_game(rest))
    return StandInWanted(plain_game(found[1]), (found[2] or "").strip(" \"'.!"))


def written(_: Board, wanted: StandInWanted) -> str:
    """`STAND IN eu1 AS Zoe`."""
    return joined("STAND IN", wanted.game, f"AS {wanted.name}" if wanted.name else "")


VERB = Verb(
    word="STAND",
    kind=Kind.COMMAND,
    second=("IN",),
    follows={"STAND": (r"IN(?: \S+(?: AS .+)?)?",)},
    everyday=("STAND",),
    forms=(
        Form("STAND IN <game>", say("I wait for a seat in this game, which has begun")),
        Form("STAND IN <game> AS <name>", say("the same, under this name")),
    ),
    notes=(
        say(
            "When a player resigns or does not answer any more, the seat is offered to all who "
            "wait; the first who answers the offer with JOIN gets it. WITHDRAW ends the waiting."
        ),
    ),
    examples=("STAND IN other", "STAND IN other AS Zoe"),
    parse=parse,
    values=(StandInWanted,),
    format=written,
)
