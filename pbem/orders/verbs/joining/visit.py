"""What every command about the site's games is: a `Visit`, which also a stranger may send."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.orders.verbs.desk import Desk, Wish


@dataclass(frozen=True, slots=True)
class Visit(Wish):
    """A command about a game of the site, by whoever sends it; answered with what came of it.

    game: its id; "" if none is said
    """

    game: str = ""

    def answer(self, desk: Desk) -> None:
        """What the site says of it."""
        desk.tell_of(self)


def plain_game(word: str) -> str:
    """A game's id as people write it: `EU9`, `"eu9"`, `<eu9>`."""
    return word.strip(" \"'`<>()[].,!").lower()
