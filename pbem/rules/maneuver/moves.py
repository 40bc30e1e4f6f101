"""One line of a maneuver carried out (section 5): moves, battles, status, destruction.

Each function changes the `Play`, says what happened, and returns the units that have just moved
in or become hostile and have not fought (`Arrival`), whom others may now fight. Questions are
not put here: judging an order and carrying it out use the same functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.board.ids import CanalId, NationId, RegionId, Unit
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Coded
from pbem.rules.commands import ChangeStatus, Destroy, FightThere, Move, Status
from pbem.rules.events import FactoryDestroyed, StatusChanged, UnitsMoved, UnitsStayed
from pbem.rules.maneuver.canals import (
    barred_armies,
    barred_fleets,
    closed_to_fleets,
    open_steps,
    shut_to_all,
)
from pbem.rules.maneuver.combat import Side, fight, lose_armies, number_of_pairs
from pbem.rules.maneuver.convoys import Chain, links
from pbem.rules.maneuver.denials import moved_on, stay
from pbem.rules.maneuver.groups import Group, picked, taken, unmoved
from pbem.rules.maneuver.occupation import is_protected, present
from pbem.rules.maneuver.reach import army_targets, convoy_need, fleet_steps
from pbem.rules.play import Play
from pbem.rules.state import Arrival, added


def check_fleet_step(play: Play, nation: NationId, line: Move) -> None:
    """Whether a fleet's line is a step that fleets can make.

    :raises IllegalRefusal: it is none, or there are no fleets
    """
    board = play.game.board
    picked(play, nation, line)
    steps = fleet_steps(play.game, nation, line.origin)
    still_open = open_steps(play, nation, line.origin)
    legal = tuple(
        f"FLEET {board.name(line.origin)} -> {board.name(sea)}" for sea in sorted(still_open)
    )
    if line.via or line.status:
        bare = f"FLEET {board.name(line.origin)} -> {board.name(line.target)}"
        raise IllegalRefusal(
            "not-for-fleets", rule="5.1", legal=(bare,) if bare in legal else legal
        )
    if line.target not in steps:
        why = "far"
        if not board.is_sea(line.target):
            why = "land"
        elif not board.is_sea(line.origin):
            why = "port"
        raise IllegalRefusal(
            "no-such-step",
            rule="5.1",
            legal=legal,
            why=why,
            origin=line.origin,
            target=line.target,
        )


def move_fleets(play: Play, nation: NationId, line: Move, denied: CanalId | None) -> Arrival | None:
    """Move a line's fleets; all stay if the canal on their way was denied.

    :raises IllegalRefusal: there are not so many, or the canal was denied to them before
    """
    group = picked(play, nation, line)
    barred = barred_fleets(play, nation, line)
    free = unmoved(play, nation, Unit.FLEET, line.origin).size - barred
    if barred and group.size > free:
        raise closed_to_fleets(play, nation, line, free)
    if denied:
        stay(play, denied, Unit.FLEET, line.origin, {None: group.size})
        play.say(UnitsStayed(nation, Unit.FLEET, group.size, line.origin, denied))
        return None
    fleets = play.nation(nation).fleets
    moved = added(added(fleets, line.origin, -group.size), line.target, group.size)
    if not barred:  # those that were denied a canal go first, so that the freer ones are left
        moved_on(play, Unit.FLEET, line.origin, group.size)
    play.set_nation(nation, fleets=moved)
    done = play.maneuver.moved_fleets
    play.set_maneuver(moved_fleets=added(done, line.target, group.size))
    play.say(UnitsMoved(nation, Unit.FLEET, group.size, line.origin, line.target))
    arrival = Arrival(line.target, Unit.FLEET, Status.HOSTILE, group.size)
    return _battle_on_arrival(play, nation, line, arrival)


def check_army_target(play: Play, line: Move, part: int) -> None:
    """Whether armies can stand where a line sends them; warns of a word without meaning.

    :raises IllegalRefusal: the target is a sea, or where they are
    """
    board = play.game.board
    if board.is_sea(line.target):
        raise IllegalRefusal(
            "army-at-sea",
            rule="5.4",
            legal=tuple(
                f"ARMY {board.name(line.origin)} -> {board.name(r)} VIA {board.name(line.target)}"
                for r in sorted(board.coast[line.target])
                if r != line.origin
            ),
            place=line.target,
        )
    if line.target == line.origin:
        raise IllegalRefusal("no-way", rule="5.4", why="stays", place=line.origin)
    if line.status and board.home_of(line.target) in (None, play.state.nation):
        play.warn("status-meaningless", part, order=line.status.upper(), place=line.target)


def refuse_army_move(
    play: Play, nation: NationId, line: Move, why: Coded | None = None, rule: str = "5.4"
) -> IllegalRefusal:
    """The refusal of an army's line that leads nowhere, with where the army can go.

    :param why: if it is not given, that there is no way at all
    """
    board = play.game.board
    shut = shut_to_all(play, nation, Unit.ARMY, line.origin)
    targets = army_targets(play.game, play.state, nation, line.origin, shut)
    where = board.name(line.origin)
    legal = tuple(f"ARMY {where} -> {board.name(r)}" for r in targets)
    told = why or (_fault_of_via(play, nation, line) if line.via else Coded("no-way"))
    return IllegalRefusal.of(told, rule, legal, origin=line.origin, target=line.target)


def _fault_of_via(play: Play, nation: NationId, line: Move) -> Coded:
    """What is wrong with the seas that a line names."""
    board, game, state = play.game.board, play.game, play.state
    need = convoy_need(game, state, nation, line.origin, line.target)
    near = links(game, state, nation)
    for sea in line.via:
        if not board.is_sea(sea):
            return Coded("no-way", "via-land", {"via": sea})
        if not play.nation(nation).fleets.get(sea):
            return Coded("no-way", "via-no-fleet", {"nation": nation, "via": sea})
    for one, other in pairwise(line.via):
        if other not in near[one]:
            return Coded("no-way", "via-apart", {"one": one, "other": other})
    if line.via[0] not in need.starts:
        return Coded("no-way", "via-start", {"via": line.via[0]})
    if line.via[-1] not in need.ends:
        return Coded("no-way", "via-end", {"via": line.via[-1]})
    return Coded("no-way", "via", {"via": line.via})


def move_armies(
    play: Play,
    nation: NationId,
    line: Move,
    part: int,
    chains: Sequence[Chain],
    denied: frozenset[CanalId],
) -> Arrival | None:
    """Move a line's armies, each on its chain if it has one; whose canal is denied, stays."""
    group = picked(play, nation, line)
    staying = [c for c in chains if c.leave & denied]
    going = [c for c in chains if not c.leave & denied]
    movers = group.first(group.size - len(staying))
    barred = barred_armies(play, nation, line, group.size)
    _take_away(play, nation, line.origin, movers)
    for chain in staying:
        canal = min(chain.leave & denied)
        _hold_back(play, nation, line.origin, canal)
        play.say(UnitsStayed(nation, Unit.ARMY, 1, line.origin, canal))
    if not movers.size:
        return None
    moved_on(play, Unit.ARMY, line.origin, min(barred, movers.size))
    play.set_maneuver(armies_begun=True)
    for chain in going:
        for sea in chain.seas:
            play.set_maneuver(carried=added(play.maneuver.carried, sea, 1))
    status = _status_on_arrival(play, nation, line, part)
    _set_down(play, nation, line.target, status, movers.size)
    abroad = play.game.board.home_of(line.target) not in (None, nation)
    via = tuple(chain.seas for chain in going)
    play.say(
        UnitsMoved(
            nation,
            Unit.ARMY,
            movers.size,
            line.origin,
            line.target,
            via,
            status if abroad else None,
        )
    )
    arrival = Arrival(line.target, Unit.ARMY, status, movers.size)
    return _battle_on_arrival(play, nation, line, arrival)


