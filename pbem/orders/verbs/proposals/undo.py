"""`UNDO`: the player would like to take back the own last order."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last order is to be taken back."""


def parse(said: Said) -> TakeBack:
    """Nothing may follow.

    :raises SyntaxRefusal: `only-the-last`
    """
    if said.rest:
        raise SyntaxRefusal(
            "only-the-last",
            say("You can ask to take back your last order; more than that only the moderator can "
                "take back."),
            legal=VERB.legal,
        )  # fmt: skip
    return TakeBack()


def written(_: Board, _back: TakeBack) -> str:
    """`UNDO`."""
    return "UNDO"


VERB = Verb(
    word="UNDO",
    kind=Kind.ASIDE,
    follows={"UNDO": (r"\d*",)},
    forms=(
        Form("UNDO", say("I would like to take back my last order")),
        Form(
            "UNDO <n>",
            say("of a moderator: take back the last accepted orders, so many"),
            offered=False,
        ),
    ),
    notes=(
        say(
            "It is done at once if nobody has acted since; else when all who have acted since "
            "agree. What has shown a plan or a standing answer of somebody else, only the "
            "moderator can take back. You are asked anew then."
        ),
    ),
    examples=("UNDO",),
    parse=parse,
    values=(TakeBack,),
    format=written,
    who=Who.EITHER,
)
