"""Whole mails as people write them, through the whole reader (order language, section 1).

Each round was written before it was tried; the files tell how many were taken as meant then.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from orders.situations import NAMES, sent, taken
from support.effort import in_linear_time

from pbem.orders.reader.scan import scan

HERE = Path(__file__).parent


def rows(name: str) -> Iterator[tuple[str, str, str]]:
    """Where, the text, and what it is taken as; "" if nothing is carried out."""
    where = ""
    for line in (HERE / name).read_text(encoding="utf-8").split("\n"):
        if line.startswith("@"):
            where = line[1:]
        elif line and not line.startswith("# "):
            text, _, meant = line.partition(" ==>")
            yield where, text.replace("\\n", "\n"), meant.strip()


MAILS = [row for number in range(1, 6) for row in rows(f"mails_{number}.txt")]


@pytest.mark.parametrize(("where", "text", "meant"), MAILS)
def test_mails_are_taken_as_meant(where: str, text: str, meant: str) -> None:
    assert taken(where, text) == meant


@pytest.mark.parametrize(("where", "text"), [(w, t) for w, t, meant in MAILS if not meant])
def test_what_is_not_taken_has_a_way_out(where: str, text: str) -> None:
    """It is listed as no order, or refused with a reason."""
    outcome = sent(where, text)
    assert outcome.ignored or any(
        str(fault.refusal) for result in outcome.results for fault in result.faults
    )


def test_most_of_them_are_orders() -> None:
    assert len(MAILS) >= 420
    assert sum(bool(meant) for _, _, meant in MAILS) >= 0.85 * len(MAILS)


@pytest.mark.parametrize("where_and_text", [row[:2] for row in rows("mails_without_orders.txt")])
def test_nothing_is_played_that_is_no_order(where_and_text: tuple[str, str]) -> None:
    assert taken(*where_and_text) == ""


@pytest.mark.parametrize(("where", "text", "meant"), [row for row in MAILS if row[2]])
def test_what_was_taken_is_read_again_as_the_same(where: str, text: str, meant: str) -> None:
    """The canonical orders, as a journal holds them."""
    outcome = sent(where, text)
    again = sent(where, "\n".join(outcome.orders))
    assert again.orders == outcome.orders


PLAYED = [
    ("turn", "Tax with India please, I am off now.\nDon't do it!"),
    ("turn", "India taxes. No, wait."),
    ("turn", "India taxes. I was wrong."),
    ("turn", "What if India taxes."),
    ("turn", "India is on taxation."),
    ("turn", "India has taxation."),
    ("turn", "I think India will tax"),
    ("turn", "Bob: taxation"),
    ("turn", "x: taxation"),
    ("turn", "Idia: taxation"),
    ("turn", "FACTORY\n\nChennai"),
    ("fight", "Thanks, ok"),
    ("fight", "Peace with India"),
    ("fight", "Friendly"),
    ("force", "skip"),
    ("china", "Chongqing factory next turn"),
    ("china", "production a, factory b"),
    ("china", "Maneuver\nBeijing stays Korea"),
    ("invest", "Upgrade my Indian 4 to the Chinese 6"),
    ("invest", "Buy the 6 of the Swiss"),
]
"""What must not be taken for an order."""


@pytest.mark.parametrize(("where", "text"), PLAYED)
def test_in_doubt_nothing_is_played(where: str, text: str) -> None:
    assert taken(where, text) == ""


@pytest.mark.parametrize(
    ("where", "text", "code"),
    [
        ("fight", "PEACE WITH India", "other-nation"),
        ("turn", "PEACE WITH China", "not-understood"),
        ("china", "Maneuver\nArmy Chongqing -> Indochina FIGHT", "no-enemy"),
    ],
)
def test_what_is_refused_says_what_to_do(where: str, text: str, code: str) -> None:
    """And what it offers as an answer is accepted."""
    outcome = sent(where, text)
    (fault,) = (fault for result in outcome.results for fault in result.faults)
    assert fault.refusal.code == code
    assert fault.refusal.legal
    if where == "fight":
        assert all(sent(where, legal).accepted for legal in fault.refusal.legal)


def test_peace_with_the_nation_that_has_moved_in() -> None:
    for said in ("PEACE WITH Russia", "Peace with the Russians in Korea", "CHINA: PEACE"):
        assert taken("fight", said) == "PEACE IN Korea"
    assert taken("venice", "ITALY: FIGHT") == "FIGHT Austria-Hungary 1 IN Venice"


def test_a_nation_that_is_not_asked_answers_nothing() -> None:
    """Lena governs Russia too, but Italy is asked."""
    assert taken("venice", "RUSSIA: PEACE") == ""


@pytest.mark.parametrize(
    "piece",
    [
        "no ", "and ", "they fight ", "they may pass ", "the canal ", "stays, ", "Nice game. ",
        "hi, ", "my India 4 ", "of it and ", "1 army, ", " x2", " with 2 armies", ", paying 2",
        "pay 2 and ", "Mumbai's army ", "-> attack ", "the other army stays, ", "tax ", "by sea ",
    ],
)  # fmt: skip
def test_long_lines_and_long_mails_are_read_in_linear_time(piece: str) -> None:
    def read(text: str) -> object:
        return scan(text, NAMES.headings, NAMES.places, ("Ann",))

    in_linear_time(read, "India " + piece * (60_000 // len(piece)))
    lines = "".join(f"{n} {piece * 4}\n" for n in range(60_000 // (4 * len(piece))))
    in_linear_time(read, lines)
