"""`BROADCAST` up to `END BROADCAST`: a message to all players and observers."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import TextCommand
from pbem.orders.verbs.verb import Form, Kind, Reach, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Broadcast(TextCommand):
    """A message to everybody at the table."""


def parse(said: Said) -> Broadcast:
    """`BROADCAST` alone on its line.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("BROADCAST", said.rest, VERB.legal)
    return Broadcast()


def written(_: Board, said: Broadcast) -> str:
    """`BROADCAST`, and below it what belongs to it."""
    return said.under("BROADCAST")


VERB = Verb(
    word="BROADCAST",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"BROADCAST": ("",)},
    reach=Reach.TEXT,
    end="END BROADCAST",
    forms=(Form("BROADCAST", say("send a message to all players and observers")),),
    notes=(
        say("Everything up to END BROADCAST, or to the end of your text, is sent as you write it."),
    ),
    examples=("BROADCAST",),
    parse=parse,
    values=(Broadcast,),
    format=written,
)
