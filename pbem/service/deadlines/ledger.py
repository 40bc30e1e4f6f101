"""The ledger of a game's time: when answers are due, who is away, who has missed what.

It follows from the journal and from the tables `[deadlines]` and `[absence]`, and nothing else.

When an answer is due is written into the entry that makes it so and holds from then on, whatever is
changed in the tables: what was told to the players is what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.board.ids import PlayerId
from pbem.orders.parser.lines import parse_arrangement
from pbem.orders.verbs.clock.absence import Absence
from pbem.orders.verbs.clock.arrangements import Arrangement
from pbem.orders.verbs.clock.back import Back
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.rules.state import Ask, Decision, State
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.store.raised import raised_by
from pbem.timing.calendar import DAY, Calendar
from pbem.timing.terms import Deadlines, Period

UTC_ZONE = ZoneInfo("UTC")


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """The question that is open.

    number: of the entry that raised it, 0 for the start
    asked: when that was; not after anything that came later, should the clock have been ahead then
    due: when the answer is due; None if never
    """

    number: int
    asked: datetime
    kind: Ask
    player: PlayerId
    due: datetime | None


@dataclass(frozen=True, slots=True)
class Misses:
    """How many deadlines a player has missed: since the last answer, and in all."""

    in_a_row: int = 0
    total: int = 0


def open_question(game: StoredGame, after: int | None = None) -> OpenQuestion | None:
    """The question that is open; None once the game is over.

    :param after: after which entry; the last one if None
    """
    last = game.last if after is None else after
    state = game.state_after(last)
    if state.over:
        return None
    head = state.pending[0]
    number = raised_by(game, last)
    asked = game.entries[number - 1][0].time if number else game.file.created
    asked = min(asked, *(entry.time for entry, _ in game.entries[number:last]), asked)
    return OpenQuestion(number, asked, head.kind, head.player, due_after(game, last))


def due_after(game: StoredGame, number: int) -> datetime | None:
    """When the answer is due to the question that is open after an entry; None if never."""
    return game.entries[number - 1][0].due if number else game.file.due


def since_asked(
    game: StoredGame, question: OpenQuestion, upto: int | None = None
) -> Iterator[Entry]:
    """The entries since the question was raised; up to that number, if one is given."""
    return (entry for entry, _ in game.entries[question.number : upto])


def first_due(file_deadlines: Deadlines | None, state: State, created: datetime) -> datetime | None:
    """When the first answer of a game is due."""
    if file_deadlines is None or state.over:
        return None
    return file_deadlines.due(state.pending[0].kind, created)


def next_due(
    game: StoredGame,
    state: State,
    time: datetime,
    by: PlayerId | None,
    orders: Sequence[str] = (),
    *,
    undone: bool = False,
) -> datetime | None:
    """When the answer is due to the question that is open after the next entry.

    :param state: the position after it; time: when it is made
    :param by: whose `orders` it holds
    :param undone: whether it takes back, so that a question is asked anew
    """
    terms = game.file.deadlines
    if terms is None or state.over or is_paused(game):
        return None
    before, head = game.state, state.pending[0]
    arranged = arranged_in(orders) if by == head.player else ()
    back = any(isinstance(a, Back) for a in arranged)
    new = _periods(game, head.player, _announced(arranged), time)
    if undone or state.asking != before.asking:
        closed = sorted((*closed_for(game, head.player, time), *new))
        return terms.due(head.kind, time, closed)
    due = due_after(game, game.last)
    if due is None or game.file.absence.then != "wait":
        return due
    if back:
        due = _moved_back(game, terms, head, due, time)
    limit = terms.grace.length + bank_left(game, head.player)
    closed = sorted((*closed_for(game, head.player, time), *new))
    for begin, end in new:
        if begin < due + limit:
            moved = terms.moved(head.kind, due, (begin, end))
            due = beyond(terms, head.kind, due, moved, [p for p in closed if p != (begin, end)])
    return due


def _announced(arranged: Sequence[Arrangement]) -> list[Absence]:
    """The absences of a mail that it does not take back itself."""
    announced: list[Absence] = []
    for arrangement in arranged:
        if isinstance(arrangement, Absence):
            announced.append(arrangement)
        elif isinstance(arrangement, Back):
            announced.clear()
    return announced


def beyond(
    terms: Deadlines, kind: Ask, old: datetime, new: datetime, closed: Sequence[Period]
) -> datetime:
    """A deadline that has been moved, moved on by the absences that it has come upon.

    :param old: before it was moved: absences that began earlier are counted already
    :param closed: absences, in order
    """
    for begin, end in closed:
        if old <= begin < new:
            new = terms.moved(kind, new, (begin, end))
    return new


def moved_on(game: StoredGame, question: OpenQuestion, new: datetime, now: datetime) -> datetime:
    """The open question's deadline, moved to a moment by whatever, and past absences then."""
    terms = game.file.deadlines
    if terms is None or question.due is None:
        return new
    closed = closed_for(game, question.player, now)
    return beyond(terms, question.kind, question.due, new, closed)


