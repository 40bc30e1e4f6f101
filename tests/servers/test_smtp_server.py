"""Sending through a real server: who is refused how, and what outlives a dead one."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from mail_servers import DOMAIN, MailServers, wait_for

from pbem.mail.account import SmtpAccount
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.compose import Outgoing, compose
from pbem.mail.outgoing.outbox import Outbox
from pbem.mail.outgoing.smtp import Disposition, SmtpSender

SITE = f"pbem@{DOMAIN}"
LONG_ID = "<" + "x" * 300 + "@mail.example.test>"


def a_mail(number: int, recipient: str) -> Outgoing:
    return Outgoing(
        kind="report",
        ident=f"report.{number}",
        time=datetime(2026, 1, 2, 3, 4, number, tzinfo=UTC),
        sender=SITE,
        sender_name="pbem",
        reply_to=f"pbem+t{number}@{DOMAIN}",
        recipient=f"{recipient}@{DOMAIN}",
        recipient_name="Άννα",
        subject="[eu1] Turn 1",
        body=".a line that begins with a dot\nGrüße\n",
        game="eu1",
        answers=LONG_ID,
    )


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    boxes = [Maildir(tmp_path / name) for name in ("out", "sent", "failed")]
    return Outbox(*boxes)


def arrived(servers: MailServers, user: str) -> list[bytes]:
    return [path.read_bytes() for path in Maildir(servers.mail_folder(user)).all()]


def wait_for_mails(servers: MailServers, user: str, number: int) -> list[bytes]:
    wait_for(lambda: len(arrived(servers, user)) >= number, 10, f"{number} mails for {user}")
    return arrived(servers, user)


def waiting(outbox: Outbox) -> int:
    return len(outbox.waiting.new())


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_the_very_bytes_arrive(servers: MailServers, outbox: Outbox, security: str) -> None:
    outbox.post(a_mail(1, "ann"))
    batch = SmtpSender(servers.smtp(security=security), outbox, SITE).send()
    assert [r.fate for r in batch.results] == [Disposition.SENT]
    (raw,) = wait_for_mails(servers, "ann", 1)
    sent = compose(a_mail(1, "ann")).replace(b"\r\n", b"\n")
    assert raw.replace(b"\r\n", b"\n").endswith(sent)
    assert waiting(outbox) == 0
    assert len(list(outbox.sent.all())) == 1


def test_the_envelope_sender_is_made_for_each_mail(servers: MailServers, outbox: Outbox) -> None:
    outbox.post(a_mail(1, "ann"))
    sender = SmtpSender(
        servers.smtp(),
        outbox,
        SITE,
        envelope_sender=lambda raw: f"pbem+b.{len(raw)}@{DOMAIN}",
    )
    assert sender.send().count(Disposition.SENT) == 1
    (raw,) = wait_for_mails(servers, "ann", 1)
    expected = f"Return-Path: <pbem+b.{len(compose(a_mail(1, 'ann')))}@{DOMAIN}>"
    assert raw.startswith(expected.encode())


def test_a_refused_recipient_keeps_nobody_else_waiting(
    servers: MailServers, outbox: Outbox
) -> None:
    for number, user in enumerate(("ann", "nobody-here", "bob"), 1):
        outbox.post(a_mail(number, user))
    batch = SmtpSender(servers.smtp(), outbox, SITE).send()
    sent, failed = Disposition.SENT, Disposition.FAILED
    assert [r.fate for r in batch.results] == [sent, failed, sent]
    assert batch.trouble == ""
    (path,) = outbox.failed.new() if outbox.failed else ()
    assert path.read_bytes() == compose(a_mail(2, "nobody-here"))
    reason = tomllib.loads((path.parents[1] / "reasons" / f"{path.name}.toml").read_text())
    assert reason["code"] == 550
    assert "unknown" in reason["reason"].lower()
    assert not outbox.post(a_mail(2, "nobody-here")), "it is not sent again"


def test_a_temporary_refusal_is_tried_again(servers: MailServers, outbox: Outbox) -> None:
    outbox.post(a_mail(1, "cyd"))
    outbox.post(a_mail(2, "ann"))
    account = servers.smtp(retry_seconds=0.01)
    servers.answer_for("cyd", "450 4.2.1 try later")
    try:
        first = SmtpSender(account, outbox, SITE).send()
        fates = [(r.fate, r.code) for r in first.results]
        assert fates == [(Disposition.LATER, 450), (Disposition.SENT, 0)]
    finally:
        servers.answer_for("cyd", "")
    again = SmtpSender(account, outbox, SITE)  # as after a restart
    wait_for(lambda: again.send().count(Disposition.SENT) == 1, 10, "it is taken")
    assert len(wait_for_mails(servers, "cyd", 1)) == 1
    assert waiting(outbox) == 0


def test_a_mail_that_is_refused_too_long_has_failed(servers: MailServers, outbox: Outbox) -> None:
    outbox.post(a_mail(1, "cyd"))
    clock = [1000.0]
    account = servers.smtp(retry_seconds=600, retry_limit_hours=1)
    servers.answer_for("cyd", "450 4.2.1 try later")
    try:
        sender = SmtpSender(account, outbox, SITE, now=lambda: clock[0])
        fates = []
        while waiting(outbox):
            fates += [r.fate for r in sender.send().results]
            clock[0] = sender.next_due() or clock[0]
    finally:
        servers.answer_for("cyd", "")
    assert fates == [Disposition.LATER, Disposition.LATER, Disposition.FAILED]
    assert clock[0] == 1000 + 600 + 1200


def test_a_dead_server_loses_nothing(servers: MailServers, outbox: Outbox) -> None:
    outbox.post(a_mail(1, "ann"))
    sender = SmtpSender(servers.smtp(), outbox, SITE)
    servers.stop_postfix()
    try:
        batch = sender.send()
    finally:
        servers.start_postfix()
    assert batch.results == ()
    assert "Connect" in batch.trouble
    assert waiting(outbox) == 1
    assert sender.send().count(Disposition.SENT) == 1
    assert len(wait_for_mails(servers, "ann", 1)) == 1


def test_many_mails_go_over_few_connections(servers: MailServers, outbox: Outbox) -> None:
    for number in range(40):
        outbox.post(a_mail(number, "ann"))
    log = servers.base / "postfix.log"
    before = log.read_text().count(" connect from")
    batch = SmtpSender(servers.smtp(), outbox, SITE).send()
    assert batch.count(Disposition.SENT) == 40
    wait_for_mails(servers, "ann", 40)
    connections = log.read_text().count(" connect from") - before
    assert connections <= 2


@pytest.mark.parametrize(
    "spoilt",
    [
        {"password": "wrong"},
        {"ca_file": None},
        {"security": "tls", "port": "SUBMISSION"},
        {"security": "starttls", "port": "SMTPS", "timeout_seconds": 0.5},
    ],
    ids=["wrong password", "certificate of nobody", "no TLS there", "no STARTTLS there"],
)
def test_wrong_settings_lose_nothing(
    servers: MailServers, outbox: Outbox, spoilt: dict[str, object]
) -> None:
    outbox.post(a_mail(1, "ann"))
    if "port" in spoilt:
        spoilt = spoilt | {"port": servers.ports[str(spoilt["port"])]}
    good = servers.smtp()
    given = good.model_dump() | {"password": good.password}
    batch = SmtpSender(SmtpAccount.model_validate(given | spoilt), outbox, SITE).send()
    assert batch.results == ()
    assert batch.trouble
    assert waiting(outbox) == 1
