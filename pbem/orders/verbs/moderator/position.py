"""`POSITION` up to `END POSITION`: the position is edited."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import TextCommand
from pbem.orders.verbs.verb import Form, Kind, Reach, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class EditPosition(TextCommand):
    """Parts of the position are replaced by what a scenario's `[position]` says."""


def parse(said: Said) -> EditPosition:
    """`POSITION` alone on its line.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("POSITION", said.rest, VERB.legal)
    return EditPosition()


def written(_: Board, said: EditPosition) -> str:
    """`POSITION`, and below it what belongs to it."""
    return said.under("POSITION")


VERB = Verb(
    word="POSITION",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"POSITION": ("",)},
    reach=Reach.TEXT,
    end="END POSITION",
    forms=(Form("POSITION", say("change the position")),),
    notes=(
        say(
            "Below it stands the [position] part of a scenario, up to END POSITION, such as: "
            "{order}. You are shown what would change; it does when you answer YES to that.",
            order="nations.china.treasury = 12",
        ),
    ),
    examples=("POSITION",),
    parse=parse,
    values=(EditPosition,),
    format=written,
)
