"""Battles: one for one, and who loses what first (sections 5.3, 5.9 and 11)."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import NationId, RegionId, Unit
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Coded
from pbem.rules.commands import Battle, Status
from pbem.rules.events import BattleFought
from pbem.rules.maneuver.denials import lost
from pbem.rules.maneuver.occupation import nations_after, present
from pbem.rules.play import Play
from pbem.rules.state import Arrival, Ask, Decision, added


def number_of_pairs(play: Play, battle: Battle, region: RegionId, own: int) -> int:
    """How many pairs fight: as ordered, or as many as possible.

    :param own: how many units the attacker can set in
    :raises IllegalRefusal: nobody is there to be fought, or not so many
    """
    board = play.game.board
    there = present(play.state, battle.enemy, region)
    enemies = there[battle.unit] if battle.unit else sum(there.values())
    where = board.name(region)
    if battle.enemy == play.state.nation:
        raise IllegalRefusal("own-units", rule="5.9", nation=battle.enemy)
    if enemies == 0:
        others = [n for n in play.state.nations if sum(present(play.state, n, region).values())]
        foes = [n for n in others if n != play.state.nation] if own else []
        legal = tuple(f"FIGHT {board.name(n)} IN {where}" for n in foes)
        raise IllegalRefusal(
            "nobody-to-fight",
            rule="5.9",
            legal=legal,
            why=battle.unit or "",
            nation=battle.enemy,
            place=region,
        )
    most = min(own, enemies)
    if most == 0:
        raise IllegalRefusal("no-units-there", rule="5.9", nation=play.state.nation, place=region)
    fought = Coded("number-of-pairs", "enemy", {"nation": battle.enemy, "place": region})
    return checked_pairs(battle.count, most, fought)


def checked_pairs(count: int | None, most: int, fought: Coded, legal: tuple[str, ...] = ()) -> int:
    """How many pairs: the number that was said, or as many as possible (section 11).

    :param fought: who fights where, for the refusal
    :raises IllegalRefusal: more than possible, or fewer than one
    """
    if count is None:
        return most
    if not 1 <= count <= most:
        raise IllegalRefusal.of(fought, "11", legal, number=most, wanted=count)
    return count


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle.

    unit: the kind that fights; None: armies first, then fleets
    status: which armies are lost; None: the standing ones first
    """

    nation: NationId
    unit: Unit | None = None
    status: Status | None = None


def fight(play: Play, attacker: Side, defender: Side, region: RegionId, pairs: int) -> None:
    """Remove `pairs` units of either side."""
    lost = _lose(play, attacker, region, pairs)
    fallen = _lose(play, defender, region, pairs)
    play.say(
        BattleFought(
            attacker=attacker.nation,
            defender=defender.nation,
            region=region,
            pairs=pairs,
            attacker_armies=lost[0],
            attacker_fleets=lost[1],
            defender_armies=fallen[0],
            defender_fleets=fallen[1],
        )
    )


def _lose(play: Play, side: Side, region: RegionId, number: int) -> tuple[int, int]:
    """Remove units, armies before fleets; tells how many of either."""
    there = present(play.state, side.nation, region)
    armies = 0 if side.unit is Unit.FLEET else min(number, there[Unit.ARMY])
    fleets = number - armies
    standing = min(armies, play.nation(side.nation).armies.get(region, 0))
    if side.status is Status.FRIENDLY:
        standing = armies - min(armies, play.nation(side.nation).friendly.get(region, 0))
    lose_armies(play, side.nation, region, Status.HOSTILE, standing)
    lose_armies(play, side.nation, region, Status.FRIENDLY, armies - standing)
    _lose_fleets(play, side.nation, region, fleets)
    return armies, fleets


def lose_armies(
    play: Play, nation: NationId, region: RegionId, status: Status, number: int
) -> None:
    """Remove armies; of the active nation those that have used their move go first."""
    own = play.nation(nation)
    if status is Status.HOSTILE:
        play.set_nation(nation, armies=added(own.armies, region, -number))
    else:
        play.set_nation(nation, friendly=added(own.friendly, region, -number))
    if nation == play.state.nation and play.state.acting.maneuver:
        key = "moved_armies" if status is Status.HOSTILE else "moved_friendly"
        moved = getattr(play.maneuver, key)
        gone = min(number, moved.get(region, 0))
        play.set_maneuver(**{key: added(moved, region, -gone)})
        lost(play, status, region)


def _lose_fleets(play: Play, nation: NationId, region: RegionId, number: int) -> None:
    """Remove fleets; of the active nation those that have used their move go first."""
    own = play.nation(nation)
    play.set_nation(nation, fleets=added(own.fleets, region, -number))
    if nation == play.state.nation and play.state.acting.maneuver:
        moved = play.maneuver.moved_fleets
        gone = min(number, moved.get(region, 0))
        play.set_maneuver(moved_fleets=added(moved, region, -gone))
        lost(play, None, region)


def questions(play: Play, arrival: Arrival) -> tuple[Decision, ...]:
    """Who is asked whether they fight the units that have moved in, in order (5.3, 5.9, 11)."""
    if arrival.count == 0:
        return ()
    active = play.nation(play.state.nation).government
    asked = []
    for nation in nations_after(play.state, play.state.nation):
        government = play.nation(nation).government
        if government is None or government == active:
            continue
        if sum(present(play.state, nation, arrival.region).values()):
            asked.append(Decision(Ask.FIGHT, government, nation, arrival.region))
    return tuple(asked)
