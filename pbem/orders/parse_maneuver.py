"""The lines of a maneuver (ORDERS.md, section 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.board.ids import RegionId, Unit
from pbem.errors import SyntaxRefusal
from pbem.orders.names import Names
from pbem.orders.parse_turn import regions
from pbem.orders.vocabulary import CLAUSES, MOVE_FORMS, SPELLINGS, forms
from pbem.orders.words import (
    NUMBERS,
    UNITS,
    Counted,
    counted,
    head,
    items,
    nearest,
    number,
    only,
    places,
    shown,
    tidy,
)
from pbem.rules.commands import (
    Battle,
    ChangeStatus,
    Destroy,
    FightThere,
    FlagsFirst,
    Line,
    Move,
    Status,
)

_START = re.compile(r"^(?:from|in|at)\s+", re.IGNORECASE)
_FACTORY_IN = re.compile(r"^(?:(?:the\s+)?factory\s+)?(?:in\s+|at\s+)?", re.IGNORECASE)


def parse_line(names: Names, text: str) -> Line:
    """One line of a maneuver.

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
    return parse_move(names, rest if word == "MOVE" else text)


def parse_move(names: Names, text: str) -> Move:
    """`[<n>|ALL] FLEET|ARMY <from> -> <to>` and its clauses.

    :raises SyntaxRefusal: `no-unit`, `no-arrow`, `many-places`, `contradiction`, `twice`, ...
    """
    way, said = only(text, CLAUSES, MOVE_FORMS)
    units = _units(way)
    origin, target = _two_places(units, said)
    return Move(
        unit=units.unit,
        count=units.count or 1,
        origin=names.region(_START.sub("", origin)),
        target=_target(names, target),
        via=_via(names, said),
        status=_status_of(said),
        battle=_battle_of(names, said, target),
    )


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


def parse_battle(names: Names, text: str) -> Battle:
    """`<nation> [ARMY|FLEET] [<n>]`; `ALL`, as no number, means as many as possible.

    :raises SyntaxRefusal: `no-enemy`: the nation is missing
    """
    whom, unit, count = split_battle(text)
    if not whom:
        raise SyntaxRefusal("no-enemy", "Whom? FIGHT needs a nation here.", legal=forms("FIGHT"))
    return Battle(names.nation(whom), unit, count)


def split_battle(text: str) -> tuple[str, Unit | None, int | None]:
    """The text of the nation, possibly "", and unit and number that follow it in either order."""
    words = re.sub(r"\b([0-9]+)(?=[af]\b)", r"\1 ", text, flags=re.IGNORECASE).split(" ")
    unit: Unit | None = None
    count: int | None = None
    counts = False
    while words:
        word = tidy(words[-1]).lower()
        if unit is None and word in UNITS:
            unit = UNITS[word]
        elif not counts and (word == "all" or word[:1].isdigit() or word in NUMBERS):
            count, counts = None if word == "all" else number(word, "units"), True
        elif word:
            break
        words.pop()
    return tidy(" ".join(words)), unit, count


def parse_status(names: Names, rest: str) -> ChangeStatus:
    """`STATUS [<n>|ALL] ARMY <province> HOSTILE|FRIENDLY`.

    :raises SyntaxRefusal: `no-status`, `contradiction`, `only-armies`
    """
    where, said = only(rest, ("HOSTILE", "FRIENDLY"), forms("STATUS"))
    status = _status_of(said)
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
    return ChangeStatus(count or 1, names.region(_START.sub("", place)), status)


def parse_flags(names: Names, rest: str) -> FlagsFirst:
    """`FLAGS <region>, ...`.

    :raises SyntaxRefusal: `missing-name`: no region
    """
    found = regions(names, _START.sub("", rest))
    if not found:
        raise SyntaxRefusal(
            "missing-name", "Which regions come first? They are missing.", "5.11", forms("FLAGS")
        )
    return FlagsFirst(found)


