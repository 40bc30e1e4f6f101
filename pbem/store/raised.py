"""Which entry has raised the question that is open, and which entries ask anew."""

from __future__ import annotations

from pbem.rules.state import ASKING
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What


def raised_by(game: StoredGame, number: int) -> int:
    """The number of the entry that raised the question open after `number`, 0 for the start."""
    while number > 0 and not is_raised_by(game, number):
        number -= 1
    return number


def is_raised_by(game: StoredGame, number: int) -> bool:
    """Whether the question that is open after an entry was not asked before it; 0 is the start."""
    if not number or asks_anew(game.entries[number - 1][0]):
        return True
    return _asks_another(game, number)


def _asks_another(game: StoredGame, number: int) -> bool:
    """Whether something else is asked after an entry than before it."""
    kept = game.brought(number)
    if kept is None or kept.changes is None:  # nothing was kept of it: it is played again
        return game.state_after(number - 1).asking != game.state_after(number).asking
    return any(key.partition(".")[0] in ASKING for key in kept.changes)


def asks_anew(entry: Entry) -> bool:
    """Whether it has set the game back, or it goes on from a backup: mails of before are void."""
    return entry.back_to is not None or (
        entry.clock is not None and entry.clock.what is What.RECOVERED
    )
