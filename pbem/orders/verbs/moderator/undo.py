"""`UNDO [<n>]`: take back the last accepted orders."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import number
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who

MOST = 999


@dataclass(frozen=True, slots=True)
class TakeBack(ModeratorCommand):
    """So many accepted orders, the last ones, do not hold any more."""

    number: int = 1


def parse(said: Said) -> TakeBack:
    """How many; one if nothing is said.

    :raises SyntaxRefusal: `bad-number`
    """
    text = said.rest.strip(" .!")
    return TakeBack(number(text, MOST)) if text else TakeBack()


def written(_: Board, back: TakeBack) -> str:
    """`UNDO`, `UNDO 2`."""
    return "UNDO" if back.number == 1 else f"UNDO {back.number}"


VERB = Verb(
    word="UNDO",
    kind=Kind.MODERATOR,
    who=Who.EITHER,
    follows={"UNDO": (r"\d*",)},
    forms=(
        Form("UNDO", say("take back the last accepted order")),
        Form("UNDO <n>", say("take back the last accepted orders, so many")),
    ),
    notes=(say("REDO brings them back, as long as no order has been accepted since."),),
    examples=("UNDO", "UNDO 2"),
    parse=parse,
    values=(TakeBack,),
    format=written,
)
