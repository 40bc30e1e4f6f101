"""What of a mail's text the journal keeps: every later opening of the game reads the whole journal.

The word that proves who writes has done its work by then, and is not kept.
"""

from __future__ import annotations

from typing import Final

from pbem.ground.fold import fold
from pbem.ground.messages import Message, say
from pbem.mail.reading.read import Mail
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.words import head
from pbem.service.reading.received import Vocabulary

MOST_KEPT: Final = 20_000
"""Characters of a mail's text that are kept."""

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


def without_ballast(mail: Mail, words: Vocabulary) -> tuple[str, Message | None]:
    """A mail's text as it can be kept, of a long one what counts; and what is wrong with it."""
    if len(mail.text) <= MOST_KEPT:
        return mail.text, None
    lines = scan(mail.text, words.headings, words.places, mail.called).lines
    text = "\n".join(line.text for line in lines)
    if len(text) <= MOST_KEPT:
        return text, None
    return "", say(
        "Your orders are too long; please write no more than {most} characters.", most=MOST_KEPT
    )
