"""What a game agrees on about time: the tables `[deadlines]` and `[absence]` of its `game.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Final, Literal, Self
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pbem.rules.state import Ask
from pbem.timing.calendar import Calendar, NeverError
from pbem.timing.durations import Duration, Length, is_duration, parse_duration

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CLOCKS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)
_CRON_FIELDS: Final = 5
_CRON_EXAMPLE: Final = "write minute, hour, day, month and weekday like '0 20 * * *'"
_TRIED_FROM: Final = datetime(2026, 1, 1, tzinfo=UTC)
Period = tuple[datetime, datetime]
"""Two moments, UTC, the first before the second."""


def zone_named(name: str) -> ZoneInfo:
    """A time zone.

    :raises ValueError: there is none of that name; says what names look like
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:  # OSError: the name of a folder of them
        example = "Europe/Athens, America/New_York or UTC"
        raise ValueError(f"{name!r} is no time zone; it is named like {example}") from error


def _schedule(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r}: write a length of time or a timetable as text")
    if not is_timetable(value):
        duration = parse_duration(value)
        if not duration:
            raise ValueError(f"{value!r} leaves no time for an answer")
        return str(duration)
    if len(value.split()) != _CRON_FIELDS:
        raise ValueError(f"{value!r} is no timetable (wrong number of fields): {_CRON_EXAMPLE}")
    try:
        CronSim(value, _TRIED_FROM)
    except CronSimError as error:
        text = f"{value!r} is no timetable (cron expression): {error}; {_CRON_EXAMPLE}"
        raise ValueError(text) from error
    return value


def _several(value: Any) -> Any:
    """`"24h"` for `["24h"]`."""
    return (value,) if isinstance(value, str) else value


def is_timetable(schedule: str) -> bool:
    """Whether it is a cron expression, not a length of time."""
    return len(schedule.split()) > 3 and not is_duration(schedule)


def workdays(value: str) -> frozenset[int]:
    """Working days from what is written, 0 for Monday.

    >>> sorted(workdays("sat-mon, wed"))
    [0, 2, 5, 6]

    :raises ValueError: says how they are written
    """
    days: set[int] = set()
    for part in value.lower().replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if first not in DAYS or (dash and last not in DAYS):
            raise ValueError(f"{value!r}: write working days like 'mon-fri' or 'mon,wed,sat'")
        begin, end = DAYS.index(first), DAYS.index(last or first)
        days |= {day % 7 for day in range(begin, end + 1 if end >= begin else end + 8)}
    return frozenset(days)


def quiet_hours(value: str) -> tuple[time, time]:
    """The beginning and the end of quiet hours.

    :raises ValueError: says how they are written
    """
    found = _CLOCKS.fullmatch(value.strip())
    if not found:
        raise ValueError(f"{value!r}: write quiet hours like '22:00-07:00'")
    begin, end = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
    if begin == end:
        raise ValueError(f"{value!r} leaves no time at all")
    return begin, end


def _written(parse: Callable[[str], object]) -> AfterValidator:
    """Keeps what is written if it can be read."""

    def check(value: str) -> str:
        parse(value)
        return value

    return AfterValidator(check)


