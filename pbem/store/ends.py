"""What lies beside a game's journal and knows how far it went: the snapshot, and who was told.

A journal that was cut short, or whose last entry was changed, is whole by itself; these tell.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.ground.disk import read_toml, replace_file
from pbem.ground.errors import BadInput
from pbem.store.chain import GENESIS, entry_path

JOURNAL: Final = "journal"
SNAPSHOT: Final = "state.toml"
DISPATCHED: Final = "dispatched"


def dispatched(folder: Path) -> int:
    """The last entry of a game's folder of which people are known to be told; -1 for none."""
    try:
        return max(-1, int((folder / DISPATCHED).read_bytes()))
    except (OSError, ValueError):
        return -1


def write_dispatched(folder: Path, number: int) -> None:
    """People have been told of an entry, and of all before it, and of none after it.

    :raises OSError: nothing is changed
    """
    replace_file(folder / DISPATCHED, f"{number}\n".encode(), mode=0o600)


def holds(folder: Path, number: int) -> bool:
    """Whether the journal on disk has an entry of that number, by now; 0 is the start."""
    return number == 0 or entry_path(folder / JOURNAL, number).exists()


def is_vouched_for(folder: Path, number: int) -> bool:
    """Whether the snapshot is of that very entry, as it is on disk."""
    snapshot = _snapshot(folder)
    if snapshot is None or snapshot[0] != number:
        return False
    if number == 0:
        return snapshot[1] == GENESIS
    content = entry_path(folder / JOURNAL, number).read_bytes()
    return snapshot[1] == hashlib.sha256(content).hexdigest()


def end_faults(folder: Path, last: int) -> Iterator[tuple[int, str]]:
    """The entry at the end that is missing, or another than it was, and how that is known.

    :param last: the last entry that was read; there may be more by now
    """
    snapshot = _snapshot(folder)
    known = max(dispatched(folder), snapshot[0] if snapshot else 0)
    if known > last and not holds(folder, known):
        what = "state.toml is of" if snapshot and snapshot[0] == known else "people know of"
        yield last + 1, f"is missing: {what} entry {known}, and the journal ends with {last}"
    elif snapshot and holds(folder, snapshot[0]) and not is_vouched_for(folder, snapshot[0]):
        yield snapshot[0], "is another than the one that state.toml is of"


def _snapshot(folder: Path) -> tuple[int, str] | None:
    """The number and the hash of the entry that the snapshot is of; None if it is broken."""
    try:
        tables = read_toml(folder / SNAPSHOT)
        return int(tables["entry"]), str(tables["hash"])
    except (BadInput, KeyError, TypeError, ValueError):
        return None
