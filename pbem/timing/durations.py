"""Lengths of time as people write them: `36h`, `2d`, `1d12h`, `90m`.

Hours and minutes pass as they pass; a day is the same hour of the next day, also where summer time
begins or ends between.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, PlainSerializer

_WRITTEN = re.compile(r"(?:(\d{1,4})\s*d)?\s*(?:(\d{1,5})\s*h)?\s*(?:(\d{1,6})\s*m)?", re.ASCII)
MOST_DAYS: Final = 400


@dataclass(frozen=True, slots=True)
class Duration:
    """Days by the calendar, and then minutes that pass."""

    days: int = 0
    minutes: int = 0

    def __bool__(self) -> bool:
        return bool(self.days or self.minutes)

    def __str__(self) -> str:
        hours, minutes = divmod(self.minutes, 60)
        pairs = ((self.days, "d"), (hours, "h"), (minutes, "m"))
        return "".join(f"{number}{unit}" for number, unit in pairs if number) or "0h"

    @property
    def length(self) -> timedelta:
        """About how long it is: days of 24 hours."""
        return timedelta(days=self.days, minutes=self.minutes)


def is_duration(text: str) -> bool:
    """Whether it is written like a length of time."""
    return bool(_WRITTEN.fullmatch(text.strip().lower()))


def parse_duration(text: str) -> Duration:
    """A length of time from what is written.

    >>> str(parse_duration("1d 12h"))
    '1d12h'

    :raises ValueError: it is none, or too long; says what is possible
    """
    found = _WRITTEN.fullmatch(text.strip().lower())
    if not found or not any(found.groups()):
        raise ValueError(f"{text!r} is no length of time; write 36h, 2d, 1d12h or 90m")
    days, hours, minutes = (int(number or 0) for number in found.groups())
    duration = Duration(days, 60 * hours + minutes)
    if duration.length > timedelta(days=MOST_DAYS):
        raise ValueError(f"{text!r} is longer than {MOST_DAYS} days")
    return duration


def _checked(value: Any) -> Duration:
    if isinstance(value, Duration):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no length of time; write it as text: '36h', '2d'")
    return parse_duration(value)


Length = Annotated[Duration, BeforeValidator(_checked), PlainSerializer(str)]
"""A length of time in a file."""
