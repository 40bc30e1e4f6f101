"""How long to wait before a server that failed is tried again."""

from __future__ import annotations

import random
from typing import Final

FIRST_SECONDS: Final = 1.0
LONGEST_SECONDS: Final = 300.0


class Backoff:
    """Waits that double, up to a limit; each a random part shorter, so that clients spread out."""

    def __init__(self, first: float = FIRST_SECONDS, longest: float = LONGEST_SECONDS) -> None:
        self._first = first
        self._longest = longest
        self._failures = 0

    def next(self) -> float:
        """Seconds to wait after one more failure."""
        whole = min(self._longest, self._first * 2.0 ** min(self._failures, 60))
        self._failures += 1
        return whole * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """It worked: begin from the shortest wait."""
        self._failures = 0
