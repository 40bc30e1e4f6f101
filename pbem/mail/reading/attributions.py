"""Lines that say who wrote the mail below them: `On Thu, 12 Nov 2026 Ann <ann@x.test> wrote:`.

quotequail knows many of them; `phrases` adds what it lacks, and their form what both lack: an
address in brackets before a colon, a date with a verb, a name with a verb and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import quotequail  # type: ignore[import-untyped]

from pbem.mail import limits
from pbem.mail.reading.phrases import (
    ATTRIBUTION_BEGINNINGS,
    ATTRIBUTION_VERBS,
    COURTESIES,
    FIRST_PERSON,
    GREETINGS,
    NAME_PARTICLES,
    OWN_WORDS,
    QUOTING_WORDS,
    any_of,
)
from pbem.orders.verbs.table import WORDS

#: An attribution is broken over no more lines than this, and no further from its quote.
ATTRIBUTION_LINES: Final = 4
BLANKS_BEFORE_QUOTE: Final = 2
#: One that is broken at its link has blank lines in it, too.
BROKEN_LINES: Final = 8
#: The verb at the end of one, with its colon, is no longer.
VERB_CHARACTERS: Final = 60
NAME_WORDS: Final = 6
LONGEST_UNDATED: Final = 160
LANGUAGE_WORD: Final = 4
COURTESY_WORDS: Final = 6

#: `>`, `|`, and `IP>` as The Bat! puts it, with the initials of who is quoted.
QUOTED: Final = re.compile(r">|\|(?: |$)|[^\W\d_]{1,4}>(?:[ >]|$)")
#: It begins where a word does: to try every letter of a long word takes quadratic time.
ADDRESS: Final = re.compile(
    r"(?<![^\s<>\[\]()\"',;:@])"
    r"[^\s<>\[\]()\"',;:@]+@[^\s<>\[\]()\"',;:@]+\.[^\s<>\[\]()\"',;:@]+"
)
#: `<ann@x.test>`, `(ann@x.test)`, `[mailto:ann@x.test]`, `<mailto:ann@x.test>`.
ADDRESS_IN_BRACKETS: Final = re.compile(
    r"[<(\[](?:mailto:|smtp:)?[^\s<>\[\]()\"',;:@]{1,200}@[^\s<>\[\]()\"',;:@]{1,200}[>)\]]", re.I
)
#: Letters may stand right beside it: `于2026年11月12日周四 10:00写道`.
DATE: Final = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[:.]\d\d(?!\d)|\d{1,2}[./]\s?\d{1,2}[./])"
)
#: Zoho: `---- On Thu, 12 Nov 2026 ... wrote ----`.
_IN_DASHES: Final = re.compile(r"-{3,} ?([^-].*[^-]) ?-{3,}")
#: Lotus Notes: `Ann ---12.11.2026 20:15:00---Re: Turn 3`.
_NOTES: Final = re.compile(r"[^-]{1,80}-{2,3}\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b[^-]{0,30}-{2,3}.*")
#: GroupWise: `>>> Ann <ann@x.test> 12.11.2026 20:15 >>>`, and so begins its longer form.
_GROUPWISE: Final = re.compile(r">{3,}\s?[^>\s].*")
#: Polymail and others break an attribution at its link: the last line is `> wrote:`.
BROKEN_END: Final = re.compile(rf">{{1,2}}\s?,?\s?(?:{any_of(ATTRIBUTION_VERBS)})\s?:", re.I)
_VERB_AT_END: Final = re.compile(rf"(?:\b|(?<=\d))(?:{any_of(ATTRIBUTION_VERBS)})[\s,]*:$", re.I)
_VERB: Final = re.compile(rf"\b(?:{any_of(ATTRIBUTION_VERBS)})(?!\w)", re.I)
_QUOTING: Final = re.compile(rf"(?:{any_of(QUOTING_WORDS)})(?!\w)", re.I)
_GREETING: Final = re.compile(rf"(?:{any_of(GREETINGS)}),?(?: [^\s,.!:;]+){{1,3}}[,.!]", re.I)
_COURTESY: Final = re.compile(rf"(?:{any_of(GREETINGS + COURTESIES)})(?!\w)", re.I)
_VERB_AND_DATE: Final = re.compile(rf"\b(?:{any_of(ATTRIBUTION_VERBS)}) \([^()]*\) ?:$", re.I)
_BEGINNING: Final = re.compile(rf"(?<=\S)\s(?=(?:{any_of(ATTRIBUTION_BEGINNINGS)})[ ,])", re.I)
_NAME_WORD: Final = re.compile(r"[^\W_][\w.'’-]*", re.I)
_SIGNS: Final = str.maketrans(dict.fromkeys("\"'*_()[]<>,;", " "))
#: Orders with a date, which are no part of an attribution below them.
_DATED_ORDER: Final = re.compile(r"(?:ABSENCE|DEADLINE|EXTEND|SET)\b", re.I)


def may_end_attribution(plain: Sequence[str], end: int) -> bool:
    """Whether the line is worth a close look."""
    line = plain[end]
    at_end = line.rstrip("*_ ").endswith((":", ">", "---")) or is_quote_next(plain, end + 1)
    return at_end or bool(_NOTES.fullmatch(line))


def attribution(plain: Sequence[str], end: int) -> int | None:
    """The first line of an attribution that ends with line `end`, if there is one."""
    if _NOTES.fullmatch(plain[end]):
        return end
    quote_next = is_quote_next(plain, end + 1)
    for start in range(end, _paragraph_start(plain, end) - 1, -1):
        window = " ".join(plain[start : end + 1])
        if is_attribution(window) or (quote_next and _is_likely_attribution(window)):
            return _whole_attribution(plain, start, end)
    return None


def broken_attribution(plain: Sequence[str], end: int) -> int | None:
    """The first line of an attribution that ends with `> wrote:`, blank lines in it."""
    if not BROKEN_END.fullmatch(plain[end]):
        return None
    start = None
    for above in range(end - 1, max(-1, end - BROKEN_LINES), -1):
        line = plain[above]
        if "<" in line or ADDRESS.search(line):
            start = above
        elif start is not None and DATE.search(line):
            return above
        elif line and start is not None:
            break
    return start


def is_group_wise(line: str) -> bool:
    """Whether a line in GroupWise's three marks says who wrote what stands unmarked below it."""
    line = line.strip("*_ ")
    if not _GROUPWISE.fullmatch(line):
        return False
    inside = line.strip("> ")
    closed = line.endswith(">>>") and bool(DATE.search(inside) or ADDRESS.search(inside))
    return closed or is_attribution(inside)


