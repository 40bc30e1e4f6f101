"""Scenarios: a position, orders, and what must come of them (README.md, scenarios)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.errors import BadInput
from pbem.orders.advance import advance
from pbem.orders.names import Names
from pbem.orders.standing import NOTHING
from pbem.orders.submission import submit
from pbem.report.data import reply_data, state_data
from pbem.rules.state import State
from pbem.service.position import Position, set_up
from pbem.store.disk import read_model


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    sender: PlayerId = Field(alias="from")
    text: str


class Scenario(BaseModel):
    """A scenario file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str
    source: str = ""
    rules: str
    variants: tuple[str, ...] = ()
    players: tuple[PlayerId, ...]
    deal: dict[PlayerId, tuple[NationId, ...]] | None = None
    position: Position | None = None
    orders: tuple[_Order, ...] = ()
    expect: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario as it went: the replies to its orders and the position at its end, as data."""

    title: str
    replies: list[dict[str, Any]]
    state: dict[str, Any]
    faults: tuple[str, ...]


def play_scenario(path: Path, games: Path | None = None) -> Played:
    """Play a scenario file and hold it against its `expect`.

    :param games: a folder of editions; the shipped ones if None
    :raises BadInput: the file is none, or its position cannot be
    """
    scenario = read_model(Scenario, path)
    try:
        return _played(scenario, games)
    except BadInput as error:
        raise BadInput(f"{path}, {error.where}", error.reason) from error


def _played(scenario: Scenario, games: Path | None) -> Played:
    game = load_game(scenario.rules, scenario.variants, games)
    names = Names(game)
    state: State = set_up(game, scenario.players, scenario.deal, scenario.position)
    standing = NOTHING
    replies = []
    for order in scenario.orders:
        if order.sender not in scenario.players:
            raise BadInput("orders.from", f"{order.sender!r} is no player")
        outcome = submit(game, names, state, order.sender, order.text, standing)
        advanced = advance(game, outcome.state, outcome.standing)
        state, standing = advanced.state, advanced.standing
        replies.append(reply_data(order.sender, outcome))
    data = state_data(game, state)
    faults = tuple(_differences({**data, "replies": replies}, scenario.expect, ""))
    return Played(scenario.title, replies, data, faults)


def _differences(actual: Any, expected: Any, where: str) -> Iterator[str]:
    """Each expectation that does not hold, with both values."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            name = key.removesuffix("!")
            here = f"{where}.{name}" if where else name
            found = actual.get(name, _nothing_like(value))
            if key.endswith("!"):
                yield from _exactly(found, value, here)
            else:
                yield from _differences(found, value, here)
    elif where in ("pending", "replies"):
        yield from _in_order(actual, expected, where)
    elif _plain(actual) != _plain(expected):
        yield f"{where}: expected {_shown(expected)}, got {_shown(actual)}"


def _nothing_like(value: Any) -> Any:
    """What stands for a key that is left out of the data: an empty table, or a zero count."""
    if isinstance(value, dict):
        return {}
    return 0 if isinstance(value, int) and not isinstance(value, bool) else None


def _exactly(actual: Any, expected: Any, where: str) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        kept = {k: v for k, v in expected.items() if v not in (0, {})}
        surplus = [f"{key} = {_shown(actual[key])}" for key in actual if key not in kept]
        if surplus:
            yield f"{where}: expected nothing more, got {', '.join(surplus)}"
    yield from _differences(actual, expected, where)


def _in_order(actual: Any, expected: Any, where: str) -> Iterator[str]:
    if not isinstance(expected, list) or len(actual) != len(expected):
        yield f"{where}: expected {_shown(expected)}, got {_shown(actual)}"
        return
    for number, (found, wanted) in enumerate(zip(actual, expected, strict=True), start=1):
        yield from _differences(found, wanted, f"{where} {number}")


def _plain(value: Any) -> Any:
    """TOML has no null: "" stands for it. Lists of names and prices have no order."""
    if value == "":
        return None
    return sorted(value, key=str) if isinstance(value, list) else value


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_shown(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_shown(v)}" for k, v in value.items()) + " }"
    return "nothing" if value is None else repr(value)
