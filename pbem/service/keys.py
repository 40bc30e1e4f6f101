"""The word that proves who writes: it has done its work then, and the journal does not keep it."""

from __future__ import annotations

from typing import Final

from pbem.ground.fold import fold
from pbem.orders.reader.characters import clean
from pbem.orders.text.words import head

_GONE: Final = "# (the key)"
"""A comment in its place: the lines below keep their numbers, and nothing is left to be refused."""


def without_key(text: str, key: str) -> str:
    """A mail's text without the orders `KEY <word>`, and without any line that holds the word.

    >>> without_key("KEY 0a1b2c3d; CHINA: TAXATION\\nmy key: 0A1B-2C3D\\nTAXATION", "0a1b2c3d")
    ' CHINA: TAXATION\\n# (the key)\\nTAXATION'
    """
    return "\n".join(_without(line, fold(key)) for line in text.split("\n"))


def _without(line: str, key: str) -> str:
    kept = [part for part in line.split(";") if head(clean(part).lstrip("#*-> "))[0] != "KEY"]
    left = ";".join(kept)
    if key in fold(left) or (not left.strip() and line.strip()):
        return _GONE
    return left
