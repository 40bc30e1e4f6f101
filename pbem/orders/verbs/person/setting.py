"""What every command is by which people settle something about their mails: a `Setting`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import Message, say
from pbem.orders.text.words import cut, head, tidy
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.verb import Said


@dataclass(frozen=True, slots=True)
class Setting(Wish):
    """A setting of the sender's, kept with the person; answered with what holds now."""

    def fault(self, choices: Choices) -> Message | None:
        """Why it cannot be kept; None if it can."""
        raise NotImplementedError

    def answer(self, desk: Desk) -> None:
        """What is wrong with it, and what holds now."""
        if (fault := self.fault(desk.choices)) is not None:
            desk.tell(fault)
        desk.show_settings()


@dataclass(frozen=True, slots=True)
class InGame(Setting):
    """One that may be for a single game; `game` is "" for all of them."""

    game: str = ""

    def fault(self, choices: Choices) -> Message | None:
        """Whether the sender has no part in that game."""
        if not self.game or self.game in choices.games:
            return None
        return say("You have no part in a game of that name: {said}", said=self.game)


T = TypeVar("T", bound=StrEnum)
_BETWEEN: Final = re.compile(r"(?:to |= ?|: ?)", re.IGNORECASE)
_IN_GAME: Final = re.compile(r"(.*?) ?\b(?:IN|FOR) (?:GAME )?(\S+)", re.IGNORECASE)


def chosen(said: Said, legal: tuple[str, ...]) -> str:
    """What stands behind `SET <what>`.

    :raises SyntaxRefusal: `incomplete`: nothing
    """
    text = tidy(head(said.rest)[1])
    text = text[found.end() :] if (found := _BETWEEN.match(text)) else text
    if not text:
        raise SyntaxRefusal("incomplete", say("Set to what?"), legal=legal)
    return text.rstrip(".!")


def with_game(text: str) -> tuple[str, str]:
    """The choice, and the game that it is for; "" if it is for all.

    >>> with_game("DIGEST 7 in EU1"), with_game("turn")
    (('DIGEST 7', 'eu1'), ('turn', ''))
    """
    found = _IN_GAME.fullmatch(text)
    return (found[1], found[2].lower()) if found else (text, "")


def one_of(habits: type[T], word: str, legal: tuple[str, ...]) -> T:
    """The choice that a word is.

    :raises SyntaxRefusal: `incomplete`: it is none
    """
    try:
        return habits(word.lower())
    except ValueError:
        message = say('"{said}" is no such choice.', said=cut(word))
        raise SyntaxRefusal("incomplete", message, legal=legal) from None
