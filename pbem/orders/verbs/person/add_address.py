"""`ADD ADDRESS <address>`: another address from which the sender writes."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.person.addressing import AddressWish, address_in
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class AddAddress(AddressWish):
    """The address."""


def parse(said: Said) -> AddAddress:
    """The address that is meant.

    :raises SyntaxRefusal: `incomplete`
    """
    return AddAddress(address_in(said, VERB.legal))


def written(_: Board, wanted: AddAddress) -> str:
    """`ADD ADDRESS ann@example.test`."""
    return f"ADD ADDRESS {wanted.address}"


VERB = Verb(
    word="ADD",
    kind=Kind.COMMAND,
    second=("ADDRESS",),
    follows={"ADD": (r"ADDRESS\b.*",)},
    everyday=("ADD",),
    forms=(Form("ADD ADDRESS <address>", say("I write from there, too")),),
    notes=(say("Both addresses are asked, and each is to answer YES."),),
    examples=("ADD ADDRESS ann@example.test",),
    parse=parse,
    values=(AddAddress,),
    format=written,
)
