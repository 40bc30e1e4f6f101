"""Where a unit can go: a fleet's step, an army's move, rail before and after it (5.1-5.6)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.board.ids import CanalId, NationId, RegionId, RegionKind
from pbem.board.model import Game
from pbem.rules.maneuver.convoys import Need, chains, links
from pbem.rules.maneuver.occupation import rail_from
from pbem.rules.state import State, Units


def fleet_steps(game: Game, nation: NationId, origin: RegionId) -> set[RegionId]:
    """The seas that a fleet in a port or a sea can go to; canals included (5.1, 5.2)."""
    board = game.board
    if not board.is_sea(origin):
        port_sea = board.regions[origin].port_sea
        return {port_sea} if port_sea and board.home_of(origin) == nation else set()
    joined = {sea for c in board.canals.values() if origin in c.seas for sea in c.seas}
    return set(board.sea[origin]) | joined - {origin}


def goes_by_land(
    game: Game, state: State, nation: NationId, origin: RegionId, target: RegionId
) -> bool:
    """Whether an army gets there by rail, or with one step and rail before and after it."""
    starts = _with_rail(game, state, nation, origin)
    return not _within_a_step(game, starts).isdisjoint(_with_rail(game, state, nation, target))


def convoy_need(
    game: Game,
    state: State,
    nation: NationId,
    origin: RegionId,
    target: RegionId,
    via: tuple[RegionId, ...] = (),
    closed: frozenset[CanalId] = frozenset(),
) -> Need:
    """Between which seas a convoy must run to bring an army there, rail before and after it.

    :param closed: the canals that it cannot use, because they were denied to the army
    """
    starts = _coasts(game, _with_rail(game, state, nation, origin))
    return Need(starts, _coasts(game, _with_rail(game, state, nation, target)), via, closed)


def fleets_to_carry(state: State, nation: NationId) -> dict[RegionId, int]:
    """sea -> the nation's fleets there that can still carry an army this turn."""
    carried: Units = state.acting.maneuver.carried if state.acting.maneuver else {}
    fleets = state.nations[nation].fleets
    return {region: max(0, n - carried.get(region, 0)) for region, n in fleets.items()}


def army_targets(
    game: Game,
    state: State,
    nation: NationId,
    origin: RegionId,
    closed: frozenset[CanalId] = frozenset(),
) -> dict[RegionId, int]:
    """Where an army can go if it goes alone -> the fleets that it needs; 0 by land.

    :param closed: the canals that no convoy can use, because they were denied to the army
    """
    fleets = _at_sea(game, fleets_to_carry(state, nation))
    sea_links = links(game, state, nation)
    starts = _with_rail(game, state, nation, origin)
    near, coasts = _within_a_step(game, starts), _coasts(game, starts)
    fewest: dict[Need, int] = {}  # many targets lie on the same coasts
    found: dict[RegionId, int] = {}
    for target, region in game.board.regions.items():
        if target == origin or region.kind is RegionKind.SEA:
            continue
        at_home = region.nation == nation
        ends = _with_rail(game, state, nation, target) if at_home else {target}
        if not near.isdisjoint(ends):
            found[target] = 0
        elif fleets:
            need = Need(coasts, _coasts(game, ends), closed=closed)
            if need not in fewest:
                ways = chains(sea_links, fleets, need)
                fewest[need] = min((len(way.seas) for way in ways), default=0)
            if fewest[need]:
                found[target] = fewest[need]
    return found


def _with_rail(game: Game, state: State, nation: NationId, region: RegionId) -> set[RegionId]:
    return rail_from(game, state, nation, region) or {region}


def _within_a_step(game: Game, starts: set[RegionId]) -> set[RegionId]:
    """The regions themselves and what an army reaches from them with one step by land."""
    return starts.union(*[game.board.land[start] for start in starts])


def _coasts(game: Game, regions: Iterable[RegionId]) -> frozenset[RegionId]:
    return frozenset().union(*[game.board.coast[region] for region in regions])


def _at_sea(game: Game, fleets: dict[RegionId, int]) -> dict[RegionId, int]:
    return {region: n for region, n in fleets.items() if n and game.board.is_sea(region)}
