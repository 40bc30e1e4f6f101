"""What is done when nothing comes: always legal, always an answer, and it costs nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.random_games import answers, first_step, setup_of

from pbem.orders.ahead.defaults import default_answer, unasked_answer
from pbem.orders.ahead.standing import NOTHING
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.written import format_command
from pbem.rules.commands import (
    Deny,
    Factory,
    Import,
    Investor,
    LetPass,
    Maneuver,
    Pass,
    Peace,
    Production,
    Taxation,
    Turn,
)
from pbem.rules.engine import apply
from pbem.rules.state import Ask, Stage

ANSWERS = {Ask.FIGHT: Peace, Ask.CANAL: Deny, Ask.FORCE: LetPass, Ask.INVEST: Pass}
DECISIONS = 160


@pytest.mark.parametrize("seed", range(12))
def test_the_default_is_legal_and_answers_whatever_is_asked(seed: int) -> None:
    """In random games of all editions; also as the text that a mail would hold."""
    game, first = first_step(setup_of(seed + 900))
    names, rng, state = Names(game), random.Random(f"defaults {seed}"), first.state
    for _ in range(DECISIONS):
        if state.over:
            break
        decision = state.pending[0]
        command = default_answer(game, state, decision)
        step = apply(game, state, decision.player, command)
        assert step.state.asking != state.asking
        if decision.kind is Ask.TURN:
            assert isinstance(command, Turn)
            assert not isinstance(command.action, Investor)
        else:
            assert isinstance(command, ANSWERS[decision.kind])
        before, after = (s.players[decision.player].cash for s in (state, step.state))
        assert after >= before
        text = format_command(game.board, command)
        again = submit(game, names, state, decision.player, text)
        assert (again.accepted, again.state) == (True, step.state), text
        state = next(done.step.state for done in answers(rng, game, state) if done.step)


def test_a_game_of_defaults_goes_on() -> None:
    """Nobody needs to be there: turns are made, money is kept, no nation stands still."""
    games = (first_step(setup_of(seed)) for seed in range(99))
    game, first = next(g for g in games if g[1].state.stage is Stage.TURN)
    state, done = first.state, Counter[type]()
    for _ in range(120):
        if state.over:
            break
        decision = state.pending[0]
        command = default_answer(game, state, decision)
        state = apply(game, state, decision.player, command).state
        if isinstance(command, Turn):
            done[type(command.action)] += 1
    assert state.turn > 30 or state.over
    assert done[Production] > done[Taxation] > 0
    assert set(done) <= {Production, Taxation, Import, Factory, Maneuver}


STANCES = (
    ("STANCE PEACE\nSTANCE ASK IN {region}", Peace),
    ("STANCE ASK", None),
    ("STANCE ASK\nSTANCE PEACE IN {region}", Peace),
)


@pytest.mark.parametrize(("text", "expected"), STANCES)
def test_a_standing_answer_counts_though_another_says_ask(text: str, expected: type | None) -> None:
    """Whoever wants to be asked and does not answer has still said something."""
    for seed in range(40):
        game, first = first_step(setup_of(seed + 300))
        names, rng, state = Names(game), random.Random(f"ask {seed}"), first.state
        for _ in range(200):
            if state.over:
                break
            head = state.pending[0]
            if head.kind is Ask.FIGHT:
                assert head.region is not None
                said = text.format(region=game.board.name(head.region))
                kept = submit(game, names, state, head.player, said, NOTHING).standing
                found = unasked_answer(game, state, kept, head)
                assert (type(found) if found else None) is expected
                return
            state = next(done.step.state for done in answers(rng, game, state) if done.step)
    pytest.fail("no fight was asked for")
