"""Calendars: summer time, leap days, working days, quiet hours and timetables."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbem.timing.calendar import ALL_DAYS, Calendar, NeverError
from pbem.timing.durations import Duration, parse_duration

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
SANTIAGO, BEIRUT, NUUK, HAVANA = "America/Santiago", "Asia/Beirut", "America/Nuuk", "America/Havana"
ZONES = (
    "UTC",
    BERLIN,
    NEW_YORK,
    LORD_HOWE,
    SANTIAGO,
    BEIRUT,
    NUUK,
    HAVANA,
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Pacific/Apia",
)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
WEEK = frozenset(range(5))


def at(zone: str, text: str) -> datetime:
    """A local time, in UTC; `*` at the end for the second of two equal ones."""
    local = datetime.fromisoformat(text.rstrip("*"))
    return local.replace(tzinfo=ZoneInfo(zone), fold=int(text.endswith("*"))).astimezone(UTC)


def shown(zone: str, moment: datetime) -> str:
    """The same, the other way."""
    local = moment.astimezone(ZoneInfo(zone))
    second = local.fold and local.utcoffset() != local.replace(fold=0).utcoffset()
    return f"{local:%Y-%m-%d %H:%M}" + "*" * bool(second)


def calendar(
    zone: str = "UTC",
    workdays: frozenset[int] = ALL_DAYS,
    *holidays: date,
    quiet: tuple[time, time] | None = None,
) -> Calendar:
    return Calendar(ZoneInfo(zone), workdays, frozenset(holidays), quiet)


# Summer time


@pytest.mark.parametrize(
    ("zone", "start", "length", "end"),
    [
        # hours pass as they pass
        (BERLIN, "2026-03-28 20:00", "12h", "2026-03-29 09:00"),
        (BERLIN, "2026-03-28 20:00", "24h", "2026-03-29 21:00"),
        (BERLIN, "2026-03-29 01:59", "1m", "2026-03-29 03:00"),
        (BERLIN, "2026-10-24 20:00", "12h", "2026-10-25 07:00"),
        (BERLIN, "2026-10-25 01:30", "1h", "2026-10-25 02:30"),
        (BERLIN, "2026-10-25 01:30", "2h", "2026-10-25 02:30*"),
        (NEW_YORK, "2026-03-07 20:00", "12h", "2026-03-08 09:00"),
        (NEW_YORK, "2026-10-31 20:00", "12h", "2026-11-01 07:00"),
        (LORD_HOWE, "2026-10-03 20:00", "12h", "2026-10-04 08:30"),
        (LORD_HOWE, "2026-04-04 20:00", "12h", "2026-04-05 07:30"),
        (SANTIAGO, "2026-09-05 20:00", "12h", "2026-09-06 09:00"),
        (SANTIAGO, "2026-09-05 23:00", "1h", "2026-09-06 01:00"),
        (SANTIAGO, "2026-04-04 20:00", "12h", "2026-04-05 07:00"),
        (BEIRUT, "2026-03-28 20:00", "12h", "2026-03-29 09:00"),
        # days are the same by the clock
        (BERLIN, "2026-03-28 12:00", "1d", "2026-03-29 12:00"),
        (BERLIN, "2026-10-24 12:00", "1d", "2026-10-25 12:00"),
        (BERLIN, "2026-03-01 12:00", "30d", "2026-03-31 12:00"),
        (NEW_YORK, "2026-03-07 12:00", "2d", "2026-03-09 12:00"),
        (LORD_HOWE, "2026-10-03 12:00", "1d", "2026-10-04 12:00"),
        (SANTIAGO, "2026-09-05 12:00", "1d", "2026-09-06 12:00"),
        (BEIRUT, "2026-03-28 12:00", "1d", "2026-03-29 12:00"),
        # a time that does not exist is as much later
        (BERLIN, "2026-03-28 02:30", "1d", "2026-03-29 03:30"),
        (BERLIN, "2026-03-28 02:00", "1d", "2026-03-29 03:00"),
        (BERLIN, "2026-03-28 02:30", "2d", "2026-03-30 02:30"),
        (NEW_YORK, "2026-03-07 02:30", "1d", "2026-03-08 03:30"),
        (LORD_HOWE, "2026-10-03 02:15", "1d", "2026-10-04 02:45"),
        (SANTIAGO, "2026-09-05 00:00", "1d", "2026-09-06 01:00"),
        (SANTIAGO, "2026-09-05 00:30", "1d", "2026-09-06 01:30"),
        (BEIRUT, "2026-03-28 00:30", "1d", "2026-03-29 01:30"),
        (NUUK, "2026-03-27 23:30", "1d", "2026-03-29 00:30"),
        # of two equal ones the first is meant
        (BERLIN, "2026-10-24 02:30", "1d", "2026-10-25 02:30"),
        (NEW_YORK, "2026-10-31 01:30", "1d", "2026-11-01 01:30"),
        (LORD_HOWE, "2026-04-04 01:45", "1d", "2026-04-05 01:45"),
        (SANTIAGO, "2026-04-03 23:30", "1d", "2026-04-04 23:30"),
        (HAVANA, "2026-10-31 00:30", "1d", "2026-11-01 00:30"),
        # also from the second of two equal ones
        (BERLIN, "2026-10-25 02:30*", "1d", "2026-10-26 02:30"),
        (BERLIN, "2026-10-25 02:30*", "0h", "2026-10-25 02:30*"),
        (BERLIN, "2025-10-26 02:30*", "364d", "2026-10-25 02:30"),
        (BERLIN, "2025-10-26 02:30*", "154d", "2026-03-29 03:30"),
        # days first, then the hours
        (BERLIN, "2026-03-27 20:00", "1d12h", "2026-03-29 09:00"),
        (BERLIN, "2026-10-23 20:00", "1d12h", "2026-10-25 07:00"),
        (BERLIN, "2026-03-28 02:30", "1d1h", "2026-03-29 04:30"),
    ],
)
def test_hours_pass_and_days_keep_the_clock(zone: str, start: str, length: str, end: str) -> None:
    found = calendar(zone).after(at(zone, start), parse_duration(length))
    assert shown(zone, found) == end
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    ("zone", "day", "begin", "hours"),
    [
        (BERLIN, date(2026, 3, 29), "2026-03-29 00:00", 23),
        (BERLIN, date(2026, 10, 25), "2026-10-25 00:00", 25),
        (NEW_YORK, date(2026, 11, 1), "2026-11-01 00:00", 25),
        (LORD_HOWE, date(2026, 10, 4), "2026-10-04 00:00", 23.5),
        (LORD_HOWE, date(2026, 4, 5), "2026-04-05 00:00", 24.5),
        (SANTIAGO, date(2026, 9, 6), "2026-09-06 01:00", 23),
        (SANTIAGO, date(2026, 4, 4), "2026-04-04 00:00", 25),
        (BEIRUT, date(2026, 3, 29), "2026-03-29 01:00", 23),
        (HAVANA, date(2026, 11, 1), "2026-11-01 00:00", 25),
        (NUUK, date(2026, 3, 28), "2026-03-28 00:00", 23),
    ],
)
def test_a_day_with_a_change_has_its_own_length(
    zone: str, day: date, begin: str, hours: float
) -> None:
    """Also if nothing but this day is a working day."""
    short = timedelta(hours=hours)
    alone = calendar(zone, frozenset({day.weekday()}))
    first, end = alone.begin_of(day), alone.begin_of(day + DAY)
    assert shown(zone, first) == begin
    assert end - first == short
    assert alone.between(first - DAY, end + DAY) == short
    assert alone.later(first, short) == end
    assert alone.later(first, short + MINUTE) == alone.begin_of(day + 7 * DAY) + MINUTE


@pytest.mark.parametrize(
    ("zone", "sunday"),
    [
        (BERLIN, date(2026, 3, 29)),
        (BERLIN, date(2026, 10, 25)),
        (NEW_YORK, date(2026, 3, 8)),
        (NEW_YORK, date(2026, 11, 1)),
        (LORD_HOWE, date(2026, 10, 4)),
        (LORD_HOWE, date(2026, 4, 5)),
        (SANTIAGO, date(2026, 9, 6)),
        (BEIRUT, date(2026, 3, 29)),
    ],
)
def test_a_change_on_a_day_that_does_not_count_changes_nothing(zone: str, sunday: date) -> None:
    start = at(zone, f"{sunday - DAY} 22:00")
    found = calendar(zone, ALL_DAYS - {6}).later(start, timedelta(hours=3))
    assert shown(zone, found) == f"{sunday + DAY} 01:00"


# Leap days


@pytest.mark.parametrize(
    ("start", "length", "end"),
    [
        ("2028-02-28 12:00", "1d", "2028-02-29 12:00"),
        ("2028-02-28 12:00", "24h", "2028-02-29 12:00"),
        ("2028-02-28 12:00", "2d", "2028-03-01 12:00"),
        ("2028-02-29 12:00", "1d", "2028-03-01 12:00"),
        ("2028-02-29 12:00", "366d", "2029-03-01 12:00"),
        ("2028-01-01 00:00", "366d", "2029-01-01 00:00"),
        ("2027-02-28 12:00", "1d", "2027-03-01 12:00"),
        ("2027-02-28 12:00", "24h", "2027-03-01 12:00"),
        ("2027-01-01 00:00", "365d", "2028-01-01 00:00"),
    ],
)
def test_a_leap_day_is_a_day(start: str, length: str, end: str) -> None:
    found = calendar(BERLIN).after(at(BERLIN, start), parse_duration(length))
    assert shown(BERLIN, found) == end


def test_a_leap_day_may_be_a_holiday() -> None:
    """It is a Tuesday."""
    free = calendar(BERLIN, WEEK, date(2028, 2, 29))
    start = at(BERLIN, "2028-02-28 12:00")
    assert shown(BERLIN, free.after(start, Duration(days=1))) == "2028-03-01 12:00"
    assert shown(BERLIN, free.later(start, timedelta(hours=13))) == "2028-03-01 01:00"


# Working days and holidays


@pytest.mark.parametrize(
    ("start", "length", "end"),
    [
        ("2026-05-08 12:00", "36h", "2026-05-12 00:00"),  # a Friday
        ("2026-05-08 12:00", "24h", "2026-05-11 12:00"),
        ("2026-05-08 12:00", "1d", "2026-05-11 12:00"),
        ("2026-05-08 12:00", "3d", "2026-05-13 12:00"),
        ("2026-05-08 12:00", "5d", "2026-05-18 12:00"),
        ("2026-05-08 12:00", "1d13h", "2026-05-12 01:00"),
        ("2026-05-08 12:00", "12h", "2026-05-09 00:00"),  # as soon as Friday is over
        ("2026-05-08 12:00", "12h1m", "2026-05-11 00:01"),
        ("2026-05-09 15:00", "0h", "2026-05-11 00:00"),
        ("2026-05-09 15:00", "12h", "2026-05-11 12:00"),
        ("2026-05-09 15:00", "1d", "2026-05-12 00:00"),
        ("2026-05-10 23:59", "1d", "2026-05-12 00:00"),
        ("2026-05-11 00:00", "1d", "2026-05-12 00:00"),
        ("2026-05-09 15:00", "1d1h", "2026-05-12 01:00"),
        # Thursday, the 14th, is a holiday here
        ("2026-05-13 12:00", "1d", "2026-05-15 12:00"),
        ("2026-05-13 12:00", "3d", "2026-05-19 12:00"),
        ("2026-05-13 12:00", "24h", "2026-05-15 12:00"),
        ("2026-05-14 12:00", "1h", "2026-05-15 01:00"),
    ],
)
def test_only_working_days_count(start: str, length: str, end: str) -> None:
    here = calendar(BERLIN, WEEK, date(2026, 5, 14))
    assert shown(BERLIN, here.after(at(BERLIN, start), parse_duration(length))) == end


def test_what_a_day_is_depends_on_the_zone() -> None:
    """A holiday begins in Lord Howe when it is the day before in New York."""
    moment, holiday = datetime(2026, 5, 13, 14, tzinfo=UTC), date(2026, 5, 14)
    assert calendar(NEW_YORK, WEEK, holiday).due(moment) == moment
    assert calendar(LORD_HOWE, WEEK, holiday).due(moment) == at(LORD_HOWE, "2026-05-15 00:00")


def test_a_holiday_on_a_weekend_changes_nothing() -> None:
    start, length = at(BERLIN, "2026-05-08 12:00"), Duration(3, 600)
    free = calendar(BERLIN, WEEK, date(2026, 5, 9), date(2026, 5, 10))
    assert free.after(start, length) == calendar(BERLIN, WEEK).after(start, length)


@pytest.mark.parametrize("length", ["0h", "1h", "1d"])
def test_without_working_days_there_is_no_end(length: str) -> None:
    never = calendar(BERLIN, frozenset())
    start = at(BERLIN, "2026-05-08 12:00")
    with pytest.raises(NeverError, match="no working day"):
        never.after(start, parse_duration(length))
    with pytest.raises(NeverError):
        never.due(start)
    assert never.between(start, start + 9 * DAY) == timedelta()


# Quiet hours

NIGHT = (time(22), time(7))


@pytest.mark.parametrize(
    ("quiet", "moment", "due"),
    [
        (NIGHT, "2026-05-06 21:59", "2026-05-06 21:59"),
        (NIGHT, "2026-05-06 22:00", "2026-05-07 07:00"),
        (NIGHT, "2026-05-06 23:30", "2026-05-07 07:00"),
        (NIGHT, "2026-05-07 00:00", "2026-05-07 07:00"),
        (NIGHT, "2026-05-07 06:59", "2026-05-07 07:00"),
        (NIGHT, "2026-05-07 07:00", "2026-05-07 07:00"),
        (NIGHT, "2026-05-08 22:30", "2026-05-11 07:00"),  # Friday night
        (NIGHT, "2026-05-09 03:00", "2026-05-11 07:00"),
        (NIGHT, "2026-05-09 12:00", "2026-05-11 07:00"),
        (NIGHT, "2026-05-10 23:00", "2026-05-11 07:00"),
        ((time(12), time(14)), "2026-05-08 11:59", "2026-05-08 11:59"),
        ((time(12), time(14)), "2026-05-08 12:00", "2026-05-08 14:00"),
        ((time(12), time(14)), "2026-05-08 13:59", "2026-05-08 14:00"),
        ((time(12), time(14)), "2026-05-08 14:00", "2026-05-08 14:00"),
        ((time(12), time(14)), "2026-05-09 13:00", "2026-05-11 00:00"),
        ((time(18), time(0)), "2026-05-07 19:00", "2026-05-08 00:00"),
        ((time(18), time(0)), "2026-05-08 19:00", "2026-05-11 00:00"),
        ((time(0), time(7)), "2026-05-08 00:00", "2026-05-08 07:00"),
        ((time(0), time(7)), "2026-05-09 00:00", "2026-05-11 07:00"),
        ((time(7, 1), time(7)), "2026-05-08 07:00", "2026-05-08 07:00"),
        ((time(7, 1), time(7)), "2026-05-08 07:01", "2026-05-11 07:00"),
    ],
)
def test_nothing_is_due_in_quiet_hours(quiet: tuple[time, time], moment: str, due: str) -> None:
    found = calendar(BERLIN, WEEK, quiet=quiet).due(at(BERLIN, moment))
    assert shown(BERLIN, found) == due
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    ("zone", "quiet", "moment", "due"),
    [
        (BERLIN, "22:00-02:30", "2026-03-28 23:00", "2026-03-29 03:30"),
        (BERLIN, "22:00-02:30", "2026-03-29 01:30", "2026-03-29 03:30"),
        (BERLIN, "22:00-02:00", "2026-03-29 01:30", "2026-03-29 03:00"),
        (BERLIN, "22:00-07:00", "2026-03-29 01:30", "2026-03-29 07:00"),
        (BERLIN, "22:00-02:30", "2026-03-29 03:30", "2026-03-29 03:30"),
        (NEW_YORK, "01:00-02:30", "2026-03-08 01:15", "2026-03-08 03:30"),
        (LORD_HOWE, "22:00-02:15", "2026-10-04 01:30", "2026-10-04 02:45"),
        (SANTIAGO, "22:00-00:30", "2026-09-05 23:00", "2026-09-06 01:30"),
        (BEIRUT, "22:00-00:00", "2026-03-28 23:00", "2026-03-29 01:00"),
        (NUUK, "22:00-23:30", "2026-03-28 22:30", "2026-03-29 00:30"),
        (BERLIN, "22:00-02:30", "2026-10-25 01:30", "2026-10-25 02:30"),
        (BERLIN, "22:00-02:30", "2026-10-25 02:15", "2026-10-25 02:30"),
        (BERLIN, "22:00-03:00", "2026-10-25 02:15", "2026-10-25 03:00"),
        (BERLIN, "22:00-07:00", "2026-10-25 02:15*", "2026-10-25 07:00"),
        (SANTIAGO, "22:00-00:00", "2026-04-04 23:30*", "2026-04-05 00:00"),
    ],
)
def test_quiet_hours_on_the_day_of_a_change(zone: str, quiet: str, moment: str, due: str) -> None:
    begin, end = (time.fromisoformat(clock) for clock in quiet.split("-"))
    assert shown(zone, calendar(zone, quiet=(begin, end)).due(at(zone, moment))) == due


@pytest.mark.parametrize(
    ("zone", "quiet", "day"),
    [
        (BERLIN, "22:00-02:30", "2026-03-29"),
        (BERLIN, "22:00-02:30", "2026-10-25"),
        (BERLIN, "02:15-02:45", "2026-10-25"),
        (NEW_YORK, "23:00-01:30", "2026-11-01"),
        (LORD_HOWE, "22:00-02:15", "2026-10-04"),
        (LORD_HOWE, "22:00-01:45", "2026-04-05"),
        (SANTIAGO, "22:00-00:30", "2026-09-06"),
        (SANTIAGO, "21:00-23:30", "2026-04-04"),
        (BEIRUT, "22:00-00:30", "2026-03-29"),
        (HAVANA, "22:00-00:30", "2026-11-01"),
    ],
)
def test_due_is_the_first_moment_also_at_a_change(zone: str, quiet: str, day: str) -> None:
    """Never earlier than asked, settled, and not later for the earlier of two moments."""
    begin, end = (time.fromisoformat(clock) for clock in quiet.split("-"))
    here = calendar(zone, quiet=(begin, end))
    start = here.begin_of(date.fromisoformat(day)) - 3 * timedelta(hours=1)
    moments = [start + 5 * number * MINUTE for number in range(12 * 30)]
    found = [here.due(moment) for moment in moments]
    wrong = [shown(zone, m) for m, due in zip(moments, found, strict=True) if due < m]
    assert not wrong, "due earlier than asked"
    assert [here.due(due) for due in found] == found
    assert found == sorted(found)


# Timetables


@pytest.mark.parametrize(
    ("zone", "timetable", "moment", "hit"),
    [
        ("UTC", "0 20 * * *", "2026-05-08 19:59", "2026-05-08 20:00"),
        ("UTC", "0 20 * * *", "2026-05-08 20:00", "2026-05-08 20:00"),
        ("UTC", "0 20 * * *", "2026-05-08 20:00:01", "2026-05-09 20:00"),
        ("UTC", "0 20 * * *", "2026-05-08 20:00:00.000001", "2026-05-09 20:00"),
        ("UTC", "0 20 * * *", "2026-05-08 19:59:59.999999", "2026-05-08 20:00"),
        ("UTC", "*/15 * * * *", "2026-05-08 12:01", "2026-05-08 12:15"),
        ("UTC", "0 20 * * mon,thu", "2026-05-08 12:00", "2026-05-11 20:00"),
        ("UTC", "0 0 1 * *", "2026-05-08 12:00", "2026-06-01 00:00"),
        # leap days
        ("UTC", "0 12 29 2 *", "2026-05-08 12:00", "2028-02-29 12:00"),
        ("UTC", "0 12 L 2 *", "2026-05-08 12:00", "2027-02-28 12:00"),
        ("UTC", "0 12 L 2 *", "2027-05-08 12:00", "2028-02-29 12:00"),
        # the same by the clock in summer and in winter
        (BERLIN, "0 20 * * *", "2026-03-28 20:01", "2026-03-29 20:00"),
        (BERLIN, "0 20 * * *", "2026-10-24 20:01", "2026-10-25 20:00"),
        (NEW_YORK, "0 20 * * *", "2026-03-07 20:01", "2026-03-08 20:00"),
        (LORD_HOWE, "0 20 * * *", "2026-10-03 20:01", "2026-10-04 20:00"),
        (SANTIAGO, "0 20 * * *", "2026-09-05 20:01", "2026-09-06 20:00"),
        # a time that does not exist: as soon as the clock has been put forward
        (BERLIN, "30 2 * * *", "2026-03-28 12:00", "2026-03-29 03:00"),
        (BERLIN, "30 2 * * *", "2026-03-29 03:00", "2026-03-29 03:00"),
        (BERLIN, "30 2 * * *", "2026-03-29 03:01", "2026-03-30 02:30"),
        (LORD_HOWE, "15 2 * * *", "2026-10-03 12:00", "2026-10-04 02:30"),
        (SANTIAGO, "0 0 * * *", "2026-09-05 12:00", "2026-09-06 01:00"),
        (BEIRUT, "0 0 * * *", "2026-03-28 12:00", "2026-03-29 01:00"),
        # of two equal ones the first
        (BERLIN, "30 2 * * *", "2026-10-25 01:00", "2026-10-25 02:30"),
        (BERLIN, "30 2 * * *", "2026-10-25 02:30", "2026-10-25 02:30"),
        (BERLIN, "30 2 * * *", "2026-10-25 02:31", "2026-10-26 02:30"),
        (BERLIN, "30 2 * * *", "2026-10-25 02:15*", "2026-10-26 02:30"),
        (BERLIN, "30 2 * * *", "2026-10-25 02:30*", "2026-10-26 02:30"),
        (NEW_YORK, "30 1 * * *", "2026-11-01 01:15*", "2026-11-02 01:30"),
        (LORD_HOWE, "45 1 * * *", "2026-04-05 01:35*", "2026-04-06 01:45"),
        (SANTIAGO, "30 23 * * *", "2026-04-04 23:15*", "2026-04-05 23:30"),
        # hour by hour
        (BERLIN, "0 * * * *", "2026-03-29 01:01", "2026-03-29 03:00"),
        (BERLIN, "0 * * * *", "2026-10-25 02:01", "2026-10-25 02:00*"),
    ],
)
def test_the_next_time_of_a_timetable(zone: str, timetable: str, moment: str, hit: str) -> None:
    found = calendar(zone).hit(timetable, at(zone, moment))
    assert shown(zone, found) == hit
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    ("timetable", "moment", "hit"),
    [
        ("0 20 * * *", "2026-05-08 20:00", "2026-05-08 20:00"),
        ("0 20 * * *", "2026-05-08 20:01", "2026-05-11 20:00"),
        ("0 20 * * *", "2026-05-09 12:00", "2026-05-11 20:00"),
        ("0 20 * * *", "2026-05-13 20:01", "2026-05-15 20:00"),  # the 14th is a holiday
        ("0 20 * * sat,tue", "2026-05-08 12:00", "2026-05-12 20:00"),
        ("0 0 * * *", "2026-05-08 12:00", "2026-05-11 00:00"),
        ("0 12 15 * *", "2026-07-16 12:00", "2026-09-15 12:00"),  # no 15th of August: a Saturday
        ("* * * * *", "2026-05-09 00:00", "2026-05-11 00:00"),
    ],
)
def test_times_on_other_days_are_passed_over(timetable: str, moment: str, hit: str) -> None:
    here = calendar(BERLIN, WEEK, date(2026, 5, 14))
    assert shown(BERLIN, here.hit(timetable, at(BERLIN, moment))) == hit


def test_a_dense_timetable_waits_for_a_working_day_as_well() -> None:
    """There are 8640 minutes between two Mondays."""
    mondays = calendar(BERLIN, frozenset({0}))
    found = mondays.hit("* * * * *", at(BERLIN, "2026-05-12 00:00"))
    assert shown(BERLIN, found) == "2026-05-18 00:00"


@pytest.mark.parametrize("timetable", ["0 20 * * sat", "0 20 * * sat,sun", "*/5 * * * 0"])
def test_a_timetable_without_a_working_day_is_known(timetable: str) -> None:
    with pytest.raises(NeverError, match="no time on a working day"):
        calendar(BERLIN, WEEK).hit(timetable, at(BERLIN, "2026-05-08 12:00"))


# Properties

CHANGES = [
    datetime(2026, 3, 6, tzinfo=UTC),
    datetime(2026, 3, 27, tzinfo=UTC),
    datetime(2026, 4, 3, tzinfo=UTC),
    datetime(2026, 9, 4, tzinfo=UTC),
    datetime(2026, 9, 26, tzinfo=UTC),
    datetime(2026, 10, 2, tzinfo=UTC),
    datetime(2026, 10, 23, tzinfo=UTC),
    datetime(2026, 10, 30, tzinfo=UTC),
    datetime(2028, 2, 28, tzinfo=UTC),
    datetime(2026, 12, 30, tzinfo=UTC),
]
MOMENTS = st.builds(
    lambda base, minutes: base + minutes * MINUTE,
    st.sampled_from(CHANGES),
    st.integers(0, 5 * 24 * 60),
)
CLOCKS = st.builds(lambda quarter: time(quarter // 4, quarter % 4 * 15), st.integers(0, 95))
QUIET = st.none() | st.tuples(CLOCKS, CLOCKS).filter(lambda pair: pair[0] != pair[1])


@st.composite
def situations(draw: st.DrawFn) -> tuple[str, Calendar, datetime]:
    """A zone's calendar, and a moment near a change of it, or of another."""
    zone, start = draw(st.sampled_from(ZONES)), draw(MOMENTS)
    days = draw(st.just(ALL_DAYS) | st.just(WEEK) | st.frozensets(st.integers(0, 6), min_size=1))
    near = st.integers(-1, 4).map(lambda number: start.date() + number * DAY)
    free = draw(st.frozensets(near, max_size=2))
    return zone, Calendar(ZoneInfo(zone), days, free, draw(QUIET)), start


