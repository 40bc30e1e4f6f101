"""Conditions and standing answers, one line each (ORDERS.md, section 7)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, cast

from pbem.board.ids import NationId, Space
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.orders.ahead.plans import (
    BondFree,
    CanalRule,
    Cancel,
    CardIs,
    CashIs,
    Compared,
    Condition,
    GovernmentIs,
    NationOn,
    PowerIs,
    Stance,
    SwissRule,
    Test,
    TreasuryIs,
    UnitsIn,
)
from pbem.orders.text.names import Names
from pbem.orders.text.vocabulary import SPELLINGS, forms
from pbem.orders.text.words import MOST_MONEY, head, number, only, shown, tidy

MOST_CONDITIONS = 12
"""In one alternative; nobody needs more, and a mail is no way to stop the daemon."""

_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_NOT = re.compile(r"(?:not\s+)+", re.IGNORECASE)
_ZERO = re.compile(r"0+\s?(?:m|millions?)?", re.IGNORECASE)
_AMOUNT = re.compile(r"(.*?)\s*(>=|<=|=>|=<|==|=|<|>)\s*(.+)")
_SAME = {"=>": ">=", "=<": "<=", "==": "="}
_OF = re.compile(r"^(?:of|in)\s+", re.IGNORECASE)
_FREE = re.compile(r"(\S+)\s+(.+?)\s+(?:is\s+)?free", re.IGNORECASE)
_IS = re.compile(r"(.+?)\s+is\s+(.+)", re.IGNORECASE)
_IN = re.compile(r"(.+?)\s+in\s+(.+)", re.IGNORECASE)
_ON = re.compile(r"(.+?)\s+on\s+(.+)", re.IGNORECASE)
_CARD = re.compile(r"card\s+is\s+(.+)", re.IGNORECASE)
_SPACES: dict[str, tuple[Space, ...]] = {
    "TAXATION": (Space.TAXATION,),
    "FACTORY": (Space.FACTORY,),
    "PRODUCTION": (Space.PRODUCTION_A, Space.PRODUCTION_B),
    "MANEUVER": (Space.MANEUVER_A, Space.MANEUVER_B),
    "INVESTOR": (Space.INVESTOR,),
    "IMPORT": (Space.IMPORT,),
}
_STANCES = ("FIGHT", "PEACE", "ASK")
_LEAVES = ("ALLOW", "DENY", "ASK")
_FORCES = ("FORCE", "PASS", "ASK")


def parse_conditions(names: Names, text: str) -> tuple[Condition, ...]:
    """What stands behind `IF`, joined with `AND`, turned with `NOT`.

    :raises SyntaxRefusal: `bad-condition`, `too-many`, `unknown-name`, `bad-number`, ...
    :raises AmbiguousRefusal: a name fits several
    """
    pieces = [tidy(piece) for piece in _AND.split(text)]
    if len(pieces) > MOST_CONDITIONS:
        raise too_many()
    found: list[Condition] = []
    while pieces:
        for size in range(len(pieces), 0, -1):  # "and" may be part of a name
            try:
                found.append(_condition(names, " and ".join(pieces[:size])))
            except (SyntaxRefusal, AmbiguousRefusal):
                if size == 1:
                    raise
            else:
                del pieces[:size]
                break
    return tuple(found)


def parse_standing(names: Names, text: str) -> Stance | CanalRule | SwissRule | Cancel:
    """`STANCE ...`, `CANAL ...`, `SWISS ...` or `CANCEL ...`.

    :raises SyntaxRefusal: `incomplete`, `contradiction`, `not-understood`, `unknown-name`, ...
    :raises AmbiguousRefusal: a name fits several
    """
    word, rest = head(text)
    try:
        return _STANDING[SPELLINGS[word].word](names, rest)
    except SyntaxRefusal as refusal:
        refusal.legal = refusal.legal or forms(word)
        raise


def too_many() -> SyntaxRefusal:
    """The refusal of too many conditions in one alternative."""
    return SyntaxRefusal(
        "too-many", f"These are too many conditions; {MOST_CONDITIONS} are the most."
    )


def _condition(names: Names, text: str) -> Condition:
    match = _NOT.match(text)
    if match is None:
        return Condition(_test(names, text))
    turned = len(match[0].split()) % 2 == 1
    return Condition(_test(names, tidy(text[match.end() :])), not turned)


def _test(names: Names, text: str) -> Test:
    word, rest = head(text)
    rest = _OF.sub("", rest)
    match word:
        case "TREASURY" | "POWER" if found := _AMOUNT.fullmatch(rest):
            nation, (compared, amount) = names.nation(found[1]), _amount(found)
            if word == "POWER":
                return PowerIs(nation, compared, amount)
            return TreasuryIs(nation, compared, amount)
        case "CASH" if (found := _AMOUNT.fullmatch(rest)) and not found[1]:
            return CashIs(*_amount(found))
        case "BOND" if found := _FREE.fullmatch(rest):
            return BondFree(_price(names, found[1]), names.nation(_OF.sub("", found[2])))
        case "GOVERNMENT" if found := _IS.fullmatch(rest):
            return GovernmentIs(names.nation(found[1]), names.player(found[2]))
        case "UNITS" if found := _IN.fullmatch(rest):
            return UnitsIn(names.nation(found[1]), names.region(found[2]))
        case "INVESTOR" if found := _CARD.fullmatch(rest):
            return CardIs(names.player(found[1]))
    if found := _ON.fullmatch(text):
        return NationOn(names.nation(found[1]), _spaces(found[2]))
    raise SyntaxRefusal("bad-condition", f"{shown(text)} is no condition.", legal=forms("IF"))


def _amount(found: re.Match[str]) -> tuple[Compared, int]:
    sign = _SAME.get(found[2], found[2])
    if _ZERO.fullmatch(found[3]):
        return Compared(sign), 0
    return Compared(sign), number(found[3], "millions or points", MOST_MONEY)


def _price(names: Names, text: str) -> int:
    price = number(text, "millions")
    prices = names.game.rules.bonds.prices
    if price not in prices:
        listed = ", ".join(map(str, prices))
        raise SyntaxRefusal("no-such-bond", f"There is no bond of {price}M; there are {listed}.")
    return price


def _spaces(text: str) -> tuple[Space, ...]:
    word, letter = head(re.sub(r"^(?:the|a)\s+", "", text, flags=re.IGNORECASE))
    spaces = _SPACES.get(SPELLINGS[word].word) if word in SPELLINGS else None
    if spaces and not letter:
        return spaces
    if spaces and len(spaces) > 1 and letter.upper() in ("A", "B"):
        return (spaces["AB".index(letter.upper())],)
    raise SyntaxRefusal(
        "unknown-name",
        f"There is no space called {shown(text)}.",
        legal=tuple(space.value.replace("-", " ").upper() for space in Space),
    )


def _stance(names: Names, rest: str) -> Stance:
    own, answer, behind = _answer(rest, _STANCES)
    enemy, said = only(behind, ("IN",), forms("STANCE"))
    return Stance(
        cast(Literal["fight", "peace", "ask"], answer),
        _nation(names, own),
        _nation(names, enemy),
        names.region(said["IN"]) if "IN" in said else None,
    )


def _canal(names: Names, rest: str) -> CanalRule:
    canal, answer, nation = _answer(rest, _LEAVES)
    said = cast(Literal["allow", "deny", "ask"], answer)
    return CanalRule(names.canal(canal), said, _nation(names, nation))


def _swiss(names: Names, rest: str) -> SwissRule:
    before, answer, nation = _answer(rest, _FORCES)
    if before:
        raise SyntaxRefusal("not-understood", f"{shown(before)} cannot be understood here.")
    return SwissRule(cast(Literal["force", "pass", "ask"], answer), _nation(names, nation))


def _cancel(names: Names, rest: str) -> Cancel:
    match rest.upper():
        case "ALL" | "EVERYTHING":
            return Cancel("all")
        case "INVESTING" | "WHEN INVESTING":
            return Cancel("investing")
        case "":
            raise SyntaxRefusal("incomplete", "Cancel what?")
    return Cancel(names.nation(rest))


def _answer(rest: str, answers: tuple[str, ...]) -> tuple[str, str, str]:
    """What stands before the answer, the answer in lower case, and what stands behind it."""
    found = re.split(rf"(?:^|\s)({'|'.join(answers)})(?=$|\s)", rest, flags=re.IGNORECASE)
    if len(found) == 1:
        listed = f"{', '.join(answers[:-1])} or {answers[-1]}"
        raise SyntaxRefusal("incomplete", f"One of {listed} is missing.")
    if len(found) > 3:
        raise SyntaxRefusal("contradiction", "A standing answer is one answer.")
    before, answer, behind = found
    return tidy(before), answer.lower(), tidy(behind)


def _nation(names: Names, text: str) -> NationId | None:
    """None where nothing or `ALL` is said."""
    return None if text.upper() in ("", "ALL") else names.nation(text)


_STANDING: dict[str, Callable[[Names, str], Stance | CanalRule | SwissRule | Cancel]] = {
    "STANCE": _stance,
    "CANAL": _canal,
    "SWISS": _swiss,
    "CANCEL": _cancel,
}
