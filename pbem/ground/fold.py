"""Names as a lenient reader compares them."""

from __future__ import annotations

import re
import unicodedata

_LEFT_OUT = re.compile(r"[\W_]")


def fold(text: str) -> str:
    """The text without accents, blanks, dots and dashes, in lower case.

    >>> fold("St. Petersburg"), fold("Ürümqi")
    ('stpetersburg', 'urumqi')
    """
    if not text.isascii():
        plain = unicodedata.normalize("NFKD", text)
        text = "".join([c for c in plain if not unicodedata.combining(c)])
    return _LEFT_OUT.sub("", text).lower()
