"""Flags (section 5.11): settled at the end of every maneuver, for all nations."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.board.ids import NationId, RegionId
from pbem.rules.events import FlagChanged
from pbem.rules.maneuver.occupation import flag_owner
from pbem.rules.play import Play


def settle_flags(play: Play, first: Sequence[RegionId]) -> None:
    """Remove flags where another nation is alone, then place new ones.

    :param first: the regions that come first if the active nation is short of flags; the rest,
        and other nations, in the order of the board file
    """
    board = play.game.board
    wanted = {r: holder for r in board.regions if (holder := sole_holder(play, r))}
    before = {r: flag_owner(play.state, r) for r in wanted}
    changes = {r: n for r, n in wanted.items() if before[r] != n}
    for region in changes:
        old = before[region]
        if old is not None:
            _set_flags(play, old, [r for r in play.nation(old).flags if r != region])
    active = play.state.nation
    preferred = [r for r in dict.fromkeys(first) if changes.get(r) == active]
    order = preferred + [r for r in changes if r not in preferred]
    placed: dict[RegionId, NationId] = {}
    for region in order:
        nation = changes[region]
        flags = play.nation(nation).flags
        if len(flags) < play.game.rules.pieces.flags:
            _set_flags(play, nation, [*flags, region])
            placed[region] = nation
        elif nation == active:
            play.warn("flags-short", nation=nation, place=region)
    for region in changes:
        if before[region] or region in placed:
            play.say(FlagChanged(region, before[region], placed.get(region)))


def sole_holder(play: Play, region: RegionId) -> NationId | None:
    """The only nation with units in a region where flags are placed, if there is just one."""
    if not play.game.board.takes_flag(region):
        return None
    there = [n for n, s in play.state.nations.items() if region in s.armies or region in s.fleets]
    return there[0] if len(there) == 1 else None


def _set_flags(play: Play, nation: NationId, flags: Sequence[RegionId]) -> None:
    held = set(flags)
    play.set_nation(nation, flags=tuple(r for r in play.game.board.regions if r in held))
