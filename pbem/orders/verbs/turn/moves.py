"""A move of a maneuver: its units, its two places, and its clauses (order language, section 3).

The units may be left out where only one kind can be meant, and so may the arrow where it is clear
where one place ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.board.ids import RegionId, Unit
from pbem.board.model import Board
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.clauses import ATTACKS, CLAUSES, MOVERS, OTHER_CLAUSES
from pbem.orders.text.names import Names
from pbem.orders.text.ways import half_known, parted
from pbem.orders.text.words import (
    NUMBERS,
    UNITS,
    Counted,
    counted,
    cut,
    items,
    joined,
    nearest,
    only,
    places,
    tidy,
    units,
)
from pbem.orders.verbs.turn.battles import FIGHT_FORMS, parse_battle, written_battle
from pbem.orders.verbs.turn.spaces import listed, regions
from pbem.orders.verbs.verb import There
from pbem.rules.commands import Battle, Move, Status

MOVE_FORMS = (
    "ARMY <from> -> <to>",
    "FLEET <from> -> <to>",
    "2 ARMIES <from> -> <to> VIA <sea>, <sea>",
)
_NUMBERS = "|".join(word for word in NUMBERS if word not in ("a", "an"))
_CLAUSE = re.compile(
    r"(?<=[\s,])(?:as\s+(?=hostile|friendly)|(?:(?:and|with|to|in|for|they|it|who|which)\s+){0,3}(?:an?\s+|the\s+)?"
    rf"(?=(?:{'|'.join(('FIGHT', 'BATTLE', *ATTACKS))})\b))?"
    rf"({'|'.join((*OTHER_CLAUSES, 'FIGHT', 'HOSTILE', 'FRIENDLY'))})"
    r"(?![^\s,:])(?:\s+(?:against|with|the)(?=\s))*",
    re.IGNORECASE,
)
#: Where a move's text says that its units fight.
ATTACK = re.compile(
    rf"(?<=[\s,])(?:and\s+)?(?:{'|'.join(('FIGHT', *ATTACKS))})(?![^\s,:])", re.IGNORECASE
)
THE = re.compile(r"^(?:the|my|our)\s+", re.IGNORECASE)
#: `Beijing -> Korea x2`
_TIMES_BEHIND = re.compile(r"\s(?:x\s?|\*\s?)([0-9]{1,2})$|\s([0-9]{1,2})\s?x$", re.IGNORECASE)
#: How many, without saying of which kind: `2 `, `all units `.
COUNT_ALONE = re.compile(
    rf"\s*(?:(?:{'|'.join(MOVERS)})\s+)?([0-9]+\s?(?:x\s)?|(?:all|{_NUMBERS})\s)?\s*"
    r"(?:units?\s+|pieces?\s+)?(?:of\s+)?",
    re.IGNORECASE,
)
_PLACE_AND_UNIT = re.compile(
    rf"((?:[0-9]+|all|{_NUMBERS})\s)?(?:the\s+)?(.+?)\s+"
    rf"(?:([0-9]+|all|{_NUMBERS})\s)?({'|'.join(unit for unit in UNITS if len(unit) > 1)})",
    re.IGNORECASE,
)
_UNIT_LAST = re.compile(
    rf"([^\d]+?)[\s:,]{{1,3}}(?:with\s+)?((?:[0-9]+\s?(?:x\s?)?|(?:all|{_NUMBERS})\s))?"
    rf"({'|'.join(unit for unit in UNITS if len(unit) > 1)})",
    re.IGNORECASE,
)
#: Nobody in particular: who is there.
_ANYBODY = {"", "THEM", "IT", "HIM", "THERE", "THE ENEMY", "ENEMY", "ON ARRIVAL", "EVERYBODY"}
#: What may stand before the place where a move begins.
START = re.compile(r"^(?:from|in|at|of)\s+", re.IGNORECASE)


def parse_move(names: Names, text: str, there: There | None = None) -> Move:
    """`[<n>|ALL] FLEET|ARMY <from> -> <to>` and its clauses.

    :param there: see `There`
    :raises SyntaxRefusal: `no-unit`, `no-arrow`, `many-places`, `contradiction`, `twice`, ...
    """
    way, said = only(_CLAUSE.sub(_plain_clause, text.rstrip(" .,!")), CLAUSES, MOVE_FORMS)
    way = _number_first(way)
    found = counted(THE.sub("", way)) or _behind_place(way)
    if found is None:
        found = _guessed(names, way, there)
    origin, target = _two_places(names, found, said)
    return Move(
        unit=found.unit,
        count=found.count or 1,
        origin=names.region(START.sub("", origin)),
        target=_target(names, target),
        via=_via(names, said),
        status=status_of(said),
        battle=_battle_of(names, said, target, there),
    )


def _number_first(way: str) -> str:
    """`2 Beijing -> Korea` for `Beijing -> Korea x2`, if no other number is said."""
    match = _TIMES_BEHIND.search(way)
    if match is None:
        return way
    first, number = way[: match.start()], match[1] or match[2]
    said = COUNT_ALONE.match(first)
    return way if said and said[1] else f"{number} {first}"


def status_of(said: Mapping[str, str]) -> Status | None:
    """HOSTILE or FRIENDLY, if the clauses hold one of them.

    :raises SyntaxRefusal: `contradiction`, `not-understood`
    """
    found = [status for status in Status if status.value.upper() in said]
    if len(found) > 1:
        raise SyntaxRefusal("contradiction", say("HOSTILE and FRIENDLY exclude each other."), "5.7")
    for status in found:
        if left := said[status.value.upper()]:
            raise SyntaxRefusal(
                "not-understood",
                say(
                    '"{said}" cannot be understood after {order}.',
                    said=cut(left),
                    order=status.value.upper(),
                ),
                legal=MOVE_FORMS,
            )
    return found[0] if found else None


def _behind_place(way: str) -> Counted | None:
    """`2 Mumbai fleets to Indian Ocean`: the units stand behind the place."""
    if last := _UNIT_LAST.fullmatch(way):  # `Mumbai - Indian Ocean (2 fleets)`
        return counted(f"{last[2] or ''}{last[3]} {last[1]}")
    first, arrow, target = _first_arrow(way)
    match = _PLACE_AND_UNIT.fullmatch(first)
    if match is None or not arrow:
        return None
    said, place, between, unit = match.groups()
    if said and between:
        return None
    count = (said or between or "").strip()
    return counted(f"{count} {unit} {place} -> {target}".strip())


def _first_arrow(way: str) -> tuple[str, str, str]:
    """The text before the first arrow, and behind it."""
    first, *others = places(way)
    return first, "->" if others else "", " -> ".join(others)


def _guessed(names: Names, way: str, there: There | None) -> Counted:
    """The units of a move that does not say which: the only kind that stands there.

    :raises SyntaxRefusal: `no-unit`: both stand there, or none
    """
    match = COUNT_ALONE.match(way)
    said, bare = (match[1] or "", way[match.end() :]) if match else ("", way)
    found = _ways(names, bare)
    if not found and (unknown := half_known(bare, names.is_place)):
        names.region(unknown)  # says what is near to it
    both = tuple(f"{said}{(unit.plural if said else unit.value).upper()} {bare}" for unit in Unit)
    kinds = there.own(names.region(START.sub("", found[0][0]))) if there and found else frozenset()
    if len(kinds) == 1:
        (unit,) = kinds
        return counted(f"{said}{unit.value} {bare}") or Counted(None, unit, bare)
    if len(kinds) > 1:
        raise SyntaxRefusal(
            "no-unit",
            say("Which units? Armies and fleets are there: {order}.", order=found[0][0]),
            legal=both,
        )
    word = bare.split(" ")[0]
    near = nearest(word, (unit.upper() for unit in UNITS if len(unit) > 1))
    raise SyntaxRefusal(
        "no-unit",
        say('Which units? ARMY or FLEET is missing: "{said}"', said=cut(way)),
        legal=both if found or len(places(way)) > 1 else MOVE_FORMS,
        said=word if near else "",
        meant=near,
    )


def _ways(names: Names, text: str) -> tuple[tuple[str, str], ...]:
    """The two places of a move, if it is clear where one ends; several if it is not."""
    found = places(text)
    if len(found) > 1:
        first = START.sub("", found[0])
        return ((first, found[1]),) if names.is_place(first) else ()
    return parted(START.sub("", found[0]), names.is_place)


def _plain_clause(match: re.Match[str]) -> str:
    word = match[1].upper()
    return f" {OTHER_CLAUSES.get(word, word)}"


def _two_places(names: Names, units: Counted, said: Mapping[str, str]) -> tuple[str, str]:
    found = places(units.rest)
    if len(found) == 1:
        ways = parted(START.sub("", found[0]), names.is_place)
        if len(ways) > 1:
            unit = units.unit.value.upper()
            raise AmbiguousRefusal(
                "ambiguous-way",
                say('"{said}" can be read in several ways.', said=cut(found[0])),
                legal=tuple(f"{unit} {origin} -> {target}" for origin, target in ways),
            )
        found = ways[0] if ways else found
    if len(found) == 2 and all(found):
        return found[0], found[1]
    if len(found) > 2:
        raise _many_places(units, found)
    where = found[0]
    instead: tuple[str, ...] = MOVE_FORMS
    if where and "FIGHT" in said:
        instead = (f"FIGHT {said['FIGHT']} IN {where}",)
    elif where and (status := status_of(said)):
        instead = (f"STATUS ARMY {where} {status.value.upper()}",)
    raise SyntaxRefusal(
        "no-arrow",
        say("A move names two places with an arrow between them; units that stay need no line."),
        legal=instead,
    )


def _many_places(units: Counted, found: tuple[str, ...]) -> SyntaxRefusal:
    joined = any(len(items(place)) > 1 for place in found[1:-1])
    if joined or any(counted(piece) for piece in items(found[-1])[1:]):
        return SyntaxRefusal(
            "many-places", say("One move a line, or several separated by ;."), legal=MOVE_FORMS
        )
    unit = units.unit.value.upper()
    first, *between, last = found
    return SyntaxRefusal(
        "many-places",
        say(
            "A move names only where it begins and where it ends; the seas of a convoy follow VIA."
        ),
        legal=(f"{unit} {first} -> {last} VIA {', '.join(between)}", f"{unit} {first} -> {last}"),
    )


def _target(names: Names, text: str) -> RegionId:
    try:
        return names.region(text)
    except SyntaxRefusal as refusal:
        words = text.split(" ")
        for at in range(1, len(words)):
            begins = names.regions.fits(tidy(" ".join(words[:at])))
            near = nearest(words[at], CLAUSES)
            if len(begins) == 1 and near:
                message = say(
                    '"{said}" is not known here. Did you mean {order}?',
                    said=words[at],
                    order=near[0],
                )
                raise SyntaxRefusal(
                    "unknown-word", message, legal=near, said=words[at], meant=near
                ) from refusal
        raise


def _via(names: Names, said: Mapping[str, str]) -> tuple[RegionId, ...]:
    if "VIA" not in said:
        return ()
    found = regions(names, ", ".join(places(said["VIA"])))
    if not found:
        raise SyntaxRefusal(
            "missing-name", say("VIA which seas? They are missing."), legal=MOVE_FORMS
        )
    return found


def _battle_of(
    names: Names, said: Mapping[str, str], target: str, there: There | None
) -> Battle | None:
    if "FIGHT" in said and "PEACE" in said:
        raise SyntaxRefusal("contradiction", say("FIGHT and PEACE exclude each other."), "5.9")
    if said.get("PEACE"):
        raise SyntaxRefusal(
            "not-understood",
            say(
                '"{said}" cannot be understood after {order}.',
                said=cut(said["PEACE"]),
                order="PEACE",
            ),
            legal=MOVE_FORMS,
        )
    if "FIGHT" not in said:
        return None
    whom, where = only(said["FIGHT"], ("IN",), MOVE_FORMS)
    if "IN" in where and names.region(where["IN"]) != names.region(target):
        raise SyntaxRefusal(
            "contradiction",
            say("FIGHT on the line of a move means where the move ends."),
            legal=(f"FIGHT {whom} IN {where['IN']}", *FIGHT_FORMS),
        )
    if there and whom.upper() in _ANYBODY:
        others = there.others(names, names.region(target))
        if len(others) == 1:
            return Battle(others[0])
        raise SyntaxRefusal(
            "no-enemy",
            say("Whom? Several nations have units there; FIGHT needs one of them.")
            if others
            else say("Whom? Nobody has units there; leave FIGHT out, or name a nation."),
            "5.9",
            tuple(f"FIGHT {names.board.name(nation)}" for nation in others) or FIGHT_FORMS,
        )
    return parse_battle(names, whom)


def written(board: Board, move: Move) -> str:
    """`2 ARMIES Beijing -> Mongolia HOSTILE`."""
    way = f"{board.name(move.origin)} -> {board.name(move.target)}"
    battle = move.battle
    fought = written_battle(board, battle.enemy, battle.unit, battle.count) if battle else ""
    return joined(
        units(move.count, move.unit),
        way,
        f"VIA {listed(board, move.via)}" if move.via else "",
        move.status.value.upper() if move.status else "",
        joined("FIGHT", fought) if battle else "",
    )
