"""A mailbox watched by its own thread: IDLE and a poll besides, connected anew when it fails."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from pbem.mail.account import ImapAccount
from pbem.mail.backoff import Backoff
from pbem.mail.explained import explained
from pbem.mail.incoming.imap import Looked, Mailbox
from pbem.mail.incoming.imap_client import ImapClient, close, connect
from pbem.mail.waker import Waker

IDLE_SECONDS: Final = 600.0
"""How long one IDLE lasts; servers and routers forget longer ones."""

BUSY_IDLE_SECONDS: Final = 2.0
"""How long it lasts while mails come in: the word of one that came together with the answer to
IDLE lies in a buffer, where no poll sees it."""

Report = Callable[[Looked], None]
Trouble = Callable[[str, float], None]
"""Told what went wrong, and in how many seconds it is tried again."""


class ImapThread(threading.Thread):
    """Looks at a mailbox until stopped. Whatever goes wrong, it goes on.

    connected: whether the server was heard of at the last look
    heard: when the last look began that has left no mail at the server; None if there was none
    :param on_look: told what each look did
    :param on_trouble: told of each failure
    """

    def __init__(
        self,
        mailbox: Mailbox,
        *,
        on_look: Report,
        on_trouble: Trouble,
        connect_to: Callable[[ImapAccount], ImapClient] = connect,
        backoff: Backoff | None = None,
    ) -> None:
        super().__init__(name="imap", daemon=True)
        self.connected = False
        self.heard: datetime | None = None
        self._mailbox = mailbox
        self._waker = Waker()
        mailbox.stopped = lambda: self._waker.stopped
        self._on_look = on_look
        self._on_trouble = on_trouble
        self._connect = connect_to
        self._backoff = backoff or Backoff()
        self._socket: socket.socket | None = None

    def wake(self) -> None:
        """Look now."""
        self._waker.wake()

    def stop(self) -> None:
        """End soon; `join` waits for it."""
        self._waker.stop()

    def cut(self) -> None:
        """End whatever waits for the server, at once."""
        connection = self._socket
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give back what it holds, after its end."""
        self._waker.close()

    def run(self) -> None:
        """Look, wait, look again."""
        while not self._waker.stopped:
            try:
                self._session()
            except Exception as error:
                self.connected = False
                if not self._waker.stopped:
                    seconds = self._backoff.next()
                    self._on_trouble(explained(error, self._mailbox.account), seconds)
                    self._waker.sleep(seconds)
        self.connected = False

    def _session(self) -> None:
        client = self._connect(self._mailbox.account)
        try:
            self._socket = client.socket()
            self._watch(client)
            client.logout()
        finally:
            self._socket = None
            close(client)

    def _watch(self, client: ImapClient) -> None:
        account = self._mailbox.account
        idle = account.idle and client.has_capability("IDLE")
        busy = True  # a mail may come in between the first look and the first IDLE
        while not self._waker.stopped:
            begun = datetime.now(UTC)
            looked = self._mailbox.look(client)
            self.connected = True
            if not looked.missing:
                self.heard = begun
            self._backoff.reset()
            busy, was_busy = looked != Looked(), busy
            self._on_look(looked)
            if not idle:
                self._waker.wait(account.poll_seconds)
            else:
                longest = BUSY_IDLE_SECONDS if busy or was_busy else IDLE_SECONDS
                self._idle(client, min(account.poll_seconds, longest))

    def _idle(self, client: ImapClient, seconds: float) -> None:
        """Wait for a word from the server, or until woken.

        What the server says is not read: anything, an end of the connection as well, is a reason
        to take the next command, and that one sees what there is.
        """
        client.idle()
        self._waker.wait(seconds, client.socket().fileno())
        client.idle_done()
