"""Positions that a scenario sets up: the standard start with parts of it replaced."""

from __future__ import annotations

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.rules.engine import start
from pbem.rules.flow import proceed
from pbem.rules.invariants import check
from pbem.rules.setup import Deal, auction_position, dealt_position
from pbem.rules.state import State
from pbem.store.positions import NationPosition as NationPosition
from pbem.store.positions import PlayerPosition as PlayerPosition
from pbem.store.positions import PositionPart as PositionPart
from pbem.store.positions import begin, check_known, replace_nations, replace_players


def set_up(
    game: Game, players: tuple[PlayerId, ...], deal: Deal | None, position: PositionPart | None
) -> State:
    """The position that a scenario begins with.

    :raises BadInput: it cannot be; names the key
    """
    auction = game.rules.setup.distribution == "auction"
    if auction and deal:
        raise BadInput("deal", "in an auction nothing is dealt")
    if not auction and position and position.start_player:
        raise BadInput("position.start_player", "only an auction has a start player")
    if position is None:
        dealt = None if auction else deal or _plain_deal(game, players)
        return start(game, players, dealt).state
    check_known(game, players, position)
    if auction:
        play = auction_position(game, players, position.start_player or players[0])
    else:
        play = dealt_position(game, players, deal or _plain_deal(game, players))
    replace_players(play, position)
    replace_nations(play, position)
    if not auction or position.nation:
        begin(play, position)
    proceed(play)
    check(game, play.state)
    return play.state


def _plain_deal(game: Game, players: tuple[PlayerId, ...]) -> dict[PlayerId, tuple[NationId, ...]]:
    """Without a deal the nations are dealt in the order of the tables."""
    each: list[tuple[NationId, ...]] = [(n,) for n in game.nations]
    groups = game.rules.setup.groups.get(len(players), tuple(each))
    return dict(zip(players, groups, strict=False))
