"""Who has which place at a table: seats, or lots of nations, shared out over a player's games.

Nobody has a place again before it must be, and early and late places come to the same for
everybody.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

from pbem.tournament.draw.annealing import Task, anneal

_TRIES_A_SEAT: Final = 200
_FEWEST_TRIES: Final = 5_000
#: How much unequal turn order counts beside having a place again.
_EARLY: Final = 0.3


@dataclass(frozen=True, slots=True)
class Place:
    """A place at a table.

    name: of the seat, or of the nations; the same name at another table is the same place
    late: how late it comes, from 0 for the first of its table to 1 for the last
    """

    name: str
    late: float


Had = Mapping[str, Sequence[Place]]
"""entrant -> the places of games that are drawn already."""


def seats(size: int) -> tuple[Place, ...]:
    """The seats of a table, clockwise."""
    return in_order(f"seat {number} of {size}" for number in range(1, size + 1))


def in_order(names: Iterable[str]) -> tuple[Place, ...]:
    """Places of these names, the first one the earliest."""
    every = tuple(names)
    last = len(every) - 1
    return tuple(Place(name, n / last if last else 0.5) for n, name in enumerate(every))


@dataclass(frozen=True, slots=True)
class Fairness:
    """How well places are shared out.

    again: how often somebody has a place that they have had
    spread: how far the means of lateness of two entrants are apart at the most, from 0 to 1
    """

    again: int
    spread: float


def placed(
    tables: Sequence[Sequence[str]],
    places: Sequence[Sequence[Place]],
    seed: int,
    had: Had | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Each table's entrants in the order of its places; the same for the same seed."""
    chance = random.Random(f"places {seed}")
    search = _Search(tables, places, had or {}, chance)
    number = sum(map(len, tables))
    task = Task(search.propose, search.price, search.make)
    anneal(task, search.cost(), max(_FEWEST_TRIES, _TRIES_A_SEAT * number), chance)
    return tuple(tuple(table) for table in search.tables)


def fairness(had: Had) -> Fairness:
    """How well places are shared out over all games."""
    again = sum(len(own) - len({place.name for place in own}) for own in had.values())
    means = [sum(place.late for place in own) / len(own) for own in had.values() if own]
    return Fairness(again, max(means, default=0.0) - min(means, default=0.0))


def with_these(
    had: Had, tables: Sequence[Sequence[str]], places: Sequence[Sequence[Place]]
) -> dict[str, tuple[Place, ...]]:
    """The places of these games beside those of before."""
    found = {entrant: tuple(own) for entrant, own in had.items()}
    for table, there in zip(tables, places, strict=True):
        for entrant, place in zip(table, there, strict=True):
            found[entrant] = (*found.get(entrant, ()), place)
    return found


class _Search:
    """The places while they are drawn."""

    def __init__(
        self,
        tables: Sequence[Sequence[str]],
        places: Sequence[Sequence[Place]],
        had: Had,
        chance: random.Random,
    ) -> None:
        self.tables = [chance.sample(list(table), len(table)) for table in tables]
        self._places = places
        self._had: dict[str, Counter[str]] = defaultdict(Counter)
        self._late: dict[str, float] = defaultdict(float)
        for entrant, earlier in had.items():
            for place in earlier:
                self._count(entrant, place, 1)
        for table, there in zip(self.tables, places, strict=True):
            for entrant, place in zip(table, there, strict=True):
                self._count(entrant, place, 1)

    def _count(self, entrant: str, place: Place, times: int) -> None:
        self._had[entrant][place.name] += times
        self._late[entrant] += times * (place.late - 0.5)

    def cost(self) -> float:
        """Of places that somebody has again, and of who comes early or late too often."""
        again = sum(comb(n, 2) for own in self._had.values() for n in own.values())
        return again + _EARLY * sum(late * late for late in self._late.values())

    def propose(self, chance: random.Random) -> tuple[int, int, int] | None:
        """Two at a table who change places."""
        number = chance.randrange(len(self.tables))
        size = len(self.tables[number])
        if size < 2:
            return None
        first, second = chance.sample(range(size), 2)
        return number, first, second

    def price(self, change: tuple[int, int, int]) -> float:
        """How much worse it is if they do."""
        price = 0.0
        for who, old, new in self._steps(change):
            late = self._late[who]
            price += _EARLY * ((late + new.late - old.late) ** 2 - late**2)
            price += self._had[who][new.name] - (self._had[who][old.name] - 1)
        return price

    def make(self, change: tuple[int, int, int]) -> None:
        """Let them change places."""
        for who, old, new in self._steps(change):
            self._count(who, old, -1)
            self._count(who, new, 1)
        number, first, second = change
        table = self.tables[number]
        table[first], table[second] = table[second], table[first]

    def _steps(self, change: tuple[int, int, int]) -> tuple[tuple[str, Place, Place], ...]:
        """Who leaves which place for which."""
        number, first, second = change
        table, there = self.tables[number], self._places[number]
        one, two = there[first], there[second]
        return (table[first], one, two), (table[second], two, one)
