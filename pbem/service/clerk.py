"""One submission from mail to journal to outbox.

    read -> who wrote it -> orders applied -> journal entry (the commit) -> answer and reports

What comes after the commit is made from the journal alone and stored under names that follow
from it, so doing it again after a crash changes nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbem.board.ids import PlayerId
from pbem.board.load import game_ids, load_game
from pbem.errors import BadInput
from pbem.mail.compose import Kind, Outgoing, plus_address
from pbem.mail.identity import Reader, same_word
from pbem.mail.read import Mail, read
from pbem.orders.help import help_text
from pbem.orders.lexer import scan
from pbem.orders.mailcommands import Check, GameIs, HelpWanted, Key, StatusWanted
from pbem.orders.names import Names
from pbem.orders.parse import parse
from pbem.orders.submission import Outcome, submit
from pbem.report.render import AnswerContext, ReportContext, Text
from pbem.service.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, JournalConflict, How

Now = Callable[[], datetime]
_DISPATCHED = "dispatched"


class Fate(StrEnum):
    """What became of a mail."""

    PLAYED = "played"
    ANSWERED = "answered"
    AUTOMATIC = "automatic"
    UNKNOWN = "unknown sender"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail, for the log: no secret, no address, no order in it."""

    fate: Fate
    game: str = ""
    entry: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Sender:
    game: StoredGame
    player: PlayerId


