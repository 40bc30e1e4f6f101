"""Mails that give more orders than anybody has use for: nothing is taken, soon, with one answer."""

from __future__ import annotations

import tracemalloc

import pytest
from support.effort import in_linear_time

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.orders.parser.parse import MOST_CHARACTERS, parse
from pbem.orders.parser.statements import Statement
from pbem.orders.reader.scan import MOST_LINES, scan
from pbem.orders.submission import MOST_HELPED, MOST_IGNORED, Outcome, submit
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.names import Names
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.status import StatusWanted
from pbem.rules.engine import start

GAME = load_game("imperial-2030")
NAMES = Names(GAME)
ANN, BOB = PlayerId("Ann"), PlayerId("Bob")
CHINA = NationId("china")
STATE = start(
    GAME,
    (ANN, BOB, PlayerId("Cyd")),
    {
        ANN: (CHINA, NationId("europe")),
        BOB: (NationId("russia"), NationId("brazil")),
        PlayerId("Cyd"): (NationId("india"), NationId("usa")),
    },
).state
ASKED = STATE.pending[0].player
OWN = "RUSSIA: TAXATION" if ASKED == BOB else "CHINA: TAXATION"


def sent(text: str) -> Outcome:
    return submit(GAME, NAMES, STATE, ASKED, text)


BOMBS = {
    "KEY": "KEY aaa;" * 100_000,
    "HISTORY": "HISTORY 1;" * 80_000,
    "FIGHT": "FIGHT India IN Chongqing;" * 38_000,
    "FIGHT in a block": "CHINA: MANEUVER A\n" + "FIGHT India IN Chongqing\n" * 9_900,
    "moves": "CHINA: MANEUVER A\n" + "FLEET Shanghai -> China Sea\n" * 9_900,
    "ELSE on one line": "WHEN INVESTING:\n" + "INVEST 9 IN China ELSE " * 40_000 + "PASS",
    "a long list": f"{OWN.partition(':')[0]}: PRODUCTION " + "Beijing, " * 100_000,
    "a long press": "PRESS TO ALL\n" + "x" * 900_000 + "\nEND PRESS",
    "just too many": "HELP\n" * (MOST_LINES + 1),
    "a turn and more": f"{OWN}\n" + "STATUS\n" * MOST_LINES,
    "CHECK below": f"{OWN}\n" + "STATUS\n" * MOST_LINES + "CHECK\n",
}  # fmt: skip


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS.keys())
def test_of_too_many_orders_none_is_taken(text: str) -> None:
    outcome = in_linear_time(sent, text)
    assert outcome.state == STATE
    (result,) = outcome.results
    (fault,) = result.faults
    assert fault.refusal.code == "too-many-orders"
    assert "nothing of the mail is taken" in str(fault.refusal)
    assert outcome.mail_commands == ()


def test_as_many_as_are_allowed_are_taken() -> None:
    outcome = sent(f"{OWN}\n" + "STATUS\n" * (MOST_LINES - 1))
    assert outcome.accepted
    assert outcome.state != STATE


def test_what_is_no_order_does_not_count() -> None:
    outcome = sent(f"{OWN}\nEND\n" + "That is what I think.\n" * 9_000)
    assert outcome.accepted
    assert len(outcome.ignored) == MOST_IGNORED + 1
    assert str(9_000 - MOST_IGNORED) in outcome.ignored[-1].text


def test_a_wish_is_fulfilled_once() -> None:
    outcome = sent("STATUS\nHELP\n" * 200)
    assert outcome.mail_commands == (StatusWanted(), HelpWanted())
    many = sent("".join(f"HELP A{n}\n" for n in range(400)))
    assert len(many.mail_commands) == MOST_HELPED


def scanned(text: str, times: int) -> Scan:
    return Scan(tuple(TextLine(n, text, text) for n in range(times)), ())


@pytest.mark.parametrize("text", ["KEY aaa", "HISTORY 1", "STANCE PEACE"])
def test_asides_are_put_before_a_block_in_linear_time(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the limit were far higher; looked up each time, this takes minutes."""
    monkeypatch.setattr("pbem.orders.parser.parse.MOST_LINES", 10**6)
    monkeypatch.setattr("pbem.orders.parser.parse.MOST_CHARACTERS", 10**9)
    heading = TextLine(0, OWN, OWN)

    def work(lines: str) -> tuple[Statement, ...]:
        asides = scanned(text, len(lines)).lines
        return parse(NAMES, Scan((heading, *asides), ()), None).statements

    statements = in_linear_time(work, "x" * 40_000)
    assert len(statements) == 40_001
    assert statements[-1].lines == (heading,)
    assert [s.lines[0].number for s in statements[:3]] == [0, 1, 2]


@pytest.mark.parametrize("text", ["*" * 10**6, "- * 1. " * 140_000, "• " * 300_000])
def test_a_line_of_list_marks_takes_little_memory(text: str) -> None:
    tracemalloc.start()
    try:
        scan(f"CHINA: TAXATION\n{text}", NAMES.headings)
        assert tracemalloc.get_traced_memory()[1] < 80 * len(text)
    finally:
        tracemalloc.stop()


def test_the_limits_fit_each_other() -> None:
    assert MOST_LINES * 100 < MOST_CHARACTERS
