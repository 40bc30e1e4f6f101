"""The new text of a mail: what its sender wrote above, below or between the lines of the old mail.

No reply parser is safe alone, so: a line that begins with `>` is never new; our own marker line
ends the new text; so do a signature line, the line that a mail program signs with, and the
beginning of a mail that is quoted without marks. A line that only says who wrote the quote below
it goes with that quote. quotequail knows many of these lines; `phrases` adds what it lacks, and the
form of such lines what both lack.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import quotequail  # type: ignore[import-untyped]

from pbem.mail import limits
from pbem.mail.phrases import (
    ATTRIBUTION_VERBS,
    CLIENT_LINES,
    FORWARD_TITLES,
    FROM_LABELS,
    GREETINGS,
    OTHER_LABELS,
    any_of,
)
from pbem.orders.lexer import clean

#: An attribution is broken over no more lines than this, and no further from its quote.
ATTRIBUTION_LINES: Final = 4
BLANKS_BEFORE_QUOTE: Final = 2
#: So many lines are taken for the end of one and looked at closely, which takes a millisecond each.
MOST_CANDIDATES: Final = 1_000
#: The verb at the end of one, with its colon, is no longer.
VERB_CHARACTERS: Final = 60
#: The header block above an old mail has at least so many lines that say what they are.
HEADER_LINES: Final = 3
LONGEST_CLIENT_LINE: Final = 160

#: `>`, `|`, and `IP>` as The Bat! puts it, with the initials of who is quoted.
_QUOTED: Final = re.compile(r">|\|(?: |$)|[^\W\d_]{1,4}>(?:[ >]|$)")
_MARKER: Final = re.compile(r"\W*write above this line\W*(?:\[?[0-9a-f]{8}\]?)?\W*", re.I)
_UNDERSCORES: Final = re.compile(r"_{5,}")
_SIGNATURE: Final = "--"
_CLIENT: Final = re.compile("|".join(CLIENT_LINES), re.I)
_FORWARD: Final = re.compile(
    rf"[-_=*>\s]{{2,}}(?:{any_of(FORWARD_TITLES)})\b[^\n]{{0,80}}?:?[-_=*<\s]*"
    rf"|(?:{any_of(FORWARD_TITLES)}) ?:",
    re.I,
)
_TITLE_IN_DASHES: Final = re.compile(r"-{3,} ?[^\W\d_][^-]{2,60}-{3,}")
#: It begins where a word does: to try every letter of a long word takes quadratic time.
_ADDRESS: Final = re.compile(
    r"(?<![^\s<>\[\]()\"',;:@])"
    r"[^\s<>\[\]()\"',;:@]+@[^\s<>\[\]()\"',;:@]+\.[^\s<>\[\]()\"',;:@]+"
)
#: Letters may stand right beside it: `于2026年11月12日周四 10:00写道`.
_DATE: Final = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[:.]\d\d(?!\d)|\d{1,2}[./]\s?\d{1,2}[./])"
)
#: Zoho: `---- On Thu, 12 Nov 2026 ... wrote ----`.
_IN_DASHES: Final = re.compile(r"-{3,} ?([^-].*[^-]) ?-{3,}")
#: Lotus Notes: `Ann ---12.11.2026 20:15:00---Re: Turn 3`.
_NOTES: Final = re.compile(r"[^-]{1,80}-{2,3}\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b[^-]{0,30}-{2,3}.*")
_LINK: Final = re.compile(r"\s*<https?://[^<>\s]*>", re.I)
_VERB_AT_END: Final = re.compile(rf"(?:\b|(?<=\d))(?:{any_of(ATTRIBUTION_VERBS)})[\s,]*:$", re.I)
_VERB: Final = re.compile(rf"\b(?:{any_of(ATTRIBUTION_VERBS)})(?!\w)", re.I)
_GREETING: Final = re.compile(rf"(?:{any_of(GREETINGS)}),?(?: [^\s,.!:;]+){{1,3}}[,.!]", re.I)
_VERB_AND_DATE: Final = re.compile(rf"\b(?:{any_of(ATTRIBUTION_VERBS)}) \([^()]*\) ?:$", re.I)
#: The sentences that our own mails begin with, above the marker (see `templates/head.txt.j2`).
HEAD_LINES: Final = 12
_HEAD_END: Final = re.compile(r"Write it here, above the line|We wait for |Due by ", re.I)
_HEAD_BEGIN: Final = re.compile(
    r"It is the turn of |.{1,60} is in the middle of its maneuver|.{1,60} comes to .{1,60} with "
    r"|.{1,60} wants to (?:use|pass) |Auction: you may |You may invest "
    r"|You need not do anything now|Your answer is due by |Write it here, above |We wait for ",
    re.I,
)
_LABEL: Final = re.compile(r"\W*([^\W\d_][^:\d]{0,24}?)[\s*]*:(?!//)[\s*]*(.*)")


def new_text(text: str) -> str:
    """The lines of a mail's text that are new; a blank line stands where quoted ones were."""
    raw = text.split("\n")
    plain = [clean(line[: limits.LINE_CHARACTERS]) for line in raw]
    dropped: set[int] = set()
    candidates = 0
    end = len(raw)
    for at, line in enumerate(plain):
        if not line:
            continue
        if _QUOTED.match(line):
            dropped.add(at)
        elif _ends_new_text(plain, at):
            end = at
            break
        elif _may_end_attribution(plain, at):
            candidates += 1
            start = _attribution(plain, at) if candidates <= MOST_CANDIDATES else None
            if start is None:
                continue
            if not _is_quote_next(plain, at + 1):
                end = start
                break
            dropped.update(range(start, at + 1))
    if end < len(raw) and _MARKER.fullmatch(plain[end]):
        dropped.update(_own_head(plain[:end]))
    return _joined(raw[:end], dropped)


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


