"""What a player arranges about time (ORDERS.md, section 8), as small values.

They change neither the position nor what is kept ahead of it; whether a game allows them depends on
its clock, which this package does not know: see `Arrange`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from pbem.board.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Absence:
    """`ABSENCE <date> TO <date>`: both days included, in the player's zone."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it is."""
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class Back:
    """`CANCEL ABSENCE`: the player is there again, or does not go."""


@dataclass(frozen=True, slots=True)
class ZoneIs:
    """`SET TIMEZONE <zone>`: the zone in which the player reads times."""

    zone: str


@dataclass(frozen=True, slots=True)
class MoreTime:
    """`EXTEND <hours>`: the player agrees to so much more time for the open question."""

    hours: int


Arrangement = Absence | Back | ZoneIs | MoreTime
Arrange = Callable[[PlayerId, Arrangement], tuple[str, ...]]
"""Whether a player may arrange that now; what the player should know about it, as sentences.

Raises `IllegalRefusal` if not.
"""


def format_arrangement(arrangement: Arrangement) -> str:
    """It as it is written: `ABSENCE 2026-12-24 TO 2027-01-02`."""
    match arrangement:
        case Absence(first, last):
            return f"ABSENCE {first.isoformat()} TO {last.isoformat()}"
        case Back():
            return "CANCEL ABSENCE"
        case ZoneIs(zone):
            return f"SET TIMEZONE {zone}"
        case MoreTime(hours):
            return f"EXTEND {hours}"
