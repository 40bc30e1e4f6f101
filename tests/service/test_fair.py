"""Time and seats, attacked: what players, stand-ins and outages tried, and must not get."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import BEGINNING, Desk, reply, text_of
from support.seats import ANNS, SIRI, TOM, flat, last, send, table

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.mail.outgoing.smtp_words import reasons_path
from pbem.service.care.moderator import replace_player
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.service.rounds.timekeeper import Timekeeper
from pbem.service.site.settings import SETTINGS
from pbem.store.game import StoredGame
from pbem.store.journal import What
from pbem.store.people import Person
from pbem.store.verify import verify

BOBS = "ITALY: FACTORY Venice"


def due_of(desk: Desk) -> datetime:
    due = ledger.due_after(desk.game, desk.game.last)
    assert due is not None
    return due


# Former players


@pytest.fixture
def left(tmp_path: Path) -> Desk:
    """Ann has written from an unknown address, and got an answer; then Tom has got her seat."""
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "STATUS")
    send(desk, "Ann", ANNS, sender="ann2@example.test")
    send(desk, "Bob", "WHEN INVESTING: PASS")
    replace_player(desk.processor, desk.game, "Ann", Person(**TOM))
    desk.keep()
    return desk


def test_no_secret_of_a_former_player_is_worth_anything(left: Desk) -> None:
    """Of reports, answers, questions to confirm; from whatever address."""
    entries, roster = left.game.last, left.game.roster
    old = left.mailbox("Ann")
    assert len(old) >= 3
    for sender in ("", "tom@example.test", "ann2@example.test", "mallory@example.test"):
        for number in range(len(old)):
            for text in (ANNS, "SHOW STANDING", "CANCEL ALL", "YES", ""):
                fate = send(left, "Ann", text, sender=sender, to=number)
                allowed = (Fate.UNKNOWN, Fate.HELPED, *([Fate.REFUSED] if not sender else []))
                assert fate in allowed, (sender, text)
    assert left.game.last == entries
    assert left.game.roster == roster
    told = "\n".join(text_of(mail) for mail in left.mailbox("Tom"))
    assert "ann@example.test" not in told
    assert "ann2@example.test" not in told


def test_plans_and_wishes_do_not_go_with_a_seat(tmp_path: Path) -> None:
    """Nobody acts in another's name."""
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "GREAT BRITAIN: TAXATION\nSTANCE FIGHT\nEXTEND 24")
    send(desk, "Bob", "STANCE PEACE\nEXTEND 24")
    replace_player(desk.processor, desk.game, "Ann", Person(**TOM))
    desk.keep()
    assert {held.player for held in desk.game.standing.held} == {"Bob"}
    send(desk, "Cyd", "EXTEND 24")
    assert "Missing: Ann." in last(desk, "Cyd")
    assert list(verify(desk.reopened().game)) == []


def test_a_change_of_seat_that_was_killed_is_ended_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = table(tmp_path / "site", missed="default")

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(StoredGame, "note", die)
        with pytest.raises(KeyboardInterrupt):
            replace_player(desk.processor, desk.game, "Ann", Person(**TOM))
    again = desk.reopened()
    again.keep()
    again.keep()
    seated = [e for e, _ in again.game.entries if e.clock and e.clock.what is What.SEATED]
    assert len(seated) == 1
    assert send(again, "Tom", ANNS) is Fate.PLAYED


# Absences


def test_announcing_and_taking_back_gives_no_time(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    before = due_of(desk)
    for _ in range(3):
        send(desk, "Ann", "ABSENCE 2026-01-03 TO 2026-01-28")
        assert due_of(desk) > before + timedelta(days=20)
        send(desk, "Ann", "CANCEL ABSENCE")
        assert due_of(desk) == before


def test_who_comes_back_early_has_what_was_left(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "ABSENCE 2026-01-03 TO 2026-01-20")
    desk.let_pass(24 * 5, 1.5)
    send(desk, "Ann", "CANCEL ABSENCE")
    left = due_of(desk) - desk.now
    assert timedelta(hours=28) < left < timedelta(hours=31)  # of 48 hours, 19 were over
    assert ledger.days_away(desk.game, "Ann")[2026] == 5


def test_a_deadline_is_never_due_while_its_player_is_away(tmp_path: Path) -> None:
    """Whatever order absences are announced in, and whatever else moves the deadline."""
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "ABSENCE 2026-01-10 TO 2026-01-20")
    send(desk, "Ann", "ABSENCE 2026-01-03 TO 2026-01-09")
    assert due_of(desk) > datetime(2026, 1, 21, tzinfo=UTC)
    other = table(tmp_path / "other", missed="default")
    send(other, "Ann", "ABSENCE 2026-01-11 TO 2026-01-20")
    other.now += timedelta(days=7, hours=12)
    other.keep()
    assert due_of(other) > datetime(2026, 1, 21, tzinfo=UTC)
    assert ledger.misses_of(other.game)["Ann"].total == 0


