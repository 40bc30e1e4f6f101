"""What a report of taking back tells a player of what is kept ahead (see `store.replay`)."""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.orders.ahead.standing import Held
from pbem.store.game import StoredGame
from pbem.store.journal import Entry


def plans_again(game: StoredGame, player: PlayerId, entry: Entry) -> tuple[Held, ...]:
    """What taking back has brought back of what the player had left."""
    if entry.back_to is None:
        return ()
    before = game.standing_after(entry.number - 1).of(player)
    return tuple(h for h in game.standing_after(entry.number).of(player) if h not in before)


def plans_kept(game: StoredGame, player: PlayerId, entry: Entry) -> bool:
    """Whether the player still has something left that taking back has not touched."""
    if entry.back_to is None:
        return False
    before = game.standing_after(entry.number - 1).of(player)
    return any(h in before for h in game.standing_after(entry.number).of(player))
