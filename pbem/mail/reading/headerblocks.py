"""The header of an old mail as mail programs put it above its text, without any other mark.

From: Ann <ann@example.org>
Sent: Thursday, 12 November 2026 20:15
To: Post
Subject: Turn 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from pbem.mail.reading.attributions import ADDRESS, ADDRESS_IN_BRACKETS, DATE
from pbem.mail.reading.phrases import FORWARD_TITLES, FROM_LABELS, OTHER_LABELS, OWN_WORDS, any_of
from pbem.orders.verbs.table import WORDS

#: The block has at least so many lines that say what they are; of listed labels fewer will do.
HEADER_LINES: Final = 3
#: So many lines are looked at, and so many blank ones may part two of them.
BLOCK_LINES: Final = 3 * HEADER_LINES
BLANKS: Final = 2

_LABEL: Final = re.compile(r"\W*([^\W\d_][^:\d]{0,24}?)[\s*]*:(?!//)[\s*]*(.*)")
_LABELS: Final = FROM_LABELS | OTHER_LABELS
_FORWARD: Final = re.compile(
    rf"[-_=*>\s]{{2,}}(?:{any_of(FORWARD_TITLES)})\b[^\n]{{0,80}}?:?[-_=*<\s]*"
    rf"|(?:{any_of(FORWARD_TITLES)}) ?:?"
    rf"|(?:{any_of(FORWARD_TITLES)}) (?:processed by|bearbeitet von|verarbeitet von) .{{1,40}}",
    re.I,
)
_TITLE: Final = re.compile(rf"(?:{any_of(FORWARD_TITLES)})\b.{{0,80}}", re.I)
_TITLE_IN_DASHES: Final = re.compile(r"-{3,} ?[^\W\d_][^-]{2,60}-{3,}")
_YEAR: Final = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d\d(?!\d))"
)
_TIME: Final = re.compile(
    r"(?<![\d.:])\d{1,2}[:.h]\d\d(?::\d\d)?(?![\d.])|(?<!\d)\d{1,2} ?[ap]\.?m\b|\d{1,2}[時点时시]",
    re.I,
)
#: A label in the middle of a line, with the colon that is put right behind it.
_INNER_LABEL: Final = re.compile(r"([^\W\d_]+) ?:(?!//)")


def is_forward(plain: Sequence[str], at: int) -> bool:
    """`-----Original Message-----`, or such a line in any language above a header block."""
    line = plain[at]
    if _FORWARD.fullmatch(line):
        return True
    below = next((i for i in range(at + 1, min(len(plain), at + 4)) if plain[i]), None)
    if below is None:
        return False
    if _TITLE_IN_DASHES.fullmatch(line):
        return is_header_block(plain, below, titled=True)
    return bool(_TITLE.fullmatch(line)) and _begins_with_label(plain[below])


#: A time of day at the end of a line is no longer.
TIME_CHARACTERS: Final = 12
_TIME_AT_END: Final = re.compile(r"\d{1,2}[:.h]\d\d(?: ?[ap]\.?m\b)?\W*$", re.I)


def is_header_block(plain: Sequence[str], at: int, *, titled: bool = False) -> bool:
    """Whether the lines from here on are the header of an old mail.

    Lines of the form `Label: text`, perhaps with blank lines between them. Either their labels are
    known, or there are three of them with a date and a time, or with an address and a date.

    :param titled: a line in dashes stands above
    """
    first = _LABEL.fullmatch(plain[at])
    if first is None:
        return False
    if _is_on_one_line(plain[at]):
        return True
    if not (titled or _may_begin(plain, at, first)):
        return False
    fields = tuple(islice(_fields(plain, at), BLOCK_LINES))
    labels = {label for label, _ in fields}
    known = labels & _LABELS
    values = "\n".join(value for _, value in fields)
    if known & FROM_LABELS and len(known) >= HEADER_LINES:
        return True
    dated, addressed = has_date_and_time(values), bool(ADDRESS.search(values))
    if known & FROM_LABELS and len(known) >= HEADER_LINES - 1:
        return dated or bool(ADDRESS_IN_BRACKETS.search(values))
    if len(labels) >= HEADER_LINES and not OWN_WORDS & labels:
        return dated or (addressed and bool(DATE.search(values)))
    return False


def block_start(plain: Sequence[str], at: int) -> int:
    """The first line of the header block of which line `at` is one: a line above may belong to it.

    Its own label may not be known, as long as it is no heading with its order.
    """
    above = _LABEL.fullmatch(plain[at - 1]) if at else None
    return at - 1 if above and above[2] and not _may_be_order(above[2]) else at


def _may_begin(plain: Sequence[str], at: int, first: re.Match[str]) -> bool:
    """Whether a block may begin here; a heading with its order (`CHINA: TAXATION`) is none.

    A label that is not known begins one only as the first line of its paragraph.
    """
    if first[1].lower().strip() in _LABELS or ADDRESS.search(first[2]):
        return True
    begins_paragraph = at == 0 or not plain[at - 1]
    return begins_paragraph and bool(first[2]) and not _may_be_order(first[2])


def _may_be_order(text: str) -> bool:
    """Whether what stands behind a label may be an order: `TAXATION`, `2 A Rome -> Naples`."""
    word = text.upper().split()[0]
    return word in WORDS or word[0].isdigit() or " -> " in text


def has_date_and_time(text: str) -> bool:
    """Whether the text holds a date with its year, and a time of day."""
    date = _YEAR.search(text)
    if date is None:
        return False
    return bool(_TIME.search(f"{text[: date.start()]} | {text[date.end() :]}"))


def has_time_at_end(line: str) -> bool:
    """Whether a line ends with a time of day: `8:15 PM`, `(20:15)`."""
    return bool(_TIME_AT_END.search(line[-TIME_CHARACTERS:]))


def holds_year(text: str) -> bool:
    """Whether the text holds a year, or a date with one."""
    return bool(_YEAR.search(text))


def label_of(line: str) -> str:
    """The label of a line `Label: text`, in lower case; "" if it is none."""
    match = _LABEL.fullmatch(line)
    return match[1].lower().strip() if match else ""


def is_known_label(label: str) -> bool:
    """Whether mail programs are known to put that label before a field."""
    return label in _LABELS


def _fields(plain: Sequence[str], at: int) -> Iterator[tuple[str, str]]:
    """The labels, in lower case, and texts of a block; a bare label's text is on the next line."""
    blanks = 0
    pending = ""
    for i in range(at, min(len(plain), at + (BLANKS + 1) * BLOCK_LINES)):
        line = plain[i]
        if not line:
            blanks += 1
            if blanks > BLANKS:
                return
            continue
        match = _LABEL.fullmatch(line)
        if match is None and pending:
            yield pending, line
            pending = ""
        elif match is None:
            if blanks:
                return  # a new paragraph that is no field: the old mail's text
        else:
            if pending:
                yield pending, ""
            label = match[1].lower().strip()
            pending = label if not match[2] and label in _LABELS else ""
            if not pending:
                yield label, match[2]
        blanks = 0
    if pending:
        yield pending, ""


def _is_on_one_line(line: str) -> bool:
    """`From: Ann Sent: Thursday To: Post Subject: Turn 3`: its line breaks were lost."""
    inner = {label.lower() for label in islice(_INNER_LABEL.findall(line), 2 * BLOCK_LINES)}
    return label_of(line) in FROM_LABELS and len(inner & _LABELS) >= HEADER_LINES


def _begins_with_label(line: str) -> bool:
    """`Von Ann Nagy`, as Tobit puts it, or `Von: Ann Nagy`, or `Re: Turn 3`."""
    return label_of(line) in _LABELS | {"re"} or line.lower().partition(" ")[0] in FROM_LABELS