def counts(here: Calendar, moment: datetime) -> bool:
    """Whether a moment is on a working day; without the help of the calendar's methods."""
    day = moment.astimezone(here.zone).date()
    return day.weekday() in here.workdays and day not in here.holidays


def is_quiet(here: Calendar, moment: datetime) -> bool:
    """Whether it is in quiet hours, by the clock."""
    if here.quiet is None:
        return False
    (begin, end), clock = here.quiet, moment.astimezone(here.zone).time().replace(fold=0)
    return begin <= clock < end if begin < end else clock >= begin or clock < end


def changes_near(here: Calendar, moment: datetime) -> bool:
    """Whether the clock is put forward or back in the two days around it."""
    hours = [(moment + timedelta(hours=h)).astimezone(here.zone) for h in (-24, 24)]
    return hours[0].utcoffset() != hours[1].utcoffset()


@settings(deadline=None, max_examples=120)
@given(situations(), st.integers(0, 2000))
def test_time_passes_minute_by_minute(
    situation: tuple[str, Calendar, datetime], minutes: int
) -> None:
    """An oracle that looks at each of them."""
    _, here, start = situation
    moment, left, passed = start, minutes, 0
    while not counts(here, moment):
        moment += MINUTE
    while left:
        open_now = counts(here, moment)
        left, passed = left - open_now, passed + open_now
        moment += MINUTE
    found = here.later(start, minutes * MINUTE)
    assert found == moment
    assert found.tzinfo is UTC
    assert found == here.after(start, Duration(minutes=minutes))
    assert here.between(start, found) == passed * MINUTE


