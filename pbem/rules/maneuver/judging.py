"""Lines of a maneuver judged one after the other, as if everybody kept the peace (section 11).

`Trial.take` tries a line; what it refuses leaves no trace, so that the lines after it can be judged
as well. A refusal says which lines of the same order have made the line impossible, if some have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from pbem.board.ids import CanalId, NationId, RegionId, Unit
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal, Refusal
from pbem.ground.messages import Coded
from pbem.rules.commands import ChangeStatus, Destroy, FightThere, FlagsFirst, Line, Move
from pbem.rules.maneuver.canals import barred_armies
from pbem.rules.maneuver.convoys import Chain, Need, links, share
from pbem.rules.maneuver.denials import closed
from pbem.rules.maneuver.groups import picked, unmoved
from pbem.rules.maneuver.moves import (
    change_status,
    check_army_target,
    check_fleet_step,
    destroy,
    fight_there,
    move_armies,
    move_fleets,
    refuse_army_move,
)
from pbem.rules.maneuver.reach import convoy_need, fleets_to_carry, goes_by_land
from pbem.rules.play import Play
from pbem.rules.state import Arrival, State

Plan = Mapping[int, tuple[Chain, ...]]
"""part of the order -> the chains of its armies; nothing for lines that need no fleet."""

FLEETS_ARE_DONE = "fleets-are-done"
"""The code of the refusal of a fleet's line once armies have begun."""


@dataclass(frozen=True, slots=True)
class Done:
    """A line that has been tried with success, and the nation's position around it."""

    part: int
    line: Line
    before: State
    after: State


@dataclass(slots=True)
class Trial:
    """Lines tried on a position, one after the other.

    needs: the convoys of the lines so far, each with the part of its line
    """

    play: Play
    nation: NationId
    done: list[Done] = field(default_factory=list)
    needs: list[tuple[int, Need]] = field(default_factory=list)

    def take(self, part: int, line: Line) -> None:
        """Try a line; whether the fleets suffice for all convoys is another question.

        :raises Refusal: it is illegal; nothing of it is done
        """
        before = self.play.state
        try:
            needs = self._needs_of(line, part)
            carry_out(self.play, self.nation, line, part, (), frozenset())
        except Refusal as refusal:
            self.play.state = before
            refusal.part = part
            if not refusal.because:
                refusal.because = tuple(self._spent_by(line, refusal))
            raise
        self.done.append(Done(part, line, before, self.play.state))
        self.needs += [(part, need) for need in needs]

    def share_out(self) -> Plan:
        """Chains for all convoys so far.

        :raises Refusal: there are not fleets enough; `part` is the first line that lacks some
        """
        needs = [need for _, need in self.needs]
        found = self._shared(self.carriers, needs)
        if found is None:
            fits = 0
            while self._shared(self.carriers, needs[: fits + 1]) is not None:
                fits += 1
            raise self._too_few_fleets(fits)
        plan: dict[int, tuple[Chain, ...]] = {}
        for (part, _), chain in zip(self.needs, found, strict=True):
            plan[part] = (*plan.get(part, ()), chain)
        return plan

    def take_back(self) -> None:
        """Undo the line that was taken last."""
        last = self.done.pop()
        self.play.state = last.before
        self.needs = [(part, need) for part, need in self.needs if part != last.part]

    @property
    def carriers(self) -> dict[RegionId, int]:
        """sea -> fleets there that can still carry an army."""
        carriers = fleets_to_carry(self.play.state, self.nation)
        return {r: n for r, n in carriers.items() if self._game.board.is_sea(r)}

    def could_be_carried(self, line: Move, more: Mapping[RegionId, int]) -> bool:
        """Whether a line's armies would find convoys beside the others' with `more` fleets."""
        if self._game.board.is_sea(line.target) or line.target == line.origin:
            return False
        fleets = dict(self.carriers)
        for sea, number in more.items():
            fleets[sea] = fleets.get(sea, 0) + number
        number = self._number(line)
        needs = [need for _, need in self.needs]
        return self._shared(fleets, [*needs, *[self._need(line)] * number]) is not None

    @property
    def _game(self) -> Game:
        return self.play.game

    def _shared(
        self, fleets: Mapping[RegionId, int], needs: Sequence[Need]
    ) -> tuple[Chain, ...] | None:
        return share(links(self._game, self.play.state, self.nation), fleets, needs)

    def _number(self, line: Move) -> int:
        here = unmoved(self.play, self.nation, Unit.ARMY, line.origin).size
        return here if line.count == "all" else min(line.count, here)

    def _need(self, line: Move, canals: frozenset[CanalId] = frozenset()) -> Need:
        state = self.play.state
        return convoy_need(
            self._game, state, self.nation, line.origin, line.target, line.via, canals
        )

    def _needs_of(self, line: Line, part: int) -> list[Need]:
        """The needs for fleets of one line, before it is carried out; it must lead somewhere.

        :raises Refusal: it leads nowhere, even with all fleets to itself
        """
        if not isinstance(line, Move) or line.unit is Unit.FLEET:
            return []
        number = picked(self.play, self.nation, line).size
        check_army_target(self.play, line, part)
        game, state = self._game, self.play.state
        if not line.via and goes_by_land(game, state, self.nation, line.origin, line.target):
            return []
        barred = barred_armies(self.play, self.nation, line, number)
        shut = frozenset(closed(state, Unit.ARMY, line.origin)) if barred else frozenset()
        needs = [*[self._need(line, shut)] * barred, *[self._need(line)] * (number - barred)]
        held = state.nations[self.nation].fleets
        fleets = {r: n for r, n in held.items() if game.board.is_sea(r)}
        for need in dict.fromkeys(needs):
            if self._shared(fleets, [need]) is None:
                raise self._no_way(line, need, fleets)
        return needs

    def _no_way(self, line: Move, need: Need, fleets: Mapping[RegionId, int]) -> IllegalRefusal:
        """Why no army gets there: a denied canal, an earlier line, or there is no way at all."""
        free = self._need(line)
        if need.closed and self._shared(fleets, [free]) is not None:
            why = Coded("canal-closed", "army", {"canals": tuple(sorted(need.closed))})
            return refuse_army_move(self.play, self.nation, line, why, "11")
        because = self._without_them([need], fleets)
        if because:
            why = Coded("no-way", "sent-away", {"number": len(because)})
            refusal = refuse_army_move(self.play, self.nation, line, why, "5.5")
            refusal.because = because
            return refusal
        return refuse_army_move(self.play, self.nation, line)

    def _without_them(
        self, needs: Sequence[Need], fleets: Mapping[RegionId, int]
    ) -> tuple[int, ...]:
        """The lines before that have taken away fleets of a convoy; one if one suffices."""
        changes = {d.part: c for d in self.done if (c := _fleets_gone(d, self.nation))}
        for part, change in changes.items():
            if self._shared(_put_back(fleets, [change]), needs) is not None:
                return (part,)
        if self._shared(_put_back(fleets, list(changes.values())), needs) is not None:
            return tuple(changes)
        return ()

    def _too_few_fleets(self, fits: int) -> IllegalRefusal:
        """The refusal of the first need that finds no fleet, after `fits` that do."""
        part = self.needs[fits][0]
        own = [n for p, n in self.needs[: fits + 1] if p == part]
        others = [(p, n) for p, n in self.needs[:fits] if p != part]
        all_fleets = self.play.state.nations[self.nation].fleets
        fleets = {r: n for r, n in all_fleets.items() if self._game.board.is_sea(r)}
        because: tuple[int, ...] = ()
        if others and self._shared(self.carriers, own) is not None:
            why = "beside"
            because = tuple(p for p in dict.fromkeys(p for p, _ in others) if self._eases(p, fits))
        elif self._shared(fleets, own) is not None:
            why = "carried"
        else:
            needs = [n for _, n in self.needs[: fits + 1]]
            because = self._without_them(needs, self.carriers)
            why = "sent-away" if because else ""
        return IllegalRefusal("no-convoy", rule="5.5", why=why, part=part, because=because)

    def _eases(self, part: int, fits: int) -> bool:
        """Whether there would be fleets enough without the convoys of that line."""
        left = [need for p, need in self.needs[: fits + 1] if p != part]
        return self._shared(self.carriers, left) is not None

    def _spent_by(self, line: Line, refusal: Refusal) -> Iterator[int]:
        """The lines before it that have moved the units that it means."""
        if refusal.code != "no-such-units" or not isinstance(line, Move):
            return
        for done in self.done:
            moved = done.line
            if isinstance(moved, Move) and (moved.unit, moved.origin) == (line.unit, line.origin):
                yield done.part