def may_be_group_wise(line: str) -> bool:
    """Whether a line with quote marks may be no quoted line, but the attribution of what is below.

    Other lines with marks stand together with more of their kind.
    """
    inside = line.strip("> ")
    return is_attribution(inside) or (line.startswith(">>>") and bool(DATE.search(inside)))


def is_attribution(text: str) -> bool:
    """Whether the text says who wrote a mail, and mostly when, whatever stands below it."""
    if len(text) > limits.LINE_CHARACTERS:
        return False
    text = text.rstrip("*_ ")
    if (inside := _IN_DASHES.fullmatch(text)) and DATE.search(inside[1]):
        return bool(ADDRESS.search(inside[1]) or _VERB.search(inside[1]))
    if not text.endswith((":", ">")):
        return False
    if text.endswith(":") and ((DATE.search(text) and _names_writer(text)) or _is_undated(text)):
        return True
    parts = quotequail.quote(text, quote_intro_line=True)
    return len(parts) > 1 and not parts[0][1]


def own_part(text: str) -> str:
    """What stands before the attribution on its line: mail programs add it to an own line."""
    for blank in _BEGINNING.finditer(text[: limits.LINE_CHARACTERS]):
        if is_attribution(text[blank.end() :]):
            before = text[: blank.start()]
            return before if holds_word(before) else ""
    return ""


def is_quote_next(plain: Sequence[str], at: int) -> bool:
    """Whether the next line that is not blank is quoted, and near."""
    for line in plain[at : at + BLANKS_BEFORE_QUOTE + 1]:
        if line:
            return bool(QUOTED.match(line))
    return False


def is_name(text: str) -> bool:
    """Whether the text holds a person's name and nothing else but addresses and dates."""
    words = [
        word
        for word in ADDRESS.sub(" ", text).translate(_SIGNS).rstrip(" :").split()
        if not any(map(str.isdigit, word))
    ]
    bare = [word.lower().strip(".:") for word in words]
    if not 0 < len(words) <= NAME_WORDS or OWN_WORDS.intersection(bare):
        return False
    names = [w for w, low in zip(words, bare, strict=True) if low not in NAME_PARTICLES]
    return bool(names) and all(_NAME_WORD.fullmatch(w) and not w[0].islower() for w in names)


