"""Units that fight where they are, said like a move: `FLEET Baltic fights the Russian fleet`."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.orders.text.names import Names
from pbem.orders.text.words import UNITS, counted, only, places
from pbem.orders.verbs.turn.battles import FIGHT_FORMS, parse_battle
from pbem.orders.verbs.turn.moves import ATTACK, START, THE
from pbem.rules.commands import ALL, FightThere, Move

_UNIT_BEHIND = re.compile(
    r"((?:[0-9]+|all|one|two|three|both) )?(.+?) "
    rf"({'|'.join(unit for unit in UNITS if len(unit) > 1)})",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:(?:against|the|with)\s+)+", re.IGNORECASE)


def resting_fight(names: Names, text: str) -> FightThere | Move | None:
    """The fight, if the line is one; `ARMY Delhi attacks the Chinese in Afghanistan` moves there.

    :raises SyntaxRefusal: badly written
    :raises AmbiguousRefusal: a name fits several
    """
    parts = ATTACK.split(text, maxsplit=1)
    units = counted(THE.sub("", _unit_first(parts[0]))) if len(parts) == 2 else None
    if units is None or len(places(units.rest)) > 1:
        return None
    where = START.sub("", units.rest)
    if not names.is_place(where):
        return None
    whom, said = only(_ARTICLE.sub("", parts[1].strip()), ("IN",), FIGHT_FORMS)
    region = names.region(where)
    if not whom:
        return None
    if "IN" in said and (target := names.region(said["IN"])) != region:
        return Move(units.unit, units.count or 1, region, target, battle=parse_battle(names, whom))
    battle = parse_battle(names, whom)
    if battle.count is None and units.count not in (None, ALL):
        battle = replace(battle, count=units.count)
    return FightThere(battle, region)


def _unit_first(text: str) -> str:
    """`army Delhi` for `Delhi army`."""
    match = _UNIT_BEHIND.fullmatch(THE.sub("", text.strip(" ,")))
    return f"{match[1] or ''}{match[3]} {match[2]}" if match else text
