"""Names as a lenient reader compares them."""

from __future__ import annotations

import re
import unicodedata


def fold(text: str) -> str:
    """The text without accents, blanks, dots and dashes, in lower case.

    >>> fold("St. Petersburg"), fold("Ürümqi")
    ('stpetersburg', 'urumqi')
    """
    plain = unicodedata.normalize("NFKD", text)
    return re.sub(r"[\W_]", "", "".join(c for c in plain if not unicodedata.combining(c))).lower()
