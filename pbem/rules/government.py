"""Who governs (section 9): credits, take-overs, Swiss Banks."""

from __future__ import annotations

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.rules.events import GovernmentChanged, SwissBankMoved
from pbem.rules.play import Play
from pbem.rules.state import State


def rightful_government(
    game: Game, state: State, nation: NationId, first: PlayerId
) -> PlayerId | None:
    """Who governs a nation once governments are settled (9.2, 9.3).

    :param first: from whom ties among several with the same greatest credit are counted
    """
    present = state.nations[nation].government
    best = max(state.seats, key=lambda p: state.credit(p, nation))
    greatest = state.credit(best, nation)
    if present is not None and state.credit(present, nation) >= greatest:
        return present
    if present is None and greatest < game.rules.government.vacant_credit:
        return None
    return next(p for p in state.clockwise(first) if state.credit(p, nation) == greatest)


def settle_governments(play: Play, first: PlayerId) -> None:
    """Settle all governments, then Swiss Banks; ties count from `first`."""
    for nation in play.state.nations:
        old = play.nation(nation).government
        new = rightful_government(play.game, play.state, nation, first)
        if new is not None and new != old:
            play.set_nation(nation, government=new)
            play.say(GovernmentChanged(nation, old, new))
    settle_swiss_banks(play)


def settle_swiss_banks(play: Play) -> None:
    """A player without a government owns a Swiss Bank, where the edition has them (9.4)."""
    if not play.game.rules.investor.swiss_banks:
        return
    for player in play.state.seats:
        owns = not play.state.governed(player)
        if owns != play.player(player).swiss_bank:
            play.set_player(player, swiss_bank=owns)
            play.say(SwissBankMoved(player, owns))


def may_invest_freely(game: Game, state: State, player: PlayerId) -> bool:
    """Whether the player invests for being without a government (7.3)."""
    if game.rules.investor.swiss_banks:
        return state.players[player].swiss_bank
    return not state.governed(player)
