"""What a game agrees on about time: due dates, how they move, and what is refused."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from pbem.rules.state import Ask
from pbem.timing.durations import Duration
from pbem.timing.terms import (
    Absences,
    Deadlines,
    is_timetable,
    quiet_hours,
    workdays,
    zone_named,
)

BERLIN = "Europe/Berlin"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def terms(**table: Any) -> Deadlines:
    return Deadlines.model_validate(table)


def at(text: str, zone: str = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def shown(moment: datetime | None, zone: str = BERLIN) -> str:
    assert moment is not None
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}".removesuffix(":00")


def due(asked: str, **table: Any) -> str:
    """When a turn is due in Berlin."""
    return shown(terms(zone=BERLIN, **table).due(Ask.TURN, at(asked)))


# Due dates


def test_without_a_schedule_there_is_no_deadline() -> None:
    assert all(terms().due(kind, at("2026-05-08 12:00")) is None for kind in Ask)
    assert terms(turn="1d").due(Ask.FIGHT, at("2026-05-08 12:00")) is None


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        (Ask.TURN, "turn"),
        (Ask.FIGHT, "fight"),
        (Ask.CANAL, "canal"),
        (Ask.FORCE, "force"),
        (Ask.INVEST, "invest"),
    ],
)
def test_each_kind_has_its_own_schedule_or_the_common_one(kind: Ask, key: str) -> None:
    own = terms(**{"every": "2d", key: "3h"})
    assert own.schedule(kind) == "3h"
    assert {own.schedule(other) for other in Ask if other != kind} == {"2d"}


def test_every_kind_of_question_has_a_schedule() -> None:
    assert {terms(every="36h").schedule(kind) for kind in Ask} == {"36h"}


@pytest.mark.parametrize(
    ("asked", "table", "expected"),
    [
        # over a weekend
        ("2026-05-08 12:00", {"every": "36h"}, "2026-05-12 00:00"),
        ("2026-05-08 12:00", {"every": "1d"}, "2026-05-11 12:00"),
        ("2026-05-08 12:00", {"every": "12h"}, "2026-05-11 00:00"),
        ("2026-05-08 12:00", {"every": "11h"}, "2026-05-08 23:00"),
        ("2026-05-08 12:00", {"every": "1d", "days": "mon-sun"}, "2026-05-09 12:00"),
        ("2026-05-08 12:00", {"every": "1d", "holidays": ["2026-05-11"]}, "2026-05-12 12:00"),
        # asked on a weekend
        ("2026-05-09 15:00", {"every": "12h"}, "2026-05-11 12:00"),
        ("2026-05-09 15:00", {"every": "1d"}, "2026-05-12 00:00"),
        # Friday night to Monday morning
        ("2026-05-08 11:00", {"every": "12h", "quiet": "22:00-07:00"}, "2026-05-11 07:00"),
        ("2026-05-07 23:00", {"every": "1d", "quiet": "22:00-07:00"}, "2026-05-11 07:00"),
        ("2026-05-07 11:00", {"every": "12h", "quiet": "22:00-07:00"}, "2026-05-08 07:00"),
        # quiet hours do count for how long it takes
        ("2026-05-06 20:00", {"every": "24h", "quiet": "22:00-07:00"}, "2026-05-07 20:00"),
        # summer time
        ("2026-03-28 12:00", {"every": "1d", "days": "mon-sun"}, "2026-03-29 12:00"),
        ("2026-03-28 12:00", {"every": "24h", "days": "mon-sun"}, "2026-03-29 13:00"),
        ("2026-10-24 12:00", {"every": "1d", "days": "mon-sun"}, "2026-10-25 12:00"),
        ("2026-10-24 12:00", {"every": "24h", "days": "mon-sun"}, "2026-10-25 11:00"),
        ("2026-03-28 02:30", {"every": "1d", "days": "mon-sun"}, "2026-03-29 03:30"),
        # leap day
        ("2028-02-28 12:00", {"every": "1d"}, "2028-02-29 12:00"),
        ("2027-02-26 12:00", {"every": "1d"}, "2027-03-01 12:00"),
        # no seconds, and never earlier
        ("2026-05-06 12:00:00.000001", {"every": "1h"}, "2026-05-06 13:01"),
        ("2026-05-06 12:00:59", {"every": "1h"}, "2026-05-06 13:01"),
        ("2026-05-06 12:00", {"every": "1m"}, "2026-05-06 12:01"),
        # not by those seconds into quiet hours or a weekend either
        ("2026-05-06 20:59:30", {"every": "1h", "quiet": "22:00-07:00"}, "2026-05-07 07:00"),
        ("2026-05-08 22:59:30", {"every": "1h"}, "2026-05-11 00:00"),
    ],
)
def test_an_answer_is_due(asked: str, table: dict[str, Any], expected: str) -> None:
    assert due(asked, **({"days": "mon-fri"} | table)) == expected


@pytest.mark.parametrize(
    ("asked", "table", "expected"),
    [
        # twelve hours at the least
        ("2026-05-06 07:59", {}, "2026-05-06 20:00"),
        ("2026-05-06 08:00", {}, "2026-05-06 20:00"),
        ("2026-05-06 08:00:01", {}, "2026-05-07 20:00"),
        ("2026-05-06 08:01", {}, "2026-05-07 20:00"),
        ("2026-05-06 19:59", {}, "2026-05-07 20:00"),
        ("2026-05-06 20:00", {}, "2026-05-07 20:00"),
        # more or less
        ("2026-05-06 19:59", {"at_least": "1m"}, "2026-05-06 20:00"),
        ("2026-05-06 19:59", {"at_least": "2m"}, "2026-05-07 20:00"),
        ("2026-05-06 20:00", {"at_least": "0h"}, "2026-05-06 20:00"),
        ("2026-05-06 20:00:01", {"at_least": "0h"}, "2026-05-07 20:00"),
        ("2026-05-06 20:00", {"at_least": "1d"}, "2026-05-07 20:00"),
        ("2026-05-06 20:01", {"at_least": "1d"}, "2026-05-08 20:00"),
        # weekends and holidays are passed over, and do not count
        ("2026-05-08 08:00", {}, "2026-05-08 20:00"),
        ("2026-05-08 08:01", {}, "2026-05-11 20:00"),
        ("2026-05-08 20:30", {}, "2026-05-11 20:00"),
        ("2026-05-08 23:00", {"at_least": "22h"}, "2026-05-12 20:00"),
        ("2026-05-09 12:00", {}, "2026-05-11 20:00"),
        ("2026-05-09 12:00", {"at_least": "20h"}, "2026-05-11 20:00"),
        ("2026-05-09 12:00", {"at_least": "20h1m"}, "2026-05-12 20:00"),
        ("2026-05-08 12:00", {"holidays": ["2026-05-11"]}, "2026-05-12 20:00"),
        # quiet hours move it
        ("2026-05-06 07:00", {"quiet": "19:00-21:30"}, "2026-05-06 21:30"),
        ("2026-05-08 07:00", {"quiet": "19:00-07:00"}, "2026-05-11 07:00"),
        # summer time: in the night of the 29th there are but eleven hours from 20:00 to 08:00
        ("2026-03-28 20:00", {"every": "0 8 * * *", "days": "mon-sun"}, "2026-03-30 08:00"),
        ("2026-10-24 20:00", {"every": "0 8 * * *", "days": "mon-sun"}, "2026-10-25 08:00"),
        ("2026-03-28 12:00", {"days": "mon-sun"}, "2026-03-29 20:00"),
        ("2026-10-24 12:00", {"days": "mon-sun"}, "2026-10-25 20:00"),
        # leap day
        ("2026-05-06 12:00", {"every": "0 20 29 2 *"}, "2028-02-29 20:00"),
    ],
)
def test_an_answer_is_due_by_a_timetable(asked: str, table: dict[str, Any], expected: str) -> None:
    assert due(asked, **({"every": "0 20 * * *", "days": "mon-fri"} | table)) == expected


def test_at_least_is_for_timetables_only() -> None:
    assert due("2026-05-06 12:00", every="1h", at_least="2d") == "2026-05-06 13:00"


def test_a_timetable_with_many_times_is_met_on_the_next_working_day() -> None:
    """Asked at noon on a Monday, twelve hours later there are six days without any."""
    expected = "2026-05-18 00:00"
    assert due("2026-05-11 12:00", every="* * * * *", days="mon") == expected


# How deadlines move


@pytest.mark.parametrize(
    ("deadline", "begin", "end", "expected"),
    [
        # before the deadline: as much later as it is long
        ("2026-05-06 12:00", "2026-05-05 00:00", "2026-05-06 00:00", "2026-05-07 12:00"),
        ("2026-05-06 12:00", "2026-05-06 08:00", "2026-05-06 09:30", "2026-05-06 13:30"),
        # until the very deadline
        ("2026-05-06 12:00", "2026-05-06 08:00", "2026-05-06 12:00", "2026-05-06 16:00"),
        # across it: what was left is left
        ("2026-05-06 12:00", "2026-05-06 08:00", "2026-05-07 08:00", "2026-05-07 12:00"),
        ("2026-05-06 12:00", "2026-05-06 11:59", "2026-05-07 08:00", "2026-05-07 08:01"),
        # after it, or from it on: as much later as it is long
        ("2026-05-06 12:00", "2026-05-06 12:00", "2026-05-07 08:00", "2026-05-07 08:00"),
        ("2026-05-06 12:00", "2026-05-07 12:00", "2026-05-07 18:00", "2026-05-06 18:00"),
        # weekends do not count in what was left
        ("2026-05-11 12:00", "2026-05-08 18:00", "2026-05-12 18:00", "2026-05-13 12:00"),
        ("2026-05-08 12:00", "2026-05-08 06:00", "2026-05-08 21:00", "2026-05-11 03:00"),
        ("2026-05-08 12:00", "2026-05-08 06:00", "2026-05-09 12:00", "2026-05-11 06:00"),
        # a weekend away costs nobody anything
        ("2026-05-11 12:00", "2026-05-09 00:00", "2026-05-11 00:00", "2026-05-11 12:00"),
        # it is never due on a weekend
        ("2026-05-08 12:00", "2026-05-10 00:00", "2026-05-11 00:00", "2026-05-11 00:00"),
        # no seconds
        ("2026-05-06 12:00", "2026-05-06 11:59:30", "2026-05-07 08:00", "2026-05-07 08:01"),
    ],
)
def test_a_time_that_does_not_count_moves_a_deadline(
    deadline: str, begin: str, end: str, expected: str
) -> None:
    here = terms(zone=BERLIN, every="1d", days="mon-fri")
    found = here.moved(Ask.TURN, at(deadline), (at(begin), at(end)))
    assert shown(found) == expected
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    ("deadline", "begin", "end", "expected"),
    [
        ("2026-05-06 20:00", "2026-05-05 00:00", "2026-05-06 00:00", "2026-05-07 20:00"),
        ("2026-05-06 20:00", "2026-05-06 08:00", "2026-05-06 08:01", "2026-05-07 20:00"),
        ("2026-05-06 20:00", "2026-05-06 08:00", "2026-05-07 08:00", "2026-05-07 20:00"),
        ("2026-05-06 20:00", "2026-05-06 08:00", "2026-05-07 08:01", "2026-05-08 20:00"),
        ("2026-05-06 20:00", "2026-05-06 20:00", "2026-05-07 20:00", "2026-05-07 20:00"),
        ("2026-05-06 20:00", "2026-05-07 00:00", "2026-05-07 01:00", "2026-05-07 20:00"),
        ("2026-05-08 20:00", "2026-05-08 12:00", "2026-05-08 13:00", "2026-05-11 20:00"),
        ("2026-05-11 20:00", "2026-05-09 00:00", "2026-05-11 00:00", "2026-05-11 20:00"),
        ("2026-03-27 20:00", "2026-03-27 12:00", "2026-03-30 12:00", "2026-03-30 20:00"),
    ],
)
def test_by_a_timetable_it_moves_to_the_next_time(
    deadline: str, begin: str, end: str, expected: str
) -> None:
    here = terms(zone=BERLIN, every="0 20 * * *", days="mon-fri")
    assert shown(here.moved(Ask.TURN, at(deadline), (at(begin), at(end)))) == expected


def test_a_weekend_away_costs_nothing_where_quiet_hours_moved_the_time_of_a_timetable() -> None:
    here = terms(zone=BERLIN, every="0 3 * * *", days="mon-fri", quiet="22:00-07:00")
    deadline = here.due(Ask.TURN, at("2026-05-08 12:00"))
    assert deadline is not None
    assert shown(deadline) == "2026-05-11 07:00"
    weekend = (at("2026-05-09 00:00"), at("2026-05-11 00:00"))
    assert here.moved(Ask.TURN, deadline, weekend) == deadline


def test_a_deadline_does_not_move_into_quiet_hours() -> None:
    here = terms(zone=BERLIN, every="1d", days="mon-fri", quiet="22:00-07:00")
    closed = (at("2026-05-08 10:00"), at("2026-05-08 20:30"))
    assert shown(here.moved(Ask.TURN, at("2026-05-08 12:00"), closed)) == "2026-05-11 07:00"
    closed = (at("2026-05-08 11:59:30"), at("2026-05-08 21:59"))
    assert shown(here.moved(Ask.TURN, at("2026-05-08 12:00"), closed)) == "2026-05-11 07:00"


@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        ([], "2026-05-08 12:00"),
        # over before it was asked, or until then
        ([("2026-05-01 00:00", "2026-05-05 00:00")], "2026-05-08 12:00"),
        ([("2026-05-01 00:00", "2026-05-06 12:00")], "2026-05-08 12:00"),
        # begun before: from the question on
        ([("2026-05-01 00:00", "2026-05-06 18:00")], "2026-05-08 18:00"),
        ([("2026-05-06 12:00", "2026-05-06 18:00")], "2026-05-08 18:00"),
        # within, across
        ([("2026-05-07 00:00", "2026-05-07 12:00")], "2026-05-09 00:00"),
        ([("2026-05-08 00:00", "2026-05-18 00:00")], "2026-05-18 12:00"),
        # from the deadline on, or later
        ([("2026-05-08 12:00", "2026-05-18 00:00")], "2026-05-08 12:00"),
        ([("2026-05-09 12:00", "2026-05-18 00:00")], "2026-05-08 12:00"),
        # the second is met only because of the first
        (
            [("2026-05-07 00:00", "2026-05-09 00:00"), ("2026-05-10 00:00", "2026-05-12 00:00")],
            "2026-05-12 12:00",
        ),
        (
            [("2026-05-07 00:00", "2026-05-08 00:00"), ("2026-05-10 00:00", "2026-05-12 00:00")],
            "2026-05-09 12:00",
        ),
    ],
)
def test_a_question_asked_of_somebody_away(closed: list[tuple[str, str]], expected: str) -> None:
    periods = [(at(begin), at(end)) for begin, end in closed]
    found = terms(zone=BERLIN, every="2d").due(Ask.TURN, at("2026-05-06 12:00"), periods)
    assert shown(found) == expected


@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        (("2026-05-01 00:00", "2026-05-06 07:00"), "2026-05-06 20:00"),
        (("2026-05-01 00:00", "2026-05-06 12:00"), "2026-05-07 20:00"),
        (("2026-05-06 19:00", "2026-05-08 18:00"), "2026-05-08 20:00"),
        (("2026-05-06 19:00", "2026-05-08 19:01"), "2026-05-09 20:00"),
        (("2026-05-06 20:00", "2026-05-08 19:01"), "2026-05-06 20:00"),
    ],
)
def test_a_question_by_a_timetable_asked_of_somebody_away(
    closed: tuple[str, str], expected: str
) -> None:
    period = (at(closed[0]), at(closed[1]))
    found = terms(zone=BERLIN, every="0 20 * * *").due(Ask.TURN, at("2026-05-06 07:00"), [period])
    assert shown(found) == expected


def test_who_is_away_has_no_deadline_all_the_same_without_a_schedule() -> None:
    closed = [(at("2026-05-01 00:00"), at("2026-06-01 00:00"))]
    assert terms().due(Ask.TURN, at("2026-05-06 07:00"), closed) is None


@pytest.mark.parametrize(
    ("deadline", "more", "expected"),
    [
        ("2026-05-06 12:00", timedelta(), "2026-05-06 12:00"),
        ("2026-05-06 12:00", 3 * HOUR, "2026-05-06 15:00"),
        ("2026-05-06 12:00", DAY, "2026-05-07 12:00"),
        ("2026-05-06 12:00", 10 * HOUR, "2026-05-07 07:00"),
        # weekends count, but nothing is due then
        ("2026-05-08 12:00", DAY, "2026-05-11 07:00"),
        ("2026-05-08 12:00", 3 * DAY, "2026-05-11 12:00"),
        ("2026-05-08 12:00", 11 * HOUR, "2026-05-11 07:00"),
        ("2026-03-27 12:00", 4 * DAY, "2026-03-31 13:00"),
        # no seconds, not by rounding either
        ("2026-05-06 12:00", timedelta(seconds=1), "2026-05-06 12:01"),
        ("2026-05-06 12:00", 10 * HOUR - timedelta(seconds=1), "2026-05-07 07:00"),
    ],
)
def test_more_time(deadline: str, more: timedelta, expected: str) -> None:
    for every in ("1d", "0 20 * * *"):
        here = terms(zone=BERLIN, every=every, days="mon-fri", quiet="22:00-07:00")
        assert shown(here.extended(at(deadline), more)) == expected


# What is written


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("mon-sun", {0, 1, 2, 3, 4, 5, 6}),
        ("mon-fri", {0, 1, 2, 3, 4}),
        ("sat-mon", {0, 5, 6}),
        ("tue-mon", {0, 1, 2, 3, 4, 5, 6}),
        ("sun-sat", {0, 1, 2, 3, 4, 5, 6}),
        ("wed", {2}),
        ("wed-wed", {2}),
        (" MON , wed-Thu,sun ", {0, 2, 3, 6}),
        ("mon,mon-tue", {0, 1}),
    ],
)
def test_working_days(text: str, days: set[int]) -> None:
    assert workdays(text) == days
    assert terms(days=text).calendar.workdays == days


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("22:00-07:00", time(22), time(7)),
        (" 9:30 - 10:15 ", time(9, 30), time(10, 15)),
        ("00:00-23:59", time(0), time(23, 59)),
    ],
)
def test_quiet_hours(text: str, begin: time, end: time) -> None:
    assert quiet_hours(text) == (begin, end)
    assert terms(quiet=text).calendar.quiet == (begin, end)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("36h", False),
        ("1d 12h", False),
        ("1d 2h 3m", False),
        ("1 d 12 h", False),
        ("1 d 2 h 3 m", False),
        ("0 20 * * *", True),
        ("0 20 * * mon-fri", True),
        ("*/15 * * * *", True),
    ],
)
def test_a_timetable_is_not_a_length(text: str, is_one: bool) -> None:
    """As it is with `at_least`, so it is with `every`: what is a length is read as one."""
    assert is_timetable(text) == is_one
    if not is_one:
        assert terms(at_least=text).at_least == Duration(*_days_and_minutes(text))
        assert terms(every=text).every == str(terms(at_least=text).at_least)


def _days_and_minutes(text: str) -> tuple[int, int]:
    total = {"d": 0, "h": 0, "m": 0}
    number = ""
    for sign in text.replace(" ", ""):
        if sign in total:
            total[sign], number = int(number), ""
        else:
            number += sign
    return total["d"], 60 * total["h"] + total["m"]


def test_what_holds_unless_something_else_is_written() -> None:
    here = Deadlines()
    assert (here.zone, here.every, here.days, here.quiet) == ("UTC", None, "mon-sun", None)
    assert (here.at_least, here.grace, here.bank) == (Duration(0, 720), Duration(), Duration())
    assert (here.reminders, here.missed) == ((Duration(1),), "wait")
    assert here == terms()
    assert Absences() == Absences.model_validate({})


# What is refused

LENGTHS = "write 36h, 2d, 1d12h or 90m"
ZONE = "named like Europe/Athens, America/New_York or UTC"
WORKING = "write working days like 'mon-fri' or 'mon,wed,sat'"
QUIET = "write quiet hours like '22:00-07:00'"
MISSED = "'wait', 'standing', 'default', 'proxy' or 'automatic'"
ANY_TEXT = "write a length of time or a timetable as text"


def refusal(model: type[BaseModel], table: dict[str, Any]) -> str:
    """Why a table is refused; pydantic's text with the place."""
    with pytest.raises(ValidationError) as caught:
        model.model_validate(table)
    return "\n".join(
        f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in caught.value.errors()
    )


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        *[
            ("zone", zone, ZONE)
            for zone in (
                "",
                "Berlin",
                "Europe",
                "Europe/Berlin ",
                "../etc/passwd",
                "/etc/passwd",
                "UTC+2",
                "zone.tab",
                "A" * 300,
                "\0",
                "Europe/\N{GREEK SMALL LETTER ALPHA}",
            )
        ],
        ("zone", 2, "valid string"),
        *[
            (key, value, message)
            for key in ("every", "turn", "fight", "canal", "force", "invest")
            for value, message in (
                ("", LENGTHS),
                ("soon", LENGTHS),
                ("36", LENGTHS),
                ("401d", "longer than 400 days"),
                (36, ANY_TEXT),
                (True, ANY_TEXT),
                (["36h"], ANY_TEXT),
                ("61 * * * *", "minute"),
                ("0 24 * * *", "hour"),
                ("0 12 30 2 *", "day-of-month"),
                ("0 12 * * monday", "day-of-week"),
                ("0 12 * *", "number of fields"),
                ("0 12 * * * * *", "number of fields"),
                ("please be quick now", "number of fields"),
            )
        ],
        *[
            (key, value, message)
            for key in ("at_least", "grace", "bank")
            for value, message in (
                ("soon", LENGTHS),
                ("0 20 * * *", LENGTHS),
                ("-1h", LENGTHS),
                ("401d", "longer than 400 days"),
                (12, "write it as text: '36h', '2d'"),
                (None, "write it as text: '36h', '2d'"),
            )
        ],
        ("reminders", ["1d", "soon"], LENGTHS),
        ("reminders", [24], "write it as text: '36h', '2d'"),
        ("reminders", "soon", LENGTHS),
        *[
            ("days", days, WORKING)
            for days in (
                "",
                "monday",
                "mon-",
                "-fri",
                "mon-fri-sun",
                "mon,,tue",
                "mon;tue",
                "mo-fr",
                "1-5",
                "mon-fri,",
            )
        ],
        ("days", ["mon"], "valid string"),
        *[
            ("quiet", quiet, QUIET)
            for quiet in (
                "",
                "22-7",
                "22:00",
                "22:00-24:00",
                "22:60-07:00",
                "22:00\N{EN DASH}07:00",
                "10pm-7am",
                "22:00-07:00-08:00",
            )
        ],
        ("quiet", "07:00-07:00", "leaves no time at all"),
        ("quiet", "7:00-07:00", "leaves no time at all"),
        ("quiet", 22, "valid string"),
        ("holidays", ["2026-02-29"], "valid date"),
        ("holidays", ["25.12.2026"], "valid date"),
        ("holidays", ["Christmas"], "valid date"),
        ("holidays", [datetime(2026, 12, 25, 12, tzinfo=UTC)], "zero time"),
        ("holidays", "2026-12-25", "valid tuple"),
        ("missed", "ignore", MISSED),
        ("missed", None, MISSED),
        ("offer_after", 0, "greater than or equal to 1"),
        ("offer_after", -3, "greater than or equal to 1"),
        ("offer_after", 1.5, "valid integer"),
        ("offer_after", "never", "valid integer"),
        ("hold_share", 0, "greater than 0"),
        ("hold_share", 1.01, "less than or equal to 1"),
        ("hold_share", float("nan"), "less than or equal to 1"),
        ("hold_share", "half", "valid number"),
        ("evry", "36h", "not permitted"),
    ],
)
def test_what_is_wrong_is_refused_and_says_what_is_legal(
    key: str, value: object, message: str
) -> None:
    said = refusal(Deadlines, {key: value})
    assert said.startswith(key)
    assert message in said


