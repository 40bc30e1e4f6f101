"""Whom a mail of a game goes to, and what follows from that: its token, marker and Message-ID."""

from __future__ import annotations

import hashlib

from pbem.board.ids import PlayerId
from pbem.mail.identity import STAND_INS, Reader
from pbem.mail.outgoing.compose import MailKind, domain
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.people import Person


def reader_of(
    game: StoredGame, player: PlayerId, about: str, person: Person | None = None
) -> Reader:
    """Whom a mail goes to.

    :param about: an entry's number, or as `Purpose.about` has it
    :param person: the player's stand-in, or somebody to whom the seat is offered, if it is not for
        the player
    """
    seat = game.file.players.index(player)
    return Reader(game.file.id, about, seat + (STAND_INS if person else 0))


def ident_of(site: Site, kind: MailKind, reader: Reader, what: str = "") -> str:
    """What stands before the @ of a mail's Message-ID.

    :param what: tells it from others to that reader about the same; the beginning counts
    """
    return f"{kind}.{site.secrets.token(reader)}" + (f".{what[:8]}" if what else "")


def message_id(site: Site, kind: MailKind, reader: Reader, what: str = "") -> str:
    """The Message-ID of a mail by which the outbox knows that it was posted; as for `ident_of`."""
    return f"<{ident_of(site, kind, reader, what)}@{domain(site.settings.address)}>"


def report_id(site: Site, game: StoredGame, player: PlayerId, number: int) -> str:
    """The Message-ID of the report of an entry to a player; 0 is the set-up."""
    reader = reader_of(game, player, str(number))
    return message_id(site, MailKind.REPORT, reader, game.hash_of(number))


def plain_ident(what: str) -> str:
    """What stands before the @ of the Message-ID of a mail that holds no secret.

    :param what: tells it from all others
    """
    return f"{MailKind.NOTICE}.{digest_of(what)[:20]}"


def digest_of(what: str) -> str:
    """What tells mails apart, as hexadecimal digits."""
    return hashlib.sha256(what.encode()).hexdigest()


def plain_id(site: Site, what: str) -> str:
    """Its Message-ID."""
    return f"<{plain_ident(what)}@{domain(site.settings.address)}>"


def marker_of(
    site: Site, game: StoredGame, player: PlayerId, about: str, person: Person | None = None
) -> str:
    """The digits of a mail's marked line; to a question they are the code, as good as a YES."""
    return site.secrets.marker(reader_of(game, player, about, person))


def visitors_answer_id(site: Site, reader: Reader, ident: str) -> str:
    """The Message-ID of the answer to a mail, known by its hash, of somebody without a seat."""
    return message_id(site, MailKind.ANSWER, reader, ident)