def without_absences(game: StoredGame, player: PlayerId, period: Period) -> list[Period]:
    """What of a time does not count already, since its player is away and deadlines wait."""
    left = [period]
    for begin, end in absences_of(game, player) if game.file.absence.then == "wait" else ():
        left = [
            (a, b)
            for first, last in left
            for a, b in ((first, min(last, begin)), (max(first, end), last))
            if a < b
        ]
    return left


def _periods(
    game: StoredGame, player: PlayerId, announced: Sequence[Absence], time: datetime
) -> list[Period]:
    """When deadlines of the player wait by what is announced now, in order."""
    if game.file.absence.then != "wait":
        return []
    zone = zone_of(game, player)
    periods = (period_of(absence, zone) for absence in announced)
    return sorted((max(begin, time), end) for begin, end in periods if end > time)


def _moved_back(
    game: StoredGame, terms: Deadlines, head: Decision, due: datetime, time: datetime
) -> datetime:
    """A deadline when its player is back, or does not go: what was left when it began to wait."""
    for begin, end in reversed(closed_for(game, head.player, time)):
        back = max(begin, time)
        if end <= due:
            left = terms.calendar.between(end, due)
            due = min(due, terms.resumed(head.kind, back, left))
        elif back < due:  # it was over before the absence began, see `Deadlines.moved`
            due -= end - back
    return due


def is_paused(game: StoredGame) -> bool:
    """Whether the game has no deadlines now, since somebody has said so."""
    for entry, _ in reversed(game.entries):
        if entry.clock and entry.clock.what in (What.PAUSED, What.RESUMED):
            return entry.clock.what is What.PAUSED
    return False


def missed_lately(game: StoredGame) -> set[PlayerId]:
    """Who has missed the last deadline, of those since deadlines were last resumed."""
    resumed = (e.number for e, _ in game.entries if e.clock and e.clock.what is What.RESUMED)
    misses = misses_of(game, max(resumed, default=0))
    return {player for player, missed in misses.items() if missed.in_a_row}


def misses_of(game: StoredGame, since: int = 0) -> dict[PlayerId, Misses]:
    """What each player has missed. Taking back does not change that.

    :param since: the number of an entry before which nothing counts
    """
    row: Counter[PlayerId] = Counter()
    total: Counter[PlayerId] = Counter()
    asked_for: PlayerId | None = None  # a stand-in was: the same deadline counts once
    for entry, _ in game.entries[since:]:
        what = entry.clock.what if entry.clock else None
        if entry.by is None:
            continue
        if entry.changes_hands:
            row[entry.by] = total[entry.by] = 0
        elif what is What.MISSED or (entry.clock and entry.clock.missed):
            row[entry.by] += 1
            total[entry.by] += 1
            asked_for = entry.by if what is What.STAND_IN else None
        elif entry.how == "deadline":
            if asked_for != entry.by and not entry.excused:
                row[entry.by] += 1
                total[entry.by] += 1
            asked_for = None
        elif entry.how in ("mail", "console") and not entry.is_private:
            if not entry.stand_in:
                row[entry.by] = 0
            if entry.by == asked_for:
                asked_for = None
    return {player: Misses(row[player], total[player]) for player in game.file.players}


def bank_left(game: StoredGame, player: PlayerId) -> timedelta:
    """How much of a player's time bank is left."""
    terms = game.file.deadlines
    if terms is None:
        return timedelta()
    used = 0
    for entry, _ in game.entries:
        if entry.changes_hands and entry.by == player:
            used = 0
        elif entry.by == player:
            used += entry.overdrawn or 0
    return max(timedelta(), terms.bank.length - timedelta(seconds=used))


def overdrawn_by(
    game: StoredGame, state: State, player: PlayerId, time: datetime
) -> timedelta | None:
    """How much of the time bank an answer uses; None for nothing.

    :param state: the position after it
    :param time: when it came in, whenever it was handled
    """
    question, terms = open_question(game), game.file.deadlines
    if question is None or question.due is None or terms is None or not terms.bank:
        return None
    time = max(time, question.asked)
    if player != question.player or state.asking == game.state.asking:
        return None
    over = time - question.due - terms.grace.length
    return min(over, bank_left(game, player)) if over > timedelta() else None


def arranged_in(orders: Sequence[str]) -> tuple[Arrangement, ...]:
    """What a player arranges in orders that were taken."""
    return tuple(a for a in map(parse_arrangement, orders) if a is not None)


