"""Mails that others keep to break mail programs: the standard library's own test corpus.

Some Pythons are installed without it; then there is nothing to look at.
"""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path

import pytest

from pbem.mail.bounces import bounce_in
from pbem.mail.reading.read import read
from pbem.orders.text.names import names_of_all

SPEC = find_spec("test.test_email")
FOLDER = Path(SPEC.origin).parent / "data" if SPEC and SPEC.origin else None
MAILS = sorted(FOLDER.glob("msg_*.txt")) if FOLDER and FOLDER.is_dir() else []


def looked_at(raw: bytes) -> None:
    mail = read(raw, *names_of_all())
    bounce_in(raw)
    assert not (mail.automatic and (mail.orders or mail.problems))
    assert not (mail.problems and mail.orders)


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.name)
def test_whatever_it_is_it_is_read(path: Path) -> None:
    """As it is, with either line end, cut off, and with bytes changed."""
    raw = path.read_bytes()
    chance = random.Random(path.name)
    looked_at(raw)
    looked_at(raw.replace(b"\n", b"\r\n"))
    for _ in range(5):
        looked_at(raw[: chance.randrange(len(raw) + 1)])
        spoilt = bytearray(raw)
        for _ in range(min(20, len(spoilt))):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        looked_at(bytes(spoilt))
