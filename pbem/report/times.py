"""Moments as a reader is told them: in the reader's zone, with its name."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.report.wording import say

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def moment(when: datetime, zone: ZoneInfo) -> str:
    """A moment in words.

    >>> from datetime import UTC
    >>> moment(datetime(2026, 7, 1, 17, 0, tzinfo=UTC), ZoneInfo("Europe/Athens"))
    'Wed 1 Jul 2026, 20:00 (Europe/Athens)'
    """
    local = when.astimezone(zone)
    if _comes_twice(local):  # when summer time ends
        return say(
            "{time} ({zone}, {offset})", time=_clock(local), zone=zone.key, offset=f"{local:UTC%z}"
        )
    return say("{time} ({zone})", time=_clock(local), zone=zone.key)


def day(when: datetime, zone: ZoneInfo) -> str:
    """A day in words: `Wed 1 Jul 2026`."""
    local = when.astimezone(zone)
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"


def length(passing: timedelta) -> str:
    """A length of time in words: `1 day 12 hours`, `20 minutes`."""
    minutes = int(passing.total_seconds()) // 60
    days, rest = divmod(minutes, 24 * 60)
    hours, rest = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (rest if not days else 0, "minute")]
    said = [f"{number} {unit}{'s' if number > 1 else ''}" for number, unit in parts if number]
    return " ".join(said) or "less than a minute"


def _clock(local: datetime) -> str:
    named = f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"
    return f"{named}, {local:%H:%M}"


def _comes_twice(local: datetime) -> bool:
    return local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
