"""Sending to a server in this process that refuses whatever it is told to refuse."""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from smtp_server import Handler, Server, free_port

from pbem.mail.account import SmtpAccount
from pbem.mail.backoff import Backoff
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.compose import Outgoing, compose
from pbem.mail.outgoing.outbox import Outbox
from pbem.mail.outgoing.retries import Retries
from pbem.mail.outgoing.smtp import (
    DROPS,
    PER_CONNECTION,
    Batch,
    Disposition,
    SendResult,
    SmtpSender,
    plain,
)
from pbem.mail.outgoing.smtp_thread import SmtpThread

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
SITE = "pbem@example.test"


def a_mail(number: int, recipient: str = "ann@example.test") -> Outgoing:
    return Outgoing(
        kind="report",
        ident=f"report.{number}",
        time=datetime.fromtimestamp(1_800_000_000 + number, UTC),
        sender=SITE,
        sender_name="pbem",
        reply_to=SITE,
        recipient=recipient,
        recipient_name="Ann",
        subject="[eu1] Turn 1",
        body=".dot\nline\n",
        game="eu1",
        answers="<" + "x" * 300 + "@mail.example.test>",
    )


@pytest.fixture
def handler() -> Handler:
    return Handler()


@pytest.fixture
def server(handler: Handler) -> Iterator[Server]:
    server = Server(handler, hostname="127.0.0.1", port=free_port())
    server.start()
    yield server
    handler.hanging = False
    server.stop()


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    out, sent, failed = (Maildir(tmp_path / name) for name in ("out", "sent", "failed"))
    return Outbox(out, sent, failed)


@pytest.fixture
def account(server: Server) -> SmtpAccount:
    return SmtpAccount(
        host="127.0.0.1",
        port=server.port,
        security="none",
        user="pbem",
        password="right",
        timeout_seconds=60,
        retry_seconds=60,
    )


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sender(account: SmtpAccount, outbox: Outbox, clock: Clock) -> SmtpSender:
    return SmtpSender(account, outbox, SITE, now=clock)


def fates(batch: Batch) -> list[Disposition]:
    return [result.fate for result in batch.results]


def reason_of(outbox: Outbox, result: SendResult) -> dict[str, Any]:
    assert outbox.failed
    path = outbox.failed.folder / "reasons" / f"{result.name}.toml"
    return tomllib.loads(path.read_text())


def test_the_stored_bytes_are_sent_as_they_are(
    handler: Handler, outbox: Outbox, sender: SmtpSender
) -> None:
    outbox.post(a_mail(1))
    assert fates(sender.send()) == [Disposition.SENT]
    assert handler.taken == [(SITE, ["ann@example.test"], compose(a_mail(1)))]
    assert b"References: <eu1.game@example.test> <xxx" in handler.taken[0][2]
    assert handler.hello == "example.test", "the machine's name is nobody's business"
    assert sender.send() == Batch()


def test_a_batch_is_one_connection(handler: Handler, outbox: Outbox, sender: SmtpSender) -> None:
    for number in range(PER_CONNECTION + 5):
        outbox.post(a_mail(number))
    assert sender.send().count(Disposition.SENT) == PER_CONNECTION + 5
    assert handler.connections == 2
    ids = [raw.split(b"Message-ID: ")[1].split(b"\r")[0] for _, _, raw in handler.taken]
    assert len(set(ids)) == PER_CONNECTION + 5


def test_each_mail_has_its_own_envelope_sender(
    handler: Handler, outbox: Outbox, account: SmtpAccount
) -> None:
    outbox.post(a_mail(1))
    seen: list[bytes] = []

    def envelope_sender(raw: bytes) -> str:
        seen.append(raw)
        return "pbem+b.token@example.test"

    SmtpSender(account, outbox, SITE, envelope_sender=envelope_sender).send()
    assert handler.taken[0][0] == "pbem+b.token@example.test"
    assert seen == [compose(a_mail(1))]


@pytest.mark.parametrize("key", ["ann@example.test", "DATA"])
def test_a_final_refusal_is_recorded(
    handler: Handler, outbox: Outbox, sender: SmtpSender, key: str
) -> None:
    outbox.post(a_mail(1))
    handler.replies[key] = ["550 5.1.1 no such user"]
    outbox.post(a_mail(2, "bob@example.test"))
    batch = sender.send()
    assert fates(batch) == [Disposition.FAILED, Disposition.SENT]
    assert batch.trouble == ""
    assert reason_of(outbox, batch.results[0]) == {
        "time": 1_800_000_000,
        "code": 550,
        "reason": "5.1.1 no such user",
        "attempts": 0,
    }
    assert not outbox.post(a_mail(1))
    assert not Outbox(outbox.waiting, outbox.sent, outbox.failed).post(a_mail(1))


