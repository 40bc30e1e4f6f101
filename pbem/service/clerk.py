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
from pbem.mail.read import Mail, read
from pbem.orders.mailcommands import Check
from pbem.orders.names import Names
from pbem.orders.submission import Outcome, submit
from pbem.service.postman import Postman
from pbem.service.sender import Sender, sender_of
from pbem.service.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, JournalConflict

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


class Clerk:
    """Handles submissions of a site.

    :param now: the clock; all times are UTC
    """

    def __init__(self, site: Site, now: Now) -> None:
        self.site = site
        self.now = now
        self._postman = Postman(site)
        self._headings = _all_headings(site)

    def handle(self, raw: bytes) -> Handled:
        """Take a mail in wholly; afterwards it can be marked as done.

        :raises OSError: something could not be stored; the mail must be handled again
        :raises BadInput: its game is broken or was changed by another process; likewise
        """
        mail = read(raw, self._headings)
        if mail.automatic:
            return Handled(Fate.AUTOMATIC, reason=mail.reason)
        sender = sender_of(self.site, mail, self._headings)
        if sender is None:
            return Handled(Fate.UNKNOWN, reason="nothing in it proves who wrote it")
        ident = mail_hash(raw, mail)
        done = sender.game.entry_for_mail(ident)
        if done is not None:
            self.dispatch(sender.game, done.number)
            return Handled(Fate.PLAYED, sender.game.file.id, done.number, "again")
        return self._play_or_answer(sender, mail, ident)

    def submit(self, ident: str, player: PlayerId, text: str) -> Outcome:
        """Orders from the console; committed and reported if any of them are taken.

        :raises BadInput: no such game or player
        """
        game = self.site.game(ident)
        if player not in game.file.players:
            raise BadInput("player", f"{player!r} does not play in {ident}")
        outcome = submit(game.game, game.names, game.state, player, text)
        if outcome.orders:
            entry = game.commit(outcome, by=player, how="console", time=self.now(), text=text)
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
                for number in range(_dispatched(game) + 1, game.last + 1):
                    self.dispatch(game, number)
            except (BadInput, OSError) as error:
                troubles.append(f"{ident}: {error}")
        return tuple(troubles)

    def dispatch(self, game: StoredGame, number: int) -> None:
        """Put the mails that tell of an entry into the outbox; 0 is the set-up.

        Whatever is there already, waiting or sent, is left as it is.
        """
        entry = game.entries[number - 1][0] if number else None
        if entry and entry.mail and entry.by:
            self._postman.answer(
                game,
                entry.by,
                game.outcome_of(number),
                ident=entry.mail,
                message_id=entry.message_id,
                time=entry.time,
                entry=number,
            )
        self._postman.report(game, number)
        self.site.outbox.sync()
        game.write_snapshot()
        if number > _dispatched(game):
            (game.folder / _DISPATCHED).write_text(f"{number}\n", encoding="ascii")

    def _play_or_answer(self, sender: Sender, mail: Mail, ident: str) -> Handled:
        game = sender.game
        outcome = Outcome(game.state)
        if not mail.problems:
            outcome = submit(game.game, game.names, game.state, sender.player, mail.text)
        checking = any(isinstance(c, Check) for c in outcome.mail_commands)
        if outcome.orders and not checking:
            entry = self._commit(sender, outcome, mail, ident)
            self.dispatch(game, entry.number)
            return Handled(Fate.PLAYED, game.file.id, entry.number)
        self._postman.answer(
            game,
            sender.player,
            outcome,
            ident=ident,
            message_id=mail.message_id,
            time=self.now(),
            check=checking,
            problems=mail.problems,
        )
        self.site.outbox.sync()
        return Handled(Fate.ANSWERED, game.file.id, game.last)

    def _commit(self, sender: Sender, outcome: Outcome, mail: Mail, ident: str) -> Entry:
        try:
            return sender.game.commit(
                outcome,
                by=sender.player,
                how="mail",
                time=self.now(),
                text=mail.text,
                message_id=mail.message_id,
                mail=ident,
            )
        except JournalConflict:
            self.site.forget(sender.game.file.id)
            raise


def mail_hash(raw: bytes, mail: Mail) -> str:
    """What tells a mail from all others, in hexadecimal: its Message-ID and its body.

    Trace headers do not count: the same mail on two ways is the same mail. Without a Message-ID
    sender, date and subject stand for it.
    """
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
    date = mail.date.isoformat() if mail.date else ""
    head = mail.message_id or f"{mail.sender}|{date}|{mail.subject}"
    return hashlib.sha256(f"{head}\n".encode() + body).hexdigest()


def _dispatched(game: StoredGame) -> int:
    """The last entry that is known to be reported; -1 for none, also if that is not known."""
    try:
        return int((game.folder / _DISPATCHED).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return -1


def _all_headings(site: Site) -> frozenset[str]:
    """The nations' names of every edition: headings can be told before the game is known."""
    folder = site.games_folder
    return frozenset().union(
        *(Names(load_game(ident, (), folder)).headings for ident in game_ids(folder))
    )
