"""`CANCEL ABSENCE`: the player is there again, or does not go."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class Back:
    """No absence counts any more."""


def parse(_: Said) -> Back:
    """Whatever follows, it is said."""
    return Back()


def written(_: Board, _back: Back) -> str:
    """`CANCEL ABSENCE`."""
    return "CANCEL ABSENCE"


VERB = Verb(
    word="CANCEL",
    kind=Kind.ASIDE,
    second=("ABSENCE", "ABSENCES"),
    follows={"CANCEL": ("ABSENCES?",)},
    forms=(Form("CANCEL ABSENCE", say("I am back, or do not go")),),
    examples=("CANCEL ABSENCE",),
    parse=parse,
    values=(Back,),
    format=written,
)
