"""The new text of a mail: what its sender wrote above, below or between the lines of the old mail.

No reply parser is safe alone, so: a line that begins with `>` is never new; our own marker line
ends the new text; so do a signature line, the line that a mail program signs with, and the
beginning of a mail that is quoted without marks. A line that only says who wrote the quote below
it goes with that quote (`attributions`, `headerblocks`). What is left in doubt is kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from pbem.mail import limits
from pbem.mail.reading.attributions import (
    BROKEN_END,
    DATE,
    QUOTED,
    attribution,
    broken_attribution,
    holds_word,
    is_attribution,
    is_group_wise,
    is_mere_greeting,
    is_quote_next,
    may_be_group_wise,
    may_end_attribution,
    own_part,
)
from pbem.mail.reading.headerblocks import (
    block_start,
    is_forward,
    is_header_block,
    is_known_label,
    label_of,
)
from pbem.mail.reading.phrases import CLIENT_LINES, FORWARD_TITLES, any_of
from pbem.orders.reader.characters import clean
from pbem.report.language import own_words

#: The form in our mails is no longer.
FORM_LINES: Final = 40
#: So many lines are taken for the end of one and looked at closely, which takes a millisecond each.
MOST_CANDIDATES: Final = 500
LONGEST_CLIENT_LINE: Final = 160
#: So many words of a line are tried for being the first of a client's line.
GLUED_WORDS: Final = 12
#: A gateway's banner between two lines of underscores has no more lines than this.
BANNER_LINES: Final = 10
#: A header that is quoted alone has no more lines.
QUOTED_HEADER_LINES: Final = 12
#: Mail programs break lines that are longer than this, their marks included; where they do it to a
#: quote, its rest stands without a mark. Those that are much longer were never broken.
WRAPPED_AT: Final = 72
SHORTEST_WRAPPED: Final = 50
SURELY_WRAPPED: Final = 68
LONGEST_WRAPPED: Final = 100

_MARKER: Final = re.compile(r"\W*write above this line\W*(?:\[?[0-9a-f]{8}\]?)?\W*", re.I)
_MARKS: Final = re.compile(r"[>| ]*")
_MARKER_INSIDE: Final = re.compile(r"write above this line\W{1,8}\[[0-9a-f]{8}\]", re.I)
#: Dashes between blanks have become an arrow, as between a move's places.
_TITLE_INSIDE: Final = re.compile(rf"\s(?:-{{3,}}|->)\s?(?:{any_of(FORWARD_TITLES)})\b", re.I)
_WORD_BEGINS: Final = re.compile(r"\s(?=[^\W\d_])")
_UNDERSCORES: Final = re.compile(r"_{5,}")
_WARNING: Final = re.compile(
    r"\W*(?:caution|warning|attention|achtung|vorsicht|warnung|external|externe[rn]?|avertissement"
    r"|atenció|atención|attenzione|atenção|let op|waarschuwing|advarsel|varning|varoitus|figyelem"
    r"|upozornění|uwaga|внимание|увага|προσοχή|dikkat|this (?:e-?mail|message|mail) (?:is|was|came"
    r"|originated|has been) |diese (?:e-?mail|nachricht) (?:kommt|stammt|kam|wurde))\b",
    re.IGNORECASE,
)
_SIGNATURE: Final = "--"
_CLIENT: Final = re.compile("|".join(CLIENT_LINES), re.I)
_LINK: Final = re.compile(r"\s*<https?://[^<>\s]*>", re.I)
#: What our own mails begin with, above the marker, has no more lines (`templates/head.txt.j2`).
HEAD_LINES: Final = 12
_HEAD_END: Final = re.compile(own_words.beginnings(own_words.HEAD_END), re.I)
_HEAD_BEGIN: Final = re.compile(own_words.beginnings(own_words.HEAD_BEGIN), re.I)
#: Headings and sentences below the marker line in our own mails, for copies that have lost it.
_OUR_HEADING: Final = re.compile(
    f"{own_words.whole(own_words.HEADINGS)}|(?:{own_words.beginnings(own_words.REMARKS)}).*"
)
_PRESS: Final = re.compile(r"(?:ANONYMOUS )?PRESS\b(?! ?:)|BROADCAST\b", re.I)
_PRESS_END: Final = re.compile(r"END (?:PRESS|BROADCAST)\W*", re.I)
#: What a tail cannot be: a heading with or without its order.
_HEADING: Final = re.compile(r"[^\s:][^:]{0,30}:(?: .*)?")
_SENTENCE_END: Final = (".", ":", "?", "!", ")", "]")


@dataclass(frozen=True, slots=True)
class NewText:
    """The lines of a mail's text that are new; a blank line stands where quoted ones were.

    below: what stands below a line that mostly ends the new text, but may also stand on top
    doubtful: single lines that may be new, or a part of the quote beside them

    Neither counts if there are orders in `text`.
    """

    text: str
    below: str = ""
    doubtful: str = ""


def new_text(text: str) -> NewText:
    """What is new in the text of a mail."""
    reader = _Reader(text.split("\n"))
    found = reader.read()
    if reader.below is None:
        return found
    below = _Reader(reader.below).read()
    doubtful = "\n".join(filter(None, (found.doubtful, below.doubtful)))
    return replace(found, below=below.text, doubtful=doubtful)


def filled_form(whole: str) -> str:
    """What stands in the form of our mail, between `Write it here` and the marker, marks gone."""
    lines = [_MARKS.sub("", clean(line[: limits.LINE_CHARACTERS]), 1) for line in whole.split("\n")]
    filled: list[str] = []
    inside = 0
    for line in lines:
        if _HEAD_END.match(line):
            inside = FORM_LINES
        elif _MARKER.fullmatch(line):
            inside = 0
        elif inside:
            filled.append(line)
            inside -= 1
    return "\n".join(filled)


class _Reader:
    """Goes through the lines once, and finds where the new text ends.

    below: the lines below a line that mostly ends the new text, but may also stand above it
    """

    def __init__(self, raw: Sequence[str]) -> None:
        self._raw = list(raw)
        self._plain = [clean(line[: limits.LINE_CHARACTERS]) for line in raw]
        self._dropped: set[int] = set()
        self._doubtful: list[str] = []
        self._first: int | None = None  # the first line that is new
        self._last_rule: int | None = None
        self._candidates = 0
        self._press = _press_lines(self._plain)
        self.below: Sequence[str] | None = None

    def read(self) -> NewText:
        """What is new; afterwards `below` is known."""
        end = len(self._raw)
        self._dropped.update(_amid_quotes(self._plain))
        for at, line in enumerate(self._plain):
            if at in self._dropped or not line:
                continue
            if (found := self._end_at(at)) is not None:
                end = found
                break
            if at not in self._dropped and (self._first is None or self._first in self._dropped):
                self._first = at
        if end < len(self._raw) and self._is_own_mail(end):
            self._dropped.update(_own_head(self._plain[:end]))
        return NewText(self._joined(end), doubtful="\n".join(self._doubtful))

    def _end_at(self, at: int) -> int | None:
        """Where the new text ends, if line `at` ends it; lines that are not new are dropped."""
        line = self._plain[at]
        if (start := broken_attribution(self._plain, at)) is not None:
            return start
        if QUOTED.match(line):
            return self._end_at_quote(at)
        if line.startswith("*") and is_group_wise(line):
            return at
        if self._is_own_mail(at) or is_forward(self._plain, at):
            return at
        if (own := _before_glued(line)) is not None:
            self._raw[at] = own
            return at + 1
        if is_header_block(self._plain, at):
            return block_start(self._plain, at)
        if line == _SIGNATURE or _UNDERSCORES.fullmatch(line) or _is_client_line(line):
            return self._end_at_rule(at)
        if may_end_attribution(self._plain, at) and not self._is_in_press(at):
            return self._end_at_attribution(at)
        return None

    def _is_own_mail(self, at: int) -> bool:
        """Whether one of our mails stands here: its marker line, or what is below it."""
        line = self._plain[at]
        return bool(_MARKER.fullmatch(line) or _OUR_HEADING.fullmatch(line))

    def _end_at_quote(self, at: int) -> int | None:
        """Quoted lines are dropped, and with them what was broken off the end of a long one."""
        next_quoted = is_quote_next(self._plain, at + 1)
        above = self._plain[at - 1] if at else ""
        if not next_quoted and not QUOTED.match(above):
            if is_group_wise(self._plain[at]):
                return at
            if self._first is not None and may_be_group_wise(self._plain[at]):
                self.below = self._raw[at + 1 :]
                return at
        if not next_quoted and self._first is not None and self._is_quoted_header(at):
            self.below = self._raw[at + 1 :]
            return at
        self._dropped.add(at)
        tail = at + 1
        if tail < len(self._raw) and self._is_tail(self._raw[at], self._plain[tail]):
            self._dropped.add(tail)
            below = self._plain[tail + 1] if tail + 1 < len(self._plain) else ""
            sure = QUOTED.match(below) or (not below and len(self._raw[at]) >= SURELY_WRAPPED)
            if not sure:
                self._doubtful.append(self._raw[tail])
        return None

    def _is_quoted_header(self, at: int) -> bool:
        """Whether the quoted lines up to here are the header of an old mail and nothing else.

        Orange's program marks that alone, under a title.
        """
        lines: list[str] = []
        for above in range(at, max(-1, at - QUOTED_HEADER_LINES), -1):
            if not QUOTED.match(self._plain[above]):
                break
            if line := _MARKS.sub("", self._plain[above], count=1):
                lines.append(line)
        fields = [label for label in map(label_of, lines) if label]
        return len(lines) - len(fields) <= 1 and sum(map(is_known_label, fields)) > 1

    def _is_tail(self, quoted: str, line: str) -> bool:
        """Whether a line is the end of the quoted line above it, which was too long.

        It was if the line's first word would not have fitted, and the sentence goes on.
        """
        quoted = quoted.strip()
        if not line or QUOTED.match(line) or quoted.endswith(_SENTENCE_END):
            return False
        fits = len(quoted) + 1 + len(line.split()[0]) <= WRAPPED_AT
        if fits or not SHORTEST_WRAPPED <= len(quoted) <= LONGEST_WRAPPED:
            return False
        return not (_HEADING.fullmatch(line) or _MARKER.fullmatch(line) or is_attribution(line))

    def _end_at_rule(self, at: int) -> int | None:
        """A line of underscores, a signature's or a mail program's own line.

        They end the new text; but they, and a banner between two of them, may stand on top.
        """
        if self._first is None or self._is_banner(at) or self._has_greeted(at):
            self._last_rule = at
            self._dropped.add(at)
            self._first = None
            return None
        if (
            self._last_rule is not None
            and self._first > self._last_rule
            and at - self._last_rule <= BANNER_LINES
            and _UNDERSCORES.fullmatch(self._plain[at])
            and _UNDERSCORES.fullmatch(self._plain[self._last_rule])
        ):
            self._dropped.update(range(self._last_rule, at + 1))
            return None
        if self._plain[at] != _SIGNATURE:
            self.below = self._raw[at + 1 :]
        return at

    def _is_banner(self, at: int) -> bool:
        """Whether all above a line of underscores is a gateway's warning of mails from outside."""
        above = [line for line in self._plain[max(0, at - BANNER_LINES) : at] if line]
        return (
            at <= BANNER_LINES
            and bool(_UNDERSCORES.fullmatch(self._plain[at]))
            and bool(_WARNING.match(above[0]))
        )

    def _has_greeted(self, at: int) -> bool:
        """Whether nothing but a greeting stands above."""
        above = [i for i in range(max(0, at - BANNER_LINES), at) if self._plain[i]]
        return at <= BANNER_LINES and all(
            i in self._dropped or is_mere_greeting(self._plain[i]) for i in above
        )

    def _is_in_press(self, at: int) -> bool:
        """Whether the line may be a part of a press: people quote each other there."""
        return at in self._press and not (DATE.search(self._plain[at]) or "@" in self._plain[at])

    def _end_at_attribution(self, at: int) -> int | None:
        """An attribution goes with the quote below it; without one it ends the new text."""
        self._candidates += 1
        start = attribution(self._plain, at) if self._candidates <= MOST_CANDIDATES else None
        if start is None:
            return None
        window = " ".join(self._plain[start : at + 1])
        if own := own_part(window):
            self._raw[start] = own
            start += 1
        else:
            self._doubtful.append(self._raw[start])
        if not is_quote_next(self._plain, at + 1):
            return start
        self._dropped.update(range(start, at + 1))
        return None

    def _joined(self, end: int) -> str:
        kept: list[str] = []
        for at, line in enumerate(self._raw[:end]):
            if at not in self._dropped:
                kept.append(line.rstrip())
            elif kept and kept[-1]:
                kept.append("")
        return "\n".join(kept).strip("\n")


