"""What a moderator's commands have in common."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import head, tidy


@dataclass(frozen=True, slots=True)
class ModeratorCommand:
    """A command that only the moderator of a game may give."""


@dataclass(frozen=True, slots=True)
class TextCommand(ModeratorCommand):
    """A command to which the lines below it belong, up to its end mark."""

    text: str = ""

    def with_lines(self, lines: tuple[str, ...]) -> Self:
        """The same with the lines below its heading."""
        return replace(self, text="\n".join(lines).strip("\n"))

    def under(self, word: str) -> str:
        """As it is written: its word, and below it what belongs to it."""
        return f"{word}\n{self.text}\nEND {word}" if self.text else word


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
