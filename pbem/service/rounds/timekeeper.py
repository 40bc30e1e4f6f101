"""What time does to games: reminders, missed answers, stand-ins, seats that are offered.

`pbem deadlines` and the daemon do the same through `Timekeeper`. Whatever it does is an entry of
the journal or a mail with an id of its own, so doing it again, after a crash or by two crons,
changes nothing. Nobody misses anything by an outage: time in which the program was away does not
count, and nothing is done while mails could still lie unread at the mail server, or while the
question itself has not gone out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.service.deadlines import ledger, reasons
from pbem.service.deadlines.unanswered import answers_instead
from pbem.service.deciding.trying import tried
from pbem.service.entering.enter import enter, enter_note
from pbem.service.entering.settle import settle
from pbem.service.posting.post import post
from pbem.service.seats.seats import stand_ins
from pbem.service.site.clockwatch import SEEN as SEEN
from pbem.service.site.clockwatch import doubt, note_look
from pbem.service.site.clockwatch import last_look as last_look
from pbem.service.site.site import Site
from pbem.service.telling.daily import daily_letters
from pbem.service.telling.doubts import letters_of_doubt
from pbem.service.telling.reminders import Asking
from pbem.service.way import Processor
from pbem.store.chain import JournalConflict
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, Entry, What
from pbem.store.submissions import Origin, Submission
from pbem.timing.terms import Deadlines, Means

TO_CONFIRM: Final = timedelta(days=1)
"""So long a deadline waits for a YES to a mail that came in time from an unknown address."""

Waiting = Callable[[str], datetime | None]
"""Since when a mail waits to be handled that may be about a game; None if none does."""


@dataclass(slots=True)
class DeadlinesDone:
    """What a look at the deadlines has come to.

    done: game and what happened, for the log; no secret, no address
    troubles: what could not be done now, as sentences
    """

    done: list[tuple[str, str]] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


class _NotYetError(Exception):
    """Something is due and cannot be done now; says why."""


class Timekeeper:
    """Keeps the deadlines of a site; to be called with the site locked."""

    def __init__(self, site: Site, processor: Processor) -> None:
        self._site = site
        self._processor = processor

    def look(self, heard: datetime | None, waiting: Waiting = lambda _: None) -> DeadlinesDone:
        """Do what is due.

        :param heard: all mails that had come in by then have been fetched; None if nobody knows
        :param waiting: since when a mail waits to be handled that may be about a game
        """
        now, seen = self._processor.now(), last_look(self._site)
        doubted = doubt(self._site, now)
        if doubted:
            post(self._site, letters_of_doubt(self._site, doubted, now))
            command = "`pbem deadlines --accept-clock` says that the time is right"
            return DeadlinesDone(troubles=[f"nothing is due: {doubted}; {command}"])

        def work(game: StoredGame) -> Iterator[str]:
            if heard is not None and (seen is None or heard - seen > self._away):
                yield from self._give_back(game, seen, now)
            waits = waiting(game.file.id) if game.file.deadlines else None
            yield from self._keep(game, now, min(heard, waits or heard) if heard else None)

        kept = self._for_each_game(work)
        kept.troubles += self._tell_moderators(now)
        kept.troubles += self._processor.untold()
        if heard is not None:
            self._note_seen(min(heard, now))
        return kept

    def _tell_moderators(self, now: datetime) -> Iterator[str]:
        """The moderators' mails of the day; what keeps them from being made, as sentences."""
        try:
            post(self._site, daily_letters(self._site, now))
        except Exception as error:  # the games go on; it is tried again at the next look
            yield f"the moderators' daily mail: {type(error).__name__}: {error}"

    def _for_each_game(self, work: Callable[[StoredGame], Iterator[str]]) -> DeadlinesDone:
        """Do it for each; what is wrong with one game must not stop the others."""
        kept = DeadlinesDone()
        for ident in self._site.game_ids():
            try:
                for done in work(self._site.game(ident)):
                    kept.done.append((ident, done))
            except _NotYetError as reason:
                kept.troubles.append(f"{ident}: {reason}")
            except JournalConflict as error:
                self._site.forget(ident)
                kept.troubles.append(f"{ident}: {error}")
            except Exception as error:
                kept.troubles.append(f"{ident}: {type(error).__name__}: {error}")
        return kept

    @property
    def _away(self) -> timedelta:
        return self._site.settings.away_after.length

    def _give_back(self, game: StoredGame, seen: datetime | None, now: datetime) -> Iterator[str]:
        """Move a deadline that was touched by time in which nobody looked, or no mail came in.

        Mails that have come in meanwhile are handled before: who has answered needs no time.
        """
        terms = game.file.deadlines
        question = ledger.open_question(game) if terms else None
        if terms is None or question is None or question.due is None:
            return
        if seen is None:  # as after a backup was put back
            seen = game.entries[-1][0].time if game.entries else game.file.created
        held = [e.time for e in ledger.since_asked(game, question) if _is_hold(e)]
        since = max(seen, question.asked, *held)  # what was given back is not given twice
        away = now - since
        if away <= self._away or question.due > now + away:
            return
        due = question.due
        for period in ledger.without_absences(game, question.player, (since, now)):
            due = terms.moved(question.kind, due, period)
        due = ledger.moved_on(game, question, due, now)
        clocked = Clocked(what=What.HOLD, since=since, reason=reasons.NO_MAILS)
        yield self._note(game, clocked, now, due)

    def _keep(self, game: StoredGame, now: datetime, heard: datetime | None) -> Iterator[str]:
        """Do what is due in a game, whatever it is."""
        terms = game.file.deadlines
        if terms is None or ledger.is_paused(game):
            return
        question = ledger.open_question(game)
        if question is None:
            return
        if game.dispatched < game.last:
            raise _NotYetError("nothing is due while people cannot be told what has happened")
        yield from self._offer_seats(game, terms, now)
        if question.due is None:
            yield from self._set(game, terms, question, now)
            return
        yield from self._agree(game, now)
        question = ledger.open_question(game)
        if question is None or question.due is None:
            return
        yield from self._stand_in_for_absent(game, terms, question, now)
        question = ledger.open_question(game)
        if question is None or question.due is None:
            return
        vacant = game.roster.seats[question.player].is_vacant
        if vacant and terms.missed != "wait" and ledger.was_given(game, question.player):
            yield self._act(game, terms, question, now, stood_in=True)
            return
        if now < question.due:
            if not vacant:
                yield from self._remind(game, terms, question, now)
            return
        yield from self._missed(game, terms, question, now, heard)

    def _set(
        self, game: StoredGame, terms: Deadlines, question: ledger.OpenQuestion, now: datetime
    ) -> Iterator[str]:
        """Give the open question a deadline if the game has had none until now."""
        due = terms.due(question.kind, now, ledger.closed_for(game, question.player, now))
        if due is not None:
            yield self._note(game, Clocked(what=What.SET), now, due)

    def _agree(self, game: StoredGame, now: datetime) -> Iterator[str]:
        """Carry out what all have agreed on while nobody knew what time it was."""
        entered = settle(game, now, timeless=False)
        if entered is not None and entered.entry is not None:
            self._processor.dispatch.tell(entered)
            yield _done(entered.entry)

    def _stand_in_for_absent(
        self, game: StoredGame, terms: Deadlines, question: ledger.OpenQuestion, now: datetime
    ) -> Iterator[str]:
        """Ask the stand-in at once if the player is away and the game plays on."""
        if question.due is None or not _plays_on(game, question, now):
            return
        if game.roster.seats[question.player].stand_in and not ledger.is_stood_in(game, question):
            clocked = Clocked(what=What.STAND_IN, reason=reasons.AWAY)
            due = max(question.due, terms.due(question.kind, now) or question.due)
            yield self._note(game, clocked, now, due, question.player)

    def _offer_seats(self, game: StoredGame, terms: Deadlines, now: datetime) -> Iterator[str]:
        """Offer the seats of players who do not answer any more, each once."""
        for player, missed in ledger.misses_of(game).items():
            if game.roster.seats[player].is_vacant:
                continue  # it is offered already
            if missed.in_a_row >= terms.offer_after and ledger.offered(game, player) is None:
                due = ledger.due_after(game, game.last)
                nobody = not stand_ins(self._site.settings, game)
                reason = reasons.NOBODY_LISTED if nobody else None
                yield self._note(game, Clocked(what=What.OFFERED, reason=reason), now, due, player)

    def _remind(
        self, game: StoredGame, terms: Deadlines, question: ledger.OpenQuestion, now: datetime
    ) -> Iterator[str]:
        """Send the latest reminder whose time has come; those that it overtakes are left out."""
        assert question.due is not None
        times = {question.due - before.length: before for before in terms.reminders}
        come = [time for time in times if question.asked < time <= now]
        asking = Asking(self._site, game, question)
        letter = asking.reminder(times[max(come)], now) if come else None
        if letter:
            post(self._site, (letter,))
            yield f"reminder to {question.player}"

    def _missed(
        self,
        game: StoredGame,
        terms: Deadlines,
        question: ledger.OpenQuestion,
        now: datetime,
        heard: datetime | None,
    ) -> Iterator[str]:
        """A deadline has passed: wait for grace and time bank, see whose fault it is, and act."""
        assert question.due is not None
        stood_in = ledger.is_stood_in(game, question)
        bank = timedelta() if stood_in else ledger.bank_left(game, question.player)
        act_at = question.due + terms.grace.length + bank
        if now < act_at:
            letter = Asking(self._site, game, question).told_late(now)
            if letter:
                post(self._site, (letter,))
                yield f"{question.player} is late"
            return
        if heard is None or heard < act_at:
            raise _NotYetError(
                "a deadline has passed; nothing is done while mails may lie unread at the server"
            )
        confirming = self._processor.waits_to_be_confirmed(
            game, question.player, question.asked, act_at
        )
        if confirming and now < confirming + TO_CONFIRM:
            raise _NotYetError("a deadline has passed; a mail in time waits to be confirmed")
        held = self._hold_for_late_mail(game, terms, question, now)
        if held:
            yield held
            return
        if not _plays_on(game, question, now) and self._too_many(game, terms, question):
            clocked = Clocked(what=What.PAUSED, reason=reasons.TOO_MANY)
            yield self._note(game, clocked, now, None)
            return
        yield self._act(game, terms, question, now, stood_in)
        yield from self._offer_seats(game, terms, now)

    def _hold_for_late_mail(
        self, game: StoredGame, terms: Deadlines, question: ledger.OpenQuestion, now: datetime
    ) -> str | None:
        """Move the deadline if the mail that asks has not gone out, or much too late."""
        assert question.due is not None
        if game.roster.seats[question.player].is_vacant:
            return None  # nobody is written to
        asking = Asking(self._site, game, question)
        if asking.is_unsent():
            due = terms.due(question.kind, now, ledger.closed_for(game, question.player, now))
        else:
            sent = asking.sent_at()
            holds = [e for e in ledger.since_asked(game, question) if _is_hold(e)]
            told = any(e.clock and e.clock.since == question.asked for e in holds)
            if sent is None or sent - question.asked <= self._away or told:
                return None
            due = terms.moved(question.kind, question.due, (question.asked, sent))
            due = ledger.moved_on(game, question, due, now)
        clocked = Clocked(what=What.HOLD, since=question.asked, reason=reasons.LATE_MAIL)
        return self._note(game, clocked, now, due)

    def _too_many(self, game: StoredGame, terms: Deadlines, question: ledger.OpenQuestion) -> bool:
        missing = ledger.missed_lately(game) | {question.player}
        seats = game.roster.seats
        missing = {player for player in missing if not seats[player].is_vacant}
        return len(missing) > 1 and len(missing) > terms.hold_share * len(game.file.players)

    def _act(
        self,
        game: StoredGame,
        terms: Deadlines,
        question: ledger.OpenQuestion,
        now: datetime,
        stood_in: bool,
    ) -> str:
        """Do what the game does when nothing comes; what was done."""
        player = question.player
        match terms.missed:
            case "wait":
                due = terms.due(question.kind, now, ledger.closed_for(game, player, now))
                return self._note(game, Clocked(what=What.MISSED), now, due, player)
            case "proxy" if game.roster.seats[player].stand_in and not stood_in:
                due = terms.due(question.kind, now)
                clocked = Clocked(what=What.STAND_IN, missed=True)
                return self._note(game, clocked, now, due, player)
        for text, means in answers_instead(game, question):
            entry = self._given(game, question, text, now, means)
            if entry is not None:
                return _done(entry)
        raise BadInput(game.file.id, "what the game does without an answer is refused")

    def _given(
        self,
        game: StoredGame,
        question: ledger.OpenQuestion,
        text: str,
        now: datetime,
        means: Means,
    ) -> Entry | None:
        """Answer in the player's name, if that is legal and answers the question."""
        outcome = tried(game, question.player, text, now)
        if not outcome.accepted or outcome.state.asking == game.state.asking:
            return None
        bank_counts = not ledger.is_stood_in(game, question)
        submission = Submission(
            outcome,
            question.player,
            "deadline",
            now,
            text,
            Origin(arrived=now if bank_counts else question.asked),
            means,
            excused=_plays_on(game, question, now),
        )
        entered = enter(game, submission)
        self._processor.dispatch.tell(entered)
        return entered.entry

    def _note(
        self,
        game: StoredGame,
        clocked: Clocked,
        now: datetime,
        due: datetime | None,
        by: PlayerId | None = None,
    ) -> str:
        entered = enter_note(game, clocked, now, due, by)
        self._processor.dispatch.tell(entered)
        assert entered.entry is not None
        return _done(entered.entry)

    def _note_seen(self, heard: datetime) -> None:
        note_look(self._site, heard, self._processor.now())


def _is_hold(entry: Entry) -> bool:
    return entry.clock is not None and entry.clock.what is What.HOLD


def _plays_on(game: StoredGame, question: ledger.OpenQuestion, now: datetime) -> bool:
    """Whether the player who is asked is away, and the game does not wait for that."""
    away = ledger.away_until(game, question.player, now) is not None
    return game.file.absence.then == "play" and away


def _done(entry: Entry) -> str:
    """What an entry is, for the log."""
    what = entry.clock.what if entry.clock else entry.means
    return f"{what}{f' {entry.by}' if entry.by else ''} (entry {entry.number})"
