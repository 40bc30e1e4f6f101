"""`MODERATOR <address>`: somebody else moderates the game."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.moderator.command import ModeratorCommand, address_in, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class HandOver(ModeratorCommand):
    """Whoever has that address is asked to moderate the game."""

    address: str


def parse(said: Said) -> HandOver:
    """The address.

    :raises SyntaxRefusal: `incomplete`, `bad-address`
    """
    return HandOver(address_in(words_of(said.rest, VERB.legal), VERB.legal))


def written(_: Board, handover: HandOver) -> str:
    """`MODERATOR mona@example.test`."""
    return f"MODERATOR {handover.address}"


VERB = Verb(
    word="MODERATOR",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"MODERATOR": (r"\S+@\S+",)},
    forms=(Form("MODERATOR <address>", say("hand the game over")),),
    notes=(
        say(
            "It is yours until the other has confirmed, by answering YES to the mail that is sent "
            "there."
        ),
    ),
    examples=("MODERATOR mona@example.test",),
    parse=parse,
    values=(HandOver,),
    format=written,
)
