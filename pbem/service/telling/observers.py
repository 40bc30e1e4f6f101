"""Letters to whoever watches a game: what anybody may know of it; nothing is asked in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from pbem.ground.messages import say
from pbem.mail.outgoing.compose import MailKind
from pbem.report.ahead import seen_by
from pbem.report.contexts import NOBODY, ReportContext
from pbem.service.entering.enter import Entered
from pbem.service.site.voices import voice_for
from pbem.service.telling.apart import Made
from pbem.service.telling.letters import PlainLetter
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import broadcast_of, edit_of, news_of, notice_of
from pbem.service.telling.visitors import observers_view
from pbem.service.who.visitors import visitor_reader
from pbem.store.journal import Entry, What

_NOTICED: Final = frozenset(
    {What.PAUSED, What.RESUMED, What.SEATED, What.RECOVERED, What.HANDED, What.BROADCAST}
)
"""Entries about time or seats that whoever watches hears of."""


def letters_to_observers(telling: Telling, entered: Entered) -> Iterator[Made]:
    """The report of an entry, or a notice, to each observer; nothing of what is private."""
    entry, game = entered.entry, entered.game
    if entry is not None and entry.clock is None and entry.is_private:
        return
    for address in game.roster.observers:
        if entry is None or entry.clock is None or entry.clock.what in (What.ENDED, What.EDITED):
            yield "an observer", partial(_report, telling, entered, address)
        elif entry.clock.what in _NOTICED:
            yield "an observer", partial(_notice, telling, entry, address)


def _report(telling: Telling, entered: Entered, address: str) -> PlainLetter:
    game, entry, number = entered.game, entered.entry, entered.number
    return PlainLetter(
        address,
        say("[{game}] Turn {turn}", game=game.file.id, turn=telling.game.state_after(number).turn),
        (),
        entered.time,
        f"{number}|{game.hash_of(number)}",
        game,
        reader=visitor_reader(game.file.id, address),
        position=_context(telling, entered, entry, address),
        kind=MailKind.REPORT,
    )


def _context(
    telling: Telling, entered: Entered, entry: Entry | None, address: str
) -> ReportContext:
    voice = voice_for(telling.site, telling.game, NOBODY, address)
    news = news_of(telling.game, entry, NOBODY) if entry is not None else ()
    if entry is not None and entry.clock is not None and entry.clock.what is What.EDITED:
        news = (notice_of(telling.game, entry, NOBODY)[1][0], *edit_of(telling.game, entry, NOBODY))
    ended = entry is not None and entry.clock is not None
    events = entered.outcome.events if entered.number else entered.game.opening.events
    return replace(
        observers_view(telling, address),
        events=() if ended else events,
        automatic=seen_by(NOBODY, entered.automatic),
        news=tuple(map(voice, news)),
        undone_to=entry.back_to if entry and not entry.redo else None,
    )


def _notice(telling: Telling, entry: Entry, address: str) -> PlainLetter:
    game = telling.game
    topic, paragraphs = notice_of(game, entry, NOBODY, telling.times)
    told = broadcast_of(entry)
    if told is not None:
        topic, paragraphs = told
    return PlainLetter(
        address,
        say("[{game}] {topic:message}", game=game.file.id, topic=topic),
        paragraphs,
        entry.time,
        f"{entry.number}|{game.hash_of(entry.number)}",
        game,
        reader=visitor_reader(game.file.id, address),
    )
