"""What is true of every game: money, supplies, choices, refusals, codec, order language.

Whole games are played at random (`--games N` of them, of all editions, variants and numbers of
players), and hypothesis draws further beginnings of games and orders.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_games import (
    EDITIONS,
    NAMES,
    Setup,
    Tried,
    first_step,
    play,
    random_command,
    setup_of,
    tried,
)

from pbem.board.ids import NationId, RegionId, Unit
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.ground.disk import toml_bytes
from pbem.ground.errors import Refusal
from pbem.orders.parser.parse import parse
from pbem.orders.reader.scan import scan
from pbem.orders.text.names import Names
from pbem.orders.verbs.written import format_command
from pbem.report.language.voice import Voice
from pbem.rules.choices import choices
from pbem.rules.commands import (
    Battle,
    Command,
    Fight,
    FightThere,
    Import,
    Imported,
    Maneuver,
    Turn,
)
from pbem.rules.engine import apply
from pbem.rules.events import UnitsMoved
from pbem.rules.invariants import faults
from pbem.rules.play import Play, count_units
from pbem.rules.state import Ask, State
from pbem.store.codec import digest, from_tables, to_tables


@pytest.mark.slow
def test_a_whole_game_keeps_every_property(game_seed: int) -> None:
    setup = setup_of(game_seed)
    hold_to_everything(setup, longest=3000, to_the_end=True)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game(game_seed: int) -> None:
    """The game of each sixth seed is played twice."""
    if game_seed % 6 == 0:
        setup = setup_of(game_seed)
        assert _fingerprint(setup, 150) == _fingerprint(setup, 150)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any edition with any of its variants, and any number of players."""
    rules = draw(st.sampled_from(EDITIONS))
    known = sorted(load_game(rules).rules.variants)
    variants = tuple(sorted(draw(st.sets(st.sampled_from(known)))))
    players = draw(st.integers(min_value=2, max_value=6))
    return Setup(rules, variants, players, draw(st.integers(0, 2**32)))


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(setup=setups(), ill=st.sampled_from((0.0, 0.3, 0.9)))
def test_the_beginning_of_any_game_keeps_every_property(setup: Setup, ill: float) -> None:
    hold_to_everything(setup, longest=80, ill=ill)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_what_is_no_legal_order_is_refused_and_nothing_else(setup: Setup, seed: int) -> None:
    game, step = first_step(setup)
    rng = random.Random(seed)
    before = digest(step.state)
    for _ in range(20):
        tried(game, step.state, rng.choice(step.state.seats), random_command(rng, game), kept=False)
    assert digest(step.state) == before


def nonsense(nation: NationId, home: RegionId, other: NationId) -> list[Command]:
    """Commands that the order language cannot even write: numbers below one."""
    return [
        Turn(nation, Import((Imported(Unit.ARMY, -1, home),))),
        Turn(nation, Import((Imported(Unit.ARMY, 0, home),))),
        Turn(nation, Import((Imported(Unit.ARMY, 5, home), Imported(Unit.ARMY, -3, home)))),
        Turn(nation, Maneuver("a", (FightThere(Battle(other, None, -1), home),))),
        Turn(nation, Maneuver("a", (FightThere(Battle(other, None, 0), home),))),
    ]


def test_numbers_below_one_are_refused() -> None:
    """Section 4.3 and 5.9: so many units, so many pairs."""
    game, step = first_step(Setup("imperial", (), 2, 0))
    nation, other = game.nations[:2]
    home = game.board.homes[nation][0]
    state = step.state
    play_there = Play(game, state)
    play_there.set_nation(nation, armies={home: 2})
    play_there.set_nation(other, friendly={home: 2})
    state = play_there.state
    accepted = []
    for command in nonsense(nation, home, other):
        try:
            apply(game, state, state.pending[0].player, command)
        except Refusal:
            continue
        accepted.append(command)
    assert not accepted


@pytest.mark.parametrize(
    "command",
    [Fight(None, None, None, RegionId("kiev")), Fight(None, None, 1), Fight(None, Unit.ARMY)],
)
def test_a_fight_without_a_nation_is_read_as_it_is_written(command: Fight) -> None:
    assert _read_back(load_game("imperial"), command) == command


def hold_to_everything(
    setup: Setup, longest: int, *, ill: float = 0.1, to_the_end: bool = False
) -> None:
    """Play a game and hold each of its steps to every property.

    :param to_the_end: whether the game must also come to an end
    """
    rng = random.Random(f"looking {setup.seed}")
    game, first = first_step(setup)
    state = first.state
    look = _Look(game, _money(state), rng)
    look.at_position(state)
    for done in play(setup, ill=ill, longest=longest):
        look.at_try(done)
        if done.step and done.kept:
            state = done.step.state
    assert state.over or not to_the_end, f"{setup} does not end"


