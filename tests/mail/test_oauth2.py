"""XOAUTH2 in both directions, against servers of a few lines that check the token."""
# ruff: noqa: N802, ARG002 - the names are aiosmtpd's

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from pbem.mail.account import ImapAccount, SmtpAccount
from pbem.mail.incoming.imap_client import close, connect
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.compose import Outgoing
from pbem.mail.outgoing.outbox import Outbox
from pbem.mail.outgoing.smtp import Disposition, SmtpSender

USER = "pbem@example.test"
GOOD = "printf token-1"
BAD = "printf token-2"
EXPECTED = f"user={USER}\x01auth=Bearer token-1\x01\x01"


class ImapServer(threading.Thread):
    """Answers CAPABILITY, AUTHENTICATE XOAUTH2 and whatever ends a session, once."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.said = ""

    def run(self) -> None:
        connection, _ = self.listening.accept()
        with connection, connection.makefile("rwb", buffering=0) as wire:
            wire.write(b"* OK ready\r\n")
            while line := wire.readline():
                tag, word = line.split()[:2]
                if word.upper() == b"AUTHENTICATE":
                    wire.write(b"+ \r\n")
                    self.said = base64.b64decode(wire.readline()).decode()
                    good = self.said == EXPECTED
                    wire.write(tag + (b" OK in\r\n" if good else b" NO [AUTHENTICATIONFAILED]\r\n"))
                    continue
                if word.upper() == b"CAPABILITY":
                    wire.write(b"* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\n")
                wire.write(tag + b" OK done\r\n")


@contextmanager
def imap_server() -> Iterator[ImapServer]:
    server = ImapServer()
    server.start()
    try:
        yield server
    finally:
        server.listening.close()
        server.join(60)


class SmtpHandler:
    """Takes mails from whoever has the token."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    async def auth_XOAUTH2(self, server: Any, words: list[str]) -> AuthResult:
        said = base64.b64decode(words[1]).decode()
        return AuthResult(success=said == EXPECTED, handled=False, auth_data=said)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken.append(envelope.content)
        return "250 OK"


@contextmanager
def smtp_server() -> Iterator[tuple[int, SmtpHandler]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    handler = SmtpHandler()
    options: dict[str, Any] = {"auth_required": True, "auth_require_tls": False}
    controller = Controller(handler, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield port, handler
    finally:
        controller.stop()


@pytest.mark.parametrize(("command", "good"), [(GOOD, True), (BAD, False)])
def test_imap_logs_in_with_the_commands_token(command: str, good: bool) -> None:
    with imap_server() as server:
        account = ImapAccount(
            host="127.0.0.1", port=server.port, security="none", user=USER, token_command=command
        )
        if good:
            close(connect(account))
        else:
            with pytest.raises(Exception, match="AUTHENTICATIONFAILED"):
                connect(account)
    assert server.said.startswith(f"user={USER}\x01auth=Bearer token-")


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
@pytest.mark.parametrize(("command", "sent"), [(GOOD, 1), (BAD, 0)])
def test_smtp_logs_in_with_the_commands_token(command: str, sent: int, tmp_path: Path) -> None:
    outbox = Outbox(*(Maildir(tmp_path / name) for name in ("out", "sent", "failed")))
    outbox.post(
        Outgoing(
            kind="report",
            ident="report.1",
            time=datetime(2026, 1, 2, tzinfo=UTC),
            sender=USER,
            sender_name="pbem",
            reply_to=USER,
            recipient="ann@example.test",
            recipient_name="Ann",
            subject="Turn 1",
            body="Hello\n",
        )
    )
    with smtp_server() as (port, handler):
        account = SmtpAccount(
            host="127.0.0.1", port=port, security="none", user=USER, token_command=command
        )
        batch = SmtpSender(account, outbox, USER).send()
    assert batch.count(Disposition.SENT) == len(handler.taken) == sent
    assert len(outbox.waiting.new()) == 1 - sent  # a wrong token loses nothing
