"""Taking back and bringing back: which accepted orders hold, and where a game goes on.

Undo appends "back to entry n"; what was taken back stays in the journal. To bring it back is to go
on from the entry before the undo.
"""

from __future__ import annotations

from pbem.store.game import StoredGame
from pbem.store.journal import Entry
from pbem.store.line import line_of


def accepted(game: StoredGame, upto: int | None = None) -> tuple[Entry, ...]:
    """The entries that hold and have changed the position, the latest first.

    What was taken back is not among them, nor what only keeps plans or is about time.

    :param upto: as it was after that entry; the last one if None
    """
    numbers = line_of(game, upto)
    entries = (game.entries[number - 1][0] for number in reversed(numbers) if number)
    return tuple(e for e in entries if e.back_to is None and not e.is_private)


def before_last(game: StoredGame, number: int) -> int | None:
    """The entry after which a game goes on when the last accepted orders are taken back.

    :param number: how many of them
    :returns: None if there are not so many
    """
    holding = accepted(game)
    return holding[number - 1].number - 1 if 0 < number <= len(holding) else None


def to_bring_back(game: StoredGame) -> int | None:
    """The entry after which a game goes on when what the last undo took is brought back.

    :returns: None if nothing was taken back, or something was accepted since
    """
    undone: list[int] = []
    for entry, _ in game.entries:
        if entry.back_to is not None and entry.redo:
            if undone:
                undone.pop()
        elif entry.back_to is not None:
            undone.append(entry.number)
        elif not entry.is_private:
            undone.clear()
    return undone[-1] - 1 if undone else None
