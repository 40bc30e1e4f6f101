"""The new text of a mail as lines of the order language (ORDERS.md, section 1).

`scan` finds where the orders begin and end, drops comments and list marks, and gives every order a
line of its own. What the orders mean is the parser's work. Nothing here knows of mails or files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final

from rapidfuzz import fuzz

from pbem.board.fold import fold
from pbem.orders.characters import clean
from pbem.orders.keywords import FORMS, LONG_WORDS

__all__ = ["Line", "Scan", "clean", "fold", "scan"]

#: From how many letters on the beginning of a nation's name is a heading.
SHORTEST_BEGINNING: Final = 3
#: How alike (0 to 100) a misspelt word must be, and how many letters longer or shorter at most:
#: "Important" is no import.
NEARLY: Final = 80
NEARLY_LETTERS: Final = 2
#: A nation's name has no more words than this ("Great Britain", "Austria Hungary").
HEADING_WORDS: Final = 3
#: A line is looked at for its beginning; this much is enough and keeps long lines cheap.
BEGINNING: Final = 300

#: More order lines are not looked for; the parser takes none if there are as many as that and one.
MOST_LINES: Final = 500

_FORMS: Final = tuple(re.compile(form) for _, form in FORMS)
_BEGIN: Final = re.compile(r"BEGIN ORDERS\W*", re.IGNORECASE)
_END: Final = re.compile(r"END(?: ORDERS)?\W*", re.IGNORECASE)
_SIGNATURE: Final = re.compile(r"--\s*")
_QUOTED: Final = re.compile(r"\s*[>＞]")
_RULE: Final = re.compile(r"\W*[-=*~_–—−]{3}[\W_]*")
_BODY: Final = re.compile(r"(?:ANONYMOUS )?(PRESS)\b(?! *:).*|(BROADCAST)\b.*", re.IGNORECASE)
_ELSE: Final = re.compile(r"ELSE(?: (.+))?", re.IGNORECASE)
_HEAD: Final = re.compile(r"([^:]+?) ?: ?(.*)")
#: A wish to try first, however it is put: to take it for prose would carry the orders out.
_CHECK: Final = re.compile(
    r"\W*(?:please,? )?(?:just )?check"
    r"(?:\W+(?:please|only|just|first|my|the|this|that|these|those|it|them|orders?|moves?|turn))*\W*",
    re.IGNORECASE,
)
#: An order that what follows may still belong to: it names nothing yet, or it is a move.
_OPEN: Final = re.compile(
    r"(?:.*: ?)?(?:FACTORY|BUILD|PRODUCTION|PRODUCE|IMPORT|MANEUVER|MANOEUVRE)(?:[ -][AB])?\W*"
    r"|.* (?:->|TO) .*",
    re.IGNORECASE,
)
#: Words before the place with which such a line goes on.
_JOINTS: Final = frozenset({"in", "at", "to", "from", "except", "but", "not", "and", "the", "rest"})
SHORTEST_PLACE: Final = 4
PLACE_WORDS: Final = 4

#: `Name<http://name/>`, `Name <mailto:...>`, and Markdown's `[Name](http://name/)`.
_AUTOLINK: Final = re.compile(r"(?<=\S)\s*<(?:https?|mailto|tel):[^<>]*>", re.IGNORECASE)
_MARKDOWN_LINK: Final = re.compile(r"\[([^\[\]]*)\]\((?:https?|mailto):[^()\s]*\)", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:#|(?<!http:)(?<!https:)//).*", re.IGNORECASE)
#: Bullets of mail programs and of Word's fonts, dashes, arrows, and numbers with a dot or bracket.
#: Nothing is given back (`++`): to be able to, the matcher would keep 180 bytes for each mark.
_LIST_MARKS: Final = re.compile(
    r"(?:(?:[*+•·∙‣◦●○■□▪▫◆◇✓✔\uf0b7\uf0a7\uf076\uf0d8\uf0fc]|-+>?|\(?\d{1,2}[.)](?!\d))\s*+)++"
)
#: Signs of bold and slanted text that plain text parts of HTML mails hold.
_EMPHASIS: Final = re.compile(r"\*|(?<!\w)_+(?=\w)|(?<=[a-zA-Z0-9:.,])_+(?!\w)")


@dataclass(frozen=True, slots=True)
class Line:
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

    Of more than `MOST_LINES` lines that count there is one more, which tells that they are too
    many. Only the body of a press or broadcast may hold lines without text (its blank lines).
    """

    lines: tuple[Line, ...]
    ignored: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the text with its orders; `body` marks a line of a press or broadcast.

    blank: it parts paragraphs; a row with neither orders nor `blank` is a comment.
    """

    number: int
    raw: str
    orders: tuple[str, ...]
    blank: bool = False
    body: bool = False


def scan(text: str, headings: Collection[str], places: Collection[str] = frozenset()) -> Scan:
    """The orders of a mail's new text.

    :param headings: the folded names of the nations, see `fold`
    :param places: those of the regions: a paragraph that begins with one may go on with an order
    """
    rows = [_row(number, raw) for number, raw in enumerate(_split(text), 1)]
    rows = [row for row in rows if not _QUOTED.match(row.raw)]
    before, rows, after = _between_begin_and_end(rows)
    first = next((i for i, row in enumerate(rows) if _begins(row, headings)), len(rows))
    counted, rest = _until_end(rows[first:])
    counted, trailing = _without_closing_words(counted, headings, places)
    every = (_line(row, order, headings) for row in counted for order in row.orders)
    lines = islice(every, MOST_LINES + 1)
    ignored = (*before, *rows[:first], *trailing, *rest, *after)
    return Scan(tuple(lines), tuple(_ignored(ignored)))


def _split(text: str) -> list[str]:
    """The lines of the text; only `\\n` and its relatives of old part them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _row(number: int, raw: str) -> _Row:
    """The line with its orders: links, comments, emphasis and list marks gone, parted at `;`."""
    if len(raw) <= BEGINNING and _RULE.fullmatch(raw):
        return _Row(number, raw, (), blank=True)
    # Links go first, for their `//` is no comment; then full-width signs become plain ones.
    text = clean(_MARKDOWN_LINK.sub(r"\1", _AUTOLINK.sub("", raw)))
    uncommented = _COMMENT.sub("", text)
    bare = _EMPHASIS.sub("", _without_list_marks(uncommented)).strip()
    orders = tuple(islice(filter(None, map(str.strip, bare.split(";"))), MOST_LINES + 1))
    return _Row(number, raw, orders, blank=not orders and uncommented == text)


