"""Whatever happens in whatever order: nobody is defaulted too early, and nothing is done twice."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.mails import DEALS, Desk, new_desk, reply, text_of

from pbem.service.deadlines import ledger
from pbem.service.rounds.poll import poll
from pbem.service.rounds.timekeeper import Timekeeper
from pbem.store.journal import What
from pbem.store.verify import verify

RELAXED = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
HOURS = st.sampled_from([0.25, 1, 5, 11, 23, 24, 30, 47, 60])
CANARY = {"Ann": 901, "Bob": 912, "Cyd": 923}
TEXTS = (
    "{nation}: PRODUCTION A\n{nation}: TAXATION",
    "{nation}: TAXATION",
    "{nation}: INVESTOR",
    "PASS",
    "EXTEND 12",
    "ABSENCE 2026-01-0{day} TO 2026-01-1{day}",
    "CANCEL ABSENCE",
    "WHEN INVESTING:\nIF CASH <= {canary}\nPASS",
    "{nation}:\nIF CASH <= {canary}\nTAXATION",
    "STANCE PEACE",
)
STEPS = st.one_of(
    st.tuples(st.just("pass"), HOURS),
    st.tuples(st.just("off"), st.sampled_from([3, 30, 170])),
    st.tuples(st.just("deaf"), HOURS),
    st.tuples(st.just("undo"), st.integers(1, 3)),
    st.tuples(
        st.just("mail"), st.tuples(st.sampled_from(sorted(DEALS)), st.sampled_from(TEXTS), HOURS)
    ),
)
TERMS = st.fixed_dictionaries(
    {
        "every": st.sampled_from(["24h", "2d", "0 20 * * *", "0 9 * * 1-5"]),
        "zone": st.sampled_from(["UTC", "Europe/Athens", "America/New_York"]),
        "days": st.sampled_from(["mon-sun", "mon-fri"]),
        "grace": st.sampled_from(["0h", "2h"]),
        "bank": st.sampled_from(["0h", "10h"]),
        "missed": st.sampled_from(["wait", "standing", "default", "proxy", "automatic"]),
        "hold_share": st.sampled_from([0.5, 1.0]),
        "offer_after": st.sampled_from([1, 3]),
        "reminders": st.just(["6h"]),
    }
)


def let(desk: Desk, step: tuple[str, object]) -> None:
    """One of the things that happen."""
    kind, what = step
    if kind == "pass":
        desk.let_pass(float(what), 1.9)  # type: ignore[arg-type]
    elif kind == "off":
        desk.now += timedelta(hours=float(what))  # type: ignore[arg-type]
        desk.keep()
    elif kind == "deaf":
        desk.now += timedelta(hours=1.5)
        poll(desk.site, desk.processor)
        before = [e.how for e, _ in desk.game.entries]
        Timekeeper(desk.site, desk.processor).look(None)
        assert [e.how for e, _ in desk.game.entries].count("deadline") == before.count("deadline")
        desk.keep()
    elif kind == "undo" and desk.game.last_played:
        desk.processor.undo("g1", max(0, desk.game.last_played - int(what)))  # type: ignore[call-overload]
        desk.keep()
    elif kind == "mail":
        send(desk, *what)  # type: ignore[misc]


def send(desk: Desk, player: str, text: str, hours: float) -> None:
    desk.sent += 1
    desk.now += timedelta(minutes=hours)
    state = desk.game.state
    nation = desk.game.game.board.name(state.nation)
    filled = text.format(nation=nation, canary=CANARY[player], day=desk.sent % 9 + 1)
    ident = f"<{desk.sent}@mail.example.test>"
    desk.drop(reply(desk.mailbox(player)[-1], filled, ident))
    desk.keep()


@pytest.mark.slow
@RELAXED
@given(terms=TERMS, steps=st.lists(STEPS, min_size=4, max_size=14))
def test_time_is_fair_and_everything_happens_once(
    terms: dict[str, object], steps: list[tuple[str, object]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = new_desk(Path(folder) / "site", deadlines=terms)
        desk.keep()
        for step in steps:
            if desk.game.state.over:
                break
            let(desk, step)
            again = desk.keep()
            assert again.done == [], "looking again at the same moment does nothing"
            assert again.troubles == []
        assert_fair(desk)
        assert list(verify(desk.reopened().game)) == []
        assert_no_plan_is_told(desk)


def assert_fair(desk: Desk) -> None:
    """What the journal says was done in time, and only to whoever had not answered."""
    game, terms = desk.game, desk.game.file.deadlines
    assert terms is not None
    due = game.file.due
    for entry, _ in game.entries:
        what = entry.clock.what if entry.clock else None
        acted = entry.how == "deadline" or what in (What.MISSED, What.STAND_IN, What.PAUSED)
        if acted:
            assert due is not None
            assert entry.time >= due + terms.grace.length
            question = ledger.open_question(game, entry.number - 1)
            assert question is not None
            assert entry.by in (question.player, None)
        if what is What.HOLD:
            assert due is not None
            assert entry.due is not None
            assert entry.due >= due
        if entry.due is not None:
            local = entry.due.astimezone(terms.calendar.zone)
            assert terms.calendar.works(local.date())
            assert entry.due.second == 0
        due = entry.due
    for player in game.file.players:
        assert timedelta() <= ledger.bank_left(game, player) <= terms.bank.length


def assert_no_plan_is_told(desk: Desk) -> None:
    """Every byte that was sent to another."""
    for player in DEALS:
        others = [f"<= {number}" for name, number in CANARY.items() if name != player]
        for mail in desk.mailbox(player):
            text = f"{mail['Subject']}\n{text_of(mail)}"
            assert not [canary for canary in others if canary in text]
