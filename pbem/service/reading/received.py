"""A mail as it has come in -> what it says, and what it is known by."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pbem.mail.bounces import Bounce, bounce_in
from pbem.mail.reading.mime import TOO_COMPLEX, TOO_LARGE, TOO_LONG_HEADER
from pbem.mail.reading.read import Mail, read
from pbem.orders.text.names import names_of_all
from pbem.service.reading.same_mail import Same, entry_of, same_mail
from pbem.store.game import StoredGame
from pbem.store.journal import Entry

NOT_READ = frozenset({TOO_COMPLEX, TOO_LARGE, TOO_LONG_HEADER})
"""What is wrong with mails that nobody has read: they are set aside and the moderator is told."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words by which orders are found in a text: folded names of all editions of a site."""

    headings: frozenset[str]
    places: Collection[str]

    @classmethod
    def of(cls, games: Path | None) -> Vocabulary:
        """That of a site's editions; of the shipped ones if None."""
        headings, places = names_of_all(games)
        return cls(headings, places)

    def same(self, raw: bytes, mail: Mail) -> Same:
        """What a mail is known by."""
        return same_mail(raw, mail, self.headings, self.places)

    def entry_of(self, game: StoredGame, same: Same) -> Entry | None:
        """The entry of a game that a mail has led to."""
        return entry_of(game, same, self.headings, self.places)


@dataclass(frozen=True, slots=True)
class Received:
    """A mail that has come in, read.

    same: what it is known by; of a mail that a machine has sent, nobody asks
    bounce: what it says about a mail of ours that has failed; None if nothing
    arrived: when it came in, if that may be some time ago
    """

    raw: bytes
    mail: Mail
    same: Same
    bounce: Bounce | None = None
    arrived: datetime | None = None

    @property
    def ident(self) -> str:
        """The hash by which it is known."""
        return self.same.ident

    @property
    def not_read(self) -> str:
        """Why nobody has read it; "" if somebody has."""
        return next((str(p) for p in self.mail.problems if p in NOT_READ), "")


def received(words: Vocabulary, raw: bytes, arrived: datetime | None = None) -> Received:
    """Read a mail, once."""
    mail = read(raw, words.headings, words.places)
    if mail.automatic:
        return Received(raw, mail, Same("", "", None, ""), bounce_in(raw), arrived)
    return Received(raw, mail, words.same(raw, mail), None, arrived)