def _without_list_marks(text: str) -> str:
    marks = _LIST_MARKS.match(text)
    return text[marks.end() :] if marks else text


def _between_begin_and_end(rows: list[_Row]) -> tuple[list[_Row], list[_Row], list[_Row]]:
    """What stands before, in and after `BEGIN ORDERS` ... `END`; without it, all is in it."""
    at = 0
    unclosed: set[str] = set()  # looked for once, so that many openings cost no more than one
    while at < len(rows):
        if any(map(_BEGIN.fullmatch, rows[at].orders)):
            inside, rest = _until_end(rows[at + 1 :])
            return rows[:at], inside, rest
        word = _opens_body(rows[at])
        at += 1
        if word and word not in unclosed:  # a press may speak of BEGIN ORDERS
            end = _own_end_of_body(rows, at, word)
            at, unclosed = (at, unclosed | {word}) if end is None else (end, unclosed)
    return [], rows, []


def _until_end(rows: list[_Row]) -> tuple[list[_Row], list[_Row]]:
    """The rows up to `END` or a signature line, bodies of presses marked; and those behind it."""
    counted: list[_Row] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        if _SIGNATURE.fullmatch(row.raw) or any(map(_END.fullmatch, row.orders)):
            return [*counted, *_orders_before_end(row)], rows[at + 1 :]
        counted.append(row)
        at += 1
        if word := _opens_body(row):
            end = _end_of_body(rows, at, word)
            counted.extend(map(_as_body, rows[at:end]))
            at = end
    return counted, []