@pytest.mark.parametrize("value", ["61 * * * *", "0 12 * *", "please be quick now"])
def test_a_wrong_timetable_is_answered_with_a_right_one(value: str) -> None:
    """Any example will do that may itself be written there."""
    said = refusal(Deadlines, {"every": value}).replace(value, "")
    words = [word.strip(".,;:'\"`()") for word in said.split()]
    runs = [" ".join(words[number : number + 5]) for number in range(len(words))]
    assert any(_is_accepted(run) for run in runs), said


def _is_accepted(schedule: str) -> bool:
    try:
        return bool(terms(every=schedule))
    except ValidationError:
        return False


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"every": "0 20 * * sat", "days": "mon-fri"}, "'0 20 * * sat' has no time on a working"),
        ({"fight": "0 20 * * sun", "days": "mon-sat"}, "'0 20 * * sun' has no time on a working"),
    ],
)
def test_what_would_never_be_due_is_refused(table: dict[str, Any], message: str) -> None:
    assert message in refusal(Deadlines, table)


def test_holidays_to_the_end_of_the_search_are_refused() -> None:
    days = [date(2025, 12, 1) + number * DAY for number in range(4100)]
    assert "no working day" in refusal(Deadlines, {"every": "1d", "holidays": days})


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("days", -1, "greater than or equal to 0"),
        ("days", 367, "less than or equal to 366"),
        ("days", "many", "valid integer"),
        ("days", 1.5, "valid integer"),
        ("then", "pause", "'wait' or 'play'"),
        ("shown", "all", "'nothing', 'that' or 'until'"),
        ("day", 28, "not permitted"),
    ],
)
def test_what_is_wrong_about_absences_is_refused(key: str, value: object, message: str) -> None:
    said = refusal(Absences, {key: value})
    assert said.startswith(key)
    assert message in said


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"])
def test_a_zone_is_known_by_its_name(name: str) -> None:
    assert zone_named(name).key == name


