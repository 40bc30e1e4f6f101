"""What systemd wants to hear of a service (sd_notify): datagrams to `NOTIFY_SOCKET`."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Tells the service manager; says nothing if there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        path = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path

    def ready(self) -> None:
        """It works, after the start or a reload."""
        self._tell("READY=1")

    def reloading(self) -> None:
        """Settings are read anew."""
        self._tell(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """It ends."""
        self._tell("STOPPING=1")

    def alive(self) -> None:
        """It does not hang (`WatchdogSec`)."""
        self._tell("WATCHDOG=1")

    def _tell(self, text: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.settimeout(1.0)
            channel.sendto(text.encode(), self._address)
