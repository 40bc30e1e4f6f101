"""Moments by a game's calendar: its zone, working days, quiet hours. All moments are UTC.

Whatever is asked for in local time is worked out in the zone and given back in UTC, so that the
two changes of summer time are met in this module and nowhere else. A local time that does not
exist (spring) is taken as much later as the clock is put forward, in a timetable as the end of the
gap, as cron does; of two equal ones (autumn) the first is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from cronsim import CronSim

from pbem.timing.durations import Duration

MIDNIGHT: Final = time()
DAY: Final = timedelta(days=1)
ALL_DAYS: Final = frozenset(range(7))
LONGEST_SEARCH: Final = 4000
"""So many days, or times of a timetable, are looked at before a calendar counts as closed."""


class NeverError(ValueError):
    """The calendar has no such moment."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A game's calendar.

    workdays: 0 for Monday to 6; nothing is due on others, and they do not count
    holidays: days that are none of them either
    quiet: nothing is due from the first time of a day until the second, perhaps of the next day
    """

    zone: ZoneInfo
    workdays: frozenset[int] = ALL_DAYS
    holidays: frozenset[date] = frozenset()
    quiet: tuple[time, time] | None = None

    def works(self, day: date) -> bool:
        """Whether it is a working day."""
        return day.weekday() in self.workdays and day not in self.holidays

    def after(self, start: datetime, duration: Duration) -> datetime:
        """The moment when so much time has passed on working days, quiet hours not regarded.

        :raises NeverError: there are no more working days
        """
        moment = self._open_from(start)
        local = moment.astimezone(self.zone)
        day = local.date()
        for _ in range(duration.days):
            day = self._working_from(day + DAY)
        if duration.days:
            moment = self._at(day, local.time().replace(fold=0))
        return self.later(moment, timedelta(minutes=duration.minutes))

    def later(self, start: datetime, passing: timedelta) -> datetime:
        """The same for time that passes.

        :raises NeverError: there are no more working days
        """
        moment = self._open_from(start)
        while True:
            midnight = self._at(self._day(moment) + DAY, MIDNIGHT)
            if moment + passing <= midnight:
                return moment + passing
            passing -= midnight - moment
            moment = self._open_from(midnight)

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much time passes on working days from one moment to another."""
        passing, moment = timedelta(), start
        while moment < end:
            day = self._day(moment)
            midnight = min(end, self._at(day + DAY, MIDNIGHT))
            if self.works(day):
                passing += midnight - moment
            moment = midnight
        return passing

    def due(self, moment: datetime) -> datetime:
        """The first moment from this one at which something may be due.

        :raises NeverError: there is none
        """
        for _ in range(LONGEST_SEARCH):
            settled = self._open_from(self._after_quiet(moment))
            if settled == moment:
                return moment
            moment = settled
        raise NeverError("the quiet hours and working days leave no time for a deadline")

    def hit(self, timetable: str, moment: datetime) -> datetime:
        """The first time of a timetable (a cron expression) after a moment, on a working day.

        :raises NeverError: there is none
        """
        for _ in range(LONGEST_SEARCH):
            moment = self._open_from(moment)
            # a little early, since cron's next time is never the present one
            early = moment - timedelta(microseconds=1)
            times = _times(timetable, early.astimezone(self.zone))
            # cron's next time may be the first of two equal ones, and over
            utc = (local.astimezone(UTC) for local in times)
            found = next((one for one in utc if one >= moment), None)
            if found is None:
                break
            if self.works(self._day(found)):
                return found
            moment = found
        raise NeverError(f"the timetable {timetable!r} has no time on a working day")

    def begin_of(self, day: date) -> datetime:
        """When a day begins."""
        return self._at(day, MIDNIGHT)

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()

    def _at(self, day: date, clock: time) -> datetime:
        return datetime.combine(day, clock, self.zone).astimezone(UTC)

    def _working_from(self, day: date) -> date:
        for _ in range(LONGEST_SEARCH):
            if self.works(day):
                return day
            day += DAY
        raise NeverError("there is no working day")

    def _open_from(self, moment: datetime) -> datetime:
        day = self._day(moment)
        return moment if self.works(day) else self._at(self._working_from(day), MIDNIGHT)

    def _after_quiet(self, moment: datetime) -> datetime:
        if self.quiet is None:
            return moment
        begin, end = self.quiet
        today = self._day(moment)
        for first in (today - DAY, today):
            until = self._at(first if begin < end else first + DAY, end)
            if self._at(first, begin) <= moment < until:
                return until
        return moment


def _times(timetable: str, local: datetime) -> Iterator[datetime]:
    return CronSim(timetable, local)