def arranged_by(
    game: StoredGame, player: PlayerId, upto: int | None = None
) -> Iterator[tuple[Entry, Arrangement]]:
    """What a player has arranged, and by which entry, in its order; not what a predecessor has.

    :param upto: the number of the last entry that counts; all if None
    """
    since = game.roster.seats[player].since
    for entry, _ in game.entries[since:upto]:
        if entry.by == player and entry.ahead:
            ahead = [entry.orders[number] for number in entry.ahead]
            yield from ((entry, arrangement) for arrangement in arranged_in(ahead))


def zone_of(game: StoredGame, player: PlayerId | None, upto: int | None = None) -> ZoneInfo:
    """The zone in which a player reads times, with None the moderator.

    What a player has chosen for all games counts before what was chosen in this one.
    """
    own = _own_zone(game, player)
    if own is None and player in game.roster.seats and player is not None:
        chosen = [a.zone for _, a in arranged_by(game, player, upto) if isinstance(a, ZoneIs)]
        if chosen:
            return ZoneInfo(chosen[-1])
    return ZoneInfo(own) if own else _first_zone(game, player)


def _own_zone(game: StoredGame, player: PlayerId | None) -> str | None:
    """What a player, or the moderator, has chosen for all games."""
    seat = game.roster.seats.get(player) if player is not None else None
    address = game.roster.moderator if player is None else seat.address if seat else None
    return game.zone_at(address) if address else None


def _first_zone(game: StoredGame, player: PlayerId | None) -> ZoneInfo:
    """The zone of somebody who has not chosen any by mail: the game's, if nobody else has."""
    seat = game.roster.seats.get(player) if player is not None else None
    name = game.roster.moderator_zone if player is None else seat.zone if seat else None
    if name is None and game.file.deadlines:
        name = game.file.deadlines.zone
    return ZoneInfo(name) if name else UTC_ZONE


def period_of(absence: Absence, zone: ZoneInfo) -> Period:
    """From when to when a player is away, UTC."""
    calendar = Calendar(zone)
    return calendar.begin_of(absence.first), calendar.begin_of(absence.last + DAY)


def absences_of(game: StoredGame, player: PlayerId, upto: int | None = None) -> tuple[Period, ...]:
    """When a player is or was away: periods that do not overlap (see `arrange`), in order."""
    found: list[Period] = []
    zone = _first_zone(game, player)
    for entry, arrangement in arranged_by(game, player, upto):
        time = entry.time
        if isinstance(arrangement, ZoneIs):
            zone = ZoneInfo(arrangement.zone)  # what was announced before was meant in the old one
        elif isinstance(arrangement, Absence):
            meant = ZoneInfo(entry.days_in) if entry.days_in else zone
            begin, end = period_of(arrangement, meant)
            if max(begin, time) < end:
                found = sorted([*found, (max(begin, time), end)])
        elif isinstance(arrangement, Back):
            found = [(begin, min(end, time)) for begin, end in found if begin < time]
    return tuple(found)


def away_until(game: StoredGame, player: PlayerId, now: datetime) -> datetime | None:
    """Until when a player is away; None if not now."""
    return next((end for begin, end in absences_of(game, player) if begin <= now < end), None)


def days_away(game: StoredGame, player: PlayerId, upto: int | None = None) -> Counter[int]:
    """On how many days of each year a player was or will be away, by the player's calendar."""
    zone = zone_of(game, player, upto)
    days: set[date] = set()
    for begin, end in absences_of(game, player, upto):
        day, last = begin.astimezone(zone).date(), (end - timedelta(seconds=1)).astimezone(zone)
        while day <= last.date():
            days.add(day)
            day += DAY
    return Counter(day.year for day in days)


def is_stood_in(game: StoredGame, question: OpenQuestion) -> bool:
    """Whether the player's stand-in is asked as well."""
    return any(
        entry.clock is not None and entry.clock.what is What.STAND_IN
        for entry in since_asked(game, question)
    )


def offered(game: StoredGame, player: PlayerId) -> int | None:
    """The number of the entry by which a player's seat is offered; None if it is not.

    It is not any more once the player has answered, or somebody has taken it.
    """
    for entry, _ in reversed(game.entries):
        if entry.by != player:
            continue
        if entry.clock and entry.clock.what in (What.OFFERED, What.VACATED, What.SEATED):
            return None if entry.clock.what is What.SEATED else entry.number
        if entry.how in ("mail", "console") and not entry.stand_in and not entry.is_private:
            return None
    return None


def was_given(game: StoredGame, player: PlayerId) -> bool:
    """Whether an answer was given in a player's name since the seat has changed hands.

    So a seat that is vacant keeps the game waiting once, while others are asked to take it.
    """
    for entry, _ in reversed(game.entries):
        if entry.by == player and (entry.changes_hands or entry.how == "deadline"):
            return entry.how == "deadline"
    return False


def closed_for(game: StoredGame, player: PlayerId, now: datetime) -> tuple[Period, ...]:
    """When deadlines of a player wait, from now on."""
    if game.file.absence.then != "wait":
        return ()
    return tuple(period for period in absences_of(game, player) if period[1] > now)