class _Look:
    """Looks at a game that goes by."""

    def __init__(self, game: Game, money: int, rng: random.Random) -> None:
        self.game = game
        self.voice = Voice(board=game.board)
        self.money = money
        self.rng = rng
        self.turn = 0
        self.fleets = 0
        self.carried = 0

    def at_try(self, done: Tried) -> None:
        """A command: it can be written and read back; refused or not, nothing changed before it."""
        said = f"{done.player}: {done.command}"
        assert _read_back(self.game, done.command) == done.command, said
        if done.step is None:
            assert done.refusal is not None
            assert done.refusal.code, said
            assert self.voice(done.refusal), said
        elif done.kept:
            self._convoys(done)
            self.at_position(done.step.state)
        if not done.kept or self.rng.random() < 0.3:
            before = digest(done.before)
            tried(self.game, done.before, done.player, done.command, kept=False)
            assert digest(done.before) == before, said

    def at_position(self, state: State) -> None:
        """A position: nothing impossible, money kept, somebody asked, storable."""
        assert list(faults(self.game, state)) == []
        assert _money(state) == self.money
        assert bool(state.pending) != state.over
        self._stored(state)
        if state.pending and self.rng.random() < 0.1:
            self._choices(state, everything=self.rng.random() < 0.05)

    def _choices(self, state: State, *, everything: bool) -> None:
        decision = state.pending[0]
        listed = choices(self.game, state, decision)
        assert listed, f"no choice for {decision}"
        some = listed if everything else self.rng.sample(listed, min(3, len(listed)))
        for command in some:
            apply(self.game, state, decision.player, command)  # raises if it is refused

    def _stored(self, state: State) -> None:
        tables = to_tables(state)
        again = from_tables(tables, "here")
        assert again == state
        assert digest(again) == digest(state)
        if self.rng.random() < 0.05:
            written = toml_bytes(tables)
            read = from_tables(tomllib.loads(written.decode()), "here")
            assert read == state
            assert toml_bytes(to_tables(read)) == written

    def _convoys(self, done: Tried) -> None:
        """In a turn, convoys use no more fleets than the nation has (section 5.5)."""
        before = done.before
        if before.turn != self.turn:
            self.turn = before.turn
            self.fleets = count_units(before.nations[before.nation], Unit.FLEET)
            self.carried = 0
        assert done.step is not None
        for event in done.step.events:
            if isinstance(event, UnitsMoved) and event.unit is Unit.ARMY:
                self.carried += sum(map(len, event.via))
        assert self.carried <= self.fleets, f"{done.player}: {done.command}"


def _money(state: State) -> int:
    cash = sum(p.cash for p in state.players.values())
    return cash + sum(n.treasury for n in state.nations.values()) + state.bank


def _read_back(game: Game, command: Command) -> Command | None:
    command_text = format_command(game.board, command)
    names = _names(game.rules.id)
    parsed = parse(names, scan(command_text, names.headings), None)
    assert len(parsed.statements) == 1, command_text
    found = parsed.statements[0].command
    assert format_command(game.board, command) == command_text
    return found  # type: ignore[return-value]


@cache
def _names(rules: str) -> Names:
    return Names(load_game(rules))


def _fingerprint(setup: Setup, longest: int) -> list[str]:
    seen = []
    for done in play(setup, longest=longest):
        seen.append(repr(done.command))
        if done.step:
            seen.append(digest(done.step.state))
    return seen


def test_the_sweep_covers_everything() -> None:
    """Among the setups of the CI's sweep are all editions, variants and numbers of players."""
    drawn = [setup_of(seed) for seed in range(500)]
    seen = Counter((s.rules, name) for s in drawn for name in s.variants)
    for rules in EDITIONS:
        for name in load_game(rules).rules.variants:
            assert seen[(rules, name)] > 20
        assert {s.players for s in drawn if s.rules == rules} == set(range(2, len(NAMES) + 1))


def test_a_game_asks_everything() -> None:
    """The random games do put every kind of question (all of them legal)."""
    asked: set[Ask] = set()
    for seed in (50, 14, *range(40)):  # the first of these ask a lot
        for done in play(setup_of(seed), longest=400, ill=0):
            asked.add(done.before.pending[0].kind)
        if asked == set(Ask):
            break
    assert asked == set(Ask)
