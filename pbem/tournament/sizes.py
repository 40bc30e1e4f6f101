"""How many tables of which size: as near to the wanted size as the entrants allow."""

from __future__ import annotations

from pbem.ground.errors import BadInput


def table_sizes(entrants: int, wanted: int, least: int, most: int) -> tuple[int, ...]:
    """The sizes of the tables at which all entrants sit once, the largest first.

    Of all ways the one nearest to the wanted size over all seats, where far away counts more than
    often; then the one with the fewest kinds of tables; then the one with the larger tables.

    >>> table_sizes(24, 6, 4, 6), table_sizes(23, 6, 4, 6), table_sizes(13, 4, 3, 5)
    ((6, 6, 6, 6), (6, 6, 6, 5), (5, 4, 4))

    :raises BadInput: there is no way; says which numbers of entrants are nearest
    """
    found = _best(entrants, wanted, least, most)
    if not found:
        fitting = [n for n in range(1, entrants + most + 1) if _best(n, wanted, least, most)]
        below = max((n for n in fitting if n < entrants), default=None)
        above = min((n for n in fitting if n > entrants), default=None)
        near = " or ".join(str(n) for n in (below, above) if n is not None)
        raise BadInput(
            "entrants", f"{entrants} cannot sit at tables of {least} to {most}; {near} can"
        )
    return found


def _best(entrants: int, wanted: int, least: int, most: int) -> tuple[int, ...] | None:
    """By the number of seats that are filled so far, the best sizes: a shortest way."""
    best: list[tuple[tuple[int, int, int], tuple[int, ...]] | None] = [None] * (entrants + 1)
    best[0] = ((0, 0, 0), ())
    for filled in range(1, entrants + 1):
        ways = []
        for size in range(least, min(most, filled) + 1):
            before = best[filled - size]
            if before is not None:
                sizes = tuple(sorted((*before[1], size), reverse=True))
                away = sum(part * abs(part - wanted) ** 3 for part in sizes)
                ways.append(((away, len(set(sizes)), len(sizes)), sizes))
        best[filled] = min(ways, default=None)
    last = best[entrants]
    return last[1] if last else None
