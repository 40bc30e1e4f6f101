"""Mails about the clock: reminders, moved deadlines, stand-ins, seats that are offered."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.mail.smtp_words import is_refused_by_policy
from pbem.orders.verbs.clock.extend import MoreTime
from pbem.report.times import length
from pbem.service.clock_words import notice_of, until
from pbem.service.seats import offer_token, stand_ins
from pbem.service.writer import Writer
from pbem.store import clock
from pbem.store.files import Person
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.timing.durations import Duration

LATE = "late"


class ClockPostman:
    """Writes them; each once, whenever it is asked to.

    writer: who writes the site's mails
    """

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def tell(self, game: StoredGame, entry: Entry) -> None:
        """Tell of an entry of the clock whom it concerns."""
        assert entry.clock is not None
        what, player = entry.clock.what, entry.by
        if what is What.MISSED and player and _missed_before(game, entry):
            self._notice(game, entry, player)  # everybody else has been told once
            return
        if what is What.REKEYED and player:
            with self.writer.apart(game, player, entry.number):
                self._tell_key(game, entry, player)
            return
        if what is What.OFFERED and player:
            self._notice(game, entry, player)
            for person in stand_ins(self.writer.site.settings, game):
                with self.writer.apart(game, person.name, entry.number):
                    self._offer(game, entry, player, person)
        elif what is What.RECOVERED:
            self._ask_all_again(game, entry)
        elif what is What.STAND_IN and player:
            self._notice(game, entry, player)
            with self.writer.apart(game, f"the stand-in of {player}", entry.number):
                self._ask_stand_in(game, entry, player)
        else:
            for reader in game.file.players:
                if (reader, what) != (player, What.SEATED):  # who gets a mail of its own
                    self._notice(game, entry, reader)
        if what is What.SEATED and player:
            with self.writer.apart(game, player, entry.number):
                self._welcome(game, entry, player)
            self._farewell(game, entry, player)
        if what in _FOR_MODERATOR:
            subject, paragraphs = notice_of(game, entry, None)
            if what is What.PAUSED:
                paragraphs = (*paragraphs, f"To have deadlines again: pbem resume {game.file.id}")
            self.writer.tell_moderator(
                f"[{game.file.id}] {_capital(subject)}", paragraphs, entry.time, game
            )

    def tell_of_wish(self, game: StoredGame, entry: Entry) -> None:
        """Tell the other players that one agrees to more time."""
        wishes = [a for a in clock.arranged_in(entry.orders) if isinstance(a, MoreTime)]
        question = clock.open_question(game, entry.number)
        if not wishes or not question or not question.due:
            return
        agreed = clock.agreed(game, question, entry.number)
        if set(agreed) == set(game.file.players):
            return  # the deadline is moved, and everybody is told that
        for reader in game.file.players:
            if reader == entry.by:
                continue
            paragraphs = [
                f"{entry.by} would like {wishes[-1].hours} hours more for the open question, whose "
                f"answer is due by {until(game, reader, entry.number, entry.time)}.",
            ]
            if reader not in agreed:
                paragraphs.append(
                    f"If you agree, answer with EXTEND {wishes[-1].hours}. When all players have, "
                    "the deadline is moved by the least that anybody has agreed to."
                )
            about = str(entry.number)
            with self.writer.apart(game, reader, entry.number):
                self.writer.notice(game, reader, about, "more time?", paragraphs, entry.time)

    def sent_at(self, game: StoredGame, question: clock.Question) -> datetime | None:
        """When the report that asks the question went out, where the program sends by itself."""
        if self.writer.site.settings.mail.delivery != "smtp":
            return None
        outbox = self.writer.site.outbox
        times = (outbox.sent_at(ident) for ident in self._asking(game, question))
        return min((time for time in times if time is not None), default=None)

    def _asking(self, game: StoredGame, question: clock.Question) -> Iterator[str]:
        """The Message-IDs of the reports that ask the question, whoever sits there now."""
        since = game.roster.seats[question.player].since
        for number in range(max(question.number, since), game.last + 1):
            what, about = game.hash_of(number), str(number)
            yield self.writer.message_id(game, question.player, "report", about, what)

    def remind(
        self, game: StoredGame, question: clock.Question, before: Duration, now: datetime
    ) -> bool:
        """Remind the player of an open question, with the form; False if that was done before."""
        return self._remind(game, question, str(before), now, ())

    def tell_late(self, game: StoredGame, question: clock.Question, now: datetime) -> bool:
        """Tell the player, with the form, that the deadline has passed; False if it was told."""
        left = clock.bank_left(game, question.player)
        running = f"Your time bank is running; it holds {length(left)} at the most."
        return self._remind(game, question, LATE, now, (running,) if left else ())

    def reminders_of(self, game: StoredGame, player: PlayerId, number: int) -> tuple[str, ...]:
        """The Message-IDs of reminders of a question that an entry has answered."""
        terms = game.file.deadlines
        question = clock.open_question(game, number - 1) if number and terms else None
        if terms is None or question is None or question.player != player or not question.due:
            return ()
        which = (*map(str, terms.reminders), LATE)
        return tuple(self._reminder_id(game, question, one)[0] for one in which)

    def is_unsent(self, game: StoredGame, question: clock.Question) -> bool:
        """Whether no report that asks the question has left the site yet."""
        outbox, waits = self.writer.site.outbox, self._stand_in_unsent(game, question)
        for ident in self._asking(game, question):
            failed = outbox.failed_name(ident)
            if failed is not None and outbox.failed and is_refused_by_policy(outbox.failed, failed):
                waits = True  # the site's own fault
            elif outbox.is_waiting(ident):
                waits = True
            elif outbox.was_posted(ident) and not outbox.was_withdrawn(ident):
                return self._stand_in_unsent(game, question)
        return waits

    def _stand_in_unsent(self, game: StoredGame, question: clock.Question) -> bool:
        """Whether the mail that asks the stand-in still waits."""
        person = game.roster.seats[question.player].stand_in
        asked = [e for e in clock.since_asked(game, question) if _asks_stand_in(e)]
        if person is None or not asked:
            return False
        about, what = str(asked[-1].number), game.hash_of(asked[-1].number)
        player = question.player
        ident = self.writer.message_id(game, player, "report", about, what, person)
        return self.writer.site.outbox.is_waiting(ident)

    def _remind(
        self,
        game: StoredGame,
        question: clock.Question,
        which: str,
        now: datetime,
        news: tuple[str, ...],
    ) -> bool:
        about, player = _reminds_of(game, question), question.player
        ident, what = self._reminder_id(game, question, which)
        if self.writer.site.outbox.was_posted(ident):
            return False
        context = replace(
            self.writer.position(game, player, about, game.last, now), reminds=True, news=news
        )
        text = self.writer.site.renderer.report(context)
        self.writer.post(game, player, "report", about, text, now, what=what)
        return True

    def _reminder_id(
        self, game: StoredGame, question: clock.Question, which: str
    ) -> tuple[str, str]:
        """The Message-ID of a reminder, and what tells it from other mails about the question."""
        due = question.due.isoformat() if question.due else ""
        what = hashlib.sha256(f"{which}|{due}".encode()).hexdigest()
        about = _reminds_of(game, question)
        return self.writer.message_id(game, question.player, "report", about, what), what

    def _notice(self, game: StoredGame, entry: Entry, reader: PlayerId) -> None:
        with self.writer.apart(game, reader, entry.number):
            subject, paragraphs = notice_of(game, entry, reader)
            self.writer.notice(game, reader, str(entry.number), subject, paragraphs, entry.time)

    def _ask_stand_in(self, game: StoredGame, entry: Entry, player: PlayerId) -> None:
        """Send the stand-in what the player would get: the form and all choices."""
        person = game.roster.seats[player].stand_in
        if person is None:
            return
        about = str(entry.number)
        position = self.writer.position(game, player, about, entry.number, entry.time, person)
        news = (f"You are asked as the stand-in of {player}. Whoever answers first decides.",)
        text = self.writer.site.renderer.report(replace(position, news=news))
        what = game.hash_of(entry.number)
        self.writer.post(game, player, "report", about, text, entry.time, what=what, person=person)

    def _ask_all_again(self, game: StoredGame, entry: Entry) -> None:
        """Send everybody the position anew, and whoever must decide the question."""
        about, what = str(entry.number), game.hash_of(entry.number)
        for reader in game.file.players:
            with self.writer.apart(game, reader, entry.number):
                position = self.writer.position(game, reader, about, entry.number, entry.time)
                context = replace(position, news=notice_of(game, entry, reader)[1])
                text = self.writer.site.renderer.report(context)
                self.writer.post(game, reader, "report", about, text, entry.time, what=what)
        question = clock.open_question(game, entry.number)
        if question and clock.is_stood_in(game, question):
            with self.writer.apart(game, f"the stand-in of {question.player}", entry.number):
                self._ask_stand_in(game, entry, question.player)

    def _offer(self, game: StoredGame, entry: Entry, player: PlayerId, person: Person) -> None:
        """Offer a seat; the mail's secret is for this offer and this person."""
        view = self.writer.position(game, player, str(entry.number), entry.number, entry.time)
        governs = ", ".join(game.game.board.name(n) for n in view.state.governed(player))
        paragraphs = (
            f"Dear {person.name}, in this game of {game.game.rules.title} the seat of {player} is "
            f"free; it governs {governs or 'no nation now'}, and it is turn {view.state.turn}. If "
            "you would like to play on, answer this mail with a line that says JOIN. The first "
            "who does gets the seat and, in a mail of its own, the position.",
            "If not, do nothing.",
        )
        about = offer_token(game, entry.number, person)
        topic = "would you take a seat?"
        self.writer.notice(game, player, about, topic, paragraphs, entry.time, person=person)

    def _welcome(self, game: StoredGame, entry: Entry, player: PlayerId) -> None:
        """Send whoever has taken a seat over the position, and how one plays."""
        about = str(entry.number)
        context = replace(
            self.writer.position(game, player, about, entry.number, entry.time),
            key=game.roster.seats[player].key,
            news=(
                f"You play the seat of {player} from now on; welcome.",
                "You play by answering these mails: write your order above the marked line and "
                "send. You get an answer that says what was understood.",
            ),
        )
        text = self.writer.site.renderer.report(context)
        what = game.hash_of(entry.number)
        self.writer.post(game, player, "report", about, text, entry.time, what=what)

    def _tell_key(self, game: StoredGame, entry: Entry, player: PlayerId) -> None:
        """Send a player the new key, with the position: only this mail can be answered now."""
        about = str(entry.number)
        context = replace(
            self.writer.position(game, player, about, entry.number, entry.time),
            key=game.roster.seats[player].key,
            news=(
                "Your key and the secrets of all earlier mails of this game are void. Please "
                "answer this mail, or a later one; an answer to an earlier one is not taken. If "
                "you write from another address than this one, you are asked here once whether it "
                "is yours.",
            ),
        )
        text = self.writer.site.renderer.report(context)
        what = game.hash_of(entry.number)
        self.writer.post(game, player, "report", about, text, entry.time, what=what)

    def _farewell(self, game: StoredGame, entry: Entry, player: PlayerId) -> None:
        """Tell whoever sat there before that somebody else does now."""
        former = (f for f in game.roster.seats[player].former if f.until == entry.number)
        for owner in former:
            text = (
                f"The seat of {player} has been given to somebody else, who plays it from now on. "
                "What you had left ahead of time is dropped, and your mails about this game are "
                "not carried out any more. If that surprises you, please write to whoever runs "
                "the game. Thank you for having played."
            )
            topic, what = f"the seat of {player}", f"farewell|{entry.number}"
            self.writer.plain_notice(game, owner.address, topic, (text,), entry.time, what)


def _reminds_of(game: StoredGame, question: clock.Question) -> str:
    """The entry that a reminder is about: what has asked whoever sits there now."""
    return str(max(question.number, game.roster.seats[question.player].since))


_FOR_MODERATOR = {
    What.HOLD, What.PAUSED, What.MISSED, What.OFFERED, What.SEATED, What.RECOVERED,
}  # fmt: skip


def _asks_stand_in(entry: Entry) -> bool:
    return entry.clock is not None and entry.clock.what is What.STAND_IN


def _missed_before(game: StoredGame, entry: Entry) -> bool:
    """Whether the same question was missed before."""
    question = clock.open_question(game, entry.number)
    earlier = clock.since_asked(game, question, entry.number - 1) if question else ()
    return any(e.clock is not None and e.clock.what is What.MISSED for e in earlier)


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
