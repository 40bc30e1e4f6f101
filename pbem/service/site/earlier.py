"""Mails that a seat has got, as they still lie here: whoever sits there may have them once more.

Only the secret in a mail says whose it is, and it holds for whoever sits there now: so nobody gets
what another has got, at the same address or in the same seat before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from typing import Final

from pbem.board.ids import PlayerId
from pbem.mail.identity import STAND_INS, Purpose, Reader
from pbem.mail.maildir import MailName
from pbem.service.site.site import Site
from pbem.store.game import StoredGame

MOST_LOOKED_AT: Final = 5_000
_HEAD: Final = 4_096
"""Bytes of a mail in which its Message-ID stands."""

AGAIN: Final = "again"
"""What the Message-ID of a mail holds that has been sent before."""


@dataclass(frozen=True, slots=True)
class EarlierMail:
    """A mail that was made before.

    token: its secret, by which an answer to it is known
    """

    token: str
    subject: str
    body: str


def earlier_mails(
    site: Site,
    game: StoredGame,
    player: PlayerId,
    number: int,
    before: datetime,
    *,
    stand_in: bool = False,
) -> tuple[EarlierMail, ...]:
    """The last mails to whoever sits in a seat now, or stands in for it; the oldest first.

    :param before: when they are asked for: what was made later is none of them
    """
    seat = game.file.players.index(player) + (STAND_INS if stand_in else 0)
    until = before.replace(microsecond=0)
    every = (p for p in site.outbox.newest_first() if (MailName.of(p).time or until) < until)
    paths = islice(every, MOST_LOOKED_AT)
    found = list(islice(_of_seat(site, game.file.id, seat, paths), number))
    return tuple(reversed(found))


def _of_seat(site: Site, game: str, seat: int, paths: Iterator[Path]) -> Iterator[EarlierMail]:
    for path in paths:
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD)
        except OSError:  # sent or cleared away meanwhile
            continue
        if f".{game}.".encode() not in head:
            continue
        reader = _reader(site, head)
        if reader is None or (reader.game, reader.seat) != (game, seat):
            continue
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        body = message.get_body(("plain",)) if isinstance(message, EmailMessage) else None
        if body is not None:
            text = str(body.get_content()).replace("\r\n", "\n")
            yield EarlierMail(site.secrets.token(reader), str(message["Subject"]), text)


def _reader(site: Site, head: bytes) -> Reader | None:
    """Whose mail it is; nobody's if it is no mail of a game, or one that was sent again."""
    ident = str(message_from_bytes(head, policy=policy.default)["Message-ID"] or "")
    if f".{AGAIN}." in ident or ".copy@" in ident:
        return None
    readers = iter(site.secrets.readers(ident))
    found = next(readers, None)
    return None if found is None or found.purpose is Purpose.OFFER else found
