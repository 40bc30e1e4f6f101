"""Log lines for people and programs: `time=... event=mail mail=... fate=played game=eu1 entry=12`.

No address, secret or order is ever given to it on purpose; what servers say may hold addresses,
so whatever looks like one is taken out.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from pbem.mail.identity import without_tokens

REPEAT_SECONDS: Final = 600.0
"""How long the same trouble is not told again."""

_ADDRESS: Final = re.compile(r"[^\s<>\"'(),;:=]+@[^\s<>\"'(),;:=]+")
_BARE: Final = re.compile(r"[^\s\"'=\\]+")
_CHARACTERS: Final = 500


def to_stderr(line: str) -> None:
    """Write a line, in one piece, where logs go."""
    with suppress(OSError, ValueError):  # nobody listens any more: no reason to stop working
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


class Log:
    """Writes lines; from any thread.

    :param write: takes a line without its end
    """

    def __init__(self, write: Callable[[str], None] = to_stderr) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._told: dict[str, tuple[str, float]] = {}

    def __call__(self, event: str, **facts: object) -> None:
        """Write a line; facts that are None or empty are left out."""
        told = {"time": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "event": event, **facts}
        words = [f"{k}={_value(v)}" for k, v in told.items() if v is not None and v != ""]
        with self._lock:
            self._write(" ".join(words))

    def trouble(self, about: str, text: str, **facts: object) -> None:
        """Write that something went wrong, unless the same was told a while ago."""
        now = time.monotonic()
        last, when = self._told.get(about, ("", 0.0))
        if text != last or now - when > REPEAT_SECONDS:
            self._told[about] = (text, now)
            self("trouble", about=about, problem=text, **facts)

    def fine(self, about: str) -> None:
        """Write that it works again, if it did not."""
        if self._told.pop(about, None) is not None:
            self("fine", about=about)


def without_addresses(text: str) -> str:
    """Text in which nobody's address can be read, and no secret of ours."""
    return without_tokens(_ADDRESS.sub("(address)", text))


def _value(value: object) -> str:
    text = without_addresses(str(value))[:_CHARACTERS]
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)
