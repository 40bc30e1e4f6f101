"""`RESUME`: deadlines count again."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Resume(ModeratorCommand):
    """There are deadlines again."""


def parse(said: Said) -> Resume:
    """`RESUME` alone.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("RESUME", said.rest, VERB.legal)
    return Resume()


def written(_: Board, _command: Resume) -> str:
    """`RESUME`."""
    return "RESUME"


VERB = Verb(
    word="RESUME",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"RESUME": ("",)},
    forms=(Form("RESUME", say("deadlines count again")),),
    notes=(say("The open question has all its time anew."),),
    examples=("RESUME",),
    parse=parse,
    values=(Resume,),
    format=written,
)
