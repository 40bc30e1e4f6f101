"""The way of a mail as a list of steps, and the other ways in: the console, what is made up for.

    reading -> who -> asking -> deciding -> entering -> telling -> posting

Each step takes a value and gives one; none calls back. What comes after the commit is made from the
journal alone and stored under names that follow from it, so doing it again changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import say
from pbem.mail.bounces import Bounce
from pbem.mail.outgoing.smtp_words import is_refused_by_policy
from pbem.orders.submission import Outcome
from pbem.orders.verbs.press.press import Press
from pbem.service.asking.held import HeldMails
from pbem.service.asking.questions import answer_to_question
from pbem.service.deciding.circumstances import Circumstances
from pbem.service.deciding.decide import decide, told_elsewhere
from pbem.service.deciding.decision import (
    EnterOrders,
    Finish,
    GiveSeat,
    LeaveSeat,
    Memo,
    Moderate,
    Ruling,
    SendAgain,
    SendPress,
    TakeOverGame,
    TellAgain,
)
from pbem.service.deciding.flood import TOLD, Flood
from pbem.service.deciding.parts import Part, parts_of
from pbem.service.deciding.parts import handled as all_of
from pbem.service.deciding.trying import tried
from pbem.service.deciding.visits import Visited, WantAddress
from pbem.service.deciding.wishes import only_checks
from pbem.service.dispatch import Dispatch
from pbem.service.entering.enter import Entered, enter, take_back
from pbem.service.entering.moderating.desk import CONSOLE
from pbem.service.entering.moderating.mails import moderate
from pbem.service.entering.noting import note
from pbem.service.entering.outcomes import entered
from pbem.service.entering.settle import settle
from pbem.service.fates import Fate, Handled
from pbem.service.posting.post import post
from pbem.service.press.addressing import Addressing, to_keep
from pbem.service.reading.received import Received, Vocabulary, received
from pbem.service.seats.beginning import begin, clear_begun, is_due, is_late
from pbem.service.seats.seats import finish_begun, give_up, take_over
from pbem.service.site.clockwatch import doubt, sure_time
from pbem.service.site.site import Site
from pbem.service.telling.addresses import questions_about_addresses
from pbem.service.telling.lobbies import of_stuck, of_too_few
from pbem.service.telling.moderated import answer_to_moderator
from pbem.service.telling.moderators import to_moderator
from pbem.service.telling.replies import letters_for
from pbem.service.telling.time_entries import open_offers
from pbem.service.who.identify import games_of, identify, owners_of
from pbem.service.who.senders import Machine
from pbem.store.chain import JournalConflict
from pbem.store.game import StoredGame
from pbem.store.proposals import may_settle
from pbem.store.submissions import Submission

Now = Callable[[], datetime]


class Processor:
    """Handles what comes in to a site; to be called with the site locked.

    waiting: names of mails that wait for their sender's hour to pass, and until when
    lost_since: of games that were put back from a backup, from when on entries may be lost
    :param now: the clock; all times are UTC
    """

    def __init__(self, site: Site, now: Now) -> None:
        self.site = site
        self.now = now
        self.words = Vocabulary.of(site.games_folder)
        self.held = HeldMails(site.maildir("held"))
        self.flood = Flood(site.folder, site.settings.answers_per_hour)
        self.dispatch = Dispatch(site)
        self.waiting: dict[str, datetime] = {}
        self.lost_since: dict[str, datetime] = {}

    def handle(self, raw: bytes, arrived: datetime | None = None) -> Handled:
        """Take a mail in wholly; afterwards it can be marked as done.

        :param arrived: when it came in, if that may be some time ago
        :raises TooManyMailsError: its sender must wait
        :raises OSError: something could not be stored; the mail must be handled again
        :raises BadInput: its game is broken or was changed by another process; likewise
        """
        now = self.now()
        mail = received(self.words, raw, arrived)
        who = identify(self.site, mail, self.words, sure_time(self.site, now))
        said = answer_to_question(self.site, self.held, self.words, mail, who, now)
        parts = parts_of(self.site, self.words, mail, who, said)
        if len(parts) > 1:
            return self._handle_parts(parts, now)
        decision = decide(self._circumstances(now), mail, who, said)
        return self._carry_out(decision)

    def _handle_parts(self, parts: tuple[Part, ...], now: datetime) -> Handled:
        """The parts of a mail to several games, each by itself: what is wrong with one hurts none.

        :raises OSError, BadInput, TooManyMailsError: of the first part that must wait: the mail is
            handled again, and what was done is not done twice
        """
        done: list[Handled] = []
        wrong: list[Exception] = []
        for number, part in enumerate(parts, 1):
            try:
                done.append(self._handle_part(part, now, last=number == len(parts) and not wrong))
            except Exception as error:  # whatever it is, the others are none the worse for it
                wrong.append(error)
        if wrong:
            raise wrong[0]
        return all_of(done)

    def _handle_part(self, part: Part, now: datetime, *, last: bool) -> Handled:
        if part.broken is not None:
            raise part.broken
        at = self._circumstances(now)
        if part.elsewhere is not None:
            return self._carry_out(told_elsewhere(at, part.elsewhere))
        decision = decide(at, part.mail, part.who, part.said)
        if not last:  # what was confirmed waits until all of its parts are done
            after = tuple(memo for memo in decision.after if not isinstance(memo, Finish))
            decision = replace(decision, after=after)
        return self._carry_out(decision)

    def _circumstances(self, now: datetime) -> Circumstances:
        budgets = self.flood.budgets(now)
        return Circumstances(self.site, now, self.words, budgets, self.held, self.lost_since)

    def _carry_out(self, decision: Ruling) -> Handled:
        """Enter what was decided, note it, and tell people of it."""
        if isinstance(decision.enter, Moderate | TakeOverGame):
            return self._moderate(decision, decision.enter)
        told = self._entered(decision)
        if told is not None:
            self.tell(told)
        for game in [memo.game for memo in decision.before if isinstance(memo, SendPress)][:1]:
            self.dispatch.pass_on(game)
        if decision.replies:
            post(self.site, letters_for(self.site, decision.replies, decision.now))
        self._note(decision.after, decision.now)
        if any(isinstance(one, Visited) for one in decision.before):
            self.begin_games()
        if any(isinstance(one, WantAddress) for one in decision.before):
            post(self.site, questions_about_addresses(self.site))
        return decision.handled if told is None else replace(decision.handled, entry=told.number)

    def _moderate(self, decision: Ruling, what: Moderate | TakeOverGame) -> Handled:
        """Carry a moderator's commands out, one after the other; the answer says what each did."""
        self._note(decision.before, decision.now)
        try:
            done = moderate(self.site, what, decision.now)
        except JournalConflict:
            self.site.forget(what.game.file.id)
            raise
        for told in done.entered:
            self.tell(told)
        post(self.site, answer_to_moderator(self.site, what, done.acts, decision.now))
        self._note(decision.after, decision.now)
        return replace(decision.handled, entry=what.game.last)

    def _note(self, notes: tuple[Memo, ...], now: datetime) -> None:
        if notes:
            note(self.site, notes, self.flood, self.held, now)

    def _entered(self, decision: Ruling) -> Entered | None:
        """The entry that a decision leads to, or has led to, after what is noted before it."""
        self._note(decision.before, decision.now)
        what = decision.enter
        match what:
            case None:
                return None
            case EnterOrders(game, submission):
                try:
                    return self.enter(game, submission)
                except JournalConflict:  # the mail waits, and finds the game as it is by then
                    self.site.forget(game.file.id)
                    raise
            case TellAgain(game, number):
                return entered(game, number)
            case LeaveSeat(game, player):
                entry = give_up(game, player, decision.now)
                return entered(game, entry.number)
            case GiveSeat(game, player, person):
                timeless = self.site.clock_doubted
                entry = take_over(game, player, person, decision.now, timeless=timeless)
                return entered(game, entry.number)
            case Moderate() | TakeOverGame():
                raise AssertionError("see `_moderate`")
            case _:
                assert_never(what)

    def tell(self, told: Entered) -> None:
        """Tell of an entry, and of what is carried out since all have agreed by it."""
        self.dispatch.tell(told)
        if told.entry is not None and may_settle(told.entry):
            self._settle(told.game)

    def _settle(self, game: StoredGame) -> None:
        while settled := settle(game, self.now(), timeless=self.site.clock_doubted):
            self.dispatch.tell(settled)

    def enter(self, game: StoredGame, submission: Submission) -> Entered:
        """Commit orders that were taken; people are not told of them yet.

        :raises JournalConflict: another writer was first
        """
        return enter(game, submission, timeless=self.site.clock_doubted)

    def submit(self, ident: str, player: PlayerId, text: str) -> Outcome:
        """Orders from the console; committed and reported if any of them are taken.

        :raises BadInput: no such game or player
        """
        game, now = self.site.game(ident), self.now()
        if player not in game.file.players:
            raise BadInput("player", f"{player!r} does not play in {ident}")
        addressing = Addressing(game, player, None, now)
        outcome = tried(game, player, text, now, press=addressing)
        if not only_checks(outcome):
            self._keep_press(addressing, outcome)
        if outcome.orders and not only_checks(outcome):
            submission = Submission(outcome, player, "console", now, text)
            self.tell(self.enter(game, submission))
        return outcome

    def _keep_press(self, addressing: Addressing, outcome: Outcome) -> None:
        """Press from the console: kept, and sent to its readers."""
        written = [command for command in outcome.mail_commands if isinstance(command, Press)]
        for place, press in enumerate(written):
            addressing.game.press.add(to_keep(addressing, press, place, None, answered=False))
        if written:
            self.dispatch.pass_on(addressing.game)

    def send_again(self, ident: str, player: PlayerId, number: int) -> int:
        """Send a player the last mails of a game once more; how many there were.

        :raises BadInput: no such game
        """
        game, now = self.site.game(ident), self.now()
        asked = hashlib.sha256(f"console|{ident}|{player}|{now.isoformat()}".encode()).hexdigest()
        letters = tuple(letters_for(self.site, (SendAgain(game, player, number, now, asked),), now))
        post(self.site, letters)
        return len(letters)

    def undo(self, ident: str, back_to: int) -> Entered:
        """Take back everything after an entry, and tell everybody.

        :raises BadInput: no such game or entry, or the game is in the archive
        """
        if self.site.is_archived(ident):
            raise BadInput(ident, f"is in the archive; before: pbem archive --back {ident}")
        game, timeless = self.site.game(ident), self.site.clock_doubted
        told = take_back(game, back_to, self.now(), timeless=timeless, act=CONSOLE)
        self.dispatch.tell(told)
        return told

    def catch_up(self) -> tuple[str, ...]:
        """Report the entries that a crash has left unreported, and clear away what it has left.

        :returns: what could not be done, as sentences
        """
        self.site.sweep()
        self.site.clock_doubted = doubt(self.site, self.now()) is not None
        troubles = [*self.count_failed(), *self.begin_games()]
        post(self.site, questions_about_addresses(self.site))
        for ident in self.site.game_ids():
            try:
                self._catch_up(ident)
            except Exception as error:  # one game's fault must not stop the others
                troubles.append(f"{ident}: {error}")
        return tuple(troubles)

    def begin_games(self) -> tuple[str, ...]:
        """Let open games begin that are full, or whose date has come; tell if too few have joined.

        :returns: what could not be done, as sentences
        """
        site, now, troubles = self.site, self.now(), []
        clear_begun(site)
        for lobby in site.lobbies.sound():
            try:
                if is_due(site, lobby, now) and not (site.clock_doubted and not lobby.is_full):
                    game = begin(site, lobby, now)
                    self.dispatch.tell(entered(game, 0))
                elif is_late(lobby, now) and not site.clock_doubted:
                    post(site, of_too_few(site, lobby, now))
                    site.lobbies.put(lobby.model_copy(update={"told": True}))
            except OSError as error:  # the others go on
                troubles.append(f"{lobby.id}: {error}")
            except BadInput as error:
                troubles.append(f"{lobby.id}: {error}")
                post(site, of_stuck(site, lobby, error, now))
        return (*troubles, *site.lobbies.faults())

    def _catch_up(self, ident: str) -> None:
        """The same for a game.

        :raises BadInput: it is broken; the moderator is told once a day
        """
        now = self.now()
        try:
            game = self.site.game(ident)
            _ = game.state
        except BadInput as error:
            self._tell_of_broken(ident, error, now)
            raise
        self.site.sweep_game(game)
        finish_begun(game, now, timeless=self.site.clock_doubted)
        self.dispatch.catch_up(game, now)
        if game.entries and may_settle(game.entries[-1][0]):  # a killed one may not have got there
            self._settle(game)
        if game.roster.waiting:
            post(self.site, open_offers(self.site, game))

    def _tell_of_broken(self, ident: str, error: BadInput, now: datetime) -> None:
        paragraphs = (
            say(
                "This game cannot be opened. Its mails wait, nothing is due in it, and the other "
                "games go on."
            ),
            say("What is wrong: {said}", said=str(error)),
            say(
                "Mend the file, or put it back from a backup and call `pbem recover`. `pbem verify "
                "{game}` says whether all is well.",
                game=ident,
            ),
        )
        subject = say("[{game}] This game is broken", game=ident)
        which = f"{ident}|{error}|{now:%Y-%m-%d}"
        post(self.site, to_moderator(self.site, subject, paragraphs, now, which=which))

    def count_failed(self) -> tuple[str, ...]:
        """Count what the site's own mail server will never take like a bounce, each mail once.

        :returns: what could not be done, as sentences
        """
        failed, troubles = self.site.maildir("failed"), []
        for path in failed.new():
            try:
                if not is_refused_by_policy(failed, path.name):  # that is the site's fault
                    mail = received(self.words, path.read_bytes())
                    bounce = Bounce((), permanent=True)
                    who = Machine("", bounce, owners_of(self.site, mail))
                    self._carry_out(decide(self._circumstances(self.now()), mail, who, None))
                failed.finish(path)
            except Exception as error:  # one game's fault must not stop the others
                troubles.append(f"{path.name}: {error}")
        return tuple(troubles)

    def tell_of_set_aside(self, name: str, fate: Fate, reason: str) -> None:
        """Tell the site's moderator of a mail that was set aside."""
        now, about = self.now(), "told of mails set aside"
        if not self.flood.budgets(now).has_left(about, name, TOLD):
            return  # the reason lies beside the mail in any case
        self.flood.count(about, name, now)
        stuck = say(
            "A mail could not be handled for a day and is set aside. When what is wrong is mended, "
            "have it handled: pbem take-up {file}",
            file=name,
        )
        unread = say(
            "A mail could not be read and is set aside; it changes nothing and is not answered."
        )
        what = stuck if fate is Fate.STUCK else unread
        subject, file = (
            say("A mail was set aside"),
            say("File: {file}\nReason: {reason}", file=name, reason=reason),
        )
        post(self.site, to_moderator(self.site, subject, (what, file), now))

    def games_of(self, raw: bytes) -> frozenset[str]:
        """The games that a mail may be about."""
        try:
            mail: Received = received(self.words, raw)
            return games_of(self.site, mail.mail, self.words.headings)
        except Exception:  # it cannot be read: about none
            return frozenset()

    def waits_to_be_confirmed(
        self, game: StoredGame, player: PlayerId, since: datetime, until: datetime
    ) -> datetime | None:
        """When the last mail for a seat came in, within that time, that waits for a YES."""
        seat = game.file.players.index(player)
        came = (
            held.came
            for held in self.held.waiting()
            if since <= held.came <= until and held.is_for(game.file.id, seat)
        )
        return max(came, default=None)

    def untold(self) -> tuple[str, ...]:
        """What people could not be told since this was asked last, as sentences."""
        return self.dispatch.troubles()
