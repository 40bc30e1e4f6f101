"""`PAUSE`: no deadlines until RESUME."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Pause(ModeratorCommand):
    """There are no deadlines from now on."""


def parse(said: Said) -> Pause:
    """`PAUSE` alone.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("PAUSE", said.rest, VERB.legal)
    return Pause()


def written(_: Board, _command: Pause) -> str:
    """`PAUSE`."""
    return "PAUSE"


VERB = Verb(
    word="PAUSE",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"PAUSE": ("",)},
    forms=(Form("PAUSE", say("no deadlines until RESUME")),),
    notes=(say("Orders are taken as always; all players are told."),),
    examples=("PAUSE",),
    parse=parse,
    values=(Pause,),
    format=written,
)
