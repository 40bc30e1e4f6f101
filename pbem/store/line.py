"""Which entries of a journal still count, and how a turn began, also after taking back.

Taking back adds an entry that goes on from an earlier one; the line of a game is the way back from
its last entry to the start.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.state import State
from pbem.store.game import StoredGame
from pbem.store.replay import Position, answered_again


def line_of(game: StoredGame, last: int | None = None) -> tuple[int, ...]:
    """The numbers of the entries that lead to a position, from the start (0) on.

    :param last: the entry of that position; the last one if None
    """
    found = []
    number = game.last if last is None else last
    while number:
        found.append(number)
        back = game.entries[number - 1][0].back_to
        number = number - 1 if back is None else back
    return (0, *reversed(found))


def turn_began(game: StoredGame, turn: int) -> tuple[int, State] | None:
    """The position when a turn began, and the entry that led to it; None if there was none.

    Of a turn that was played more than once it is the last time, in what still counts if it is
    there.

    :raises BadInput: the journal cannot be played again
    """
    for number in line_of(game):
        for state in _states(game, number):
            if state.turn == turn:
                return number, state
    for number in range(game.last, 0, -1):
        for state in _states(game, number):
            if state.turn == turn:
                return number, state
    return None


def _states(game: StoredGame, number: int) -> Iterator[State]:
    """The positions that an entry went through: plans may play several turns in one."""
    if not number:
        yield game.state_after(0)
        return
    entry, after = game.entries[number - 1][0], game.after(number)
    if not entry.answers or after.state.turn == game.state_after(number - 1).turn:
        yield after.state
        return
    position: Position = game.again(number).ordered
    yield position.state
    for answer in entry.answers:
        position, _ = answered_again(game.game, game.names, position, answer)
        yield position.state
