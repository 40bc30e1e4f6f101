"""`IMPORT [NONE | [<n>] ARMY|FLEET <province>, ...]`: up to three units."""

from __future__ import annotations

import re

from pbem.board.ids import Unit
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import COUNT, UNIT
from pbem.orders.text.words import INSIDE, NOTHING, UNITS, counted, cut, items, number, units
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import ALL, Import, Imported

#: `2A Mumbai 1F Kolkata`
_NEXT_UNITS = re.compile(
    rf"(?<=[^\W\d_]) (?=[0-9]+\s?(?:x\s)?(?:{'|'.join(UNITS)})(?!\w)(?= ?[^\W\d_]))", re.IGNORECASE
)
#: `3 armies, all in Chennai`
_ALL_IN = re.compile(
    r",? (?:all|both) (?:of (?:them|these) )?(?=(?:in|at|to|into) )", re.IGNORECASE
)
_PLUS = re.compile(r" plus ", re.IGNORECASE)
#: `all three armies`
_ALL_NUMBERED = re.compile(r"\b(?:all|the) (?:the )?(?=(?:[23]|two|three) )", re.IGNORECASE)
#: `3 units: 2 armies Beijing, ...`
_IN_ALL = re.compile(
    r"^(?:[1-3]|one|two|three) (?:units?|pieces?)(?: ?:| ?,|(?= )) ?", re.IGNORECASE
)
#: Characters of the longest item that is turned round.
LONGEST_ITEM = 100
_UNIT_BEHIND = re.compile(
    r"([^\d]+?):? ((?:[1-9]|an?|one|two|three) ?(?:x )?"
    rf"(?:{'|'.join(unit for unit in UNITS if len(unit) > 1)}))",
    re.IGNORECASE,
)
#: `1 army each in Beijing, Urumqi`
_EACH = re.compile(r" each\b", re.IGNORECASE)
#: `an army for Beijing, one for Urumqi`
_ANOTHER = re.compile(
    r"([1-3]|one|two|three|another)(?: more)? (?:for|in|at|to|into) (.+)", re.IGNORECASE
)
_COSTS = re.compile(
    r",? ?\b(?:(?:it |that |this )?costs? (?:me |us )?|(?:for|paying|total) (?=\d))\d+ ?m?\b.*$",
    re.IGNORECASE,
)
_WHAT = ("", rf"{COUNT}?{UNIT}\b.*", "NONE")


def parse(said: Said) -> Import:
    """The units, each with its province.

    A province without a unit repeats the unit before it if no number was given there:
    `ARMY Beijing, Shanghai` is one army in each.

    :raises SyntaxRefusal: `no-unit`, `bad-number`
    """
    names, rest = said.names, said.rest
    if not rest or rest.upper() in NOTHING:
        return Import()
    rest = _PLUS.sub(", ", _COSTS.sub("", _ALL_IN.sub(" ", rest)))
    each = _EACH.search(rest) is not None
    rest = _EACH.sub("", rest)
    found: list[Imported] = []
    before: tuple[Unit, bool] | None = None  # the unit before, and whether it had a number
    rest = _IN_ALL.sub("", _ALL_NUMBERED.sub("", rest))
    for item in items(_NEXT_UNITS.sub(", ", rest)):
        if before and (more := _ANOTHER.fullmatch(item)):
            found.append(Imported(before[0], number(more[1]), names.region(more[2])))
            continue
        one = counted(_unit_first(item))
        if one is None and each and found:
            found.append(Imported(found[-1].unit, found[-1].count, names.region(item)))
            continue
        if one is None:
            unit = _repeated(item, before)
            found.append(Imported(unit, 1, names.region(INSIDE.sub("", item))))
            continue
        if one.count == ALL:
            raise SyntaxRefusal(
                "bad-number", say("How many? ALL cannot be imported."), legal=VERB.legal
            )
        before = (one.unit, one.count is not None)
        place = names.region(INSIDE.sub("", one.rest.removeprefix("-> ")))
        found.append(Imported(one.unit, one.count or 1, place))
    return Import(tuple(found))


def _unit_first(item: str) -> str:
    """`2 armies Beijing` for `Beijing 2 armies`."""
    match = _UNIT_BEHIND.fullmatch(item) if len(item) <= LONGEST_ITEM else None
    return f"{match[2]} {match[1]}" if match else item


def _repeated(item: str, before: tuple[Unit, bool] | None) -> Unit:
    if before is None:
        raise SyntaxRefusal(
            "no-unit",
            say('What is to be imported there? ARMY or FLEET is missing: "{said}"', said=cut(item)),
            legal=(f"IMPORT ARMY {item}", f"IMPORT FLEET {item}"),
        )
    unit, numbered = before
    if numbered:
        raise SyntaxRefusal(
            "no-unit",
            say('How many of what are to be imported there? It is not said: "{said}"',
                said=cut(item)),
            legal=(f"ARMY {item}", f"FLEET {item}", f"2 ARMIES {item}"),
        )  # fmt: skip
    return unit


def written(board: Board, order: Import) -> str:
    """`IMPORT 2 ARMIES Beijing, FLEET Shanghai`."""
    each = (f"{units(i.count, i.unit)} {board.name(i.province)}" for i in order.units)
    return f"IMPORT {', '.join(each) or 'NONE'}"


VERB = Verb(
    word="IMPORT",
    kind=Kind.ACTION,
    others=("IMPORTS", "IMPORTING"),
    follows={"IMPORTS": _WHAT, "IMPORTING": _WHAT},
    keywords=("NONE",),
    spoken=("import", "imports", "importing"),
    slips=("IMPORT",),
    letter="I",
    forms=(
        Form("IMPORT 2 ARMIES <province>, FLEET <province>", say("two armies and a fleet")),
        Form("IMPORT NONE", say("stop on the space and import nothing")),
    ),
    notes=(
        say(
            "Up to three units, paid from the treasury: armies into own home provinces, fleets "
            "into own ports, without a hostile army. IMPORT alone imports nothing."
        ),
    ),
    rules=("4.3",),
    examples=("CHINA: IMPORT 2 ARMIES Beijing, FLEET Shanghai", "CHINA: IMPORT NONE"),
    parse=parse,
    values=(Import,),
    format=written,
)