def test_what_is_agreed_on_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        terms().zone = "UTC"


# Files

FULL = {
    "zone": BERLIN,
    "every": "36h",
    "turn": "0 20 * * mon,thu",
    "fight": "1d 12h",
    "canal": "90m",
    "force": "*/30 8-20 * * *",
    "invest": "2d",
    "at_least": "6h",
    "days": "sat-mon, wed",
    "holidays": ["2026-12-26", "2028-02-29"],
    "quiet": "22:00 - 07:00",
    "grace": "2h",
    "reminders": ["2d", "1d12h", "30m"],
    "bank": "5d",
    "missed": "automatic",
    "offer_after": 5,
    "hold_share": 1,
}


def through_a_file(model: BaseModel) -> dict[str, Any]:
    """What a file says of it; TOML has no word for nothing."""
    return tomllib.loads(tomli_w.dumps(model.model_dump(mode="json", exclude_none=True)))


@pytest.mark.parametrize("table", [{}, FULL, {"every": "1m"}, {"reminders": [], "holidays": []}])
def test_deadlines_survive_a_file(table: dict[str, Any]) -> None:
    before = terms(**table)
    file = through_a_file(before)
    after = terms(**file)
    assert after == before
    assert after.calendar == before.calendar
    assert through_a_file(after) == file