@settings(deadline=None, max_examples=100)
@given(situations(), st.timedeltas(timedelta(), timedelta(days=40)))
def test_what_passes_is_what_is_between(
    situation: tuple[str, Calendar, datetime], passing: timedelta
) -> None:
    _, here, start = situation
    opened = here.later(start, timedelta())
    assert here.between(start, opened) == timedelta()
    assert here.between(opened, here.later(opened, passing)) == passing


@settings(deadline=None, max_examples=100)
@given(situations(), *[st.timedeltas(timedelta(), timedelta(days=20))] * 2)
def test_what_passes_adds_up(
    situation: tuple[str, Calendar, datetime], one: timedelta, other: timedelta
) -> None:
    _, here, start = situation
    middle = here.later(start, one)
    assert here.later(middle, other) == here.later(start, one + other) or not other
    end = start + one + other
    assert here.between(start, start + one) + here.between(start + one, end) == here.between(
        start, end
    )


@settings(deadline=None, max_examples=150)
@given(
    situations(),
    st.builds(Duration, st.integers(0, 12), st.integers(0, 4000)),
    st.timedeltas(timedelta(), timedelta(days=4)),
)
def test_who_starts_later_does_not_end_earlier(
    situation: tuple[str, Calendar, datetime], duration: Duration, wait: timedelta
) -> None:
    """But for a clock that does not exist: 02:30 becomes 03:30, and 03:15 is what it is."""
    zone, here, start = situation
    days = here.after(start, Duration(duration.days))
    assume(shown(zone, days)[10:16] == shown(zone, here.later(start, timedelta()))[10:16])
    found = here.after(start, duration)
    assert found <= here.after(start + wait, duration)
    assert found >= start
    assert found.tzinfo is UTC


