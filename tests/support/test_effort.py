"""The measure tells linear work from quadratic work."""

from __future__ import annotations

import re

import pytest

from support.effort import in_linear_time


def test_linear_work_passes_and_gives_its_result() -> None:
    assert in_linear_time(lambda text: sum(map(ord, text)), "a" * 8_000_000) == 97 * 8_000_000


def test_quadratic_work_is_found() -> None:
    with pytest.raises(AssertionError, match="times the effort"):
        in_linear_time(lambda text: re.search("a+b", text), "a" * 40_000)
