"""Mail servers within the demo's own process: IMAP by pymap, SMTP by aiosmtpd, mails in memory.

They need `pip install pbem[imap-demo]`, listen on this machine only, and are gone with the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import threading
import warnings
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from pbem.ground.errors import BadInput
from pbem.mail.account import ImapAccount, SmtpAccount

HOST: Final = "127.0.0.1"
_READY_SECONDS: Final = 30.0
_MAIL_BYTES: Final = 5_000_000


@dataclass(frozen=True, slots=True)
class DemoServers:
    """Where the servers listen, and how their users get in.

    passwords: local part of an address -> password
    """

    imap_port: int
    smtp_port: int
    domain: str
    passwords: dict[str, str] = field(repr=False)

    def imap(self, user: str, **wanted: Any) -> ImapAccount:
        """A user's mailbox."""
        return ImapAccount(port=self.imap_port, **self._login(user), **wanted)

    def smtp(self, user: str) -> SmtpAccount:
        """A user's way out."""
        return SmtpAccount(port=self.smtp_port, **self._login(user))

    def _login(self, user: str) -> dict[str, Any]:
        return {
            "host": HOST,
            "security": "none",
            "user": f"{user}@{self.domain}",
            "password": self.passwords[user],
        }


@contextmanager
def demo_servers(users: Iterable[str], domain: str) -> Iterator[DemoServers]:
    """Run the servers meanwhile, in a thread of their own.

    :raises BadInput: what they need is not installed
    """
    try:
        import aiosmtpd  # noqa: F401
        import pymap  # noqa: F401
    except ImportError as error:
        raise BadInput(
            "--transport imap", f"needs pip install 'pbem[imap-demo]' ({error.name} is missing)"
        ) from error
    passwords = {user: secrets.token_hex(8) for user in users}
    servers = DemoServers(_free_port(), _free_port(), domain, passwords)
    thread = _Thread(servers)
    thread.start()
    try:
        thread.wait_until_ready()
        yield servers
    finally:
        thread.stop()


class _Thread(threading.Thread):
    """The servers' event loop."""

    def __init__(self, servers: DemoServers) -> None:
        super().__init__(name="demo mail servers", daemon=True)
        self._servers = servers
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Event | None = None
        self._failure: BaseException | None = None

    def run(self) -> None:
        """Serve until stopped."""
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._failure = error
            self._ready.set()

    def wait_until_ready(self) -> None:
        """Return once mails are taken.

        :raises BadInput: the servers do not start
        """
        ready = self._ready.wait(_READY_SECONDS)
        if self._failure or not ready:
            raise BadInput("demo mail servers", f"do not start: {self._failure or 'no answer'}")

    def stop(self) -> None:
        """End in good order."""
        if self._loop and self._end:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._end.set)
        self.join(_READY_SECONDS)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        async with AsyncExitStack() as stack:
            post = _PostOffice(self._servers)
            await post.open(stack)
            self._ready.set()
            await self._end.wait()


class _PostOffice:
    """Takes mails by SMTP and puts them into their recipients' mailboxes."""

    def __init__(self, servers: DemoServers) -> None:
        self._servers = servers

    async def open(self, stack: AsyncExitStack) -> None:
        """Listen on both ports."""
        from aiosmtpd.smtp import SMTP
        from pymap.backend.dict import DictBackend
        from pymap.imap import IMAPService
        from pymap.user import Passwords, UserMetadata

        logging.getLogger("mail.log").setLevel(logging.ERROR)
        warnings.filterwarnings("ignore", message="Requiring AUTH")
        self._backend, config = await DictBackend.init(self._pymap_arguments())
        config.apply_context()
        hashed = Passwords(config)
        for user, password in self._servers.passwords.items():
            name = f"{user}@{self._servers.domain}"
            secret = await hashed.hash_password(password)
            self._backend.login.users_dict[name] = UserMetadata(config, name, password=secret)
        await self._backend.start(stack)
        await IMAPService(self._backend, config).start(stack)
        loop = asyncio.get_running_loop()

        def protocol() -> SMTP:
            return SMTP(
                self,
                hostname=self._servers.domain,
                authenticator=self._authenticated,
                auth_required=True,
                auth_require_tls=False,
                data_size_limit=_MAIL_BYTES,
                loop=loop,
            )

        server = await loop.create_server(protocol, HOST, self._servers.smtp_port)
        stack.callback(server.close)

    def _pymap_arguments(self) -> Namespace:
        return Namespace(
            host=HOST,
            port=self._servers.imap_port,
            cert=None,
            key=None,
            tls=False,
            no_tls=True,
            proxy_protocol=None,
            debug=False,
            demo_data=False,
            demo_user="-",
            demo_password="-",
            passlib_cfg=None,
            skip_services=[],
            inherited_sockets=None,
        )

    def _authenticated(
        self, server: object, session: object, envelope: object, mechanism: str, data: Any
    ) -> Any:
        from aiosmtpd.smtp import AuthResult, LoginPassword

        good = (
            isinstance(data, LoginPassword)
            and self._servers.passwords.get(data.login.decode().partition("@")[0])
            == data.password.decode()
        )
        return AuthResult(success=good, handled=False)

    async def handle_RCPT(
        self, server: object, session: object, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Whether a recipient is one of ours."""
        if self._user(address) is None:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:
        """Deliver a mail."""
        for recipient in envelope.rcpt_tos:
            trace = f"Return-Path: <{envelope.mail_from}>\r\nDelivered-To: {recipient}\r\n"
            user = self._user(recipient)
            assert user is not None
            await self._deliver(user, trace.encode() + envelope.content)
        return "250 2.0.0 delivered"

    def _user(self, address: str) -> str | None:
        local, _, host = address.rpartition("@")
        user = local.partition("+")[0].lower()
        known = host.lower() == self._servers.domain and user in self._servers.passwords
        return user if known else None

    async def _deliver(self, user: str, raw: bytes) -> None:
        from pymap.parsing.message import AppendMessage

        name = f"{user}@{self._servers.domain}"
        login = self._backend.login
        identity = type(login.demo_user_identity)(name, login, None, frozenset())
        authorized = await login.authorize(identity, name)
        async with authorized.new_session() as session:
            mail = AppendMessage(raw, datetime.now(UTC), frozenset())
            await session.append_messages("INBOX", [mail])


def _free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        port: int = found.getsockname()[1]
        return port
