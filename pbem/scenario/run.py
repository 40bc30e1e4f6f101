"""Scenarios: a position, orders, and what must come of them (README.md, scenarios)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.ground.disk import read_model
from pbem.ground.errors import BadInput
from pbem.orders.ahead.advance import advance
from pbem.orders.ahead.standing import NOTHING
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.report.data import reply_data, state_data
from pbem.rules.state import State
from pbem.scenario.expect import check_names, differences
from pbem.scenario.position import PositionPart, set_up
from pbem.service.deciding.wishes import only_checks


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
    position: PositionPart | None = None
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
    check_names(game, scenario.players, scenario.expect)
    state: State = set_up(game, scenario.players, scenario.deal, scenario.position)
    standing = NOTHING
    replies = []
    for order in scenario.orders:
        if order.sender not in scenario.players:
            raise BadInput("orders.from", f"{order.sender!r} is no player")
        outcome = submit(game, names, state, order.sender, order.text, standing)
        if not only_checks(outcome):
            advanced = advance(game, outcome.state, outcome.standing)
            state, standing = advanced.state, advanced.standing
        replies.append(reply_data(game, order.sender, outcome))
    data = state_data(game, state)
    faults = tuple(differences({**data, "replies": replies}, scenario.expect))
    return Played(scenario.title, replies, data, faults)
