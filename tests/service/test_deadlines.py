"""Deadlines with a controlled clock: told, reminded of, missed, and whose fault that is."""

from __future__ import annotations

import itertools
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.service.deadlines import ledger
from pbem.service.dispatch import Dispatch
from pbem.service.rounds.poll import poll_with_deadlines, waiting_since
from pbem.service.rounds.timekeeper import SEEN, Timekeeper
from pbem.service.site.settings import SETTINGS
from pbem.store.journal import What
from pbem.store.verify import verify
from pbem.timing.terms import Means

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
TWO_DAYS = {"every": "48h", "zone": "Europe/Athens", "reminders": ["24h", "4h"]}
MODERATOR = {"moderator": "mod@example.test"}
NEVER_AWAY: dict[str, object] = {"away_after": "400d"}


def table(
    folder: Path,
    absence: dict[str, object] | None = None,
    settings: dict[str, object] | None = None,
    **terms: object,
) -> Desk:
    deadlines = {**TWO_DAYS, **terms}
    own = {**MODERATOR, **(settings or {})}
    desk = new_desk(folder, deadlines=deadlines, absence=absence, settings=own)
    desk.keep()
    return desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return table(tmp_path / "site", missed="default")


def subjects(desk: Desk, player: str) -> list[str]:
    return [str(mail["Subject"]) for mail in desk.mailbox(player)]


def moderators_mails(desk: Desk) -> list[str]:
    return [text_of(mail) for mail in desk.mailbox("mod")]


def send(desk: Desk, player: str, text: str) -> str:
    """A mail in answer to the newest one of the game that can be answered; the answer to it."""
    desk.sent += 1
    desk.now += timedelta(minutes=1)  # mails lie in the order of their times
    last = desk.mailbox(player)[-1]
    desk.drop(reply(last, text, f"<{desk.sent}@mail.example.test>"))
    desk.keep()
    return " ".join(text_of(desk.answers(player)[-1]).replace("      # ", "").split())


# Told


def test_every_reader_is_told_in_the_own_zone(desk: Desk) -> None:
    due = datetime(2026, 1, 4, 3, 5, tzinfo=UTC)  # 48 hours, to the next whole minute
    assert desk.game.file.due == due
    for player in ("Ann", "Bob"):
        (report,) = desk.reports(player)
        text = text_of(report)
        assert "ue by Sun 4 Jan 2026, 05:05 (Europe/Athens)." in " ".join(text.split())
    assert "It is 22:06 there now" in send(desk, "Bob", "SET TIMEZONE new york")
    send(desk, "Ann", ANNS)
    (bob, cyd) = (" ".join(text_of(desk.reports(p)[-1]).split()) for p in ("Bob", "Cyd"))
    assert "YOUR TURN: Italy, by Sat 3 Jan 2026, 22:08 (America/New_York)." in bob
    assert "Due by Sun 4 Jan 2026, 05:08 (Europe/Athens)." in cyd
    entry = desk.game.entries[-1][0]
    assert (entry.due, entry.zone) == (due + timedelta(minutes=3), "Europe/Athens")


def test_what_was_told_holds_whatever_is_changed_in_the_tables(desk: Desk) -> None:
    path = desk.game.folder / "game.toml"
    tables = read_toml(path)
    tables["deadlines"]["every"] = "1h"
    replace_file(path, toml_bytes(tables))
    again = desk.reopened()
    assert not again.let_pass(3)
    assert ledger.due_after(again.game, again.game.last) == desk.game.file.due


def test_a_game_that_has_no_deadline_yet_gets_one_when_it_is_given_terms(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "site")
    assert desk.let_pass(300, 50) == []
    path = desk.game.folder / "game.toml"
    replace_file(path, toml_bytes({**read_toml(path), "deadlines": {"turn": "3d"}}))
    again = desk.reopened()
    assert again.let_pass(0.5) == ["set (entry 1)"]
    assert again.let_pass(2) == []
    due = again.game.entries[-1][0].due
    assert due == datetime(2026, 1, 17, 15, 36, tzinfo=UTC)
    assert "now due by Sat 17 Jan 2026, 15:36 (UTC)" in text_of(again.mailbox("Ann")[-1])
    assert "The answer of Ann is now due" in text_of(again.mailbox("Bob")[-1])


