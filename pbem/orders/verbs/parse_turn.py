"""The actions of a nation's turn, one line each (ORDERS.md, section 2)."""

from __future__ import annotations

import re
from typing import Literal

from pbem.board.ids import RegionId, Unit
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.orders.text.names import Names
from pbem.orders.text.vocabulary import SHORT, SPELLINGS, forms
from pbem.orders.text.words import (
    UNITS,
    counted,
    head,
    items,
    nothing_after,
    number,
    places,
    shown,
    tidy,
)
from pbem.rules.commands import (
    ALL,
    Action,
    Factory,
    Import,
    Imported,
    Investor,
    Letter,
    Maneuver,
    Production,
    Taxation,
)

_COLON = re.compile(r"\s*[^\s:]+\s*:")
_EVERYTHING = {"", "ALL", "EVERYTHING", "EVERYWHERE", "ALL FACTORIES", "EVERY FACTORY"}
_NOTHING = {"NONE", "NOTHING"}
_INSIDE = re.compile(r"^(?:in|at|to|into|for)\s+", re.IGNORECASE)
_A_FACTORY = re.compile(r"^(?:(?:an?|one|my|the|another|new)\s+)*factory\b\s*", re.IGNORECASE)
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
#: Characters of the longest item of an import that is turned round.
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
_EXCEPT = re.compile(
    r"^(?:all\s+)?(?:except|but|without|not)\b(?:\s+(?:for|in|at|not)\b)*(.*)", re.IGNORECASE
)


def parse_action(names: Names, text: str) -> tuple[Action, str]:
    """What the nation does; of a maneuver also what stands behind it on the line, else "".

    :raises SyntaxRefusal: it is no action, or badly written
    :raises AmbiguousRefusal: a name, or the letter of a maneuver, can be meant in several ways
    """
    word, rest = head(text)
    rest = rest.removeprefix("-> ")
    verb = SPELLINGS[word].word if word in SPELLINGS else word
    match verb:
        case "FACTORY":
            return parse_factory(names, word, rest), ""
        case "PRODUCTION":
            return parse_production(names, rest), ""
        case "IMPORT":
            return parse_import(names, rest), ""
        case "MANEUVER":
            return parse_maneuver_head(rest, lines_follow=_COLON.match(text) is not None)
        case "INVESTOR":
            nothing_after("INVESTOR", rest, (*forms("INVESTOR"), *forms("INVEST")))
            return Investor(), ""
        case "TAXATION":
            nothing_after("TAXATION", rest, forms("TAXATION"))
            return Taxation(), ""
    raise no_short_form(word, rest)


def parse_factory(names: Names, word: str, rest: str) -> Factory:
    """`FACTORY [<province>]`, `BUILD <province>`.

    :raises SyntaxRefusal: `missing-name`: BUILD alone; `one-factory`: several provinces
    """
    place = _A_FACTORY.sub("", rest)
    place = _INSIDE.sub("", place)
    if place.upper() in _NOTHING or (not rest and word == "FACTORY"):
        return Factory()
    if not place:
        raise SyntaxRefusal("missing-name", "Build where? The province is missing.")
    if len(listed := items(place)) > 1:
        raise SyntaxRefusal(
            "one-factory",
            "Only one factory can be built in a turn.",
            rule="4.1",
            legal=tuple(f"FACTORY {item}" for item in listed),
        )
    return Factory(names.region(place))


def parse_production(names: Names, rest: str) -> Production:
    """`PRODUCTION [A|B] [ALL | NONE | <province>, ... | EXCEPT <province>, ...]`."""
    letter, what = _letter(rest)
    if len(what) == 1:
        raise SyntaxRefusal(
            "not-understood", "There are just two: PRODUCTION A and PRODUCTION B.", "1",
            ("PRODUCTION A", "PRODUCTION B"),
        )  # fmt: skip
    what = _INSIDE.sub("", re.sub(r"^only\s+", "", what, flags=re.IGNORECASE))
    if what.upper() in _EVERYTHING:
        return Production(letter)
    if what.upper() in _NOTHING:
        return Production(letter, "none")
    choice: Literal["only", "except"] = "only"
    if match := _EXCEPT.match(what):
        choice, what = "except", tidy(match[1])
        if not what:
            raise SyntaxRefusal(
                "missing-name",
                "Except where? The provinces are missing.",
                legal=forms("PRODUCTION"),
            )
    return Production(letter, choice, regions(names, what))