def is_greeting(line: str) -> bool:
    """Whether the line greets somebody: `Hello Ann,`."""
    return bool(_GREETING.fullmatch(line))


def is_mere_greeting(line: str) -> bool:
    """Whether the line greets, and says no more: `Hi,`, `Hello Ann!`."""
    return is_greeting(line) or line.lower().rstrip(" ,.!") in GREETINGS


def is_courtesy(line: str) -> bool:
    """Whether the line holds a few friendly words: `Hello Ann:`, `Greetings from Vienna:`."""
    return len(line.split()) <= COURTESY_WORDS and bool(_COURTESY.match(line))


def holds_word(text: str) -> bool:
    """Whether a word of the order language is in it, and not one that attributions have too."""
    words = (word.strip(".,:;").upper() for word in text.split())
    return any(len(word) >= LANGUAGE_WORD and word in WORDS for word in words)


def is_report_of_words(line: str) -> bool:
    """Whether the line says, before a colon, that somebody wrote what follows, and not its writer.

    It may have other words than an attribution has: `Bela Kis wrote this to all of you:`.
    """
    if not line.endswith(":") or not _VERB.search(line):
        return False
    return not FIRST_PERSON.intersection(line.lower().translate(_SIGNS).rstrip(" :").split())


def _paragraph_start(plain: Sequence[str], end: int) -> int:
    """The first of at most so many lines up to `end` that no blank or quoted line parts."""
    start = end
    while (
        start > 0
        and end - start < ATTRIBUTION_LINES - 1
        and plain[start - 1]
        and not QUOTED.match(plain[start - 1])
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
        window = window.replace("->", "")
        opened = window.count(">") + window.count(")") > window.count("<") + window.count("(")
        missing = not DATE.search(window) and (
            DATE.search(plain[above]) or ADDRESS.search(plain[above])
        )
        if not (opened or missing) or _DATED_ORDER.match(plain[above]):
            break
        start = above
    return _with_greeting(plain, start)


def _with_greeting(plain: Sequence[str], start: int) -> int:
    """The start, moved up over `Hello Ann,`, which The Bat! puts above the attribution."""
    above = start - 1
    while above >= 0 and start - above <= BLANKS_BEFORE_QUOTE and not plain[above]:
        above -= 1
    return above if above >= 0 and _GREETING.fullmatch(plain[above]) else start


def _names_writer(text: str) -> bool:
    return _has_verb_at_end(text) or bool(ADDRESS.search(text))


def _has_verb_at_end(text: str) -> bool:
    """`... wrote:`, `... ezt írta (időpont: 2026. nov. 12., Cs, 20:15):`."""
    if _VERB_AT_END.search(text[-VERB_CHARACTERS:]):
        return True
    return text.rstrip(" :").endswith(")") and bool(_VERB_AND_DATE.search(text))


def _is_undated(text: str) -> bool:
    """`Ann <ann@x.test> wrote:`, `Ann Nagy wrote:`, `Quoting Ann <ann@x.test>:`, `wrote:`.

    People end a sentence with "wrote:", too; then there are other words in it than a name.
    """
    if len(text) > LONGEST_UNDATED:
        return False
    if ADDRESS_IN_BRACKETS.search(text):
        return True
    quoting = _QUOTING.match(text)
    if quoting and (ADDRESS.search(text) or is_name(text[quoting.end() :])):
        return True
    verb = _VERB.search(text)
    if verb is None:
        return False
    rest = f"{text[: verb.start()]} {text[verb.end() :]}".rstrip(" :,")
    if ADDRESS.search(rest):
        return _has_verb_at_end(text)
    return not rest.strip() or is_name(rest)


def _is_likely_attribution(text: str) -> bool:
    """Whether the text, right above a quote, may say who wrote it."""
    if len(text) > limits.LINE_CHARACTERS:
        return False
    address, date = ADDRESS.search(text), DATE.search(text)
    if text.endswith(":"):
        return bool(address or date or _has_verb_at_end(text))
    return bool(address and date)