def test_dates_of_a_toml_file_are_holidays() -> None:
    table = tomllib.loads("holidays = [2028-02-29, 2026-12-25]\n")
    assert terms(**table).holidays == (date(2028, 2, 29), date(2026, 12, 25))


@pytest.mark.parametrize("table", [{}, {"days": 0, "then": "play", "shown": "until"}])
def test_absences_survive_a_file(table: dict[str, Any]) -> None:
    before = Absences.model_validate(table)
    assert Absences.model_validate(through_a_file(before)) == before


# Properties

SHORT = st.builds(
    lambda days, minutes: str(Duration(days, minutes)), st.integers(0, 5), st.integers(1, 3000)
)
TIMETABLES = st.builds(
    "{} {} * * {}".format,
    st.sampled_from(["0", "30", "*/15"]),
    st.sampled_from(["0", "2", "8,20", "23", "*"]),
    st.sampled_from(["*", "mon-sat,0"]),
)
SCHEDULES = SHORT | TIMETABLES
CLOCKS = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from([0, 15, 30, 45]))
TABLES = st.fixed_dictionaries(
    {"every": SCHEDULES},
    optional={
        "zone": st.sampled_from(
            [BERLIN, "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Beirut"]
        ),
        "at_least": SHORT,
        "days": st.sampled_from(["mon-fri", "sat-mon", "wed", "tue,thu,sun"]),
        "holidays": st.lists(st.dates(date(2026, 3, 27), date(2026, 4, 8)), max_size=3),
        "quiet": st.tuples(CLOCKS, CLOCKS).filter(lambda p: p[0] != p[1]).map("-".join),
        "grace": SHORT,
        "reminders": st.lists(SHORT, max_size=3),
        "bank": SHORT,
        "missed": st.sampled_from(["wait", "standing", "default", "proxy", "automatic"]),
        "offer_after": st.integers(1, 99),
        "hold_share": st.floats(0, 1, exclude_min=True),
    },
)
BASES = [datetime(2026, *day, tzinfo=UTC) for day in ((3, 6), (3, 27), (4, 3), (10, 23))]
MOMENTS = st.builds(
    lambda base, passed: base + passed,
    st.sampled_from(BASES),
    st.timedeltas(timedelta(), timedelta(days=4)),
)
PERIODS = st.builds(
    lambda begin, length: (begin, begin + length),
    MOMENTS,
    st.timedeltas(timedelta(minutes=1), timedelta(days=6)),
)


