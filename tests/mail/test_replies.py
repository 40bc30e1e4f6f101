"""Every mail of the corpus is read as its expectation says (mail/README.md of the shared bench).

The files stand beside this test; `$PBEM_SHARED/mail/replies` is read as well, if it is set.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.ground.fold import fold
from pbem.mail.reading.read import Mail, as_json, read

HEADINGS = frozenset(
    fold(name)
    for name in (
        "Austria-Hungary", "Italy", "France", "Great Britain", "Germany", "Russia",
        "China", "India", "Brazil", "USA", "Europe",
    )
)  # fmt: skip


def _folders() -> Iterator[Path]:
    yield Path(__file__).parent / "replies"
    if shared := os.environ.get("PBEM_SHARED"):
        yield Path(shared) / "mail" / "replies"


def _files() -> list[Any]:
    files = [path for folder in _folders() for path in sorted(folder.glob("*.eml"))]
    return [pytest.param(path, id=path.stem) for path in files]


def comparable(order: str) -> str:
    """An order as the corpus compares it: upper case, single blanks, ` -> ` for arrows and TO."""
    order = re.sub(r"\s*(?:[-=]+>|[→⇒])\s*|\s+[-–—−]+\s+|\s+TO\s+", " -> ", order.upper())
    return " ".join(order.split())


def _is_problem(mail: Mail) -> bool:
    return bool(mail.problems) and not mail.orders


@pytest.mark.parametrize("path", _files())
@pytest.mark.parametrize("ends", [b"", b"\r\n"], ids=["as it is", "CRLF"])
def test_reply(path: Path, ends: bytes) -> None:
    expect = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))["expect"]
    raw = path.read_bytes()
    if ends:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\n", ends)
    mail = read(raw, HEADINGS)

    assert mail.automatic == expect["automatic"], mail.reason
    assert as_json(mail)["from"] == expect.get("from")
    if expect.get("or_problem") and _is_problem(mail):
        return
    assert list(map(comparable, mail.orders)) == list(map(comparable, expect["orders"]))
    assert _is_problem(mail) == expect.get("problem", False), mail.problems


def test_the_corpus_is_there() -> None:
    assert len(_files()) >= 78
