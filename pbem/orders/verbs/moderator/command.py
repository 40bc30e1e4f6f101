"""What a moderator's commands have in common."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import head, tidy


@dataclass(frozen=True, slots=True)
class ModeratorCommand:
    """A command that only the moderator of a game may give."""


def words_of(rest: str, legal: tuple[str, ...]) -> str:
    """What stands behind the command's word, without a full stop.

    :raises SyntaxRefusal: `incomplete`, nothing does
    """
    text = tidy(rest).rstrip(" .!,")
    if not text:
        raise SyntaxRefusal("incomplete", say("Something is missing behind the command."),
                            legal=legal)  # fmt: skip
    return text


def address_in(text: str, legal: tuple[str, ...]) -> str:
    """A mail address, without the brackets and links that mail programs put around it.

    :raises SyntaxRefusal: `bad-address`
    """
    bare = text.strip(" <>()[].,;").removeprefix("mailto:")
    local, at, host = bare.rpartition("@")
    if not (local and at and "." in host) or head(bare)[1]:
        raise SyntaxRefusal(
            "bad-address", say('"{said}" is no mail address.', said=text[:60]), legal=legal
        )
    return bare
