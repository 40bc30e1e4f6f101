"""Moments and lengths of time in English, for sentences of the service that are no messages yet."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.ground import messages
from pbem.report.language.voice import Voice


def moment(when: datetime, zone: ZoneInfo) -> str:
    """A moment in words.

    >>> from datetime import UTC
    >>> moment(datetime(2026, 7, 1, 17, 0, tzinfo=UTC), ZoneInfo("Europe/Athens"))
    'Wed 1 Jul 2026, 20:00 (Europe/Athens)'
    """
    return Voice(zone=zone)(messages.say("{time}", time=when))


def day(when: datetime, zone: ZoneInfo) -> str:
    """A day in words: `Wed 1 Jul 2026`."""
    return Voice(zone=zone)(messages.say("{day}", day=when))


def length(passing: timedelta) -> str:
    """A length of time in words: `1 day 12 hours`, `20 minutes`."""
    return Voice()(messages.say("{span}", span=passing))


def say(sentence: str, /, **parts: object) -> str:
    """A sentence that is no message yet, with its named places filled in."""
    return sentence.format(**parts)
