"""`PREVIEW`: what the next deadline would do."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Preview(ModeratorCommand):
    """What would happen if nobody answered."""


def parse(said: Said) -> Preview:
    """`PREVIEW` alone.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("PREVIEW", said.rest, VERB.legal)
    return Preview()


def written(_: Board, _command: Preview) -> str:
    """`PREVIEW`."""
    return "PREVIEW"


VERB = Verb(
    word="PREVIEW",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"PREVIEW": ("",)},
    forms=(Form("PREVIEW", say("what the next deadline would do if nobody answers")),),
    notes=(say("Nothing is changed, and nobody is told. What a player has planned is not shown."),),
    examples=("PREVIEW",),
    parse=parse,
    values=(Preview,),
    format=written,
)
