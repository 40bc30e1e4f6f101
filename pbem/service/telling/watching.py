"""The mail of a day to whoever watches a game: all that has happened since the last one.

Which entries it tells of is noted before it is posted; made again after a crash, it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256

from pbem.ground.messages import say
from pbem.mail.outgoing.compose import MailKind
from pbem.report.ahead import seen_by
from pbem.report.contexts import NOBODY, Chapter
from pbem.service.entering.outcomes import automatic_of, events_of
from pbem.service.site.site import Site
from pbem.service.site.tokens import message_id
from pbem.service.site.voices import voice_for
from pbem.service.site.watched import Told, note_told, told_of
from pbem.service.telling.letters import PlainLetter
from pbem.service.telling.observers import NOTICED, observers_report_id
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import news_of, notice_of
from pbem.service.telling.visitors import observers_view
from pbem.service.who.visitors import visitor_reader
from pbem.store.game import StoredGame
from pbem.store.journal import Entry
from pbem.store.line import line_of


@dataclass(frozen=True, slots=True)
class Day:
    """A day of somebody who watches a game, in their zone; `end`: until when it tells."""

    game: StoredGame
    address: str
    day: date
    end: datetime

    @property
    def what(self) -> str:
        """What tells its mail from all others about that game to that address."""
        return f"day|{self.day.isoformat()}"


def letter_of_day(site: Site, day: Day, now: datetime) -> PlainLetter | None:
    """What is to be told on a day, of which it is noted; None if there is nothing.

    :raises OSError: something could not be stored: that passes, and is done again
    :raises BadInput: the game's files are at fault
    """
    game, address = day.game, day.address
    reader = visitor_reader(game.file.id, address)
    ident = message_id(site, MailKind.REPORT, reader, sha256(day.what.encode()).hexdigest())
    if site.outbox.was_posted(ident):
        return None
    noted = tuple(told_of(game.folder, address))
    posted = [t.entry for t in noted if not t.message_id or site.outbox.was_posted(t.message_id)]
    since = max(posted, default=0)
    happened = sum(1 for entry, _ in game.entries if entry.time <= day.end)
    upto = min(max((t.entry for t in noted if t.message_id == ident), default=happened), game.last)
    untold = [n for n in range(since + 1, upto + 1) if not _was_told(site, game, address, n)]
    chapters, undone_to = _chapters(site, game, address, untold)
    if not chapters and undone_to is None:
        return None
    note_told(game.folder, address, Told(upto, ident))
    telling = Telling.of(site, game, upto, now)
    return PlainLetter(
        address,
        say("[{game}] Turn {turn}", game=game.file.id, turn=telling.game.state_after(upto).turn),
        (),
        now,
        day.what,
        game,
        reader=reader,
        position=replace(observers_view(telling, address), earlier=chapters, undone_to=undone_to),
        kind=MailKind.REPORT,
    )


def _was_told(site: Site, game: StoredGame, address: str, number: int) -> bool:
    """Whether an entry had a mail of its own, or is for nobody who watches."""
    entry = game.entries[number - 1][0]
    if entry.clock is None and entry.is_private:
        return True
    return site.outbox.was_posted(observers_report_id(site, game, address, number))


def _chapters(
    site: Site, game: StoredGame, address: str, numbers: Sequence[int]
) -> tuple[tuple[Chapter, ...], int | None]:
    """What holds of the entries, and to which entry the game was taken back beyond them."""
    told: list[tuple[int, Chapter]] = []
    undone_to = None
    for number in numbers:
        entry = game.entries[number - 1][0]
        if entry.back_to is not None and not entry.redo:
            told = [(n, chapter) for n, chapter in told if n <= entry.back_to]
            if entry.back_to < numbers[0] - 1:
                undone_to = entry.back_to
            continue
        if entry.redo:
            line = line_of(game, number)
            told = list(_brought_back(site, game, address, numbers[0], line))
            undone_to = None if numbers[0] - 1 in line else undone_to
        chapter = _chapter(site, game, address, entry)
        if chapter is not None:
            told.append((number, chapter))
    return tuple(chapter for _, chapter in told), undone_to


def _brought_back(
    site: Site, game: StoredGame, address: str, first: int, line: Sequence[int]
) -> Iterator[tuple[int, Chapter]]:
    """What holds again once it was brought back, but for what was known before and held on.

    :param first: the first of the entries to tell of
    :param line: the entries that hold then, the last of them being that which brought back
    """
    known = frozenset(line_of(game, first - 1)) if first > 1 else frozenset((0,))
    for number in line[:-1]:
        if number in known:
            continue
        entry = game.entries[number - 1][0]
        if entry.back_to is not None or (entry.clock is None and entry.is_private):
            continue
        chapter = _chapter(site, game, address, entry)
        if chapter is not None:
            yield number, chapter


def _chapter(site: Site, game: StoredGame, address: str, entry: Entry) -> Chapter | None:
    voice = voice_for(site, game, NOBODY, address)
    if entry.clock is not None:
        if entry.clock.what not in NOTICED:
            return None
        news = notice_of(game, entry, NOBODY)[1]
        return Chapter(news=tuple(map(voice, news)))
    return Chapter(
        news=tuple(map(voice, news_of(game, entry, NOBODY))),
        events=events_of(game, entry.number),
        automatic=seen_by(NOBODY, automatic_of(game, entry.number)),
    )
