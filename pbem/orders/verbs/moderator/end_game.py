"""`END GAME`: the game ends as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class EndGame(ModeratorCommand):
    """The game ends, and the standings count."""


def parse(_: Said) -> EndGame:
    """`END GAME` alone."""
    return EndGame()


def written(_: Board, _end: EndGame) -> str:
    """`END GAME`."""
    return "END GAME"


VERB = Verb(
    word="END",
    second=("GAME",),
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"END": ("GAME",)},
    everyday=("END",),
    forms=(Form("END GAME", say("end the game as it stands")),),
    notes=(say("The standings count; all players are told. UNDO takes it back."),),
    examples=("END GAME",),
    parse=parse,
    values=(EndGame,),
    format=written,
)
