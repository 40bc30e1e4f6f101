"""Which mails a player gets, as wanted: each tells all that no mail has told, and none twice."""

from __future__ import annotations

import re
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from support.mails import BEGINNING, DEALS, Desk, desk_for, fresh, new_desk, reply, text_of
from support.seats import flat

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.service.care.moderator import redo
from pbem.service.fates import Fate
from pbem.service.rounds import digests
from pbem.service.site.digested import DIGESTED

TURNS = (
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"),
    ("Bob", "ITALY: FACTORY Venice"),
    ("Cyd", "FRANCE: FACTORY Brest"),
    ("Ann", "GREAT BRITAIN: TAXATION"),
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", every_report=False)


def play(desk: Desk, number: int) -> None:
    """A turn, in answer to the newest mail."""
    player, text = TURNS[number]
    raw = reply(desk.mailbox(player)[-1], text, f"<turn-{number}@mail.example.test>")
    ((_, handled),) = desk.send(raw).handled
    assert handled.fate is Fate.PLAYED


def numbers(desk: Desk) -> list[int]:
    """How many mails each has got since the game began."""
    return [len(desk.mailbox(who)) - 1 for who in DEALS]


def setting(desk: Desk, player: str, text: str) -> None:
    desk.sent += 1
    desk.send(reply(desk.mailbox(player)[-1], text, f"<set-{desk.sent}@mail.example.test>"))


def news(desk: Desk, player: str, number: int = -1) -> str:
    """What a mail says has happened since the one before."""
    text = text_of(desk.mailbox(player)[number])
    return flat(text.partition("SINCE YOUR LAST MAIL\n")[2].partition("\n\n")[0])


def subject(desk: Desk, player: str) -> str:
    return str(desk.mailbox(player)[-1]["Subject"])


# TURN


def test_nobody_gets_a_mail_but_who_is_answered_or_asked(desk: Desk) -> None:
    play(desk, 0)
    assert numbers(desk) == [1, 1, 0]
    assert subject(desk, "Ann") == "[g1] TAKEN: your mail, turn 2"
    assert subject(desk, "Bob") == "[g1] YOUR TURN: Italy"
    play(desk, 1)
    assert numbers(desk) == [1, 2, 1]


def test_a_mail_tells_all_since_the_last_one_in_a_line_a_turn(desk: Desk) -> None:
    play(desk, 0)
    play(desk, 1)
    told = news(desk, "Cyd")
    assert told == (
        "- Austria-Hungary (Ann), import: 2 fleets Trieste, 1 army Vienna for 3M. "
        "- Italy (Bob), factory: shipyard in Venice for 5M."
    )
    play(desk, 2)
    assert "Italy" in news(desk, "Ann")
    assert "Austria-Hungary (Ann)" not in news(desk, "Ann"), "that was in the answer"


def test_what_has_changed_since_then_is_told(desk: Desk) -> None:
    play(desk, 0)
    play(desk, 1)
    line = r"Austria-Hungary \(Ann\): power 0 \(x0\), treasury \d+M -> \d+M, on import\n"
    assert re.search(line, text_of(desk.mailbox("Cyd")[-1]))


def test_who_wants_all_gets_a_report_of_each_entry_but_the_own(desk: Desk) -> None:
    setting(desk, "Cyd", "SET MAILS ALL")
    before = numbers(desk)[2]
    play(desk, 0)
    play(desk, 1)
    assert numbers(desk)[2] == before + 2
    assert "Austria-Hungary" not in news(desk, "Cyd")


def test_full_reports_hold_the_tables_and_brief_ones_do_not(desk: Desk) -> None:
    assert "NATIONS (in turn order)" in text_of(desk.mailbox("Bob")[0]), "the first of a game"
    setting(desk, "Cyd", "SET REPORT FULL")
    play(desk, 0)
    play(desk, 1)
    assert "NATIONS (in turn order)" not in text_of(desk.mailbox("Bob")[-1])
    assert "NATIONS (in turn order)" in text_of(desk.mailbox("Cyd")[-1])
    assert "\nMAP\n" in text_of(desk.mailbox("Cyd")[-1])


def test_the_answer_that_asks_the_next_question_can_be_answered(desk: Desk) -> None:
    """Cyd's answer tells of Ann's plan as well, and asks for Germany."""
    raw = reply(desk.mailbox("Ann")[-1], "GREAT BRITAIN: TAXATION", "<plan@mail.example.test>")
    desk.send(raw)
    for number in (0, 1, 2):
        play(desk, number)
    mail = desk.mailbox("Cyd")[-1]
    assert str(mail["Message-ID"]).startswith("<answer.")
    assert subject(desk, "Cyd") == "[g1] TAKEN; YOUR TURN: Germany"
    text = flat(text_of(mail))
    assert "WHAT CAME OF IT - France (Cyd), factory: shipyard in Brest for 5M." in text
    assert "Great Britain (Ann, ordered ahead), taxation:" in text
    assert "GERMANY: TAXATION" in text
    ((_, handled),) = desk.send(reply(mail, "GERMANY: TAXATION", "<g@x.test>")).handled
    assert handled.fate is Fate.PLAYED
    assert desk.game.entries[-1][0].answered == desk.game.last - 1


def test_a_plan_is_answered_shortly_with_what_has_happened(desk: Desk) -> None:
    play(desk, 0)
    setting(desk, "Cyd", "FRANCE: TAXATION")
    text = text_of(desk.mailbox("Cyd")[-1])
    assert "KEPT FOR LATER" in text
    assert "Austria-Hungary (Ann), import" in text
    play(desk, 1)
    play(desk, 3)
    assert subject(desk, "Cyd") == "[g1] YOUR TURN: Germany"
    assert "Italy (Bob), factory" in news(desk, "Cyd")
    assert "Austria-Hungary" not in news(desk, "Cyd")


def test_everybody_hears_of_an_undo_at_once(desk: Desk) -> None:
    play(desk, 0)
    play(desk, 1)
    before = numbers(desk)
    desk.processor.undo("g1", 0)
    desk.work()
    assert [n - b for n, b in zip(numbers(desk), before, strict=True)] == [1, 1, 1]
    assert "TAKEN BACK" in text_of(desk.mailbox("Cyd")[-1])


# What no mail has told


def bounce(desk: Desk, player: str) -> None:
    """The newest mail to a player comes back."""
    returned = str(desk.mailbox(player)[-1]["Reply-To"])
    text = "Action: failed\nStatus: 5.1.1\nFinal-Recipient: rfc822; x@example.test\n"
    desk.sent += 1
    desk.send(
        f"From: MAILER-DAEMON@mx.test\nTo: {returned}\nMessage-ID: <b{desk.sent}@mx.test>\n"
        "Content-Type: multipart/report; boundary=b\n\n--b\n\nSorry.\n--b\n"
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
        f"{text}\n--b--\n".encode()
    )


def test_what_a_returned_mail_told_the_next_one_tells(desk: Desk) -> None:
    play(desk, 0)
    play(desk, 1)
    assert "Austria-Hungary" in news(desk, "Cyd")
    bounce(desk, "Cyd")
    play(desk, 2)
    assert "Austria-Hungary (Ann), import" in news(desk, "Cyd")
    assert "Italy (Bob), factory" in news(desk, "Cyd")


def test_what_has_got_there_is_not_told_again(desk: Desk) -> None:
    play(desk, 0)
    play(desk, 1)
    bounce(desk, "Bob")
    play(desk, 2)
    assert news(desk, "Cyd") == ""


def test_a_mail_made_again_after_a_crash_is_the_same(desk: Desk, tmp_path: Path) -> None:
    """The outbox as it was before, and the journal with the entry."""
    play(desk, 0)
    copy = shutil.copytree(desk.site.folder, tmp_path / "copy")
    play(desk, 1)
    made = desk.mailbox("Cyd")[-1].as_bytes()
    journal = Path("games/g1/journal")
    shutil.copytree(desk.site.folder / journal, copy / journal, dirs_exist_ok=True)
    other = desk_for(copy, desk.now, desk.sent)
    other.work()
    assert other.mailbox("Cyd")[-1].as_bytes() == made


# DIGEST


@pytest.fixture
def daily(desk: Desk) -> Desk:
    """Cyd gets digests at 7, Bob plays with the default."""
    setting(desk, "Cyd", "SET MAILS DIGEST 7")
    return desk


def at(desk: Desk, day: int, hour: int) -> None:
    desk.now = BEGINNING.replace(day=day, hour=hour, minute=30)
    desk.work()


def test_a_digest_comes_once_a_day_at_the_hour(daily: Desk) -> None:
    play(daily, 0)
    before = numbers(daily)[2]
    at(daily, 2, 6)
    assert numbers(daily)[2] == before
    at(daily, 2, 7)
    assert numbers(daily)[2] == before + 1
    at(daily, 2, 9)
    assert numbers(daily)[2] == before + 1
    assert numbers(daily)[1] == 1, "Bob wants none"
    text = text_of(daily.mailbox("Cyd")[-1])
    assert "g1 (Imperial" in text
    assert "we wait for Bob: the turn of Italy." in flat(text)
    assert "- Austria-Hungary (Ann), import: 2 fleets Trieste, 1 army Vienna" in text
    assert "Cyd (you) " in text
    assert subject(daily, "Cyd") == "Nothing waits for you: your games today"


def test_a_digest_says_why_what_stood_first_in_a_plan_was_not_used(daily: Desk) -> None:
    setting(daily, "Cyd", "FRANCE:\nIF TREASURY France >= 30\nFACTORY Brest\nELSE\nTAXATION")
    play(daily, 0)
    play(daily, 1)
    at(daily, 2, 7)
    text = text_of(daily.mailbox("Cyd")[-1])
    _, _, why = text.partition("- Of your plan for France, what stood first was not used:\n")
    assert why.startswith("  - FRANCE: FACTORY Brest: The condition does not hold: TREASURY France")


def test_what_a_digest_told_the_next_mail_does_not(daily: Desk) -> None:
    play(daily, 0)
    at(daily, 2, 7)
    play(daily, 1)
    assert news(daily, "Cyd") == "- Italy (Bob), factory: shipyard in Venice for 5M."


def test_a_day_without_news_has_no_digest(daily: Desk) -> None:
    play(daily, 0)
    at(daily, 2, 8)
    before = numbers(daily)[2]
    at(daily, 3, 8)
    play(daily, 1)
    at(daily, 3, 9)
    assert numbers(daily)[2] == before + 1, "the question alone"


def test_a_digest_that_was_missed_is_made_up_for(daily: Desk) -> None:
    play(daily, 0)
    at(daily, 3, 2)
    assert "Austria-Hungary (Ann), import" in text_of(daily.mailbox("Cyd")[-1])


def test_it_comes_at_the_hour_of_the_readers_zone(daily: Desk) -> None:
    setting(daily, "Cyd", "SET TIMEZONE America/New_York")
    play(daily, 0)
    before = numbers(daily)[2]
    at(daily, 2, 8)
    assert numbers(daily)[2] == before
    at(daily, 2, 12)
    assert numbers(daily)[2] == before + 1


def test_whoever_wants_it_after_the_hour_gets_it_the_next_day(desk: Desk) -> None:
    at(desk, 2, 12)
    setting(desk, "Cyd", "SET MAILS DIGEST 7")
    play(desk, 0)
    before = numbers(desk)[2]
    at(desk, 2, 20)
    assert numbers(desk)[2] == before
    at(desk, 3, 7)
    assert numbers(desk)[2] == before + 1


def test_a_digest_killed_on_its_way_is_the_same_made_again(
    daily: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it tells was noted before it was posted."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    play(daily, 0)
    with monkeypatch.context() as patch:
        patch.setattr(digests, "post", killed)
        with pytest.raises(KeyboardInterrupt):
            at(daily, 2, 7)
    assert (daily.game.folder / DIGESTED).exists()
    again = daily.reopened()
    play(again, 1)
    assert "Austria-Hungary (Ann), import" in news(again, "Cyd"), "no mail had told it"


def test_a_digest_that_failed_is_told_by_the_next_mail(daily: Desk) -> None:
    tables = read_toml(daily.site.folder / "pbem.toml")
    tables["mail"]["delivery"] = "folder"
    replace_file(daily.site.folder / "pbem.toml", toml_bytes(tables))
    desk = daily.reopened()
    desk.processor.submit("g1", desk.game.state.pending[0].player, TURNS[0][1])
    at(desk, 2, 7)
    outbox = desk.site.outbox
    assert outbox.failed is not None
    (digest,) = [p for p in outbox.waiting.new() if b"your games today" in p.read_bytes()]
    outbox.waiting.move_to(digest, outbox.failed, done=True)
    desk.processor.submit("g1", desk.game.state.pending[0].player, TURNS[1][1])
    asked = [p for p in outbox.waiting.new() if b"YOUR TURN: France" in p.read_bytes()]
    assert b"Austria-Hungary (Ann), import" in asked[0].read_bytes()


def test_who_has_the_game_alone_with_its_mails_is_told_all_of_it(desk: Desk) -> None:
    """Whatever is sent in between: each turn is told to each player exactly once."""
    setting(desk, "Cyd", "SET MAILS DIGEST 7")
    setting(desk, "Bob", "STATUS")
    for number in range(4):
        play(desk, number)
        at(desk, 2 + number, 8)
        setting(desk, "Bob", "HELP")
        desk.send(fresh("Bob", "Hello?", f"<f{number}@x.test>"))
    desk.now += timedelta(days=1)
    desk.work()
    for who in ("Bob", "Cyd"):
        told = flat(" ".join(text_of(mail) for mail in desk.mailbox(who)))
        mine = {"Bob": "Italy (Bob), factory", "Cyd": "France (Cyd), factory"}[who]
        assert told.count("Austria-Hungary (Ann), import") == 1
        assert told.count(mine) == 1


def test_what_is_brought_back_is_told_to_whom_no_mail_has_told_it(desk: Desk) -> None:
    play(desk, 0)
    desk.processor.undo("g1", 0)
    desk.work()
    assert "Trieste" not in text_of(desk.mailbox("Cyd")[-1])
    redo(desk.processor, desk.game)
    desk.work()
    assert "2 fleets Trieste" in news(desk, "Cyd")
    assert "holds again" in news(desk, "Cyd")
    assert "Trieste" not in news(desk, "Bob"), "he was asked after it, and so told of it"
    assert "holds again" in news(desk, "Bob")
    play(desk, 1)
    assert news(desk, "Cyd").startswith("- Italy")


def test_a_plan_that_is_used_at_once_is_not_said_to_wait(desk: Desk) -> None:
    play(desk, 0)
    setting(desk, "Cyd", "FRANCE: FACTORY Brest\n\nGERMANY: TAXATION")
    setting(desk, "Ann", "GREAT BRITAIN: TAXATION\n\nAUSTRIA-HUNGARY: TAXATION")
    setting(desk, "Bob", "ITALY: FACTORY Venice\n\nRUSSIA: TAXATION")
    told = text_of(desk.mailbox("Bob")[-1])
    kept = told.partition("KEPT FOR LATER\n")[2].partition("\n\n")[0]
    assert kept == "  RUSSIA: TAXATION\n      # For turn 6, which has come by now: see below."
    assert "- Russia (Bob, ordered ahead), taxation" in told.partition("WHAT CAME OF IT")[2]
    assert "As things are now" in text_of(desk.mailbox("Ann")[-1])


def test_what_is_known_of_a_player_besides_is_a_sentence_of_its_own(desk: Desk) -> None:
    setting(desk, "Bob", "ABSENCE 2026-01-02 TO 2026-01-03")
    play(desk, 0)
    assert "; Away" not in text_of(desk.mailbox("Bob")[-1])
    assert "investor card. Away until" in flat(text_of(desk.mailbox("Bob")[-1]))
