"""A maneuver as a whole (section 5): judged when ordered, carried out line by line, interrupted.

An order is judged as if everybody kept the peace and every canal were free (section 11). It is
then carried out line by line; where somebody must be asked, the rest waits in the position. After
each answer the rest is judged anew: if it has become illegal, what is done stays and the
government is asked for the rest of its maneuver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from pbem.board.ids import CanalId, NationId, RegionId, Unit
from pbem.board.model import Game
from pbem.errors import IllegalRefusal, Refusal
from pbem.rules.canals import barred_armies
from pbem.rules.combat import questions
from pbem.rules.commands import ChangeStatus, Destroy, FightThere, FlagsFirst, Line, Move
from pbem.rules.convoys import Chain, Need, links, share
from pbem.rules.denials import closed, release
from pbem.rules.events import AskedAnew
from pbem.rules.flags import settle_flags
from pbem.rules.groups import picked
from pbem.rules.moves import (
    change_status,
    check_army_target,
    check_fleet_step,
    destroy,
    fight_there,
    move_armies,
    move_fleets,
    refuse_army_move,
)
from pbem.rules.occupation import leave_of, nations_after
from pbem.rules.play import Play
from pbem.rules.reach import convoy_need, fleets_to_carry, goes_by_land
from pbem.rules.state import Arrival, Ask, Decision, Stage, State

Plan = Mapping[int, tuple[Chain, ...]]
"""part of the order -> the chains of its armies; nothing for lines that need no fleet."""

FLEETS_ARE_DONE = "fleets-are-done"
"""The code of the refusal of a fleet's line once armies have begun."""


def begin(play: Play, lines: Sequence[Line]) -> None:
    """Take up an order of maneuver lines (or the rest of one) and carry it out as far as it goes.

    :raises Refusal: a line, or all of them together, is illegal; `part` tells which
    """
    kept: list[tuple[int, Line]] = []
    first: list[RegionId] = []
    for part, line in enumerate(lines):
        if isinstance(line, FlagsFirst):
            _check_flags(play, line, part)
            first += line.regions
        else:
            kept.append((part, line))
    earlier = [r for r in play.maneuver.flags_first if r not in first]
    kept.sort(key=lambda item: not _is_fleet_line(play.game, item[1]))
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
    while play.maneuver.lines:
        try:
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
        arrival = _carry_out(play, nation, line, part, chains, denied)
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
    trial = Play(play.game, play.state, warnings=play.warnings)
    nation = play.state.nation
    needs: list[tuple[int, Need]] = []
    for line, part in zip(play.maneuver.lines, play.maneuver.parts, strict=True):
        try:
            needs += [(part, need) for need in _convoys_of(trial, nation, line, part)]
            _carry_out(trial, nation, line, part, (), frozenset())
        except Refusal as refusal:
            refusal.part = part
            raise
    return _share(trial, nation, needs)


def _share(trial: Play, nation: NationId, needs: Sequence[tuple[int, Need]]) -> Plan:
    sea_links = links(trial.game, trial.state, nation)
    carriers = fleets_to_carry(trial.state, nation)
    fleets = {r: n for r, n in carriers.items() if trial.game.board.is_sea(r)}
    found = share(sea_links, fleets, [need for _, need in needs])
    if found is None:
        fits = 0
        while share(sea_links, fleets, [need for _, need in needs[: fits + 1]]) is not None:
            fits += 1
        raise IllegalRefusal(
            "no-convoy",
            "There are not fleets enough for this convoy beside those of the lines before it: "
            "each fleet carries one army a turn.",
            "5.5",
            part=needs[fits][0],
        )
    plan: dict[int, tuple[Chain, ...]] = {}
    for (part, _), chain in zip(needs, found, strict=True):
        plan[part] = (*plan.get(part, ()), chain)
    return plan


def _convoys_of(trial: Play, nation: NationId, line: Line, part: int) -> list[Need]:
    """The needs for fleets of one line, before it is carried out; checks that it leads somewhere.

    :raises Refusal: it leads nowhere, even with all fleets to itself
    """
    if not isinstance(line, Move) or line.unit is Unit.FLEET:
        return []
    check_army_target(trial, line, part)
    number = picked(trial, nation, line).size
    game, state = trial.game, trial.state
    if not line.via and goes_by_land(game, state, nation, line.origin, line.target):
        return []
    barred = barred_armies(trial, nation, line, number)
    shut = frozenset(closed(state, Unit.ARMY, line.origin)) if barred else frozenset()
    fleets = {r: n for r, n in state.nations[nation].fleets.items() if game.board.is_sea(r)}
    needs = [
        convoy_need(game, state, nation, line.origin, line.target, line.via, canals)
        for canals, count in ((shut, barred), (frozenset(), number - barred))
        for _ in range(count)
    ]
    for need in dict.fromkeys(needs):
        if share(links(game, state, nation), fleets, [need]) is None:
            raise refuse_army_move(trial, nation, line)
    return needs


def _carry_out(
    play: Play,
    nation: NationId,
    line: Line,
    part: int,
    chains: Sequence[Chain],
    denied: frozenset[CanalId],
) -> Arrival | None:
    if _is_fleet_line(play.game, line):
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


def _check_fleets_part(play: Play, line: Line) -> None:
    if not play.maneuver.armies_begun:
        return
    fights = isinstance(line, FightThere)
    raise IllegalRefusal(
        FLEETS_ARE_DONE,
        f"The armies' part of this maneuver has begun: no more fleets "
        f"{'fight at sea' if fights else 'move'}.",
        "11",
    )


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
    play.set_maneuver(lines=(), parts=(), leave={})
    release(play)
    play.say(AskedAnew(nation, government, refusal.message))
    play.ask_turn()


def _check_flags(play: Play, line: FlagsFirst, part: int) -> None:
    for region in line.regions:
        if not play.game.board.takes_flag(region):
            raise IllegalRefusal(
                "no-flag-there",
                f"{play.game.board.name(region)} is a home province: no flag is placed there.",
                "5.11",
                part=part,
            )


def _is_fleet_line(game: Game, line: Line) -> bool:
    """Whether a line belongs to the fleets' part of the maneuver, which comes first."""
    match line:
        case Move(unit=unit):
            return unit is Unit.FLEET
        case FightThere(region=region):
            return game.board.is_sea(region)
        case _:
            return False


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
