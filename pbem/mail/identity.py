"""Who wrote: secrets that an answer carries back by itself.

Every mail of a game holds a token of its reader in its Message-ID, its Reply-To address and its
last line. A token names game, entry and seat, and a MAC of them under the site's secret, so that
none has to be stored, none fits another mail, and none can be made up. A From line proves nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

STAND_INS = 10
"""A seat's number and this is that of its stand-in: six seats, and one hexadecimal digit."""

MODERATOR = 9
"""What stands for the moderator in place of a seat: no game has so many."""
VISITOR = 8
"""What stands in place of a seat for somebody who has none: who joins, or watches."""

MOST_TOKENS = 200
"""So many different ones are looked at in a text: an old thread quotes some tens."""

ABOUT_DIGITS = 10
"""So many digits of a hash stand in a token."""

_MAC_DIGITS = 16  # game, entry, seat and these must fit a local part of 64 (RFC 5321)
_TOKEN = re.compile(
    r"(?P<game>[a-z0-9][a-z0-9-]{0,15})\.(?P<about>\d{1,9}|[a-z][0-9a-fx]{10})\.(?P<seat>[0-9a-f])\."
    rf"(?P<mac>[0-9a-f]{{{_MAC_DIGITS}}})",
    re.IGNORECASE,
)


class Purpose(Enum):
    """What a mail of a game is for, with the letter that says so in its token; an entry's has none.

    ENTRY: it tells of an entry of the journal
    ANSWER: it answers a mail; CONFIRM: it asks for a YES to one; HELP: how to answer
    OWNER: somebody else has used the reader's secret
    OFFER: it offers a seat; FLOOD: further mails wait
    ADDRESS: it asks whether an address is to be somebody's
    HANDOVER: it asks somebody to moderate the game
    JOIN: it asks whether somebody wants to join, or watch; WATCH: it is to whoever does
    PRESS: somebody has written to the reader; its number and zeros stand for the hash
    """

    ENTRY = ""
    ANSWER = "m"
    CONFIRM = "c"
    HELP = "h"
    OWNER = "o"
    OFFER = "s"
    FLOOD = "f"
    ADDRESS = "a"
    HANDOVER = "g"
    JOIN = "j"
    WATCH = "w"
    PRESS = "p"

    def about(self, digest: str) -> str:
        """What a token of such a mail is about, by the hash of the mail, or of what it offers."""
        return f"{self.value}{digest[:ABOUT_DIGITS]}"


_WHENEVER = (Purpose.ENTRY, Purpose.OFFER, Purpose.CONFIRM, Purpose.HANDOVER)
"""Mails that are the same whenever they are made: all digits of their token count."""


def purpose_of(about: str) -> Purpose | None:
    """What a mail is for, by what its token is about; None if a KEY was given instead.

    >>> purpose_of("12"), purpose_of("c0123456789"), purpose_of("")
    (<Purpose.ENTRY: ''>, <Purpose.CONFIRM: 'c'>, None)
    """
    if about.isdigit():
        return Purpose.ENTRY
    return next((p for p in Purpose if p.value and about.startswith(p.value)), None)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail of a game went to.

    about: the number of the journal entry that it tells of, or the letter of its `Purpose` and the
        beginning of a hash. Behind an `x`, in place of the last digits, may stand the entry of
        whose position a mail about a mail told, in hexadecimal
    seat: counted from 0; from `STAND_INS` on, the stand-in of the seat; `MODERATOR`, or `VISITOR`
    """

    game: str
    about: str
    seat: int

    @property
    def purpose(self) -> Purpose | None:
        """What the mail was for."""
        return purpose_of(self.about)

    def at(self, entry: int) -> Reader:
        """The reader of a mail about a mail, which tells of the position after an entry too.

        Offers and confirmations are the same whenever they are made: all digits of the hash count.
        """
        if self.purpose in _WHENEVER:
            return self
        told = f"x{entry:x}"
        return replace(self, about=self.about[: len(self.about) - len(told)] + told)


def entry_told(about: str) -> int | None:
    """The entry of whose position a mail told; None if its token does not say so.

    >>> entry_told("12"), entry_told("m01234567xc"), entry_told("m0123456789")
    (12, 12, None)
    """
    if about.isdigit():
        return int(about)
    _, told, entry = about.partition("x")
    return int(entry, 16) if told and entry else None


@dataclass(frozen=True, slots=True)
class Secrets:
    """Makes and checks tokens under a site's secret; never shows it.

    sitting: what tells whoever sits in a reader's seat from who sat there before; "" for the first
    """

    secret: bytes
    sitting: Callable[[Reader], str] = lambda _: ""

    def __repr__(self) -> str:
        return "Secrets(...)"

    def token(self, reader: Reader) -> str:
        """The token of a mail to that reader, such as `eu1.12.3.0123456789abcdef`."""
        return f"{reader.game}.{reader.about}.{reader.seat:x}.{self._mac(reader)}"

    def marker(self, reader: Reader) -> str:
        """Eight hexadecimal digits that tell a report apart; they prove nothing."""
        return self._digest("marker", reader)[:8]

    def readers(self, text: str) -> Iterable[Reader]:
        """The readers of the true tokens in a text, in order; each token is looked at once.

        What is made up is looked at no further than to a bound: a game may have to be opened.
        """
        for match in _tokens(text):
            reader = _reader(match)
            if hmac.compare_digest(self._mac(reader), match["mac"].lower()):
                yield reader

    def former_readers(
        self, text: str, sat: Callable[[Reader], Iterable[str]]
    ) -> Iterable[tuple[Reader, str]]:
        """Those of tokens that were true once, with what tells who sat there then.

        :param sat: of a reader's seat, what tells each of those apart who sat there before
        """
        for match in _tokens(text):
            reader = _reader(match)
            for sitting in sat(reader):
                then = replace(self, sitting=_always(sitting))
                if hmac.compare_digest(then._mac(reader), match["mac"].lower()):
                    yield reader, sitting

    def has_forged(self, texts: Iterable[str]) -> bool:
        """Whether a text holds what looks like a token and is none of ours."""
        found = (match[0] for text in texts for match in _tokens(text))
        return any(not list(self.readers(token)) for token in found)

    def _mac(self, reader: Reader) -> str:
        return self._digest("token", reader)[:_MAC_DIGITS]

    def _digest(self, use: str, reader: Reader) -> str:
        text = f"{use}|{reader.game}|{reader.about}|{reader.seat}"
        sitting = self.sitting(reader)
        if sitting:
            text += f"|{sitting}"
        return hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """What looks like a token, each once, and of those that look so not more than a thread has."""
    seen: set[str] = set()
    for match in _TOKEN.finditer(text):
        token = match[0].lower()
        if token in seen:
            continue
        seen.add(token)
        yield match
        if len(seen) >= MOST_TOKENS:
            return


def _reader(match: re.Match[str]) -> Reader:
    return Reader(match["game"].lower(), match["about"].lower(), int(match["seat"], 16))


def _always(sitting: str) -> Callable[[Reader], str]:
    return lambda _: sitting


def games_named(text: str) -> Iterable[str]:
    """The games of all tokens in a text, true or not."""
    return (match["game"].lower() for match in _TOKEN.finditer(text))


def without_tokens(text: str) -> str:
    """Text in which no token can be read, ours or not."""
    return _TOKEN.sub("(secret)", text)


def same_word(given: str, kept: str) -> bool:
    """Whether two secret words are equal, in constant time; case does not matter."""
    return hmac.compare_digest(given.strip().lower().encode(), kept.lower().encode())