@settings(deadline=None, max_examples=100)
@given(situations(), st.integers(0, 9))
def test_days_keep_the_clock_and_count_working_days(
    situation: tuple[str, Calendar, datetime], days: int
) -> None:
    _, here, start = situation
    begin = here.later(start, timedelta())
    found = here.after(start, Duration(days))
    local, first = found.astimezone(here.zone), begin.astimezone(here.zone)
    assert counts(here, found)
    if not changes_near(here, found):
        assert local.time().replace(fold=0) == first.time().replace(fold=0)
        passed = (first.date() + number * DAY for number in range((local - first).days + 3))
        working = [day for day in passed if day <= local.date() and here.works(day)]
        assert len(working) == days + 1


@settings(deadline=None, max_examples=200)
@given(situations(), st.timedeltas(timedelta(), timedelta(days=2)))
def test_due_is_settled_and_in_order(
    situation: tuple[str, Calendar, datetime], wait: timedelta
) -> None:
    _, here, moment = situation
    found = here.due(moment)
    assert found >= moment
    assert found.tzinfo is UTC
    assert here.due(found) == found
    assert counts(here, found)
    assert changes_near(here, found) or not is_quiet(here, found)
    assert found <= here.due(moment + wait)


@settings(deadline=None, max_examples=100)
@given(situations())
def test_due_is_the_first_moment_that_may_be(
    situation: tuple[str, Calendar, datetime],
) -> None:
    """All quiet hours here begin and end at a quarter of an hour."""
    _, here, moment = situation
    found = here.due(moment)
    assume(not changes_near(here, found) and not changes_near(here, moment))
    tried = moment
    while not counts(here, tried) or is_quiet(here, tried):
        tried += 15 * MINUTE - (tried - CHANGES[0]) % (15 * MINUTE)
    assert found == tried


@settings(deadline=None, max_examples=150)
@given(
    situations(),
    st.sampled_from(["0", "30", "45", "*/15", "0,20"]),
    st.sampled_from(["*", "0", "1", "2", "3", "20", "23", "*/6", "1-3"]),
    st.sampled_from(["*", "mon-sat", "tue,fri,sun"]),
)
def test_a_timetable_is_never_early_and_on_working_days(
    situation: tuple[str, Calendar, datetime], minute: str, hour: str, weekdays: str
) -> None:
    """And the same when asked then; cronsim is not sure of `*/15 0 * * sun` without midnight."""
    _, here, moment = situation
    days = frozenset({1, 4, 6}) | here.workdays
    here = Calendar(here.zone, days, here.holidays)
    timetable = f"{minute} {hour} * * {weekdays}"
    found = here.hit(timetable, moment)
    assert found >= moment
    assert found.tzinfo is UTC
    assert counts(here, found)
    hours = [(found + step).astimezone(here.zone).utcoffset() for step in (-MINUTE, MINUTE)]
    if not (minute.startswith("*") and hours[0] != hours[1]):
        assert here.hit(timetable, found) == found
