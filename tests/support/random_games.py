"""Whole games played at random, of any edition, variants and number of players.

The same `Setup` gives the same game. The players are biased so that games end by themselves: they
spread over the board, tax when it pays, and invest. They also fight, change status, destroy, use
canals, give, and try what is not allowed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pbem.board.ids import CanalId, NationId, PlayerId, RegionId, Space, Unit
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.rules.choices import choices, maneuver_lines
from pbem.rules.commands import (
    ALL,
    Action,
    Allow,
    Battle,
    ChangeStatus,
    Command,
    Count,
    Deny,
    Destroy,
    Factory,
    Fight,
    FightThere,
    FlagsFirst,
    Force,
    Give,
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
from pbem.rules.engine import Step, apply, start
from pbem.rules.maneuver.course import in_progress
from pbem.rules.maneuver.occupation import flag_owner, present
from pbem.rules.play import Play
from pbem.rules.rondel import Way, ways
from pbem.rules.setup import random_deal, random_start_player
from pbem.rules.spaces.industry import factory_sites, import_sites, produced_everywhere
from pbem.rules.spaces.investor import interest_bill
from pbem.rules.spaces.taxation import tax_bill
from pbem.rules.state import Ask, Decision, State

NAMES = tuple(PlayerId(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"))
EDITIONS = ("imperial", "imperial-2010", "imperial-2030")
LONGEST = 3000  # tries; a random game that takes longer is given up

Rng = random.Random


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, by how many, and the seed of everything that chance decides."""

    rules: str
    variants: tuple[str, ...]
    players: int
    seed: int

    def __str__(self) -> str:
        return f"{self.rules}+{','.join(self.variants) or '-'}/{self.players}#{self.seed}"


@dataclass(frozen=True, slots=True)
class Tried:
    """A command that was tried: the position before it, and what came of it.

    kept: whether the game goes on from `step`; a try that is out of turn is only looked at
    """

    game: Game
    before: State
    player: PlayerId
    command: Command
    step: Step | None
    refusal: Refusal | None
    kept: bool


def setup_of(seed: int) -> Setup:
    """An edition, variants, and a number of players, drawn from a seed."""
    rng = random.Random(f"setup {seed}")
    rules = rng.choice(EDITIONS)
    known = sorted(load_game(rules).rules.variants)
    variants = tuple(name for name in known if rng.random() < 0.3)
    return Setup(rules, variants, rng.randint(2, 6), seed)


def first_step(setup: Setup) -> tuple[Game, Step]:
    """The game and its first position."""
    game = load_game(setup.rules, setup.variants)
    players = NAMES[: setup.players]
    if game.rules.setup.distribution == "auction":
        chosen = random_start_player(players, setup.seed)
        return game, start(game, players, start_player=chosen)
    return game, start(game, players, random_deal(game, players, setup.seed))


def play(setup: Setup, *, ill: float = 0.1, longest: int = LONGEST) -> Iterator[Tried]:
    """Every command that is tried until the game is over, or `longest` have been tried.

    :param ill: how often somebody tries something at random, mostly not allowed
    """
    rng = random.Random(f"game {setup.seed}")
    game, step = first_step(setup)
    state = step.state
    for _ in range(longest):
        if state.over:
            return
        if rng.random() < ill:
            yield tried(game, state, rng.choice(state.seats), random_command(rng, game), kept=False)
        if rng.random() < 0.02 and (gift := _gift(rng, game, state)):
            done = tried(game, state, gift[0], gift[1], kept=True)
            yield done
            state = done.step.state if done.step else state
            if state.over:
                return
        for done in answers(rng, game, state):
            yield done
            if done.step:
                state = done.step.state
                break


def tried(game: Game, state: State, player: PlayerId, command: Command, *, kept: bool) -> Tried:
    """A command tried on a position."""
    try:
        step = apply(game, state, player, command)
    except Refusal as refusal:
        return Tried(game, state, player, command, None, refusal, kept)
    return Tried(game, state, player, command, step, None, kept)


