"""What becomes of a mail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fate(StrEnum):
    """What became of a mail."""

    PLAYED = "played"
    ANSWERED = "answered"
    HELD = "held for confirmation"
    REFUSED = "refused"
    HELPED = "told how to answer"
    AUTOMATIC = "automatic"
    BOUNCE = "bounce"
    UNKNOWN = "unknown sender"
    UNREADABLE = "unreadable"
    STUCK = "not handled for a day"


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail, for the log: no secret, no address, no order in it."""

    fate: Fate
    game: str = ""
    entry: int = 0
    reason: str = ""
