"""`SET ADDRESS <address>`: where the sender's mails go, in all games."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.person.addressing import AddressWish, address_in
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class SetAddress(AddressWish):
    """The address."""


def parse(said: Said) -> SetAddress:
    """The address that is meant.

    :raises SyntaxRefusal: `incomplete`
    """
    return SetAddress(address_in(said, VERB.legal))


def written(_: Board, wanted: SetAddress) -> str:
    """`SET ADDRESS ann@example.test`."""
    return f"SET ADDRESS {wanted.address}"


VERB = Verb(
    word="SET",
    kind=Kind.COMMAND,
    second=("ADDRESS",),
    follows={"SET": (r"ADDRESS\b.*",)},
    everyday=("SET",),
    forms=(Form("SET ADDRESS <address>", say("send my mails there, in all games")),),
    notes=(
        say("Both addresses are asked, and each is to answer YES."),
        say("You can still write from the old one, until you drop it."),
    ),
    examples=("SET ADDRESS ann@example.test",),
    parse=parse,
    values=(SetAddress,),
    format=written,
)
