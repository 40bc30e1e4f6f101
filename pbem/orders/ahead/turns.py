"""The numbers of the turns that are to come (rules, 3.1): every turn taken or skipped counts."""

from __future__ import annotations

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.orders.ahead.standing import since
from pbem.rules.state import Ask, Stage, State


def own_turn(state: State, player: PlayerId) -> NationId | None:
    """The nation whose turn the player has to decide now, if any."""
    if not state.pending:
        return None
    head = state.pending[0]
    return head.nation if head.kind is Ask.TURN and head.player == player else None


def planned_turn(game: Game, state: State, nation: NationId) -> int:
    """The number of the turn for which a plan for a nation is that comes now."""
    order = game.nations
    if state.stage is Stage.AUCTION:
        turn, at = 1, 0  # the nation is the one on offer: turns begin after the auction
    else:
        turn, at = state.turn, order.index(state.nation)
    turn += (order.index(nation) - at) % len(order)
    return turn if turn > since(state) else turn + len(order)


def ordered_turn(game: Game, state: State, player: PlayerId, nation: NationId) -> int:
    """The number of the turn for which a block of a player's is that comes now."""
    if own_turn(state, player) == nation:
        return state.turn
    return planned_turn(game, state, nation)
