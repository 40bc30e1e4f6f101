"""Convoys: which chains of seas carry an army, and sharing the fleets out (section 5.5).

A chain matters only as the set of seas in which it uses a fleet, and of those sets only the ones
that no smaller set replaces. Sharing is an exact search over armies and the fleets left in each
sea; what is left is remembered, so no situation is looked at twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.board.ids import CanalId, NationId, RegionId, RegionKind
from pbem.board.model import Game
from pbem.rules.maneuver.occupation import leave_of
from pbem.rules.state import State

Seas = frozenset[RegionId]
Links = Mapping[RegionId, Mapping[RegionId, CanalId | None]]
"""sea -> neighbouring seas, each with the canal (if any) whose owner must give leave."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The seas of a convoy in order, and the canals that need somebody's leave."""

    seas: tuple[RegionId, ...]
    leave: frozenset[CanalId] = frozenset()

    @property
    def cost(self) -> tuple[int, int]:
        """How undesirable: first the question for leave, then the number of fleets."""
        return (1 if self.leave else 0, len(self.seas))


@dataclass(frozen=True, slots=True)
class Need:
    """An army that needs a convoy: from a coast on one of `starts` to one of `ends`.

    via: the chain that its line names, if it does
    closed: canals that were denied to the army already
    """

    starts: Seas
    ends: Seas
    via: tuple[RegionId, ...] = ()
    closed: frozenset[CanalId] = frozenset()


def links(game: Game, state: State, nation: NationId) -> Links:
    """The sea graph for a nation's convoys, canals included."""
    near: dict[RegionId, dict[RegionId, CanalId | None]] = {
        sea: dict.fromkeys(sorted(game.board.sea[sea]))
        for sea, region in game.board.regions.items()
        if region.kind is RegionKind.SEA
    }
    for canal in game.board.canals.values():
        a, b = sorted(canal.seas)
        asked = canal.id if leave_of(state, canal, nation) else None
        near[a][b] = near[b][a] = asked
    return near


def chains(sea_links: Links, fleets: Mapping[RegionId, int], need: Need) -> tuple[Chain, ...]:
    """The chains worth considering for one army, best first; empty if none leads there."""
    if need.closed:
        sea_links = _without(sea_links, need.closed)
    if need.via:
        chain = _named_chain(sea_links, fleets, need)
        return (chain,) if chain else ()
    found = set(_chordless(sea_links, fleets, need))
    asked = _asked(sea_links)
    if asked:
        found.update(_chordless(_without(sea_links, asked), fleets, need))
    ordered = sorted(found, key=lambda c: (c.cost, c.seas))
    kept: list[Chain] = []
    for chain in ordered:
        seas = set(chain.seas)
        if not any(set(k.seas) <= seas and k.leave <= chain.leave for k in kept):
            kept.append(chain)
    return tuple(kept)


def _asked(sea_links: Links) -> set[CanalId]:
    """The canals that need somebody's leave."""
    found = set()
    for near in sea_links.values():
        for canal in near.values():
            if canal is not None:
                found.add(canal)
    return found


def _without(sea_links: Links, canals: Collection[CanalId]) -> Links:
    """The sea graph without some of the canals."""
    left: dict[RegionId, dict[RegionId, CanalId | None]] = {}
    for sea, near in sea_links.items():
        left[sea] = kept = dict(near)
        for other, canal in near.items():
            if canal in canals:
                del kept[other]
    return left


def _named_chain(sea_links: Links, fleets: Mapping[RegionId, int], need: Need) -> Chain | None:
    via = need.via
    joined = all(b in sea_links.get(a, {}) for a, b in pairwise(via))
    manned = len(set(via)) == len(via) and all(fleets.get(sea, 0) for sea in via)
    if not (joined and manned and via[0] in need.starts and via[-1] in need.ends):
        return None
    asked = (sea_links[a][b] for a, b in pairwise(via))
    return Chain(via, frozenset(c for c in asked if c))


def _chordless(sea_links: Links, fleets: Mapping[RegionId, int], need: Need) -> Iterator[Chain]:
    """Chains of which no shortcut through their own seas leads from a start to an end."""

    def longer(path: tuple[RegionId, ...], leave: frozenset[CanalId]) -> Iterator[Chain]:
        here = path[-1]
        if here in need.ends:
            yield Chain(path, leave)
            return
        for there, canal in sea_links[here].items():
            if not fleets.get(there, 0) or there in need.starts or there in path:
                continue
            if any(there in sea_links[earlier] for earlier in path[:-1]):
                continue
            yield from longer((*path, there), leave | {canal} if canal else leave)

    for start in sorted(need.starts):
        if fleets.get(start, 0):
            yield from longer((start,), frozenset())


def share(
    sea_links: Links, fleets: Mapping[RegionId, int], needs: Sequence[Need]
) -> tuple[Chain, ...] | None:
    """A chain for each army so that no sea needs more fleets than there are; None if impossible.

    Of all sharings one with the fewest questions for leave, then the fewest fleets, is taken.
    """
    seas = [sea for sea, number in fleets.items() if number]
    place = {sea: i for i, sea in enumerate(seas)}
    options = {need: chains(sea_links, fleets, need) for need in set(needs)}
    # armies with few chains first: what cannot be shared is found out early
    order = sorted(range(len(needs)), key=lambda i: (len(options[needs[i]]), needs.index(needs[i])))
    search = _Search([_as_uses(options[needs[i]], place) for i in order])
    picked = search.best(0, tuple(fleets[sea] for sea in seas), 0)
    if picked is None:
        return None
    result: list[Chain] = [Chain(())] * len(needs)
    for i, choice in zip(order, picked[1], strict=True):
        result[i] = options[needs[i]][choice]
    return tuple(result)


Cost = tuple[int, int]
Use = tuple[Cost, tuple[int, ...]]
"""What a chain costs, and the numbers of the seas in which it uses a fleet."""


def _as_uses(options: Iterable[Chain], place: Mapping[RegionId, int]) -> tuple[Use, ...]:
    return tuple((c.cost, tuple(place[sea] for sea in c.seas)) for c in options)


class _Search:
    """The best choice of chains for the armies from the `i`th on, given the fleets left.

    Armies that are alike take their chains in rising order, so that no choice is tried in all
    its permutations.
    """

    def __init__(self, armies: Sequence[tuple[Use, ...]]) -> None:
        self._armies = armies
        self._known: dict[
            tuple[int, tuple[int, ...], int], tuple[Cost, tuple[int, ...]] | None
        ] = {}

    def best(
        self, i: int, left: tuple[int, ...], least: int
    ) -> tuple[Cost, tuple[int, ...]] | None:
        if i == len(self._armies):
            return (0, 0), ()
        if sum(left) < len(self._armies) - i:
            return None
        key = (i, left, least)
        if key not in self._known:
            self._known[key] = self._look(i, left, least)
        return self._known[key]

    def _look(
        self, i: int, left: tuple[int, ...], least: int
    ) -> tuple[Cost, tuple[int, ...]] | None:
        alike = i + 1 < len(self._armies) and self._armies[i + 1] == self._armies[i]
        found: tuple[Cost, tuple[int, ...]] | None = None
        for choice in range(least, len(self._armies[i])):
            cost, used = self._armies[i][choice]
            if not all(left[s] for s in used):
                continue
            after = list(left)
            for s in used:
                after[s] -= 1
            rest = self.best(i + 1, tuple(after), choice if alike else 0)
            if rest is None:
                continue
            total = (cost[0] + rest[0][0], cost[1] + rest[0][1])
            if found is None or total < found[0]:
                found = (total, (choice, *rest[1]))
        return found
