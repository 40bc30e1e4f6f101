"""What the mail asked that a player's text answers (ORDERS.md, section 5)."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.rules.state import Decision


@dataclass(frozen=True, slots=True)
class Answered:
    """The mail of the game that a text answers.

    question: what it asked the sender; None if it asked nothing of them
    is_open: whether that very question is still open, not one that looks like it
    """

    question: Decision | None
    is_open: bool
