"""Waiting that can be ended: from another thread, and from a signal's handler."""

from __future__ import annotations

import contextlib
import os
import select
import time


class Waker:
    """A pipe to wait at. What is woken before it waits does not wait.

    Unlike `threading.Event` it may be used in a signal's handler: there is no lock that the
    interrupted code could hold.

    stopped: whether whoever waits here shall end
    """

    def __init__(self) -> None:
        self.stopped = False
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def wake(self) -> None:
        """End the wait, or the next one."""
        with contextlib.suppress(OSError):  # full: it is awake; closed: nobody waits
            os.write(self._write, b"!")

    def stop(self) -> None:
        """End this wait and all others."""
        self.stopped = True
        self.wake()

    def wait(self, seconds: float, *others: int) -> bool:
        """Wait until woken, or until one of the other descriptors can be read; False if neither.

        :param seconds: how long at most
        """
        if self.stopped:
            return True
        poll = select.poll()
        for descriptor in (self._read, *others):
            poll.register(descriptor, select.POLLIN)
        found = poll.poll(max(0.0, seconds) * 1000)
        with contextlib.suppress(BlockingIOError):
            while os.read(self._read, 512):
                pass
        return bool(found)

    def sleep(self, seconds: float) -> None:
        """Wait that long, whoever wakes, unless stopped."""
        until = time.monotonic() + seconds
        while not self.stopped and (left := until - time.monotonic()) > 0:
            self.wait(left)

    def close(self) -> None:
        """Give the pipe back; waking does nothing from now on."""
        descriptors = (self._read, self._write)
        self._read = self._write = -1
        for descriptor in descriptors:
            if descriptor >= 0:
                os.close(descriptor)
