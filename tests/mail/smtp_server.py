"""An SMTP server in this process that refuses whatever it is told to refuse."""
# ruff: noqa: N802, ARG002 - the names are aiosmtpd's

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


@dataclass
class Handler:
    """What the server has taken, and what it says next.

    replies: for RCPT, MAIL and DATA by the recipient or sender; used up one after the other
    """

    taken: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    replies: dict[str, list[str]] = field(default_factory=dict)
    connections: int = 0
    hello: str = ""
    hanging: bool = False

    def next_reply(self, key: str) -> str:
        waiting = self.replies.get(key, [])
        return waiting.pop(0) if waiting else ""

    async def handle_EHLO(
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        self.hello = hostname
        session.host_name = hostname
        return responses

    async def handle_MAIL(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        reply = self.next_reply("MAIL")
        if not reply:
            envelope.mail_from = address
        return reply or "250 OK"

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        reply = self.next_reply(address)
        if reply == "drop":
            server.transport.abort()
        if not reply:
            envelope.rcpt_tos.append(address)
        return reply or "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        while self.hanging:
            await asyncio.sleep(0.05)
        reply = self.next_reply("DATA")
        if not reply:
            self.taken.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return reply or "250 OK"


def authenticate(
    server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword
) -> AuthResult:
    good = isinstance(data, LoginPassword) and data.password == b"right"
    return AuthResult(success=good, handled=False)


class Server(Controller):
    """It asks for a login, without TLS: it is on this machine."""

    def factory(self) -> SMTP:
        return SMTP(
            self.handler,
            hostname="localhost",
            auth_required=True,
            auth_require_tls=False,
            authenticator=authenticate,
        )


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        return int(link.getsockname()[1])
