"""What a stranger or a broken site can do to the others: nothing."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from support.mails import Desk, fresh, new_desk, reply, text_of

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.smtp_words import reasons_path, speaks_of_policy
from pbem.service.asking.confirming import Word, said
from pbem.service.deciding.flood import TOLD, UNPROVEN, Flood
from pbem.service.fates import Fate
from pbem.service.rounds.log import Log
from pbem.service.rounds.poll import handle_new
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import SETTINGS

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
BOBS = "ITALY: FACTORY Venice"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})


def fates(desk: Desk, raw: bytes) -> list[Fate]:
    return [handled.fate for _, handled in desk.send(raw).handled]


def test_mails_in_a_players_name_do_not_keep_the_players_own_waiting(desk: Desk) -> None:
    """Anybody can write a From line; forty such mails an hour must not stop Bob."""
    for number in range(40):
        desk.drop(fresh("Bob", BOBS, f"<{number}@evil.example.test>"))
    desk.drop(reply(desk.reports("Bob")[0], BOBS, "<true@mail.example.test>"))
    handled = [h.fate for _, h in desk.work().handled]
    assert handled.count(Fate.HELPED) == UNPROVEN
    assert handled.count(Fate.UNKNOWN) == 40 - UNPROVEN
    assert handled[-1] is Fate.PLAYED
    assert desk.site.maildir("inbox").new() == ()


def test_a_stolen_secret_from_many_addresses_does_not_keep_its_owner_waiting(desk: Desk) -> None:
    (report,) = desk.reports("Bob")
    for number in range(40):
        sender = f"x{number}@evil.example.test"
        desk.drop(reply(report, BOBS, f"<{number}@evil.example.test>", sender=sender))
    desk.drop(reply(report, BOBS, "<true@mail.example.test>"))
    handled = [h.fate for _, h in desk.work().handled]
    assert handled.count(Fate.HELD) == UNPROVEN
    assert handled[-1] is Fate.PLAYED


def test_a_mail_that_must_wait_is_read_once_and_each_one_gives_a_sign_of_life(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service.reading import received as module

    desk.processor.flood.limit = 2
    for number in range(6):
        desk.drop(reply(desk.reports("Bob")[0], "STATUS", f"<{number}@mail.example.test>"))
    read, times = module.read, []

    def counted(*words: object) -> object:
        times.append(1)
        return read(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "read", counted)
    desk.now += timedelta(minutes=1)
    signs = list(handle_new(desk.site, desk.processor, []))
    assert [handled is None for _, handled in signs] == [False, False, True, True, True, True]
    assert len(times) == 6
    assert len(list(handle_new(desk.site, desk.processor, []))) == 4
    assert len(times) == 6
    desk.now += timedelta(hours=1, minutes=1)
    handled = [h for _, h in handle_new(desk.site, desk.processor, []) if h]
    assert [h.fate for h in handled] == [Fate.ANSWERED] * 2


def _spend(flood: Flood, mail: str, now: datetime) -> bool:
    """Take one of two answers out of a budget; whether there was one."""
    left = flood.budgets(now).has_left("x", mail, 2)
    if left:
        flood.count("x", mail, now)
    return left


def test_a_mail_that_comes_again_counts_once(desk: Desk) -> None:
    """As after a crash between counting it and playing it."""
    flood = desk.processor.flood
    for _ in range(3):
        flood.count("g1/Bob", "the same", desk.now)
    assert [_spend(flood, mail, desk.now) for mail in "aabbc"] == [True] * 4 + [False]
    assert len(flood._times(desk.now)["g1/Bob"]) == 1


def test_a_clock_that_was_wrong_keeps_nobody_waiting(desk: Desk) -> None:
    ten_years = desk.now + timedelta(days=3650)
    for number in range(40):
        desk.processor.flood.count("g1/Bob", f"mail {number}", ten_years)
    raw = reply(desk.reports("Bob")[0], "STATUS")
    assert fates(desk, raw) == [Fate.ANSWERED]


def test_a_broken_game_and_a_failed_mail_of_it_stop_no_other(desk: Desk) -> None:
    seats = {player: f"{player.lower()}@example.test" for player in ("Dan", "Eve")}
    new_game(desk.site, NewGame("g2", "imperial", seats, seed=1), desk.now)
    desk.work()
    report = Maildir(desk.site.folder / "mailboxes" / "dan@example.test")
    (path,) = report.all()
    desk.site.maildir("failed").put("1.x.pbem", path.read_bytes())
    with (desk.site.folder / "games" / "g2" / "roster.toml").open("a") as roster:
        roster.write("nonsense")
    broken = desk.reopened()
    broken.drop(reply(broken.reports("Ann")[0], ORDER))
    done = broken.work()
    assert [h.fate for _, h in done.handled] == [Fate.PLAYED]
    assert any("roster.toml" in trouble for trouble in done.troubles)


def test_a_mail_that_cannot_be_set_aside_keeps_none_waiting(desk: Desk) -> None:
    why = desk.site.maildir("shunt").folder / "why"
    why.parent.mkdir(parents=True, exist_ok=True)
    why.write_text("in the way")
    desk.drop(b"From: stranger@example.test\n\nhello\n")
    desk.drop(reply(desk.reports("Ann")[0], ORDER))
    done = desk.work()
    assert [h.fate for _, h in done.handled] == [Fate.PLAYED]
    assert len(done.troubles) == 1
    assert len(desk.site.maildir("inbox").new()) == 1


NO_ANSWERS = [
    "",
    "Si votre message est urgent, appelez le bureau.",
    "Yes, that is NOT mine",
    "Ok, who is that?",
    "Ja, ich bin im Urlaub.",
    "No! That is not me. Please do NOT play this.",
    "Ich bin bis zum 4. Januar im Urlaub und lese keine Mails.",
    "Who is this?",
    "Bob",
]


@pytest.mark.parametrize("text", NO_ANSWERS)
def test_only_a_plain_yes_confirms(desk: Desk, text: str) -> None:
    (report,) = desk.reports("Ann")
    raw = reply(report, ORDER, "<1@evil.example.test>", sender="mallory@evil.example.test")
    assert fates(desk, raw) == [Fate.HELD]
    asked = desk.mailbox("Ann")[-1]
    assert fates(desk, reply(asked, text, "<2@mail.example.test>")) == [Fate.ANSWERED]
    assert desk.game.last == 0
    assert desk.game.roster.seats["Ann"].also == ()
    assert "Nothing is confirmed" in text_of(desk.mailbox("Ann")[-1])
    assert fates(desk, reply(asked, "YES", "<3@mail.example.test>")) == [Fate.PLAYED]
    assert desk.game.roster.seats["Ann"].also == ("mallory@evil.example.test",)


YES_ANSWERS = [
    "Yes", "YES!", "yes please", "Hi,\n\nyes.\n\nThanks\nAnn", "OK!", "Ja.", "Ναι", "ΝΑΙ",
    "Sì, grazie",
    "\U0001f44d yes", "1a2b3c4d", "OK 1A2B3C4D", "Hello Pbem, yes. Ann Miller",
]  # fmt: skip


@pytest.mark.parametrize("text", YES_ANSWERS)
def test_words_that_confirm(text: str) -> None:
    assert said(text, ["Ann", "pbem", "ann.miller@example.test"], "1a2b3c4d") is Word.YES


@pytest.mark.parametrize(
    "text", [*NO_ANSWERS, "yes and no", "ok?", "2b3c4d", "Yes. Bob", "y" * 500]
)
def test_words_that_do_not_confirm(text: str) -> None:
    assert said(text, ["Ann"], "1a2b3c4d") is not Word.YES


def test_a_secret_is_not_logged_whatever_a_server_says(desk: Desk) -> None:
    lines: list[str] = []
    token = str(desk.reports("Ann")[0]["Reply-To"].addresses[0].username).partition("+")[2]
    assert token.count(".") == 3
    Log(lines.append)("delivery", reason=f"sender verify for local part pbem+{token} pending")
    assert token not in lines[0]
    assert "(secret)" in lines[0]


def test_an_old_secret_is_worth_nothing_but_that_of_the_newest_report(desk: Desk) -> None:
    (old,) = desk.reports("Ann")
    desk.now += timedelta(days=200)
    assert fates(desk, reply(old, "STATUS", "<1@mail.example.test>")) == [Fate.ANSWERED]
    desk.send(reply(old, ORDER, "<2@mail.example.test>"))
    (answer,) = desk.answers("Ann")[-1:]
    assert fates(desk, reply(old, "STATUS", "<3@mail.example.test>")) == [Fate.UNKNOWN]
    desk.now += timedelta(days=89)
    assert fates(desk, reply(answer, "STATUS", "<4@mail.example.test>")) == [Fate.ANSWERED]
    desk.now += timedelta(days=3)
    desk.send(fresh("Bob", "KEY key-of-bob\nITALY: TAXATION", "<b@mail.example.test>"))
    assert fates(desk, reply(answer, "STATUS", "<5@mail.example.test>")) == [Fate.ANSWERED]
    desk.now += timedelta(days=91)
    before = len(desk.mailbox("Ann"))
    assert fates(desk, reply(answer, "STATUS", "<7@mail.example.test>")) == [Fate.UNKNOWN]
    assert len(desk.mailbox("Ann")) == before
    newest = desk.reports("Ann")[-1]
    assert fates(desk, reply(newest, "STATUS", "<6@mail.example.test>")) == [Fate.ANSWERED]


def test_what_nobody_has_read_is_told_to_the_moderator_but_not_for_ever(desk: Desk) -> None:
    for number in range(TOLD + 20):
        heads = f"From: x@evil.example.test\nMessage-ID: <{number}@evil>\n"
        desk.drop(heads.encode() + b"X-Long: " + b"a" * 2_000_000 + b"\n\nhi\n")
    handled = [h.fate for _, h in desk.work().handled]
    assert set(handled) == {Fate.UNREADABLE}
    told = [m for m in desk.mailbox("mod") if "set aside" in str(m["Subject"])]
    assert len(told) == TOLD


def test_a_refusal_of_the_site_is_not_the_players_fault(desk: Desk) -> None:
    """Nor is it for ever: what is mended is sent again."""
    assert speaks_of_policy("5.7.1 <pbem@example.test>: Sender address rejected: not owned by user")
    assert not speaks_of_policy("5.1.1 no such user")
    assert not speaks_of_policy("15.7.10 is a version")
    failed = desk.site.maildir("failed")
    (report,) = Maildir(desk.site.folder / "mailboxes" / "ann@example.test").all()
    for name, reason in (("1.a.pbem", "5.7.1 relaying denied"), ("2.b.pbem", "5.1.1 unknown")):
        failed.put(name, report.read_bytes())
        path = reasons_path(failed, name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(toml_bytes({"reason": reason}))
    desk.work()
    counted = read_toml(desk.game.folder / "bounces.toml")
    assert counted["players"]["Ann"]["score"] == 1.0
    assert desk.site.outbox.send_again() == 2
    assert {path.name for path in desk.site.outbox.waiting.new()} == {"1.a.pbem", "2.b.pbem"}


def test_authentication_may_be_required(desk: Desk) -> None:
    path = desk.site.folder / SETTINGS
    replace_file(path, toml_bytes({**read_toml(path), "authserv_id": "mx.example.test"}))
    strict = desk.reopened()
    raw = reply(strict.reports("Ann")[0], "STATUS")
    true = b"Authentication-Results: mx.example.test; dmarc=pass header.from=example.test\r\n"
    assert fates(strict, raw) == [Fate.UNKNOWN]
    assert fates(strict, true + raw) == [Fate.ANSWERED]
