"""Whether orders may be a part of an old mail that is quoted without a mark that is known.

What tells an own order from an old one is what stands above it: mail programs put there, in any
language, who wrote the old mail and when. So a line is a *trace* of a quote if it holds an address
in brackets, a date with a time, a field of a header, a name before a colon or a title between
dashes, and is no sentence. Where an order stands below a trace, its sender is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from pbem.ground.fold import fold
from pbem.mail import limits
from pbem.mail.reading.attributions import (
    ADDRESS,
    ADDRESS_IN_BRACKETS,
    DATE,
    is_courtesy,
    is_greeting,
    is_name,
    is_report_of_words,
)
from pbem.mail.reading.headerblocks import (
    HEADER_LINES,
    has_date_and_time,
    has_time_at_end,
    holds_year,
    is_known_label,
    label_of,
)
from pbem.mail.reading.htmltext import BOX_BEGINS, BOX_ENDS, RULE
from pbem.mail.reading.phrases import FIRST_PERSON, NAME_PARTICLES, OWN_WORDS
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import Scan
from pbem.orders.text.words import tidy
from pbem.orders.verbs.table import WORDS, verb_of
from pbem.orders.verbs.verb import Reach
from pbem.report.language import own_words

#: A line that says who wrote is no longer, and has no more words beside names.
LONGEST_TRACE: Final = 250
MOST_SMALL_WORDS: Final = 6
#: So many lines above the last order are looked at.
MOST_LINES: Final = 2_000
SHORTEST_TITLE: Final = 4
#: A name before a colon stands near the order: a greeting and another line may be between.
NEAR: Final = 3

_TITLE: Final = re.compile(r"([-=*_~#+]{3,}) ?([^\W\d_][^-=*_~#+]{2,80}?) ?[-=*_~#+]{3,}")
_SIGNS: Final = str.maketrans(dict.fromkeys("\"'*_()[]<>,;|/", " "))
_OUR_HEAD: Final = re.compile(own_words.beginnings(own_words.DUE), re.I)
_REPLY: Final = re.compile(
    r"\s*(?:[^\W\d_]{1,10}(?:\[\d{1,3}\]|\^\d{1,3})? ?[:：]"
    rf"|(?:{own_words.beginnings(own_words.SUBJECTS)})\d)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of the mail whose text is weighed.

    answers: whether it says that it answers a mail, so that it may quote one
    names: the words of the names of those whom it goes to, folded: whom a quote may name
    own_names: those of its sender, who may put them above an order
    headings, places: as for `orders.reader.scan`
    called: under what names its sender may sign, as for `orders.reader.scan`
    """

    answers: bool
    names: frozenset[str]
    own_names: frozenset[str]
    headings: Collection[str]
    places: Collection[str]
    called: tuple[str, ...] = ()


def is_reply_subject(subject: str) -> bool:
    """Whether a subject begins as answers and forwarded mails do, or as ours."""
    return bool(_REPLY.match(subject))


def is_doubtful(text: str, orders: Scan, context: Context) -> bool:
    """Whether the orders in a mail's new text, or some of them, may be old ones."""
    said = _said_in_texts(orders)
    numbers = [
        line.number
        for line in orders.lines
        if line.number not in said and _is_order(line.text, context)
    ]
    if not numbers or not context.answers:
        return False
    raw = text.split("\n")[: numbers[-1]]
    if _is_boxed(raw, numbers) or _is_below_rule(raw):
        return True
    plain = [
        "" if number in said else clean(line[: limits.LINE_CHARACTERS])
        for number, line in enumerate(raw, 1)
    ]
    return _Weigher(plain, numbers, context).finds_trace()


def _said_in_texts(orders: Scan) -> frozenset[int]:
    """The lines of a press or a broadcast that has its end mark: people greet in it, and quote."""
    found: set[int] = set()
    lines = orders.lines
    at = 0
    while at < len(lines):
        verb = verb_of(lines[at].text)
        at += 1
        if verb is None or verb.reach is not Reach.TEXT or not verb.end:
            continue
        marks = (n for n in range(at, len(lines)) if tidy(lines[n].text).upper() == verb.end)
        end = next(marks, None)
        if end is not None:
            found |= {line.number for line in lines[at : end + 1]}
            at = end + 1
    return frozenset(found)


