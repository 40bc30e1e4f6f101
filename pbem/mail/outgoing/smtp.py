"""The outbox's way out: finished bytes to a mail server (aiosmtplib), each mail on its own.

The server's word on a mail decides: taken (`sent`), not now (tried again, up to a limit), never
(`failed`, with the reason beside it). Without a word everything goes on waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import aiosmtplib
from aiosmtplib import SMTP

from pbem.ground.disk import make_folder, replace_file, toml_bytes
from pbem.ground.lock import exclusive
from pbem.mail.account import SmtpAccount, password_of, token_of
from pbem.mail.explained import explained
from pbem.mail.outgoing.compose import domain
from pbem.mail.outgoing.outbox import SENDING, Outbox, recipient_of
from pbem.mail.outgoing.retries import Retries
from pbem.mail.outgoing.smtp_words import reasons_path, speaks_of_policy

EnvelopeSender = Callable[[bytes], str]
"""A mail's bytes -> the address that reports of its delivery are to be sent to."""

PER_CONNECTION: Final = 100
DROPS: Final = 3
"""How often a connection may end in the middle of a mail before that mail has to wait."""

_QUIT_SECONDS: Final = 5.0
_TURNS: Final = 5
"""How often the event loop turns at the end, so that closed connections are closed wholly."""

_REASON_CHARACTERS: Final = 500
_TOO_LARGE: Final = 552
# The server speaks of itself or of our login, not of a mail.
_SERVER: Final = frozenset({421, 432, 454, 530, 534, 535, 538})


class Disposition(StrEnum):
    """What became of a mail."""

    SENT = "sent"
    LATER = "later"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SendResult:
    """The server's word on one mail.

    name: of its file
    code: the SMTP reply code; 0 if the server was not asked
    reason: the reply's text; it may hold addresses
    attempts: temporary refusals so far
    """

    name: str
    fate: Disposition
    code: int = 0
    reason: str = ""
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """What a batch did.

    trouble: why the rest goes on waiting; empty if nothing is wrong with the server
    """

    results: tuple[SendResult, ...] = ()
    trouble: str = ""

    def count(self, fate: Disposition) -> int:
        """How many mails had that fate."""
        return sum(1 for result in self.results if result.fate is fate)


@dataclass(frozen=True, slots=True)
class _Refusal:
    code: int
    reason: str
    permanent: bool