def answers(rng: Rng, game: Game, state: State) -> Iterator[Tried]:
    """Tries for the decision at the head of the queue, ending with one that is accepted."""
    decision = state.pending[0]
    for command in _wishes(rng, game, state, decision):
        yield tried(game, state, decision.player, command, kept=True)
    for command in choices(game, state, decision):
        yield tried(game, state, decision.player, command, kept=True)
    raise AssertionError(f"nothing is accepted for {decision}")


def _wishes(rng: Rng, game: Game, state: State, decision: Decision) -> Iterator[Command]:
    match decision.kind:
        case Ask.TURN:
            assert decision.nation is not None
            yield from _turns(rng, game, state, decision.nation)
        case Ask.INVEST:
            listed = [c for c in choices(game, state, decision) if isinstance(c, Invest)]
            if listed and rng.random() < 0.85:
                yield rng.choice(sorted(listed, key=lambda c: c.price)[-6:])
            yield Pass()
        case Ask.FIGHT:
            listed_fights = choices(game, state, decision)
            yield rng.choice(listed_fights) if rng.random() < 0.5 else listed_fights[-1]
        case Ask.CANAL | Ask.FORCE:
            yield rng.choice(choices(game, state, decision))


def _turns(rng: Rng, game: Game, state: State, nation: NationId) -> Iterator[Turn]:
    if in_progress(state):
        yield from _maneuvers(rng, game, state, nation, None)
        yield Turn(nation, Maneuver())
        return
    government = state.nations[nation].government
    assert government is not None
    cash = state.players[government].cash
    affordable = [way for way in ways(game, state, nation) if way.cost <= cash]
    while affordable:
        weights = [_weight(game, state, nation, way) for way in affordable]
        way = rng.choices(affordable, weights)[0]
        affordable.remove(way)
        yield from _on_space(rng, game, state, nation, way)


def _weight(game: Game, state: State, nation: NationId, way: Way) -> float:
    """How much the government likes a space, whatever it costs others."""
    own = state.nations[nation]
    dear = 1 / (1 + way.cost)
    match way.space:
        case Space.TAXATION:
            bill = tax_bill(game, state, nation)
            return dear * (0.3 + bill.power**2 + bill.bonus + bill.collected / 2)
        case Space.FACTORY:
            return dear * (4 if own.treasury >= game.rules.units.factory_price else 0.2)
        case Space.PRODUCTION_A | Space.PRODUCTION_B:
            return dear * 5
        case Space.IMPORT:
            return dear * (3 if own.treasury > 2 else 0.2)
        case Space.INVESTOR:
            bill_of_interest = interest_bill(game, state, nation)
            return dear * (0.3 if bill_of_interest.short else 2)
        case Space.MANEUVER_A | Space.MANEUVER_B:
            units = (*own.armies.values(), *own.friendly.values(), *own.fleets.values())
            return dear * (0.1 + 2 * sum(units))


def _on_space(rng: Rng, game: Game, state: State, nation: NationId, way: Way) -> Iterator[Turn]:
    looked = Play(game, state)
    match way.space:
        case Space.TAXATION:
            yield Turn(nation, Taxation())
        case Space.INVESTOR:
            yield Turn(nation, Investor())
        case Space.FACTORY:
            sites = factory_sites(looked, nation)
            if sites:
                yield Turn(nation, Factory(rng.choice(sites)))
            yield Turn(nation, Factory())
        case Space.PRODUCTION_A | Space.PRODUCTION_B:
            yield from _productions(rng, looked, nation, _letter(way.space))
        case Space.IMPORT:
            for _ in range(3):
                yield Turn(nation, _import(rng, looked, nation))
            yield Turn(nation, Import())
        case Space.MANEUVER_A | Space.MANEUVER_B:
            yield from _maneuvers(rng, game, state, nation, _letter(way.space))
            yield Turn(nation, Maneuver(_letter(way.space)))


def _productions(rng: Rng, looked: Play, nation: NationId, letter: Letter) -> Iterator[Turn]:
    sites = produced_everywhere(looked, nation)
    some = tuple(p for p in sites if rng.random() < 0.6)
    if some and rng.random() < 0.3:
        yield Turn(nation, Production(letter, rng.choice(("only", "except")), some))
    yield Turn(nation, Production(letter))
    for site in sites:
        yield Turn(nation, Production(letter, "only", (site,)))
    yield Turn(nation, Production(letter, "none"))


