"""Who moderates which games: a game's own moderator, else the site's."""

from __future__ import annotations

import hmac
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.mail.identity import MODERATOR, Reader
from pbem.service.site.site import Site, moderator_mark
from pbem.store.game import StoredGame

_KEY_DIGITS: Final = 12


def moderator_of(site: Site, game: StoredGame) -> str | None:
    """The address of a game's moderator, as it was written; None if it has none."""
    return game.roster.moderator or site.settings.moderator


def is_moderator(site: Site, game: StoredGame, address: str) -> bool:
    """Whether an address is the one of the game's moderator."""
    moderator = moderator_of(site, game)
    return moderator is not None and moderator.lower() == address.lower()


def seat_of_moderator(site: Site, game: StoredGame) -> PlayerId | None:
    """The seat in which the game's moderator plays, at whatever address; None if in none."""
    moderator = moderator_of(site, game)
    if moderator is None:
        return None
    record = site.people.of(moderator)
    addresses = (moderator, *(record.addresses if record else ()))
    seats = (seat_with(game, address) for address in addresses)
    return next((seat for seat in seats if seat is not None), None)


def seat_with(game: StoredGame, address: str) -> PlayerId | None:
    """The player of a game who has an address."""
    for player, seat in game.roster.seats.items():
        if address.lower() in {a.lower() for a in (seat.address, *seat.also)}:
            return player
    return None


def plays_and_moderates(site: Site, own: str, address: str) -> str | None:
    """The id of a game that somebody moderates at an address and plays in at another, `own`."""
    for game in moderated_by(site, address):
        if seat_with(game, own) is not None:
            return game.file.id
    return None


def check_moderates(game: StoredGame, address: str) -> None:
    """See to it that somebody may moderate a game.

    :raises BadInput: they play in it, and the game does not say that this may be
    """
    player = seat_with(game, address)
    if player is not None and not game.file.playing_moderator:
        raise BadInput(
            "moderator",
            f"{address} plays in {game.file.id}, as {player}; who plays moderates only where the "
            "game says so (--playing-moderator)",
        )


def may_act(site: Site, game: StoredGame) -> bool:
    """Whether the game's moderator may do anything: not if they play and the game is silent."""
    return seat_of_moderator(site, game) is None or bool(game.file.playing_moderator)


def moderator_key(site: Site, game: StoredGame) -> str:
    """The word that proves that a mail is the moderator's; another one after a handover."""
    mark = moderator_mark(site.settings, game.file, game.roster)
    text = f"moderator's key|{game.file.id}|{mark}"
    return hmac.new(site.secrets.secret, text.encode(), "sha256").hexdigest()[:_KEY_DIGITS]


def moderator_reader(game: StoredGame, about: str) -> Reader:
    """Whom a mail to the moderator goes to; `about` as for a player's."""
    return Reader(game.file.id, about, MODERATOR)


def moderated_by(site: Site, address: str) -> tuple[StoredGame, ...]:
    """The games of a moderator that can be opened, by their ids."""
    found: list[StoredGame] = []
    for ident in site.game_ids():
        try:
            game = site.game(ident)
            _ = game.state
        except BadInput:
            continue
        if is_moderator(site, game, address):
            found.append(game)
    return tuple(found)
