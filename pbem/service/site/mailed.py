"""Which mails tell a player of an entry: the report, and the answer to the player's own mail."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.board.ids import PlayerId
from pbem.mail.identity import Purpose
from pbem.mail.outgoing.compose import MailKind
from pbem.service.site.site import Site
from pbem.service.site.tokens import message_id, reader_of, report_id
from pbem.store.game import StoredGame
from pbem.store.journal import Entry


def mails_about(site: Site, game: StoredGame, player: PlayerId, number: int) -> Iterator[str]:
    """The Message-IDs of the mails that tell a player of an entry, if there are such."""
    return (ident for _, ident in numbered(site, game, player, number))


def numbered(
    site: Site, game: StoredGame, player: PlayerId, number: int
) -> Iterator[tuple[str, str]]:
    """What the mails are about, as in their tokens, and their Message-IDs."""
    yield str(number), report_id(site, game, player, number)
    entry = game.entries[number - 1][0] if number else None
    if entry is not None and is_answered(entry, player):
        assert entry.mail is not None
        reader = reader_of(game, player, Purpose.ANSWER.about(entry.mail))
        yield reader.at(number).about, message_id(site, MailKind.ANSWER, reader)


def is_answered(entry: Entry, player: PlayerId) -> bool:
    """Whether an entry is a player's own by mail: the answer to that tells of it, too."""
    return entry.by == player and bool(entry.mail) and not entry.stand_in
