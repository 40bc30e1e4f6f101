"""`UNBLOCK <address>`: mails from a blocked address count again."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.moderator.command import ModeratorCommand, address_in, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Unblock(ModeratorCommand):
    """Mails from that address are taken as before."""

    address: str


def parse(said: Said) -> Unblock:
    """The address.

    :raises SyntaxRefusal: `incomplete`, `bad-address`
    """
    return Unblock(address_in(words_of(said.rest, VERB.legal), VERB.legal))


def written(_: Board, unblock: Unblock) -> str:
    """`UNBLOCK pest@example.test`."""
    return f"UNBLOCK {unblock.address}"


VERB = Verb(
    word="UNBLOCK",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"UNBLOCK": (r"\S+@\S+",)},
    forms=(Form("UNBLOCK <address>", say("take mails from this address again")),),
    notes=(say("Ends a BLOCK."),),
    examples=("UNBLOCK pest@example.test",),
    parse=parse,
    values=(Unblock,),
    format=written,
)