def _press_lines(plain: Sequence[str]) -> frozenset[int]:
    """The lines between the beginning of a press and its end, if no quote stands between."""
    inside: list[int] = []
    opened: int | None = None
    for at, line in enumerate(plain):
        if QUOTED.match(line) or _MARKER.fullmatch(line):
            opened = None
        elif opened is not None and _PRESS_END.fullmatch(line):
            inside.extend(range(opened, at + 1))
            opened = None
        elif opened is None and _PRESS.match(line):
            opened = at
    return frozenset(inside)


def _amid_quotes(plain: Sequence[str]) -> list[int]:
    """The quoted lines, which end nothing, that have another right below them, as most have."""
    quoted = [bool(line) and QUOTED.match(line) is not None for line in plain]
    return [
        at
        for at in range(len(plain) - 1)
        if quoted[at] and quoted[at + 1] and not BROKEN_END.fullmatch(plain[at])
    ]


def _own_head(plain: Sequence[str]) -> range:
    """What stands above our marker in the old mail, where a program has copied it without marks.

    Its paragraph with the question, up to `Write it here`; the form below it may be filled in.
    """
    for last in range(len(plain) - 1, max(-1, len(plain) - 1 - HEAD_LINES), -1):
        if not _HEAD_END.match(plain[last]):
            continue
        start = last
        for above in range(last, max(-1, last - HEAD_LINES), -1):
            if not plain[above]:
                break
            if _HEAD_BEGIN.match(plain[above]):
                start = above
        return range(start, last + 1)
    return range(0)


def _before_glued(line: str) -> str | None:
    """What stands before our marker, a forwarding title or a client's line on the same line.

    Programs that lose line breaks put them right behind an order; None if there is nothing such.
    """
    if marker := _MARKER_INSIDE.search(line):
        return line[: marker.start()].rstrip("-> ")
    for glued in _TITLE_INSIDE.finditer(line):
        if holds_word(before := line[: glued.start()]):
            return before
    if not holds_word(line) or len(line) > LONGEST_CLIENT_LINE:
        return None
    for blank in islice(_WORD_BEGINS.finditer(line), GLUED_WORDS):
        before, after = line[: blank.start()], line[blank.end() :]
        if after[0].isupper() and holds_word(before) and _is_client_line(after):
            return before
    return None


def _is_client_line(line: str) -> bool:
    """`Sent from my iPhone`, `Get Outlook<https://aka.ms/o0ukef>`."""
    line = _LINK.sub("", line)
    if line.startswith("[") and line.endswith("]"):
        line = line[1:-1]
    return len(line) <= LONGEST_CLIENT_LINE and bool(_CLIENT.fullmatch(line))
