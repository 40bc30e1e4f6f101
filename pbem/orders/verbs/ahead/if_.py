"""`IF <condition> [AND <condition>] ...`: an alternative for that case only."""

from __future__ import annotations

import re

from pbem.board.ids import Space
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.ground.messages import count, say
from pbem.orders.text.names import Names
from pbem.orders.text.patterns import NATION
from pbem.orders.text.words import MOST_MONEY, cut, head, number, tidy
from pbem.orders.verbs.ahead.conditions import (
    BondFree,
    CardIs,
    CashIs,
    Compared,
    Condition,
    GovernmentIs,
    NationOn,
    PowerIs,
    Test,
    TreasuryIs,
    UnitsIn,
)
from pbem.orders.verbs.turn import factory, imports, investor, maneuver, production, taxation
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

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
    spelling: spaces
    for verb, spaces in (
        (taxation.VERB, (Space.TAXATION,)),
        (factory.VERB, (Space.FACTORY,)),
        (production.VERB, (Space.PRODUCTION_A, Space.PRODUCTION_B)),
        (maneuver.VERB, (Space.MANEUVER_A, Space.MANEUVER_B)),
        (investor.VERB, (Space.INVESTOR,)),
        (imports.VERB, (Space.IMPORT,)),
    )
    for spelling in verb.spellings
}
_ARTICLE = re.compile(r"^(?:the|a)\s+", re.IGNORECASE)


def parse(said: Said) -> tuple[Condition, ...]:
    """What stands behind `IF`, see `parse_conditions`."""
    return parse_conditions(said.names, tidy(said.rest))


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


def too_many() -> SyntaxRefusal:
    """The refusal of too many conditions in one alternative."""
    return SyntaxRefusal(
        "too-many",
        count(
            "There are too many conditions: {number} at most.",
            "There are too many conditions: {number} at most.",
            MOST_CONDITIONS,
        ),
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
    raise SyntaxRefusal(
        "bad-condition", say('"{said}" is no condition.', said=cut(text)), legal=VERB.legal
    )


def _amount(found: re.Match[str]) -> tuple[Compared, int]:
    sign = _SAME.get(found[2], found[2])
    if _ZERO.fullmatch(found[3]):
        return Compared(sign), 0
    return Compared(sign), number(found[3], MOST_MONEY)


def _price(names: Names, text: str) -> int:
    price = number(text)
    prices = names.game.rules.bonds.prices
    if price not in prices:
        raise SyntaxRefusal(
            "no-such-bond",
            say("There is no bond of {money}; there are these: {prices}.",
                money=price, prices=tuple(prices)),
        )  # fmt: skip
    return price


def _spaces(text: str) -> tuple[Space, ...]:
    word, letter = head(_ARTICLE.sub("", text))
    spaces = _SPACES.get(word)
    if spaces and not letter:
        return spaces
    if spaces and len(spaces) > 1 and letter.upper() in ("A", "B"):
        return (spaces["AB".index(letter.upper())],)
    raise SyntaxRefusal(
        "unknown-name",
        say('There is no space called "{said}".', said=cut(text)),
        legal=tuple(space.value.replace("-", " ").upper() for space in Space),
    )


VERB = Verb(
    word="IF",
    kind=Kind.CONDITION,
    follows={
        "IF": (
            r"(?:NOT |\()*(?:TREASURY|CASH|POWER|BOND|GOVERNMENT|UNITS|INVESTOR CARD)\b.*",
            rf"(?:NOT |\()*{NATION}(?: \S+)? ON .*",
        )
    },
    keywords=(
        "AND", "IN", "ON", "IS", "FREE", "CARD", "TREASURY", "CASH", "POWER", "BOND", "GOVERNMENT",
        "UNITS",
    ),
    forms=(
        Form("IF TREASURY <nation> >= <n>"),
        Form("IF CASH >= <n>", say("your own")),
        Form("IF POWER <nation> >= <n>"),
        Form("IF BOND <price> <nation> FREE"),
        Form("IF GOVERNMENT <nation> IS <player>"),
        Form("IF <nation> ON <space>"),
        Form("IF UNITS <nation> IN <region>"),
        Form("IF INVESTOR CARD IS <player>"),
    ),
    notes=(
        say(
            "The alternative below it is for that case only. Conditions are joined with AND and "
            "turned with NOT; >= may be =, <=, < or >."
        ),
        "CHINA:\n  IF TREASURY China >= 5 AND NOT UNITS India IN Chongqing\n  FACTORY Chongqing\n"
        "  ELSE\n  TAXATION",
    ),
    examples=(
        "CHINA:\n  IF TREASURY China >= 5 AND NOT UNITS India IN Chongqing\n  FACTORY Chongqing\n"
        "  ELSE\n  TAXATION",
        "WHEN INVESTING:\n  IF CASH >= 9 AND BOND 9 China FREE\n  INVEST 9 IN China",
        "INDIA:\n  IF POWER India > 5 AND China ON MANEUVER B AND UNITS China IN Iran\n  TAXATION",
    ),
    parse=parse,
)  # fmt: skip
