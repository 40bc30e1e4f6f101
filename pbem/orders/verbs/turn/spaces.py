"""What the actions of a turn share: the letter of a space, and lists of regions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.board.ids import RegionId
from pbem.board.model import Board
from pbem.orders.text.names import Names
from pbem.orders.text.words import INSIDE, items, tidy
from pbem.rules.commands import Letter

_LETTER = re.compile(r"\(?([ab])\)?(?=$|[\s:,.])(.*)", re.IGNORECASE)


def letter_of(rest: str) -> tuple[Letter | None, str]:
    """The letter of a space that stands twice on the rondel, if it is said, and what follows it."""
    match = _LETTER.match(rest)
    if match is None:
        return None, rest
    return ("a" if match[1] in "aA" else "b"), tidy(match[2].lstrip(" .)"))


def shown_letter(letter: Letter | None) -> str:
    """The letter as it is written; "" where none was said."""
    return letter.upper() if letter else ""


def regions(names: Names, text: str) -> tuple[RegionId, ...]:
    """The regions of a list, in its order."""
    return tuple(names.region(INSIDE.sub("", item)) for item in items(text))


def listed(board: Board, named: Iterable[RegionId]) -> str:
    """Regions as a list is written: `Rome, Paris`."""
    return ", ".join(map(board.name, named))
