"""Our own lines above the marker, where a program has copied the old mail without marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.reading.newtext import new_text

GOLDEN = Path(__file__).parents[1] / "report" / "golden"
REPORTS = ("first-turn", "fight", "canal", "force", "auction", "asked-anew")


def body(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")[2]


@pytest.mark.parametrize("name", REPORTS)
def test_orders_on_top_of_an_unmarked_copy_stand_alone(name: str) -> None:
    text = f"CHINA: TAXATION\n\n{body(name)}"
    lines = [line for line in new_text(text).text.split("\n") if line.strip()]
    assert lines[0] == "CHINA: TAXATION"
    assert all(line.endswith(":") for line in lines[1:]), "nothing but the empty form"


BEFORE = """\
It is the turn of Russia. Please send its order.
Your answer is due by Tue 1 Dec, 18:00.
Write it here, above the line (your options are listed below):

RUSSIA:

-- write above this line -- [0123abcd]

YOUR OPTIONS
  RUSSIA: TAXATION
"""
"""A mail of an earlier version, whose marker did not stand first."""


def test_the_form_of_a_mail_of_before_may_be_filled_in_there() -> None:
    filled = BEFORE.replace("RUSSIA:\n", "RUSSIA: TAXATION\n", 1)
    assert new_text(filled).text.strip() == "RUSSIA: TAXATION"


def test_orders_on_top_of_an_unmarked_copy_of_a_mail_of_before_stand_alone() -> None:
    lines = [line for line in new_text(f"CHINA: TAXATION\n\n{BEFORE}").text.split("\n") if line]
    assert lines == ["CHINA: TAXATION", "RUSSIA:"]


def test_own_words_right_above_the_copy_stay() -> None:
    text = "CHINA: TAXATION\n" + body("first-turn")
    assert new_text(text).text.startswith("CHINA: TAXATION")


def test_without_our_marker_nothing_is_taken_away() -> None:
    text = "It is the turn of China, I think.\nWrite it here, above the line, they say.\nPASS"
    assert new_text(text).text == text