def fight_there(play: Play, nation: NationId, line: FightThere) -> None:
    """Units that are in a region fight.

    :raises IllegalRefusal: nobody to fight, or nobody to fight with
    """
    own = sum(present(play.state, nation, line.region).values())
    pairs = number_of_pairs(play, line.battle, line.region, own)
    fight(play, Side(nation), Side(line.battle.enemy, line.battle.unit), line.region, pairs)


def change_status(play: Play, nation: NationId, line: ChangeStatus) -> Arrival | None:
    """Armies become hostile or friendly without moving (5.7).

    :raises IllegalRefusal: not there, not so many, or the province is protected (5.8)
    """
    board = play.game.board
    if board.home_of(line.province) in (None, nation):
        raise IllegalRefusal("no-status-there", rule="5.7", region=line.province)
    here = unmoved(play, nation, Unit.ARMY, line.province)
    hostile = line.status is Status.HOSTILE
    able = Group(here.lying if hostile else here.standing)
    number = taken(play, able, line.count, Unit.ARMY, line).size
    if hostile and is_protected(play.game, play.state, line.province):
        raise IllegalRefusal(
            "protected",
            rule="5.8",
            why="status",
            region=line.province,
            nation=board.home_of(line.province),
        )
    sign = 1 if hostile else -1
    own = play.nation(nation)
    play.set_nation(
        nation,
        armies=added(own.armies, line.province, sign * number),
        friendly=added(own.friendly, line.province, -sign * number),
    )
    play.say(StatusChanged(nation, number, line.province, line.status))
    if not hostile:
        return None
    return Arrival(line.province, Unit.ARMY, Status.HOSTILE, number)


