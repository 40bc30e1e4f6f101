"""A game's position kept in two files, so that the journal need not be replayed.

`state.toml` and `private.toml` say nothing that the journal does not say; both may be deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.ground.errors import BadInput
from pbem.orders.ahead.standing import NOTHING, Standing
from pbem.store.codec import from_tables, standing_from, standing_tables, to_tables
from pbem.store.ends import SNAPSHOT
from pbem.store.journal import Entry
from pbem.store.replay import Position

PRIVATE = "private.toml"


def write_snapshot(folder: Path, number: int, file_hash: str, position: Position) -> None:
    """Keep the position after an entry, known by the hash of its file."""
    about: dict[str, Any] = {"entry": number, "hash": file_hash}
    state = toml_bytes({**about, "state": to_tables(position.state)})
    private = toml_bytes({**about, "standing": standing_tables(position.standing)})
    replace_file(folder / SNAPSHOT, state, mode=0o600, sync=False)
    replace_file(folder / PRIVATE, private, mode=0o600, sync=False)


def read_snapshot(
    folder: Path, entries: Sequence[tuple[Entry, str]]
) -> tuple[int, Position] | None:
    """The entry and the position that is kept, if its files are whole and of this very journal.

    :param entries: the journal, each with the hash of its file
    """
    path = folder / SNAPSHOT
    try:
        tables = read_toml(path)
        number, file_hash = tables["entry"], tables["hash"]
        if not number:
            return None
        entry, actual = entries[number - 1]
        if actual != file_hash:
            return None
        state = from_tables(tables["state"], str(path))
    except (BadInput, KeyError, IndexError, TypeError):
        return None
    maneuver = state.acting.maneuver
    if maneuver and not (maneuver.denied or maneuver.armies_begun):
        return None  # perhaps of a version that kept no account of these: the journal knows
    position = Position(state, _kept(folder / PRIVATE, file_hash))
    return (number, position) if position.digest == entry.digest else None


def _kept(path: Path, file_hash: str) -> Standing:
    """What the file says is kept; nothing if it is of another entry, or broken."""
    try:
        tables = read_toml(path)
        if tables["hash"] == file_hash:
            return standing_from(tables["standing"], str(path))
    except (BadInput, KeyError, TypeError):
        pass
    return NOTHING
