"""Positions as TOML tables and back, and their digest.

TOML has no null: what is None is left out. The tables are built in one order only, so equal
positions have equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pbem.errors import BadInput
from pbem.rules.state import State

_STATE: TypeAdapter[State] = TypeAdapter(State)


def to_tables(state: State) -> dict[str, Any]:
    """A position as tables of strings, numbers and lists."""
    tables: dict[str, Any] = _STATE.dump_python(state, mode="json", exclude_none=True)
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


def digest(state: State) -> str:
    """The SHA-256 of a position, in hexadecimal."""
    text = json.dumps(to_tables(state), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
