"""The lines of a maneuver (ORDERS.md, section 3)."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.board.ids import Unit
from pbem.ground.errors import SyntaxRefusal
from pbem.orders.text.names import Names
from pbem.orders.text.vocabulary import MOVERS, SPELLINGS, forms
from pbem.orders.text.words import UNITS, counted, head, nearest, only, places
from pbem.orders.verbs.parse_moves import (
    ATTACK,
    START,
    THE,
    There,
    parse_battle,
    parse_move,
    status_of,
)
from pbem.orders.verbs.parse_turn import regions
from pbem.rules.commands import (
    ALL,
    ChangeStatus,
    Destroy,
    FightThere,
    FlagsFirst,
    Line,
    Move,
    Status,
)

_UNIT_BEHIND = re.compile(
    r"((?:[0-9]+|all|one|two|three|both) )?(.+?) "
    rf"({'|'.join(unit for unit in UNITS if len(unit) > 1)})",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:(?:against|the|with)\s+)+", re.IGNORECASE)
_FACTORY_IN = re.compile(r"^(?:(?:the\s+)?factory\s+)?(?:in\s+|at\s+)?", re.IGNORECASE)


def parse_line(names: Names, text: str, there: There | None = None) -> Line:
    """One line of a maneuver.

    :param there: see `There`; without it each move says its unit
    :raises SyntaxRefusal: it is none, or badly written
    :raises AmbiguousRefusal: a name fits several
    """
    word, rest = head(text)
    if word == "OR" and rest.startswith("->"):
        raise SyntaxRefusal(
            "continuation",
            "In a report, `or ->` lists other places for the move above it: write that move with "
            "such a place.",
            legal=(f"ARMY <from> {rest}",),
        )
    verb = SPELLINGS[word].word if word in SPELLINGS else word
    match verb:
        case "STATUS":
            return parse_status(names, rest)
        case "DESTROY":
            return Destroy(names.region(_FACTORY_IN.sub("", rest)))
        case "FLAGS":
            return parse_flags(names, rest)
        case "FIGHT":
            return parse_fight_there(names, rest)
    if fight := _resting_fight(names, text):
        return fight
    return parse_move(names, rest if word in MOVERS else text, there)


def _resting_fight(names: Names, text: str) -> FightThere | Move | None:
    """`FLEET Baltic fights the Russian fleet`: units that rest fight where they are.

    `ARMY Delhi attacks the Chinese in Afghanistan` moves there.
    """
    parts = ATTACK.split(text, maxsplit=1)
    units = counted(THE.sub("", _unit_first(parts[0]))) if len(parts) == 2 else None
    if units is None or len(places(units.rest)) > 1:
        return None
    where = START.sub("", units.rest)
    if not names.is_place(where):
        return None
    whom, said = only(_ARTICLE.sub("", parts[1].strip()), ("IN",), forms("FIGHT"))
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


def parse_fight_there(names: Names, rest: str) -> FightThere:
    """`FIGHT <nation> [ARMY|FLEET] [<n>] IN <region>`.

    :raises SyntaxRefusal: `no-place`: IN is missing
    """
    whom, said = only(rest, ("IN",), forms("FIGHT"))
    if not said.get("IN"):
        raise SyntaxRefusal(
            "no-place",
            "Where? In a maneuver, FIGHT on a line of its own needs IN and a region.",
            legal=forms("FIGHT"),
        )
    return FightThere(parse_battle(names, whom), names.region(said["IN"]))


def parse_status(names: Names, rest: str) -> ChangeStatus:
    """`STATUS [<n>|ALL] ARMY <province> HOSTILE|FRIENDLY`.

    :raises SyntaxRefusal: `no-status`, `contradiction`, `only-armies`
    """
    where, said = only(rest, ("HOSTILE", "FRIENDLY"), forms("STATUS"))
    status = status_of(said)
    if status is None or any(said.values()):
        word = rest.split(" ")[-1]
        near = nearest(word, (status.value.upper() for status in Status))
        raise SyntaxRefusal(
            "no-status",
            "A STATUS line ends in HOSTILE or FRIENDLY.",
            legal=forms("STATUS"),
            said=word if near else "",
            meant=near,
        )
    units = counted(where) or counted(re.sub(r"^([0-9]+|all)\s+", r"\1 ARMY ", where, flags=re.I))
    if units is not None and units.unit is not Unit.ARMY:
        raise SyntaxRefusal(
            "only-armies", "Only armies are hostile or friendly.", "5.7", forms("STATUS")
        )
    place = units.rest if units else where
    count = units.count if units else None
    return ChangeStatus(count or 1, names.region(START.sub("", place)), status)


def parse_flags(names: Names, rest: str) -> FlagsFirst:
    """`FLAGS <region>, ...`.

    :raises SyntaxRefusal: `missing-name`: no region
    """
    found = regions(names, START.sub("", rest))
    if not found:
        raise SyntaxRefusal(
            "missing-name", "Which regions come first? They are missing.", "5.11", forms("FLAGS")
        )
    return FlagsFirst(found)
