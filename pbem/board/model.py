"""The board and the rule tables of one game, ready for use: looked up, never computed anew."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbem.board.ids import CanalId, City, NationId, RegionId, RegionKind, Unit
from pbem.board.schema import BoardFile, NationFile, RegionFile, RulesFile

Graph = Mapping[RegionId, frozenset[RegionId]]


@dataclass(frozen=True, slots=True)
class Canal:
    """A canal: the two seas that it joins and the region whose flag has the say."""

    id: CanalId
    name: str
    seas: frozenset[RegionId]
    controller: RegionId


@dataclass(frozen=True, slots=True)
class Board:
    """A board with its neighbourhoods as graphs.

    land: land region -> land regions one step away, straits included
    sea: sea -> seas one step away, canals not included
    coast: region -> the seas (of a land region) or land regions (of a sea) that it touches
    rail: home province -> home provinces of the same nation joined by rail
    """

    size: tuple[int, int]
    nations: Mapping[NationId, NationFile]
    regions: Mapping[RegionId, RegionFile]
    land: Graph
    sea: Graph
    coast: Graph
    rail: Graph
    straits: frozenset[frozenset[RegionId]]
    canals: Mapping[CanalId, Canal]
    impassable: Mapping[str, tuple[int, int]]
    homes: Mapping[NationId, tuple[RegionId, ...]]

    def name(self, ident: NationId | RegionId) -> str:
        """The name on the board of a nation or a region.

        :raises KeyError: the board has neither a region nor a nation of that id
        """
        region = self.regions.get(RegionId(ident))
        return region.name if region else self.nations[NationId(ident)].name

    def is_sea(self, region: RegionId) -> bool:
        """Whether the region is a sea."""
        return self.regions[region].kind is RegionKind.SEA

    def home_of(self, region: RegionId) -> NationId | None:
        """The nation whose home province the region is, if any."""
        return self.regions[region].nation

    def takes_flag(self, region: RegionId) -> bool:
        """Whether flags are placed there: seas, and land outside the nations (5.11)."""
        return self.regions[region].kind is not RegionKind.HOME

    def canal_between(self, one: RegionId, other: RegionId) -> Canal | None:
        """The canal that joins two seas, if any."""
        wanted = frozenset((one, other))
        return next((c for c in self.canals.values() if c.seas == wanted), None)

    def supply(self, nation: NationId, unit: Unit) -> int:
        """How many armies or fleets the nation has in all."""
        pieces = self.nations[nation]
        return pieces.armies if unit is Unit.ARMY else pieces.fleets


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that does not change while a game is played.

    variants: names, sorted; `rules` already holds the values they set
    """

    rules: RulesFile
    board: Board
    variants: tuple[str, ...]

    @property
    def nations(self) -> tuple[NationId, ...]:
        """The nations in turn order."""
        return tuple(self.board.nations)

    def factor(self, power: int) -> int:
        """The power factor for that many power points (section 1)."""
        return bisect_right(self.rules.power.factors, power) - 1

    def interest(self, price: int) -> int:
        """The interest in M of the bond of that price in M."""
        return self.rules.bonds.interest[self.rules.bonds.prices.index(price)]

    def unit_made_in(self, province: RegionId) -> Unit:
        """What a factory in that home province produces (section 4.2)."""
        shipyard = self.board.regions[province].city is City.SHIPYARD
        return Unit.FLEET if shipyard else Unit.ARMY


def build_board(file: BoardFile) -> Board:
    """The board with its graphs, from a checked board file."""
    regions = {r.id: r for r in file.regions}
    excluded = {frozenset(pair) for pair in file.rail_excluded}
    rail = [
        (a, b)
        for a, b in file.land_borders
        if regions[a].nation is not None
        and regions[a].nation == regions[b].nation
        and frozenset((a, b)) not in excluded
    ]
    nations = {n.id: n for n in file.nations}
    return Board(
        size=file.map_size,
        nations=nations,
        regions=regions,
        land=_graph(regions, file.land_borders),
        sea=_graph(regions, file.sea_borders),
        coast=_graph(regions, file.coast),
        rail=_graph(regions, rail),
        straits=frozenset(frozenset(pair) for pair in file.straits),
        canals={c.id: Canal(c.id, c.name, frozenset(c.seas), c.controller) for c in file.canals},
        impassable={area.name: (area.x, area.y) for area in file.impassable},
        homes={n: tuple(r.id for r in file.regions if r.nation == n) for n in nations},
    )


def _graph(regions: Iterable[RegionId], pairs: Iterable[tuple[RegionId, RegionId]]) -> Graph:
    near: dict[RegionId, set[RegionId]] = defaultdict(set)
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    return {region: frozenset(near[region]) for region in regions}
