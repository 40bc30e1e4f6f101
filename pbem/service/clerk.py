"""One submission from mail to journal to outbox.

    read -> who wrote it -> orders applied -> journal entry (the commit) -> answer and reports

What comes after the commit is made from the journal alone and stored under names that follow
from it, so doing it again after a crash changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import say
from pbem.mail.mime import TOO_COMPLEX, TOO_LARGE, TOO_LONG_HEADER
from pbem.mail.read import Mail, read
from pbem.orders.submission import Outcome
from pbem.orders.text.names import names_of_all
from pbem.service import bounced
from pbem.service.clock_postman import ClockPostman
from pbem.service.clockwatch import doubt, sure_time
from pbem.service.confirming import Word, says_yes_or_no
from pbem.service.fates import Fate, Handled
from pbem.service.flood import TOLD, UNPROVEN, Flood
from pbem.service.held import Held, HeldMails
from pbem.service.keys import without_key
from pbem.service.meaning import (
    NO_STAND_IN,
    entry_answered,
    is_stand_in_asked,
    joins,
    only_answers,
    only_checks,
    other_game,
    without_ballast,
)
from pbem.service.postman import Postman
from pbem.service.questions import Questions, is_asked
from pbem.service.returned import Returned
from pbem.service.same_mail import Same, Understanding
from pbem.service.seats import can_take, finish_begun, take_over
from pbem.service.sender import (
    Candidate,
    Former,
    Impostor,
    Sender,
    Stranger,
    Unconfirmed,
    Unproven,
    addresses_of,
    flood_key,
    games_of,
    who_wrote,
    written_from,
)
from pbem.service.site import Site
from pbem.service.telling import Telling
from pbem.service.upkeep import opened, sweep_site
from pbem.store import clock
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, JournalConflict

Now = Callable[[], datetime]
_NEVER = datetime.max.replace(tzinfo=UTC)
NOT_READ = frozenset({TOO_COMPLEX, TOO_LARGE, TOO_LONG_HEADER})
"""What is wrong with mails that nobody has read: they are set aside and the moderator is told."""

SAME_WORDS = 3
"""So often in an hour a mail without orders is answered that says the same as one before: a machine
that nothing marks as one would answer each answer."""

MOST_HELPED = 3
"""In so many of a sender's games a mail without a secret is answered at once."""


