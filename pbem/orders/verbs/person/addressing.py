"""What commands about the sender's addresses are: `SET`, `ADD` and `DROP ADDRESS`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import cut, head, tidy
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Said

_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+[^\s<>()\[\],;:\".!]")


@dataclass(frozen=True, slots=True)
class AddressWish(Wish):
    """Something about an address of the sender's; answered with what came of it."""

    address: str

    def answer(self, desk: Desk) -> None:
        """What came of it."""
        desk.tell_of(self)


def address_in(said: Said, legal: tuple[str, ...]) -> str:
    """The address behind `ADDRESS`, also where a mail program has written it twice.

    :raises SyntaxRefusal: `incomplete`
    """
    text = tidy(head(said.rest)[1])
    found = _ADDRESS.search(text)
    if found is None:
        message = say("Which address? This is none: {said}", said=cut(text)) if text else (
            say("Which address?")
        )  # fmt: skip
        raise SyntaxRefusal("incomplete", message, legal=legal)
    return found[0].lower()