@pytest.mark.parametrize(
    ("zone", "schedule", "begin", "due"),
    [  # the two changes of summer time, and the leap day
        ("Europe/Berlin", "1d", "2026-03-28 18:00+01:00", "2026-03-29 18:00+02:00"),
        ("Europe/Berlin", "24h", "2026-03-28 18:00+01:00", "2026-03-29 19:00+02:00"),
        ("Europe/Berlin", "1d", "2026-10-24 18:00+02:00", "2026-10-25 18:00+01:00"),
        ("Europe/Berlin", "24h", "2026-10-24 18:00+02:00", "2026-10-25 17:00+01:00"),
        ("Europe/Berlin", "0 20 * * *", "2026-10-24 21:00+02:00", "2026-10-25 20:00+01:00"),
        ("Europe/Athens", "2d", "2028-02-28 09:00+02:00", "2028-03-01 09:00+02:00"),
        ("Europe/Athens", "2d", "2027-02-28 09:00+02:00", "2027-03-02 09:00+02:00"),
    ],
)
def test_a_deadline_over_a_change_of_summer_time_and_the_leap_day(
    tmp_path: Path, zone: str, schedule: str, begin: str, due: str
) -> None:
    desk = table(tmp_path / "site", None, NEVER_AWAY, missed="default", zone=zone, every=schedule)
    desk.now = datetime.fromisoformat(begin).astimezone(UTC)
    desk.drop(reply(desk.reports("Ann")[0], ANNS))
    Timekeeper(desk.site, desk.processor).look(desk.now)
    desk.keep()
    expected = datetime.fromisoformat(due)
    assert desk.game.entries[-1][0].due == expected
    desk.now = expected.astimezone(UTC) - timedelta(minutes=1)
    Timekeeper(desk.site, desk.processor).look(desk.now)
    entries = desk.game.last
    desk.now += timedelta(minutes=1)
    desk.keep()
    assert desk.game.last == entries + 1


# Reminded of


def test_reminders_come_once_with_the_form_and_can_be_answered(desk: Desk) -> None:
    assert desk.let_pass(23.9) == []
    assert desk.let_pass(1) == ["reminder to Ann"]
    assert desk.let_pass(18) == []
    assert desk.let_pass(2) == ["reminder to Ann"]
    for _ in range(3):
        desk.keep()
    assert desk.reopened().keep().done == []
    assert ["REMINDER" in s for s in subjects(desk, "Ann")] == [False, True, True]
    assert len(desk.mailbox("Bob")) == 1
    reminder = desk.mailbox("Ann")[-1]
    text = text_of(reminder)
    assert "YOUR TURN: Austria-Hungary, by Sun 4 Jan 2026, 05:05 (Europe/Athens)." in text
    assert text.startswith("-- write above this line --")
    assert "YOUR OPTIONS" in text
    desk.send(reply(reminder, ANNS))
    assert desk.game.state.turn == 2


