"""`OBSERVE <game>`: its reports, without any secret, for whoever does not play in it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined
from pbem.orders.verbs.joining.visit import Visit, plain_game
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class ObserveWanted(Visit):
    """A game's reports are wanted."""


def parse(said: Said) -> ObserveWanted:
    """The game, as far as it is said."""
    return ObserveWanted(plain_game(said.rest))


def written(_: Board, wanted: ObserveWanted) -> str:
    """`OBSERVE eu1`."""
    return joined("OBSERVE", wanted.game)


VERB = Verb(
    word="OBSERVE",
    kind=Kind.COMMAND,
    follows={"OBSERVE": (r"\S*",)},
    everyday=("OBSERVE",),
    forms=(Form("OBSERVE <game>", say("send me the reports of this game")),),
    notes=(say("You see what is public, and WITHDRAW ends it."),),
    examples=("OBSERVE other",),
    parse=parse,
    values=(ObserveWanted,),
    format=written,
)