@pytest.mark.parametrize("key", ["ann@example.test", "DATA", "MAIL"])
def test_a_temporary_refusal_waits_longer_each_time(
    handler: Handler, outbox: Outbox, account: SmtpAccount, clock: Clock, key: str
) -> None:
    outbox.post(a_mail(1))
    handler.replies[key] = ["451 4.7.1 not now"] * 3
    waits = []
    for attempt in (1, 2, 3):
        sender = SmtpSender(account, outbox, SITE, now=clock)  # as after a restart
        (result,) = sender.send().results
        assert (result.fate, result.code, result.attempts) == (Disposition.LATER, 451, attempt)
        due = sender.next_due()
        assert due
        waits.append(due - clock.now)
        assert sender.send() == Batch(), "not before its time"
        clock.now = due
    assert waits == [60, 120, 240]
    assert fates(sender.send()) == [Disposition.SENT]
    assert sender.next_due() is None
    assert len(handler.taken) == 1


def test_at_the_limit_it_has_failed(
    handler: Handler, outbox: Outbox, account: SmtpAccount, clock: Clock
) -> None:
    outbox.post(a_mail(1))
    handler.replies["ann@example.test"] = ["450 4.2.2 mailbox full"] * 99
    short = account.model_copy(update={"retry_limit_hours": 1.0})
    sender = SmtpSender(short, outbox, SITE, now=clock)
    results: list[SendResult] = []
    while outbox.waiting.new():
        results += sender.send().results
        clock.now = sender.next_due() or clock.now
    assert [r.fate for r in results] == [Disposition.LATER] * 5 + [Disposition.FAILED]
    assert reason_of(outbox, results[-1])["attempts"] == 6
    assert clock.now - 1_800_000_000 <= 3600


def test_a_refused_sender_is_our_own_fault(
    handler: Handler, outbox: Outbox, sender: SmtpSender
) -> None:
    """Wrong settings must not turn a whole outbox into failures; a mail too large is one."""
    for number in (1, 2):
        outbox.post(a_mail(number))
    handler.replies["MAIL"] = ["553 5.7.1 not yours", "552 5.3.4 too large"]
    assert fates(sender.send()) == [Disposition.LATER, Disposition.FAILED]


def test_a_server_that_closes_leaves_the_rest_waiting(
    handler: Handler, outbox: Outbox, sender: SmtpSender
) -> None:
    for number in range(3):
        outbox.post(a_mail(number, f"p{number}@example.test"))
    handler.replies["p1@example.test"] = ["421 4.3.2 shutting down"]
    batch = sender.send()
    assert fates(batch) == [Disposition.SENT]
    assert "421" in batch.trouble
    assert sender.next_due() is None, "nothing is wrong with the mail"
    assert fates(sender.send()) == [Disposition.SENT, Disposition.SENT]


def test_a_mail_that_breaks_every_connection_lets_others_pass(
    handler: Handler, outbox: Outbox, sender: SmtpSender
) -> None:
    outbox.post(a_mail(1, "evil@example.test"))
    outbox.post(a_mail(2))
    handler.replies["evil@example.test"] = ["drop"] * DROPS
    for _ in range(DROPS - 1):
        batch = sender.send()
        assert batch.results == ()
        assert batch.trouble
    batch = sender.send()
    assert fates(batch)[0] is Disposition.LATER
    assert fates(sender.send()) == [Disposition.SENT]
    assert [recipients for _, recipients, _ in handler.taken] == [["ann@example.test"]]


def test_a_wrong_password_is_told_and_not_shown(
    handler: Handler, outbox: Outbox, account: SmtpAccount
) -> None:
    outbox.post(a_mail(1))
    wrong = SmtpAccount.model_validate(account.model_dump() | {"password": "very wrong"})
    batch = SmtpSender(wrong, outbox, SITE).send()
    assert "535" in batch.trouble
    assert "very wrong" not in repr((batch, wrong))
    assert len(outbox.waiting.new()) == 1


def test_a_password_command_that_fails_is_trouble(outbox: Outbox, account: SmtpAccount) -> None:
    outbox.post(a_mail(1))
    data = account.model_dump() | {"password_command": "false"}
    batch = SmtpSender(SmtpAccount.model_validate(data), outbox, SITE).send()
    assert "the password_command ended with code 1" in batch.trouble


def test_a_token_needs_a_server_that_takes_it(outbox: Outbox, account: SmtpAccount) -> None:
    outbox.post(a_mail(1))
    data = account.model_dump() | {"token_command": ["echo", "abc"]}
    batch = SmtpSender(SmtpAccount.model_validate(data), outbox, SITE).send()
    assert batch.results == ()
    assert batch.trouble
    assert "abc" not in batch.trouble


