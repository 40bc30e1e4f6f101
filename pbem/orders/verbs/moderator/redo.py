"""`REDO`: bring back what the last UNDO has taken back."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Redo(ModeratorCommand):
    """What was taken back last holds again."""


def parse(said: Said) -> Redo:
    """`REDO` alone.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("REDO", said.rest, VERB.legal)
    return Redo()


def written(_: Board, _command: Redo) -> str:
    """`REDO`."""
    return "REDO"


VERB = Verb(
    word="REDO",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"REDO": ("",)},
    forms=(Form("REDO", say("bring back what the last UNDO took back")),),
    notes=(say("Possible as long as no order has been accepted since."),),
    examples=("REDO",),
    parse=parse,
    values=(Redo,),
    format=written,
)
