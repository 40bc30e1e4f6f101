"""Lines of at most 72 characters, with hanging indents; never a table that a font can break."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from pbem.ground.messages import say
from pbem.orders.mending import FormLine
from pbem.report.language.voice import Voice
from pbem.report.options.models import Option

WIDTH: Final = 72
ORDER: Final = "  "
_OR: Final = say("or")
ARROW: Final = "-> "
CONVOY: Final = "CONVOY -> "
MARK: Final = "  | "
BROKEN_AT: Final = 80
"""Mail programs break lines at so many characters, or fewer."""
NOTE: Final = "      # "
_KEPT: Final = "\N{NO-BREAK SPACE}"


def wrap(text: str, first: str = "", rest: str | None = None) -> str:
    """The text in lines of `WIDTH`; `first` begins the first line, `rest` each further one.

    :param rest: as wide as `first`, in blanks, if not given
    """
    hanging = " " * len(first) if rest is None else rest
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=hanging, break_on_hyphens=False
    )
    return "\n".join(lines).replace(_KEPT, " ") if lines else first.rstrip()


def keep(text: str) -> str:
    """The text as something that `wrap` does not part, unless it is longer than a line."""
    return text.replace(" ", _KEPT)


def items(texts: Iterable[str]) -> str:
    """One item after the other, each with a dash before its first line."""
    return "\n".join(wrap(text, "- ") for text in texts)


def fit(text: str) -> str:
    """The text, with every line that is too long wrapped under its own indent.

    Runs of blank lines become one; the text ends with one line break.
    """
    lines: list[str] = []
    for given in text.split("\n"):
        line = given.rstrip()
        if len(line) <= WIDTH or (line.startswith(MARK) and len(line.split()) == 2):
            lines.append(line)  # a link in what somebody has written stays whole
        else:
            lines += _fitted(line)
    joined = re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
    return joined.strip("\n") + "\n"


def marked(text: str, mark: str = MARK) -> str:
    """A text with a mark before each line, in lines that fit; a long word stays whole.

    What does not fit of a line that a mail program has broken goes on in the next one.

    >>> marked("To arms!\\n\\nAnn")
    '  | To arms!\\n  |\\n  | Ann'
    """
    lines: list[str] = []
    left = ""
    for line in text.split("\n"):
        if left and not line.strip():
            lines.append(left)
            left = ""
        pieces = _pieces(f"{left} {line.strip()}" if left else line, WIDTH - len(mark))
        broken = len(pieces) > 1 and len(line) <= BROKEN_AT
        left = pieces.pop() if broken else ""
        lines += pieces
    lines += [left] if left else []
    return "\n".join(f"{mark}{line}".rstrip() for line in lines)


def _pieces(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def option_lines(option: Option, voice: Voice) -> str:
    """A choice: its order, the note as a comment of the order language, other places.

    The note stands behind the order if the line holds both, else on lines of its own below.
    """
    others = f"    {voice(_OR)} "
    begin = others + ARROW if option.arrow else others
    note = voice(option.note) if option.note else ""
    lines = (
        *_order_and_note(option.order, note),
        *_other_places(begin, option.others),
        *_other_places(others + CONVOY, option.convoy),
    )
    return "\n".join(lines)


def form_lines(line: FormLine, voice: Voice) -> Iterator[str]:
    """A line of a form that is filled in; what does not count yet, and why, are comments.

    Each line of a comment begins with its mark, so that nothing of it is ever read as an order.
    """
    if line.counts:
        yield f"{ORDER}{line.text}"
        return
    indent = " " * (len(line.text) - len(line.text.lstrip()))
    mark = f"{ORDER}{indent}# "
    yield from wrap(line.comment, mark, mark).split("\n")
    if line.reason:
        yield from wrap(voice(line.reason), f"{mark}  ", f"{mark}  ").split("\n")


def _order_and_note(order: str, note: str) -> Iterator[str]:
    line = f"{ORDER}{order}"
    if not note:
        yield line
    elif len(both := f"{line}  # {note}") <= WIDTH:
        yield both
    else:
        yield line
        yield wrap(note, NOTE, NOTE)


def _other_places(begin: str, others: Iterable[str]) -> Iterator[str]:
    """`    or -> Korea, Japan`; each line is complete, no name is parted."""
    line = ""
    for name in others:
        longer = f"{line}, {name}" if line else f"{begin}{name}"
        if line and len(longer) > WIDTH:
            yield line
            longer = f"{begin}{name}"
        line = longer
    if line:
        yield line


def _fitted(line: str) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())][: WIDTH // 2]
    return wrap(line.strip(), indent, f"{indent}  ").split("\n")
