"""`DEADLINE <time>`: when the answer to the open question is due."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import cut
from pbem.orders.verbs.clock.absence import date_in
from pbem.orders.verbs.moderator.command import ModeratorCommand, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who

_CLOCK: Final = re.compile(
    r"(?P<before>.*?)(?:[,\s]+(?:at |um )?|T|^)(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)"
    r"(?::\d\d)?(?P<behind>[,\s]+.*)?",
    re.IGNORECASE | re.ASCII,
)
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY: Final = re.compile(rf"(?:on )?({'|'.join(_DAYS)})[a-z]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DeadlineAt(ModeratorCommand):
    """A moment as it is written, by the moderator's clock."""

    at: str

    def moment(self, today: date) -> datetime:
        """The moment, without a zone.

        :param today: where its writer is: of a day of the week the next one is meant
        :raises SyntaxRefusal: `bad-date`
        """
        found = _CLOCK.fullmatch(self.at)
        if found is None:
            raise _bad(self.at)
        clock = time(int(found["hour"]), int(found["minute"]))
        day = (found["before"] or found["behind"] or "").strip(" ,")
        return datetime.combine(_day(day, today) if day else today, clock)


def _day(text: str, today: date) -> date:
    words = _DAY.fullmatch(text)
    if words:
        ahead = (_DAYS.index(words[1].lower()) - today.weekday()) % 7
        return today + timedelta(days=ahead or 7)
    if text.lower() in ("today", "tomorrow"):
        return today + timedelta(days=text.lower() == "tomorrow")
    return date_in(text, VERB.legal)


def _bad(text: str) -> SyntaxRefusal:
    return SyntaxRefusal(
        "bad-date",
        say('"{said}" is no time: please write a day and a clock time.', said=cut(text)),
        legal=VERB.legal,
    )


def parse(said: Said) -> DeadlineAt:
    """The moment, as it is written.

    :raises SyntaxRefusal: `incomplete`, `bad-date`
    """
    deadline = DeadlineAt(words_of(said.rest, VERB.legal))
    deadline.moment(date(2026, 1, 1))
    return deadline


def written(_: Board, deadline: DeadlineAt) -> str:
    """`DEADLINE 2026-12-24 18:00`."""
    return f"DEADLINE {deadline.at}"


VERB = Verb(
    word="DEADLINE",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"DEADLINE": (r".*\d.*",)},
    forms=(Form("DEADLINE 2026-12-24 18:00", say("when the open answer is due")),),
    notes=(
        say("In your time zone, else the game's: {orders}. All players are told.",
            orders=("DEADLINE Fri 20:00", "DEADLINE tomorrow 18:00", "DEADLINE 24.12.2026 18:00")),
    ),
    examples=("DEADLINE 2026-12-24 18:00",),
    parse=parse,
    values=(DeadlineAt,),
    format=written,
)  # fmt: skip