Zone = Annotated[str, _written(zone_named)]
Schedule = Annotated[str, BeforeValidator(_schedule)]
Missed = Literal["wait", "standing", "default", "proxy", "automatic"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Deadlines(_Model):
    """`[deadlines]`: how long a player has for an answer, and what happens without one.

    zone: the game's zone, in which days, quiet hours and timetables are meant
    every, turn, fight, canal, force, invest: a length of time, or a timetable; `every` is for
        the kinds of question that have none of their own; without any there is no deadline
    at_least: how much time a timetable leaves at the least
    days, holidays, quiet: working days and hours; nothing else counts, and nothing is due then
    grace: how much later an answer still counts as in time
    reminders: so long before the deadline
    bank: how much time each player may overdraw, in the whole game
    missed: what is done then, see the README
    offer_after: after so many in a row the seat is offered to stand-ins
    hold_share: if a greater share of the players has missed the last one, the game is held
    """

    zone: Zone = "UTC"
    every: Schedule | None = None
    turn: Schedule | None = None
    fight: Schedule | None = None
    canal: Schedule | None = None
    force: Schedule | None = None
    invest: Schedule | None = None
    at_least: Length = Duration(minutes=12 * 60)
    days: Annotated[str, _written(workdays)] = "mon-sun"
    holidays: tuple[date, ...] = ()
    quiet: Annotated[str, _written(quiet_hours)] | None = None
    grace: Length = Duration()
    reminders: Annotated[tuple[Length, ...], BeforeValidator(_several)] = (Duration(days=1),)
    bank: Length = Duration()
    missed: Missed = "wait"
    offer_after: Annotated[int, Field(ge=1)] = 3
    hold_share: Annotated[float, Field(gt=0, le=1)] = 0.5

    @model_validator(mode="after")
    def _check(self) -> Self:
        for kind in Ask:
            try:
                self.due(kind, _TRIED_FROM)
            except NeverError as error:
                raise ValueError(str(error)) from error
        return self

    @cached_property
    def calendar(self) -> Calendar:
        """The game's calendar."""
        quiet = quiet_hours(self.quiet) if self.quiet else None
        days = workdays(self.days)
        return Calendar(ZoneInfo(self.zone), days, frozenset(self.holidays), quiet)

    def schedule(self, kind: Ask) -> str | None:
        """The length of time or timetable for a kind of question; None if there is no deadline."""
        own = {
            Ask.TURN: self.turn,
            Ask.FIGHT: self.fight,
            Ask.CANAL: self.canal,
            Ask.FORCE: self.force,
            Ask.INVEST: self.invest,
        }[kind]
        return own or self.every

    def due(self, kind: Ask, asked: datetime, closed: Sequence[Period] = ()) -> datetime | None:
        """When an answer is due that is asked for at a moment; None if there is no deadline.

        :param closed: times that do not count, in order: the player is absent
        """
        schedule = self.schedule(kind)
        if schedule is None:
            return None
        if is_timetable(schedule):
            early = self.calendar.after(asked, self.at_least)
            due = self.calendar.hit(schedule, early)
        else:
            due = self.calendar.after(asked, parse_duration(schedule))
        due = self.calendar.due(_whole_minute(due))
        for begin, end in closed:
            if begin < due and end > asked:
                due = self.moved(kind, due, (max(begin, asked), end))
        return due

    def moved(self, kind: Ask, due: datetime, closed: Period) -> datetime:
        """A deadline when such a time does not count.

        What was left when it began is left when it ends. One that lay before it is as much later
        as it is long: who asks for it thinks of what would have come of that deadline.
        """
        begin, end = closed
        if due <= begin:
            later = due + (end - begin)
        else:
            later = self.calendar.later(end, self.calendar.between(begin, due))
        if later <= due:
            return due
        schedule = self.schedule(kind)
        if schedule is not None and is_timetable(schedule):
            later = self.calendar.hit(schedule, later)
        return self.calendar.due(_whole_minute(later))

    def resumed(self, kind: Ask, moment: datetime, left: timedelta) -> datetime:
        """A deadline of which so much is left at a moment."""
        due = self.calendar.later(moment, left)
        schedule = self.schedule(kind)
        if schedule is not None and is_timetable(schedule):
            due = self.calendar.hit(schedule, self.calendar.later(moment, min(left, self._notice)))
        return self.calendar.due(_whole_minute(due))

    @property
    def _notice(self) -> timedelta:
        return self.at_least.length

    def extended(self, due: datetime, more: timedelta) -> datetime:
        """A deadline with so much more time, be it on working days or not."""
        return self.calendar.due(_whole_minute(due + more))


class Absences(_Model):
    """`[absence]`: what a player may announce.

    days: so many in a calendar year
    then: `wait`: deadlines wait; `play`: plans and stand-ins play on
    shown: what others get to see: `nothing`, `that` somebody is away, or `until` when
    """

    days: Annotated[int, Field(ge=0, le=366)] = 28
    then: Literal["wait", "play"] = "wait"
    shown: Literal["nothing", "that", "until"] = "that"


class Means(StrEnum):
    """How a missed answer was given."""

    STANDING = "standing"
    DEFAULT = "default"
    AUTOMATIC = "automatic"


def _whole_minute(moment: datetime) -> datetime:
    """What a mail says is what holds: no seconds; never earlier."""
    rest = timedelta(seconds=moment.second, microseconds=moment.microsecond)
    return moment - rest + timedelta(minutes=1) if rest else moment