def test_an_absence_in_the_mail_that_raises_the_question_counts(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", ANNS)
    send(desk, "Bob", "ITALY: INVESTOR\nABSENCE 2026-01-03 TO 2026-01-20")
    head = desk.game.state.pending[0]
    assert (head.player, head.kind) == ("Bob", "invest")
    assert due_of(desk) > datetime(2026, 1, 20, tzinfo=UTC)


def test_an_absence_in_the_grace_counts(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", grace="5h")
    desk.let_pass(49)
    send(desk, "Ann", "ABSENCE 2026-01-04 TO 2026-01-08")
    assert desk.let_pass(24 * 4, 1.5) == []
    assert ledger.misses_of(desk.game)["Ann"].total == 0


@pytest.mark.parametrize(("shown", "told"), [("nothing", "4 Jan"), ("that", ""), ("until", "22 J")])
def test_when_a_deadline_waits_others_are_not_told_until_when(
    tmp_path: Path, shown: str, told: str
) -> None:
    desk = table(tmp_path / "site", absence={"shown": shown}, missed="default")
    send(desk, "Ann", "ABSENCE 2026-01-03 TO 2026-01-20")
    send(desk, "Cyd", "STATUS")
    seen = last(desk, "Cyd")
    assert ("Due by" in seen) == bool(told)
    assert (told or "We wait") in seen
    assert ("22 Jan" in seen) == (shown == "until")
    send(desk, "Ann", "STATUS")
    assert "Thu 22 Jan" in last(desk, "Ann")
    desk.let_pass(24 * 21, 1.9)
    assert desk.game.entries[1][0].how == "deadline"
    report = flat(text_of(desk.reports("Cyd")[2]))
    assert "Ann had to answer" in report
    assert ("22 Jan" in report) == (shown == "until")


def test_who_is_away_while_the_game_plays_on_has_missed_nothing(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", absence={"then": "play"}, missed="default", offer_after=1)
    send(desk, "Ann", "ABSENCE 2026-01-02 TO 2026-01-09")
    assert [what.split()[0] for what in desk.let_pass(50)] == ["default"]
    assert ledger.misses_of(desk.game)["Ann"] == ledger.Misses(0, 0)


def test_another_zone_does_not_move_an_announced_absence(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "ABSENCE 2026-02-03 TO 2026-02-05")
    before = ledger.absences_of(desk.game, "Ann")
    send(desk, "Ann", "SET TIMEZONE Pacific/Auckland")
    assert ledger.absences_of(desk.game, "Ann") == before


# Outages


def test_time_in_which_no_mail_could_come_in_is_given_back(tmp_path: Path) -> None:
    """The daemon was there, the mail server was not."""
    desk = table(tmp_path / "site", missed="default")
    desk.let_pass(40)
    keeper = Timekeeper(desk.site, desk.processor)
    for _ in range(20):
        desk.now += timedelta(hours=1.5)
        keeper.look(None)
    assert desk.game.last == 0
    due = due_of(desk)
    assert [what.split()[0] for _, what in keeper.look(desk.now).done] == ["hold"]
    assert due_of(desk) >= due + timedelta(hours=30)
    assert desk.let_pass(7) == []


def by_smtp(desk: Desk) -> Desk:
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    tables["mail"] |= {"delivery": "smtp", "smtp": {"host": "127.0.0.1", "port": 1}}
    replace_file(path, toml_bytes(tables))
    return desk.reopened()


def test_a_question_that_goes_out_late_is_answered_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service.telling.reminders import Asking

    desk = table(tmp_path / "site", missed="default")
    late = desk.now + timedelta(hours=47)
    desk = by_smtp(desk)
    monkeypatch.setattr(Asking, "sent_at", lambda *_: late)
    keeper, due = Timekeeper(desk.site, desk.processor), due_of(desk)
    for _ in range(26):
        desk.now += timedelta(hours=1.9)
        keeper.look(desk.now)
    holds = [e for e, _ in desk.game.entries if e.clock and e.clock.what is What.HOLD]
    assert len(holds) == 1
    assert due_of(desk) - due > timedelta(hours=46)
    for _ in range(26):
        desk.now += timedelta(hours=1.9)
        keeper.look(desk.now)
    assert desk.game.entries[-1][0].how == "deadline"


def test_a_question_refused_by_the_sites_own_server_is_nobodys_to_miss(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    (path,) = [p for p in desk.site.maildir("sent").all() if b"ann@example.test" in p.read_bytes()]
    failed = desk.site.maildir("failed")
    name = path.name.partition(":")[0]
    desk.site.maildir("sent").move_to(path, failed, done=True)
    reasons_path(failed, name).parent.mkdir(parents=True)
    reasons_path(failed, name).write_bytes(toml_bytes({"reason": "554 5.7.1 relay denied"}))
    assert [what.split()[0] for what in desk.let_pass(50)] == ["hold"]


def test_the_bank_pays_for_the_player_not_for_the_mail_server(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", bank="20h")
    desk.let_pass(47)
    came = desk.now + timedelta(minutes=30)
    desk.now += timedelta(hours=9)
    desk.drop(reply(desk.reports("Ann")[0], ANNS), f"{int(came.timestamp())}.000001.imap")
    desk.work()
    assert desk.game.entries[-1][0].overdrawn is None


def test_time_before_a_question_was_asked_is_not_given_back(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    desk.now += timedelta(days=11)
    desk.work()  # `pbem poll`: nobody keeps deadlines
    desk.drop(reply(desk.reports("Ann")[0], ANNS))
    desk.work()
    desk.now += timedelta(minutes=5)
    desk.keep()
    assert due_of(desk) - desk.now < timedelta(hours=48)
    assert not any("taken in" in text_of(mail) for mail in desk.mailbox("Bob"))


def test_a_mail_in_time_that_waits_for_a_yes_keeps_the_deadline_waiting(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    desk.let_pass(47)
    assert send(desk, "Ann", ANNS, sender="ann2@example.test") is Fate.HELD
    desk.now += timedelta(hours=2)
    kept = Timekeeper(desk.site, desk.processor).look(desk.now)
    assert (kept.done, "waits to be confirmed" in kept.troubles[0]) == ([], True)
    assert send(desk, "Ann", "YES") is Fate.PLAYED
    assert desk.game.entries[-1][0].how == "mail"
    assert ledger.misses_of(desk.game)["Ann"].total == 0


def test_nobody_keeps_a_deadline_waiting_for_ever_by_unknown_addresses(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    desk.let_pass(47)
    send(desk, "Ann", ANNS, sender="mallory@example.test")
    for _ in range(30):
        desk.now += timedelta(hours=1)
        Timekeeper(desk.site, desk.processor).look(desk.now)
    assert desk.game.entries[-1][0].how == "deadline"


def test_an_answer_that_comes_after_all_is_no_plan_for_the_next_turn(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    question = desk.reports("Ann")[0]
    desk.let_pass(49)
    desk.drop(reply(question, "AUSTRIA-HUNGARY: TAXATION", "<late@mail.example.test>"))
    desk.work()
    assert desk.game.standing.held == ()
    assert "about a turn that is over: Austria-Hungary, turn 1." in flat(
        text_of(desk.answers("Ann")[-1])
    )


# Stand-ins and candidates


def test_a_stand_in_sees_nothing_when_nothing_is_asked(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", stand_in=True, missed="proxy")
    desk.let_pass(49)
    send(desk, "Ann", ANNS)
    for wish in ("STATUS", "CHECK", ANNS, "HELP"):
        assert send(desk, "Siri", wish, to=0) is Fate.ANSWERED
        answer = last(desk, "Siri")
        assert "You are not asked" in answer
        assert "cash" not in answer


def test_a_dismissed_stand_in_is_none(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", stand_in=True, missed="proxy")
    desk.let_pass(49)
    path = desk.game.folder / "roster.toml"
    tables = read_toml(path)
    tables["seats"]["Ann"]["stand_in"] = TOM
    replace_file(path, toml_bytes(tables), mode=0o600)
    again = desk.reopened()
    for sender in ("tom@example.test", "siri@example.test"):
        assert send(again, "Siri", ANNS, sender=sender, to=0) is Fate.UNKNOWN
    assert again.game.state.turn == 1


def test_a_stand_ins_mails_do_not_use_up_the_players_hour(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", stand_in=True, missed="proxy")
    desk.let_pass(49)
    for _ in range(31):
        desk.sent += 1
        desk.drop(reply(desk.mailbox("Siri")[0], "STATUS", f"<{desk.sent}@mail.example.test>"))
    desk.work()
    assert send(desk, "Ann", ANNS) is Fate.PLAYED


def test_a_deadline_counts_once_whatever_others_do_meanwhile(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", stand_in=True, missed="proxy")
    desk.let_pass(49)
    send(desk, "Bob", "GIVE 0 TO Italy")
    desk.processor.submit("g1", "Bob", "STANCE PEACE")
    desk.let_pass(50)
    assert ledger.misses_of(desk.game)["Ann"] == ledger.Misses(1, 1)


@pytest.fixture
def offered(tmp_path: Path) -> Desk:
    desk = table(tmp_path / "site", missed="default", offer_after=1)
    desk.let_pass(49)
    return desk


@pytest.mark.parametrize(
    "text", ["CHECK\nJOIN", "Join g1 as Ann, no thanks", "JOIN g2", "JOIN me for a beer"]
)
def test_a_seat_is_not_taken_by_mistake(offered: Desk, text: str) -> None:
    send(offered, "Tom", text)
    assert offered.game.roster.seats["Ann"].person is None


@pytest.mark.parametrize("text", ["JOIN", "join.", "JOIN g1", "Join g1 as Ann"])
def test_words_that_take_a_seat(offered: Desk, text: str) -> None:
    assert send(offered, "Tom", text) is Fate.PLAYED


def test_candidates_are_answered_a_few_times_and_strangers_never(offered: Desk) -> None:
    fates = [send(offered, "Tom", "Hm.", to=0) for _ in range(9)]
    assert fates.count(Fate.ANSWERED) == 3
    assert send(offered, "Tom", "JOIN", sender="mallory@example.test", to=0) is Fate.UNKNOWN


def test_who_plays_in_a_game_is_offered_no_second_seat(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", offer_after=1)
    path = desk.site.folder / SETTINGS
    bob = {"name": "Bob", "address": "bob@example.test"}
    replace_file(path, toml_bytes({**read_toml(path), "stand_ins": [bob, SIRI]}))
    again = desk.reopened()
    again.let_pass(49)
    assert not any("take a seat" in str(mail["Subject"]) for mail in again.mailbox("Bob"))
    assert send(again, "Siri", "JOIN") is Fate.PLAYED


def test_without_a_list_nobody_is_told_that_a_seat_is_offered(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", offer_after=1)
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    del tables["stand_ins"]
    replace_file(path, toml_bytes(tables))
    again = desk.reopened()
    again.let_pass(49)
    for reader in ("Ann", "mod"):
        assert "not answered several times. The moderator is told." in last(again, reader)


def test_a_bounce_of_an_offer_is_not_the_players(offered: Desk) -> None:
    (mail,) = offered.mailbox("Tom")
    report = EmailMessage()
    report["From"] = "MAILER-DAEMON@example.test"
    report["To"] = str(mail["Reply-To"])
    report["Subject"] = "Undelivered Mail Returned to Sender"
    report["Auto-Submitted"] = "auto-replied"
    report.set_content("<tom@example.test>: 550 5.1.1 unknown user")
    offered.send(report.as_bytes())
    assert not (offered.game.folder / "bounces.toml").exists()


def test_an_absence_announced_before_a_miss_counts_where_the_game_waits(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="wait", every="24h", offer_after=2)
    send(desk, "Ann", "ABSENCE 2026-01-04 TO 2026-01-20")
    assert [what.split()[0] for what in desk.let_pass(24 * 10, 1.5)] == ["missed"]
    assert ledger.misses_of(desk.game)["Ann"].in_a_row == 1


def test_announcing_and_taking_back_in_the_grace_gives_no_time(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", grace="5h")
    desk.let_pass(49)
    before = due_of(desk)
    send(desk, "Ann", "ABSENCE 2026-01-04 TO 2026-01-28\nCANCEL ABSENCE")
    assert due_of(desk) - before < timedelta(hours=1)
    send(desk, "Ann", "ABSENCE 2026-01-04 TO 2026-01-28")
    desk.now += timedelta(minutes=30)
    send(desk, "Ann", "CANCEL ABSENCE")
    assert due_of(desk) - before < timedelta(hours=2)


def test_an_outage_within_an_absence_is_not_given_twice(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", "ABSENCE 2026-01-03 TO 2026-01-20")
    desk.let_pass(24 * 8, 1.9)
    desk.now = datetime(2026, 1, 22, 9, 5, tzinfo=UTC)
    desk.keep()
    due = due_of(desk)
    assert datetime(2026, 1, 23, 12, tzinfo=UTC) < due < datetime(2026, 1, 23, 16, tzinfo=UTC)


def test_unknown_addresses_after_the_deadline_hold_nothing_up(tmp_path: Path) -> None:
    """Nor ever newer ones before it: a day at the most."""
    desk = table(tmp_path / "site", missed="default")
    for number in range(48):
        desk.now += timedelta(hours=1.9)
        send(desk, "Ann", ANNS, sender=f"x{number}@example.test", to=0)
        Timekeeper(desk.site, desk.processor).look(desk.now)
        if desk.game.last:
            break
    assert desk.game.entries[0][0].how == "deadline"
    assert desk.now - BEGINNING < timedelta(hours=76)


def test_whoever_takes_a_seat_over_is_asked_before_anything_is_missed(tmp_path: Path) -> None:
    """The mail server is dead: the welcome waits."""
    desk = by_smtp(table(tmp_path / "site", missed="default"))
    replace_player(desk.processor, desk.game, "Ann", Person(**TOM))
    keeper = Timekeeper(desk.site, desk.processor)
    for _ in range(27):
        desk.now += timedelta(hours=1.9)
        keeper.look(desk.now)
    assert not any(entry.how == "deadline" for entry, _ in desk.game.entries)


def test_an_old_answer_does_not_move_the_nation_six_turns_later(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    question = desk.reports("Ann")[0]
    send(desk, "Ann", ANNS)
    for player, text in (
        ("Bob", BOBS), ("Cyd", "FRANCE: FACTORY"), ("Ann", "GREAT BRITAIN: FACTORY"),
        ("Cyd", "GERMANY: FACTORY"), ("Bob", "RUSSIA: FACTORY"),
    ):  # fmt: skip
        send(desk, player, text)
    assert desk.game.state.turn == 7
    tax = "AUSTRIA-HUNGARY: TAXATION"
    desk.drop(reply(question, tax, "<old@mail.example.test>"))
    desk.keep()
    assert desk.game.state.turn == 7
    desk.drop(reply(question, f"FOR TURN 7\n{tax}", "<meant@mail.example.test>"))
    desk.keep()
    assert desk.game.state.turn == 8


def test_an_absence_that_was_announced_in_time_is_taken_late(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    came = int(desk.now.timestamp())
    text = "ABSENCE 2026-01-03 TO 2026-01-20"
    desk.drop(reply(desk.reports("Ann")[0], text), f"{came}.000001.received")
    desk.now += timedelta(days=4)
    desk.keep()
    assert desk.game.entries[0][0].orders == (text,)
    assert "Deadlines of yours wait" in flat(text_of(desk.answers("Ann")[-1]))
    assert ledger.away_until(desk.game, "Ann", desk.now) is not None


def test_a_second_yes_gets_a_true_answer(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default")
    send(desk, "Ann", ANNS, sender="ann2@example.test")
    asking = len(desk.mailbox("Ann")) - 1
    assert send(desk, "Ann", "YES", to=asking) is Fate.PLAYED
    assert send(desk, "Ann", "YES", to=asking) is Fate.ANSWERED
    told = [flat(text_of(mail)) for mail in desk.mailbox("Ann")]
    assert any("waits for your YES any more" in text for text in told)
    assert not any("more than a plain" in text for text in told)