class Clerk:
    """Handles submissions of a site.

    waiting: names of mails that wait for their sender's hour to pass, and until when
    lost_since: of games that were put back from a backup, from when on entries may be lost: that a
        later mail was answered does not say that it was played
    :param now: the clock; all times are UTC
    """

    def __init__(self, site: Site, now: Now) -> None:
        self.site = site
        self.now = now
        self._postman = Postman(site)
        self._telling = Telling(site, self._postman)
        self._flood = Flood(site.folder, site.settings.answers_per_hour)
        self._headings, self._places = names_of_all(site.games_folder)
        self._same = Understanding(self._headings, self._places)
        self._held = HeldMails(site.maildir("held"))
        self._questions = Questions(site, self._postman, self._held)
        self._returned = Returned(site, self._postman, self._headings, now)
        self.waiting: dict[str, datetime] = {}
        self.lost_since: dict[str, datetime] = {}

    @property
    def clock_mails(self) -> ClockPostman:
        """Who writes mails about deadlines."""
        return self._postman.clock

    def waits_to_be_confirmed(
        self, game: StoredGame, player: PlayerId, since: datetime, until: datetime
    ) -> datetime | None:
        """When the last mail for a seat came in, within that time, that waits for a YES."""
        seat = game.file.players.index(player)
        came = (
            held.came
            for held in self._held.waiting()
            if since <= held.came <= until and held.is_for(game.file.id, seat)
        )
        return max(came, default=None)

    def games_of(self, raw: bytes) -> frozenset[str]:
        """The games that a mail may be about."""
        try:
            return games_of(self.site, read(raw, self._headings, self._places), self._headings)
        except Exception:  # it cannot be read: about none
            return frozenset()

    def handle(self, raw: bytes, arrived: datetime | None = None) -> Handled:
        """Take a mail in wholly; afterwards it can be marked as done.

        :param arrived: when it came in, if that may be some time ago

        :raises TooManyMailsError: its sender must wait
        :raises OSError: something could not be stored; the mail must be handled again
        :raises BadInput: its game is broken or was changed by another process; likewise
        """
        mail = read(raw, self._headings, self._places)
        if mail.automatic:
            return self._returned.count(raw, mail)
        if self._is_ours(mail):
            return Handled(Fate.AUTOMATIC, reason="our own mail")
        same = self._same.of(raw, mail)
        who = who_wrote(self.site, mail, self._headings, sure_time(self.site, self.now()))
        match who:
            case Sender():
                handled = self._from_player(who, mail, raw, same, arrived)
            case Unconfirmed():
                handled = self._hold(who, mail, raw, self._held.known_as(same.ident, same.before))
            case Impostor():
                handled = self._refuse_impostor(who, mail, same.ident)
            case Candidate():
                handled = self._join(who, mail, same.ident)
            case Former():
                handled = self._answer_former(who, mail, same.ident)
            case Unproven():
                handled = self._help_to_answer(who, mail, raw, same.ident)
            case Stranger():
                too_much = next((p for p in mail.problems if p in NOT_READ), None)
                fate = Fate.UNREADABLE if too_much else Fate.UNKNOWN
                return Handled(fate, reason=str(too_much) if too_much else who.reason)
            case _:
                assert_never(who)
        if handled.fate is not Fate.PLAYED:  # that was synced, or is told later
            self.site.outbox.sync()
        return handled

    def _from_player(
        self, sender: Sender, mail: Mail, raw: bytes, same: Same, arrived: datetime | None
    ) -> Handled:
        game, ident = sender.game, same.ident
        done = self._done_before(sender, same, arrived)
        if done is not None:
            if is_asked(sender):  # a power cut may have undone that
                self._questions.note_no(sender, mail, ident)
            return done
        if sender.by_key and mail.sender and self.site.can_write_to(mail.sender):
            game.add_address(sender.player, mail.sender.lower())
        if is_asked(sender):
            answer = self._answer_to_question(sender, mail, ident)
            if answer is not None:
                return answer
            sender = self._questions.as_of(sender)
            address = (mail.sender or "").lower()
            if address not in addresses_of(game, sender.player):
                return self._hold(Unconfirmed(sender, address), mail, raw, ident)
        if sender.person and not is_stand_in_asked(game, sender.player):
            self._flood.check(flood_key(sender), self.now())
            self._flood.count(flood_key(sender), ident, self.now())
            self._postman.answer_stand_in(
                game, sender.player, sender.person, mail, ident, self.now()
            )
            return Handled(Fate.ANSWERED, game.file.id, game.last, "the stand-in is not asked")
        if mail.doubtful:
            return self._ask_whether_meant(sender, mail, raw, ident)
        if not mail.orders and same.said:
            words = hashlib.sha256(f"{flood_key(sender)}|{same.said}".encode()).hexdigest()
            if not self._flood.spend(f"same|{words}", ident, self.now(), SAME_WORDS):
                return Handled(Fate.AUTOMATIC, reason="the same words without an order again")
        return self._play_or_answer(sender, mail, ident, arrived)

    def _done_before(self, sender: Sender, same: Same, arrived: datetime | None) -> Handled | None:
        """What became of the mail when it came before."""
        game = sender.game
        done = self._same.entry_of(game, same)
        if done is not None:
            self.dispatch(game, done.number)
            return Handled(Fate.PLAYED, game.file.id, done.number, "again")
        if self._is_being_recovered(game, arrived):
            return None  # what it was answered with is of entries that are lost
        for ident in (same.ident, same.before):
            if self._postman.has_answered(game, sender.player, ident, sender.person):
                return Handled(Fate.ANSWERED, game.file.id, game.last, "again")
        return None

    def _is_being_recovered(self, game: StoredGame, arrived: datetime | None) -> bool:
        """Whether a mail is looked through again that came after a backup was made."""
        return bool(arrived and arrived >= self.lost_since.get(game.file.id, _NEVER))

    def _answer_to_question(self, sender: Sender, mail: Mail, ident: str) -> Handled | None:
        """Do what the answer to "is this yours?" says; None if it holds orders of its own."""
        game = sender.game
        word, held = self._questions.word(sender, mail), self._questions.held(sender)
        if word is Word.YES and held is not None:
            return self._carry_out(sender, held, ident)
        if word is not Word.NO and self._questions.was_answered_by(sender, ident):
            return Handled(Fate.PLAYED, game.file.id, game.last, "again")
        if word is Word.NEITHER and mail.orders and not says_yes_or_no(mail.orders):
            return None
        self._flood.check(flood_key(sender), self.now())
        self._flood.count(flood_key(sender), ident, self.now())
        self._questions.tell_unconfirmed(sender, mail, ident, self.now())
        return Handled(Fate.ANSWERED, game.file.id, game.last, "nothing is confirmed")

    def _carry_out(self, confirmed: Sender, held: Held, answer: str) -> Handled:
        """Carry out a mail that waited for a YES; its address is known from now on."""
        raw = held.raw
        mail = read(raw, self._headings, self._places)
        if mail.sender and self.site.can_write_to(mail.sender):
            confirmed.game.add_address(confirmed.player, mail.sender.lower())
        who = who_wrote(self.site, mail, self._headings, self.now())
        sender = confirmed
        if held.entry is not None:
            sender = replace(confirmed, about=str(held.entry))
        if isinstance(who, Sender) and (who.game, who.player) == (sender.game, sender.player):
            sender = who
        if mail.doubtful:
            text = "\n".join(mail.doubtful)
            mail = replace(mail, text=text, orders=mail.doubtful, doubtful=(), problems=())
        same = self._same.of(raw, mail)
        handled = self._done_before(sender, same, held.came)
        handled = handled or self._play_or_answer(sender, mail, same.ident, held.came)
        self._held.finish(held, answer)
        return handled

    def _ask_whether_meant(self, sender: Sender, mail: Mail, raw: bytes, ident: str) -> Handled:
        """Keep a mail whose orders may be those of an old one, and ask."""
        game, now = sender.game, self.now()
        self._flood.check(flood_key(sender), self.now())
        self._flood.count(flood_key(sender), ident, now)
        self._keep(sender, raw, ident)
        self._postman.ask_whether_meant(game, sender.player, mail, ident, now)
        return Handled(Fate.HELD, game.file.id, game.last, "its orders may be old ones")

    def _keep(self, sender: Sender, raw: bytes, ident: str) -> None:
        game = sender.game
        seat = game.file.players.index(sender.player)
        number = entry_answered(sender)
        number = game.last if number is None else min(number, game.last)
        self._held.keep(raw, ident, game.file.id, seat, number, self.now())

    def _join(self, who: Candidate, mail: Mail, ident: str) -> Handled:
        """Give a seat that is offered to whoever says so first."""
        game, now = who.game, self.now()
        wants = joins(game, who.player, mail.orders)
        # an old offer is over, also when the seat is offered anew
        free = clock.offered(game, who.player) == who.number and not game.state.over
        has_it = game.roster.seats[who.player].address.lower() == who.person.address.lower()
        if has_it and not free:
            return Handled(Fate.ANSWERED, game.file.id, game.last, "again")
        if not (wants and free and can_take(game, who.player, who.person)):
            if not self._flood.spend(f"join|{who.about}", ident, now, UNPROVEN):
                return Handled(Fate.UNKNOWN, game.file.id, reason="too many about an offer")
            self._postman.answer_candidate(who, mail, now, wants=wants)
            return Handled(Fate.ANSWERED, game.file.id, game.last, "an offer")
        entry = take_over(game, who.player, who.person, now)
        self.dispatch(game, entry.number)
        return Handled(Fate.PLAYED, game.file.id, entry.number, "a seat is taken over")

    def _hold(self, who: Unconfirmed, mail: Mail, raw: bytes, ident: str) -> Handled:
        """Keep the mail, and ask at the known address whether it is the player's."""
        now, game = self.now(), who.sender.game
        if not self._flood.spend(f"held|{flood_key(who.sender)}", ident, now, UNPROVEN):
            return Handled(Fate.UNKNOWN, game.file.id, reason="too many from unknown addresses")
        self._keep(who.sender, raw, ident)
        self._postman.ask_to_confirm(game, who.sender.player, who.address, mail, ident, now)
        return Handled(Fate.HELD, game.file.id, game.last, "the address is not known")

    def _answer_former(self, who: Former, mail: Mail, ident: str) -> Handled:
        """Tell somebody whose seat has gone to another that it has."""
        game, now = who.game, self.now()
        key = f"former|{game.file.id}/{who.player}"
        if not self._flood.spend(key, ident, now, UNPROVEN):
            return Handled(Fate.UNKNOWN, game.file.id, reason="too many from a former player")
        self._postman.answer_former(game, who.player, who.address, mail, ident, now)
        return Handled(Fate.REFUSED, game.file.id, game.last, "a former player's secret")

    def _refuse_impostor(self, who: Impostor, mail: Mail, ident: str) -> Handled:
        """Refuse a mail for another player's seat; that player is told, once for each other."""
        now, game = self.now(), who.sender.game
        self._postman.warn_owner(game, who.sender.player, who.other, now)
        if self._flood.spend(f"other|{flood_key(Sender(game, who.other))}", ident, now, UNPROVEN):
            self._postman.refuse_other_seat(game, who.other, mail, ident, now)
        return Handled(Fate.REFUSED, game.file.id, game.last, "another player's secret")

    def _help_to_answer(self, who: Unproven, mail: Mail, raw: bytes, ident: str) -> Handled:
        """Ask a known address whether a mail without a proof is its own; a YES carries it out."""
        now = self.now()
        wanted = [s for s in who.senders if s.game.file.id in mail.text.lower().split()]
        helped = False
        for sender in (wanted or who.senders)[:MOST_HELPED]:
            if self._flood.spend(f"help|{flood_key(sender)}", ident, now, UNPROVEN):
                if mail.orders or mail.doubtful:
                    self._keep(sender, raw, ident)
                self._postman.help_to_answer(sender.game, sender.player, mail, ident, now)
                helped = True
        if not helped:
            return Handled(Fate.UNKNOWN, reason="too many without a secret in this hour")
        return Handled(Fate.HELPED, reason="a known address, but no secret")

    def count_failed(self) -> tuple[str, ...]:
        """Count what the site's own mail server will never take; see `Returned`."""
        return self._returned.count_failed()

    def submit(self, ident: str, player: PlayerId, text: str) -> Outcome:
        """Orders from the console; committed and reported if any of them are taken.

        :raises BadInput: no such game or player
        """
        game = self.site.game(ident)
        if player not in game.file.players:
            raise BadInput("player", f"{player!r} does not play in {ident}")
        now = self.now()
        outcome = game.submit(player, text, now)
        if outcome.orders and not only_checks(outcome):
            entry = game.commit(outcome, by=player, how="console", time=now, text=text)
            self.dispatch(game, entry.number)
        return outcome

    def undo(self, ident: str, back_to: int) -> Entry:
        """Take back everything after an entry, and tell everybody.

        :raises BadInput: no such game or entry
        """
        game = self.site.game(ident)
        entry = game.undo(back_to, self.now())
        self.dispatch(game, entry.number)
        return entry

    def tell_of_set_aside(self, name: str, fate: Fate, reason: str) -> None:
        """Tell the site's moderator of a mail that was set aside."""
        now = self.now()
        if not self._flood.spend("told of mails set aside", name, now, TOLD):
            return  # the reason lies beside the mail in any case
        what = (
            "A mail could not be handled for a day and is set aside. When what is wrong is mended, "
            f"have it handled: pbem take-up {name}"
            if fate is Fate.STUCK
            else "A mail could not be read and is set aside; it changes nothing and is not "
            "answered."
        )
        paragraphs = (what, f"File: {name}\nReason: {reason}")
        self._postman.tell_moderator("A mail was set aside", paragraphs, now)
        self.site.outbox.sync()

    def catch_up(self) -> tuple[str, ...]:
        """Report the entries that a crash has left unreported, and clear away what it has left.

        :returns: what could not be done, as sentences
        """
        sweep_site(self.site)
        self.site.clock_doubted = doubt(self.site, self.now()) is not None
        troubles = list(self.count_failed())
        for ident in self.site.game_ids():
            try:
                game = opened(self.site, self._postman, ident, self.now())
                finish_begun(game, self.now())
                self._telling.catch_up(game, self.now())
            except Exception as error:  # one game's fault must not stop the others
                troubles.append(f"{ident}: {error}")
        return tuple(troubles)

    def dispatch(self, game: StoredGame, number: int) -> None:
        """Tell people of an entry that is committed; what cannot be told now is told later."""
        self._telling.dispatch(game, number)

    def untold(self) -> tuple[str, ...]:
        """What people could not be told since this was asked last, as sentences."""
        return self._telling.troubles()

    def _play_or_answer(
        self, sender: Sender, mail: Mail, ident: str, arrived: datetime | None
    ) -> Handled:
        game = sender.game
        self._flood.check(flood_key(sender), self.now())
        outcome, now = Outcome(game.state), self.now()
        answered = entry_answered(sender)
        if (
            answered is not None
            and answered > game.last
            and self._is_being_recovered(game, arrived)
        ):
            answered = None  # what was entered otherwise than by mail is lost, and numbers differ
        mail = without_ballast(mail, self._headings, self._places)
        if not mail.problems:
            outcome = game.submit(
                sender.player, mail.text, arrived or now, answered=answered, called=mail.called
            )
        if sender.person and outcome.orders and not only_answers(game, outcome):
            mail = replace(mail, problems=(NO_STAND_IN,))
            outcome = Outcome(game.state)
        other = other_game(outcome, mail.ignored, game.file.id, self.site.game_ids())
        if other:
            problem = say(
                "Your mail answers game {game}, but says {order}. Please write to one game at a "
                "time.",
                game=game.file.id,
                order=f"GAME {other}",
            )
            mail = replace(mail, problems=(problem,))
            outcome = Outcome(game.state)
        checking = only_checks(outcome)
        if not sender.person:
            bounced.clear(game, sender.player)
        if self._flood.count(flood_key(sender), ident, now) and not sender.person:
            self._postman.warn_of_flood(game, sender.player, self._flood.limit, now)
        if outcome.orders and not checking:
            entry = self._commit(sender, outcome, mail, ident, answered, now, arrived)
            self.dispatch(game, entry.number)
            return Handled(Fate.PLAYED, game.file.id, entry.number)
        self._postman.answer(
            game,
            sender.player,
            outcome,
            ident=ident,
            message_id=mail.message_id,
            time=now,
            check=checking,
            problems=mail.problems,
            person=sender.person,
            written_from=written_from(sender, mail),
        )
        return Handled(Fate.ANSWERED, game.file.id, game.last)

    def _is_ours(self, mail: Mail) -> bool:
        """Whether the mail comes from this very site: nobody answers itself."""
        local, _, host = (mail.sender or "").lower().rpartition("@")
        address = f"{local.partition('+')[0]}@{host}"
        ours = list(self.site.secrets.readers(mail.message_id or ""))
        return bool(ours) or address == self.site.settings.address.lower()

    def _commit(
        self,
        sender: Sender,
        outcome: Outcome,
        mail: Mail,
        ident: str,
        answered: int | None,
        now: datetime,
        arrived: datetime | None,
    ) -> Entry:
        try:
            return sender.game.commit(
                outcome,
                by=sender.player,
                how="mail",
                time=now,
                text=without_key(mail.text, sender.game.roster.seats[sender.player].key),
                message_id=mail.message_id,
                mail=ident,
                answered=answered,
                written_from=written_from(sender, mail),
                called=mail.called,
                stand_in=sender.person is not None,
                arrived=arrived,
            )
        except JournalConflict:
            self.site.forget(sender.game.file.id)
            raise
