"""`BLOCK <address>`: mails from an address are not answered any more."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.moderator.command import ModeratorCommand, address_in, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Block(ModeratorCommand):
    """Mails from that address are set down unanswered from now on."""

    address: str


def parse(said: Said) -> Block:
    """The address.

    :raises SyntaxRefusal: `incomplete`, `bad-address`
    """
    return Block(address_in(words_of(said.rest, VERB.legal), VERB.legal))


def written(_: Board, block: Block) -> str:
    """`BLOCK pest@example.test`."""
    return f"BLOCK {block.address}"


VERB = Verb(
    word="BLOCK",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"BLOCK": (r"\S+@\S+",)},
    forms=(Form("BLOCK <address>", say("take no mails from this address any more")),),
    notes=(
        say(
            "Nobody who plays or moderates a game here can be blocked; REPLACE comes first. "
            "UNBLOCK ends it."
        ),
    ),
    examples=("BLOCK pest@example.test",),
    parse=parse,
    values=(Block,),
    format=written,
)