def test_a_reminder_that_another_has_overtaken_is_not_sent(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", reminders=["24h", "12h", "4h"])
    desk.now += timedelta(hours=1)
    desk.keep()
    desk.site.settings.__dict__["away_after"] = desk.site.settings.away_after.__class__(days=9)
    desk.now += timedelta(hours=45)
    assert [done for _, done in desk.keep().done] == ["reminder to Ann"]
    assert len(desk.mailbox("Ann")) == 2


def test_who_has_answered_is_not_reminded(desk: Desk) -> None:
    send(desk, "Ann", ANNS)
    assert desk.let_pass(30) == ["reminder to Bob"]
    assert not any("REMINDER" in subject for subject in subjects(desk, "Ann"))


# Missed


def test_the_default_is_done_told_and_counted(desk: Desk) -> None:
    assert desk.let_pass(49)[-1] == "default Ann (entry 1)"
    entry = desk.game.entries[0][0]
    assert (entry.how, entry.by, entry.means) == ("deadline", "Ann", Means.DEFAULT)
    assert entry.orders == ("AUSTRIA-HUNGARY: PRODUCTION A",)
    told = {
        "Ann": "- You had to answer by Sun 4 Jan 2026, 05:05 (Europe/Athens) and have not. - What "
        "this game does in such a case is done in your name. - Austria-Hungary begins on "
        "production A.",
    }
    told["Bob"] = told["Cyd"] = (
        "- Ann had to answer by Sun 4 Jan 2026, 05:05 (Europe/Athens) and has not. - What this "
        "game does in such a case is done in the name of Ann. - Austria-Hungary begins on "
        "production A."
    )
    for player in ("Ann", "Bob", "Cyd"):
        report = " ".join(text_of(desk.reports(player)[-1]).split())
        assert told[player] in report
        assert "Missed 1 deadline" in report
    assert desk.game.state.pending[0].player == "Bob"
    assert list(verify(desk.reopened().game)) == []


def test_each_thing_is_done_once_however_often_one_looks(desk: Desk) -> None:
    desk.let_pass(49)
    before = [(p, subjects(desk, p)) for p in ("Ann", "Bob", "Cyd", "mod")]
    entries = desk.game.last
    for _ in range(5):
        assert desk.keep().done == []
        assert desk.reopened().keep().done == []
    assert desk.reopened().game.last == entries
    assert [(p, subjects(desk, p)) for p in ("Ann", "Bob", "Cyd", "mod")] == before


def test_a_process_killed_after_the_commit_is_made_up_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(self: Dispatch, told: object) -> None:
        raise KeyboardInterrupt

    desk.let_pass(47)
    desk.now += timedelta(hours=2)
    with monkeypatch.context() as patched:
        patched.setattr(Dispatch, "tell", die)
        with pytest.raises(KeyboardInterrupt):
            Timekeeper(desk.site, desk.processor).look(desk.now)
    again = desk.reopened()
    again.keep()
    assert again.game.last == 1
    assert [len(again.reports(p)) for p in ("Bob", "Cyd")] == [2, 2]


def test_an_answer_in_the_grace_is_in_time(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", grace="3h")
    assert desk.let_pass(50)[-1] == "Ann is late"
    late = desk.mailbox("Ann")[-1]
    flat = " ".join(text_of(late).split())
    assert "05:05 (Europe/Athens); that is over, and it is still taken." in flat
    desk.send(reply(late, ANNS))
    assert desk.game.entries[-1][0].how == "mail"
    assert ledger.misses_of(desk.game)["Ann"].total == 0


def test_the_time_bank_is_used_up_in_the_whole_game(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", grace="1h", bank="6h")
    assert "Time bank: 6 hours" in text_of(desk.reports("Bob")[0])
    desk.let_pass(53)
    assert desk.game.last == 0
    send(desk, "Ann", ANNS)  # 53 hours less 48 and the hour of grace
    assert desk.game.entries[-1][0].overdrawn == 4 * 3600 + 65
    assert ledger.bank_left(desk.game, "Ann") == timedelta(hours=2, seconds=-65)
    for player, order in (("Bob", "ITALY: FACTORY"), ("Cyd", "FRANCE: FACTORY")):
        send(desk, player, order)
    assert desk.game.state.pending[0].player == "Ann"
    done = desk.let_pass(52, 0.25)
    assert done[-1].startswith("default Ann")
    entry = desk.game.entries[-1][0]
    assert ledger.bank_left(desk.game, "Ann") == timedelta()
    assert entry.time >= desk.game.entries[-2][0].due + timedelta(hours=3, seconds=-65)
    assert "Time bank: used up" in text_of(desk.reports("Ann")[-1])


def test_wait_waits_and_tells(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="wait")
    assert desk.let_pass(49)[-1] == "missed Ann (entry 1)"
    for player in ("Ann", "Bob", "Cyd"):
        assert subjects(desk, player)[-1] == "[g1] A deadline is missed"
    assert not any("Ann has not answered" in text for text in moderators_mails(desk))
    assert "You have not answered in time." in text_of(desk.mailbox("Ann")[-1])
    # the same time begins anew; the others, once told, are not told each time
    assert desk.let_pass(98)[-1] == "offered Ann (entry 4)"
    daily = [text for text in moderators_mails(desk) if "Who is waited for:" in text]
    assert len(daily) == 7, "one a day"
    missed = "- g1, turn 1: Ann has not answered in time; the game waits."
    assert sum(missed in text for text in daily) == 3, "each once"
    assert desk.game.state.turn == 1
    assert subjects(desk, "Bob").count("[g1] A deadline is missed") == 1
    assert subjects(desk, "Ann").count("[g1] A deadline is missed") == 3
    send(desk, "Ann", ANNS)
    assert desk.game.state.turn == 2
    assert ledger.misses_of(desk.game)["Ann"] == ledger.Misses(0, 3)


def test_standing_is_the_own_answer_though_one_wanted_to_be_asked(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="standing", hold_share=1.0)
    send(desk, "Ann", f"{ANNS}\nSTANCE FIGHT\nSTANCE ASK IN Ionian Sea")
    for player, text in (
        ("Bob", "ITALY: IMPORT 2 FLEETS Venice"), ("Cyd", "FRANCE: FACTORY"),
        ("Ann", "GREAT BRITAIN: FACTORY"), ("Cyd", "GERMANY: FACTORY"), ("Bob", "RUSSIA: FACTORY"),
        ("Ann", "AUSTRIA-HUNGARY: MANEUVER B\nALL FLEETS Trieste -> Ionian Sea"),
        ("Bob", "ITALY: MANEUVER B\nFLEET Venice -> Ionian Sea"),
    ):  # fmt: skip
        send(desk, player, text)
    assert desk.game.state.pending[0].kind == "fight"
    assert desk.let_pass(49)[-1].startswith("standing Ann")
    assert desk.game.entries[-1][0].orders == ("FIGHT Italy 1 IN Ionian Sea",)
    assert "A standing answer of Ann is used." in text_of(desk.reports("Cyd")[-1])
    assert desk.let_pass(49)[-1].startswith("default Cyd")  # who has left no answer


def test_automatic_is_what_the_programs_own_investor_decides(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="automatic", hold_share=1.0)
    desk.let_pass(49 * 8, 2)
    means = [entry.means for entry, _ in desk.game.entries if entry.how == "deadline"]
    assert len(means) >= 7
    assert set(means) == {Means.AUTOMATIC}
    assert list(verify(desk.reopened().game)) == []


def test_automatic_does_not_read_what_a_site_has_made_of_its_mails(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="automatic", hold_share=1.0)
    templates = desk.site.folder / "own"
    templates.mkdir()
    for name in ("report.txt.j2", "options.txt.j2"):
        (templates / name).write_text("A site's own words\n{% macro options(g) %}{% endmacro %}\n")
    path = desk.site.folder / "pbem.toml"
    replace_file(path, toml_bytes({**read_toml(path), "templates": "own"}))
    desk = desk.reopened()
    desk.let_pass(49 * 3, 2)
    entries = [entry for entry, _ in desk.game.entries if entry.how == "deadline"]
    assert {entry.means for entry in entries} == {Means.AUTOMATIC}
    assert len(entries) >= 2


# Whose fault


def test_a_week_in_which_the_program_was_off_counts_for_nobody(desk: Desk) -> None:
    desk.let_pass(10)
    seen = desk.now
    desk.now += timedelta(days=7)
    due = desk.game.file.due
    assert due is not None
    (done,) = desk.keep().done
    assert done == ("g1", "hold (entry 1)")
    moved = desk.game.entries[0][0].due
    assert moved is not None
    assert timedelta() <= moved - (due + timedelta(days=7)) < timedelta(minutes=2)
    for player in ("Ann", "Bob"):
        notice = " ".join(text_of(desk.mailbox(player)[-1]).split())
        assert "No mail could be received. The time from" in notice
        assert "is now due by Sun 11 Jan 2026, 05:" in notice
    (daily,) = [text for text in moderators_mails(desk)[-1:] if "Who is waited for:" in text]
    assert "- g1, turn 1: A deadline is moved, since mails could not come or go." in daily
    assert desk.let_pass(36)[-1] == "reminder to Ann"
    assert ledger.misses_of(desk.game)["Ann"].total == 0
    assert desk.let_pass(4)[-1].startswith("default Ann")
    assert seen < moved


def test_a_mail_that_came_while_the_program_was_off_is_in_time(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", bank="5h")
    desk.let_pass(47)
    came = int(desk.now.timestamp())
    desk.drop(reply(desk.reports("Ann")[0], ANNS), f"{came}.000001.received")
    desk.now += timedelta(days=7)
    desk.keep()
    assert [e.how for e, _ in desk.game.entries] == ["mail"]
    assert desk.game.entries[-1][0].overdrawn is None
    assert ledger.misses_of(desk.game)["Ann"].total == 0


def test_a_deadline_far_away_is_not_moved_by_a_short_time_off(desk: Desk) -> None:
    desk.now += timedelta(hours=3)
    assert desk.keep().done == []
    assert desk.game.last == 0


def test_time_off_is_given_back_once_also_if_killed_before_that_is_noted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    desk.let_pass(10)
    desk.now += timedelta(days=7)
    monkeypatch.setattr(Timekeeper, "_note_seen", die)
    for _ in range(3):
        again = desk.reopened()
        with pytest.raises(KeyboardInterrupt):
            again.keep()
        desk.now += timedelta(minutes=5)
    assert again.game.last == 1


def test_without_the_note_of_the_last_look_nothing_is_done_at_once(desk: Desk) -> None:
    """As after a backup was put back."""
    desk.let_pass(40)
    (desk.site.folder / SEEN).unlink()
    desk.now += timedelta(days=30)
    assert [what for _, what in desk.keep().done] == ["hold (entry 1)"]
    assert ledger.misses_of(desk.game)["Ann"].total == 0


@pytest.mark.parametrize("heard", [None, timedelta(hours=-3), timedelta(minutes=-61)])
def test_nothing_is_done_while_mails_may_lie_unread(desk: Desk, heard: timedelta | None) -> None:
    desk.let_pass(47)
    desk.now += timedelta(hours=1)
    keeper = Timekeeper(desk.site, desk.processor)
    desk.now += timedelta(hours=1)
    kept = keeper.look(None if heard is None else desk.now + heard)
    assert kept.done == []
    assert "may lie unread" in kept.troubles[0]
    assert desk.game.last == 0
    assert keeper.look(desk.now).done == [("g1", "default Ann (entry 1)")]


def test_a_mail_in_the_inbox_that_cannot_be_handled_yet_keeps_its_sender_safe(desk: Desk) -> None:
    """It waits, as those of somebody who sends too many."""
    inbox = desk.site.maildir("inbox")
    inbox.put("1.waits", b"From: x\nTo: pbem+g1.3.0.0123456789abcdef@example.test\n\n")
    (path,) = inbox.new()
    for hours, expected in ((5, True), (30, False)):
        came = desk.now - timedelta(hours=hours)
        os.utime(path, (came.timestamp(), came.timestamp()))
        waiting = waiting_since(desk.site, desk.now)
        assert waiting("g1") == (came if expected else None)
        assert waiting("g2") is None  # it is about another game
    desk.let_pass(47)
    desk.now += timedelta(hours=1.5)
    keeper = Timekeeper(desk.site, desk.processor)
    assert keeper.look(desk.now, lambda _: desk.now - timedelta(hours=3)).done == []
    assert keeper.look(desk.now).done == [("g1", "default Ann (entry 1)")]


def test_a_question_that_has_not_gone_out_is_nobodys_to_miss(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    tables["mail"]["delivery"] = "folder"
    replace_file(path, toml_bytes(tables))
    stuck = desk.reopened()
    send_now(stuck, "Ann", ANNS)
    assert stuck.site.maildir("outbox").new()
    done = stuck.let_pass(49)
    assert done[-1].startswith("hold")
    entry = stuck.game.entries[-1][0]
    assert entry.due is not None
    assert entry.due - entry.time >= timedelta(hours=48)
    assert ledger.misses_of(stuck.game)["Bob"].total == 0


def send_now(desk: Desk, player: str, text: str) -> None:
    desk.drop(reply(desk.reports(player)[-1], text))
    desk.work()


def test_if_most_have_missed_something_else_is_wrong(desk: Desk) -> None:
    done = desk.let_pass(49 * 3)
    assert [what.split()[0] for what in done if "reminder" not in what] == ["default", "paused"]
    assert ledger.is_paused(desk.game)
    assert "something else may be wrong" in " ".join(moderators_mails(desk)[-1].split())
    assert subjects(desk, "Cyd")[-1] == "[g1] No deadlines"
    assert desk.let_pass(100, 2) == []
    send(desk, "Bob", "ITALY: FACTORY")  # orders are taken as always
    assert desk.game.state.turn == 3
    assert desk.game.entries[-1][0].due is None
    assert desk.game.state.pending[0].player == "Cyd"
    run("resume", "g1", desk)
    again = desk.reopened()
    again.keep()
    assert ledger.missed_lately(again.game) == set()
    assert ledger.misses_of(again.game)["Ann"].in_a_row == 1
    assert "begins anew" in text_of(again.mailbox("Cyd")[-1])
    due = again.game.entries[-1][0].due
    assert due is not None


def run(command: str, game: str, desk: Desk, *more: str) -> str:
    words = [command, game, *more, "--site", str(desk.site.folder)]
    result = CliRunner().invoke(app, [word for word in words if word])
    assert result.exit_code == 0, result.output
    return result.output


def test_taking_back_asks_anew_with_the_whole_time(desk: Desk) -> None:
    desk.let_pass(49)
    desk.now += timedelta(hours=1)
    desk.processor.undo("g1", 0)
    desk.keep()
    question = ledger.open_question(desk.game)
    assert question is not None
    assert (question.player, question.number) == ("Ann", 2)
    assert question.due is not None
    assert question.due - desk.now > timedelta(hours=47)
    assert desk.let_pass(20) == []


# Commands


def test_a_moderator_moves_stops_and_starts_deadlines(desk: Desk) -> None:
    """The console has its own clock: these deadlines lie in the past of it."""
    far = {**TWO_DAYS, "every": "300d"}
    path = desk.game.folder / "game.toml"
    replace_file(path, toml_bytes({**read_toml(path), "deadlines": far}))
    tables = read_toml(path)
    tables["due"] = (datetime.now(UTC) + timedelta(days=3)).replace(microsecond=0)
    replace_file(path, toml_bytes(tables))
    assert "extended, entry 1; due" in run("extend", "g1", desk, "24")
    shown = json.loads(run("deadlines", "", desk, "--show", "--json"))
    assert [(row["game"], row["player"], row["kind"]) for row in shown] == [("g1", "Ann", "turn")]
    assert "24 hours more" in text_of(desk.mailbox("Bob")[-1])
    assert "due 20" in run("list", "", desk)
    run("pause", "g1", desk)
    assert "paused" in run("deadlines", "", desk, "--show")
    again = CliRunner().invoke(app, ["pause", "g1", "--site", str(desk.site.folder)])
    assert "paused already" in str(again.exception)
    assert "resumed" in run("resume", "g1", desk)
    assert "ok, 3 entries" in run("verify", "g1", desk)
    history = run("history", "g1", desk)
    assert "24 hours more" in history
    wrong = CliRunner().invoke(
        app, ["extend", "g1", "--site", str(desk.site.folder), "--", "-9000"]
    )
    assert "over already" in str(wrong.exception)


def test_deadlines_by_cron_and_by_daemon_are_the_same(desk: Desk) -> None:
    """Once, as a command: the console's clock is far behind these mails, so all is given back."""
    words = ["deadlines", "--site", str(desk.site.folder)]
    asked = CliRunner().invoke(app, words)
    assert asked.exit_code == 1
    assert "--accept-clock" in asked.output
    output = run("deadlines", "", desk, "--accept-clock")
    assert output == "" or "hold" in output
    assert run("deadlines", "", desk) == ""
    assert "No game waits" not in run("deadlines", "", desk, "--show")


def test_with_a_dead_mail_server_cron_does_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mails may lie there; when it is back, the time is given back."""
    desk.let_pass(47)
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    account = {"host": "127.0.0.1", "port": 1, "user": "u", "password": "p", "security": "none"}
    tables["mail"]["imap"] = account
    replace_file(path, toml_bytes(tables), mode=0o600)
    desk.now += timedelta(hours=1.9)
    dead = desk.reopened()
    for _ in range(3):
        dead.now += timedelta(hours=1)
        done = poll_with_deadlines(dead.site, dead.processor)
        assert "nothing listens there" in done.troubles[0]
        assert done.kept == []
    assert dead.game.last == 0
    kept = Timekeeper(dead.site, dead.processor).look(dead.now)  # it is back
    assert [what for _, what in kept.done][:1] == ["hold (entry 1)"]


def test_bad_terms_are_told_with_file_key_and_what_is_legal(desk: Desk) -> None:
    path = desk.game.folder / "game.toml"
    tables = read_toml(path)
    tables["deadlines"]["turn"] = "soon"
    replace_file(path, toml_bytes(tables))
    result = CliRunner().invoke(app, ["show", "g1", "--site", str(desk.site.folder)])
    assert result.exit_code != 0
    assert "game.toml, deadlines.turn" in str(result.exception)
    assert "write 36h, 2d" in str(result.exception)
    kept = desk.reopened().keep()
    assert "deadlines.turn" in kept.troubles[0]


def test_more_time_if_all_agree(desk: Desk) -> None:
    answer = send(desk, "Bob", "EXTEND 24")
    assert "Missing: Ann and Cyd." in answer
    notice = " ".join(text_of(desk.mailbox("Ann")[-1]).split())
    assert "Bob would like 24 hours more" in notice
    assert "answer this mail with YES" in notice
    send(desk, "Ann", "EXTEND 48")
    due = desk.game.file.due
    assert due is not None
    assert "All players agree" in send(desk, "Cyd", "EXTEND 30")
    entry = desk.game.entries[-1][0]
    assert entry.clock is not None
    assert (entry.clock.what, entry.clock.hours) == (What.EXTENDED, 24)
    assert entry.due == due + timedelta(hours=24)
    assert "24 hours more" in text_of(desk.mailbox("Bob")[-1])
    assert "Missing: Bob and Cyd." in send(desk, "Ann", "EXTEND 5")  # for the next time


def test_more_time_without_a_deadline_is_refused(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "site")
    assert "There is no deadline" in send(desk, "Ann", "EXTEND 24")
    assert desk.game.last == 0


def test_a_whole_game_in_which_nobody_answers(tmp_path: Path) -> None:
    """The program plays on alone, each decision after its time, and the journal holds."""
    desk = table(
        tmp_path / "site",
        None,
        NEVER_AWAY,
        missed="default",
        hold_share=1.0,
        every="24h",
        reminders=[],
    )
    while not desk.game.state.over and desk.game.last < 160:
        desk.now += timedelta(hours=24, minutes=1)
        keeper = Timekeeper(desk.site, desk.processor)
        keeper.look(desk.now)
        poll_outbox(desk)
    entries = [entry for entry, _ in desk.game.entries]
    assert sum(entry.how == "deadline" for entry in entries) > 100
    for before, entry in itertools.pairwise(entries):
        if entry.how == "deadline":
            assert before.due is not None
            assert entry.time >= before.due
    assert list(verify(desk.reopened().game)) == []
    assert max(m.in_a_row for m in ledger.misses_of(desk.game).values()) > 20


def poll_outbox(desk: Desk) -> None:
    assert desk.site.transport.deliver(desk.site.outbox).number
