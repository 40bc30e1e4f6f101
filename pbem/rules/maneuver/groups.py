"""Which units a line means: those in a place that have not used their move."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import NationId, RegionId, Unit
from pbem.ground.errors import IllegalRefusal
from pbem.rules.commands import ALL, ChangeStatus, Count, Move, Status
from pbem.rules.maneuver.denials import released
from pbem.rules.play import Play
from pbem.rules.state import Units


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one line: of the armies, how many stand and how many lie."""

    standing: int
    lying: int = 0

    @property
    def size(self) -> int:
        """How many units in all."""
        return self.standing + self.lying

    def first(self, number: int) -> Group:
        """The first `number` of them; standing armies come first (section 11)."""
        standing = min(number, self.standing)
        return Group(standing, number - standing)


def unmoved(play: Play, nation: NationId, unit: Unit, region: RegionId) -> Group:
    """The nation's units in a region that have not used their move."""
    own, done = play.nation(nation), play.maneuver

    def spent(moved: Units, status: Status | None) -> int:
        return max(0, moved.get(region, 0) - released(play.state, status, region))

    if unit is Unit.FLEET:
        # fleets go before armies: one that has carried an army has had its move
        used = max(spent(done.moved_fleets, None), done.carried.get(region, 0))
        return Group(max(0, own.fleets.get(region, 0) - used))
    return Group(
        own.armies.get(region, 0) - spent(done.moved_armies, Status.HOSTILE),
        own.friendly.get(region, 0) - spent(done.moved_friendly, Status.FRIENDLY),
    )


def picked(play: Play, nation: NationId, line: Move) -> Group:
    """The units that a move's line means.

    :raises IllegalRefusal: there are not so many that have not moved
    """
    return taken(play, unmoved(play, nation, line.unit, line.origin), line.count, line.unit, line)


def taken(play: Play, able: Group, count: Count, unit: Unit, line: Move | ChangeStatus) -> Group:
    """As many of the units as a line says.

    :raises IllegalRefusal: there are not so many
    """
    board = play.game.board
    region = line.origin if isinstance(line, Move) else line.province
    wanted = able.size if count == ALL else count
    if 0 < wanted <= able.size:
        return able.first(wanted)
    own = play.nation(play.state.nation)
    held = own.fleets if unit is Unit.FLEET else {**own.armies, **own.friendly}
    able_too = [r for r in held if unmoved(play, play.state.nation, unit, r).size]
    legal = tuple(f"{unit.upper()} {board.name(r)} -> <to>" for r in able_too)
    moves = isinstance(line, Move)
    able_to = unit.value if moves else "status"
    raise IllegalRefusal(
        "no-such-units",
        rule="5.4" if unit is Unit.ARMY else "5.1",
        legal=legal if moves else (),
        why=able_to if able.size else f"no-{able_to}",
        nation=play.state.nation,
        place=region,
        number=able.size,
        wanted=wanted,
    )
