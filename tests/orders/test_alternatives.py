"""What a refusal offers would be accepted: every alternative, and the form that is filled in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from support.random_games import Tried, play, random_command, setup_of

from pbem.board.ids import NationId, PlayerId, Unit
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.orders.parser.parse import parse
from pbem.orders.reader.scan import scan
from pbem.orders.submission import Result, own_turn, submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.written import format_command
from pbem.report.language.voice import Voice
from pbem.report.layout import form_lines
from pbem.rules.commands import (
    Action,
    Command,
    Factory,
    Import,
    Imported,
    Maneuver,
    Production,
    Turn,
)
from pbem.rules.state import State

LINES = ("ARMY ", "ARMIES ", "FLEET ", "FLEETS ", "FIGHT ", "STATUS ", "DESTROY ")


@cache
def names_of(rules: str) -> Names:
    """The names of an edition's board."""
    return Names(load_game(rules))


def accepted(game: Game, state: State, player: PlayerId, text: str) -> bool:
    """Whether all of it is taken and nothing passed over."""
    outcome = submit(game, names_of(game.rules.id), state, player, text)
    passed_over = [line for line in outcome.ignored if not line.text.startswith("#")]
    return outcome.accepted and not passed_over


def results(game: Game, state: State, player: PlayerId, text: str) -> tuple[Result, ...]:
    """What becomes of a text."""
    return submit(game, names_of(game.rules.id), state, player, text).results


def misspelt(rng: random.Random, text: str) -> str:
    """The text with a letter left out, doubled or changed, behind its heading."""
    at = rng.randrange(text.find(":") + 1, len(text))
    if not text[at].isalpha():
        return text
    return text[:at] + rng.choice(("", text[at] * 2, "x")) + text[at + 1 :]


def wrong_orders(seed: int) -> Iterator[tuple[Game, State, PlayerId, str]]:
    """Orders of whoever must decide in a random game, many of them wrong in several places."""
    rng = random.Random(f"wrong {seed}")
    for number, done in enumerate(play(setup_of(seed), ill=0, longest=70)):
        if done.before.over or done.before.pending[0].player != done.player:
            continue
        game, state = done.game, done.before
        if done.refusal is not None or rng.random() < 0.1:
            text = format_command(game.board, done.command)
            yield game, state, done.player, text
            yield game, state, done.player, misspelt(rng, text)
        if number % 5 == 0:
            yield game, state, done.player, format_command(game.board, wild(rng, done))


def wild(rng: random.Random, done: Tried) -> Command:
    """Any command; turns are those of the nation that is asked."""
    command = random_command(rng, done.game)
    nation = own_turn(done.before, done.player)
    if not isinstance(command, Turn) or nation is None:
        return command
    action = rng.choice((command.action, hopeful(rng, done.game, nation)))
    if isinstance(action, Maneuver):
        others = (random_command(rng, done.game) for _ in range(30))
        lines = [
            line
            for c in others
            if isinstance(c, Turn) and isinstance(c.action, Maneuver)
            for line in c.action.lines
        ]
        action = Maneuver(action.letter, (*action.lines, *lines[:8]))
    return Turn(nation, action)


def hopeful(rng: random.Random, game: Game, nation: NationId) -> Action:
    """What a government may well try at home, whatever it costs."""
    homes = game.board.homes[nation]
    imported = Imported(rng.choice(list(Unit)), rng.randint(1, 4), rng.choice(homes))
    return rng.choice(
        (
            Factory(rng.choice(homes)),
            Import((imported,)),
            Production(rng.choice((None, "a")), "only", tuple(rng.sample(homes, 2))),
        )
    )


def is_order(game: Game, text: str) -> bool:
    """Whether it is an order of its own, or a line of a maneuver; no form, name or mail command."""
    if "<" in text.replace("<=", ""):
        return False
    if text.startswith(LINES):
        return True
    names = names_of(game.rules.id)
    (statement, *_) = parse(names, scan(text, names.headings), game.nations[0]).statements or [None]
    return statement is not None and not statement.faults


def instead(text: str, result: Result, at: int, legal: str) -> Iterator[str]:
    """The order with an alternative in the place of a line: without the bad lines, and mended."""
    left_out = {f.line.number for f in (*result.faults, *result.leaning)} - {1}
    lines = [line for n, line in enumerate(text.split("\n"), 1) if n == at or n not in left_out]
    nation = text.partition(":")[0]
    if at == 1:
        yield "\n".join((f"{nation}: MANEUVER", legal, *lines[1:]))
        return
    if any(fault.line.number == 1 for fault in result.faults):  # a misspelt MANEUVER
        lines[0] = f"{nation}: MANEUVER {text.partition(chr(10))[0][-1]}"
    place = sum(n < at for n in range(1, at) if n not in left_out)
    yield "\n".join((*lines[:place], legal, *lines[place + 1 :]))
    counting = [row.text for row in result.form if row.counts]
    for place in range(1, len(counting) + 1):
        yield "\n".join((*counting[:place], legal, *counting[place:]))
        yield "\n".join((*counting[:place], legal, *counting[place + 1 :]))


def unfit(seed: int) -> Iterator[tuple[str, str, str, str]]:
    """Alternatives that would not be accepted: the order, the line, the code, the alternative."""
    for game, state, player, text in wrong_orders(seed):
        for result in results(game, state, player, text):
            for fault in result.faults:
                for legal in fault.refusal.legal:
                    if is_order(game, legal) and not any(
                        accepted(game, state, player, whole)
                        for whole in (legal, *instead(text, result, fault.line.number, legal))
                    ):
                        yield text, fault.line.text, fault.refusal.code, legal


@pytest.mark.parametrize("seed", range(8))
def test_every_alternative_is_accepted_in_the_place_of_the_bad_line(seed: int) -> None:
    assert list(unfit(seed)) == []


@pytest.mark.parametrize("seed", range(10, 24))
def test_the_form_is_accepted_or_says_nothing(seed: int) -> None:
    """What is sent back unchanged is never refused again: it is taken, or holds no order."""
    for game, state, player, text in wrong_orders(seed):
        for result in results(game, state, player, text):
            if result.taken:
                continue
            assert result.form, text
            sent = "\n".join(mail_lines(result))
            if any(row.counts for row in result.form):
                assert accepted(game, state, player, sent), (text, sent)
            else:
                assert results(game, state, player, sent) == (), (text, sent)


def mail_lines(result: Result) -> Iterator[str]:
    """The form as it stands in a mail."""
    for row in result.form:
        yield from form_lines(row, Voice())


def test_these_orders_are_wrong_in_all_kinds_of_ways() -> None:
    codes = Counter(
        fault.refusal.code
        for seed in range(10)
        for game, state, player, text in wrong_orders(seed)
        for result in results(game, state, player, text)
        for fault in result.faults
    )
    assert len(codes) > 20, codes
    assert {"no-way", "no-convoy", "treasury-short", "unknown-name"} <= set(codes)