class _Client(SMTP):
    """A connection that is closed at once.

    TLS would wait for the other side to agree, for longer than the event loop lives.
    """

    def close(self) -> None:
        """Close it."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        super().close()


class SmtpSender:
    """Sends what waits in an outbox; for one thread, but for `cancel`.

    :param outbox: must have a Maildir for what failed
    :param address: the site's own
    :param envelope_sender: the site's address for every mail, if not given
    stopped: asked between mails whether to end
    :param on_result: told of each mail
    """

    def __init__(
        self,
        account: SmtpAccount,
        outbox: Outbox,
        address: str,
        *,
        envelope_sender: EnvelopeSender | None = None,
        on_result: Callable[[SendResult], None] = lambda _: None,
        now: Callable[[], float] = time.time,
    ) -> None:
        assert outbox.failed is not None
        self._account = account
        self._outbox = outbox
        self._failed = outbox.failed
        self._host = domain(address)
        self._envelope_sender = envelope_sender or (lambda _: address)
        self._on_result = on_result
        self.stopped: Callable[[], bool] = lambda: False
        self._now = now
        self._drops: Counter[str] = Counter()
        self._taken: dict[str, SendResult] = {}
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[Batch]] | None = None
        outbox.waiting.make()
        self._retries = Retries(outbox.waiting.folder, account.retry_seconds)

    def send(self) -> Batch:
        """Send everything that is due, over one connection. Never raises.

        If another process is sending, nothing is done.
        """
        try:
            with exclusive(self._outbox.waiting.folder / SENDING) as mine:
                due = self._due() if mine else []
                return asyncio.run(self._batch(due)) if due else Batch()
        except asyncio.CancelledError:
            return Batch(trouble="stopped")
        except Exception as error:
            return Batch(trouble=self._explained(error))

    def next_due(self) -> float | None:
        """When a refused mail is to be tried again (Unix time); None if there is none."""
        return self._retries.next_due()

    def cancel(self) -> None:
        """End what is being sent, from another thread; what has no answer yet goes on waiting."""
        running = self._running
        if running is not None:
            loop, task = running
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(task.cancel)

    def _explained(self, error: Exception) -> str:
        return plain(explained(error, self._account))

    def _due(self) -> list[Path]:
        waiting = self._outbox.waiting.new()
        self._retries.keep_only({path.name for path in waiting})
        now = self._now()
        return [path for path in waiting if self._retries.due(path.name, now)]

    async def _batch(self, due: Sequence[Path]) -> Batch:
        task = asyncio.current_task()
        assert task is not None
        self._running = asyncio.get_running_loop(), task
        results: list[SendResult] = []
        try:
            for start in range(0, len(due), PER_CONNECTION):
                await self._connection(due[start : start + PER_CONNECTION], results)
        except asyncio.CancelledError:
            return Batch(tuple(results), "stopped")
        except Exception as error:
            return Batch(tuple(results), self._explained(error))
        finally:
            self._running = None
            for _ in range(_TURNS):
                await asyncio.sleep(0)
        return Batch(tuple(results))

    async def _connection(self, due: Sequence[Path], results: list[SendResult]) -> None:
        client = await self._connected()
        try:
            for path in due:
                if self.stopped():
                    break
                result = await self._one(client, path)
                if result is not None:
                    results.append(result)
                    self._on_result(result)
            with suppress(Exception):
                await client.quit(timeout=_QUIT_SECONDS)
        finally:
            client.close()

    async def _connected(self) -> SMTP:
        account = self._account
        client = _Client(
            hostname=account.host,
            port=account.at_port,
            use_tls=account.security == "tls",
            start_tls=account.security == "starttls",
            tls_context=None if account.security == "none" else account.tls_context(),
            local_hostname=self._host,
            timeout=account.timeout_seconds,
        )
        try:
            await client.connect()
            if account.token_command:
                token = await asyncio.to_thread(token_of, account)
                await client.auth_xoauth2(account.user or "", token)
            elif account.user:
                password = await asyncio.to_thread(password_of, account)
                await client.login(account.user, password)
        except BaseException:
            client.close()
            raise
        return client

    async def _one(self, client: SMTP, path: Path) -> SendResult | None:
        """Send a mail and put it where it belongs; None if another process did.

        :raises Exception: the server gave no word on this mail
        """
        name = path.name
        if name not in self._taken:
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                return None
            refusal = await self._refusal(client, name, content)
            if refusal is not None:
                return self._put_off(path, refusal)
            self._taken[name] = SendResult(name, Disposition.SENT)
        self._outbox.waiting.move_to(path, self._outbox.sent, done=True)
        self._retries.forget(name)
        return self._taken.pop(name)

    async def _refusal(self, client: SMTP, name: str, content: bytes) -> _Refusal | None:
        """Give a mail to the server; why it was not taken."""
        try:
            recipient, sender = recipient_of(content), self._envelope_sender(content)
        except Exception as error:  # whatever is wrong with it is wrong for ever
            return _Refusal(0, f"its addresses cannot be read: {_described(error)}", permanent=True)
        options = () if recipient.isascii() else ("SMTPUTF8",)
        try:
            await client.sendmail(sender, [recipient], content, mail_options=options)
        except (aiosmtplib.SMTPNotSupported, ValueError) as error:
            await client.rset()  # it may have come as far as MAIL
            return _Refusal(0, _described(error), permanent=True)
        except aiosmtplib.SMTPRecipientsRefused as error:
            return _judged(error.recipients[0])
        except aiosmtplib.SMTPResponseException as error:
            return _judged(error)
        except Exception as error:
            return self._dropped(name, error)
        self._drops.pop(name, None)
        return None

    def _dropped(self, name: str, error: Exception) -> _Refusal:
        """What a connection's end in the middle of a mail means for the mail.

        :raises Exception: nothing, so far: the error goes on
        """
        self._drops[name] += 1
        if self._drops[name] < DROPS:
            raise error
        return _Refusal(0, "the connection ends whenever it is sent", permanent=False)

    def _put_off(self, path: Path, refusal: _Refusal) -> SendResult:
        name, now = path.name, self._now()
        self._drops.pop(name, None)
        if not refusal.permanent:
            retry = self._retries.refused(name, now)
            limit = retry.first + self._account.retry_limit_hours * 3600
            if retry.next <= limit:
                return SendResult(
                    name, Disposition.LATER, refusal.code, refusal.reason, retry.attempts
                )
            attempts = retry.attempts
        else:
            known = self._retries.of(name)
            attempts = known.attempts if known else 0
        result = SendResult(name, Disposition.FAILED, refusal.code, refusal.reason, attempts)
        self._record(path, result, now)
        return result

    def _record(self, path: Path, result: SendResult, now: float) -> None:
        """Put a mail among those that failed, with the reason."""
        reasons = reasons_path(self._failed, path.name)
        make_folder(reasons.parent)
        tables = {
            "time": int(now),
            "code": result.code,
            "reason": result.reason,
            "attempts": result.attempts,
        }
        replace_file(reasons, toml_bytes(tables), mode=0o600)
        self._outbox.waiting.move_to(path, self._failed, done=False)
        self._retries.forget(path.name)


def _judged(error: aiosmtplib.SMTPResponseException) -> _Refusal:
    """What a reply says of the mail.

    :raises aiosmtplib.SMTPResponseException: it speaks of the server or of us
    """
    code, reason = error.code, plain(error.message)
    if code in _SERVER or not 400 <= code <= 599:
        raise error
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        # Most often our own settings are wrong: no reason to lose mails.
        return _Refusal(code, reason, permanent=code == _TOO_LARGE)
    return _Refusal(code, reason, permanent=code >= 500 and not speaks_of_policy(reason))


def plain(text: str) -> str:
    """A server's text on one line, of bounded length, without what cannot be written down."""
    clean = text.encode("utf-8", "replace").decode()
    words = "".join(c if c.isprintable() else " " for c in clean)
    return " ".join(words.split())[:_REASON_CHARACTERS]


def _described(error: Exception) -> str:
    return plain(f"{type(error).__name__}: {error}")
