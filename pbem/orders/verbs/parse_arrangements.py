"""`ABSENCE`, `CANCEL ABSENCE`, `SET TIMEZONE` and `EXTEND` (ORDERS.md, section 8)."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from zoneinfo import available_timezones

from rapidfuzz import fuzz, process

from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.orders.text.vocabulary import forms
from pbem.orders.text.words import head, number, shown, tidy
from pbem.orders.verbs.arrangements import Absence, Arrangement, Back, MoreTime, ZoneIs

MOST_HOURS = 24 * 28
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<name>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})",
        rf"(?P<day>\d{{1,2}})\.? {_MONTH},? (?P<year>\d{{4}})",
        rf"{_MONTH} (?P<day>\d{{1,2}}),? (?P<year>\d{{4}})",
    )
)
_BETWEEN = re.compile(r"\s*->\s*|\s+(?:to|until|till|and)\s+", re.IGNORECASE)
_FROM = re.compile(r"^(?:from|on)\s+", re.IGNORECASE)
_HOURS = re.compile(r"(\d+) ?(?:h|hours?)?", re.IGNORECASE | re.ASCII)
ALIKE = 75  # of 100
SUGGESTED = 5


def parse_arrangement(text: str) -> Arrangement:
    """`ABSENCE ...`, `CANCEL ABSENCE`, `SET TIMEZONE ...` or `EXTEND ...`.

    :raises SyntaxRefusal: `incomplete`, `bad-date`, `bad-number`, `unknown-name`
    :raises AmbiguousRefusal: `several-zones`
    """
    word, rest = head(text)
    match word:
        case "ABSENCE":
            return _absence(rest)
        case "CANCEL":
            return Back()
        case "SET":
            return ZoneIs(find_zone(tidy(head(rest)[1])))
    hours = _HOURS.fullmatch(rest)
    if not hours:
        raise SyntaxRefusal("incomplete", "By how many hours?", legal=forms("EXTEND"))
    return MoreTime(number(hours[1], "hours", MOST_HOURS))


def is_arrangement(text: str) -> bool:
    """Whether the line begins like one of these; `CANCEL` and `SET` do so for other things too."""
    word, rest = head(text)
    return word in {"ABSENCE", "EXTEND", "SET"} or (
        word == "CANCEL" and head(rest)[0] in {"ABSENCE", "ABSENCES"}
    )


def _absence(rest: str) -> Absence:
    said = [_FROM.sub("", piece.strip()) for piece in _BETWEEN.split(rest) if piece.strip()]
    if not 1 <= len(said) <= 2:
        raise SyntaxRefusal("incomplete", "From when, until when?", legal=forms("ABSENCE"))
    first, last = _date(said[0]), _date(said[-1])
    if last < first:
        raise SyntaxRefusal(
            "bad-date",
            f"{last} is before {first}.",
            legal=(f"ABSENCE {last} TO {first}",),
        )
    return Absence(first, last)


def _date(text: str) -> date:
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if not found:
            continue
        parts = found.groupdict()
        name = parts.get("name")
        month = _MONTHS.index(name.lower()) + 1 if name else int(parts["month"])
        try:
            return date(int(parts["year"]), month, int(parts["day"]))
        except ValueError:
            break
    raise SyntaxRefusal(
        "bad-date",
        f"{shown(text)} is no date: please write year, month and day.",
        legal=forms("ABSENCE"),
    )


def find_zone(text: str) -> str:
    """A zone by its name or the last part of it, however it is spelt: `athens`.

    :raises SyntaxRefusal: `incomplete`, `unknown-name`
    :raises AmbiguousRefusal: `several-zones`
    """
    if not text:
        raise SyntaxRefusal("incomplete", "Which time zone?", legal=forms("SET"))
    wanted = _plain(text)
    whole = [zone for zone in _zones() if _plain(zone) == wanted]
    found = whole or [zone for zone in _zones() if _plain(zone.rpartition("/")[2]) == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousRefusal(
            "several-zones",
            f"{shown(text)} fits several time zones.",
            legal=tuple(f"SET TIMEZONE {zone}" for zone in found[:SUGGESTED]),
        )
    near = process.extract(
        wanted, {zone: _plain(zone.rpartition("/")[2]) for zone in _zones()}, scorer=fuzz.ratio,
        limit=SUGGESTED, score_cutoff=ALIKE,
    )  # fmt: skip
    raise SyntaxRefusal(
        "unknown-name",
        f"There is no time zone called {shown(text)}; they are named after a large city.",
        legal=tuple(f"SET TIMEZONE {zone}" for _, _, zone in near) or forms("SET"),
    )


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


@cache
def _zones() -> tuple[str, ...]:
    """Those that a person would choose: no `Etc/GMT+5`, no `posix/...`."""
    hidden = ("Etc/", "posix", "right/", "SystemV/")
    return tuple(sorted(z for z in available_timezones() if not z.startswith(hidden)))
