"""`ABSENCE <date> TO <date>`: the player is away, both days included."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import cut
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

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


@dataclass(frozen=True, slots=True)
class Absence:
    """From one day to another, both included, in the player's zone."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it is."""
        return (self.last - self.first).days + 1


def parse(said: Said) -> Absence:
    """Both days, or the one.

    :raises SyntaxRefusal: `incomplete`, `bad-date`
    """
    pieces = _BETWEEN.split(said.rest)
    days = [_FROM.sub("", piece.strip()) for piece in pieces if piece.strip()]
    if not 1 <= len(days) <= 2:
        raise SyntaxRefusal("incomplete", say("From when, until when?"), legal=VERB.legal)
    first, last = date_in(days[0], VERB.legal), date_in(days[-1], VERB.legal)
    if last < first:
        raise SyntaxRefusal(
            "bad-date",
            say("The absence ends before it begins: it would begin on {first:day} and end on "
                "{last:day}.", first=first, last=last),
            legal=(f"ABSENCE {last} TO {first}",),
        )  # fmt: skip
    return Absence(first, last)


def date_in(text: str, legal: tuple[str, ...]) -> date:
    """A day as people write it.

    :param legal: the forms of the order that it stands in
    :raises SyntaxRefusal: `bad-date`
    """
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
        say('"{said}" is no date: please write year, month and day.', said=cut(text)),
        legal=legal,
    )


def written(_: Board, absence: Absence) -> str:
    """`ABSENCE 2026-12-24 TO 2027-01-02`."""
    return f"ABSENCE {absence.first.isoformat()} TO {absence.last.isoformat()}"


VERB = Verb(
    word="ABSENCE",
    kind=Kind.ASIDE,
    follows={"ABSENCE": (r".*\d.*",)},
    keywords=("TO",),
    forms=(Form("ABSENCE 2026-12-24 TO 2027-01-02", say("I am away, both days included")),),
    notes=(
        say(
            "Dates as 2026-12-24, 24.12.2026 or 24 Dec 2026. What that means for deadlines, and "
            "who gets to know of it, the game says. CANCEL ABSENCE ends it."
        ),
    ),
    examples=("ABSENCE 2026-12-24 TO 2027-01-02",),
    parse=parse,
    values=(Absence,),
    format=written,
)
