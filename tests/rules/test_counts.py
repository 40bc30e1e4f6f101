"""Counted choices and positions: whoever changes the rules by accident changes a number here.

The first numbers of each position are counted by hand from the rules; the deeper ones are what the
engine found when it was reviewed, and are there to notice changes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.board.ids import PlayerId, Space
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.rules.choices import choices, space_choices
from pbem.rules.engine import apply
from pbem.rules.state import State
from pbem.scenario.position import PositionPart, set_up
from pbem.store.codec import digest

PLAYERS = tuple(PlayerId(name) for name in ("Ann", "Bob", "Cyd"))


def there(
    rules: str, position: dict[str, Any], variants: tuple[str, ...] = ()
) -> tuple[Game, State]:
    """A game and a position of it, dealt in the order of the tables."""
    game = load_game(rules, variants)
    return game, set_up(game, PLAYERS, None, PositionPart.model_validate(position))


def by_space(game: Game, state: State) -> dict[Space, int]:
    """Rondel space -> how many commands are listed there."""
    found = space_choices(game, state, state.pending[0])
    return {choice.way.space: len(choice.commands) for choice in found}


def tree(game: Game, state: State, depth: int) -> tuple[int, int]:
    """How many sequences of `depth` commands there are, and how many different positions result."""
    level: Counter[str] = Counter({digest(state): 1})
    known = {digest(state): state}
    for _ in range(depth):
        after: Counter[str] = Counter()
        states: dict[str, State] = {}
        for key, times in level.items():
            before = known[key]
            if before.over:
                continue
            decision = before.pending[0]
            for command in choices(game, before, decision):
                done = apply(game, before, decision.player, command).state
                states[digest(done)] = done
                after[digest(done)] += times
        level, known = after, states
    return sum(level.values()), len(level)


def test_first_turn_of_the_first_edition() -> None:
    """Austria-Hungary: 3 sites and none; 2 factories: none, all, each; armies in 5, fleets in 1."""
    game, state = there("imperial", {})
    assert by_space(game, state) == {
        Space.TAXATION: 1,
        Space.FACTORY: 1 + 3,
        Space.PRODUCTION_A: 2 + 2,
        Space.MANEUVER_A: 1,
        Space.INVESTOR: 1,
        Space.IMPORT: 1 + 5 + 1,
        Space.PRODUCTION_B: 2 + 2,
        Space.MANEUVER_B: 1,
    }


def test_first_turn_of_2030() -> None:
    """Russia: 2 sites and none; 2 factories; armies in 4, fleets in Murmansk and Vladivostok."""
    game, state = there("imperial-2030", {"players": {"Ann": {"cash": 0}}})
    found = by_space(game, state)
    assert found[Space.FACTORY] == 1 + 2
    assert found[Space.PRODUCTION_A] == 2 + 2
    assert found[Space.IMPORT] == 1 + 4 + 2


def test_a_fleet_and_an_army() -> None:
    """From taxation without cash, three spaces ahead: factory, production-a, maneuver-a.

    The fleet of Trieste: one step. The army of Trieste: by rail to 4, out of the country to 9
    (West Balkan, Venice and Genoa, Munich, Berlin, Danzig, Warsaw, Kiev, Romania); Venice, Genoa,
    Munich, Berlin, Danzig, Warsaw and Kiev each hostile or friendly. The fleet lies in port and
    carries nobody.
    """
    game, state = there(
        "imperial",
        {
            "players": {"Ann": {"cash": 0}},
            "nations": {
                "austria-hungary": {
                    "rondel": "taxation",
                    "armies": {"trieste": 1},
                    "fleets": {"trieste": 1},
                }
            },
        },
    )
    assert by_space(game, state) == {
        Space.FACTORY: 1 + 3,
        Space.PRODUCTION_A: 2 + 2,
        Space.MANEUVER_A: 1 + 1 + 4 + 2 + 7 * 2,
        Space.INVESTOR: 0,  # the fourth space and the next cost money
        Space.IMPORT: 0,
        Space.PRODUCTION_B: 0,
    }


FIGHTS = {
    "nation": "austria-hungary",
    "players": {"Ann": {"cash": 0}, "Bob": {"cash": 0}, "Cyd": {"cash": 0}},
    "nations": {
        "austria-hungary": {
            "rondel": "production-a",
            "treasury": 0,
            "armies": {"trieste": 1},
            "fleets": {"ionian-sea": 1},
        },
        "italy": {"rondel": "production-a", "fleets": {"ionian-sea": 1, "venice": 1}},
        "france": {"rondel": "production-a"},
    },
}
CANAL = {
    "nation": "europe",
    "players": {"Ann": {"cash": 0}, "Bob": {"cash": 0}, "Cyd": {"cash": 0}},
    "nations": {
        "europe": {
            "rondel": "production-a",
            "fleets": {"mediterranean-sea": 1, "indian-ocean": 1},
            "armies": {"paris": 1},
        },
        "usa": {"flags": ["north-africa"]},
        "russia": {"rondel": "production-a", "treasury": 0},
    },
}
COUNTED = [
    # by hand: import nothing 1 (no money; no interest can be paid); maneuver: nothing 1, fleet 2,
    # battle 1, army: rail 4, neutral 4, nine foreign home provinces two ways each 18
    ("imperial", FIGHTS, 1, (31, 31)),
    ("imperial", FIGHTS, 2, (423, 421)),
    # by hand: investor 1; import 1 + 4 + 2; maneuver: nothing 1, fleets 2 + 5, army: rail 3,
    # neutral 9, four foreign home provinces two ways each 8
    ("imperial-2030", CANAL, 1, (36, 36)),
    ("imperial-2030", CANAL, 2, (96, 84)),
]


@pytest.mark.parametrize(("rules", "position", "depth", "counted"), COUNTED)
def test_counted_tree(
    rules: str, position: dict[str, Any], depth: int, counted: tuple[int, int]
) -> None:
    game, state = there(rules, position)
    assert tree(game, state, depth) == counted
