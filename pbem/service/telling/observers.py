"""Letters to whoever watches a game: what anybody may know of it; nothing is asked in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Final

from pbem.ground.messages import say
from pbem.mail.outgoing.compose import MailKind
from pbem.orders.verbs.person.choices import MailHabit
from pbem.report.ahead import seen_by
from pbem.report.contexts import NOBODY, ReportContext
from pbem.service.entering.enter import Entered
from pbem.service.site.site import Site
from pbem.service.site.tokens import message_id
from pbem.service.site.voices import voice_for
from pbem.service.telling.apart import Made
from pbem.service.telling.letters import PlainLetter
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import broadcast_of, edit_of, news_of, notice_of
from pbem.service.telling.visitors import observers_view
from pbem.service.who.visitors import visitor_reader
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What

NOTICED: Final = frozenset(
    {What.PAUSED, What.RESUMED, What.SEATED, What.RECOVERED, What.HANDED, What.BROADCAST}
)
"""Entries about time or seats that whoever watches hears of."""


def letters_to_observers(telling: Telling, entered: Entered) -> Iterator[Made]:
    """The report of an entry, or a notice, to each observer who is told of it at once.

    The others hear of it by the mail of the day, see `watching`. Of what is private nobody hears.
    """
    entry, game = entered.entry, entered.game
    if entry is not None and entry.clock is None and entry.is_private:
        return
    at_once = is_told_at_once(game, entry)
    for address in game.roster.observers:
        if not at_once and not wants_each(telling.site, address, game.file.id):
            continue
        if entry is None or entry.clock is None or entry.clock.what in (What.ENDED, What.EDITED):
            yield "an observer", partial(_report, telling, entered, address)
        elif entry.clock.what in NOTICED:
            yield "an observer", partial(_notice, telling, entry, address)


def is_told_at_once(game: StoredGame, entry: Entry | None) -> bool:
    """Whether whoever watches hears of an entry at once, whatever mails they want.

    It is the beginning, the end, or a word of the moderator's to all.
    """
    if entry is None or game.state_after(entry.number).over:
        return True
    return entry.clock is not None and entry.clock.what is What.BROADCAST


def wants_each(site: Site, address: str, game: str) -> bool:
    """Whether somebody who watches wants a mail for each entry; else there is one a day.

    Nobody asks an observer anything, so TURN is like DIGEST, which holds by default.
    """
    return site.people.habits(address, game).mails is MailHabit.ALL


def observers_report_id(site: Site, game: StoredGame, address: str, number: int) -> str:
    """The Message-ID of the report of an entry to whoever watches from an address."""
    what = sha256(_what(game, number).encode()).hexdigest()
    return message_id(site, MailKind.REPORT, visitor_reader(game.file.id, address), what)


def _what(game: StoredGame, number: int) -> str:
    """What tells the mail about an entry from others to the same observer."""
    return f"{number}|{game.hash_of(number)}"


def _report(telling: Telling, entered: Entered, address: str) -> PlainLetter:
    game, entry, number = entered.game, entered.entry, entered.number
    return PlainLetter(
        address,
        say("[{game}] Turn {turn}", game=game.file.id, turn=telling.game.state_after(number).turn),
        (),
        entered.time,
        _what(game, number),
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
        _what(game, entry.number),
        game,
        reader=visitor_reader(game.file.id, address),
        kind=MailKind.REPORT,
    )
