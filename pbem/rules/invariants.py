"""What is true of every position; whoever brings one from outside has it checked here.

The engine keeps these true by itself (the property tests hold it to that). Scenario positions
and snapshots are checked before they are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.board.ids import NationId, RegionId, Unit
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.ground.messages import Coded
from pbem.rules.play import count_units
from pbem.rules.state import NationState, State


def check(game: Game, state: State) -> None:
    """Check a position wholly.

    :raises BadInput: names the part of the position and what is impossible about it
    """
    for where, reason in faults(game, state):
        raise BadInput(where, reason)


def faults(game: Game, state: State) -> Iterator[tuple[str, Coded]]:
    """Everything that is impossible about a position: where, and why, as a code and values."""
    for player, cash in ((p, s.cash) for p, s in state.players.items()):
        if cash < 0:
            yield f"players.{player}.cash", Coded("negative", "", {"cash": cash})
    if state.investor_card is not None and state.investor_card not in state.players:
        yield "investor_card", _no_player(state.investor_card)
    if tuple(state.nations) != game.nations:
        yield "nations", Coded("not-in-turn-order", "", {"expected": game.nations})
        return
    for nation, own in state.nations.items():
        for key, reason in _nation_faults(game, state, nation, own):
            yield f"nations.{nation}.{key}", reason
    for one, other in combinations(state.nations, 2):
        both = set(state.nations[one].flags) & set(state.nations[other].flags)
        if both:
            yield f"nations.{other}.flags", Coded("two-flags", "", {"region": min(both), "of": one})


def _nation_faults(
    game: Game, state: State, nation: NationId, own: NationState
) -> Iterator[tuple[str, Coded]]:
    if own.treasury < 0:
        yield "treasury", Coded("negative", "", {"treasury": own.treasury})
    if not 0 <= own.power <= game.rules.power.end:
        yield "power", Coded("out-of-range", "", {"least": 0, "most": game.rules.power.end})
    if not 0 <= own.tax_space < len(game.rules.taxation.chart):
        yield "tax_level", Coded("no-such-space")
    if own.government is not None and own.government not in state.players:
        yield "government", _no_player(own.government)
    for price, owner in own.bonds.items():
        if price not in game.rules.bonds.prices:
            yield "bonds", Coded("no-such-bond", "", {"price": price})
        if owner not in state.players:
            yield "bonds", _no_player(owner)
    yield from _piece_faults(game, nation, own)


def _piece_faults(game: Game, nation: NationId, own: NationState) -> Iterator[tuple[str, Coded]]:
    homes = game.board.homes[nation]
    for province in own.factories:
        if province not in homes:
            yield "factories", Coded("not-a-home-province", "", {"region": province})
    if len(set(own.factories)) != len(own.factories):
        yield "factories", Coded("twice")
    for unit in Unit:
        supply, used = game.board.supply(nation, unit), count_units(own, unit)
        if used > supply:
            yield unit.plural, Coded("too-many", "", {"used": used, "supply": supply})
    if len(own.flags) > game.rules.pieces.flags:
        supply = game.rules.pieces.flags
        yield "flags", Coded("too-many", "", {"used": len(own.flags), "supply": supply})
    if len(set(own.flags)) != len(own.flags):
        yield "flags", Coded("twice")
    yield from _place_faults(game, nation, own)


def _place_faults(game: Game, nation: NationId, own: NationState) -> Iterator[tuple[str, Coded]]:
    board = game.board
    counted = (("armies", own.armies), ("friendly", own.friendly), ("fleets", own.fleets))
    for key, counts in counted:
        for region, number in counts.items():
            if region not in board.regions:
                yield key, Coded("no-such-region", "", {"region": region})
            elif number < 0:
                yield key, Coded("negative", "", {"number": number, "region": region})
            elif not _can_be_there(game, nation, key, region):
                yield key, Coded("not-allowed-there", "", {"region": region})
    for region in own.flags:
        if region not in board.regions or not board.takes_flag(region):
            yield "flags", Coded("not-allowed-there", "", {"region": region})


def _no_player(name: str) -> Coded:
    return Coded("no-such-player", "", {"player": name})


def _can_be_there(game: Game, nation: NationId, key: str, region: RegionId) -> bool:
    board = game.board
    home = board.home_of(region)
    match key:
        case "armies":
            return not board.is_sea(region)
        case "friendly":
            return home not in (None, nation)
        case _:
            in_port = home == nation and board.regions[region].port_sea is not None
            return board.is_sea(region) or in_port