def _units(way: str) -> Counted:
    units = counted(way)
    if units is None:
        bare = re.sub(r"^[0-9]+\s+", "", way)
        word = bare.split(" ")[0]
        near = nearest(word, (unit.upper() for unit in UNITS if len(unit) > 1))
        raise SyntaxRefusal(
            "no-unit",
            f"Which units? {shown(way)} does not begin with ARMY or FLEET.",
            legal=(f"ARMY {bare}", f"FLEET {bare}") if len(places(way)) > 1 else MOVE_FORMS,
            said=word if near else "",
            meant=near,
        )
    return units


def _two_places(units: Counted, said: Mapping[str, str]) -> tuple[str, str]:
    found = places(units.rest)
    if len(found) == 2 and all(found):
        return found[0], found[1]
    if len(found) > 2:
        raise _many_places(units, found)
    where = found[0]
    instead: tuple[str, ...] = MOVE_FORMS
    if where and "FIGHT" in said:
        instead = (f"FIGHT {said['FIGHT']} IN {where}",)
    elif where and (status := _status_of(said)):
        instead = (f"STATUS ARMY {where} {status.value.upper()}",)
    raise SyntaxRefusal(
        "no-arrow",
        "A move names two places with an arrow between them; units that stay need no line.",
        legal=instead,
    )


def _many_places(units: Counted, found: tuple[str, ...]) -> SyntaxRefusal:
    if any(counted(piece) for place in found[1:] for piece in items(place)[1:]):
        return SyntaxRefusal(
            "many-places", "One move a line, or several separated by ;.", legal=MOVE_FORMS
        )
    unit = units.unit.value.upper()
    first, *between, last = found
    return SyntaxRefusal(
        "many-places",
        "A move names only where it begins and where it ends; the seas of a convoy follow VIA.",
        legal=(f"{unit} {first} -> {last} VIA {', '.join(between)}", f"{unit} {first} -> {last}"),
    )


def _target(names: Names, text: str) -> RegionId:
    try:
        return names.region(text)
    except SyntaxRefusal as refusal:
        words = text.split(" ")
        for cut in range(1, len(words)):
            begins = names.regions.fits(tidy(" ".join(words[:cut])))
            near = nearest(words[cut], CLAUSES)
            if len(begins) == 1 and near:
                message = f"{shown(words[cut])} is not known here. Did you mean {near[0]}?"
                raise SyntaxRefusal(
                    "unknown-word", message, legal=near, said=words[cut], meant=near
                ) from refusal
        raise


def _via(names: Names, said: Mapping[str, str]) -> tuple[RegionId, ...]:
    if "VIA" not in said:
        return ()
    found = regions(names, ", ".join(places(said["VIA"])))
    if not found:
        raise SyntaxRefusal("missing-name", "VIA which seas? They are missing.", legal=MOVE_FORMS)
    return found


def _status_of(said: Mapping[str, str]) -> Status | None:
    found = [status for status in Status if status.value.upper() in said]
    if len(found) > 1:
        raise SyntaxRefusal("contradiction", "HOSTILE and FRIENDLY exclude each other.", "5.7")
    for status in found:
        if left := said[status.value.upper()]:
            raise SyntaxRefusal(
                "not-understood",
                f"{shown(left)} cannot be understood after {status.value.upper()}.",
                legal=MOVE_FORMS,
            )
    return found[0] if found else None


def _battle_of(names: Names, said: Mapping[str, str], target: str) -> Battle | None:
    if "FIGHT" in said and "PEACE" in said:
        raise SyntaxRefusal("contradiction", "FIGHT and PEACE exclude each other.", "5.9")
    if said.get("PEACE"):
        raise SyntaxRefusal(
            "not-understood",
            f"{shown(said['PEACE'])} cannot be understood after PEACE.",
            legal=MOVE_FORMS,
        )
    if "FIGHT" not in said:
        return None
    whom, where = only(said["FIGHT"], ("IN",), MOVE_FORMS)
    if "IN" in where and names.region(where["IN"]) != names.region(target):
        raise SyntaxRefusal(
            "contradiction",
            "FIGHT on the line of a move means where the move ends.",
            legal=(f"FIGHT {whom} IN {where['IN']}", *forms("FIGHT")),
        )
    return parse_battle(names, whom)