def destroy(play: Play, nation: NationId, line: Destroy) -> None:
    """Three hostile armies destroy a factory and are removed with it (5.10).

    :raises IllegalRefusal: no factory, too few armies, a defender, or the last factory
    """
    board, province = play.game.board, line.province
    home, place = board.home_of(province), board.name(province)
    needed = play.game.rules.units.armies_to_destroy
    if home is None or home == nation or province not in play.nation(home).factories:
        raise IllegalRefusal("no-factory-there", rule="5.10", why="destroy", region=province)
    if is_protected(play.game, play.state, province):
        raise IllegalRefusal("protected", rule="5.8", why="destroy", region=province, nation=home)
    standing = play.nation(nation).armies.get(province, 0)
    if standing < needed:
        raise IllegalRefusal(
            "too-few-armies", rule="5.10", needed=needed, region=province, there=standing
        )
    defenders = present(play.state, home, province)
    if any(defenders.values()):
        kind = next(unit for unit, number in defenders.items() if number)
        raise IllegalRefusal(
            "defended",
            rule="5.10",
            legal=(f"FIGHT {board.name(home)} {kind.upper()} IN {place}",),
            why=kind,
            nation=home,
            place=province,
        )
    lose_armies(play, nation, province, Status.HOSTILE, needed)
    left = tuple(p for p in play.nation(home).factories if p != province)
    play.set_nation(home, factories=left)
    play.say(FactoryDestroyed(nation, home, province, needed))


def _take_away(play: Play, nation: NationId, origin: RegionId, group: Group) -> None:
    own = play.nation(nation)
    play.set_nation(
        nation,
        armies=added(own.armies, origin, -group.standing),
        friendly=added(own.friendly, origin, -group.lying),
    )


def _hold_back(play: Play, nation: NationId, origin: RegionId, canal: CanalId) -> None:
    """An army stays where it is, because the canal was denied to it."""
    held = unmoved(play, nation, Unit.ARMY, origin).first(1)
    counts: dict[Status | None, int] = {Status.HOSTILE: held.standing, Status.FRIENDLY: held.lying}
    stay(play, canal, Unit.ARMY, origin, counts)


def _set_down(play: Play, nation: NationId, target: RegionId, status: Status, number: int) -> None:
    own, done = play.nation(nation), play.maneuver
    if status is Status.HOSTILE:
        play.set_nation(nation, armies=added(own.armies, target, number))
        play.set_maneuver(moved_armies=added(done.moved_armies, target, number))
    else:
        play.set_nation(nation, friendly=added(own.friendly, target, number))
        play.set_maneuver(moved_friendly=added(done.moved_friendly, target, number))


def _status_on_arrival(play: Play, nation: NationId, line: Move, part: int) -> Status:
    board = play.game.board
    home = board.home_of(line.target)
    if home in (None, nation):
        return Status.HOSTILE
    if line.status is Status.FRIENDLY:
        return Status.FRIENDLY
    if is_protected(play.game, play.state, line.target):
        play.warn("protected", part, "enters", region=line.target, nation=home)
        return Status.FRIENDLY
    if line.status is None:
        play.warn("hostile-by-default", part, place=line.target)
    return Status.HOSTILE


def _battle_on_arrival(play: Play, nation: NationId, line: Move, arrival: Arrival) -> Arrival:
    if line.battle is None:
        return arrival
    pairs = number_of_pairs(play, line.battle, arrival.region, arrival.count)
    own = Side(nation, arrival.unit, arrival.status if arrival.unit is Unit.ARMY else None)
    fight(play, own, Side(line.battle.enemy, line.battle.unit), arrival.region, pairs)
    return replace(arrival, count=arrival.count - pairs)