def _joined(lines: Sequence[str], dropped: set[int]) -> str:
    kept: list[str] = []
    for at, line in enumerate(lines):
        if at not in dropped:
            kept.append(line.rstrip())
        elif kept and kept[-1]:
            kept.append("")
    return "\n".join(kept).strip("\n")


def _ends_new_text(plain: Sequence[str], at: int) -> bool:
    """Whether the old mail, or what the mail program adds, begins with this line."""
    line = plain[at]
    return (
        line == _SIGNATURE
        or bool(_MARKER.fullmatch(line) or _UNDERSCORES.fullmatch(line))
        or _is_client_line(line)
        or _is_forward(plain, at)
        or _is_header_block(plain, at)
    )


def _is_client_line(line: str) -> bool:
    """`Sent from my iPhone`, `Get Outlook<https://aka.ms/o0ukef>`."""
    line = _LINK.sub("", line)
    return len(line) <= LONGEST_CLIENT_LINE and bool(_CLIENT.fullmatch(line))


def _is_forward(plain: Sequence[str], at: int) -> bool:
    """`-----Original Message-----`, or such a line in any language above a header block."""
    line = plain[at]
    if _FORWARD.fullmatch(line):
        return True
    if not _TITLE_IN_DASHES.fullmatch(line):
        return False
    below = next((i for i in range(at + 1, len(plain)) if plain[i]), None)
    return below is not None and _is_header_block(plain, below)


def _is_header_block(plain: Sequence[str], at: int) -> bool:
    """Whether the lines from here on are the header of an old mail, as Outlook puts it above.

    Three lines of the form `Label: text`; the labels are known, or there are an address and a date.
    """
    first = _LABEL.fullmatch(plain[at])
    if first is None or not (_is_label(first[1]) or _ADDRESS.search(first[2])):
        return False
    block = plain[at : at + 3 * HEADER_LINES]
    if "" in block:
        block = block[: block.index("")]
    labelled = [match for match in map(_LABEL.fullmatch, block) if match]
    known = {match[1].lower().strip() for match in labelled} & (FROM_LABELS | OTHER_LABELS)
    if known & FROM_LABELS and len(known) >= HEADER_LINES:
        return True
    values = "\n".join(match[2] for match in labelled)
    return len(labelled) >= HEADER_LINES and bool(_ADDRESS.search(values) and _DATE.search(values))


