"""A canal that was denied is closed to the units that stayed (section 11)."""

from __future__ import annotations

from pbem.board.ids import CanalId, NationId, RegionId, Unit
from pbem.ground.errors import IllegalRefusal
from pbem.rules.commands import Move
from pbem.rules.maneuver.convoys import links, share
from pbem.rules.maneuver.denials import closed
from pbem.rules.maneuver.groups import unmoved
from pbem.rules.maneuver.reach import convoy_need, fleet_steps, fleets_to_carry, goes_by_land
from pbem.rules.play import Play


def open_steps(play: Play, nation: NationId, origin: RegionId) -> set[RegionId]:
    """The seas that at least one of the fleets there can still go to."""
    shut = shut_to_all(play, nation, Unit.FLEET, origin)
    board = play.game.board
    return {
        sea
        for sea in fleet_steps(play.game, nation, origin)
        if sea in board.sea.get(origin, ())
        or (canal := board.canal_between(origin, sea)) is None
        or canal.id not in shut
    }


def shut_to_all(play: Play, nation: NationId, unit: Unit, region: RegionId) -> frozenset[CanalId]:
    """The canals that are closed to every unit there that can still be ordered."""
    here = unmoved(play, nation, unit, region).size
    return frozenset(c for c, n in closed(play.state, unit, region).items() if n >= here)


def barred_fleets(play: Play, nation: NationId, line: Move) -> int:
    """How many of the fleets that a line could mean its step's canal was denied to before."""
    board = play.game.board
    canal = board.canal_between(line.origin, line.target)
    if canal is None or line.target in board.sea[line.origin]:
        return 0
    here = unmoved(play, nation, Unit.FLEET, line.origin).size
    return min(here, closed(play.state, Unit.FLEET, line.origin).get(canal.id, 0))


def barred_armies(play: Play, nation: NationId, line: Move, number: int) -> int:
    """How many of a line's armies are such that a canal was denied to before.

    They go first where they have a way without it, so that the freer ones are left.
    """
    shut = closed(play.state, Unit.ARMY, line.origin)
    if not shut:
        return 0
    game, state = play.game, play.state
    here = unmoved(play, nation, Unit.ARMY, line.origin).size
    most = min(here, max(shut.values()))
    if not line.via and goes_by_land(game, state, nation, line.origin, line.target):
        return min(number, most)
    need = convoy_need(
        game, state, nation, line.origin, line.target, line.via, closed=frozenset(shut)
    )
    carriers = fleets_to_carry(state, nation)
    fleets = {r: n for r, n in carriers.items() if game.board.is_sea(r)}
    if share(links(game, state, nation), fleets, [need]) is not None:
        return min(number, most)
    return max(0, number - (here - most))


def closed_to_fleets(play: Play, nation: NationId, line: Move, free: int) -> IllegalRefusal:
    """The refusal of a step through a canal that was denied to the fleets before."""
    board = play.game.board
    canal = board.canal_between(line.origin, line.target)
    where = board.name(line.origin)
    others = fleet_steps(play.game, nation, line.origin) - {line.target}
    return IllegalRefusal(
        "canal-closed",
        rule="11",
        legal=tuple(f"FLEET {where} -> {board.name(sea)}" for sea in sorted(others)),
        why="fleets" if free else "fleet",
        canal=canal.id if canal else None,
        place=line.origin,
        number=free,
    )
