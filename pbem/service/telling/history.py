"""The history of a game from its journal and its press, for one reader.

Nobody gets to see before the end what others have left ahead of time, nor private press of others;
whoever has taken a seat over knows nothing of what was private there before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.report.ahead import seen_by, told
from pbem.report.contexts import HistoryPage, PastEntry, PastPress, ReportContext
from pbem.report.history import OVERVIEW_TURNS
from pbem.report.sentences.events import sentences
from pbem.service.deadlines import ledger
from pbem.service.entering.outcomes import automatic_of, events_of
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import SOONER, broadcast_of, news_of, notice_of, seen_by_others
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.store.line import line_of, turn_began
from pbem.store.press import Press

_TOLD_ALL: Final = {
    What.SET, What.HOLD, What.EXTENDED, What.PAUSED, What.RESUMED, What.MISSED, What.SEATED,
    What.RECOVERED, What.ENDED, What.VACATED, What.DEADLINE, What.OPTION, What.EDITED,
    What.BROADCAST, What.HANDED, What.BLOCKED, What.UNBLOCKED,
}  # fmt: skip
"""What about time and seats all players are told."""


def history_page(telling: Telling, reader: PlayerId | None, turn: int | None) -> HistoryPage:
    """A turn, or the last ones in short.

    :param reader: None is whoever is no player
    :raises BadInput: the journal cannot be played again
    """
    game, now = telling.game, telling.game.state_after(telling.number).turn
    if turn is not None:
        shown = past(game, reader, first=turn, last=turn, upto=telling.number)
        own = began(telling, reader, turn) if reader in game.file.players else None
        return HistoryPage(turn, now, tuple(shown), own)
    shown = past(game, reader, first=now - OVERVIEW_TURNS + 1, last=now, upto=telling.number)
    entries = (one for one in shown if isinstance(one, PastPress) or one.orders or one.happened)
    return HistoryPage(None, now, tuple(entries))


def began(telling: Telling, reader: PlayerId | None, turn: int) -> ReportContext | None:
    """The position when a turn began, as a reader may know it; None if there was no such turn.

    :raises BadInput: the journal cannot be played again
    """
    game, found = telling.game, turn_began(telling.game, turn)
    if found is None or found[0] > telling.number:
        return None
    number, state = found
    time = game.entries[number - 1][0].time if number else game.file.created
    then = Telling.of(telling.site, game, number, time).seen_by(reader)
    return replace(then, state=state, until="", about={})


def past(
    game: StoredGame,
    reader: PlayerId | None,
    *,
    first: int = 1,
    last: int | None = None,
    upto: int | None = None,
) -> Iterator[PastEntry | PastPress]:
    """What has happened in some turns, in the order of time.

    :param upto: the last entry that counts; all if None
    :raises BadInput: the journal, or a press, cannot be read
    """
    end = game.last if upto is None else upto
    counts, press = set(line_of(game, end)), _press(game, reader, end)
    waiting = next(press, None)
    for entry, _ in game.entries[:end]:
        turn = game.state_after(entry.number - 1).turn
        while waiting is not None and waiting[0] < entry.number:
            if first <= waiting[1].turn and (last is None or waiting[1].turn <= last):
                yield waiting[1]
            waiting = next(press, None)
        if first <= turn and (last is None or turn <= last) and _is_told(game, entry, reader):
            yield _past_entry(game, entry, reader, counts=entry.number in counts)
    while waiting is not None:
        if first <= waiting[1].turn and (last is None or waiting[1].turn <= last):
            yield waiting[1]
        waiting = next(press, None)


def _is_told(game: StoredGame, entry: Entry, reader: PlayerId | None) -> bool:
    """Whether a player may know that there is such an entry: not when another has left a plan."""
    private = entry.is_private and entry.clock is None
    return not private or reader is None or game.state.over or _is_own(game, entry, reader)


def _is_own(game: StoredGame, entry: Entry, reader: PlayerId | None) -> bool:
    """Whether a reader has given the orders; not who sat in the seat before."""
    if entry.by is None or reader != entry.by:
        return False
    return entry.number > game.roster.seats[entry.by].since


def _past_entry(
    game: StoredGame, entry: Entry, reader: PlayerId | None, *, counts: bool
) -> PastEntry:
    own = _is_own(game, entry, reader)
    seen = entry if own or game.state.over else entry.without_secrets()
    happened: list[Message] = [*news_of(game, entry, reader)]
    happened += sentences(game.game, events_of(game, entry.number))
    steps = automatic_of(game, entry.number)
    happened += told(game.game, steps if game.state.over else seen_by(reader, steps))
    if entry.clock and (own or reader is None or entry.clock.what in _TOLD_ALL):
        happened += (broadcast_of(entry) or notice_of(game, entry, reader))[1]
    if entry.back_to is not None:
        happened.append(
            say("The game has gone on from where entry {entry} had led to.", entry=entry.back_to)
        )
    return PastEntry(
        number=entry.number,
        turn=game.state_after(entry.number - 1).turn,
        time=entry.time,
        by=None if entry.clock else entry.by,
        late=_late(game, entry, reader),
        missed=entry.how == "deadline",
        back_to=entry.back_to,
        taken_back=not counts,
        hidden=reader is None and len(seen.orders) < len(entry.orders),
        orders=seen.orders,
        happened=tuple(happened),
    )


def _late(game: StoredGame, entry: Entry, reader: PlayerId | None) -> timedelta | None:
    """How long after the deadline an answer came, as far as a reader may know when that was."""
    question = ledger.open_question(game, entry.number - 1)
    answers = question is not None and question.player == entry.by and not entry.is_private
    if question is None or question.due is None or not answers or entry.how == "deadline":
        return None
    came = entry.arrived or entry.time
    due: datetime | None = question.due
    if reader is not None and reader != question.player:
        due = seen_by_others(game, question, question.due, question.due - SOONER)
    return came - due if due is not None and came > due else None


def _press(game: StoredGame, reader: PlayerId | None, end: int) -> Iterator[tuple[int, PastPress]]:
    """What a reader may know of the press, each with the last entry before it."""
    since = game.roster.seats[reader].since if reader in game.roster.seats else 0
    for number, press in game.press.all():
        mine = reader is not None and press.entry >= since
        own, got = mine and press.by == reader, mine and press.is_for(reader or press.by)
        if press.entry > end or not (press.public or own or got):
            continue
        if not own and not _is_delivered(game, number):
            continue
        yield press.entry, _past_press(game, press, own=own)


def _is_delivered(game: StoredGame, number: int) -> bool:
    """Whether its readers have got it: what goes out with the next report waits here too."""
    return number <= game.press.delivered


def _past_press(game: StoredGame, press: Press, *, own: bool) -> PastPress:
    answered = game.press.number(press.answers) if press.answers else None
    back = own and answered is not None and answered.anonymous  # its writer does not know to whom
    return PastPress(
        turn=game.state_after(min(press.entry, game.last)).turn,
        time=press.time,
        by=None if press.anonymous and not own else press.by,
        to=() if back else press.to,
        text=press.text,
        own=own,
        back=back,
    )
