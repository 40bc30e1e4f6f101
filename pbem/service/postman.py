"""Which mails an entry or an answer makes, and to whom; into the outbox, each once.

Everything follows from the journal: made again after a crash, a mail has the same name, the same
Message-ID and the same text, and is not stored a second time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.mail.read import Mail
from pbem.orders.ahead.standing import Standing
from pbem.orders.submission import Outcome
from pbem.orders.text.words import head
from pbem.report.ahead import seen_by
from pbem.report.contexts import Chapter
from pbem.report.desk import answer_to
from pbem.report.render import AnswerContext, Text
from pbem.service.clock_postman import ClockPostman
from pbem.service.clock_words import about_players, news_of, until
from pbem.service.confirming import Word
from pbem.service.sender import Candidate, addresses_of
from pbem.service.site import Site
from pbem.service.wishes_told import plans_again, plans_kept
from pbem.service.writer import Writer, about_mail
from pbem.store.files import Person
from pbem.store.game import StoredGame

MOST_UNSENT = 30
"""So many reports that have not gone out are told of in one; further ones go out by themselves."""


_WAITS_NO_MORE = (
    "No mail waits for your YES any more: you have answered before, or the seat was another's. "
    "Nothing of this answer is carried out."
)


class Postman:
    """Writes the mails of a site's games."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._writer = Writer(site)
        self.clock = ClockPostman(self._writer)

    def answer_of(self, game: StoredGame, number: int) -> None:
        """Answer the mail that has led to an entry, if one has."""
        entry = game.entries[number - 1][0] if number else None
        if entry is None or not (entry.mail and entry.by):
            return
        outcome = game.outcome_of(number)
        with self._writer.apart(game, entry.by, number):
            self.answer(
                game,
                entry.by,
                outcome,
                ident=entry.mail,
                message_id=entry.message_id,
                time=entry.time,
                entry=number,
                person=game.roster.seats[entry.by].stand_in if entry.stand_in else None,
                written_from=entry.written_from,
            )

    def report(self, game: StoredGame, number: int) -> None:
        """Tell everybody of an entry; 0 is the set-up. A private one is told to nobody."""
        entry = game.entries[number - 1][0] if number else None
        if entry and entry.clock:
            self.clock.tell(game, entry)
            return
        if entry:
            self.clock.tell_of_wish(game, entry)
        if entry and entry.is_private:
            return
        chapter = self._chapters(game, number)
        # nobody need hear of what has not been told and is taken back
        told = number if entry is None or entry.back_to is None else entry.back_to
        for player in game.file.players:
            with self._writer.apart(game, player, number):
                self._report_to(game, player, number, chapter(player), told)

    def _report_to(
        self, game: StoredGame, player: PlayerId, number: int, own: Chapter, told: int
    ) -> None:
        entry = game.entries[number - 1][0] if number else None
        unsent = self._taken_back(game, player, number)
        context = replace(
            self._writer.position(game, player, str(number), number, _time(game, number)),
            events=own.events,
            automatic=own.automatic,
            news=own.news,
            earlier=tuple(self._chapters(game, e)(player) for e in reversed(unsent) if e <= told),
            plans_again=plans_again(game, player, entry) if entry else (),
            plans_kept=plans_kept(game, player, entry) if entry else False,
            # a standing key in every quoted mail would soon be known to many
            key=game.roster.seats[player].key if number == 0 else "",
            opening=number == 0,
            undone_to=entry.back_to if entry else None,
        )
        time = entry.time if entry else game.file.created
        text = self.site.renderer.report(context)
        what = game.hash_of(number)
        self._writer.post(game, player, "report", str(number), text, time, what=what)
        # what asks something that is no longer true need not go out any more
        self.site.outbox.withdraw(self.clock.reminders_of(game, player, number))

    def _chapters(self, game: StoredGame, number: int) -> Callable[[PlayerId], Chapter]:
        """What an entry's report tells each player of what has happened."""
        entry = game.entries[number - 1][0] if number else None
        events = game.outcome_of(number).events if entry else game.opening.events
        automatic = game.automatic_of(number) if entry else ()
        return lambda player: Chapter(
            news=news_of(game, entry, player) if entry else (),
            events=events,
            automatic=seen_by(player, automatic),
        )

    def _taken_back(self, game: StoredGame, player: PlayerId, number: int) -> list[int]:
        """The entries before whose reports to a player this one replaces; the latest first.

        Those are taken back before it is made: so they never go out beside it, and if the process
        is killed in between, they are known to be taken back when it is made again.
        """
        if self.site.outbox.was_posted(self._report_id(game, player, number)):
            return []  # it has been made: what waits now is not told of in it
        unsent = self._unsent(game, player, number)
        reports = [self._report_id(game, player, entry) for entry in unsent]
        return unsent[: self.site.outbox.withdraw_row(reports)]

    def _unsent(self, game: StoredGame, player: PlayerId, number: int) -> list[int]:
        """The entries before whose report to a player has not gone out; the latest first.

        Only where the program sends mails itself: else nobody here knows.
        """
        if self.site.settings.mail.delivery == "folder":
            return []
        found: list[int] = []
        outbox = self.site.outbox
        for earlier in range(number - 1, 0, -1):
            entry = game.entries[earlier - 1][0]
            if entry.back_to is not None:
                break
            if entry.clock or entry.is_private:
                continue
            ident = self._report_id(game, player, earlier)
            if not (outbox.is_waiting(ident) or outbox.was_withdrawn(ident)):
                break
            found.append(earlier)
        # what waits may tell of all of these: it is replaced as a whole, or stays
        return found if len(found) <= MOST_UNSENT else []

    def _report_id(self, game: StoredGame, player: PlayerId, number: int) -> str:
        what = game.hash_of(number)
        return self._writer.message_id(game, player, "report", str(number), what)

    def answer(
        self,
        game: StoredGame,
        player: PlayerId,
        outcome: Outcome,
        *,
        ident: str,
        message_id: str | None,
        time: datetime,
        entry: int | None = None,
        check: bool = False,
        problems: tuple[Message, ...] = (),
        person: Person | None = None,
        written_from: str | None = None,
    ) -> None:
        """Answer a mail, known by its hash `ident`; not whoever has the seat since then.

        :param entry: the entry that it led to
        :param check: nothing was changed, since that was asked for
        :param problems: why nothing in it could be read, as sentences
        :param person: the player's stand-in, if that is who wrote
        :param written_from: the address that wrote, where reports go to another: both get it
        """
        if entry is not None and entry < game.roster.seats[player].since:
            return
        about = about_mail("m", ident)
        state = game.state_after(entry) if entry else game.state
        context = AnswerContext(
            game=game.game,
            game_id=game.file.id,
            reader=player,
            outcome=outcome,
            state=state,
            marker=self._writer.marker(game, player, about, person),
            until=until(game, player, entry or game.last, time),
            about=about_players(game, player, time),
            entry=entry,
            check=check,
            problems=problems,
        )
        text = self._answer_text(game, context, about, time, person)
        for copy_to in dict.fromkeys((None, written_from)):
            self._writer.post(
                game,
                player,
                "answer",
                about,
                text,
                time,
                message_id,
                person=person,
                number=entry,
                copy_to=copy_to,
            )

    def code_of(self, game: StoredGame, player: PlayerId, about: str) -> str:
        """The code that confirms what a mail asks, beside a YES."""
        return self._writer.marker(game, player, about)

    def ask_to_confirm(
        self,
        game: StoredGame,
        player: PlayerId,
        address: str,
        mail: Mail,
        ident: str,
        time: datetime,
    ) -> None:
        """Ask at the known address whether a mail from another one is the player's."""
        about = about_mail("c", ident)
        paragraphs = (
            f"A mail in your name has come from an address that is not known as yours: {address}",
            "If it is yours, answer this mail with YES and nothing else (or with the code "
            f"{self.code_of(game, player, about)}). Its orders are then carried out, and you can "
            "write from that address from now on. If it is not yours, answer NO or do nothing.",
            _quoted(mail.orders or mail.doubtful),
        )
        self._writer.notice(game, player, about, "is this mail yours?", paragraphs, time)

    def ask_whether_meant(
        self, game: StoredGame, player: PlayerId, mail: Mail, ident: str, time: datetime
    ) -> None:
        """Ask a player whether orders that may be those of an old mail are meant."""
        about = about_mail("c", ident)
        paragraphs = (
            "Your mail holds orders, but they may belong to an older mail that your program has "
            "copied below your text, so they are not carried out yet.",
            _quoted(mail.doubtful),
            "If they are what you want now, answer this mail with YES and nothing else (or with "
            f"the code {self.code_of(game, player, about)}). If not, send your orders in a mail "
            "without the old text.",
        )
        self._writer.notice(
            game, player, about, "are these your orders?", paragraphs, time, mail.message_id
        )

    def tell_unconfirmed(
        self,
        game: StoredGame,
        player: PlayerId,
        mail: Mail,
        ident: str,
        time: datetime,
        word: Word,
        *,
        waits: bool,
    ) -> None:
        """Tell a player that an answer confirms nothing.

        :param waits: whether the mail that was asked about has waited for an answer until now
        """
        text = (
            {
                Word.YES: _WAITS_NO_MORE,
                Word.NO: "Thank you. The mail that was asked about is not carried out.",
                Word.NEITHER: "Nothing is confirmed, and nothing is carried out. Please answer the "
                "question once more: with YES and nothing else (or its code on a line of its own) "
                "if you want what it asks about, or with other orders and no YES.",
            }[word]
            if waits
            else _WAITS_NO_MORE
        )
        about = about_mail("m", ident)
        answered = mail.message_id
        self._writer.notice(game, player, about, "not confirmed", (text,), time, answered)

    def answer_former(
        self,
        game: StoredGame,
        player: PlayerId,
        address: str,
        mail: Mail,
        ident: str,
        time: datetime,
    ) -> None:
        """Answer somebody who sat in a seat before; nothing of the game is told."""
        text = (
            "Your mail answers one from before the seat was given to you again, so nothing of it "
            "is carried out. Please answer a mail that has come since."
            if address in addresses_of(game, player)
            else f"The seat of {player} is not yours any more: somebody else plays it. Nothing of "
            "your mail is carried out. If that surprises you, please write to whoever runs the "
            "game."
        )
        topic = f"the seat of {player}"
        self._writer.plain_notice(game, address, topic, (text,), time, ident, mail.message_id)

    def refuse_other_seat(
        self, game: StoredGame, player: PlayerId, mail: Mail, ident: str, time: datetime
    ) -> None:
        """Tell a player that a mail cannot be for another player's seat."""
        paragraphs = (
            "Your mail answers a mail that was sent to another player, so its orders are not "
            "taken. Please answer a mail that was sent to you, such as this one.",
        )
        about = about_mail("m", ident)
        self._writer.notice(game, player, about, "not taken", paragraphs, time, mail.message_id)

    def warn_owner(
        self, game: StoredGame, owner: PlayerId, other: PlayerId, time: datetime
    ) -> None:
        """Tell a player, once, that another player has answered a mail of theirs."""
        ident = hashlib.sha256(f"{owner}|{other}".encode()).hexdigest()
        paragraphs = (
            f"A mail for your seat has come from the address of {other}. It is refused, and "
            "nothing has changed. Do you forward your mails? Who has one can try to play for you.",
        )
        about = about_mail("o", ident)
        self._writer.notice(game, owner, about, "a mail for your seat is refused", paragraphs, time)

    def help_to_answer(
        self, game: StoredGame, player: PlayerId, mail: Mail, ident: str, time: datetime
    ) -> None:
        """Send a known address something that can be answered; a YES carries its orders out."""
        unproven = (
            "Your mail does not prove that it is yours, since a From line can be written by "
            "anybody: so nothing of it is carried out yet."
        )
        if orders := mail.orders or mail.doubtful:
            about = about_mail("c", ident)
            paragraphs = [
                unproven,
                _quoted(orders),
                "If it is yours, answer this mail with YES and nothing else (or with the code "
                f"{self.code_of(game, player, about)}), and this is carried out. You can also "
                "answer with other orders.",
            ]
        else:
            about = about_mail("h", ident)
            paragraphs = [unproven, "Please answer this mail instead; that is proof enough."]
        self._writer.notice(
            game, player, about, "please answer this", paragraphs, time, mail.message_id
        )

    def answer_candidate(
        self, candidate: Candidate, mail: Mail, time: datetime, *, wants: bool
    ) -> None:
        """Answer somebody to whom a seat was offered and who does not get it by this mail."""
        game, player = candidate.game, candidate.player
        text = (
            f"The seat of {player} is not free any more. Thank you for the offer."
            if wants
            else "If you would like to take the seat, answer with a line that says JOIN."
        )
        topic = f"the seat of {player}"
        what = hashlib.sha256(f"{mail.message_id}|{text}".encode()).hexdigest()
        self._writer.notice(
            game,
            player,
            candidate.about,
            topic,
            (text,),
            time,
            mail.message_id,
            person=candidate.person,
            what=what,
        )

    def answer_stand_in(
        self,
        game: StoredGame,
        player: PlayerId,
        person: Person,
        mail: Mail,
        ident: str,
        time: datetime,
    ) -> None:
        """Tell a stand-in who is not asked any more, or not yet; the position is not for them."""
        text = (
            f"You are not asked in the place of {player} now: the question is answered, or was "
            "another. Nothing of your mail is carried out."
        )
        about, answered = about_mail("m", ident), mail.message_id
        topic = "nothing is asked now"
        self._writer.notice(game, player, about, topic, (text,), time, answered, person=person)

    def warn_of_flood(self, game: StoredGame, player: PlayerId, limit: int, time: datetime) -> None:
        """Tell a player that further mails wait."""
        ident = hashlib.sha256(f"{player}|{time:%Y-%m-%d %H}".encode()).hexdigest()
        paragraphs = (
            f"That were {limit} mails of yours within an hour. Further ones are not lost: they "
            "wait, and are handled in their order when the hour has passed.",
        )
        self._writer.notice(game, player, about_mail("f", ident), "please wait", paragraphs, time)

    def tell_moderator(
        self,
        subject: str,
        paragraphs: tuple[str, ...],
        time: datetime,
        game: StoredGame | None = None,
        which: str = "",
    ) -> None:
        """Write to the game's moderator, else to the site's; nothing happens if there is none.

        :param which: tells it from others with the same words; if not given, the time does
        """
        self._writer.tell_moderator(subject, paragraphs, time, game, which)

    def tell_of_bounces(
        self, game: StoredGame, player: PlayerId, since: date, time: datetime
    ) -> None:
        """Tell the moderator that a player does not seem to get any mail.

        :param since: tells it from what was told before; told again, it is the same mail
        """
        paragraphs = (
            f"Mails to {player} come back since some days. The player is marked in `pbem list`; "
            "the mark goes with the next mail from there. Nobody is dropped: please find out what "
            "is wrong, or find somebody to play on.",
        )
        subject = f"[{game.file.id}] Mails to {player} come back"
        self._writer.tell_moderator(subject, paragraphs, time, game, which=f"{player}|{since}")

    def has_answered(
        self, game: StoredGame, player: PlayerId, ident: str, person: Person | None = None
    ) -> bool:
        """Whether a mail, known by its hash, was answered before."""
        about = about_mail("m", ident)
        message_id = self._writer.message_id(game, player, "answer", about, person=person)
        return self.site.outbox.was_posted(message_id)

    def _answer_text(
        self,
        game: StoredGame,
        context: AnswerContext,
        about: str,
        time: datetime,
        person: Person | None,
    ) -> Text:
        """One mail for all that was asked: orders, help, the position."""
        number = context.entry or game.last
        position = self._writer.position(game, context.reader, about, number, time, person)
        # what the player has planned is not for the stand-in
        own = Standing() if person else _own_standing(game, context.reader, number)
        return answer_to(self.site.renderer, context, position, own, time)


def _quoted(orders: Sequence[str]) -> str:
    """The orders of a mail, so that they are no orders of this one; no word of a KEY."""
    shown = [order for order in orders if head(order)[0] != "KEY"]
    return "It says:\n" + "\n".join(f"  | {order}" for order in shown or ("(no order)",))


def _time(game: StoredGame, number: int) -> datetime:
    return game.entries[number - 1][0].time if number else game.file.created


def _own_standing(game: StoredGame, player: PlayerId, number: int) -> Standing:
    """What the player, and nobody else, has left after an entry."""
    return Standing(game.standing_after(number).of(player))
