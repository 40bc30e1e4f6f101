"""The report of an entry to each player."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.board.ids import PlayerId
from pbem.mail.outgoing.outbox import ident_of_file
from pbem.orders.ahead.standing import Held
from pbem.report.ahead import Steps, seen_by
from pbem.report.contexts import Chapter, ReportContext
from pbem.rules.events import Event
from pbem.service.entering.enter import Entered
from pbem.service.entering.outcomes import automatic_of, events_of
from pbem.service.site.tokens import report_id
from pbem.service.site.voices import voice_for
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import news_of
from pbem.store.journal import Entry

MOST_UNSENT = 30
"""So many reports that have not gone out are told of in one; further ones go out by themselves."""


@dataclass(frozen=True, slots=True)
class ReportLetters:
    """The reports of an entry; number 0 is the set-up.

    waiting: what tells the mails apart that have not gone out, where this program sends them
    """

    telling: Telling
    entered: Entered
    waiting: frozenset[str] = frozenset()

    @classmethod
    def of(cls, telling: Telling, entered: Entered) -> ReportLetters:
        """Those of an entry, as the outbox is now."""
        outbox, sends = telling.site.outbox, telling.site.transport.sends
        return cls(telling, entered, outbox.idents_waiting() if sends else frozenset())

    def context(self, player: PlayerId) -> ReportContext:
        """What a player is told of the entry; earlier reports that still wait are taken back."""
        telling, entered = self.telling, self.entered
        number, entry, game = entered.number, entered.entry, entered.game
        # nobody need hear of what has not been told and is taken back
        told = number if entry is None or entry.back_to is None else entry.back_to
        unsent = self._taken_back(player)
        own = self._chapter(player, entry, self._events(), entered.automatic)
        return replace(
            telling.position(player, str(number)),
            events=own.events,
            automatic=own.automatic,
            news=own.news,
            earlier=tuple(self._earlier(player, e) for e in reversed(unsent) if e <= told),
            plans_again=self._plans_again(player),
            plans_kept=self._plans_kept(player),
            # a standing key in every quoted mail would soon be known to many
            key=game.roster.seats[player].key if number == 0 else "",
            opening=number == 0,
            undone_to=entry.back_to if entry and not entry.redo else None,
            undone_by=entry.by if entry and entry.back_to is not None else None,
        )

    def _events(self) -> tuple[Event, ...]:
        entered = self.entered
        return entered.outcome.events if entered.number else entered.game.opening.events

    def _chapter(
        self, player: PlayerId, entry: Entry | None, events: tuple[Event, ...], automatic: Steps
    ) -> Chapter:
        """What an entry's report tells a player of what has happened."""
        news: tuple[str, ...] = ()
        if entry is not None and (messages := news_of(self.telling.game, entry, player)):
            voice = voice_for(self.telling.site, self.telling.game, player)
            news = tuple(map(voice, messages))
        return Chapter(news=news, events=events, automatic=seen_by(player, automatic))

    def _earlier(self, player: PlayerId, number: int) -> Chapter:
        """The same of an entry before, whose own report has not gone out."""
        game = self.telling.game
        entry, events = game.entries[number - 1][0], events_of(game, number)
        return self._chapter(player, entry, events, automatic_of(game, number))

    def _taken_back(self, player: PlayerId) -> list[int]:
        """The entries before whose reports to a player this one replaces; the latest first.

        Those are taken back before it is made: so they never go out beside it, and if the process
        is killed in between, they are known to be taken back when it is made again.
        """
        outbox = self.telling.site.outbox
        if outbox.was_posted(self._report_id(player, self.entered.number)):
            return []  # it has been made: what waits now is not told of in it
        unsent = self._unsent(player)
        reports = [self._report_id(player, entry) for entry in unsent]
        return unsent[: outbox.withdraw_row(reports)]

    def _unsent(self, player: PlayerId) -> list[int]:
        """The entries before whose report to a player has not gone out; the latest first.

        Only where the program sends mails itself: else nobody here knows.
        """
        site, game = self.telling.site, self.telling.game
        if not site.transport.sends:
            return []
        found: list[int] = []
        for earlier in range(self.entered.number - 1, 0, -1):
            entry = game.entries[earlier - 1][0]
            if entry.back_to is not None:
                break
            if entry.clock or entry.is_private:
                continue
            ident = self._report_id(player, earlier)
            if not (ident_of_file(ident) in self.waiting or site.outbox.was_withdrawn(ident)):
                break
            found.append(earlier)
        # what waits may tell of all of these: it is replaced as a whole, or stays
        return found if len(found) <= MOST_UNSENT else []

    def _report_id(self, player: PlayerId, number: int) -> str:
        return report_id(self.telling.site, self.telling.game, player, number)

    def _plans_again(self, player: PlayerId) -> tuple[Held, ...]:
        """What taking back has brought back of what the player had left (see `store.replay`)."""
        before, after = self._plans(player)
        return tuple(held for held in after if held not in before)

    def _plans_kept(self, player: PlayerId) -> bool:
        """Whether the player still has something left that taking back has not touched."""
        before, after = self._plans(player)
        return any(held in before for held in after)

    def _plans(self, player: PlayerId) -> tuple[tuple[Held, ...], tuple[Held, ...]]:
        """Before and after a taking back; nothing for entries of another kind."""
        entry, game = self.entered.entry, self.entered.game
        if entry is None or entry.back_to is None:
            return (), ()
        before = game.standing_after(entry.number - 1).of(player)
        return before, game.standing_after(entry.number).of(player)
