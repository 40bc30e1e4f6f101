"""The outbox emptied by a thread of its own, whenever something waits and the server will."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from pbem.mail.backoff import Backoff
from pbem.mail.outgoing.smtp import SmtpSender
from pbem.mail.waker import Waker

SCAN_SECONDS: Final = 20.0
"""How often the outbox is looked at without being woken: other processes post as well."""

_SHORTEST_SECONDS: Final = 0.2


class SmtpThread(threading.Thread):
    """Sends until stopped. Whatever goes wrong, it goes on.

    connected: whether the server took what it was given the last time
    :param on_trouble: told what went wrong, and in how many seconds it is tried again
    """

    def __init__(
        self,
        sender: SmtpSender,
        *,
        on_trouble: Callable[[str, float], None],
        backoff: Backoff | None = None,
    ) -> None:
        super().__init__(name="smtp", daemon=True)
        self.connected = True
        self._sender = sender
        self._waker = Waker()
        sender.stopped = lambda: self._waker.stopped
        self._on_trouble = on_trouble
        self._backoff = backoff or Backoff()

    def wake(self) -> None:
        """Send now."""
        self._waker.wake()

    def stop(self) -> None:
        """End after the mail that is being sent; `join` waits for it."""
        self._waker.stop()

    def cut(self) -> None:
        """End in the middle of that mail; it goes on waiting."""
        self._sender.cancel()

    def close(self) -> None:
        """Give back what it holds, after its end."""
        self._waker.close()

    def run(self) -> None:
        """Send, wait, send again."""
        while not self._waker.stopped:
            batch = self._sender.send()
            self.connected = not batch.trouble
            if self._waker.stopped:
                break
            if batch.results or not batch.trouble:
                self._backoff.reset()
            if batch.trouble:
                seconds = self._backoff.next()
                self._on_trouble(batch.trouble, seconds)
                self._waker.sleep(seconds)
            else:
                self._waker.wait(self._seconds())

    def _seconds(self) -> float:
        due = self._sender.next_due()
        if due is None:
            return SCAN_SECONDS
        return min(SCAN_SECONDS, max(_SHORTEST_SECONDS, due - time.time()))
