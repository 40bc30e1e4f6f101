"""Reminders of an open question; each once, whenever it is looked whether it is due."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import say
from pbem.mail.outgoing.compose import MailKind
from pbem.mail.outgoing.smtp_words import is_refused_by_policy
from pbem.service.deadlines import ledger
from pbem.service.site.mailed import mails_about
from pbem.service.site.site import Site
from pbem.service.site.tokens import message_id, reader_of
from pbem.service.site.voices import voice_for
from pbem.service.telling.letters import Letter
from pbem.service.telling.position import Telling
from pbem.store.game import StoredGame
from pbem.store.journal import What
from pbem.timing.durations import Duration

LATE: Final = "late"
"""Which reminder says that the deadline is over."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The mails that have asked the question which is open in a game."""

    site: Site
    game: StoredGame
    question: ledger.OpenQuestion

    def reminder(self, before: Duration, now: datetime) -> Letter | None:
        """A reminder some time before the deadline, with the form; None if it went before."""
        return self._reminder(str(before), now, ())

    def told_late(self, now: datetime) -> Letter | None:
        """Says, with the form, that the deadline has passed; None if that was told before."""
        left = ledger.bank_left(self.game, self.question.player)
        if not left:
            return self._reminder(LATE, now, ())
        running = say("Your time bank is running; it holds {span} at the most.", span=left)
        voice = voice_for(self.site, self.game, self.question.player)
        return self._reminder(LATE, now, (voice(running),))

    def sent_at(self) -> datetime | None:
        """When the report that asks it went out, as far as the transport can tell."""
        if not self.site.transport.tells_when:
            return None
        times = (self.site.outbox.sent_at(ident) for ident in self._reports())
        return min((time for time in times if time is not None), default=None)

    def is_unsent(self) -> bool:
        """Whether no report that asks it has left the site yet."""
        outbox, waits = self.site.outbox, self._stand_in_unsent()
        for ident in self._reports():
            failed = outbox.failed_name(ident)
            if failed is not None and outbox.failed and is_refused_by_policy(outbox.failed, failed):
                waits = True  # the site's own fault
            elif outbox.is_waiting(ident):
                waits = True
            elif outbox.was_posted(ident) and not outbox.was_withdrawn(ident):
                return self._stand_in_unsent()
        return waits

    def _reports(self) -> Iterator[str]:
        """The Message-IDs of the reports that ask it, whoever sits there now.

        The answer to the player's own order may ask the next question.
        """
        player = self.question.player
        since = self.game.roster.seats[player].since
        for number in range(max(self.question.number, since), self.game.last + 1):
            yield from mails_about(self.site, self.game, player, number)

    def _stand_in_unsent(self) -> bool:
        """Whether the mail that asks the stand-in still waits."""
        game, player = self.game, self.question.player
        person = game.roster.seats[player].stand_in
        asked = [
            entry
            for entry in ledger.since_asked(game, self.question)
            if entry.clock is not None and entry.clock.what is What.STAND_IN
        ]
        if person is None or not asked:
            return False
        number = asked[-1].number
        reader = reader_of(game, player, str(number), person)
        ident = message_id(self.site, MailKind.REPORT, reader, game.hash_of(number))
        return self.site.outbox.is_waiting(ident)

    def _reminder(self, which: str, now: datetime, news: tuple[str, ...]) -> Letter | None:
        game, player = self.game, self.question.player
        about, what = _about(game, self.question), _what(self.question, which)
        if self.site.outbox.was_posted(_reminder_id(self.site, game, self.question, which)):
            return None
        telling = Telling.of(self.site, game, game.last, now)
        context = replace(telling.position(player, about), reminds=True, news=news)
        return Letter(game, player, MailKind.REPORT, about, context, now, what)


def overtaken_reminders(
    site: Site, game: StoredGame, player: PlayerId, number: int
) -> tuple[str, ...]:
    """The Message-IDs of reminders of a question that an entry has answered."""
    terms = game.file.deadlines
    question = ledger.open_question(game, number - 1) if number and terms else None
    if terms is None or question is None or question.player != player or not question.due:
        return ()
    which = (*map(str, terms.reminders), LATE)
    return tuple(_reminder_id(site, game, question, one) for one in which)


def _reminder_id(site: Site, game: StoredGame, question: ledger.OpenQuestion, which: str) -> str:
    reader = reader_of(game, question.player, _about(game, question))
    return message_id(site, MailKind.REPORT, reader, _what(question, which))


def _about(game: StoredGame, question: ledger.OpenQuestion) -> str:
    """The entry that a reminder is about: what has asked whoever sits there now."""
    return str(max(question.number, game.roster.seats[question.player].since))


def _what(question: ledger.OpenQuestion, which: str) -> str:
    """What tells a reminder from other mails about the question."""
    due = question.due.isoformat() if question.due else ""
    return hashlib.sha256(f"{which}|{due}".encode()).hexdigest()