def test_no_server_at_all(outbox: Outbox, account: SmtpAccount) -> None:
    outbox.post(a_mail(1))
    nowhere = account.model_copy(update={"port": 1})
    batch = SmtpSender(nowhere, outbox, SITE).send()
    assert "Connect" in batch.trouble
    assert len(outbox.waiting.new()) == 1


def test_a_spoilt_mail_fails_alone(outbox: Outbox, sender: SmtpSender) -> None:
    outbox.waiting.put("1.x.pbem", b"no header at all")
    outbox.waiting.put("2.y.pbem", b"To: Ann <a\x00b@example.test>\r\n\r\nhi\r\n")
    outbox.post(a_mail(1))
    batch = sender.send()
    assert fates(batch)[-1] is Disposition.SENT
    assert Disposition.LATER not in fates(batch)


def test_two_senders_do_not_send_twice(
    handler: Handler, outbox: Outbox, account: SmtpAccount, sender: SmtpSender
) -> None:
    outbox.post(a_mail(1))
    handler.hanging = True
    other = SmtpSender(account, outbox, SITE)
    first: list[Batch] = []
    thread = threading.Thread(target=lambda: first.append(sender.send()))
    thread.start()
    until(lambda: handler.connections > 0)
    assert other.send() == Batch()
    handler.hanging = False
    thread.join(60)
    assert fates(first[0]) == [Disposition.SENT]
    assert len(handler.taken) == 1


def test_it_can_be_cut_in_the_middle(handler: Handler, outbox: Outbox, sender: SmtpSender) -> None:
    outbox.post(a_mail(1))
    handler.hanging = True
    done: list[Batch] = []
    thread = threading.Thread(target=lambda: done.append(sender.send()))
    thread.start()
    until(lambda: handler.connections > 0)
    time.sleep(0.1)
    sender.cancel()
    thread.join(60)
    assert done == [Batch((), "stopped")]
    assert len(outbox.waiting.new()) == 1
    sender.cancel()  # nothing is sent now


def test_what_was_taken_is_not_sent_again_if_it_cannot_be_moved(
    handler: Handler, outbox: Outbox, sender: SmtpSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox.post(a_mail(1))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Maildir, "move_to", full)
    assert "No space" in sender.send().trouble
    monkeypatch.undo()
    assert fates(sender.send()) == [Disposition.SENT]
    assert len(handler.taken) == 1


def test_a_lost_retries_file_only_means_at_once(tmp_path: Path) -> None:
    retries = Retries(tmp_path, 60)
    retries.refused("a", 1000)
    assert not Retries(tmp_path, 60).due("a", 1059)
    (tmp_path / "retries.toml").write_bytes(b"\xff= [")
    assert Retries(tmp_path, 60).due("a", 1000)
    assert Retries(tmp_path, 60).of("a") is None


def test_waits_have_a_limit(tmp_path: Path) -> None:
    retries = Retries(tmp_path, 60, longest_seconds=600)
    waits = [retries.refused("a", 0).next for _ in range(6)]
    assert waits == [60, 120, 240, 480, 600, 600]


def test_what_servers_say_is_put_on_one_line() -> None:
    assert plain("a\r\n b\x00\x1b[31m \udcff" + "x" * 1000) == "a b [31m ?" + "x" * 490


class Told:
    """A thread, and what it told."""

    def __init__(self, sender: SmtpSender) -> None:
        self.troubles: list[str] = []
        self.thread = SmtpThread(
            sender,
            on_trouble=lambda text, _: self.troubles.append(text),
            backoff=Backoff(0.02, 0.05),
        )


@pytest.fixture
def told(account: SmtpAccount, outbox: Outbox) -> Iterator[Told]:
    told = Told(SmtpSender(account, outbox, SITE))
    yield told
    told.thread.stop()
    told.thread.join(60)
    assert not told.thread.is_alive()
    told.thread.close()


def until(condition: Any) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_thread_sends_when_woken(handler: Handler, outbox: Outbox, told: Told) -> None:
    told.thread.start()
    time.sleep(0.1)
    outbox.post(a_mail(1))
    told.thread.wake()
    until(lambda: len(handler.taken) == 1)
    assert told.thread.connected


def test_the_thread_comes_back(handler: Handler, outbox: Outbox, told: Told) -> None:
    outbox.post(a_mail(1))
    handler.replies["ann@example.test"] = ["421 4.3.2 shutting down"] * 4
    told.thread.start()
    until(lambda: len(handler.taken) == 1)
    assert len(told.troubles) == 4
