"""The report of an entry to each player: who gets one, and what it tells."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.board.ids import PlayerId
from pbem.orders.ahead.standing import Held
from pbem.orders.verbs.person.choices import MailHabit
from pbem.report.ahead import Steps, seen_by
from pbem.report.contexts import Chapter, ReportContext
from pbem.rules.events import Event
from pbem.rules.state import State
from pbem.service.entering.enter import Entered
from pbem.service.entering.outcomes import automatic_of, events_of
from pbem.service.site.voices import voice_for
from pbem.service.telling.habits import habits_of
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import news_of
from pbem.service.telling.told import Mailed, Unsaid
from pbem.store.journal import Entry
from pbem.store.raised import is_raised_by


@dataclass(frozen=True, slots=True)
class ReportLetters:
    """The reports of an entry; number 0 is the set-up."""

    telling: Telling
    entered: Entered
    mailed: Mailed

    @classmethod
    def of(cls, telling: Telling, entered: Entered) -> ReportLetters:
        """Those of an entry, as the outbox is now."""
        return cls(telling, entered, Mailed.of(telling.site, telling.game))

    def is_due(self, player: PlayerId) -> bool:
        """Whether a player gets a mail about the entry at once, by what the player wants."""
        entry, state = self.entered.entry, self.telling.game.state_after(self.entered.number)
        if entry is None or entry.back_to is not None or state.over or entry.by == player:
            return True
        if habits_of(self.telling.site, self.telling.game, player).mails is MailHabit.ALL:
            return True
        return state.pending[0].player == player and is_raised_by(
            self.telling.game, self.entered.number
        )

    def context(self, player: PlayerId, about: str = "") -> ReportContext:
        """What a player is told of the entry, and of all before it that no mail has told.

        :param about: of the letter, as in its token; of a report the entry
        """
        telling, entered = self.telling, self.entered
        number, entry, game = entered.number, entered.entry, entered.game
        unsaid = self.mailed.unsaid(player, number)
        # nobody need hear of what has not been told and is taken back
        told = number if entry is None or entry.back_to is None else entry.back_to
        own = self._chapter(player, entry, self._events(), entered.automatic)
        position = telling.position(player, about or str(number))
        return replace(
            position,
            events=own.events,
            automatic=own.automatic,
            news=own.news,
            earlier=self.earlier(player, unsaid, told),
            before=self._before(unsaid),
            plans_again=self._plans_again(player),
            plans_kept=self._plans_kept(player),
            # a standing key in every quoted mail would soon be known to many
            key=game.roster.seats[player].key if number == 0 else "",
            opening=number == 0,
            only_kept=entry is not None and entry.is_private,
            full=position.full or number == 0,
            undone_to=self._undone_to(unsaid),
            undone_by=entry.by if entry and entry.back_to is not None else None,
        )

    def _undone_to(self, unsaid: Unsaid) -> int | None:
        entry = self.entered.entry
        if entry is None or entry.back_to is None:
            return unsaid.undone_to
        return None if entry.redo else entry.back_to

    def earlier(self, player: PlayerId, unsaid: Unsaid, upto: int) -> tuple[Chapter, ...]:
        """What a player has not been told of entries up to one, in their order."""
        return tuple(self._earlier(player, e) for e in unsaid.entries if e <= upto)

    def _before(self, unsaid: Unsaid) -> State | None:
        """The position that the player knows."""
        return None if unsaid.last is None else self.telling.game.state_after(unsaid.last)

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
        """The same of an entry before."""
        game = self.telling.game
        if not number:
            return Chapter(events=game.opening.events)
        entry, events = game.entries[number - 1][0], events_of(game, number)
        return self._chapter(player, entry, events, automatic_of(game, number))

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
