"""A clock that is wrong for one look moves nothing; a site that has slept asks once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.mails import BEGINNING, Desk, new_desk, reply, text_of
from support.seats import ANNS, TERMS, send, table
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.service.rounds.timekeeper import Timekeeper
from pbem.service.site import clockwatch
from pbem.timing.terms import Means

YEAR = timedelta(days=365)


def asked(desk: Desk) -> list[str]:
    return [text_of(m) for m in desk.mailbox("mod") if m["Subject"] == "Is the clock right?"]


def look(desk: Desk) -> list[str]:
    return Timekeeper(desk.site, desk.processor).look(desk.now).troubles


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", ANNS)
    desk.let_pass(2)
    return desk


@pytest.mark.parametrize("jump", [YEAR, timedelta(days=31), -timedelta(hours=2), -YEAR])
def test_one_look_with_a_wrong_clock_moves_nothing(desk: Desk, jump: timedelta) -> None:
    before = ledger.open_question(desk.game)
    right, entries = desk.now, desk.game.last
    desk.now += jump
    for _ in range(3):
        assert "--accept-clock" in look(desk)[0]
    desk.work()
    assert (ledger.open_question(desk.game), desk.game.last) == (before, entries)
    assert len(asked(desk)) == 1
    desk.now = right
    assert desk.let_pass(44) == []
    assert desk.let_pass(4)[0].startswith("default Bob")


@pytest.mark.parametrize("jump", [timedelta(days=29), -timedelta(minutes=50)])
def test_smaller_steps_are_nobodys_business(desk: Desk, jump: timedelta) -> None:
    desk.now += jump
    assert look(desk) == []
    assert asked(desk) == []


def test_orders_are_played_and_get_their_deadline_when_the_time_is_known(desk: Desk) -> None:
    right = desk.now
    desk.now += YEAR
    assert send(desk, "Bob", "ITALY: FACTORY Venice") is Fate.PLAYED
    question = ledger.open_question(desk.game)
    assert question is not None
    assert (question.player, question.due) == ("Cyd", None)
    assert desk.game.entries[-1][0].overdrawn is None
    desk.now = right + timedelta(minutes=5)
    desk.keep()
    question = ledger.open_question(desk.game)
    assert question is not None
    assert question.due is not None
    assert timedelta(hours=48) <= question.due - desk.now < timedelta(hours=48, minutes=1)


def test_what_was_asked_while_the_clock_was_ahead_is_reminded_of(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", reminders=["24h", "4h"])
    right = desk.now
    desk.now += YEAR
    assert send(desk, "Ann", ANNS) is Fate.PLAYED
    desk.now = right
    done = desk.let_pass(47)
    assert [what for what in done if "reminder" in what] == ["reminder to Bob"] * 2


def test_a_site_that_has_slept_goes_on_when_it_is_told_to(desk: Desk) -> None:
    """Nobody has missed anything: the time asleep does not count."""
    desk.now += timedelta(days=90)
    desk.keep()
    assert look(desk)
    clockwatch.accept_clock(desk.site, desk.now)
    assert desk.keep().done == [("g1", f"hold (entry {desk.game.last})")]
    assert look(desk) == []
    assert len(asked(desk)) == 1
    desk.let_pass(1)
    assert ledger.misses_of(desk.game)["Bob"].total == 0


def test_a_clock_that_was_ahead_for_long_is_set_right_by_the_command(desk: Desk) -> None:
    desk.now += timedelta(days=20)
    desk.keep()
    desk.now -= timedelta(days=20)
    assert look(desk)
    clockwatch.accept_clock(desk.site, desk.now)
    assert look(desk) == []


def test_without_deadlines_no_clock_matters(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})
    desk.keep()
    desk.now += YEAR
    assert desk.keep().troubles == []
    assert asked(desk) == []


def test_the_command_says_that_the_time_is_right(tmp_path: Path) -> None:
    """The console has its own clock: for it these mails are long ago."""
    desk = new_desk(tmp_path / "site", deadlines={**TERMS, "missed": "default"})
    clockwatch.note_look(desk.site, BEGINNING, datetime.now(UTC))
    words = ["deadlines", "--site", str(desk.site.folder)]
    first = CliRunner().invoke(app, words)
    assert first.exit_code == 1
    assert "nothing is due" in first.output
    accepted = CliRunner().invoke(app, [*words, "--accept-clock"])
    assert accepted.exit_code == 0, accepted.output
    assert "hold" in accepted.output
    assert CliRunner().invoke(app, words).exit_code == 0
    entries = desk.reopened().game.entries
    assert all(entry.means is not Means.DEFAULT for entry, _ in entries)


def test_who_takes_a_seat_meanwhile_has_time_when_it_is_known(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", offer_after=1)
    desk.let_pass(49, 1)
    offer = desk.mailbox("tom")[-1]
    right = desk.now
    desk.now += YEAR
    assert [h.fate for _, h in desk.send(reply(offer, "JOIN", "<j@x.test>")).handled] == [
        Fate.PLAYED
    ]
    assert desk.game.entries[-1][0].due is None or desk.game.entries[-1][0].due < right + YEAR
