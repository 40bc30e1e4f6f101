"""Journals as files: one an entry, named by its number, each with the hash of the one before.

An entry is linked in with exclusive creation. That is at once the commit, the lock against a
second writer, and the mark that what it says is done; all else can be done again from it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar

from pbem.ground.disk import create_file
from pbem.ground.errors import BadInput

GENESIS: Final = "0" * 64
"""What stands for the hash of the entry before the first."""
_NAME: Final = re.compile(r"\d{6}\.toml|[1-9]\d{6,8}\.toml")


class Link(Protocol):
    """What every entry says beside what it is about."""

    @property
    def number(self) -> int:
        """Its number, from 1."""

    @property
    def previous(self) -> str:
        """The SHA-256 of the file of the entry before."""


L = TypeVar("L", bound=Link)


class JournalConflict(BadInput):
    """Another writer has added the entry of that number; read the journal again."""


def entry_path(folder: Path, number: int) -> Path:
    """Where the entry of a number lies in a journal folder."""
    return folder / f"{number:06d}.toml"


def last_number(folder: Path) -> int:
    """The number of the last entry in a journal folder, by its name; 0 if there is none."""
    files = _files(folder)
    return int(files[-1].stem) if files else 0


def read_chain(folder: Path, read: Callable[[Path], L]) -> tuple[tuple[L, str], ...]:
    """All entries of a journal in order, each with the hash of its file.

    :raises BadInput: an entry is missing, broken, or does not follow the one before
    """
    entries: list[tuple[L, str]] = []
    previous = GENESIS
    for number, path in enumerate(_files(folder), start=1):
        if path != entry_path(folder, number):
            raise BadInput(str(entry_path(folder, number)), "is missing from the journal")
        entry = read(path)
        if entry.number != number:
            raise BadInput(f"{path}, number", f"is {entry.number}")
        if entry.previous != previous:
            raise BadInput(f"{path}, previous", "the entry before it is not the one it followed")
        previous = _hash_of(path.read_bytes())
        entries.append((entry, previous))
    return tuple(entries)


def add_link(folder: Path, entry: Link, content: bytes) -> str:
    """Commit an entry, whose file holds `content`; the hash of that.

    :raises JournalConflict: there already is one of that number, or the one before it is not the
        one that it follows: somebody has put another journal there
    :raises OSError: nothing is changed
    """
    path = entry_path(folder, entry.number)
    if _hash_before(folder, entry.number) != entry.previous:
        reason = "the entry before it is gone or another; was a backup put back?"
        raise JournalConflict(str(path), reason)
    try:
        create_file(path, content, mode=0o600)  # it may hold mails, and with them keys and plans
    except FileExistsError:
        raise JournalConflict(str(path), "another writer has been first") from None
    return _hash_of(content)


def _files(folder: Path) -> list[Path]:
    """The files of the entries, by number."""
    found = (p for p in folder.iterdir() if _NAME.fullmatch(p.name)) if folder.is_dir() else ()
    return sorted(found, key=lambda path: int(path.stem))


def _hash_before(folder: Path, number: int) -> str:
    """The hash of the file of the entry before a number; "" if it is missing."""
    if number == 1:
        return GENESIS
    try:
        return _hash_of(entry_path(folder, number - 1).read_bytes())
    except FileNotFoundError:
        return ""


def _hash_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
