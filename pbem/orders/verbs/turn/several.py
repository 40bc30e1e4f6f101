"""Several moves on one line, as people write them: `A Rome - Tunis, F Genoa - W Med`."""

from __future__ import annotations

import re

from pbem.orders.text.names import Names
from pbem.orders.text.ways import bare_way, parted
from pbem.orders.text.words import UNITS, places
from pbem.orders.verbs.turn.moves import ATTACK, COUNT_ALONE, START

#: A line of several moves is no longer.
_LONGEST = 1_000
#: Between two moves on one line; kept by the splitting.
_MOVES = re.compile(r"(\s*(?:,|&|\+)\s*(?:(?:and|then)\s+)*|\s+(?:and|then)\s+)", re.IGNORECASE)
_JOINT = re.compile(r"[\s,&+]*(?:(?:and|then)\s+)*", re.IGNORECASE)
_MOVES_END = re.compile(r"[\s,&+]+(?:(?:and|then)\s+)*$", re.IGNORECASE)
_UNIT_ALONE = re.compile(rf"(?:an?\s+)?(?:{'|'.join(UNITS)})[\s:]+", re.IGNORECASE)


def split_moves(names: Names, text: str) -> tuple[str, ...]:
    """The moves of a line: `A Rome - Tunis, F Genoa - W Med` are two.

    Only what would be a move by itself is one: a sea behind VIA is none. A move without a unit
    repeats the first one's; if a number was said there the line is left whole, and refused.
    """
    if len(text) > _LONGEST:
        return (text,)
    found = [""]
    for piece in _MOVES.split(text):
        joins = bool(found[0]) and not _JOINT.fullmatch(piece) and _is_whole_move(names, piece)
        if joins and _is_whole_move(names, found[-1].rstrip(" ,&+")):
            found.append(piece)
        else:
            found[-1] += piece
    first, *others = (_MOVES_END.sub("", move) for move in found)
    said = tuple(_with_unit(first, move) for move in others)
    return (text,) if "" in said else (first, *said)


def _is_whole_move(names: Names, text: str) -> bool:
    """Whether the text is a move by itself, with its unit or without."""
    if _rests_and_fights(names, text):
        return True
    bare = COUNT_ALONE.sub("", bare_way(text), count=1)
    units = _UNIT_ALONE.match(bare)
    bare = START.sub("", bare[units.end() :] if units else bare)
    found = places(bare)
    if len(found) > 1:
        return units is not None or names.is_place(found[0])
    return bool(parted(bare, names.is_place))


def _rests_and_fights(names: Names, text: str) -> bool:
    """`F Baltic fights Russia`."""
    before, *behind = ATTACK.split(text, maxsplit=1)
    units = _UNIT_ALONE.match(COUNT_ALONE.sub("", before, count=1)) if behind else None
    if units is None or "->" in before:
        return False
    place = COUNT_ALONE.sub("", before, count=1)[units.end() :]
    return names.is_place(START.sub("", place.strip(" ,")))


def _with_unit(first: str, move: str) -> str:
    """A further move with the unit of the first; "" if it is not clear how many are meant."""
    number = COUNT_ALONE.match(move)
    if _UNIT_ALONE.match(COUNT_ALONE.sub("", move, count=1)) or (number and number[1]):
        return move
    if (said := COUNT_ALONE.match(first)) and said[1]:
        return ""
    unit = _UNIT_ALONE.match(first)
    return f"{unit[0]}{move}" if unit else move
