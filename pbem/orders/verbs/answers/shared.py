"""What several answers share: whom they mean, where, and how much."""

from __future__ import annotations

import re

from pbem.board.ids import RegionId
from pbem.board.model import Board
from pbem.orders.text.words import MOST, number

THEM = {"IT", "THEM", "HIM", "HER", "BACK", "THE CANAL", "CANAL", "PASSAGE", "THAT", ""}
"""Words for whoever the question is about."""
_TO_DO = re.compile(r"(?:^|\s+)to (?:stop|pass|(?:go|come|pass|sail) through)$", re.IGNORECASE)


def whom(rest: str) -> str:
    """Whom or what an answer names; "" if it is what the question is about."""
    named = _TO_DO.sub("", rest)
    return "" if named.upper() in THEM else named


def in_region(board: Board, region: RegionId | None) -> str:
    """`IN Korea`, or "" if no region is said."""
    return f"IN {board.name(region)}" if region else ""


def money(text: str, most: int = MOST) -> int:
    """An amount in millions.

    :raises SyntaxRefusal: `bad-number`
    """
    return number(text, most)
