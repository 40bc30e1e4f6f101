"""Options of the whole suite."""

from __future__ import annotations

import pytest

GAMES = 24


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--games N`: how many whole games the sweep of random games plays; `--faults all`."""
    parser.addoption(
        "--games",
        type=int,
        default=GAMES,
        help=f"whole random games to play in tests/rules/test_properties.py (default {GAMES})",
    )
    parser.addoption(
        "--faults",
        choices=("some", "all"),
        default="some",
        help="tests/faults: faults at a few steps of each scene (some), or at every step (all)",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each game, so that every core plays its share of them."""
    if "game_seed" in metafunc.fixturenames:
        number = metafunc.config.getoption("--games")
        metafunc.parametrize("game_seed", range(number), ids=lambda seed: f"game-{seed}")
