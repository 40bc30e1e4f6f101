"""Who stands where: hostile armies, free factories, the last factory, rail, flags on canals."""

from __future__ import annotations

from pbem.board.ids import NationId, PlayerId, RegionId, Unit
from pbem.board.model import Canal, Game
from pbem.rules.state import State


def hostile_in(game: Game, state: State, province: RegionId) -> tuple[NationId, ...]:
    """The nations with hostile armies in a home province, in turn order (section 5.7)."""
    home = game.board.home_of(province)
    if home is None:
        return ()
    return tuple([n for n, s in state.nations.items() if province in s.armies and n != home])


def is_free(game: Game, state: State, province: RegionId) -> bool:
    """Whether no hostile army stands in a home province."""
    home = game.board.home_of(province)
    if home is not None:
        for nation, own in state.nations.items():
            if province in own.armies and nation != home:
                return False
    return True


def free_factories(game: Game, state: State, nation: NationId) -> tuple[RegionId, ...]:
    """The nation's factories in provinces without a hostile army."""
    return tuple(p for p in state.nations[nation].factories if is_free(game, state, p))


def is_protected(game: Game, state: State, province: RegionId) -> bool:
    """Whether the last free factory of its nation stands there (section 5.8)."""
    home = game.board.home_of(province)
    return home is not None and free_factories(game, state, home) == (province,)


def rail_from(game: Game, state: State, nation: NationId, province: RegionId) -> set[RegionId]:
    """Where the nation's armies can ride to from there, itself included (section 5.6).

    Empty if the region is no own home province or a hostile army stands in it.
    """
    if game.board.home_of(province) != nation or not is_free(game, state, province):
        return set()
    seen, todo = {province}, [province]
    while todo:
        for other in game.board.rail[todo.pop()] - seen:
            if is_free(game, state, other):
                seen.add(other)
                todo.append(other)
    return seen


def flag_owner(state: State, region: RegionId) -> NationId | None:
    """Whose flag lies in a region."""
    for nation, own in state.nations.items():
        if region in own.flags:
            return nation
    return None


def leave_of(state: State, canal: Canal, nation: NationId) -> tuple[NationId, PlayerId] | None:
    """The nation, and its government, whose leave `nation` needs for a canal (section 5.2)."""
    owner = flag_owner(state, canal.controller)
    if owner is None or owner == nation:
        return None
    government = state.nations[owner].government
    if government is None or government == state.nations[nation].government:
        return None
    return owner, government


def present(state: State, nation: NationId, region: RegionId) -> dict[Unit, int]:
    """How many armies and fleets a nation has in a region."""
    own = state.nations[nation]
    armies = own.armies.get(region, 0) + own.friendly.get(region, 0)
    return {Unit.ARMY: armies, Unit.FLEET: own.fleets.get(region, 0)}


def nations_after(state: State, nation: NationId) -> tuple[NationId, ...]:
    """The other nations in turn order, starting after `nation` (section 11)."""
    order = tuple(state.nations)
    at = order.index(nation)
    return order[at + 1 :] + order[:at]
