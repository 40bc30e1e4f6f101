"""The examples of the help with names of the reader's own board.

They are written for Imperial 2030. On another board each name gives way to one that can stand in
its place: a nation to a nation, a home port to a home port, a sea to a sea off that port.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pbem.board.ids import NationId, RegionId, RegionKind
from pbem.board.model import Board

_NATIONS: Final = ("China", "India", "Russia", "Europe", "Brazil", "USA")
_OWN: Final = "china"
"""The nation in whose turn the examples are; a board that has it keeps them as they are."""

_HOMES: Final = ("Beijing", "Chongqing", "Urumqi")
_LANDS: Final = ("Mongolia", "Korea", "Japan", "Kazakhstan", "Iran")


def with_own_names(text: str, board: Board | None) -> str:
    """Lines of orders as they may stand on a board; as they are if it is not known.

    :param text: in capitals or not, as the help has it
    """
    names = _names(board) if board is not None and NationId(_OWN) not in board.nations else {}
    if not names:
        return text
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"\b(?:{pattern})\b(?!/)", lambda found: names[found[0]], text)


@lru_cache(maxsize=8)
def _paired(names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(names) | {name.upper(): other.upper() for name, other in names}


def _names(board: Board) -> dict[str, str]:
    return _paired(tuple(_pairs(board)))


def _pairs(board: Board) -> Iterator[tuple[str, str]]:
    """Each name of the examples, and the one in its place."""
    nations = tuple(board.nations)
    for number, name in enumerate(_NATIONS):
        yield name, board.name(nations[number % len(nations)])
    homes = board.homes[nations[0]]
    port = next((home for home in homes if board.coast.get(home)), homes[0])
    inland = [home for home in homes if home != port] or [port]
    begins, ends = _step(board, inland)
    ordered = [begins, *(home for home in inland if home != begins), port]
    for number, name in enumerate(_HOMES):
        yield name, board.name(ordered[min(number, len(ordered) - 1)])
    yield "Shanghai", board.name(port)
    seas = board.regions[port].port_sea or next(iter(sorted(board.coast.get(port, ()))), None)
    if seas:
        yield "China Sea", board.name(seas)
    yield "Moscow", board.name(board.homes[nations[2 % len(nations)]][0])
    lands = [ends, *(land for land in _lands(board) if land != ends)]
    yield from ((name, board.name(land)) for name, land in zip(_LANDS, lands, strict=False))
    for canal in list(board.canals.values())[:1]:
        yield "Suez Canal", canal.name


def _step(board: Board, homes: list[RegionId]) -> tuple[RegionId, RegionId]:
    """A home province and a land beside it that is nobody's home."""
    free = set(_lands(board))
    for home in homes:
        for near in sorted(board.land.get(home, ())):
            if near in free:
                return home, near
    return homes[0], next(iter(sorted(free)))


def _lands(board: Board) -> tuple[RegionId, ...]:
    """The lands that are nobody's home, in the order of the board."""
    return tuple(r.id for r in board.regions.values() if r.kind is RegionKind.LAND)
