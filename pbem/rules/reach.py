"""Where a unit can go: a fleet's step, an army's move, rail before and after it (5.1-5.6)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.board.ids import NationId, RegionId
from pbem.board.model import Game
from pbem.rules.convoys import Need, chains, links
from pbem.rules.occupation import rail_from
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
    ends = _with_rail(game, state, nation, target)
    return any(
        start in ends or game.board.land[start] & ends
        for start in _with_rail(game, state, nation, origin)
    )


def convoy_need(
    game: Game,
    state: State,
    nation: NationId,
    origin: RegionId,
    target: RegionId,
    via: tuple[RegionId, ...] = (),
) -> Need:
    """Between which seas a convoy must run to bring an army there, rail before and after it."""
    coast = game.board.coast
    return Need(
        starts=_union(coast[r] for r in _with_rail(game, state, nation, origin)),
        ends=_union(coast[r] for r in _with_rail(game, state, nation, target)),
        via=via,
    )


def fleets_to_carry(state: State, nation: NationId) -> dict[RegionId, int]:
    """sea -> the nation's fleets there that can still carry an army this turn."""
    carried: Units = state.acting.maneuver.carried if state.acting.maneuver else {}
    fleets = state.nations[nation].fleets
    return {region: max(0, n - carried.get(region, 0)) for region, n in fleets.items()}


def army_targets(
    game: Game, state: State, nation: NationId, origin: RegionId
) -> dict[RegionId, int]:
    """Where an army can go if it goes alone -> the fleets that it needs; 0 by land."""
    fleets = _at_sea(game, fleets_to_carry(state, nation))
    sea_links = links(game, state, nation)
    found: dict[RegionId, int] = {}
    for target in game.board.regions:
        if target == origin or game.board.is_sea(target):
            continue
        if goes_by_land(game, state, nation, origin, target):
            found[target] = 0
        elif fleets:
            need = convoy_need(game, state, nation, origin, target)
            ways = chains(sea_links, fleets, need)
            if ways:
                found[target] = min(len(way.seas) for way in ways)
    return found


def _with_rail(game: Game, state: State, nation: NationId, region: RegionId) -> set[RegionId]:
    return rail_from(game, state, nation, region) or {region}


def _at_sea(game: Game, fleets: dict[RegionId, int]) -> dict[RegionId, int]:
    return {region: n for region, n in fleets.items() if n and game.board.is_sea(region)}


def _union(sets: Iterable[frozenset[RegionId]]) -> frozenset[RegionId]:
    return frozenset().union(*sets)
