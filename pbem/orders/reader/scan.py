"""The new text of a mail as lines of the order language (order language, section 1).

`scan` finds where the orders begin and end, drops comments and list marks, and gives every order a
line of its own. What the orders mean is the parser's work. Nothing here knows of mails or files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice, pairwise
from typing import Final

from pbem.orders.reader.characters import clean
from pbem.orders.reader.closing import (
    is_closing,
    is_own_name,
    is_peace,
    is_peace_and_name,
    may_be_name,
)
from pbem.orders.reader.looks import BEGINNING, HEAD, Looks, is_nearly_long_word
from pbem.orders.reader.manners import WEAK, maneuver_said, pieces, without_ornaments
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.words import head
from pbem.orders.verbs.desk import Wish
from pbem.orders.verbs.table import TEXTS, forms_behind, verb_of
from pbem.orders.verbs.verb import Reach

#: More order lines are not looked for; the parser takes none if there are as many as that and one.
MOST_LINES: Final = 500
#: A mail is looked at more than once on its way; of longer texts nothing is kept in mind.
SHORT: Final = 20_000
#: So many lines below closing words may be a name and what goes with it.
MOST_NAMES: Final = 2

_BEGIN: Final = re.compile(r"BEGIN ORDERS\W*", re.IGNORECASE)
_END: Final = re.compile(
    r"END(?: (?:OF )?(?:(?:MY|THE) )?(?:ORDERS?|MAIL|MESSAGE|TURN))?\W*", re.IGNORECASE
)
_SIGNATURE: Final = re.compile(r"--\s*")
_QUOTED: Final = re.compile(r"\s*[>＞]")
_RULE: Final = re.compile(r"\W*[-=*~_–—−]{3}[\W_]*")
_CHECK: Final = re.compile(r"\W*CHECK\b", re.IGNORECASE)

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
class _Row:
    """A line of the text with its orders; `body` marks a line of a press or broadcast.

    blank: it parts paragraphs; a row with neither orders nor `blank` is a comment.
    """

    number: int
    raw: str
    orders: tuple[str, ...]
    blank: bool = False
    body: bool = False


def scan(
    text: str,
    headings: Collection[str],
    places: Collection[str] = frozenset(),
    writer: Collection[str] = (),
) -> Scan:
    """The orders of a mail's new text.

    :param headings: the folded names of the nations, see `fold`
    :param places: those of the regions: moves without their unit are told by them
    :param writer: what the sender is called: such a name below the orders is none of them
    """
    looks = Looks(frozenset(headings), frozenset(places), tuple(writer))
    return _known(text, looks) if len(text) <= SHORT else _scan(text, looks)


def _scan(text: str, looks: Looks) -> Scan:
    rows = [_row(number, raw, looks) for number, raw in enumerate(_split(text), 1)]
    rows = [row for row in rows if not _QUOTED.match(row.raw)]
    rows = _with_maneuver(rows, looks)
    before, rows, after = _between_begin_and_end(rows, looks)
    first = next((i for i, row in enumerate(rows) if _begins(row, looks)), len(rows))
    counted, rest = _until_end(rows[first:], looks)
    counted, trailing = _without_closing_paragraphs(counted, looks)
    counted, closing = _without_closing_lines(counted, trailing, looks)
    weak = len(counted) if _only_wishes(counted) else _weak_beginning(counted)
    every = (_line(row, order, looks) for row in counted[weak:] for order in row.orders)
    lines = islice(every, MOST_LINES + 1)
    ignored = (*before, *rows[:first], *counted[:weak], *closing, *trailing, *rest, *after)
    return Scan(tuple(lines), tuple(_ignored(ignored)))


_known = lru_cache(maxsize=32)(_scan)


def _split(text: str) -> list[str]:
    """The lines of the text; only `\\n` and its relatives of old part them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _row(number: int, raw: str, looks: Looks) -> _Row:
    """The line with its orders: links, comments, emphasis and list marks gone, parted at `;`."""
    if len(raw) <= BEGINNING and _RULE.fullmatch(raw):
        return _Row(number, raw, (), blank=True)
    # Links go first, for their `//` is no comment; then full-width signs become plain ones.
    text = clean(_MARKDOWN_LINK.sub(r"\1", _AUTOLINK.sub("", raw)))
    if _begins_text(begun := _without_list_marks(text)):
        return _Row(number, raw, (begun,))
    uncommented = _COMMENT.sub("", text)
    bare = without_ornaments(_EMPHASIS.sub("", _without_list_marks(uncommented)))
    parts = islice(filter(None, map(str.strip, bare.split(";"))), MOST_LINES + 1)
    orders = tuple(piece for part in parts for piece in pieces(_without_list_marks(part), looks))
    orders = tuple(map(_asked_for, orders))
    return _Row(number, raw, orders, blank=not orders and uncommented == text)


