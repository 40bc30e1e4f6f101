"""Moderators by the secrets of their mails, or by their KEY."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pbem.ground.errors import BadInput
from pbem.mail.identity import Purpose, Reader, same_word
from pbem.mail.reading.read import Mail
from pbem.service.site.moderators import is_moderator, moderator_key, moderator_of
from pbem.service.site.site import Site
from pbem.service.who.senders import Moderator, Successor
from pbem.store.game import StoredGame
from pbem.store.journal import What


def handover_token(game: StoredGame, number: int, address: str) -> str:
    """What the secret of a handover is about: the entry that asks for it, and whom."""
    text = f"{game.file.id}|{number}|{address.lower()}"
    return Purpose.HANDOVER.about(hashlib.sha256(text.encode()).hexdigest())


def handing(game: StoredGame) -> tuple[int, str] | None:
    """The entry by which somebody is asked to moderate the game, and who; None if nobody is."""
    for entry, _ in reversed(game.entries):
        if entry.clock is not None and entry.clock.what is What.HANDED:
            return None
        if entry.clock is not None and entry.clock.what is What.HANDING:
            return entry.number, entry.clock.address or ""
    return None


def moderator_by_token(site: Site, reader: Reader, mail: Mail) -> Moderator | Successor | None:
    """Whose secret that is; None if it is void."""
    if not site.has_game(reader.game):
        return None
    game, address = site.game(reader.game), (mail.sender or "").lower()
    if reader.purpose is Purpose.HANDOVER:
        asked = next(
            (
                (entry.number, entry.clock.address or "")
                for entry, _ in reversed(game.entries)
                if entry.clock is not None
                and entry.clock.what is What.HANDING
                and handover_token(game, entry.number, entry.clock.address or "") == reader.about
            ),
            None,
        )
        if asked is None or asked[1].lower() != address:
            return None
        return Successor(game, reader.about, asked[1], asked[0])
    if moderator_of(site, game) is None:
        return None
    return Moderator(game, reader.about, address, is_moderator(site, game, address))


def moderator_by_key(
    site: Site, mail: Mail, words: Sequence[str], wanted: Sequence[str]
) -> Moderator | None:
    """Whose KEY is among these words; of the wanted games, if any are said."""
    address = (mail.sender or "").lower()
    found: Moderator | None = None
    for ident in site.game_ids():
        if wanted and ident not in wanted:
            continue
        try:
            game = site.game(ident)
        except BadInput:
            continue
        fits = sum(same_word(word, moderator_key(site, game)) for word in words)
        if fits and found is None and moderator_of(site, game):
            known = is_moderator(site, game, address)
            found = Moderator(game, "", address, known, by_key=True)
    return found
