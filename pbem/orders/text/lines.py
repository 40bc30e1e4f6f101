"""The lines of a mail's new text, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextLine:
    """One order, or one line that is none.

    number: of the line in the given text, from 1; orders of one line share it
    text: the order in plain typing; within a press the line as it was written
    raw: the whole line as it was given
    """

    number: int
    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What counts, and what was ignored, each in the order of the text.

    Of more than `reader.scan.MOST_LINES` lines that count there is one more, which tells that they
    are too many. Only the body of a press or broadcast may hold lines without text (its blank
    lines).
    """

    lines: tuple[TextLine, ...]
    ignored: tuple[TextLine, ...]
