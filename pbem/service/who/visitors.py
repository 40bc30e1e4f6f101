"""Who has no seat and wants to join, to watch or to know something; and what they say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from pbem.ground.errors import Refusal
from pbem.mail.identity import VISITOR, Purpose, Reader
from pbem.mail.reading.read import Mail
from pbem.orders.parser.lines import parse_mail_command
from pbem.orders.reader.scan import scan
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.rules import RulesWanted
from pbem.service.seats.addresses import asked_by
from pbem.service.seats.seats import seat_at
from pbem.service.site.site import Site
from pbem.service.who.senders import Sender, Visiting

_FOR_STRANGERS: Final = (Visit, HelpWanted, RulesWanted)
"""What somebody may ask of whom nothing is known."""

_MOST: Final = 20  # commands of one mail


def visitor_reader(game: str, address: str) -> Reader:
    """Who reads a mail about a game to whoever has no seat in it.

    :param game: its id, whether it has begun or not
    """
    digest = hashlib.sha256(f"{game}|{address.lower()}".encode()).hexdigest()
    return Reader(game, Purpose.WATCH.about(digest), VISITOR)


def question_reader(game: str, ident: str) -> Reader:
    """Who reads the question whether a mail, known by its hash, is meant."""
    return Reader(game, Purpose.JOIN.about(ident), VISITOR)


def by_visitors_secret(
    site: Site, mail: Mail, carried: Iterable[str], headings: frozenset[str]
) -> Visiting | Sender | None:
    """Whoever answers a mail that went to somebody without a seat; who has one by now, has that.

    :param carried: where secrets come back, the more direct way first
    """
    address = (mail.sender or "").lower()
    if not site.can_write_to(address):
        return None
    for text in carried:
        for reader in site.secrets.readers(text):
            if reader.seat != VISITOR:
                continue
            if reader.purpose is Purpose.WATCH and reader != visitor_reader(reader.game, address):
                continue
            if reader.purpose is Purpose.ADDRESS and asked_by(site, reader) is None:
                continue
            begun = site.has_game(reader.game)
            player = seat_at(site.game(reader.game), address) if begun else None
            if player is not None and reader.purpose is Purpose.WATCH:
                return Sender(site.game(reader.game), player, reader.about)
            said = tuple(commands_of(mail, headings))
            return Visiting(address, _called(mail), said, reader.game, reader.about)
    return None


def without_secret(
    site: Site, mail: Mail, headings: frozenset[str], *, is_known: bool
) -> Visiting | None:
    """Whoever only asks what strangers may ask; None for any other mail.

    :param is_known: whether the address is a player's: then a command about games must be there
    """
    address = (mail.sender or "").lower()
    said = tuple(commands_of(mail, headings))
    parsed = [one for one in map(_parsed, said) if one is not None]
    visits = [one for one in parsed if isinstance(one, Visit)]
    wanted = visits if is_known else [one for one in parsed if isinstance(one, _FOR_STRANGERS)]
    if not wanted or not site.can_write_to(address) or (is_known and len(visits) < len(said)):
        return None
    return Visiting(address, _called(mail), said)


def commands_of(mail: Mail, headings: frozenset[str]) -> Iterator[str]:
    """What a mail says, each order as it stands there."""
    parts = (part for line in scan(mail.text, headings).lines for part in line.text.split(";"))
    found = [part.strip() for part in parts if part.strip()]
    yield from found[:_MOST]


def _parsed(text: str) -> object:
    try:
        return parse_mail_command(text)
    except Refusal:
        return None


def _called(mail: Mail) -> str:
    """The first word of the sender's name."""
    return mail.called[0].title() if mail.called else ""
