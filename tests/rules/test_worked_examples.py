"""The worked examples of the booklets (rules, section 12): each one a test, here or as a case.

What an army or a fleet *can* reach is more than one order can show, so the whole lists are here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.board.ids import NationId, PlayerId, RegionId
from pbem.board.load import load_game
from pbem.rules.maneuver.reach import army_targets, fleet_steps
from pbem.rules.scoring import score
from pbem.scenario.position import PositionPart, set_up

CASES = Path(__file__).parents[1] / "cases"
PLAYERS = tuple(PlayerId(name) for name in ("Ann", "Bob", "Cyd"))

EXAMPLES: dict[int, tuple[str, ...]] = {
    1: (
        "imperial-2030/07-rondel-example-taxation.toml",
        "imperial-2030/08-rondel-example-factory.toml",
    ),
    2: (
        "imperial/08-italy-from-investor-to-taxation.toml",
        "imperial/09-italy-from-investor-to-factory.toml",
    ),
    3: (
        "imperial-2030/43-end-of-game.toml",
        "imperial/51-end-and-scores.toml",
        "test_interest_times_factor",
    ),
    4: ("imperial-2030/37-taxation-example.toml",),
    5: ("imperial-2030/44-tax-increase-bonus.toml",),
    6: (
        "imperial/37-taxation-german-example.toml",
        "imperial-2010/13-taxation-german-example.toml",
    ),
    7: (
        "imperial/13-factory-german-example.toml",
        "project/154-factory-munich.toml",
        "imperial-2030/15-factory-example.toml",
        "project/155-factory-berlin.toml",
        "project/156-the-city-decides-what-is-made.toml",
    ),
    8: ("imperial-2030/16-production-example.toml",),
    9: ("imperial/15-production-german-example.toml",),
    10: ("imperial-2030/27-convoy-example.toml", "test_army_reach[vladivostok]"),
    11: (
        "imperial-2030/29-rail-example-india.toml",
        "test_army_reach[new-delhi]",
        "test_army_reach[afghanistan]",
    ),
    12: ("imperial/24-convoy-trieste-example.toml", "test_army_reach[trieste]"),
    13: (
        "imperial/25-rail-german-example.toml",
        "imperial/57-rail-german-example-continued.toml",
        "test_army_reach[holland]",
        "test_army_reach[cologne]",
    ),
    14: (
        "imperial-2030/34-destroy-murmansk.toml",
        "imperial/33-destruction-in-venice-example.toml",
    ),
    15: (
        "imperial-2030/24-canal-suez-allowed.toml",
        "imperial-2030/25-canal-denied.toml",
    ),
    16: (
        "imperial-2030/30-rail-cut.toml",
        "project/86-rail-cut-from-murmansk.toml",
        "imperial/26-rail-cut-in-berlin.toml",
    ),
    17: (
        "imperial-2030/41-investing-upgrade.toml",
        "imperial/42-upgrade-example.toml",
        "imperial-2010/15-upgrade-example.toml",
    ),
    18: (
        "imperial/38-largest-revenue-twenty.toml",
        "imperial-2010/12-largest-revenue-twenty-five.toml",
        "imperial-2030/38-taxation-largest.toml",
    ),
    19: (
        "imperial-2030/17-import-example.toml",
        "imperial/16-import-trieste-example.toml",
    ),
    20: (
        "imperial-2030/20-fleet-moves-example.toml",
        "imperial/19-port-sea.toml",
        "imperial/20-fleet-one-step.toml",
        "test_fleet_steps",
    ),
    21: (
        "imperial/21-battle-of-three-fleets.toml",
        "imperial-2010/20-fights-the-other-one.toml",
        "imperial/22-who-is-asked.toml",
        "imperial/23-nobody-fights.toml",
        "imperial-2030/21-fleet-battle-example.toml",
    ),
}


def test_every_example_is_covered() -> None:
    assert sorted(EXAMPLES) == list(range(1, 22))
    assert all(EXAMPLES.values())


@pytest.mark.parametrize("number", sorted(EXAMPLES))
def test_what_covers_an_example_exists(number: int) -> None:
    for name in EXAMPLES[number]:
        if name.startswith("test_"):
            test, _, ident = name.removesuffix("]").partition("[")
            assert test in globals(), name
            assert not ident or ident in REACH, name
        else:
            assert (CASES / name).is_file(), name


def there(rules: str, nation: str, **pieces: dict[str, int]) -> Any:
    """A game and a position in which the nation has these pieces (`armies`, `fleets`)."""
    game = load_game(rules)
    position = PositionPart.model_validate({"nations": {nation: pieces}})
    return game, set_up(game, PLAYERS, None, position)


REACH: dict[str, tuple[str, str, dict[str, int], dict[int, set[str]]]] = {
    # 12.10: rail to every Russian province and one step on; by sea as the booklet lists.
    # Beijing and Korea are next to Vladivostok and need no fleet.
    "vladivostok": (
        "imperial-2030",
        "russia",
        {"sea-of-japan": 2, "china-sea": 1},
        {
            0: {
                "moscow", "murmansk", "novosibirsk", "beijing", "korea", "mongolia", "kazakhstan",
                "iran", "turkey", "ukraine", "berlin",
            },
            1: {"japan"},
            2: {"indonesia", "philippines", "indochina", "shanghai"},
        },
    ),
    # 12.11: out of India over any of its provinces, one step.
    "new-delhi": (
        "imperial-2030",
        "india",
        {},
        {
            0: {
                "mumbai", "kolkata", "chennai", "indochina", "chongqing", "urumqi",
                "afghanistan", "iran",
            },
        },
    ),
    # 12.11: into India and on by rail, but not out again, whatever fleet lies in the ocean.
    "afghanistan": (
        "imperial-2030",
        "india",
        {"indian-ocean": 1},
        {0: {"new-delhi", "mumbai", "kolkata", "chennai", "urumqi", "kazakhstan", "iran"}},
    ),
    # 12.12: the Ionian coast for one fleet; what only the Western Mediterranean touches for two.
    # Genoa and Venice are next to Vienna.
    "trieste": (
        "imperial",
        "austria-hungary",
        {"ionian-sea": 2, "western-mediterranean-sea": 1},
        {
            0: {
                "vienna", "budapest", "prague", "lemberg", "genoa", "venice", "munich", "berlin",
                "danzig", "warsaw", "kiev", "romania", "west-balkan",
            },
            1: {"greece", "naples", "rome", "tunis"},
            2: {"algeria", "spain", "marseille", "florence"},
        },
    ),
    # 12.13: every German province, and Belgium; not Denmark, Norway, Sweden.
    "holland": (
        "imperial",
        "germany",
        {"baltic-sea": 1},
        {0: {"belgium", "berlin", "hamburg", "cologne", "munich", "danzig"}},
    ),
    # 12.13: Denmark by land, Norway and Sweden by the fleet.
    "cologne": (
        "imperial",
        "germany",
        {"baltic-sea": 1},
        {
            0: {
                "berlin", "hamburg", "munich", "danzig", "denmark", "holland", "belgium", "dijon",
                "vienna", "prague", "warsaw", "st-petersburg",
            },
            1: {"norway", "sweden"},
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("origin", sorted(REACH))
def test_army_reach(origin: str) -> None:
    rules, nation, fleets, expected = REACH[origin]
    game, state = there(rules, nation, armies={origin: 2}, fleets=fleets)
    found = army_targets(game, state, NationId(nation), RegionId(origin))
    by_fleets: dict[int, set[str]] = {}
    for target, fleets_needed in found.items():
        by_fleets.setdefault(fleets_needed, set()).add(target)
    assert by_fleets == expected


STEPS = [
    ("imperial-2030", "europe", "north-atlantic",
     {"caribbean-sea", "gulf-of-guinea", "mediterranean-sea"}),
    ("imperial-2030", "europe", "london", {"north-atlantic"}),
    ("imperial", "great-britain", "english-channel",
     {"north-atlantic", "bay-of-biscay", "north-sea"}),
    ("imperial", "great-britain", "london", {"english-channel"}),
    ("imperial", "great-britain", "dublin", {"north-atlantic"}),
    ("imperial-2030", "usa", "caribbean-sea",
     {"gulf-of-guinea", "north-atlantic", "south-atlantic", "north-pacific"}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "nation", "origin", "seas"), STEPS)
def test_fleet_steps(rules: str, nation: str, origin: str, seas: set[str]) -> None:
    """12.20, and the step through Panama (5.2)."""
    assert fleet_steps(load_game(rules), NationId(nation), RegionId(origin)) == seas


@pytest.mark.parametrize(("rules", "nation"), [("imperial-2030", "india"), ("imperial", "france")])
def test_interest_times_factor(rules: str, nation: str) -> None:
    """12.3: at 17 points the 12 is worth its interest of 5 times the factor of 3: 15."""
    game = load_game(rules)
    position = PositionPart.model_validate(
        {
            "players": {"Ann": {"cash": 0, "bonds": {nation: [12]}}},
            "nations": {nation: {"power": 17}},
        }
    )
    state = set_up(game, PLAYERS, None, position)
    assert score(game, state, PlayerId("Ann")) == 15


@pytest.mark.parametrize(
    ("power", "factor"),
    [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (19, 3), (20, 4), (24, 4), (25, 5)],
)
@pytest.mark.parametrize("rules", ["imperial", "imperial-2010", "imperial-2030"])
def test_power_factor(rules: str, power: int, factor: int) -> None:
    """Section 1: 0-4 is 0, 5-9 is 1, and so on; 25 is 5."""
    assert load_game(rules).factor(power) == factor
