"""What the keys of the game files must be to each other; each check names the key at fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise

from pbem.board.ids import City, NationId, RegionId, RegionKind
from pbem.board.model import Board, Graph, build_board
from pbem.board.schema import BoardFile, RegionFile, RulesFile
from pbem.ground.fold import fold

Fail = Callable[[str, str], None]
"""Called with the key and the reason; raises."""

LABEL_GAP = 20  # two labels nearer than this cannot be told apart on the map


def check_board(file: BoardFile, fail: Fail) -> Board:
    """Check a board file wholly and build its board."""
    _check_names(file, fail)
    _check_regions(file, fail)
    _check_borders(file, fail)
    board = build_board(file)
    _check_harbours_and_canals(file, board, fail)
    _check_connected(board, fail)
    return board


def _check_names(file: BoardFile, fail: Fail) -> None:
    _unique((n.id for n in file.nations), "nations.id", fail)
    _unique((r.id for r in file.regions), "regions.id", fail)
    _unique((c.id for c in file.canals), "canals.id", fail)
    meant: dict[str, str] = {}
    for nation in file.nations:
        for form in (nation.id, nation.name, *nation.aliases):
            owner = meant.setdefault(fold(form), nation.id)
            if owner != nation.id:
                fail(f"nations.{nation.id}.aliases", f"{form!r} already means {owner}")
    taken: dict[str, str] = {}
    for region in file.regions:
        for form in (region.id, region.name, *region.aliases):
            owner = taken.setdefault(fold(form), region.id)
            if owner != region.id:
                fail(f"regions.{region.id}.aliases", f"{form!r} already means {owner}")
    for area in file.impassable:
        if fold(area.name) in taken or area.id in {r.id for r in file.regions}:
            fail(f"impassable.{area.id}", "is also a region")


def _check_regions(file: BoardFile, fail: Fail) -> None:
    nations = {n.id for n in file.nations}
    width, height = file.map_size
    for region in file.regions:
        key = f"regions.{region.id}"
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", region.id):
            fail(f"{key}.id", "must be lower-case words joined by dashes")
        if not (0 <= region.x <= width and 0 <= region.y <= height):
            fail(f"{key}.x, y", f"lies outside the map of {width} x {height}")
        _check_region_keys(region, nations, key, fail)
    for one, other in combinations(file.regions, 2):
        if ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 < LABEL_GAP:
            fail(f"regions.{one.id}.x, y", f"is too near to {other.id}")
    for nation in nations:
        homes = [r for r in file.regions if r.nation == nation]
        if sum(r.start_factory for r in homes) != 2:
            fail(f"nations.{nation}", "must have exactly two home provinces with start_factory")


def _check_region_keys(region: RegionFile, nations: set[NationId], key: str, fail: Fail) -> None:
    home = region.kind is RegionKind.HOME
    if home and region.nation not in nations:
        fail(f"{key}.nation", f"{region.nation!r} is no nation of this board")
    if home and region.city is None:
        fail(f"{key}.city", "a home province needs a city: armaments or shipyard")
    if not home and (region.nation or region.city or region.start_factory):
        fail(key, "only a home province has a nation, a city or a factory")
    if (region.port_sea is not None) != (region.city is City.SHIPYARD):
        fail(f"{key}.port_sea", "is given for each shipyard city and for nothing else")


def _check_borders(file: BoardFile, fail: Fail) -> None:
    kind = {r.id: r.kind for r in file.regions}
    seas_in = {"land_borders": 0, "coast": 1, "sea_borders": 2, "straits": 0, "rail_excluded": 0}
    for key, seas in seas_in.items():
        pairs: tuple[tuple[RegionId, RegionId], ...] = getattr(file, key)
        _unique(pairs, key, fail)
        if list(pairs) != sorted(pairs):
            fail(key, "must be in alphabetical order")
        for a, b in pairs:
            if a not in kind or b not in kind:
                fail(key, f"[{a}, {b}] names a region that is not on the board")
            if not a < b:
                fail(key, f"[{a}, {b}] must be in alphabetical order")
            if (kind[a] is RegionKind.SEA) + (kind[b] is RegionKind.SEA) != seas:
                fail(key, f"[{a}, {b}] joins {kind[a]} and {kind[b]}")
    nation = {r.id: r.nation for r in file.regions}
    for pair in file.straits:
        if pair not in file.land_borders:
            fail("straits", f"{list(pair)} is not among the land_borders")
    for a, b in file.rail_excluded:
        if nation[a] is None or nation[a] != nation[b]:
            fail("rail_excluded", f"[{a}, {b}] are not home provinces of one nation")
        if (a, b) in file.land_borders:
            fail("rail_excluded", f"[{a}, {b}] is also a land border")
    everything = len(file.land_borders) + len(file.coast) + len(file.sea_borders)
    if everything > 3 * len(kind) - 6:  # Euler: more borders cannot be drawn on a map
        fail("land_borders", "together with coast and sea_borders: more than any map can have")


def _check_harbours_and_canals(file: BoardFile, board: Board, fail: Fail) -> None:
    for region in file.regions:
        if region.port_sea is not None and region.port_sea not in board.coast[region.id]:
            fail(f"regions.{region.id}.port_sea", "is no sea that the province touches")
    for canal in file.canals:
        key = f"canals.{canal.id}"
        if any(s not in board.regions or not board.is_sea(s) for s in canal.seas):
            fail(f"{key}.seas", "must be two seas")
        if canal.seas[1] in board.sea[canal.seas[0]]:
            fail(f"{key}.seas", "are adjacent without the canal")
        controller = board.regions.get(canal.controller)
        if controller is None or controller.kind is not RegionKind.LAND:
            fail(f"{key}.controller", "must be a land region outside the nations")
        elif not set(canal.seas) <= board.coast[canal.controller]:
            fail(f"{key}.controller", "must touch both seas")


def _check_connected(board: Board, fail: Fail) -> None:
    near = {r: board.land[r] | board.sea[r] | board.coast[r] for r in board.regions}
    if len(_reach(next(iter(near)), near)) != len(near):
        fail("land_borders", "the board falls into parts that nothing joins")
    seas = [r for r in board.regions if board.is_sea(r)]
    if seas and len(_reach(seas[0], board.sea)) != len(seas):
        fail("sea_borders", "the seas fall into parts that nothing joins")
    for sea in seas:
        if not board.coast[sea]:
            fail("coast", f"{sea} touches no land")
    for nation, homes in board.homes.items():
        joined = [h for h in homes if board.rail[h]]
        if joined and len(_reach(joined[0], board.rail)) != len(joined):
            fail("land_borders", f"the rail network of {nation} falls into parts")


def check_rules(rules: RulesFile, board: Board, fail: Fail) -> None:
    """Check the tables of a rules file against each other and its board."""
    _check_bonds(rules, fail)
    _check_setup(rules, board, fail)
    chart = [space.least for space in rules.taxation.chart]
    if not chart or chart[0] != 0 or not _ascending(chart):
        fail("taxation.chart", "`from` must begin with 0 and rise")
    _unique((space.level for space in rules.taxation.chart), "taxation.chart.level", fail)
    factors = rules.power.factors
    if not factors or factors[0] != 0 or not _ascending(factors) or factors[-1] > rules.power.end:
        fail("power.factors", "must begin with 0 and rise, to power.end at most")
    for nation, homes in board.homes.items():
        if len(homes) != rules.pieces.factories:
            fail("pieces.factories", f"{nation} has {len(homes)} home provinces")


def _check_bonds(rules: RulesFile, fail: Fail) -> None:
    bonds = rules.bonds
    if len(bonds.prices) != len(bonds.interest):
        fail("bonds.interest", "must have one entry for each price")
    for key, row in (("prices", bonds.prices), ("interest", bonds.interest)):
        if not _ascending(row):
            fail(f"bonds.{key}", "must rise")
    for key in ("own_bond", "small_bond"):
        if getattr(rules.setup, key) not in bonds.prices:
            fail(f"setup.{key}", "is no price of a bond")


def _check_setup(rules: RulesFile, board: Board, fail: Fail) -> None:
    setup, nations = rules.setup, set(board.nations)
    pairs = setup.small_bond_of
    if set(pairs) != nations or set(pairs.values()) != nations:
        fail("setup.small_bond_of", "must name each nation of the board once on either side")
    if any(a == b for a, b in pairs.items()):
        fail("setup.small_bond_of", "gives a nation its own small bond")
    counts = set(range(2, len(nations) + 1))
    for key in ("cash", "auction_cash"):
        if set(getattr(setup, key)) != counts:
            fail(f"setup.{key}", f"must have an entry for each of {sorted(counts)} players")
    for players, cash in setup.auction_cash.items():
        if cash < rules.bonds.prices[0]:  # an auction in which nobody can buy would never end
            fail(f"setup.auction_cash.{players}", "buys no bond at all")
    each = setup.own_bond + setup.small_bond
    for players, cash in setup.cash.items():
        dealt = setup.groups.get(players)
        most = max(map(len, dealt)) if dealt else 1
        if cash < most * each:
            fail(f"setup.cash.{players}", f"cannot pay the dealt bonds of {most * each}")
    for players, groups in setup.groups.items():
        flat = Counter(n for group in groups for n in group)
        if len(groups) != players or set(flat) != nations or max(flat.values()) > 1:
            fail(f"setup.groups.{players}", "must share all nations out, one group a player")


def _ascending(row: Iterable[int]) -> bool:
    return all(a < b for a, b in pairwise(row))


def _unique(items: Iterable[object], key: str, fail: Fail) -> None:
    twice = [item for item, n in Counter(items).items() if n > 1]
    if twice:
        fail(key, f"{twice[0]!r} stands twice")


def _reach(start: RegionId, graph: Mapping[RegionId, frozenset[RegionId]] | Graph) -> set[RegionId]:
    seen, todo = {start}, [start]
    while todo:
        fresh = graph[todo.pop()] - seen
        seen |= fresh
        todo += fresh
    return seen