def _asked_for(piece: str) -> str:
    """`STATUS?`: a command alone that is answered, without the question mark."""
    if not piece.endswith("?"):
        return piece
    plain = piece.rstrip("? ")
    word, rest = head(plain)
    fits = any(form.fullmatch(rest.upper()) for form in forms_behind(word))
    verb = verb_of(plain) if fits else None
    return plain if verb and any(issubclass(value, Wish) for value in verb.values) else piece


def _begins_text(text: str) -> bool:
    """`PRESS TO Bob: come; I am at sea`: what stands behind the colon is no order to be parted."""
    word, rest = head(text)
    return word in TEXTS and ": " in rest


def _with_maneuver(rows: list[_Row], looks: Looks) -> list[_Row]:
    """`My moves:` above a move is `MANEUVER`."""
    found = list(rows)
    texts = [at for at, row in enumerate(rows) if row.orders]
    for at, below in pairwise(texts):
        row, first = rows[at], rows[below].orders[0]
        said = maneuver_said(row.orders[0], looks) if len(row.orders) == 1 else ""
        if said and looks.is_move_line(first):
            found[at] = replace(row, orders=(said,))
    return found


def _without_list_marks(text: str) -> str:
    marks = _LIST_MARKS.match(text)
    return text[marks.end() :] if marks else text


def _between_begin_and_end(
    rows: list[_Row], looks: Looks
) -> tuple[list[_Row], list[_Row], list[_Row]]:
    """What stands before, in and after `BEGIN ORDERS` ... `END`; without it, all is in it."""
    at = 0
    unclosed: set[str] = set()  # looked for once, so that many openings cost no more than one
    while at < len(rows):
        if any(map(_BEGIN.fullmatch, rows[at].orders)):
            inside, rest = _until_end(rows[at + 1 :], looks)
            return rows[:at], inside, rest
        mark = _opens_body(rows[at], looks)
        at += 1
        if mark and mark not in unclosed:  # a press may speak of BEGIN ORDERS
            end = _own_end_of_body(rows, at, mark)
            at, unclosed = (at, unclosed | {mark}) if end is None else (end, unclosed)
    return [], rows, []


def _until_end(rows: list[_Row], looks: Looks) -> tuple[list[_Row], list[_Row]]:
    """The rows up to `END` or a signature line, bodies of presses marked; and those behind it."""
    counted: list[_Row] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        if _SIGNATURE.fullmatch(row.raw) or any(map(_END.fullmatch, row.orders)):
            return [*counted, *_orders_before_end(row)], rows[at + 1 :]
        counted.append(row)
        at += 1
        if mark := _opens_body(row, looks):
            end = _end_of_body(rows, at, mark)
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


def _opens_body(row: _Row, looks: Looks) -> str:
    """With what line a body ends that the row begins, as `END PRESS`; "" if it begins none."""
    verb = verb_of(row.orders[-1]) if row.orders else None
    if verb is None or verb.reach is not Reach.TEXT or not looks.is_order(row.orders[-1]):
        return ""
    return verb.end


def _end_of_body(rows: Sequence[_Row], start: int, mark: str) -> int:
    """Where the body ends: at its own mark, else at `END`, else with the text."""
    own = _own_end_of_body(rows, start, mark)
    return next(_find(rows, start, _END), len(rows)) if own is None else own


def _own_end_of_body(rows: Sequence[_Row], start: int, mark: str) -> int | None:
    own = re.compile(rf"{mark}\W*", re.IGNORECASE)
    return next(_find(rows, start, own), None)


def _find(rows: Sequence[_Row], start: int, pattern: re.Pattern[str]) -> Iterator[int]:
    for at in range(start, len(rows)):
        if any(map(pattern.fullmatch, rows[at].orders)):
            yield at


def _as_body(row: _Row) -> _Row:
    """A line of a press: as it was written, but for its end and what breaks a line."""
    return _Row(row.number, row.raw, (row.raw.rstrip(),), blank=False, body=True)


