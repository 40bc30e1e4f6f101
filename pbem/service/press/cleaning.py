"""The text of a press as others get it: nothing in it hides, turns the line, or is a secret."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pbem.ground.fold import fold
from pbem.mail.identity import without_tokens
from pbem.store.brought import HIDDEN

_JOINERS: Final = frozenset("\u200c\u200d")
"""Of signs that cannot be seen, those that scripts and emoji need."""

_MANY_BLANK: Final = re.compile(r"\n{3,}")


def cleaned(text: str, key: str) -> str:
    """A writer's text without control and direction signs, without secrets of the writer's own.

    :param key: the word that proves the writer

    >>> cleaned("a\\u202eb\\x07\\tc\\r\\nmy key is TULIP-9", "tulip9")
    'ab c\\n(the key)'
    """
    lines = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    kept = "\n".join(_without_key(_visible(line).rstrip(), fold(key)) for line in lines)
    return _MANY_BLANK.sub("\n\n", without_tokens(kept)).strip("\n")


def _visible(line: str) -> str:
    return "".join(map(_shown, line))


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp") or character == "\t":
        return " "
    if category in ("Cc", "Cs", "Co", "Cn") or (category == "Cf" and character not in _JOINERS):
        return ""
    return character


def _without_key(line: str, key: str) -> str:
    return HIDDEN if key and key in fold(line) else line