def _orders_before_end(row: _Row) -> Iterator[_Row]:
    """The row's orders that stand before `END` on the same line (`TAXATION; END`)."""
    orders = []
    for order in row.orders:
        if _END.fullmatch(order):
            break
        orders.append(order)
    if orders:
        yield _Row(row.number, row.raw, tuple(orders))


def _opens_body(row: _Row) -> str:
    """`PRESS` or `BROADCAST` if the row is followed by a body, else nothing."""
    opening = _BODY.fullmatch(row.orders[-1]) if row.orders else None
    if opening is None or not _is_order(row.orders[-1], frozenset()):
        return ""
    return str(opening[1] or opening[2]).upper()


def _end_of_body(rows: Sequence[_Row], start: int, word: str) -> int:
    """Where the body ends: at its own `END PRESS`, else at `END`, else with the text."""
    own = _own_end_of_body(rows, start, word)
    return next(_find(rows, start, _END), len(rows)) if own is None else own


def _own_end_of_body(rows: Sequence[_Row], start: int, word: str) -> int | None:
    own = re.compile(rf"END {word}\W*", re.IGNORECASE)
    return next(_find(rows, start, own), None)


def _find(rows: Sequence[_Row], start: int, pattern: re.Pattern[str]) -> Iterator[int]:
    for at in range(start, len(rows)):
        if any(map(pattern.fullmatch, rows[at].orders)):
            yield at


def _as_body(row: _Row) -> _Row:
    """A line of a press: as it was written, but for its end and what breaks a line."""
    return _Row(row.number, row.raw, (row.raw.rstrip(),), blank=False, body=True)


def _without_closing_words(
    rows: list[_Row], headings: Collection[str], places: Collection[str]
) -> tuple[list[_Row], list[_Row]]:
    """The rows up to the last paragraph that holds an order or nearly one, and those behind it."""
    last = 0
    at = 0
    follows = False  # whether nothing but blank lines stands between the last order and here
    for blank, group in groupby(rows, key=lambda row: row.blank):
        paragraph = list(group)
        at += len(paragraph)
        if blank:
            continue
        goes_on = follows and _goes_on(rows[:last], paragraph, places)
        if last == 0 or goes_on or _holds_order(paragraph, headings):
            last = at
        follows = last == at
    return rows[:last], rows[last:]


def _goes_on(rows: list[_Row], paragraph: list[_Row], places: Collection[str]) -> bool:
    """`FACTORY`, a blank line, `in Chongqing`: HTML mails part lines so. Better refused than half
    an order taken."""
    order = next((row.orders[-1] for row in reversed(rows) if row.orders), "")
    return bool(_OPEN.fullmatch(order)) and any(
        _begins_with_place(line, places) for row in paragraph for line in row.orders
    )


def _begins_with_place(text: str, places: Collection[str]) -> bool:
    words = text.split()[: PLACE_WORDS + len(_JOINTS)]
    while words and words[0].lower() in _JOINTS:
        words.pop(0)
    names = (fold("".join(words[:n])) for n in range(1, PLACE_WORDS + 1))
    return any(len(name) >= SHORTEST_PLACE and name in places for name in names)


def _holds_order(rows: Iterable[_Row], headings: Collection[str]) -> bool:
    return any(
        row.body or _is_order(order, headings) or _is_nearly_order(order, headings)
        for row in rows
        for order in row.orders
    )


def _begins(row: _Row, headings: Collection[str]) -> bool:
    """Whether the orders may begin with this row."""
    return bool(row.orders) and (
        _is_order(row.orders[0], headings)
        or _is_nearly_heading(row.orders[0], headings)
        or _is_nearly_long_word(row.orders[0])
        or bool(_END.fullmatch(row.orders[0]))
    )


