"""Which mails whoever sits in a seat wants, as settled by `SET MAILS` and `SET REPORT`."""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.orders.verbs.person.choices import ReportHabit
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.persons import Habits


def habits_of(site: Site, game: StoredGame, player: PlayerId) -> Habits:
    """What holds for whoever sits there."""
    return site.people.habits(game.roster.seats[player].address, game.file.id)


def is_full(site: Site, game: StoredGame, player: PlayerId) -> bool:
    """Whether the reports hold all tables."""
    return habits_of(site, game, player).report is ReportHabit.FULL
