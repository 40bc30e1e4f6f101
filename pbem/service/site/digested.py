"""Of which entries of a game digests have told: which digest, whom, up to which entry.

A line is noted before its digest is posted, and counts only if that was: made again after a crash,
a digest tells the same. The file may be deleted: what digests have told is then told once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.mail.idlog import IdLog

DIGESTED: Final = "digested.log"


@dataclass(frozen=True, slots=True)
class Digested:
    """A digest has told a seat, counted from 0, of all entries up to one.

    message_id: of the digest
    """

    seat: int
    entry: int
    message_id: str


def digested(folder: Path) -> Iterator[Digested]:
    """What was noted in a game's folder.

    :raises OSError: it cannot be read now
    """
    for line in IdLog(folder / DIGESTED).read():
        seat, _, rest = line.partition(".")
        entry, _, message_id = rest.partition(".")
        if seat.isdecimal() and entry.isdecimal() and message_id:
            yield Digested(int(seat), int(entry), message_id)


def note_digested(folder: Path, told: Iterable[Digested]) -> None:
    """Note what a digest tells, safe from a power cut.

    :raises OSError: it may not be noted
    """
    log = IdLog(folder / DIGESTED)
    log.add(f"{one.seat}.{one.entry}.{one.message_id}" for one in told)
    log.sync()
