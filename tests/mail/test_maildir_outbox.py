"""Maildirs and the outbox: the same thing done twice is done once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.compose import Outgoing, compose, plus_address
from pbem.mail.outgoing.outbox import Outbox, file_name
from pbem.mail.outgoing.transport import Delivered, IntoMaildirs

TIME = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def outgoing(number: int = 1, body: str = "Hello\n") -> Outgoing:
    token = f"eu1.{number}.0.0123456789abcdef"
    return Outgoing(
        kind="report",
        ident=f"report.{token}",
        time=TIME,
        sender="pbem@example.test",
        sender_name="pbem",
        reply_to=plus_address("pbem@example.test", token),
        recipient="ann@example.test",
        recipient_name="Άννα, the 1st",
        subject="[eu1] Turn 1",
        body=body,
        game="eu1",
        answers="<" + "x" * 300 + "@mail.example.test>",
    )


def test_a_mail_is_put_in_once(tmp_path: Path) -> None:
    box = Maildir(tmp_path)
    assert box.put("1.a", b"x")
    assert not box.put("1.a", b"y")
    (mail,) = box.new()
    box.finish(mail)
    assert not box.put("1.a", b"z")
    assert box.new() == ()
    assert [p.read_bytes() for p in box.all()] == [b"x"]


def test_a_shared_maildir_knows_mails_whose_flags_have_changed(tmp_path: Path) -> None:
    box = Maildir(tmp_path, shared=True)
    box.put("1.[a]*", b"x")
    (mail,) = box.new()
    mail.replace(tmp_path / "cur" / "1.[a]*:2,FRS")
    assert not box.put("1.[a]*", b"x")
    assert box.put("1.[a]", b"x")


def test_new_mails_come_in_order_of_arrival(tmp_path: Path) -> None:
    box = Maildir(tmp_path)
    for name in ("1000.b", "999.z", "1000.a"):
        box.put(name, b"")
    assert [p.name for p in box.new()] == ["999.z", "1000.a", "1000.b"]


def test_ids_stay_whole_on_the_wire() -> None:
    """A folded id is an encoded word, and threading is lost."""
    raw = compose(outgoing())
    assert b"References: <eu1.game@example.test> <" + b"x" * 300 in raw
    assert b"=?" not in raw.split(b"References: ")[1].split(b"\r\n")[0]
    message = message_from_bytes(raw, policy=policy.default)
    assert message["Reply-To"].addresses[0].addr_spec.startswith("pbem+eu1.1.0.")
    assert message["To"].addresses[0].display_name == "Άννα, the 1st"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == "<eu1.example.test>"


@pytest.mark.parametrize(
    "ident", ["<a@x.test>", '<"a b"@x.test>', "<a,b;c:d@x.test>", "<abc>", "<" + "a" * 490 + "@x>"]
)
def test_the_id_that_is_answered_is_not_changed(ident: str) -> None:
    raw = compose(replace(outgoing(), answers=ident))
    assert f"\r\nIn-Reply-To: {ident}\r\n".encode() in raw
    assert f"\r\nReferences: <eu1.game@example.test> {ident}\r\n".encode() in raw
    assert max(map(len, raw.split(b"\r\n"))) < 998


@pytest.mark.parametrize(
    "ident",
    [
        "<bjørn@x.test>",
        "<a\ufffd@x.test>",
        "<a\x01\x7fb@x.test>",
        "<a b@x.test>",
        "<a\tb@x.test>",
        '<"a\x00b"@x.test>',
        '<"a@x.test>',
        "<a><b>",
        "<=?utf-8?q?abc?=@x.test>",
        "<" + "a" * 1000 + "@x.test>",
        "a@x.test",
    ],
)
def test_an_id_that_cannot_be_repeated_is_left_out(ident: str) -> None:
    raw = compose(replace(outgoing(), answers=ident))
    assert b"In-Reply-To" not in raw
    assert b"\r\nReferences: <eu1.game@example.test>\r\n" in raw


def test_lines_end_in_crlf_and_other_scripts_survive() -> None:
    raw = compose(outgoing(body="Γειά σου\n"))
    assert b"\r\n" in raw
    assert b"\n" not in raw.replace(b"\r\n", b"")
    message = message_from_bytes(raw, policy=policy.default)
    assert message.get_content().replace("\r\n", "\n") == "Γειά σου\n"


def test_the_outbox_delivers_each_mail_once(tmp_path: Path) -> None:
    box = Outbox(Maildir(tmp_path / "out"), Maildir(tmp_path / "sent"))
    assert box.post(outgoing())
    assert not box.post(outgoing())
    transport = IntoMaildirs(tmp_path / "boxes")
    assert transport.deliver(box) == Delivered(1)
    assert transport.deliver(box) == Delivered(0)
    assert not box.post(outgoing())
    assert len(list((tmp_path / "boxes" / "ann@example.test" / "new").iterdir())) == 1


def test_a_crash_after_delivery_delivers_the_same_mail_again(tmp_path: Path) -> None:
    box = Outbox(Maildir(tmp_path / "out"), Maildir(tmp_path / "sent"))
    box.post(outgoing())
    transport = IntoMaildirs(tmp_path / "boxes")
    (waiting,) = box.waiting.new()
    copy = Maildir(tmp_path / "boxes" / "ann@example.test", shared=True)
    copy.put(waiting.name, waiting.read_bytes())  # and then it is killed
    assert transport.deliver(box) == Delivered(1)
    assert len(list((tmp_path / "boxes" / "ann@example.test" / "new").iterdir())) == 1


def test_what_fails_waits_and_keeps_nothing_else_waiting(tmp_path: Path) -> None:
    box = Outbox(Maildir(tmp_path / "out"), Maildir(tmp_path / "sent"))
    for number in (1, 2, 3):
        box.post(outgoing(number))
    bad = file_name(outgoing(2))
    seen = []

    def deliver(name: str, recipient: str, content: bytes) -> None:
        if name == bad:
            raise OSError("dead server")
        seen.append(name)

    done, failed = box.deliver(deliver)
    assert done == 2
    assert len(failed) == 1
    assert bad in failed[0]
    assert [p.name for p in box.waiting.new()] == [bad]


def test_a_full_disk_posts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    box = Outbox(Maildir(tmp_path / "out"), Maildir(tmp_path / "sent"))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        box.post(outgoing())
    monkeypatch.undo()
    assert box.waiting.new() == ()
    assert box.post(outgoing())


def test_what_was_stored_and_not_noted_is_noted_later(tmp_path: Path) -> None:
    """Killed in between; then another program takes the mail away."""
    boxes = (Maildir(tmp_path / "out"), Maildir(tmp_path / "sent"))
    Outbox(*boxes).post(outgoing())
    log = tmp_path / "posted.log"
    assert not Outbox(*boxes, log=log).post(outgoing())
    (waiting,) = boxes[0].new()
    waiting.unlink()
    assert not Outbox(*boxes, log=log).post(outgoing())
    assert len(log.read_text().split()) == 1
