"""A ladder of tables: after each round the best of a table go up and the last go down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def first_divisions(entrants: Sequence[str], sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """The divisions of the first round: the entrants in their order, the best division first."""
    found, begin = [], 0
    for size in sizes:
        found.append(tuple(entrants[begin : begin + size]))
        begin += size
    return tuple(found)


def next_divisions(
    divisions: Sequence[Sequence[str]], moving: int, sizes: Sequence[int]
) -> tuple[tuple[str, ...], ...]:
    """The divisions of the next round.

    Who has gone leaves a place; everybody below moves up into the sizes that there are now.

    :param divisions: each in the order in which it has ended, without who has gone
    :param moving: so many go up, and so many down; of a small division half of it at the most
    """
    ladder: list[list[str]] = [list(division) for division in divisions]
    for upper, (above, below) in enumerate(pairwise(divisions)):
        number = min(moving, len(above) // 2, len(below) // 2)
        if number:
            for name in above[-number:]:
                ladder[upper].remove(name)
                ladder[upper + 1].append(name)
            for name in below[:number]:
                ladder[upper + 1].remove(name)
                ladder[upper].append(name)
    order = {name: n for n, division in enumerate(divisions) for name in division}
    rows = [sorted(division, key=order.__getitem__) for division in ladder]
    return first_divisions([name for division in rows for name in division], sizes)
