"""`UNDO [<n>]` of a moderator: take back the last accepted orders; see `verbs.proposals.undo`.

A player's `UNDO` is another order of the same word, and asks for it: that one stands in the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.text.words import number
from pbem.orders.verbs.moderator.command import ModeratorCommand

MOST = 999


@dataclass(frozen=True, slots=True)
class UndoLast(ModeratorCommand):
    """So many accepted orders, the last ones, do not hold any more."""

    number: int = 1


def read(rest: str) -> UndoLast:
    """How many; one if nothing is said.

    :raises SyntaxRefusal: `bad-number`
    """
    text = rest.strip(" .!")
    return UndoLast(number(text, MOST)) if text else UndoLast()


def written(back: UndoLast) -> str:
    """`UNDO`, `UNDO 2`."""
    return "UNDO" if back.number == 1 else f"UNDO {back.number}"
