"""Voices of a site's readers: language, board and time zone."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pbem.board.ids import PlayerId
from pbem.report.language.catalogue import SOURCE
from pbem.report.language.voice import Voice
from pbem.service.deadlines.ledger import zone_of
from pbem.service.site.moderators import moderator_of
from pbem.service.site.site import Site
from pbem.store.game import StoredGame


def voice_for(
    site: Site, game: StoredGame | None, player: PlayerId | None = None, address: str = ""
) -> Voice:
    """In which language and zone somebody is written to.

    What they have settled counts before what the game's roster says of the seat.

    :param player: whose seat it is; None for the moderator, and for the command line: in English
    :param address: of whoever it is, if that is not who sits there: a stand-in, somebody else
    """
    overrides = site.templates_folder
    seat = game.roster.seats.get(player) if game and player is not None else None
    own = site.people.habits(address or (seat.address if seat else ""))
    language = own.language or (seat.language if seat else SOURCE)
    if game is None:
        return Voice(language, None, ZoneInfo(own.zone) if own.zone else None, overrides)
    zone = ZoneInfo(own.zone) if own.zone else zone_of(game, player)
    return Voice(language, game.game.board, zone, overrides)


def moderators_voice(site: Site, game: StoredGame) -> Voice:
    """In which language and zone a game's moderator is written to: their own, else the game's."""
    return voice_for(site, game, address=moderator_of(site, game) or "")