def real_orders(orders: Scan, context: Context) -> bool:
    """Whether there is an order among the lines that count, not only a heading."""
    return any(_is_order(line.text, context) for line in orders.lines)


def _is_order(text: str, context: Context) -> bool:
    """Whether a line alone is an order; a bare heading is none, and our forms hold one."""
    if not text or (text.endswith(":") and text.count(":") == 1):
        return False
    if fold(text) in context.headings:
        return False
    return bool(scan(text, context.headings, context.places).lines)


def _is_boxed(raw: Sequence[str], numbers: Sequence[int]) -> bool:
    """Whether an order stands in a blockquote that may quote, beside other words of the mail.

    Other words are any above it, and other orders below it.
    """
    wanted, depth, others, boxed = set(numbers), 0, False, False
    for number, line in enumerate(raw, 1):
        if BOX_BEGINS in line:
            depth += 1
        elif BOX_ENDS in line:
            depth -= 1
        elif depth > 0 and number in wanted:
            boxed = True
            if others:
                return True
        elif depth <= 0 and boxed and number in wanted:
            return True
        elif clean(line[: limits.LINE_CHARACTERS]) and depth <= 0:
            others = True
    return False


def _is_below_rule(raw: Sequence[str]) -> bool:
    """Whether a rule across the page stands between other words and the last order."""
    words = False
    for line in raw:
        words = words or bool(clean(line[: limits.LINE_CHARACTERS]))
        if RULE in line and words:
            return True
    return False