def carry_out(
    play: Play,
    nation: NationId,
    line: Line,
    part: int,
    chains: Sequence[Chain],
    denied: frozenset[CanalId],
) -> Arrival | None:
    """Carry out one line; who has arrived may be fought by others.

    :raises Refusal: it is illegal; `play` may have been changed
    """
    if is_fleet_line(play.game, line):
        _check_fleets_part(play, line)
    elif not isinstance(line, Move):  # a move does so itself, unless all its armies stay
        play.set_maneuver(armies_begun=True)
    match line:
        case Move(unit=Unit.FLEET):
            check_fleet_step(play, nation, line)
            return move_fleets(play, nation, line, next(iter(denied), None))
        case Move():
            return move_armies(play, nation, line, part, chains, denied)
        case FightThere():
            fight_there(play, nation, line)
        case ChangeStatus():
            return change_status(play, nation, line)
        case Destroy():
            destroy(play, nation, line)
        case FlagsFirst():  # taken out of the lines when the order was taken up
            raise AssertionError(line)
        case _:
            assert_never(line)
    return None


def check_flags(play: Play, line: FlagsFirst, part: int) -> None:
    """Whether flags are placed in all the regions of a line (5.11).

    :raises IllegalRefusal: one of them is a home province
    """
    for region in line.regions:
        if not play.game.board.takes_flag(region):
            raise IllegalRefusal("no-flag-there", rule="5.11", part=part, region=region)


def is_fleet_line(game: Game, line: Line) -> bool:
    """Whether a line belongs to the fleets' part of the maneuver, which comes first."""
    match line:
        case Move(unit=unit):
            return unit is Unit.FLEET
        case FightThere(region=region):
            return game.board.is_sea(region)
        case _:
            return False


def _check_fleets_part(play: Play, line: Line) -> None:
    if not play.maneuver.armies_begun:
        return
    fights = isinstance(line, FightThere)
    raise IllegalRefusal(FLEETS_ARE_DONE, rule="11", why="fight" if fights else "move")


def _fleets_gone(done: Done, nation: NationId) -> dict[RegionId, int]:
    """sea -> how many fleets fewer (or, below zero, more) there were after the line."""
    before, after = done.before.nations[nation].fleets, done.after.nations[nation].fleets
    changes = {r: before.get(r, 0) - after.get(r, 0) for r in {**before, **after}}
    return {region: number for region, number in changes.items() if number}


def _put_back(
    fleets: Mapping[RegionId, int], changes: Sequence[Mapping[RegionId, int]]
) -> dict[RegionId, int]:
    found = dict(fleets)
    for change in changes:
        for region, number in change.items():
            found[region] = max(0, found.get(region, 0) + number)
    return found
