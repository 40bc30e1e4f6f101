"""Voices of a site's readers: language, board and time zone."""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.report.language.catalogue import SOURCE
from pbem.report.language.voice import Voice
from pbem.service.deadlines.ledger import zone_of
from pbem.service.site.site import Site
from pbem.store.game import StoredGame


def voice_for(site: Site, game: StoredGame | None, player: PlayerId | None = None) -> Voice:
    """In which language and zone somebody is written to.

    :param player: whose seat it is; None for the moderator
    """
    overrides = site.templates_folder
    if game is None:
        return Voice(overrides=overrides)
    language = game.roster.seats[player].language if player in game.roster.seats else SOURCE
    return Voice(language, game.game.board, zone_of(game, player), overrides)
