"""Whom units fight, as several orders say it: `<nation> [ARMY|FLEET] [<n>]`."""

from __future__ import annotations

import re

from pbem.board.ids import NationId, Unit
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.names import Names
from pbem.orders.text.words import NUMBERS, UNITS, joined, number, tidy
from pbem.rules.commands import Battle

FIGHT_FORMS = ("FIGHT <nation> IN <region>", "FIGHT <nation> FLEET 1 IN <region>")
_THERE = re.compile(r"\s+(?:there|on arrival|upon arrival|as well|too)$", re.IGNORECASE)
_NUMBERED_UNIT = re.compile(r"\b([0-9]+)(?=[af]\b)", re.IGNORECASE)


def parse_battle(names: Names, text: str) -> Battle:
    """`<nation> [ARMY|FLEET] [<n>]`; `ALL`, as no number, means as many as possible.

    :raises SyntaxRefusal: `no-enemy`: the nation is missing
    """
    whom, unit, count = split_battle(text)
    if not whom:
        raise SyntaxRefusal("no-enemy", say("Whom? FIGHT needs a nation here."), legal=FIGHT_FORMS)
    return Battle(names.nation(whom), unit, count)


def split_battle(text: str) -> tuple[str, Unit | None, int | None]:
    """The text of the nation, possibly "", and unit and number that follow it in either order."""
    text = _THERE.sub("", text)
    words = _NUMBERED_UNIT.sub(r"\1 ", text).split(" ")
    unit: Unit | None = None
    count: int | None = None
    counts = False
    while words:
        word = tidy(words[-1]).lower()
        if unit is None and word in UNITS:
            unit = UNITS[word]
        elif not counts and (word == "all" or word[:1].isdigit() or word in NUMBERS):
            count, counts = None if word == "all" else number(word), True
        elif word:
            break
        words.pop()
    return tidy(" ".join(words)), unit, count


def written_battle(
    board: Board, enemy: NationId | None, unit: Unit | None, count: int | None
) -> str:
    """`Russia FLEET 1`."""
    return joined(
        board.name(enemy) if enemy else "",
        unit.value.upper() if unit else "",
        "" if count is None else str(count),
    )