def check_allowed(here: Deadlines, moment: datetime) -> None:
    """It may be due then: whole minutes, UTC, a working day, and no quiet hours."""
    assert moment.tzinfo is UTC
    assert (moment.second, moment.microsecond) == (0, 0)
    zone = ZoneInfo(here.zone)
    local = moment.astimezone(zone)
    assert local.weekday() in workdays(here.days)
    assert local.date() not in here.holidays
    around = {(moment + hours * HOUR).astimezone(zone).utcoffset() for hours in (-24, 0, 24)}
    if here.quiet and len(around) == 1:  # on the days of a change, see the calendar's tests
        (begin, end), clock = quiet_hours(here.quiet), local.time()
        assert not (begin <= clock < end if begin < end else clock >= begin or clock < end)


@settings(deadline=None, max_examples=150)
@given(TABLES, MOMENTS)
def test_a_deadline_is_never_early_nor_when_nothing_is_due(
    table: dict[str, Any], asked: datetime
) -> None:
    here = terms(**table)
    found = here.due(Ask.TURN, asked)
    assert found is not None
    check_allowed(here, found)
    least = here.at_least if is_timetable(table["every"]) else terms(grace=table["every"]).grace
    assert found >= here.calendar.after(asked, least) >= asked


@settings(deadline=None, max_examples=100)
@given(TABLES, MOMENTS, PERIODS, st.timedeltas(timedelta(), timedelta(days=5)))
def test_a_deadline_moves_only_back(
    table: dict[str, Any], asked: datetime, closed: tuple[datetime, datetime], more: timedelta
) -> None:
    here = terms(**table)
    plain, away = here.due(Ask.TURN, asked), here.due(Ask.TURN, asked, [closed])
    assert plain is not None
    assert away is not None
    assert away >= plain
    for found in (away, here.moved(Ask.TURN, plain, closed), here.extended(plain, more)):
        check_allowed(here, found)
        assert found >= plain
    begin, end = closed
    assert away == plain or begin < plain
    assert away == plain or end > asked
    assert not max(begin, asked) < plain < end or away >= end


@settings(deadline=None, max_examples=100)
@given(TABLES)
def test_any_deadlines_survive_a_file(table: dict[str, Any]) -> None:
    before = terms(**table)
    assert terms(**through_a_file(before)) == before
