"""Which entry has raised the question that is open, and which entries ask anew."""

from __future__ import annotations

from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What


def raised_by(game: StoredGame, number: int) -> int:
    """The number of the entry that raised the question open after `number`, 0 for the start."""
    asking = game.state_after(number).asking
    while number > 0:
        if asks_anew(game.entries[number - 1][0]):
            return number
        if game.state_after(number - 1).asking != asking:
            return number
        number -= 1
    return 0


def asks_anew(entry: Entry) -> bool:
    """Whether it has set the game back, or it goes on from a backup: mails of before are void."""
    return entry.back_to is not None or (
        entry.clock is not None and entry.clock.what is What.RECOVERED
    )
