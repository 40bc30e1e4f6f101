"""Lengths of time: what is written is what is meant, and is written back the same."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pbem.timing.durations import MOST_DAYS, Duration, Length, parse_duration

QUICK = settings(deadline=None, max_examples=100)
LENGTH: TypeAdapter[Duration] = TypeAdapter(Length)
MOST_MINUTES = MOST_DAYS * 24 * 60
DURATIONS = st.integers(0, MOST_DAYS).flatmap(
    lambda days: st.builds(
        Duration, st.just(days), st.integers(0, (MOST_DAYS - days) * 24 * 60) | st.integers(0, 0)
    )
)


@pytest.mark.parametrize(
    ("text", "days", "minutes", "written"),
    [
        ("36h", 0, 36 * 60, "36h"),
        ("2d", 2, 0, "2d"),
        ("1d12h", 1, 12 * 60, "1d12h"),
        ("90m", 0, 90, "1h30m"),
        ("1d2h3m", 1, 123, "1d2h3m"),
        ("1d5m", 1, 5, "1d5m"),
        ("24h", 0, 24 * 60, "24h"),
        ("1d24h", 1, 24 * 60, "1d24h"),
        (" 1D 12H ", 1, 12 * 60, "1d12h"),
        ("1 d 12 h 5 m", 1, 12 * 60 + 5, "1d12h5m"),
        ("007h", 0, 7 * 60, "7h"),
        ("0h", 0, 0, "0h"),
        ("0d", 0, 0, "0h"),
        ("0d0h0m", 0, 0, "0h"),
        ("400d", 400, 0, "400d"),
        ("9600h", 0, MOST_MINUTES, "9600h"),
        ("576000m", 0, MOST_MINUTES, "9600h"),
    ],
)
def test_a_length_is_read_and_written(text: str, days: int, minutes: int, written: str) -> None:
    duration = parse_duration(text)
    assert duration == Duration(days, minutes)
    assert str(duration) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "d",
        "h",
        "12",
        "h12",
        "12h1d",
        "1h1h",
        "1.5h",
        "1,5h",
        "-1h",
        "+1h",
        "1w",
        "1y",
        "1h30",
        "1h and 30m",
        "two days",
        "PT36H",
        "36:00",
        "12345d",
        "1234567m",
        "\N{ARABIC-INDIC DIGIT THREE}h",
        "\N{SUPERSCRIPT TWO}h",
        "1h\n2h",
        "1d\x002h",
    ],
)
def test_what_is_no_length_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match="write 36h, 2d, 1d12h or 90m"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["401d", "9601h", "576001m", "400d1m", "399d25h", "9999d"])
def test_a_length_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="longer than 400 days"):
        parse_duration(text)


@pytest.mark.parametrize("value", [36, 1.5, None, True, ["36h"], timedelta(hours=36)])
def test_what_is_no_text_is_refused_with_an_example(value: object) -> None:
    with pytest.raises(ValidationError, match="write it as text: '36h', '2d'"):
        LENGTH.validate_python(value)


def test_a_length_is_text_in_a_file() -> None:
    assert LENGTH.validate_python("1d 30m") == Duration(1, 30)
    assert LENGTH.validate_python(Duration(1, 30)) == Duration(1, 30)
    assert LENGTH.dump_python(Duration(1, 30), mode="json") == "1d30m"


def test_only_no_time_is_false() -> None:
    assert not Duration()
    assert Duration(days=1)
    assert Duration(minutes=1)


def test_about_how_long_it_is() -> None:
    assert Duration(2, 90).length == timedelta(hours=49, minutes=30)


@QUICK
@given(DURATIONS)
def test_what_is_written_is_read_the_same(duration: Duration) -> None:
    assert parse_duration(str(duration)) == duration
    assert LENGTH.validate_python(LENGTH.dump_python(duration, mode="json")) == duration


@QUICK
@given(st.from_regex(r"\s?([0-9]{1,3}\s?[dD])?\s?([0-9]{1,4}[hH])?\s?([0-9]{1,5}\s?m)?\s?\Z"))
def test_writing_again_changes_nothing(text: str) -> None:
    try:
        once = str(parse_duration(text))
    except ValueError:
        return
    assert str(parse_duration(once)) == once


@QUICK
@given(st.text(alphabet="0123456789dhm DHM.-w", max_size=12) | st.text(max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    if any(sign.isdigit() for sign in text) and _is_read(text):
        assert timedelta() <= parse_duration(text).length <= timedelta(days=MOST_DAYS)
    else:
        with pytest.raises(ValueError, match=r"write 36h, 2d, 1d12h or 90m|longer than"):
            parse_duration(text)


def _is_read(text: str) -> bool:
    try:
        parse_duration(text)
    except ValueError:
        return False
    return True
