"""Who sits together: rounds of tables, repeated meetings as few as can be.

Everybody plays once in every round. Meetings count over all rounds and over those of earlier
stages; the more often two have met, the dearer another meeting is. Where tables differ in size,
nobody sits at the same size more often than must be.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Final

from pbem.tournament.draw.annealing import Task, anneal

Pair = frozenset[str]
Table = tuple[str, ...]
Rounds = tuple[tuple[Table, ...], ...]

_TRIES_A_SEAT: Final = 400
_FEWEST_TRIES: Final = 20_000
#: What being one table away from where the standing would put somebody costs; two, four times.
_AWAY: Final = 0.05


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn.

    entrants: in the order of the standing, where that matters
    sizes: of the tables of each round
    rounds: how many
    met: how often two have met already
    by_standing: whether neighbours in the standing sit together, as in Swiss systems
    """

    entrants: tuple[str, ...]
    sizes: tuple[int, ...]
    rounds: int = 1
    met: Mapping[Pair, int] = field(default_factory=dict)
    by_standing: bool = False


def grouped(wanted: Wanted, seed: int) -> Rounds:
    """The tables of each round; the same for the same seed."""
    chance = random.Random(f"groups {seed}")
    search = _Search(wanted, chance)
    seats = len(wanted.entrants) * wanted.rounds
    tries = max(_FEWEST_TRIES, _TRIES_A_SEAT * seats)
    task = Task(search.propose, search.price, search.make)
    anneal(task, search.cost(), tries if len(wanted.sizes) > 1 else 0, chance)
    return tuple(tuple(tuple(table) for table in tables) for tables in search.rounds)


def meetings(rounds: Iterable[Iterable[Table]]) -> Counter[Pair]:
    """How often each two meet."""
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def repeats(met: Mapping[Pair, int]) -> int:
    """In how many pairs of games the same two meet: once if they meet twice, thrice if thrice."""
    return sum(comb(times, 2) for times in met.values())


def fewest_repeats(entrants: int, sizes: Sequence[int], rounds: int) -> int:
    """So many repeats there must be, however the tables are drawn: a lower bound.

    Whoever sits at a table of one round comes from so few tables of another that some of them have
    met there; and there are only so many pairs to meet for the first time.
    """
    by_rounds = comb(rounds, 2) * sum(_pairs_from(size, len(sizes)) for size in sizes)
    meets, more = divmod(rounds * sum(comb(size, 2) for size in sizes), max(1, comb(entrants, 2)))
    by_pairs = comb(entrants, 2) * comb(meets, 2) + more * meets
    return max(by_rounds, by_pairs)


def _pairs_from(size: int, tables: int) -> int:
    """So many pairs of `size` people come from the same of so many tables, at the least."""
    each, more = divmod(size, tables)
    return tables * comb(each, 2) + more * each


class _Search:
    """The tables while they are drawn; entrants are numbers here."""

    def __init__(self, wanted: Wanted, chance: random.Random) -> None:
        self._names = wanted.entrants
        number = len(wanted.entrants)
        at = {name: n for n, name in enumerate(wanted.entrants)}
        self._met = [[0] * number for _ in range(number)]
        for pair, times in wanted.met.items():
            known = [at[name] for name in pair if name in at]
            if len(known) == 2:
                self._add(known[0], known[1], times)
        self._sizes = wanted.sizes
        self._kinds = len(set(wanted.sizes)) > 1
        self._at_size: list[Counter[int]] = [Counter() for _ in range(number)]
        self._home: list[int] | None = None
        self._tables: list[list[list[int]]] = []
        for _ in range(wanted.rounds):
            order = list(range(number))
            if not wanted.by_standing:
                chance.shuffle(order)
            self._seat(order)
        if wanted.by_standing:
            self._home = [0] * number
            for place, table in enumerate(self._tables[0]):
                for one in table:
                    self._home[one] = place

    @property
    def rounds(self) -> list[list[list[str]]]:
        return [[[self._names[n] for n in table] for table in tables] for tables in self._tables]

    def _seat(self, order: Sequence[int]) -> None:
        tables, begin = [], 0
        for size in self._sizes:
            table = list(order[begin : begin + size])
            begin += size
            tables.append(table)
            for one, other in combinations(table, 2):
                self._add(one, other, 1)
            for one in table:
                self._at_size[one][size] += 1
        self._tables.append(tables)

    def _add(self, one: int, other: int, times: int) -> None:
        self._met[one][other] += times
        self._met[other][one] += times

    def cost(self) -> float:
        """Of all meetings but the first of each pair, and of sizes that somebody has again."""
        met = sum(comb(times, 2) for row in self._met for times in row) / 2
        sizes = sum(comb(n, 2) for own in self._at_size for n in own.values()) if self._kinds else 0
        return met + sizes

    def propose(self, chance: random.Random) -> tuple[int, int, int, int, int] | None:
        """Two at different tables of a round who change places."""
        number = chance.randrange(len(self._tables))
        tables = self._tables[number]
        first, second = chance.sample(range(len(tables)), 2)
        place, other = chance.randrange(len(tables[first])), chance.randrange(len(tables[second]))
        return number, first, place, second, other

    def price(self, change: tuple[int, int, int, int, int]) -> float:
        """How much worse it is if they do."""
        number, first, place, second, other = change
        here, there = self._tables[number][first], self._tables[number][second]
        one, two = here[place], there[other]
        of_one, of_two = self._met[one], self._met[two]
        price = 0.0
        for someone in here:
            if someone != one:
                price += of_two[someone] - (of_one[someone] - 1)
        for someone in there:
            if someone != two:
                price += of_one[someone] - (of_two[someone] - 1)
        if len(here) != len(there):
            price += self._at_size[one][len(there)] - (self._at_size[one][len(here)] - 1)
            price += self._at_size[two][len(here)] - (self._at_size[two][len(there)] - 1)
        if self._home is not None:
            away = (self._home[one] - second) ** 2 + (self._home[two] - first) ** 2
            was = (self._home[one] - first) ** 2 + (self._home[two] - second) ** 2
            price += _AWAY * (away - was)
        return price

    def make(self, change: tuple[int, int, int, int, int]) -> None:
        """Let them change places."""
        number, first, place, second, other = change
        here, there = self._tables[number][first], self._tables[number][second]
        one, two = here[place], there[other]
        for someone in here:
            if someone != one:
                self._add(one, someone, -1)
                self._add(two, someone, 1)
        for someone in there:
            if someone != two:
                self._add(two, someone, -1)
                self._add(one, someone, 1)
        self._at_size[one][len(here)] -= 1
        self._at_size[one][len(there)] += 1
        self._at_size[two][len(there)] -= 1
        self._at_size[two][len(here)] += 1
        here[place], there[other] = two, one
