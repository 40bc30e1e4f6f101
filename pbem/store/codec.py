"""Positions, and what is kept ahead of time, as TOML tables and back, and their digest.

TOML has no null: what is None is left out. The tables are built in one order only, so equal
positions have equal bytes. What older versions did not know is left out where it says nothing, and
`digest` can be told to leave it out wholly: so it is what they recorded.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pbem.ground.errors import BadInput
from pbem.orders.ahead.standing import NOTHING, Standing
from pbem.rules.state import State

_STATE: TypeAdapter[State] = TypeAdapter(State)
_STANDING: TypeAdapter[Standing] = TypeAdapter(Standing)
_NEWER = ("denied", "armies_begun")  # of a maneuver: fields that older versions did not have


def to_tables(state: State) -> dict[str, Any]:
    """A position as tables of strings, numbers and lists."""
    tables: dict[str, Any] = _STATE.dump_python(state, mode="json", exclude_none=True)
    maneuver = tables["acting"].get("maneuver", {})
    for key in _NEWER:
        if not maneuver.get(key):
            maneuver.pop(key, None)
    return tables


def from_tables(tables: dict[str, Any], where: str) -> State:
    """The position that the tables hold.

    :param where: the file they come from, for messages
    :raises BadInput: they hold no position
    """
    try:
        return _STATE.validate_python(tables)
    except ValidationError as error:
        raise BadInput.from_validation(where, error) from error


def standing_tables(standing: Standing) -> dict[str, Any]:
    """What is kept ahead of time as tables."""
    tables: dict[str, Any] = _STANDING.dump_python(standing, mode="json", exclude_none=True)
    return tables


def standing_from(tables: dict[str, Any], where: str) -> Standing:
    """What is kept ahead of time, from tables.

    :param where: the file they come from, for messages
    :raises BadInput: they hold nothing of the kind
    """
    try:
        return _STANDING.validate_python(tables)
    except ValidationError as error:
        raise BadInput.from_validation(where, error) from error


def digest(state: State, standing: Standing = NOTHING, *, as_before: bool = False) -> str:
    """The SHA-256 of a position with what is kept beside it, in hexadecimal.

    Where nothing is kept it is that of the position alone.

    :param as_before: without what versions did not know that kept no account of denied canals
    """
    tables = to_tables(state)
    if as_before:
        for key in _NEWER:
            tables["acting"].get("maneuver", {}).pop(key, None)
    text = _json(tables)
    if standing != NOTHING:
        text += _json(standing_tables(standing))
    return hashlib.sha256(text.encode()).hexdigest()


def _json(tables: dict[str, Any]) -> str:
    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