def _line(row: _Row, order: str, headings: Collection[str]) -> Line:
    if not row.body and _CHECK.fullmatch(order):
        order = "CHECK"
    if not row.body and (head := _HEAD.fullmatch(order)) and _is_nation(head[1], headings):
        # `Austria - Hungary:` is a name; its dash was taken for an arrow.
        order = order.replace(head[1], head[1].replace(" -> ", "-"), 1)
    return Line(row.number, order, row.raw)


def _ignored(rows: Iterable[_Row]) -> Iterator[Line]:
    for row in rows:
        if text := clean(row.raw):
            yield Line(row.number, text, row.raw)


# What an order line looks like.


def _is_order(text: str, headings: Collection[str]) -> bool:
    """Whether the line begins like an order of the language, or is a heading."""
    text = text[:BEGINNING]
    if _CHECK.fullmatch(text):
        return True
    if otherwise := _ELSE.fullmatch(text):
        return otherwise[1] is None or _is_order(otherwise[1], headings)
    return _is_heading(text, headings) or _has_form(text, headings)


def _has_form(text: str, headings: Collection[str]) -> bool:
    text = text.upper()
    plain = text.rstrip(" .,!")
    if text.endswith("?"):
        return False
    matches = (form.fullmatch(plain) for form in _FORMS)
    return any(match and _fits(match, headings) for match in matches)


def _fits(form: re.Match[str], headings: Collection[str]) -> bool:
    """Whether the form's nation, if it names one, is the beginning of a nation's name."""
    nation = form.groupdict().get("nation")
    return nation is None or _is_beginning(nation, headings)


def _is_beginning(text: str, headings: Collection[str]) -> bool:
    name = fold(text)
    if len(name) < SHORTEST_BEGINNING:
        return name in headings and bool(name)
    return any(heading.startswith(name) for heading in headings)


def _is_nation(text: str, headings: Collection[str]) -> bool:
    """Whether the text is a nation's name or the beginning of one, and nothing more."""
    return len(text.split()) <= HEADING_WORDS and _is_beginning(text, headings)


def _is_heading(text: str, headings: Collection[str]) -> bool:
    """`CHINA:`, `AUSTRIA:`, `CHINA: TAXATION`, and a whole name alone on its line."""
    head = _HEAD.fullmatch(text)
    if head is None:
        return len(text.split()) <= HEADING_WORDS and fold(text) in headings
    return _is_nation(head[1], headings)


def _is_nearly_order(text: str, headings: Collection[str]) -> bool:
    """Whether the line may be meant for an order: better refused with a hint than passed over."""
    return " -> " in text or _is_nearly_heading(text, headings) or _is_nearly_long_word(text)


def _is_nearly_heading(text: str, headings: Collection[str]) -> bool:
    """`CHNIA:`; short names are too easily alike."""
    head = _HEAD.fullmatch(text[:BEGINNING])
    if head is None or len(head[1].split()) > HEADING_WORDS:
        return False
    return _is_nearly(fold(head[1]), (name for name in headings if len(name) > SHORTEST_BEGINNING))


def _is_nearly_long_word(text: str) -> bool:
    """`TAXTION`, `INVEST9 IN China`; `CHEK` alone on its line."""
    word = re.match(r"[A-Z]*", text.upper())
    if word is None:
        return False
    alone = word[0] == text.upper().rstrip(" .!")
    return _is_nearly(word[0], LONG_WORDS) or (alone and _is_nearly(word[0], ("CHECK",)))


def _is_nearly(word: str, words: Iterable[str]) -> bool:
    return len(word) > SHORTEST_BEGINNING and any(
        abs(len(word) - len(other)) <= NEARLY_LETTERS and fuzz.ratio(word, other) >= NEARLY
        for other in words
    )
