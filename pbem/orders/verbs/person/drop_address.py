"""`DROP ADDRESS <address>`: an address that is the sender's no more."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.person.addressing import AddressWish, address_in
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class DropAddress(AddressWish):
    """The address."""


def parse(said: Said) -> DropAddress:
    """The address that is meant.

    :raises SyntaxRefusal: `incomplete`
    """
    return DropAddress(address_in(said, VERB.legal))


def written(_: Board, wanted: DropAddress) -> str:
    """`DROP ADDRESS ann@example.test`."""
    return f"DROP ADDRESS {wanted.address}"


VERB = Verb(
    word="DROP",
    kind=Kind.COMMAND,
    second=("ADDRESS",),
    follows={"DROP": (r"ADDRESS\b.*",)},
    everyday=("DROP",),
    forms=(Form("DROP ADDRESS <address>", say("I do not write from there any more")),),
    notes=(say("The address to which your mails go is changed with SET ADDRESS."),),
    examples=("DROP ADDRESS ann@example.test",),
    parse=parse,
    values=(DropAddress,),
    format=written,
)