def _without_closing_paragraphs(rows: list[_Row], looks: Looks) -> tuple[list[_Row], list[_Row]]:
    """The rows up to the last paragraph that holds an order or nearly one, and those behind it."""
    last = 0
    at = 0
    follows = False  # whether nothing but blank lines stands between the last order and here
    for blank, group in groupby(rows, key=lambda row: row.blank):
        paragraph = list(group)
        at += len(paragraph)
        if blank:
            continue
        goes_on = follows and _goes_on(rows[:last], paragraph, looks)
        if last == 0 or goes_on or _holds_order(paragraph, looks):
            last = at
        follows = last == at
    return rows[:last], rows[last:]


def _goes_on(rows: list[_Row], paragraph: list[_Row], looks: Looks) -> bool:
    """`FACTORY`, a blank line, `in Chongqing`: HTML mails part lines so. Better refused than half
    an order taken."""
    order = next((row.orders[-1] for row in reversed(rows) if row.orders), "")
    return any(looks.goes_on(order, line) for row in paragraph for line in row.orders)


def _holds_order(rows: Iterable[_Row], looks: Looks) -> bool:
    return any(
        row.body or looks.is_order(order) or looks.is_nearly_order(order)
        for row in rows
        for order in row.orders
    )


def _without_closing_lines(
    rows: list[_Row], trailing: list[_Row], looks: Looks
) -> tuple[list[_Row], list[_Row]]:
    """The rows without the sign-off right below the last order, and the sign-off.

    Only closing words and the sender's own name are one, and a short name below closing words:
    `Regards,`, `Annie`. `Peace` is one below an order, with a name behind it.

    :param trailing: the rows below them that are known to be no orders
    """
    end = at = len(rows)
    names = 0  # lines that may be a name, of which it is not known yet whether they close the text
    while at > 1:  # the first row is an order
        at -= 1
        row = rows[at]
        if row.body:
            break
        if not row.orders:
            continue
        text = ", ".join(row.orders)
        if _is_sign_off(text, clean(row.raw), looks) or (
            is_peace(text) and (names or _is_name([*rows[at + 1 :], *trailing], looks.writer))
        ):
            end, names = at, 0
        elif names < MOST_NAMES and may_be_name(text) and not _holds_order([row], looks):
            names += 1
        else:
            break
    return rows[:end], rows[end:]


def _is_sign_off(text: str, written: str, looks: Looks) -> bool:
    """Whether the row closes the text; `written` is it with the name that `text` may lack."""
    writer = looks.writer
    if is_peace_and_name(written, writer):
        return True
    if not (is_closing(text, writer) or is_own_name(text, writer)):
        return False
    return not looks.is_order(text) and not looks.is_place(text)


def _is_name(rows: Sequence[_Row], writer: Collection[str]) -> bool:
    """Whether the first row with a text is the sender's name."""
    first = next((row.orders for row in rows if row.orders), ())
    return len(first) == 1 and is_own_name(first[0], writer)


def _only_wishes(rows: Sequence[_Row]) -> bool:
    """Whether there is nothing to check: "Please do not play this" alone is no `CHECK`."""
    texts = [row for row in rows if row.orders]
    return all(set(row.orders) == {"CHECK"} for row in texts) and not any(
        _CHECK.match(row.raw) for row in texts
    )


def _weak_beginning(rows: Sequence[_Row]) -> int:
    """How many rows are left out at the beginning: `Ok` above an order answers nothing."""
    texts = [row for row in rows if row.orders][:2]
    if len(texts) < 2 or texts[0].orders[0].rstrip(" .,!").upper() not in WEAK:
        return 0
    return rows.index(texts[1]) if len(texts[0].orders) == 1 else 0


def _begins(row: _Row, looks: Looks) -> bool:
    """Whether the orders may begin with this row."""
    return bool(row.orders) and (
        looks.is_order(row.orders[0])
        or looks.is_nearly_heading(row.orders[0])
        or is_nearly_long_word(row.orders[0])
        or bool(_END.fullmatch(row.orders[0]))
    )


def _line(row: _Row, order: str, looks: Looks) -> TextLine:
    if not row.body and (head := HEAD.fullmatch(order)) and looks.is_nation(head[1]):
        # `Austria - Hungary:` is a name; its dash was taken for an arrow.
        order = order.replace(head[1], head[1].replace(" -> ", "-"), 1)
    return TextLine(row.number, order, row.raw)


def _ignored(rows: Iterable[_Row]) -> Iterator[TextLine]:
    for row in rows:
        if text := clean(row.raw):
            yield TextLine(row.number, text, row.raw)
