"""Of which entries observers of a game have been told by the mail of a day: whom, up to which.

A line is noted before its mail is posted, and counts only if that was: made again after a crash,
the mail tells the same. The file holds no address, and may be deleted: more is told once more then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.mail.idlog import IdLog

WATCHED: Final = "watched.log"
_DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody has been told of all entries up to one.

    message_id: of the mail that does so; "" for somebody who begins to watch
    """

    entry: int
    message_id: str = ""


def told_of(folder: Path, address: str) -> Iterator[Told]:
    """What was noted in a game's folder about whoever watches from that address.

    :raises OSError: it cannot be read now
    """
    own = _hidden(address)
    for line in IdLog(folder / WATCHED).read():
        who, _, rest = line.partition(".")
        entry, _, message_id = rest.partition(".")
        if who == own and entry.isdecimal():
            yield Told(int(entry), message_id)


def note_told(folder: Path, address: str, told: Told) -> None:
    """Note of what somebody is told, safe from a power cut.

    :raises OSError: it may not be noted
    """
    log = IdLog(folder / WATCHED)
    log.add((f"{_hidden(address)}.{told.entry}.{told.message_id}",))
    log.sync()


def _hidden(address: str) -> str:
    return hashlib.sha256(address.lower().encode()).hexdigest()[:_DIGITS]