class Clerk:
    """Handles submissions of a site.

    :param now: the clock; all times are UTC
    """

    def __init__(self, site: Site, now: Now) -> None:
        self.site = site
        self.now = now
        self._headings = _all_headings(site)

    def handle(self, raw: bytes) -> Handled:
        """Take a mail in wholly; afterwards it can be marked as done.

        :raises OSError: something could not be stored; the mail must be handled again
        """
        mail = read(raw, self._headings)
        if mail.automatic:
            return Handled(Fate.AUTOMATIC, reason=mail.reason)
        sender = self._who(mail)
        if sender is None:
            return Handled(Fate.UNKNOWN, reason="no key of a game in it")
        ident = mail_hash(raw, mail)
        game = sender.game
        done = game.entry_for_mail(ident)
        if done is not None:
            self.dispatch(game, done.number)
            return Handled(Fate.PLAYED, game.file.id, done.number, "again")
        return self._answer_or_play(sender, mail, ident)

    def _answer_or_play(self, sender: _Sender, mail: Mail, ident: str) -> Handled:
        game, player = sender.game, sender.player
        before = game.state
        outcome = submit(game.game, game.names, before, player, mail.text)
        checking = any(isinstance(c, Check) for c in outcome.mail_commands)
        if outcome.orders and not checking and not mail.problems:
            entry = self._commit(game, player, outcome, mail, ident)
            self.dispatch(game, entry.number)
            return Handled(Fate.PLAYED, game.file.id, entry.number)
        if mail.problems:
            outcome = Outcome(before)
        self._post_answer(game, player, outcome, ident, mail, check=checking)
        return Handled(Fate.ANSWERED, game.file.id, game.last)

    def _commit(
        self, game: StoredGame, player: PlayerId, outcome: Outcome, mail: Mail, ident: str
    ) -> Entry:
        try:
            return game.commit(
                outcome,
                by=player,
                how="mail",
                time=self.now(),
                text=mail.text,
                message_id=mail.message_id,
                mail=ident,
            )
        except JournalConflict:
            self.site.forget(game.file.id)
            raise

    def submit(self, ident: str, player: PlayerId, text: str, how: How = "console") -> Outcome:
        """Orders from elsewhere than a mail; committed and reported if any of them are taken.

        :raises BadInput: no such game or player
        """
        game = self.site.game(ident)
        if player not in game.file.players:
            raise BadInput("player", f"{player!r} does not play in {ident}")
        outcome = submit(game.game, game.names, game.state, player, text)
        if outcome.orders:
            entry = game.commit(outcome, by=player, how=how, time=self.now(), text=text)
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

    def catch_up(self) -> tuple[str, ...]:
        """Report the entries that a crash has left unreported; what could not be done."""
        troubles = []
        for ident in self.site.game_ids():
            try:
                game = self.site.game(ident)
                for number in range(self._dispatched(game) + 1, game.last + 1):
                    self.dispatch(game, number)
            except (BadInput, OSError) as error:
                troubles.append(f"{ident}: {error}")
        return tuple(troubles)

    def dispatch(self, game: StoredGame, number: int) -> None:
        """Put the mails that tell of an entry into the outbox; 0 is the set-up.

        Whatever is there already, waiting or sent, is left as it is.
        """
        entry = game.entries[number - 1][0] if number else None
        outcome = game.outcome_of(number) if entry else None
        if entry and outcome and entry.how == "mail" and entry.mail and entry.by:
            self._post(
                game,
                entry.by,
                "answer",
                entry.mail,
                self._answer_text(game, entry.by, outcome, f"m{entry.mail[:12]}", entry.number),
                entry.time,
                answers=entry.message_id,
            )
        events = outcome.events if outcome else game.opening.events
        for player in game.file.players:
            reader = self._reader(game, player, str(number))
            context = ReportContext(
                game=game.game,
                game_id=game.file.id,
                entry=number,
                reader=player,
                state=game.state_after(number),
                events=events,
                marker=self.site.secrets.marker(reader),
                key=game.roster.seats[player].key,
                until="",
                opening=number == 0,
                undone_to=entry.back_to if entry else None,
            )
            time = entry.time if entry else game.file.created
            self._post(game, player, "report", str(number), self._render(context), time)
        game.write_snapshot()
        self._set_dispatched(game, number)

    def _render(self, context: ReportContext) -> Text:
        return self.site.renderer.report(context)

    def _post_answer(
        self,
        game: StoredGame,
        player: PlayerId,
        outcome: Outcome,
        ident: str,
        mail: Mail,
        *,
        check: bool,
    ) -> None:
        about = f"m{ident[:12]}"
        asked = outcome.mail_commands
        text = self._answer_text(game, player, outcome, about, None, check, mail.problems)
        wants_status = any(isinstance(c, StatusWanted) for c in asked)
        topics = [c.topic for c in asked if isinstance(c, HelpWanted)]
        if not outcome.results and not mail.problems and (wants_status or topics):
            body = [help_text(topic) for topic in topics]
            text = self.site.renderer.information(
                self._answer_context(game, player, outcome, about, None, check, mail.problems),
                help_texts=tuple(body),
                status=wants_status,
            )
        self._post(
            game, player, "answer", ident, text, self.now(), answers=mail.message_id
        )

    def _answer_text(
        self,
        game: StoredGame,
        player: PlayerId,
        outcome: Outcome,
        about: str,
        entry: int | None,
        check: bool = False,
        problems: tuple[str, ...] = (),
    ) -> Text:
        context = self._answer_context(game, player, outcome, about, entry, check, problems)
        return self.site.renderer.answer(context)

    def _answer_context(
        self,
        game: StoredGame,
        player: PlayerId,
        outcome: Outcome,
        about: str,
        entry: int | None,
        check: bool,
        problems: tuple[str, ...],
    ) -> AnswerContext:
        return AnswerContext(
            game=game.game,
            game_id=game.file.id,
            reader=player,
            outcome=outcome,
            marker=self.site.secrets.marker(self._reader(game, player, about)),
            key=game.roster.seats[player].key,
            entry=entry,
            check=check,
            problems=problems,
        )

    def _reader(self, game: StoredGame, player: PlayerId, about: str) -> Reader:
        return Reader(game.file.id, about, game.file.players.index(player))

    def _post(
        self,
        game: StoredGame,
        player: PlayerId,
        kind: Kind,
        about: str,
        text: Text,
        time: datetime,
        answers: str | None = None,
    ) -> None:
        """Store one mail; `about` is an entry's number or the hash of the mail it answers."""
        settings = self.site.settings
        known = about if kind == "report" else f"m{about[:12]}"
        token = self.site.secrets.token(self._reader(game, player, known))
        self.site.outbox.post(
            Outgoing(
                kind=kind,
                ident=f"{kind}.{token}",
                time=time,
                sender=settings.address,
                sender_name=settings.name,
                reply_to=plus_address(settings.address, token),
                recipient=game.roster.seats[player].address,
                recipient_name=player,
                subject=text.subject,
                body=f"{text.body.rstrip()}\n\n[{token}]\n",
                game=game.file.id,
                answers=answers,
            )
        )

    def _who(self, mail: Mail) -> _Sender | None:
        """Who wrote a mail, by the secret that it carries back, or by a KEY in it."""
        carried = (
            *mail.in_reply_to,
            *mail.recipients,
            *reversed(mail.references),
            mail.body,
        )
        for text in carried:
            for reader in self.site.secrets.readers(text):
                sender = self._seat(reader)
                if sender is not None:
                    return sender
        return self._who_by_key(mail)

    def _seat(self, reader: Reader) -> _Sender | None:
        if reader.game not in self.site.game_ids():
            return None
        game = self.site.game(reader.game)
        if reader.seat >= len(game.file.players):
            return None
        return _Sender(game, game.file.players[reader.seat])

    def _who_by_key(self, mail: Mail) -> _Sender | None:
        words, wanted = self._keys_in(mail)
        if not words:
            return None
        for ident in self.site.game_ids():
            if wanted and ident not in wanted:
                continue
            try:
                game = self.site.game(ident)
            except BadInput:  # a broken game takes no mail, and keeps none from the others
                continue
            for player, seat in game.roster.seats.items():
                if any(same_word(word, seat.key) for word in words):
                    return _Sender(game, player)
        return None

    def _keys_in(self, mail: Mail) -> tuple[list[str], list[str]]:
        names = Names(load_game(game_ids(self.site.games_folder)[0], (), self.site.games_folder))
        parsed = parse(names, scan(mail.text, self._headings), None)
        said = [s.command for s in parsed.statements]
        words = [c.word for c in said if isinstance(c, Key)]
        return words, [c.id.lower() for c in said if isinstance(c, GameIs)]

    def _dispatched(self, game: StoredGame) -> int:
        try:
            return int((game.folder / _DISPATCHED).read_text(encoding="ascii"))
        except (OSError, ValueError):
            return -1

    def _set_dispatched(self, game: StoredGame, number: int) -> None:
        if number > self._dispatched(game):
            (game.folder / _DISPATCHED).write_text(f"{number}\n", encoding="ascii")


def mail_hash(raw: bytes, mail: Mail) -> str:
    """What tells a mail from all others: its Message-ID and its body, in hexadecimal.

    Trace headers do not count: the same mail on two ways is the same mail.
    """
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
    sender = mail.sender or ""
    head = f"{mail.message_id or ''}|{sender if not mail.message_id else ''}|"
    if not mail.message_id:
        head += f"{mail.date.isoformat() if mail.date else ''}|{mail.subject}|"
    return hashlib.sha256(head.encode() + body).hexdigest()


def _all_headings(site: Site) -> frozenset[str]:
    """The names of the nations of every edition: headings can be told before the game is known."""
    folder = site.games_folder
    return frozenset().union(
        *(Names(load_game(ident, (), folder)).headings for ident in game_ids(folder))
    )
