"""Positions in which convoys are hard to share out.

The two of Europe are the worst that a search of some minutes over random positions came upon; the
two of the world are made by hand after such finds. That none is worse is not proven.

Origins and targets are regions, or `all of <nation>`: anywhere on its coasts, by rail. Some could
not come up in a game, since the rules would find a way by land.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pbem.board.ids import CanalId, RegionId
from pbem.board.load import load_game
from pbem.rules.maneuver.convoys import Links, Need

BRITAIN = "all of great-britain"


@dataclass(frozen=True)
class Worst:
    """Fleets by sea, and for each army where it is and where it is to go."""

    rules: str
    fleets: dict[RegionId, int]
    moves: Sequence[tuple[str, str]]


def _worst(rules: str, fleets: dict[str, int], *moves: tuple[str, str]) -> Worst:
    return Worst(rules, {RegionId(sea): number for sea, number in fleets.items()}, moves)


WORST = {
    "europe, ten armies, ten fleets, one too few": _worst(
        "imperial",
        {
            "north-sea": 3, "english-channel": 2, "north-atlantic": 2, "baltic-sea": 1,
            "ionian-sea": 1, "western-mediterranean-sea": 1,
        },
        *[(BRITAIN, "london")] * 5,
        ("tunis", "rome"),
        ("holland", BRITAIN),
        ("norway", "denmark"),
        *[("edinburgh", BRITAIN)] * 2,
    ),
    "europe, eight armies, ten fleets": _worst(
        "imperial",
        {
            "north-sea": 3, "english-channel": 2, "north-atlantic": 2, "baltic-sea": 1,
            "ionian-sea": 1, "western-mediterranean-sea": 1,
        },
        ("edinburgh", "holland"),
        ("norway", "denmark"),
        ("edinburgh", BRITAIN),
        ("tunis", "naples"),
        *[(BRITAIN, "london")] * 2,
        ("london", BRITAIN),
        ("london", "holland"),
    ),
    "world, ten armies, ten fleets": _worst(
        "imperial-2030",
        {"indian-ocean": 2, "mediterranean-sea": 3, "north-atlantic": 4, "china-sea": 1},
        *[("indonesia", "indochina")] * 2,
        *[("paris", "north-africa")] * 4,
        *[("north-africa", "near-east")] * 4,
    ),
    "world, a fleet in each sea": _worst(
        "imperial-2030",
        {
            "caribbean-sea": 1, "china-sea": 1, "gulf-of-guinea": 1, "indian-ocean": 1,
            "mediterranean-sea": 1, "north-atlantic": 1, "north-pacific": 1, "south-atlantic": 1,
            "south-pacific": 1, "tasman-sea": 1,
        },
        ("paris", "east-africa"),
        ("guinea", "indonesia"),
        ("argentina", "new-zealand"),
        ("mexico", "australia"),
        ("quebec", "congo"),
    ),
}  # fmt: skip


@cache
def links_of(rules: str) -> Links:
    """The seas of a board, every canal in somebody's hands."""
    board = load_game(rules).board
    near: dict[RegionId, dict[RegionId, CanalId | None]] = {
        sea: dict.fromkeys(sorted(board.sea[sea])) for sea in board.regions if board.is_sea(sea)
    }
    for canal in board.canals.values():
        a, b = sorted(canal.seas)
        near[a][b] = near[b][a] = canal.id
    return near


@cache
def places_of(rules: str) -> dict[str, frozenset[RegionId]]:
    """Where a convoy begins or ends: a coast, or by rail the coasts of a whole nation."""
    board = load_game(rules).board
    found = {str(r): seas for r, seas in board.coast.items() if seas and not board.is_sea(r)}
    for nation, homes in board.homes.items():
        joined = (board.coast[home] for home in homes if board.rail[home])
        found[f"all of {nation}"] = frozenset[RegionId]().union(*joined)
    return found


def needs_of(worst: Worst) -> list[Need]:
    """What its armies need."""
    places = places_of(worst.rules)
    return [Need(places[origin], places[target]) for origin, target in worst.moves]