def _import(rng: Rng, looked: Play, nation: NationId) -> Import:
    units: list[Imported] = []
    left = rng.choice((1, 2, 3, 3, 3, 4))
    while left:
        unit = rng.choice(list(Unit))
        sites = import_sites(looked, nation, unit)
        if not sites:
            break
        count = rng.randint(1, left)
        units.append(Imported(unit, count, rng.choice(sites)))
        left -= count
    return Import(tuple(units))


def _maneuvers(
    rng: Rng, game: Game, state: State, nation: NationId, letter: Letter | None
) -> Iterator[Turn]:
    """Maneuvers of several lines; of a refused one the line at fault is left out."""
    lines = _lines(rng, game, state, nation)
    while lines:
        command = Turn(nation, Maneuver(letter, tuple(lines)))
        yield command
        decision = state.pending[0]
        try:
            apply(game, state, decision.player, command)
        except Refusal as refusal:
            del lines[refusal.part if refusal.part is not None else -1]
        else:
            return  # accepted: the caller stops here


def _lines(rng: Rng, game: Game, state: State, nation: NationId) -> list[Line]:
    listed = maneuver_lines(Play(game, state), nation)
    by_origin: dict[tuple[Unit, RegionId], list[Move]] = {}
    others: list[Line] = []
    for line in listed:
        if isinstance(line, Move):
            by_origin.setdefault((line.unit, line.origin), []).append(line)
        else:
            others.append(line)
    chosen: list[Line] = []
    for (unit, origin), moves in by_origin.items():
        own = state.nations[nation]
        here = (
            sum(present(state, nation, origin).values())
            if unit is Unit.ARMY
            else (own.fleets.get(origin, 0))
        )
        wanted = sum(rng.random() < 0.85 for _ in range(min(here, 4)))
        liked = [rng.choice(_liked(state, moves)) for _ in range(wanted)]
        chosen += [_varied(rng, game, state, nation, move) for move in liked]
    chosen += [_fewer_or_more(rng, line) for line in others if rng.random() < 0.15]
    if rng.random() < 0.3:
        chosen = [*chosen, *_raid(rng, game, state, nation, by_origin)]
    elif rng.random() < 0.5:
        chosen += [line for line in others if isinstance(line, Destroy)]
    if rng.random() < 0.1:
        places = [r for r in game.board.regions if game.board.takes_flag(r)]
        chosen.append(FlagsFirst(tuple(rng.sample(places, 3))))
    if rng.random() < 0.2:
        rng.shuffle(chosen)
    return chosen


def _raid(
    rng: Rng,
    game: Game,
    state: State,
    nation: NationId,
    by_origin: dict[tuple[Unit, RegionId], list[Move]],
) -> list[Line]:
    """Every army that can goes to one foreign factory, to fight and destroy it."""
    moves = [m for ms in by_origin.values() for m in ms if m.unit is Unit.ARMY]
    factories = {p: n for n, s in state.nations.items() for p in s.factories if n != nation}
    targets = sorted({m.target for m in moves} & set(factories))
    if not targets:
        return []
    target = rng.choice(targets)
    armies = [m for m in moves if m.target == target and m.status is Status.HOSTILE]
    lines: list[Line] = [replace(m, count=ALL) for m in armies]
    if any(present(state, factories[target], target).values()):
        lines.append(FightThere(Battle(factories[target]), target))
    return [*lines, Destroy(target)]


