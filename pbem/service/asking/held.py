"""Mails that wait for a YES: from an unknown address, without a proof, or with orders in doubt.

Each is stored as it came, for one seat, under a name that says when it came, what it is, for whom,
and what was known to its reader: the last entry when it was held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pbem.mail.maildir import Maildir

DIGITS: Final = 10
_NAME: Final = re.compile(
    r"(?P<came>\d{1,11})\.(?P<about>[0-9a-f]+)"
    r"(?:\.(?P<game>[a-z0-9-]+)\+(?P<seat>\d)\+(?P<entry>\d{1,9}))?"
    r"(?:\.(?P<answer>[0-9a-f]+))?\.held(?::2,.*)?"
)


@dataclass(frozen=True, slots=True)
class HeldMail:
    """A mail that waits.

    came: when it came in, UTC
    about: the beginning of the hash that tells it from others
    game, seat, entry: for whom it is held, and since when; None in mails held by older versions
    answer: the beginning of the hash of the mail that has answered about it
    """

    path: Path
    came: datetime
    about: str
    game: str | None = None
    seat: int | None = None
    entry: int | None = None
    answer: str = ""

    @property
    def raw(self) -> bytes:
        """The mail as it came."""
        return self.path.read_bytes()

    def is_for(self, game: str, seat: int) -> bool:
        """Whether it is held for that seat, as far as its name says."""
        return self.game is None or (self.game, self.seat) == (game, seat)


class HeldMails:
    """Those of a site."""

    def __init__(self, folder: Maildir) -> None:
        self._folder = folder

    def keep(self, raw: bytes, ident: str, game: str, seat: int, entry: int, now: datetime) -> None:
        """Store a mail, once for a seat, whenever it is handled.

        :raises OSError: nothing is changed
        """
        about = ident[:DIGITS]
        if any(h.about == about and h.is_for(game, seat) for h in self._in(self._folder.all())):
            return
        # a game's id may hold dashes, but neither dots nor plus signs
        self._folder.put(f"{int(now.timestamp())}.{about}.{game}+{seat}+{entry}.held", raw)

    def waiting(self) -> Iterator[HeldMail]:
        """Those that nobody has answered about, in the order in which they came."""
        return self._in(self._folder.new())

    def known_as(self, ident: str, before: str) -> str:
        """The hash under which a mail is held: an older version may have held it under another."""
        held = {h.about for h in self._in(self._folder.all())}
        return before if before[:DIGITS] in held else ident

    def find(self, about: str, game: str, seat: int) -> HeldMail | None:
        """The mail that a question was about, if it still waits."""
        return next((h for h in self.waiting() if h.about == about and h.is_for(game, seat)), None)

    def asked_about(self, about: str, game: str, seat: int) -> HeldMail | None:
        """The mail that a question was about, whether it still waits or not."""
        every = self._in(self._folder.all())
        return next((h for h in every if h.about == about and h.is_for(game, seat)), None)

    def finish(self, held: HeldMail, answer: str) -> None:
        """Mark it as answered about, by a mail of that hash; safe from a power cut from now on.

        :raises OSError: perhaps it is not safe yet; to be done again
        """
        name = held.path.name.removesuffix(".held")
        self._folder.finish(held.path, f"{name}.{answer[:DIGITS]}.held")
        self._folder.sync()  # what is told next must not be known before

    def was_answered_by(self, about: str, answer: str) -> bool:
        """Whether a mail of that hash has answered about a mail."""
        done = self._in(self._folder.all())
        return any((h.about, h.answer) == (about, answer[:DIGITS]) for h in done)

    def ended_by(self, answer: str, game: str, seat: int) -> HeldMail | None:
        """The mail for a seat about which a mail of that hash has answered; None if none has."""
        of_seat = (h for h in self._in(self._folder.all()) if h.is_for(game, seat))
        return next((h for h in of_seat if h.answer == answer[:DIGITS]), None)

    def _in(self, paths: Iterator[Path] | tuple[Path, ...]) -> Iterator[HeldMail]:
        for path in paths:
            name = _NAME.fullmatch(path.name)
            if name is None:
                continue  # nobody's mail, whatever it is
            came, about = datetime.fromtimestamp(int(name["came"]), UTC), name["about"]
            if name["game"] is None:
                yield HeldMail(path, came, about, answer=name["answer"] or "")
            else:
                seat, entry = int(name["seat"]), int(name["entry"])
                yield HeldMail(path, came, about, name["game"], seat, entry, name["answer"] or "")