class _Weigher:
    """Looks for traces above the orders; `plain` ends with the last order."""

    def __init__(self, plain: Sequence[str], numbers: Sequence[int], context: Context) -> None:
        self._plain = plain
        self._orders = frozenset(number - 1 for number in numbers)
        self._context = context

    def finds_trace(self) -> bool:
        lines = (at for at, line in enumerate(self._plain) if line and at not in self._orders)
        return any(self._is_trace(at) for at in islice(lines, MOST_LINES))

    def _is_trace(self, at: int) -> bool:
        line = self._plain[at]
        if len(line) > LONGEST_TRACE or _OUR_HEAD.match(line):
            return False
        if is_courtesy(line) and not (ADDRESS.search(line) or DATE.search(line)):
            return is_greeting(line) and at > min(self._orders)  # people greet before they order
        if self._is_field(at):
            return True
        if self._is_foreign_address(at):
            return True
        words = [w for w in ADDRESS.sub(" ", line).translate(_SIGNS).split() if w.strip(":.-")]
        if is_report_of_words(line):
            dated = bool(DATE.search(line)) and any(self._plain[:at])
            return dated or len(_large(words)) > 1
        if self._is_dated_report(line, words):
            return True
        if self._is_own(words):
            return False
        return (
            self._is_writer(line, words)
            or self._is_clocked(at, words)
            or self._is_named(at, words)
            or self._is_title(line, at)
        )

    def _is_foreign_address(self, at: int) -> bool:
        """Below other words, an address of somebody else and nothing beside it."""
        address = self._plain[at].strip("<> ")
        if not ADDRESS.fullmatch(address) or not any(self._plain[:at]):
            return False
        local = {fold(word) for word in re.findall(r"[^\W\d_]+", address.partition("@")[0])}
        return local.isdisjoint(self._context.called)

    def _is_dated_report(self, line: str, words: Sequence[str]) -> bool:
        """`Bela Kis said the following on 12/11/2026 8:15 PM:`, whatever its other words are."""
        if not (line.endswith(":") and has_date_and_time(line) and len(_large(words)) > 1):
            return False
        return not (FIRST_PERSON & _bare(words) or self._is_of_game(words))

    def _is_clocked(self, at: int, words: Sequence[str]) -> bool:
        """`Bela Kis 8:15 PM`, as programs for talk put it above what somebody said."""
        names = [word for word in _large(words) if not word.isupper()]
        return (
            has_time_at_end(self._plain[at])
            and any(self._plain[:at])
            and len(names) > 1
            and not all(fold(name) in self._context.own_names for name in names)
            and is_name(self._plain[at])
        )

    def _is_own(self, words: Sequence[str]) -> bool:
        """Whether the line speaks of its writer, of orders or of nations."""
        return bool(_bare(words) & OWN_WORDS) or self._is_of_game(words)

    def _is_of_game(self, words: Sequence[str]) -> bool:
        bare = _bare(words)
        if any(len(w) > SHORTEST_TITLE and w.upper() in WORDS for w in bare):
            return True
        joined = fold("".join(words))
        headings = self._context.headings
        return any(fold(word) in headings for word in bare) or any(
            heading in joined for heading in headings if len(heading) > SHORTEST_TITLE
        )

    def _is_writer(self, line: str, words: Sequence[str]) -> bool:
        """Who and when: an address in brackets, or an address or a colon with a date and time."""
        small = sum(word[0].islower() for word in words)
        if (line.endswith((".", "!", "?")) and small > 1) or small > MOST_SMALL_WORDS:
            return False
        if ADDRESS_IN_BRACKETS.search(line) or (ADDRESS.search(line) and DATE.search(line)):
            return True
        if has_date_and_time(line):
            return True
        return line.endswith(":") and bool(DATE.search(line)) and len(_large(words)) > 1

    def _is_field(self, at: int) -> bool:
        """Two lines `Label: text` together, one of them with a label that is known."""
        if self._is_dated_block(at):
            return True
        label = label_of(self._plain[at])
        near = next((i for i in range(at + 1, len(self._plain)) if self._plain[i]), at)
        if not label or near == at or near > at + NEAR or near in self._orders:
            return False
        if not (other := label_of(self._plain[near])):
            return False
        if self._is_own(label.split()) or self._is_own(other.split()):
            return False
        return is_known_label(label) or is_known_label(other)

    def _is_dated_block(self, at: int) -> bool:
        """Three lines `Label: text` of labels that nobody knows, with a year or an address."""
        lines = self._plain[at : at + HEADER_LINES]
        labels = [label_of(line) for line in lines]
        if len(lines) < HEADER_LINES or not all(labels):
            return False
        if not self._orders.isdisjoint(range(at, at + HEADER_LINES)):
            return False
        text = " ".join(lines)
        if not (holds_year(text) or ADDRESS.search(text)):
            return False
        return not any(self._is_own(label.split()) for label in labels)

    def _is_named(self, at: int, words: Sequence[str]) -> bool:
        """`Ann Nagy rakstīja:` right above an order: names, a verb perhaps, and a colon."""
        if not self._plain[at].endswith(":"):
            return False
        below = list(islice((i for i in range(at + 1, len(self._plain)) if self._plain[i]), NEAR))
        large = _large(words)
        if all(fold(word) in self._context.own_names for word in large):
            return False
        small = [w for w in words if w[0].islower() and w.strip(":.") not in NAME_PARTICLES]
        known = any(fold(word) in self._context.names for word in large)
        near = bool(small) or any(self._plain[:at])
        named = known or (near and not self._orders.isdisjoint(below) and len(large) > 1)
        return named and len(small) <= MOST_SMALL_WORDS - 2

    def _is_title(self, line: str, at: int) -> bool:
        """`===== Original =====` with nothing but blank lines between it and other words."""
        title = _TITLE.fullmatch(line)
        return bool(title) and any(self._plain[:at])


def _bare(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word.lower().strip(":.!?’'") for word in words)


def _large(words: Sequence[str]) -> list[str]:
    """The words that may be names: of two letters or more, the first no small one."""
    bare = (word.strip(":.") for word in words)
    return [word for word in bare if len(word) > 1 and word[0].isalpha() and not word[0].islower()]
