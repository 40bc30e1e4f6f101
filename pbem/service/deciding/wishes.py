"""What else a mail says: that it is only a trial, or for another game, or that somebody joins."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from pbem.board.ids import PlayerId
from pbem.orders.submission import Outcome
from pbem.orders.text.words import head
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.game import GameIs
from pbem.store.game import StoredGame

MOST_LINES: Final = 50
LONGEST: Final = 160
"""Of what a mail says beside its orders so much is looked at."""

_GAME_WORDS: Final = re.compile(r"[a-z0-9-]*[a-z0-9]")
_BETWEEN: Final = frozenset({"is", "called", "named", "id", "my", "the"})


def only_checks(outcome: Outcome) -> bool:
    """Whether the sender only wants to know what would happen."""
    return any(isinstance(c, Check) for c in outcome.mail_commands)


def other_game(
    outcome: Outcome, ignored: Sequence[str], own: str, is_game: Callable[[str], bool]
) -> str:
    """Another game that a mail says it is for; "" if it says none.

    `GAME` says so, and so does a sentence that names another game of the site: "for game eu2:".
    """
    for command in outcome.mail_commands:
        if isinstance(command, GameIs) and command.id.lower() != own:
            return command.id
    for line in ignored[:MOST_LINES]:
        words = [w for w in _GAME_WORDS.findall(line[:LONGEST].casefold()) if w not in _BETWEEN]
        for first, second in pairwise(words):
            if "game" not in (first, second):
                continue
            ident: str = second if first == "game" else first
            if ident != own and is_game(ident):
                return ident
    return ""


def joins(game: StoredGame, player: PlayerId, orders: Sequence[str]) -> bool:
    """Whether a mail says `JOIN [<game>] [AS <player>]`, and does not only want to try."""
    form = rf"join( {re.escape(game.file.id)})?( as {re.escape(player)})?[.!]*"
    said = [" ".join(order.split()) for order in orders]
    wants = any(re.fullmatch(form, one, re.IGNORECASE) for one in said)
    return wants and not any(head(one)[0] == "CHECK" for one in said)
