"""What is legal: for every decision, the commands that the engine would accept now.

Combinations (imports, productions, maneuvers) are listed unit by unit: each listed command is
accepted as it stands, and whole orders are judged by `engine.apply`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from pbem.board.ids import NationId, RegionId, Space, Unit
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.rules.answers import canal_asked, swiss_banks_to_ask
from pbem.rules.commands import (
    Action,
    Allow,
    Battle,
    ChangeStatus,
    Command,
    Deny,
    Destroy,
    Factory,
    Fight,
    FightThere,
    Force,
    Import,
    Imported,
    Invest,
    Investor,
    LetPass,
    Letter,
    Line,
    Maneuver,
    Move,
    Pass,
    Peace,
    Production,
    Status,
    Taxation,
    Turn,
)
from pbem.rules.engine import apply
from pbem.rules.maneuver.canals import open_steps, shut_to_all
from pbem.rules.maneuver.course import in_progress
from pbem.rules.maneuver.groups import unmoved
from pbem.rules.maneuver.occupation import is_protected, present
from pbem.rules.maneuver.reach import army_targets
from pbem.rules.play import Play
from pbem.rules.rondel import Way, ways
from pbem.rules.spaces.industry import (
    factory_sites,
    import_sites,
    largest_sets,
    produced_everywhere,
)
from pbem.rules.spaces.investor import offers
from pbem.rules.state import Ask, Decision, State


@dataclass(frozen=True, slots=True)
class SpaceChoice:
    """A rondel space in reach.

    commands: what would be accepted there; empty if the space is forbidden
    why: why it is forbidden, if it is
    may_force: whose Swiss Banks could force a stop on investor instead
    """

    way: Way
    commands: tuple[Turn, ...]
    why: Refusal | None = None
    may_force: tuple[str, ...] = ()


def choices(game: Game, state: State, decision: Decision) -> tuple[Command, ...]:
    """All commands that are listed for a decision at the head of the queue; never empty."""
    match decision.kind:
        case Ask.TURN:
            spaces = space_choices(game, state, decision)
            return tuple(command for space in spaces for command in space.commands)
        case Ask.FIGHT:
            return _fight_choices(state, decision)
        case Ask.CANAL:
            canal = canal_asked(Play(game, state), decision)
            return (Allow(canal), Deny(canal))
        case Ask.FORCE:
            return (Force(decision.nation), LetPass(decision.nation))
        case Ask.INVEST:
            return (*invest_choices(game, state, decision), Pass())
        case _:
            assert_never(decision.kind)


def invest_choices(game: Game, state: State, decision: Decision) -> tuple[Invest, ...]:
    """The investments that the asked player can afford."""
    return tuple(offer.order for offer in offers(game, state, decision))


def space_choices(game: Game, state: State, decision: Decision) -> tuple[SpaceChoice, ...]:
    """The rondel spaces in reach, nearest first; in a maneuver's middle only its own space."""
    nation = decision.nation
    assert nation is not None
    play = Play(game, state)
    if in_progress(state):
        here = state.nations[nation].rondel
        assert here is not None
        lines = maneuver_lines(play, nation)
        commands = tuple(Turn(nation, a) for a in _maneuvers(here, lines))
        return (SpaceChoice(Way(here, 0, 0, passes_investor=False), commands),)
    return tuple(_space_choice(play, decision, nation, way) for way in ways(game, state, nation))


def _space_choice(play: Play, decision: Decision, nation: NationId, way: Way) -> SpaceChoice:
    accepted: list[Turn] = []
    why: Refusal | None = None
    for action, goes_with_the_space in _actions(play, nation, way.space):
        command = Turn(nation, action)
        surely = bool(accepted) and goes_with_the_space
        reason = None if surely else _refused(play, decision, command)
        if reason is None:
            accepted.append(command)
        why = why or reason
        if reason and (reason.code, reason.why) == ("too-dear", "way"):
            break  # so is every other action there
    askers = swiss_banks_to_ask(play, nation, way)
    return SpaceChoice(way, tuple(accepted), None if accepted else why, askers)


def _refused(play: Play, decision: Decision, command: Turn) -> Refusal | None:
    try:
        apply(play.game, play.state, decision.player, command)
    except Refusal as refusal:
        return refusal
    return None