def parse_import(names: Names, rest: str) -> Import:
    """`IMPORT [NONE | [<n>] ARMY|FLEET <province>, ...]`.

    A province without a unit repeats the unit before it if no number was given there:
    `ARMY Beijing, Shanghai` is one army in each.
    """
    if not rest or rest.upper() in _NOTHING:
        return Import()
    rest = _PLUS.sub(", ", _COSTS.sub("", _ALL_IN.sub(" ", rest)))
    each = _EACH.search(rest) is not None
    rest = _EACH.sub("", rest)
    units: list[Imported] = []
    said: tuple[Unit, bool] | None = None  # the unit before, and whether it had a number
    rest = _IN_ALL.sub("", _ALL_NUMBERED.sub("", rest))
    for item in items(_NEXT_UNITS.sub(", ", rest)):
        if said and (more := _ANOTHER.fullmatch(item)):
            units.append(Imported(said[0], number(more[1], "units"), names.region(more[2])))
            continue
        found = counted(_unit_first(item))
        if found is None and each and units:
            units.append(Imported(units[-1].unit, units[-1].count, names.region(item)))
            continue
        if found is None:
            unit = _repeated(item, said)
            units.append(Imported(unit, 1, names.region(_INSIDE.sub("", item))))
            continue
        if found.count == ALL:
            raise SyntaxRefusal(
                "bad-number", "How many? ALL cannot be imported.", legal=forms("IMPORT")
            )
        said = (found.unit, found.count is not None)
        place = names.region(_INSIDE.sub("", found.rest.removeprefix("-> ")))
        units.append(Imported(found.unit, found.count or 1, place))
    return Import(tuple(units))


def parse_maneuver_head(rest: str, *, lines_follow: bool = False) -> tuple[Maneuver, str]:
    """`MANEUVER [A|B]`, and the first line of it if that follows at once.

    :param lines_follow: a colon stands behind the word: `MANEUVER: A Rome -> Tunis` is an army
    :raises AmbiguousRefusal: `ambiguous-letter`: `MANEUVER A Rome -> Tunis`
    """
    letter, line = _letter(rest)
    if letter and lines_follow and len(places(line)) > 1 and counted(line) is None:
        return Maneuver(), rest
    colon = re.match(r"\(?[ab]\)?\s*:", rest, re.IGNORECASE)
    if letter == "a" and not colon and len(places(line)) > 1 and counted(line) is None:
        raise AmbiguousRefusal(
            "ambiguous-letter",
            "Does this A mean the space of the rondel or an army?",
            legal=(f"MANEUVER A; ARMY {line}", f"MANEUVER; ARMY {line}"),
        )
    return Maneuver(letter), "" if line.upper() in _NOTHING else line


def regions(names: Names, text: str) -> tuple[RegionId, ...]:
    """The regions of a list, in its order."""
    return tuple(names.region(_INSIDE.sub("", item)) for item in items(text))


def no_short_form(word: str, rest: str) -> SyntaxRefusal:
    """The refusal of a letter that stands for no action, code `too-short`."""
    meant = SHORT.get(word)
    if meant is None:
        return SyntaxRefusal("unknown-order", f"{shown(word)} is no order.")
    return SyntaxRefusal(
        "too-short",
        f"{word} alone is too easy to mistake; please write {meant}.",
        legal=(tidy(f"{meant} {rest}"),),
    )


def _letter(rest: str) -> tuple[Letter | None, str]:
    match = re.match(r"\(?([ab])\)?(?=$|[\s:,.])(.*)", rest, re.IGNORECASE)
    if match is None:
        return None, rest
    return ("a" if match[1] in "aA" else "b"), tidy(match[2].lstrip(" .)"))


def _unit_first(item: str) -> str:
    """`2 armies Beijing` for `Beijing 2 armies`."""
    match = _UNIT_BEHIND.fullmatch(item) if len(item) <= LONGEST_ITEM else None
    return f"{match[2]} {match[1]}" if match else item


def _repeated(item: str, said: tuple[Unit, bool] | None) -> Unit:
    if said is None:
        raise SyntaxRefusal(
            "no-unit",
            f"What is to be imported into {shown(item)}? ARMY or FLEET is missing.",
            legal=(f"IMPORT ARMY {item}", f"IMPORT FLEET {item}"),
        )
    unit, numbered = said
    if numbered:
        raise SyntaxRefusal(
            "no-unit",
            f"How many of what are to be imported into {shown(item)}? It is not said.",
            legal=(f"ARMY {item}", f"FLEET {item}", f"2 ARMIES {item}"),
        )
    return unit
