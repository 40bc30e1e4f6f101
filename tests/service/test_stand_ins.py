"""Who plays in a player's place: absences, stand-ins, seats that change hands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.mails import Desk, fresh, reply, text_of
from support.seats import ANNS, TOM, flat, last, send, table

from pbem.service.care.moderator import replace_player
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.store.journal import What
from pbem.store.people import Person
from pbem.store.verify import verify

# Absence


def test_a_deadline_waits_for_who_is_away(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "ABSENCE 2026-01-03 TO 9 Jan 2026")
    assert "Deadlines of yours wait meanwhile." in last(desk, "Ann")
    # away from Saturday 00:00 in Athens: 29 hours of 48 were left then
    due = desk.game.entries[-1][0].due
    assert due == datetime(2026, 1, 11, 3, 5, tzinfo=UTC)
    assert desk.let_pass(24 * 8, 1) == []
    assert [what.split()[0] for what in desk.let_pass(26, 1)] == ["default"]


def test_an_absence_to_come_counts_when_the_question_is_asked(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Bob", "ABSENCE 03.01.2026 TO 04.01.2026")
    assert desk.game.entries[-1][0].due == desk.game.file.due  # it is Ann who is asked
    send(desk, "Ann", ANNS)
    due = desk.game.entries[-1][0].due
    assert due is not None
    assert due - desk.game.entries[-1][0].time > timedelta(days=4) - timedelta(minutes=1)


def test_who_is_back_is_asked_as_always(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Bob", "ABSENCE 2026-01-02 TO 2026-01-20")
    assert ledger.away_until(desk.game, "Bob", desk.now) is not None
    send(desk, "Bob", "CANCEL ABSENCE")
    assert ledger.away_until(desk.game, "Bob", desk.now) is None
    send(desk, "Ann", ANNS)
    due = desk.game.entries[-1][0].due
    assert due is not None
    assert due - desk.game.entries[-1][0].time < timedelta(hours=49)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ABSENCE 2026-01-01 TO 2026-01-05", "2026-01-01 is over"),
        ("ABSENCE 2026-02-05 TO 2026-02-01", "The absence ends before it begins"),
        ("ABSENCE 2026-02-01 TO 2026-02-11", "you have 10 left in 2026, and this takes 11"),
        ("ABSENCE 2027-12-01 TO 2027-12-02", "too far away"),
        ("ABSENCE 3/4/2026 TO 5/4/2026", "is no date"),
        ("ABSENCE 2026-02-30 TO 2026-03-01", "is no date"),
        ("ABSENCE tomorrow 1", "is no date"),
        ("CANCEL ABSENCE", "no absence that is to come"),
        ("SET TIMEZONE Atlantis", "no time zone called"),
        ("SET TIMEZONE athen", "SET TIMEZONE Europe/Athens"),
        ("SET LANGUAGE el", "There are no mails in that language: el. There are: SET LANGUAGE en"),
    ],
)
def test_what_cannot_be_arranged_is_refused_with_the_reason(
    tmp_path: Path, text: str, reason: str
) -> None:
    desk = table(tmp_path / "site", absence={"days": 10}, missed="default")
    send(desk, "Ann", text)
    assert reason in last(desk, "Ann")
    assert desk.game.last == 0


def test_the_allowance_is_for_a_year_and_counts_each_day_once(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", absence={"days": 10}, missed="wait")
    send(desk, "Bob", "ABSENCE 2026-02-01 TO 2026-02-04")
    send(desk, "Bob", "ABSENCE 2026-02-04 TO 2026-02-05")
    assert "already" in last(desk, "Bob")
    send(desk, "Bob", "ABSENCE 2026-12-28 TO 2027-01-08")
    assert desk.game.last == 2
    send(desk, "Bob", "ABSENCE 2026-03-01 TO 2026-03-03")
    assert "you have 2 left in 2026" in last(desk, "Bob")
    send(desk, "Bob", "ABSENCE 2026-03-01 TO 2026-03-02\nABSENCE 2026-04-01 TO 2026-04-01")
    assert "you have 0 left in 2026" in last(desk, "Bob")
    assert desk.game.last == 3
    assert list(verify(desk.reopened().game)) == []


def test_a_game_may_know_no_absences(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", absence={"days": 0})
    send(desk, "Ann", "ABSENCE 2026-02-01 TO 2026-02-04")
    assert "no absences can be announced" in last(desk, "Ann")


@pytest.mark.parametrize(
    ("shown", "seen"), [("nothing", ""), ("that", "Away"), ("until", "Away until Tue 6 Jan 2026")]
)
def test_others_see_of_an_absence_what_the_game_allows(
    tmp_path: Path, shown: str, seen: str
) -> None:
    """In every mail, and in what the commands print of the journal."""
    desk = table(tmp_path / "site", absence={"shown": shown, "then": "play"}, missed="default")
    send(desk, "Bob", "ABSENCE 2026-01-02 TO 2026-01-05")
    before = len(desk.mailbox("Cyd"))
    assert [len(desk.reports(p)) for p in ("Ann", "Cyd")] == [1, 1]
    send(desk, "Ann", ANNS)
    assert len(desk.mailbox("Cyd")) == before + 1
    report = last(desk, "Cyd")
    assert ("Away" in report) == bool(seen)
    assert ("2026-01-05" in report or "6 Jan" in report) == (shown == "until")
    assert seen in report
    assert "Away until Tue 6 Jan 2026, 00:00 (Europe/Athens)" in last(desk, "Bob")


def test_where_the_game_plays_on_the_stand_in_is_asked_at_once(tmp_path: Path) -> None:
    absence = {"then": "play"}
    desk = table(tmp_path / "site", absence=absence, stand_in=True, missed="default")
    assert desk.mailbox("Siri") == []
    send(desk, "Ann", "ABSENCE 2026-01-02 TO 2026-01-09")
    assert "You are asked as the stand-in of Ann." in last(desk, "Siri")
    due = desk.game.entries[-1][0].due
    assert due is not None
    assert due - desk.now > timedelta(hours=47)  # the stand-in has the whole time
    assert send(desk, "Siri", ANNS) is Fate.PLAYED
    assert ledger.misses_of(desk.game)["Ann"].total == 0


# Stand-ins


@pytest.fixture
def asked(tmp_path: Path) -> Desk:
    """Ann has planned something, and missed her deadline; Siri has just been asked."""
    desk = table(tmp_path / "site", stand_in=True, missed="proxy", reminders=["4h"])
    send(desk, "Ann", "GREAT BRITAIN:\nIF CASH <= 777\nTAXATION")
    done = desk.let_pass(49)
    assert done[-1] == "stand-in Ann (entry 2)"
    return desk


def test_the_stand_in_gets_the_form_and_no_secret_of_the_player(asked: Desk) -> None:
    (mail,) = asked.mailbox("Siri")
    text = text_of(mail)
    assert str(mail["To"]) == "Siri <siri@example.test>"
    assert "You are asked as the stand-in of Ann." in flat(text)
    assert text.startswith("-- write above this line --")
    assert "YOUR TURN: Austria-Hungary, by" in text
    assert "YOUR OPTIONS" in text
    for wish in ("SHOW STANDING", "CHECK", "STATUS", f"CHECK\n{ANNS}"):
        assert send(asked, "Siri", wish, to=0) is Fate.ANSWERED
        assert "777" not in last(asked, "Siri")
    assert "Your stand-in is asked as well" in last(asked, "Ann")
    assert asked.game.entries[-1][0].due is not None


def test_the_first_answer_counts(asked: Desk) -> None:
    assert send(asked, "Siri", ANNS) is Fate.PLAYED
    entry = asked.game.entries[-1][0]
    assert (entry.by, entry.how, entry.stand_in) == ("Ann", "mail", True)
    assert "- Ann's stand-in has decided." in last(asked, "Cyd")
    assert str(asked.answers("Siri")[-1]["Subject"]).startswith("[g1] TAKEN")
    send(asked, "Ann", ANNS)
    assert asked.game.state.turn == 2
    assert ledger.misses_of(asked.game)["Ann"] == ledger.Misses(1, 1)
    assert list(verify(asked.reopened().game)) == []


def test_the_player_may_still_answer(asked: Desk) -> None:
    assert send(asked, "Ann", ANNS) is Fate.PLAYED
    assert send(asked, "Siri", ANNS) is Fate.ANSWERED
    assert "Nothing of your mail is carried out" in last(asked, "Siri")
    assert asked.game.state.turn == 2


@pytest.mark.parametrize(
    "text",
    [
        "GREAT BRITAIN: TAXATION", "STANCE FIGHT", "CANCEL ALL", "ABSENCE 2026-02-01 TO 2026-02-02",
        f"{ANNS}\nSTANCE PEACE", "GIVE 1 TO Austria-Hungary", "EXTEND 24",
        "SET TIMEZONE UTC",
    ],
)  # fmt: skip
def test_a_stand_in_answers_the_question_and_does_nothing_else(asked: Desk, text: str) -> None:
    entries = asked.game.last
    assert send(asked, "Siri", text) is Fate.ANSWERED
    assert asked.game.last == entries


def test_a_stand_ins_secret_is_worth_nothing_elsewhere(asked: Desk) -> None:
    for sender in ("mallory@example.test", "bob@example.test", "ann@example.test"):
        assert send(asked, "Siri", ANNS, sender=sender, to=0) is Fate.UNKNOWN
    assert asked.game.state.turn == 1


def test_if_the_stand_in_is_silent_too_the_default_is_done_and_counted_once(asked: Desk) -> None:
    assert asked.let_pass(50)[-1] == "default Ann (entry 3)"
    assert ledger.misses_of(asked.game)["Ann"] == ledger.Misses(1, 1)


def test_without_a_stand_in_the_default_is_done(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="proxy")
    assert desk.let_pass(49) == ["default Ann (entry 1)"]


# Seats that change hands


@pytest.fixture
def offered(tmp_path: Path) -> Desk:
    """Ann has missed one deadline, and that is enough in this game."""
    desk = table(tmp_path / "site", missed="default", offer_after=1)
    done = desk.let_pass(49)
    assert done[-2:] == ["default Ann (entry 1)", "offered Ann (entry 2)"]
    return desk


def test_a_seat_is_offered_once_to_all_on_the_list(offered: Desk) -> None:
    for name in ("Siri", "Tom"):
        (mail,) = offered.mailbox(name)
        assert f"Dear {name}, in this game of Imperial" in flat(text_of(mail))
        assert "governs Austria-Hungary and Great Britain" in flat(text_of(mail))
    assert "your seat is offered to others" in last(offered, "Ann")
    assert "the seat is offered to others" in last(offered, "mod")
    assert not any("offered Ann" in what for what in offered.let_pass(120))
    dear = [mail for mail in offered.mailbox("Tom") if "the seat of Ann" in text_of(mail)]
    assert len(dear) == 1


def test_the_first_who_joins_gets_the_seat(offered: Desk) -> None:
    old = offered.reports("Ann")[0]
    assert send(offered, "Tom", "JOIN") is Fate.PLAYED
    assert send(offered, "Siri", "JOIN") is Fate.ANSWERED
    assert "is not free any more" in last(offered, "Siri")
    assert send(offered, "Tom", "JOIN", to=0) is Fate.ANSWERED
    seat = offered.game.roster.seats["Ann"]
    assert (seat.address, seat.person) == ("tom@example.test", "Tom")
    assert "Tom plays on for Ann from now on." in last(offered, "Bob")
    welcome = offered.reports("Tom")[-1]
    assert seat.key in text_of(welcome)
    assert "You play the seat of Ann from now on" in text_of(welcome)
    send(offered, "Bob", "ITALY: FACTORY")
    assert "Played by Tom" in last(offered, "Cyd")
    send(offered, "Cyd", "FRANCE: FACTORY")
    assert send(offered, "Tom", "GREAT BRITAIN: TAXATION") is Fate.PLAYED
    # whoever sat there before has no say any more, and no secret
    raw = reply(old, "GERMANY: TAXATION", "<old@mail.example.test>")
    assert [h.fate for _, h in offered.send(raw).handled] == [Fate.REFUSED]
    keyed = fresh("Ann", "GAME g1\nKEY key-of-ann\nSTATUS", "<k@mail.example.test>")
    assert [h.fate for _, h in offered.send(keyed).handled] == [Fate.UNKNOWN]
    assert ledger.misses_of(offered.game)["Ann"] == ledger.Misses(0, 0)
    assert list(verify(offered.reopened().game)) == []


def test_an_answer_in_time_keeps_the_seat(offered: Desk) -> None:
    send(offered, "Bob", "ITALY: FACTORY")
    send(offered, "Cyd", "FRANCE: FACTORY")
    assert send(offered, "Ann", "GREAT BRITAIN: FACTORY") is Fate.PLAYED
    assert send(offered, "Tom", "JOIN") is Fate.ANSWERED
    assert offered.game.roster.seats["Ann"].address == "ann@example.test"


def test_an_offer_is_not_taken_by_chance(offered: Desk) -> None:
    """Nor does an offer's secret play for the seat."""
    assert send(offered, "Tom", "Thanks, let me think about it.") is Fate.ANSWERED
    assert "a line that says JOIN" in last(offered, "Tom")
    assert send(offered, "Tom", "GREAT BRITAIN: TAXATION", to=0) is Fate.ANSWERED
    assert offered.game.roster.seats["Ann"].person is None
    assert offered.game.standing.held == ()


def test_a_process_killed_while_a_seat_changes_hands(
    offered: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail is handled again, and ends what was begun."""
    from pbem.store.game import StoredGame

    def die(*_: object, **__: object) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(StoredGame, "note", die)
        offered.drop(reply(offered.mailbox("Tom")[0], "JOIN", "<j@mail.example.test>"))
        assert offered.work().troubles
    again = offered.reopened()
    again.work()
    assert again.game.entries[-1][0].clock is not None
    assert again.game.entries[-1][0].clock.what is What.SEATED
    assert again.game.roster.seats["Ann"].since == again.game.last


def test_a_moderator_replaces_a_player(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    with pytest.raises(ValueError, match="plays in this game: Bob"):
        replace_player(
            desk.processor, desk.game, "Ann", Person(name="B", address="bob@example.test")
        )
    replace_player(desk.processor, desk.game, "Ann", Person(**TOM))
    desk.keep()
    due = desk.game.entries[-1][0].due
    assert due is not None
    assert due >= desk.now + timedelta(hours=47)
    assert "YOUR TURN: Austria-Hungary" in last(desk, "Tom")
    assert send(desk, "Tom", ANNS) is Fate.PLAYED
