"""Who may write for whom, and what becomes of mails that prove nothing; bounces and floods."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, fresh, new_desk, reply, text_of

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.service.fates import Fate
from pbem.service.site import bounced
from pbem.service.site.settings import SETTINGS

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
ELSEWHERE = "ann@elsewhere.example"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def with_settings(desk: Desk, **changes: object) -> Desk:
    path = desk.site.folder / SETTINGS
    replace_file(path, toml_bytes({**read_toml(path), **changes}))
    return desk_for(desk.site.folder, desk.now, desk.sent)


def fates(desk: Desk, raw: bytes) -> list[Fate]:
    return [handled.fate for _, handled in desk.send(raw).handled]


def notices(desk: Desk, player: str) -> list[EmailMessage]:
    return [m for m in desk.mailbox(player) if not str(m["Message-ID"]).startswith("<report.")]


# A right secret from an address that is not known


def test_a_mail_from_elsewhere_waits_for_a_word_from_the_known_address(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    assert fates(desk, reply(report, ORDER, sender=ELSEWHERE)) == [Fate.HELD]
    assert desk.game.last == 0
    (question,) = notices(desk, "Ann")
    assert ELSEWHERE in text_of(question)
    assert ORDER in text_of(question)
    assert not (desk.site.folder / "mailboxes" / ELSEWHERE).exists()
    assert fates(desk, reply(question, "Yes.", "<yes@mail.example.test>")) == [Fate.PLAYED]
    assert desk.game.entries[0][0].orders == (ORDER,)
    assert desk.game.roster.seats["Ann"].also == (ELSEWHERE,)


def test_a_confirmed_address_is_known_from_then_on(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, "STATUS", sender=ELSEWHERE))
    (question,) = notices(desk, "Ann")
    desk.send(reply(question, "yes please", "<yes@mail.example.test>"))
    again = desk.reopened()
    again.send(reply(report, ORDER, "<2@mail.example.test>", sender=ELSEWHERE))
    assert again.game.last == 1


def test_it_asks_once_and_confirms_once(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    raw = reply(report, ORDER, sender=ELSEWHERE)
    desk.send(raw)
    desk.send(raw)
    (question,) = notices(desk, "Ann")
    yes = reply(question, "YES", "<yes@mail.example.test>")
    desk.send(yes)
    desk.send(yes)
    assert desk.game.last == 1


def test_only_the_known_address_can_confirm(desk: Desk) -> None:
    """Whoever got hold of one secret sends more mails: they only wait."""
    (report,) = desk.reports("Ann")
    for number in range(3):
        desk.send(reply(report, ORDER, f"<{number}@x.example>", sender=ELSEWHERE))
    assert desk.game.last == 0
    assert len(desk.site.maildir("held").new()) == 3


# A secret of one player from the address of another


def test_a_mail_for_another_seat_is_refused_and_its_owner_told_once(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    for number in range(2):
        raw = reply(report, ORDER, f"<{number}@x.example>", sender="bob@example.test")
        assert fates(desk, raw) == [Fate.REFUSED]
    assert desk.game.last == 0
    (word,) = notices(desk, "Ann")
    assert "Bob" in text_of(word)
    assert len(notices(desk, "Bob")) == 2
    assert "not taken" in str(notices(desk, "Bob")[0]["Subject"]).lower()


# A known address without a secret; strangers


def test_a_known_address_without_a_secret_gets_something_to_answer(desk: Desk) -> None:
    assert fates(desk, fresh("Ann", ORDER)) == [Fate.HELPED]
    assert desk.game.last == 0
    (help_,) = notices(desk, "Ann")
    assert help_["In-Reply-To"] == "<1@mail.example.test>"
    assert fates(desk, reply(help_, ORDER, "<2@mail.example.test>")) == [Fate.PLAYED]


def test_a_stranger_gets_nothing(desk: Desk) -> None:
    before = len(list(desk.site.maildir("sent").all()))
    assert fates(desk, fresh("Zoe", ORDER)) == [Fate.UNKNOWN]
    assert len(list(desk.site.maildir("sent").all())) == before
    (aside,) = desk.site.maildir("shunt").new()
    assert "proves" in (desk.site.folder / "mail" / "shunt" / "why" / aside.name).read_text()


def test_a_guessed_secret_gets_nothing_even_from_a_known_address(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    mac = str(report["Reply-To"]).rpartition(".0.")[2].partition("@")[0]
    raw = reply(report, ORDER).replace(mac.encode(), b"0123456789abcdef")
    assert fates(desk, raw) == [Fate.UNKNOWN]
    assert not notices(desk, "Ann")


def test_a_key_that_is_typed_proves_enough_from_anywhere(desk: Desk) -> None:
    raw = fresh("Ann", f"GAME g1\nKEY key-of-ann\n{ORDER}").replace(
        b"ann@example.test", ELSEWHERE.encode()
    )
    assert fates(desk, raw) == [Fate.PLAYED]


def test_the_standing_key_is_in_the_first_mail_only(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, ORDER))
    with_key = ["key-of-ann" in text_of(m) for m in desk.mailbox("Ann")]
    assert with_key.count(True) == 1


# Authentication-Results


@pytest.mark.parametrize(
    ("results", "fate"),
    [
        ("mx.example.test; dmarc=pass header.from=example.test", Fate.PLAYED),
        ("mx.example.test 1; spf=pass; dmarc=pass", Fate.PLAYED),
        ("mx.example.test; spf=pass; dmarc=fail", Fate.UNKNOWN),
        ("mx.elsewhere.example; dmarc=pass", Fate.UNKNOWN),
        (None, Fate.UNKNOWN),
    ],
)
def test_a_site_can_require_its_own_servers_word(
    desk: Desk, results: str | None, fate: Fate
) -> None:
    desk = with_settings(desk, authserv_id="mx.example.test")
    (report,) = desk.reports("Ann")
    raw = reply(report, ORDER)
    if results:
        raw = b"Authentication-Results: " + results.encode() + b"\r\n" + raw
    assert fates(desk, raw) == [fate]


def test_only_the_topmost_result_of_that_server_counts(desk: Desk) -> None:
    desk = with_settings(desk, authserv_id="mx.example.test")
    (report,) = desk.reports("Ann")
    top = b"Authentication-Results: mx.example.test; dmarc=fail\r\n"
    forged = b"Authentication-Results: mx.example.test; dmarc=pass\r\n"
    assert fates(desk, top + forged + reply(report, ORDER)) == [Fate.UNKNOWN]


# Bounces


def delivery_report(report: EmailMessage, status: str, ident: str, to: str = "") -> bytes:
    return (
        f"Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.test\r\n"
        f"To: {to or report['Reply-To']}\r\nMessage-ID: {ident}\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nno\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.test\r\n\r\n"
        f"Final-Recipient: rfc822; ann@example.test\r\nAction: failed\r\nStatus: {status}\r\n"
        "\r\n--b--\r\n"
    ).encode()


def test_bounces_count_once_a_day_and_mark_at_five(desk: Desk) -> None:
    desk = with_settings(desk, moderator="mod@example.test")
    (report,) = desk.reports("Ann")
    for day in range(5):
        for number in range(2):
            raw = delivery_report(report, "5.1.1", f"<{day}.{number}@mx.example.test>")
            assert fates(desk, raw) == [Fate.BOUNCE]
        assert bool(bounced.marked(desk.game)) == (day == 4)
        desk.now += timedelta(days=1)
    told = desk.mailbox("mod")
    assert len(told) == 1
    assert "Ann" in text_of(told[0])
    assert not notices(desk, "Ann")
    desk.send(reply(report, ORDER))
    assert not bounced.marked(desk.game)


def test_soft_bounces_count_half(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    for day in range(9):
        desk.send(delivery_report(report, "4.2.2", f"<{day}@mx.example.test>"))
        desk.now += timedelta(days=1)
    assert not bounced.marked(desk.game)
    desk.send(delivery_report(report, "4.2.2", "<last@mx.example.test>"))
    assert bounced.marked(desk.game) == ("Ann",)


def test_a_bounce_without_our_secret_counts_for_nobody(desk: Desk) -> None:
    """Whatever address it names: anybody can write one."""
    (report,) = desk.reports("Ann")
    raw = delivery_report(report, "5.1.1", "<1@mx.example.test>", "pbem@example.test")
    assert fates(desk, raw) == [Fate.BOUNCE]
    assert not bounced.counts_of(desk.game)


def test_a_bounce_of_somebody_elses_mail_counts_for_nobody(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    raw = delivery_report(report, "5.1.1", "<1@mx.example.test>", "x@example.test").replace(
        b"rfc822; ann@example.test", b"rfc822; zoe@example.test"
    )
    assert fates(desk, raw) == [Fate.BOUNCE]
    assert not bounced.counts_of(desk.game)


def test_a_mail_that_our_own_server_refused_counts_like_a_bounce(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.site.maildir("failed").put("1.refused.pbem", report.as_bytes())
    desk.work()
    desk.work()
    assert bounced.counts_of(desk.game)["Ann"].score == 1.0
    assert not desk.site.maildir("failed").new()


# Floods


def test_more_mails_than_an_hour_allows_wait_and_are_not_lost(desk: Desk) -> None:
    desk = with_settings(desk, answers_per_hour=3)
    (report,) = desk.reports("Cyd")
    for number in range(6):
        desk.drop(reply(report, "STATUS", f"<{number}@mail.example.test>"), f"{number}.x")
    desk.work()
    assert len(desk.site.maildir("inbox").new()) == 3
    assert any("wait" in text_of(m) for m in notices(desk, "Cyd"))
    desk.work()
    assert len(desk.site.maildir("inbox").new()) == 3
    desk.now += timedelta(hours=1)
    desk.work()
    assert not desk.site.maildir("inbox").new()
    assert len(desk.answers("Cyd")) == 6


def test_one_senders_flood_keeps_no_other_waiting(desk: Desk) -> None:
    desk = with_settings(desk, answers_per_hour=1)
    (cyd,) = desk.reports("Cyd")
    for number in range(3):
        desk.drop(reply(cyd, "STATUS", f"<{number}@mail.example.test>"), f"{number}.x")
    (ann,) = desk.reports("Ann")
    desk.drop(reply(ann, ORDER, "<a@mail.example.test>"), "9.x")
    desk.work()
    assert desk.game.last == 1


def test_the_moderator_is_told_of_mails_set_aside(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service.way import Processor

    desk = with_settings(desk, moderator="mod@example.test")

    def breaks(self: Processor, raw: bytes, arrived: object = None) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Processor, "handle", breaks)
    desk.send(b"From: a@b.example\r\n\r\nhello\r\n")
    (told,) = desk.mailbox("mod")
    assert "a fault of ours" in text_of(told)
