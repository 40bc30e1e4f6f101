"""A maneuver as a whole (section 5): judged when ordered, carried out line by line, interrupted.

An order is judged as if everybody kept the peace and every canal were free (section 11). It is
then carried out line by line; where somebody must be asked, the rest waits in the position. After
each answer the rest is judged anew: if it has become illegal, what is done stays and the
government is asked for the rest of its maneuver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.board.ids import CanalId, NationId, RegionId, Unit
from pbem.ground.errors import Refusal
from pbem.rules.commands import FlagsFirst, Line, Move
from pbem.rules.events import AskedAnew
from pbem.rules.maneuver.combat import questions
from pbem.rules.maneuver.convoys import Chain
from pbem.rules.maneuver.denials import release
from pbem.rules.maneuver.flags import settle_flags
from pbem.rules.maneuver.judging import (
    FLEETS_ARE_DONE,
    Plan,
    Trial,
    carry_out,
    check_flags,
    is_fleet_line,
)
from pbem.rules.maneuver.occupation import leave_of, nations_after
from pbem.rules.play import Play
from pbem.rules.state import Ask, Decision, Stage, State

__all__ = ["FLEETS_ARE_DONE", "begin", "in_progress", "judge", "resume", "with_fleets_part_open"]


def begin(play: Play, lines: Sequence[Line]) -> None:
    """Take up an order of maneuver lines (or the rest of one) and carry it out as far as it goes.

    :raises Refusal: a line, or all of them together, is illegal; `part` tells which
    """
    kept: list[tuple[int, Line]] = []
    first: list[RegionId] = []
    for part, line in enumerate(lines):
        if isinstance(line, FlagsFirst):
            check_flags(play, line, part)
            first += line.regions
        else:
            kept.append((part, line))
    earlier = [r for r in play.maneuver.flags_first if r not in first]
    kept.sort(key=lambda item: not is_fleet_line(play.game, item[1]))
    play.set_maneuver(
        lines=tuple(line for _, line in kept),
        parts=tuple(part for part, _ in kept),
        flags_first=(*first, *earlier),
        leave={},
    )
    judge(play)
    play.set(stage=Stage.MANEUVER)


def resume(play: Play) -> bool:
    """Go on with the maneuver; True once it is done, False if somebody is asked."""
    nation = play.state.nation
    play.set_maneuver(arrival=None)
    plan: Plan | None = None
    while play.maneuver.lines:
        try:
            if plan is None:
                plan = judge(Play(play.game, play.state))
        except Refusal as refusal:
            _ask_anew(play, refusal)
            return False
        line, part = play.maneuver.lines[0], play.maneuver.parts[0]
        chains = plan.get(part, ())
        asked = _leave_to_ask(play, nation, line, chains)
        if asked:
            play.ask(asked)
            return False
        denied = frozenset(c for c, allowed in play.maneuver.leave.items() if not allowed)
        play.set_maneuver(lines=play.maneuver.lines[1:], parts=play.maneuver.parts[1:], leave={})
        arrival = carry_out(play, nation, line, part, chains, denied)
        if denied or chains:  # otherwise all goes as it was judged, while nobody is asked
            plan = None
        if arrival:
            decisions = questions(play, arrival)
            if decisions:
                play.set_maneuver(arrival=arrival)
                play.ask(decisions)
                return False
    settle_flags(play, play.maneuver.flags_first)
    return True


def judge(play: Play) -> Plan:
    """Judge the lines that are still to be carried out, all together; `play` takes the warnings.

    :raises Refusal: they are illegal as a whole; `part` is the line at fault
    :returns: for each line with convoys, a chain for each of its armies
    """
    looked = Play(play.game, play.state, warnings=play.warnings)
    trial = Trial(looked, play.state.nation)
    for line, part in zip(play.maneuver.lines, play.maneuver.parts, strict=True):
        trial.take(part, line)
    return trial.share_out()


def _leave_to_ask(
    play: Play, nation: NationId, line: Line, chains: Sequence[Chain]
) -> tuple[Decision, ...]:
    """The next question about a canal for the head line, if one is still open (5.2, 11)."""
    board = play.game.board
    needed: set[CanalId] = set()
    if isinstance(line, Move) and line.unit is Unit.FLEET:
        canal = board.canal_between(line.origin, line.target)
        if canal and line.target not in board.sea[line.origin]:
            needed.add(canal.id)
    denied = {canal for canal, allowed in play.maneuver.leave.items() if not allowed}
    for chain in chains:
        if not chain.leave & denied:  # who stays anyway needs nobody else's leave
            needed |= chain.leave
    asked = []
    for ident in sorted(needed - set(play.maneuver.leave)):
        canal = board.canals[ident]
        owner = leave_of(play.state, canal, nation)
        if owner:
            asked.append(Decision(Ask.CANAL, owner[1], owner[0], canal.controller))
    order = nations_after(play.state, nation)
    return tuple(sorted(asked, key=lambda d: order.index(d.nation or nation))[:1])


def _ask_anew(play: Play, refusal: Refusal) -> None:
    nation = play.state.nation
    government = play.nation(nation).government
    assert government is not None
    left = sorted(
        zip(play.maneuver.parts, play.maneuver.lines, strict=True), key=lambda item: item[0]
    )
    failed = next((line for part, line in left if part == refusal.part), None)
    rest = tuple(line for part, line in left if part != refusal.part)
    play.set_maneuver(lines=(), parts=(), leave={})
    release(play)
    play.say(AskedAnew(nation, government, refusal.coded, failed, rest))
    play.ask_turn()


def with_fleets_part_open(state: State) -> State:
    """The position as if no armies had begun, for replaying what was taken under older rulings."""
    current = state.acting.maneuver
    if current is None:
        return state
    reopened = replace(current, armies_begun=False)
    return replace(state, acting=replace(state.acting, maneuver=reopened))


def in_progress(state: State) -> bool:
    """Whether a government is asked for the rest of its maneuver."""
    return state.stage is Stage.MANEUVER
