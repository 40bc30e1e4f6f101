"""Whether two texts are the same but for what mail programs change between a mail's parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import Final

from pbem.mail.reading.attributions import QUOTED
from pbem.mail.reading.plain import without_pictures
from pbem.orders.reader.characters import clean

#: What a text part has and its HTML part has not, or the other way round.
_LINK: Final = re.compile(r"<(?:https?|mailto|tel):[^<>]*>")
_MARKS: Final = re.compile(r"[\s*_/•·-]|\b\d{1,2}[.)]")
_QUOTE_MARKS: Final = re.compile(r"[>|\s]*")


#: Longer texts are not held against each other line by line.
MOST_LINES: Final = 500
MOST_QUOTED: Final = 50_000


def words(lines: Iterable[str]) -> str:
    """The text of the lines, in plain typing, without what may differ between views."""
    text = "".join(_LINK.sub("", line) for line in lines).replace("->", "")
    return _MARKS.sub("", text).casefold()


def is_same_text(plain: str, html: str) -> bool:
    """Whether a text part and an HTML part, quotes included, are one text.

    Samsung's program makes the text part of the HTML by dropping its tags, line breaks and all.
    """
    return _whole(plain) == _whole(html)


def without_quoted(html: str, plain: str) -> str:
    """The lines of an HTML part without those that its text part marks as quoted.

    HTML that quotes with a bare element leaves in doubt what a `>` in the text part says.
    """
    lines = html.split("\n")
    quoted = words(line for line in _plain_lines(plain) if QUOTED.match(line))
    if not quoted or len(lines) > MOST_LINES or len(quoted) > MOST_QUOTED:
        return html
    own = words(line for line in _plain_lines(plain) if not QUOTED.match(line))
    seen = ((line, words([clean(line)])) for line in lines)
    return "\n".join("" if it and it in quoted and it not in own else line for line, it in seen)


def is_unquoted(lines: Iterable[str], plain: str) -> bool:
    """Whether all the lines stand in a text part without a mark of quoting."""
    own = words(line for line in _plain_lines(plain) if not QUOTED.match(line))
    return all(words([line]) in own for line in lines)


def _plain_lines(text: str) -> list[str]:
    return [clean(line) for line in unescape(text).split("\n")]  # as for `_whole`


def _whole(text: str) -> str:
    plain = without_pictures(unescape(text))  # Samsung's leaves entities as they are
    lines = (clean(_LINK.sub("", line)) for line in plain.split("\n"))
    return words(line[_end_of_marks(line) :] for line in lines)


def _end_of_marks(line: str) -> int:
    marks = _QUOTE_MARKS.match(line)
    return marks.end() if marks else 0
