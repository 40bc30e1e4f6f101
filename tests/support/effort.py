"""How work grows with its input: two runs are compared, and no clock on the wall is looked at."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T", str, bytes)
R = TypeVar("R")

TRIFLE: Final = 0.25
"""Seconds of this thread's own processor time that are no matter, however they grow."""

PART: Final = 4
MOST_GROWTH: Final = 9.0
"""Of the effort for an input four times as long: linear work has 4, quadratic work 16."""

ATTEMPTS: Final = 4


def in_linear_time(work: Callable[[T], R], whole: T) -> R:
    """Work on an input, and check that its first quarter does not take much less than a quarter.

    What is compared is processor time of this thread alone: a busy machine changes little of it,
    and of several runs the best counts.

    :returns: what the work makes of the whole
    """
    seconds, result = _effort(work, whole)
    part = whole[: max(1, len(whole) // PART)]
    growth = []
    for _ in range(ATTEMPTS):
        if seconds <= TRIFLE:
            return result
        growth.append(seconds / max(_effort(work, part)[0], TRIFLE / MOST_GROWTH))
        if growth[-1] <= MOST_GROWTH:
            return result
        seconds = _effort(work, whole)[0]
    raise AssertionError(f"four times the input takes {min(growth):.1f} times the effort")


def _effort(work: Callable[[T], R], text: T) -> tuple[float, R]:
    gc.collect()
    gc.disable()
    try:
        begun = time.thread_time()
        result = work(text)
        return time.thread_time() - begun, result
    finally:
        gc.enable()