def _is_label(text: str) -> bool:
    return text.lower().strip() in FROM_LABELS | OTHER_LABELS


def _may_end_attribution(plain: Sequence[str], end: int) -> bool:
    line = plain[end]
    at_end = line.endswith((":", ">", "---")) or _is_quote_next(plain, end + 1)
    return at_end or bool(_NOTES.fullmatch(line))


def _attribution(plain: Sequence[str], end: int) -> int | None:
    """The first line of an attribution that ends with line `end`, if there is one."""
    if _NOTES.fullmatch(plain[end]):
        return end
    quote_next = _is_quote_next(plain, end + 1)
    for start in range(end, _paragraph_start(plain, end) - 1, -1):
        window = " ".join(plain[start : end + 1])
        if _is_attribution(window) or (quote_next and _is_likely_attribution(window)):
            return _whole_attribution(plain, start, end)
    return None


def _paragraph_start(plain: Sequence[str], end: int) -> int:
    """The first of at most so many lines up to `end` that no blank or quoted line parts."""
    start = end
    while (
        start > 0
        and end - start < ATTRIBUTION_LINES - 1
        and plain[start - 1]
        and not _QUOTED.match(plain[start - 1])
    ):
        start -= 1
    return start


def _whole_attribution(plain: Sequence[str], start: int, end: int) -> int:
    """The start, moved up over lines of which the attribution is plainly the rest.

    So that own words right above an attribution are not taken for a part of it, a line is only
    added if it opens a bracket that is closed below, or brings the date or address still missing.
    """
    for above in range(start - 1, _paragraph_start(plain, end) - 1, -1):
        window = " ".join(plain[start : end + 1])
        opened = window.count(">") + window.count(")") > window.count("<") + window.count("(")
        missing = not _DATE.search(window) and (
            _DATE.search(plain[above]) or _ADDRESS.search(plain[above])
        )
        if not (opened or missing):
            break
        start = above
    return _with_greeting(plain, start)


def _with_greeting(plain: Sequence[str], start: int) -> int:
    """The start, moved up over `Hello Ann,`, which The Bat! puts above the attribution."""
    above = start - 1
    while above >= 0 and start - above <= BLANKS_BEFORE_QUOTE and not plain[above]:
        above -= 1
    return above if above >= 0 and _GREETING.fullmatch(plain[above]) else start


def _is_attribution(text: str) -> bool:
    """Whether the text says who wrote a mail and when, whatever stands below it."""
    if len(text) > limits.LINE_CHARACTERS:
        return False
    if (inside := _IN_DASHES.fullmatch(text)) and _DATE.search(inside[1]):
        return bool(_ADDRESS.search(inside[1]) or _VERB.search(inside[1]))
    if text.endswith(":") and _DATE.search(text) and _names_writer(text):
        return True
    if not text.endswith((":", ">")):
        return False
    parts = quotequail.quote(text, quote_intro_line=True)
    return len(parts) > 1 and not parts[0][1]


def _names_writer(text: str) -> bool:
    return _has_verb_at_end(text) or bool(_ADDRESS.search(text))


def _has_verb_at_end(text: str) -> bool:
    """`... wrote:`, `... ezt írta (időpont: 2026. nov. 12., Cs, 20:15):`."""
    if _VERB_AT_END.search(text[-VERB_CHARACTERS:]):
        return True
    return text.rstrip(" :").endswith(")") and bool(_VERB_AND_DATE.search(text))


def _is_likely_attribution(text: str) -> bool:
    """Whether the text, right above a quote, may say who wrote it."""
    if len(text) > limits.LINE_CHARACTERS:
        return False
    address, date = _ADDRESS.search(text), _DATE.search(text)
    if text.endswith(":"):
        return bool(address or date or _has_verb_at_end(text))
    return bool(address and date)


def _is_quote_next(plain: Sequence[str], at: int) -> bool:
    """Whether the next line that is not blank is quoted, and near."""
    for line in plain[at : at + BLANKS_BEFORE_QUOTE + 1]:
        if line:
            return bool(_QUOTED.match(line))
    return False