def _liked(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Rather to where no flag lies yet."""
    new = [m for m in moves if flag_owner(state, m.target) is None]
    return (*moves, *new, *new, *new)


def _varied(rng: Rng, game: Game, state: State, nation: NationId, move: Move) -> Move:
    count: Count = rng.choice((1, 1, 1, 1, 2, ALL))
    varied = replace(move, count=count)
    if varied.status is Status.HOSTILE and rng.random() < 0.3:
        varied = replace(varied, status=None)
    foes = [
        n for n in state.nations if n != nation and any(present(state, n, move.target).values())
    ]
    if foes and rng.random() < 0.5:
        foe = rng.choice(foes)
        unit = rng.choice((None, None, Unit.ARMY, Unit.FLEET))
        varied = replace(varied, battle=Battle(foe, unit, rng.choice((None, None, 1, 2))))
    seas = [r for r in state.nations[nation].fleets if game.board.is_sea(r)]
    if move.unit is Unit.ARMY and seas and rng.random() < 0.1:
        varied = replace(varied, via=tuple(rng.sample(seas, min(len(seas), rng.randint(1, 3)))))
    return varied


def _fewer_or_more(rng: Rng, line: Line) -> Line:
    if isinstance(line, ChangeStatus) and rng.random() < 0.5:
        return replace(line, count=ALL)
    if isinstance(line, FightThere) and rng.random() < 0.5:
        return replace(line, battle=replace(line.battle, count=None))
    return line


def _gift(rng: Rng, game: Game, state: State) -> tuple[PlayerId, Give] | None:
    player = rng.choice(state.seats)
    cash = state.players[player].cash
    if not cash:
        return None
    return player, Give(rng.randint(1, min(cash + 1, 4)), rng.choice(game.nations))


def _letter(space: Space) -> Letter:
    return "a" if space in (Space.PRODUCTION_A, Space.MANEUVER_A) else "b"


def random_command(rng: Rng, game: Game) -> Command:
    """Any command about this board, sense or nonsense; numbers as an order can hold them."""
    region, nation = _region(rng, game), rng.choice(game.nations)
    canals: list[CanalId | None] = [None, *game.board.canals]
    count = rng.choice((None, 1, 2, 9))
    unit = rng.choice((None, Unit.ARMY, Unit.FLEET))
    others: tuple[Command, ...] = (
        Invest(rng.choice((1, *game.rules.bonds.prices)), nation, rng.choice((None, 2, 4, 9))),
        Pass(),
        Fight(rng.choice((None, nation)), unit, count, rng.choice((None, region))),
        Peace(rng.choice((None, region))),
        Allow(rng.choice(canals)),
        Deny(rng.choice(canals)),
        Force(rng.choice((None, nation))),
        LetPass(rng.choice((None, nation))),
        Give(rng.randint(1, 50), nation),
    )
    if rng.random() < 0.5:
        return rng.choice(others)
    return Turn(nation, random_action(rng, game))


def random_action(rng: Rng, game: Game) -> Action:
    """Any action, sense or nonsense."""
    letter: Letter | None = rng.choice((None, "a", "b"))
    some = tuple(_region(rng, game) for _ in range(rng.randint(1, 3)))
    choice: Literal["only", "except"] = rng.choice(("only", "except"))
    imported = tuple(
        Imported(rng.choice(list(Unit)), rng.randint(1, 3), _region(rng, game))
        for _ in range(rng.randint(0, 3))
    )
    actions: tuple[Action, ...] = (
        Factory(rng.choice((None, some[0]))),
        Production(letter, rng.choice(("all", "none"))),
        Production(letter, choice, tuple(dict.fromkeys(some))),
        Import(imported),
        Investor(),
        Taxation(),
        Maneuver(letter, tuple(random_line(rng, game) for _ in range(rng.randint(0, 4)))),
    )
    return rng.choice(actions)


def random_line(rng: Rng, game: Game) -> Line:
    """Any line of a maneuver but `FLAGS`, sense or nonsense."""
    unit, region = rng.choice(list(Unit)), _region(rng, game)
    count: Count = rng.choice((1, 1, 2, 12, ALL))
    enemy = rng.choice(game.nations)
    battle = Battle(enemy, rng.choice((None, *Unit)), rng.choice((None, 1, 3)))
    via = tuple(_region(rng, game) for _ in range(rng.choice((0, 0, 1, 2))))
    status = rng.choice((None, *Status))
    lines: tuple[Line, ...] = (
        Move(unit, count, region, _region(rng, game), via, status, rng.choice((None, battle))),
        FightThere(battle, region),
        ChangeStatus(count, region, status or Status.HOSTILE),
        Destroy(region),
    )
    return rng.choice(lines)


def _region(rng: Rng, game: Game) -> RegionId:
    return rng.choice(tuple(game.board.regions))