def _actions(play: Play, nation: NationId, space: Space) -> Iterator[tuple[Action, bool]]:
    """What could be done on a space, and whether it is legal wherever the space itself is."""
    match space:
        case Space.TAXATION:
            yield Taxation(), False
        case Space.INVESTOR:
            yield Investor(), False
        case Space.FACTORY:
            yield Factory(), True
            for province in factory_sites(play, nation):
                yield Factory(province), False
        case Space.PRODUCTION_A | Space.PRODUCTION_B:
            letter = _letter(space)
            yield Production(letter, "none"), True
            yield Production(letter), False
            for places in _listed_productions(play, nation):
                yield Production(letter, "only", places), False
        case Space.IMPORT:
            yield Import(), True
            for unit in Unit:
                for province in import_sites(play, nation, unit):
                    yield Import((Imported(unit, 1, province),)), False
        case Space.MANEUVER_A | Space.MANEUVER_B:
            for action in _maneuvers(space, maneuver_lines(play, nation)):
                yield action, True
        case _:
            assert_never(space)


def _listed_productions(play: Play, nation: NationId) -> Iterator[tuple[RegionId, ...]]:
    """One place at a time; if the supply is too short for all, the largest sets."""
    able = produced_everywhere(play, nation)
    made = [p for p in able if play.unused(nation, play.game.unit_made_in(p))]
    sets = largest_sets(play, nation, made)
    if len(sets) > 1:
        yield from sets
    else:
        yield from ((province,) for province in made)


def _maneuvers(space: Space, lines: Iterable[Line]) -> Iterator[Maneuver]:
    letter = _letter(space)
    yield Maneuver(letter)
    for line in lines:
        yield Maneuver(letter, (line,))


def _letter(space: Space) -> Letter:
    return "a" if space in (Space.PRODUCTION_A, Space.MANEUVER_A) else "b"


def maneuver_lines(play: Play, nation: NationId) -> tuple[Line, ...]:
    """Every line that the nation could order alone: fleets, then armies, place by place."""
    own = play.nation(nation)
    fleets_are_done = play.maneuver.armies_begun
    lines: list[Line] = []
    for region in own.fleets:
        if not fleets_are_done and unmoved(play, nation, Unit.FLEET, region).size:
            steps = open_steps(play, nation, region)
            lines += [Move(Unit.FLEET, 1, region, sea) for sea in sorted(steps)]
    for region in dict.fromkeys((*own.armies, *own.friendly)):
        if unmoved(play, nation, Unit.ARMY, region).size:
            lines += _army_lines(play, nation, region)
    for region in dict.fromkeys((*own.fleets, *own.armies, *own.friendly)):
        if fleets_are_done and play.game.board.is_sea(region):
            continue
        lines += _lines_on_the_spot(play, nation, region)
    return tuple(lines)


def _army_lines(play: Play, nation: NationId, origin: RegionId) -> Iterator[Line]:
    shut = shut_to_all(play, nation, Unit.ARMY, origin)
    for target in army_targets(play.game, play.state, nation, origin, shut):
        for status in statuses_on_arrival(play, nation, origin, target):
            yield Move(Unit.ARMY, 1, origin, target, status=status)


def statuses_on_arrival(
    play: Play, nation: NationId, origin: RegionId, target: RegionId
) -> tuple[Status | None, ...]:
    """What an army can be on arrival: nothing is to be said outside foreign home provinces."""
    if play.game.board.home_of(target) in (None, nation):
        return (None,)
    if is_protected(play.game, play.state, target) and not _frees(play, nation, origin):
        return (Status.FRIENDLY,)
    return (Status.HOSTILE, Status.FRIENDLY)


def _frees(play: Play, nation: NationId, origin: RegionId) -> bool:
    """Whether the last hostile army leaves there, so that what it occupied is free (section 11)."""
    return play.nation(nation).armies.get(origin, 0) == 1


def _lines_on_the_spot(play: Play, nation: NationId, region: RegionId) -> Iterator[Line]:
    for enemy in play.state.nations:
        if enemy != nation:
            there = present(play.state, enemy, region)
            for unit in Unit:
                if there[unit]:
                    yield FightThere(Battle(enemy, unit, 1), region)
    home = play.game.board.home_of(region)
    if home is None or home == nation:
        return
    here = unmoved(play, nation, Unit.ARMY, region)
    if here.standing:
        yield ChangeStatus(1, region, Status.FRIENDLY)
    protected = is_protected(play.game, play.state, region)
    if here.lying and not protected:
        yield ChangeStatus(1, region, Status.HOSTILE)
    standing = play.nation(nation).armies.get(region, 0)
    able = standing >= play.game.rules.units.armies_to_destroy
    defended = any(present(play.state, home, region).values())
    if able and not defended and not protected and region in play.nation(home).factories:
        yield Destroy(region)


def _fight_choices(state: State, decision: Decision) -> tuple[Command, ...]:
    arrival = state.acting.maneuver.arrival if state.acting.maneuver else None
    assert arrival is not None
    assert decision.nation is not None
    own = sum(present(state, decision.nation, arrival.region).values())
    most = min(arrival.count, own)
    fights = [Fight(state.nation, None, n, arrival.region) for n in range(1, most + 1)]
    return (*fights, Peace(arrival.region))
