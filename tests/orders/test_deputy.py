"""The program's own investor: legal, the same every time, and it ends games."""

from __future__ import annotations

import random

import pytest
from support.random_games import EDITIONS, Setup, first_step, play, setup_of

from pbem.orders.ahead import deputy
from pbem.orders.ahead.deputy import Manner, decide, worth
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.written import format_command
from pbem.rules.commands import Import, Maneuver, Turn
from pbem.rules.engine import apply
from pbem.rules.state import Ask


@pytest.mark.parametrize("manner", Manner)
@pytest.mark.parametrize("seed", range(12))
def test_what_it_decides_is_legal_in_any_position(seed: int, manner: Manner) -> None:
    """And means the same when it is written and read, as the journal does."""
    rng = random.Random(f"deputy {seed}")
    for tried in play(setup_of(seed + 900), longest=250):
        if tried.step is None or tried.step.state.over or rng.random() > 0.06:
            continue
        game, state = tried.game, tried.step.state
        head = state.pending[0]
        command = decide(game, state, head, f"{seed}", manner)
        assert decide(game, state, head, f"{seed}", manner) == command
        after = apply(game, state, head.player, command).state
        text = format_command(game.board, command)
        outcome = submit(game, Names(game), state, head.player, text)
        assert outcome.accepted, text
        assert outcome.state == after


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_buys_and_moves_several_units_and_plays_for_itself(rules: str) -> None:
    game, step = first_step(Setup(rules, (), 4, 11))
    state, most, better = step.state, {Import: 0, Maneuver: 0}, 0
    for number in range(90):
        if state.over:
            break
        head = state.pending[0]
        command = decide(game, state, head, str(number))
        if isinstance(command, Turn) and isinstance(command.action, Import):
            most[Import] = max(most[Import], len(command.action.units))
        if isinstance(command, Turn) and isinstance(command.action, Maneuver):
            most[Maneuver] = max(most[Maneuver], len(command.action.lines))
        before, state = state, apply(game, state, head.player, command).state
        if head.kind is Ask.INVEST:
            better += worth(game, state, head.player) >= worth(game, before, head.player)
    assert max(most.values()) >= 2
    assert most[Maneuver] >= 2
    assert better


def test_a_large_position_costs_no_more_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0

    def counted(*args: object) -> object:
        nonlocal count
        count += 1
        return apply(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(deputy, "apply", counted)
    for tried in play(setup_of(77), longest=300):
        if tried.step is not None and not tried.step.state.over:
            last = tried
    assert last.step
    decide(last.game, last.step.state, last.step.state.pending[0], "x")
    assert 0 < count <= deputy.MOST_TRIED
