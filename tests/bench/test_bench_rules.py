"""How long the rules take. Run with `--benchmark-only`; no time is ever asserted."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.convoy_positions import WORST, links_of, needs_of
from support.random_games import Setup, play

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.orders.parser.parse import parse
from pbem.orders.reader.scan import scan
from pbem.orders.text.names import Names
from pbem.rules.choices import choices
from pbem.rules.commands import Command, Taxation, Turn
from pbem.rules.engine import apply
from pbem.rules.maneuver.convoys import share
from pbem.rules.state import State
from pbem.scenario.position import PositionPart, set_up
from pbem.store.codec import digest, from_tables, to_tables

PLAYERS = tuple(PlayerId(name) for name in ("Ann", "Bob", "Cyd"))
EUROPE = NationId("europe")
FIVE = {"north-atlantic": 3, "gulf-of-guinea": 2, "indian-ocean": 1, "mediterranean-sea": 2}
BIG: dict[str, Any] = {
    "nation": "europe",
    "nations": {
        "europe": {
            "fleets": FIVE,
            "armies": {"paris": 3, "berlin": 3, "guinea": 1, "turkey": 1},
            "factories": ["paris", "london", "rome", "berlin"],
        },
        "usa": {"flags": ["north-africa"], "armies": {"quebec": 3, "congo": 1}},
        "russia": {"armies": {"ukraine": 2}, "fleets": {"caribbean-sea": 2}},
    },
}
MANEUVER = """
EUROPE: MANEUVER A
  FLEET North Atlantic -> Caribbean Sea FIGHT Russia
  FLEET Mediterranean Sea -> North Atlantic
  2 ARMIES Paris -> Quebec FIGHT USA
  ARMY Paris -> Congo
  ARMY Guinea -> Nigeria
  2 ARMIES Berlin -> Ukraine FIGHT Russia 1
  ARMY Berlin -> East Africa
  ARMY Turkey -> Iran
  FLAGS East Africa, Congo
"""


@pytest.fixture(autouse=True)
def _only_if_asked_for(request: pytest.FixtureRequest) -> None:
    """Without `--benchmark-only` nothing here is run."""
    if not request.config.getoption("benchmark_only", default=False):
        pytest.skip("a benchmark: run with --benchmark-only")


@pytest.fixture(scope="module")
def big() -> tuple[Game, State, Command]:
    """A position with many units, and a maneuver of many lines in it."""
    game = load_game("imperial-2030")
    state = set_up(game, PLAYERS, None, PositionPart.model_validate(BIG))
    names = Names(game)
    command = parse(names, scan(MANEUVER, names.headings), EUROPE).statements[0].command
    assert isinstance(command, Turn)
    return game, state, command


def test_apply_taxation(benchmark: BenchmarkFixture, big: tuple[Game, State, Command]) -> None:
    game, state, _ = big
    benchmark(apply, game, state, state.pending[0].player, Turn(EUROPE, Taxation()))


def test_apply_a_big_maneuver(
    benchmark: BenchmarkFixture, big: tuple[Game, State, Command]
) -> None:
    """Judged, shared out, carried out as far as the first question."""
    game, state, command = big
    benchmark(apply, game, state, state.pending[0].player, command)


def test_choices(benchmark: BenchmarkFixture, big: tuple[Game, State, Command]) -> None:
    game, state, _ = big
    benchmark(choices, game, state, state.pending[0])


@pytest.mark.parametrize("name", sorted(WORST))
def test_share_the_worst_convoys(benchmark: BenchmarkFixture, name: str) -> None:
    worst = WORST[name]
    benchmark(share, links_of(worst.rules), worst.fleets, needs_of(worst))


def test_digest(benchmark: BenchmarkFixture, big: tuple[Game, State, Command]) -> None:
    benchmark(digest, big[1])


def test_round_trip(benchmark: BenchmarkFixture, big: tuple[Game, State, Command]) -> None:
    benchmark(lambda: from_tables(to_tables(big[1]), "here"))


def test_a_whole_random_game(benchmark: BenchmarkFixture) -> None:
    setup = Setup("imperial-2030", (), 4, 1)
    benchmark(lambda: sum(1 for _ in play(setup, ill=0)))
