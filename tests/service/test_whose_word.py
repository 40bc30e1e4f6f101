"""Whose word counts, and for which question (order language, sections 5 and 7)."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, fresh, new_desk, reply, text_of
from support.seats import flat

from pbem.mail.identity import entry_told
from pbem.orders.ahead.plans import InvestPlan, TurnPlan
from pbem.orders.verbs.ahead.stance import Stance
from pbem.service.care.moderator import replace_player
from pbem.service.entering.outcomes import entered
from pbem.service.fates import Fate
from pbem.store.journal import What
from pbem.store.people import Person
from pbem.store.verify import verify

ANNS = "AUSTRIA-HUNGARY: FACTORY"
TOM = Person(name="Tom", address="tom@example.test")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def send(desk: Desk, player: str, text: str, to: EmailMessage | None = None, **more: str) -> Fate:
    """An answer, to the newest report if to none given; each mail is another one."""
    raw = reply(to or newest(desk, player), text, f"<{desk.sent}@mail.example.test>", **more)  # type: ignore[arg-type]
    ((_, handled),) = desk.send(raw).handled
    return handled.fate


def newest(desk: Desk, player: str) -> EmailMessage:
    """The newest report; of several at one moment the one that tells of the latest entry."""

    def entry(mail: EmailMessage) -> int:
        return entry_told(str(mail["Message-ID"]).split(".")[2]) or 0

    told = [m for m in desk.reports(player) if not str(m["Message-ID"]).startswith("<notice.")]
    return max(told, key=entry)


def told(desk: Desk, player: str) -> str:
    return flat(text_of(desk.mailbox(player)[-1]))


def kept(desk: Desk, player: str) -> list[str]:
    return [
        h.order.nation if isinstance(h.order, TurnPlan) else type(h.order).__name__
        for h in desk.game.standing.held
        if h.player == player
    ]


def undo(desk: Desk, back_to: int) -> None:
    desk.now += timedelta(minutes=1)
    desk.processor.undo("g1", back_to)
    desk.work()


# Undo restores positions, not wishes


def test_a_former_players_plans_do_not_come_back(desk: Desk) -> None:
    send(desk, "Cyd", "FRANCE: TAXATION\nSTANCE FIGHT")
    replace_player(desk.processor, desk.game, desk.game.file.players[2], TOM)
    send(desk, "Ann", ANNS)
    undo(desk, 1)
    assert kept(desk, "Cyd") == []
    assert list(verify(desk.reopened().game)) == []
    send(desk, "Tom", "SHOW STANDING")
    assert "Nothing is kept for you." in told(desk, "Tom")


def test_what_the_new_owner_has_said_since_stays(desk: Desk) -> None:
    replace_player(desk.processor, desk.game, desk.game.file.players[2], TOM)
    desk.work()
    send(desk, "Tom", "FRANCE: TAXATION")
    send(desk, "Ann", ANNS)
    undo(desk, 0)
    assert kept(desk, "Cyd") == ["france"]


def test_what_was_cancelled_stays_cancelled(desk: Desk) -> None:
    send(desk, "Cyd", "FRANCE: TAXATION\nSTANCE FIGHT")
    send(desk, "Ann", ANNS)
    send(desk, "Cyd", "CANCEL France")
    send(desk, "Bob", "ITALY: FACTORY")
    undo(desk, 2)
    assert kept(desk, "Cyd") == ["Stance"]
    send(desk, "Bob", "ITALY: FACTORY")
    assert desk.game.state.pending[0].player == "Cyd"


def test_what_was_replaced_stays_replaced(desk: Desk) -> None:
    send(desk, "Cyd", "FRANCE: TAXATION\nSTANCE FIGHT")
    send(desk, "Ann", ANNS)
    send(desk, "Cyd", "FRANCE: FACTORY Brest\nSTANCE PEACE")
    undo(desk, 1)
    stance, plan = sorted((h.order for h in desk.game.standing.held), key=lambda o: o.order)
    assert isinstance(plan, TurnPlan)
    assert "Factory" in repr(plan)
    assert isinstance(stance, Stance)
    assert stance.answer == "peace"


def test_what_was_used_up_comes_back_and_is_told(desk: Desk) -> None:
    send(desk, "Bob", "ITALY: TAXATION\nRUSSIA: FACTORY")
    send(desk, "Ann", ANNS)
    send(desk, "Cyd", "FRANCE: FACTORY")
    assert kept(desk, "Bob") == ["russia"]
    undo(desk, 1)
    assert sorted(kept(desk, "Bob")) == ["italy", "russia"]
    report = flat(text_of(newest(desk, "Bob")))
    assert "had used up is kept for you again: ITALY: TAXATION" in report
    assert "All else that is kept for you stays as you left it last" in report
    for other in ("Ann", "Cyd"):
        assert "kept for you" not in flat(text_of(newest(desk, other)))
    send(desk, "Ann", ANNS)
    assert desk.game.state.pending[0].player == "Cyd"


def test_a_plan_for_the_turn_after_does_not_take_the_place_of_one_used_up(desk: Desk) -> None:
    """Both are wanted: one for turn 2, one for turn 8."""
    send(desk, "Bob", "ITALY: TAXATION")
    send(desk, "Ann", ANNS)
    send(desk, "Bob", "ITALY: FACTORY\nWHEN INVESTING: PASS")
    undo(desk, 1)
    assert sorted(kept(desk, "Bob")) == ["InvestPlan", "italy", "italy"]
    send(desk, "Ann", ANNS)
    assert desk.game.entries[-1][0].answers[0].order == "ITALY: TAXATION"
    assert sorted(kept(desk, "Bob")) == ["InvestPlan", "italy"]
    (left,) = (h for h in desk.game.standing.held if isinstance(h.order, TurnPlan))
    assert "Factory" in repr(left.order)
    assert any(isinstance(h.order, InvestPlan) for h in desk.game.standing.held)
    assert list(verify(desk.reopened().game)) == []


def test_taking_back_twice_keeps_the_latest_word(desk: Desk) -> None:
    send(desk, "Cyd", "FRANCE: TAXATION")
    send(desk, "Ann", ANNS)
    undo(desk, 1)
    send(desk, "Cyd", "CANCEL ALL")
    send(desk, "Ann", ANNS)
    undo(desk, 0)
    assert kept(desk, "Cyd") == []
    assert list(verify(desk.reopened().game)) == []


# An answer counts for the question that its mail asked


def test_an_answer_to_a_report_that_was_taken_back(desk: Desk) -> None:
    first = newest(desk, "Ann")
    send(desk, "Ann", ANNS)
    undo(desk, 0)
    assert send(desk, "Ann", "AUSTRIA-HUNGARY: TAXATION", to=first) is Fate.ANSWERED
    assert "set back since the mail that you answer" in told(desk, "Ann")
    assert "over" not in told(desk, "Ann").split("REFUSED")[1].split("Possible")[0]
    assert send(desk, "Ann", "TAXATION") is Fate.PLAYED


def test_an_answer_to_an_answer_is_for_the_turn_that_it_told_of(desk: Desk) -> None:
    send(desk, "Ann", "STATUS")
    status = desk.answers("Ann")[-1]
    assert send(desk, "Ann", ANNS, to=status) is Fate.PLAYED
    assert send(desk, "Ann", "AUSTRIA-HUNGARY: TAXATION", to=status) is Fate.ANSWERED
    assert "about a turn that is over: Austria-Hungary, turn 1." in told(desk, "Ann")
    assert desk.game.standing.held == ()
    assert send(desk, "Ann", "FOR TURN 7\nAUSTRIA-HUNGARY: TAXATION", to=status) is Fate.PLAYED
    assert "For turn 7." in told(desk, "Ann")


def test_lines_without_a_heading_belong_to_the_turn_that_was_asked_for(desk: Desk) -> None:
    """Ann governs two nations: TAXATION for the first must not tax the second."""
    first = newest(desk, "Ann")
    for player, text in (("Ann", ANNS), ("Bob", "ITALY: FACTORY"), ("Cyd", "FRANCE: FACTORY")):
        send(desk, player, text)
    assert desk.game.state.nation == "great-britain"
    assert send(desk, "Ann", "TAXATION", to=first) is Fate.ANSWERED
    assert desk.game.state.nation == "great-britain"
    assert send(desk, "Ann", "TAXATION") is Fate.PLAYED


def test_a_plan_that_comes_too_late_is_not_for_the_turn_after(desk: Desk) -> None:
    """An answer to news from before the turn, which a standing-by plan was meant for."""
    news = newest(desk, "Bob")
    send(desk, "Ann", ANNS)
    send(desk, "Bob", "ITALY: FACTORY")
    assert send(desk, "Bob", "ITALY: TAXATION", to=news) is Fate.ANSWERED
    assert "about a turn that is over: Italy, turn 2." in told(desk, "Bob")
    assert kept(desk, "Bob") == []
    assert send(desk, "Bob", "RUSSIA: TAXATION", to=news) is Fate.PLAYED
    assert "For turn 6." in told(desk, "Bob")


def test_an_old_investment_answers_nothing_new(desk: Desk) -> None:
    send(desk, "Ann", "AUSTRIA-HUNGARY: INVESTOR")
    asked = newest(desk, "Bob")
    turns = (
        ("Bob", "PASS"), ("Bob", "ITALY: INVESTOR"), ("Cyd", "PASS"), ("Cyd", "FRANCE: INVESTOR"),
        ("Ann", "PASS"), ("Ann", "GREAT BRITAIN: INVESTOR"),
    )  # fmt: skip
    for player, text in turns:
        assert send(desk, player, text) is Fate.PLAYED, (player, text)
    assert desk.game.state.pending[0].player == "Bob"
    assert send(desk, "Bob", "INVEST 2 IN Italy", to=asked) is Fate.ANSWERED
    assert "asked you in turn 1, which is over" in told(desk, "Bob")
    assert send(desk, "Bob", "INVEST 2 IN Italy") is Fate.PLAYED


def fights_in_venice(desk: Desk) -> None:
    """Two armies of Austria-Hungary have come to Venice, and Italy has three there."""
    for player, text in (
        ("Ann", "AUSTRIA-HUNGARY: PRODUCTION A"),
        ("Bob", "ITALY: IMPORT 3 ARMIES Venice"),
        ("Cyd", "FRANCE: FACTORY"),
        ("Ann", "GREAT BRITAIN: FACTORY"),
        ("Cyd", "GERMANY: FACTORY"),
        ("Bob", "RUSSIA: FACTORY"),
        (
            "Ann",
            "AUSTRIA-HUNGARY: MANEUVER A\nARMY Vienna -> Venice\nARMY Budapest -> Venice",
        ),
    ):
        assert send(desk, player, text) is Fate.PLAYED, text


def test_a_second_answer_to_the_first_question(desk: Desk) -> None:
    fights_in_venice(desk)
    asked = newest(desk, "Bob")
    assert "Venice" in text_of(asked)
    assert send(desk, "Bob", "PEACE", to=asked) is Fate.PLAYED
    assert desk.game.state.pending[0].kind == "fight"
    for text in ("FIGHT", "FIGHT Austria-Hungary IN Venice"):
        assert send(desk, "Bob", text, to=asked) is Fate.ANSWERED
        assert "What the mail asked that you answer has been answered since" in told(desk, "Bob")
    assert send(desk, "Bob", "FIGHT Austria-Hungary IN Venice") is Fate.PLAYED


def test_a_second_word_in_a_mail_answers_no_second_question(desk: Desk) -> None:
    fights_in_venice(desk)
    assert send(desk, "Bob", "PEACE\nFIGHT") is Fate.PLAYED
    assert desk.game.state.pending[0].kind == "fight"


def test_the_console_answers_what_is_open(desk: Desk) -> None:
    assert desk.processor.submit("g1", desk.game.file.players[0], "TAXATION").accepted


def test_a_yes_to_a_proposal_is_consent_and_no_answer_to_the_question(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "s", deadlines={"every": "48h", "missed": "wait"})
    fights_in_venice(desk)
    send(desk, "Cyd", "EXTEND 24")
    proposal = next(m for m in reversed(desk.mailbox("Bob")) if "NO EXTEND" in text_of(m))
    assert send(desk, "Bob", "Yes", to=proposal) is Fate.PLAYED
    assert desk.game.entries[-1][0].orders == ("EXTEND 24",)
    assert desk.game.state.pending[0].kind == "fight"
    assert send(desk, "Bob", "No", to=proposal) is Fate.PLAYED
    assert desk.game.entries[-1][0].orders == ("NO EXTEND",)
    assert desk.game.state.pending[0].kind == "fight"
    assert send(desk, "Bob", "No, never", to=proposal) is Fate.ANSWERED  # it is over
    assert desk.game.state.pending[0].kind == "fight"
    assert send(desk, "Bob", "No") is Fate.PLAYED
    assert desk.game.entries[-1][0].orders == ("PEACE IN Venice",)


def test_a_yes_answers_the_question_of_its_mail_and_once(desk: Desk) -> None:
    fights_in_venice(desk)
    asked = newest(desk, "Bob")
    assert send(desk, "Bob", "no thanks\nNO", to=asked) is Fate.PLAYED
    assert desk.game.entries[-1][0].orders == ("PEACE IN Venice",)
    assert desk.game.state.pending[0].kind == "fight"
    for text in ("YES", "no"):
        assert send(desk, "Bob", text, to=asked) is Fate.ANSWERED
    assert send(desk, "Bob", "attack!") is Fate.PLAYED


# The same mail on two ways


def as_quoted_printable(raw: bytes) -> bytes:
    message = message_from_bytes(raw, policy=policy.SMTP.clone(max_line_length=998))
    assert isinstance(message, EmailMessage)
    text = message.get_content()
    message.set_content(text, cte="quoted-printable")
    return message.as_bytes()


@pytest.mark.parametrize("text", [ANNS, "STANCE PEACE\n\nεὐχαριστῶ", "STATUS"])
def test_a_mail_in_another_encoding_is_the_same_mail(desk: Desk, text: str) -> None:
    raw = reply(newest(desk, "Ann"), text, "<one@mail.example.test>")
    desk.send(raw)
    last, answers = desk.game.last, len(desk.answers("Ann"))
    assert [h.reason for _, h in desk.send(as_quoted_printable(raw)).handled] == ["again"]
    footer = raw.replace(b"\r\n> ", b"\r\n\r\n> ", 1) + b"\r\n\r\nScanned by example.test\r\n"
    assert [h.reason for _, h in desk.send(footer).handled] == ["again"]
    assert (desk.game.last, len(desk.answers("Ann"))) == (last, answers)


def test_a_message_id_that_is_used_twice_is_of_two_mails(desk: Desk) -> None:
    first = newest(desk, "Ann")
    desk.send(reply(first, "STANCE PEACE", "<one@mail.example.test>"))
    desk.send(reply(first, "STANCE FIGHT", "<one@mail.example.test>"))
    assert desk.game.last == 2


def test_a_mail_that_an_older_version_has_played_is_known(desk: Desk) -> None:
    """Its journal knows a mail by the bytes of its body."""
    raw = reply(newest(desk, "Ann"), ANNS, "<one@mail.example.test>")
    desk.send(raw)
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2].rstrip()
    before = hashlib.sha256(b"<one@mail.example.test>\n" + body).hexdigest()
    entry, digest = desk.game.entries[0]
    desk.game.entries[0] = (entry.model_copy(update={"mail": before, "message_id": None}), digest)
    assert [h.reason for _, h in desk.send(raw).handled] == ["again"]
    assert desk.game.last == 1


# KEY


def test_a_key_that_proves_is_no_error(desk: Desk) -> None:
    desk.send(fresh("Ann", f"KEY key-of-ann\n{ANNS}"))
    assert desk.game.last == 1
    assert str(desk.answers("Ann")[-1]["Subject"]).startswith("[g1] TAKEN")
    assert "REFUSED" not in text_of(desk.answers("Ann")[-1])


SPELLINGS = [
    "KEY key-of-ann", "key: KEY-OF-ANN", "* Key key-of-ann", "KEY=key-of-ann;", "KEY\tkey-of-ann",
    "> see below\nKEY key-of-ann", "KEY  key\u2010of\u2010ann",
    "my key is key-of-ann\nKEY key-of-ann",
    "**KEY** key-of-ann",
]  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_key_is_in_no_journal_however_it_was_written(desk: Desk, spelling: str) -> None:
    desk.send(fresh("Ann", f"{spelling}\n{ANNS}"))
    for entry, _ in desk.game.entries:
        assert "key-of-ann" not in entry.text.casefold().replace("\u2010", "-")
        assert "keyofann" not in entry.text.casefold()


def test_a_key_to_a_broken_game_waits(desk: Desk) -> None:
    desk.send(fresh("Ann", f"KEY key-of-ann\n{ANNS}", "<0@mail.example.test>"))
    path = desk.site.folder / "games" / "g1" / "journal" / "000001.toml"
    whole = path.read_bytes()
    path.write_bytes(b"broken [")
    broken = desk.reopened()
    broken.drop(fresh("Bob", "KEY key-of-bob\nITALY: FACTORY", "<b@mail.example.test>"))
    done = broken.work()
    assert (len(done.troubles), done.handled) == (len(done.troubles) or 1, [])
    assert len(broken.site.maildir("inbox").new()) == 1
    path.write_bytes(whole)
    mended = broken.reopened()
    assert [h.fate for _, h in mended.work().handled] == [Fate.PLAYED]


def test_a_key_from_a_new_address_is_answered_there_too(desk: Desk) -> None:
    raw = fresh("Ann", f"KEY key-of-ann\n{ANNS}").replace(
        b"ann@example.test", b"ann@new.example.test"
    )
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.PLAYED]
    box = desk.site.folder / "mailboxes" / "ann@new.example.test" / "new"
    assert len(list(box.iterdir())) == 1
    assert len(desk.answers("Ann")) == 1
    there = message_from_bytes(next(box.iterdir()).read_bytes(), policy=policy.default)
    assert isinstance(there, EmailMessage)
    assert there["Subject"] == desk.answers("Ann")[0]["Subject"]
    assert there["Message-ID"] != desk.answers("Ann")[0]["Message-ID"]
    # from there one goes on by answering
    raw = reply(there, "GREAT BRITAIN: TAXATION", "<2@mail.example.test>")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.PLAYED]
    assert len(list(box.iterdir())) == 2
    shown = [entry.without_secrets().model_dump_json() for entry, _ in desk.game.entries]
    assert not any("new.example.test" in text for text in shown)


def test_a_key_from_another_players_address_makes_it_nobodys(desk: Desk) -> None:
    raw = fresh("Bob", f"KEY key-of-ann\n{ANNS}")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.PLAYED]
    assert desk.game.roster.seats[desk.game.file.players[0]].also == ()
    assert len(desk.answers("Bob")) == 0


# Seats that change hands


def test_whoever_sat_there_is_told_and_answered(desk: Desk) -> None:
    old = newest(desk, "Ann")
    replace_player(desk.processor, desk.game, desk.game.file.players[0], TOM)
    desk.work()
    assert "has been given to somebody else" in told(desk, "Ann")
    assert "STANDINGS" not in told(desk, "Ann")
    mails = len(desk.mailbox("Ann"))
    assert send(desk, "Ann", ANNS, to=old) is Fate.REFUSED
    assert "is not yours any more" in told(desk, "Ann")
    assert len(desk.mailbox("Ann")) == mails + 1
    for _ in range(5):
        send(desk, "Ann", ANNS, to=old)
    assert len(desk.mailbox("Ann")) == mails + 3
    assert send(desk, "Ann", ANNS, to=old, sender="mallory@example.test") is Fate.UNKNOWN
    assert not any(e.how == "mail" for e, _ in desk.game.entries)
    assert [e.clock.what for e, _ in desk.game.entries if e.clock] == [What.SEATED]


def test_whoever_sits_there_again_is_told_the_truth(desk: Desk) -> None:
    old, seat = newest(desk, "Ann"), desk.game.file.players[0]
    replace_player(desk.processor, desk.game, seat, TOM)
    replace_player(desk.processor, desk.game, seat, Person(name="Ann", address="ann@example.test"))
    desk.work()
    assert send(desk, "Ann", ANNS, to=old) is Fate.REFUSED
    assert "from before the seat was given to you again" in told(desk, "Ann")
    assert send(desk, "Ann", ANNS) is Fate.PLAYED


def test_the_farewell_names_no_address_and_comes_once(desk: Desk) -> None:
    replace_player(desk.processor, desk.game, desk.game.file.players[0], TOM)
    for _ in range(2):
        desk.processor.dispatch.tell(entered(desk.game, 1))
        desk.work()
    farewells = [m for m in desk.mailbox("Ann") if "The seat of Ann" in str(m["Subject"])]
    assert len(farewells) == 1
    assert "tom@" not in text_of(farewells[0])


# Orders without a proof


def test_a_mail_without_a_secret_is_carried_out_by_a_yes(desk: Desk) -> None:
    assert [h.fate for _, h in desk.send(fresh("Ann", ANNS)).handled] == [Fate.HELPED]
    asked = desk.mailbox("Ann")[-1]
    assert f"| {ANNS}" in text_of(asked)
    assert desk.game.last == 0
    assert send(desk, "Ann", "yes", to=asked) is Fate.PLAYED
    assert desk.game.entries[0][0].orders == (ANNS,)
    assert desk.game.entries[0][0].message_id == "<1@mail.example.test>"


def test_a_yes_that_comes_too_late_carries_nothing_out(desk: Desk) -> None:
    desk.send(fresh("Ann", "AUSTRIA-HUNGARY: TAXATION"))
    asked = desk.mailbox("Ann")[-1]
    desk.processor.submit("g1", desk.game.file.players[0], ANNS)
    desk.work()
    assert send(desk, "Ann", "yes", to=asked) is Fate.ANSWERED
    assert "Austria-Hungary, turn 1." in flat(text_of(desk.answers("Ann")[-1]))
    assert desk.game.last == 1
    assert kept(desk, "Ann") == []


def test_a_no_carries_nothing_out(desk: Desk) -> None:
    desk.send(fresh("Ann", ANNS))
    asked = desk.mailbox("Ann")[-1]
    assert send(desk, "Ann", "No.", to=asked) is Fate.ANSWERED
    assert send(desk, "Ann", "Yes", to=asked) is Fate.ANSWERED
    assert desk.game.last == 0


def test_a_yes_that_is_seen_again_gets_no_other_answer(desk: Desk) -> None:
    desk.send(fresh("Ann", ANNS))
    asked = desk.mailbox("Ann")[-1]
    raw = reply(asked, "YES", "<yes@mail.example.test>")
    desk.send(raw)
    mails = len(desk.mailbox("Ann"))
    assert [h.reason for _, h in desk.reopened().send(raw).handled] == ["again"]
    assert len(desk.mailbox("Ann")) == mails
