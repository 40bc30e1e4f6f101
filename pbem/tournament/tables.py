"""A tournament's tables as games of the site: made, looked at, and what they have come to."""

from __future__ import annotations

from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.rules.scoring import ranking, scores
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import What
from pbem.timing.terms import Deadlines
from pbem.tournament.folder import Tournament
from pbem.tournament.formats import Stage
from pbem.tournament.journal import Counted, SetTable


def game_of(site: Site, tournament: Tournament, stage: Stage) -> Game:
    """What is played in a stage.

    :raises BadInput: there is no such edition or variant
    """
    rules = stage.rules or tournament.file.rules
    variants = tournament.file.variants if stage.variants is None else stage.variants
    return load_game(rules, variants, site.games_folder)


def make_game(
    site: Site,
    tournament: Tournament,
    stage: Stage,
    table: SetTable,
    now: datetime,
    deadlines: Deadlines | None,
) -> StoredGame:
    """The game of a table: made if it is not there.

    :raises BadInput: it cannot be
    """
    if site.has_game(table.game):
        return site.game(table.game)
    addresses = tournament.state.entrants
    rules = stage.rules or tournament.file.rules
    variants = tournament.file.variants if stage.variants is None else stage.variants
    dealt = {PlayerId(name): nations for name, nations in table.nations.items()}
    wanted = NewGame(
        table.game,
        rules,
        {PlayerId(name): addresses[name] for name in table.seats},
        variants=variants,
        deal=dealt or None,
        start_player=None if dealt else PlayerId(table.seats[0]),
        moderator=tournament.file.moderator,
        deadlines=deadlines,
    )
    return new_game(site, wanted, now)


def come_to(game: StoredGame) -> Counted | None:
    """What a game has come to; None while it is played."""
    if not game.state.over:
        return None
    places = tuple(tuple(map(str, group)) for group in ranking(game.game, game.state))
    points = {str(name): number for name, number in scores(game.game, game.state).items()}
    return Counted(
        game=game.file.id,
        places=places,
        scores=points,
        left=tuple(sorted(_left(game))),
        entry=game.last,
    )


def _left(game: StoredGame) -> set[str]:
    """Whose seats were somebody else's at the end, or nobody's."""
    return {
        str(entry.by)
        for entry, _ in game.entries
        if entry.clock is not None
        and entry.clock.what in (What.SEATED, What.VACATED)
        and entry.by is not None
    }
