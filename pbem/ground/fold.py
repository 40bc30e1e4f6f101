"""Names as a lenient reader compares them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: Names are short; of longer texts nothing is kept in mind.
_SHORT: Final = 60
_SIGNS: Final = dict.fromkeys(code for code in range(128) if not chr(code).isalnum())
_NO_LETTERS: Final = re.compile(r"[\W_]")


def fold(text: str) -> str:
    """The text without accents, blanks, dots and dashes, in lower case.

    >>> fold("St. Petersburg"), fold("Ürümqi")
    ('stpetersburg', 'urumqi')
    """
    return _known(text) if len(text) <= _SHORT else _folded(text)


def _folded(text: str) -> str:
    if text.isascii():
        return text.translate(_SIGNS).lower()
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join([c for c in plain if not unicodedata.combining(c)])
    return _NO_LETTERS.sub("", letters).lower()


_known = lru_cache(maxsize=4096)(_folded)
