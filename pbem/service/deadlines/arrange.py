"""Whether a game allows what a player arranges: absences, a zone, and proposals to the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Message, say
from pbem.orders.verbs.clock.absence import Absence
from pbem.orders.verbs.clock.arrangements import Arrangement
from pbem.orders.verbs.clock.back import Back
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.proposals.consent import Consent
from pbem.orders.verbs.proposals.draw import Draw
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import TakeBack
from pbem.service.deadlines import ledger, proposing
from pbem.store.game import StoredGame
from pbem.timing.calendar import DAY
from pbem.timing.terms import zone_named

FARTHEST: Final = timedelta(days=400)
_LONGEST: Final = 366


@dataclass(slots=True)
class Arranger:
    """Takes arrangements of one mail, one after the other (see `orders.arrangements.Arrange`).

    :param number: of the last entry before the mail; now: when it is handled
    """

    game: StoredGame
    number: int
    now: datetime
    more: list[Absence] = field(default_factory=list)

    def __call__(self, player: PlayerId, arrangement: Arrangement) -> tuple[Message, ...]:
        """What the player should know about it.

        :raises IllegalRefusal: `no-absence`, `past`, `too-long`, `overlaps`, `not-away`,
            and those of `proposing.allowed`
        """
        match arrangement:
            case Absence():
                return self._absence(player, arrangement)
            case Back():
                return self._back(player)
            case ZoneIs(zone):
                local = self.now.astimezone(zone_named(zone))
                return (
                    say(
                        "It is {clock} there now. From now on, times are shown in this zone, in "
                        "all your games.",
                        clock=f"{local:%H:%M}",
                    ),
                )
            case TakeBack() | Draw() | MoreTime() | Consent():
                return proposing.allowed(self.game, self.number, player, arrangement)

    def _absence(self, player: PlayerId, absence: Absence) -> tuple[Message, ...]:
        terms = self.game.file.absence
        if not terms.days:
            raise IllegalRefusal("no-absence", say("In this game no absences can be announced."))
        today = self.now.astimezone(ledger.zone_of(self.game, player, self.number)).date()
        self._check_dates(absence, today)
        self._check_overlaps(player, absence)
        self._check_allowance(player, absence)
        self.more.append(absence)
        return (_WHAT_THEN[terms.then], _WHO_KNOWS[terms.shown])

    def _check_dates(self, absence: Absence, today: date) -> None:
        if absence.first < today:
            raise IllegalRefusal(
                "past",
                say(
                    "{first:order} is over; an absence begins today at the earliest.",
                    first=str(absence.first),
                ),
                legal=(f"ABSENCE {today} TO {max(today, absence.last)}",),
            )
        if absence.last - today > FARTHEST or absence.days > _LONGEST:
            raise IllegalRefusal("too-long", say("That is too far away."))

    def _check_overlaps(self, player: PlayerId, absence: Absence) -> None:
        zone = ledger.zone_of(self.game, player, self.number)
        begin, end = ledger.period_of(absence, zone)
        known = ledger.absences_of(self.game, player, self.number)
        periods = (*known, *(ledger.period_of(other, zone) for other in self.more))
        if any(begin < other_end and other_begin < end for other_begin, other_end in periods):
            raise IllegalRefusal(
                "overlaps",
                say(
                    "You have announced an absence for a part of that time already. Absences to "
                    "come are dropped by CANCEL ABSENCE."
                ),
                legal=("CANCEL ABSENCE",),
            )

    def _check_allowance(self, player: PlayerId, absence: Absence) -> None:
        most = self.game.file.absence.days
        used = ledger.days_away(self.game, player, self.number)
        used += _days_of(self.more)
        for year, days in _days_of([absence]).items():
            left = most - used[year]
            if days > left:
                raise IllegalRefusal(
                    "too-long",
                    say(
                        "Each player may be away for {most} days of a year; you have {left} left "
                        "in {year}, and this takes {days} of them.",
                        most=most,
                        left=max(0, left),
                        year=year,
                        days=days,
                    ),
                )

    def _back(self, player: PlayerId) -> tuple[Message, ...]:
        known = ledger.absences_of(self.game, player, self.number)
        if not self.more and not any(end > self.now for _, end in known):
            raise IllegalRefusal("not-away", say("You have announced no absence that is to come."))
        return (say("Deadlines of yours count again from now on."),)


_WHAT_THEN: Final = {
    "wait": say("Deadlines of yours wait meanwhile."),
    "play": say(
        "Deadlines do not wait: your plans and standing answers play on, and your stand-in if you "
        "have one."
    ),
}
_WHO_KNOWS: Final = {
    "nothing": say("Nobody is told."),
    "that": say("The others get to see that you are away, not until when."),
    "until": say("The others get to see until when you are away."),
}


def _days_of(absences: Iterable[Absence]) -> Counter[int]:
    days: Counter[int] = Counter()
    for absence in absences:
        for number in range(absence.days):
            days[(absence.first + number * DAY).year] += 1
    return days
