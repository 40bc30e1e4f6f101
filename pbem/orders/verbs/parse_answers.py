"""Investing, answers to questions, gifts: one line each (ORDERS.md, sections 4 to 6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pbem.board.ids import NationId
from pbem.ground.errors import SyntaxRefusal
from pbem.orders.text.names import Names
from pbem.orders.text.vocabulary import BEHIND_YES_NO, SPELLINGS, forms
from pbem.orders.text.words import (
    BOND,
    BOND_BEHIND,
    MILLIONS,
    MOST,
    MOST_MONEY,
    head,
    nothing_after,
    number,
    only,
    places,
    shown,
)
from pbem.orders.verbs.parse_moves import split_battle
from pbem.orders.verbs.yes_no import YesNo
from pbem.rules.commands import (
    Allow,
    Command,
    Deny,
    Fight,
    Force,
    Give,
    Invest,
    LetPass,
    Pass,
    Peace,
)

_THEM = {"IT", "THEM", "HIM", "HER", "BACK", "THE CANAL", "CANAL", "PASSAGE", "THAT", ""}
_TO_DO = re.compile(r"(?:^|\s+)to (?:stop|pass|(?:go|come|pass|sail) through)$", re.IGNORECASE)
_UPGRADE = re.compile(r"(?:([^\d]+?):? )?(\d+\S* (?:->|to) \d+\S*)(?: ([^\d]+))?", re.IGNORECASE)
_PRICE_BEHIND = re.compile(r"([^\d]+?) (?:->|to) (\d+\S*)", re.IGNORECASE)
_MINE = re.compile(r"^(?:my|the|our)\s+", re.IGNORECASE)
_THROUGH = re.compile(r"\s+through$", re.IGNORECASE)
_PRICE = re.compile(rf"(\S+(?: {MILLIONS}\.?)?) (.+)", re.IGNORECASE)
_TREASURY = re.compile(
    r"\b(?:the )?treasury of (?:the )?|(?:'s)? treasury$|(?<= to) the (?=[^\W\d_]+ treasury)"
    r"|\b(?:from|out of) (?:my|our) (?:own )?(?:cash|money|pocket)\b",
    re.IGNORECASE,
)
_OF = re.compile(r"^(?:in|on|of|for)\s+", re.IGNORECASE)
_BONDS = re.compile(r"^(?:an?|the)\s+(?=\d)|\bbonds?\b(?:\s+of)?\s*", re.IGNORECASE)
_AGAINST = re.compile(r"^(?:against|with|the)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """The sender's open question: which nation is asked, and whose move has raised it."""

    nation: NationId
    moving: NationId


def parse_answer(names: Names, text: str, asked: Asked | None = None) -> Command | YesNo:
    """An order that is no part of a nation's turn.

    :param asked: the open question, if there is one; without it nobody can be named in `PEACE`
    :raises SyntaxRefusal: badly written
    :raises AmbiguousRefusal: a name fits several
    """
    word, rest = head(text)
    if word not in SPELLINGS:
        return parse_bond(names, text)
    if SPELLINGS[word].word == "PEACE":
        return parse_peace(names, rest, asked)
    return _PARSERS[SPELLINGS[word].word](names, rest)


def parse_bond(names: Names, text: str) -> Invest:
    """`6 China`, `China 6`: an investment without its verb, see `kinds.is_bond`."""
    if found := BOND.fullmatch(text):
        return Invest(_money(found[1]), names.nation(found[2]))
    behind = BOND_BEHIND.fullmatch(text)
    assert behind is not None
    return Invest(_money(behind[2]), names.nation(behind[1]))


def parse_invest(names: Names, rest: str) -> Invest | Pass:
    """`INVEST <price> IN <nation> [FOR <old price>]`; `INVEST NONE` is `PASS`."""
    if rest.upper() in {"NONE", "NOTHING"}:
        return Pass()
    price, said = only(_BONDS.sub("", rest), ("IN", "FOR"), forms("INVEST"))
    nation = said.get("IN")
    if nation is None and (match := BOND_BEHIND.fullmatch(price)):
        nation, price = match.groups()
    elif nation is None and (match := _PRICE.fullmatch(price)):
        price, nation = match[1], _OF.sub("", match[2])
    old = said.get("FOR")
    if nation is None and old and not old[0].isdigit():
        nation, old = old, None  # `6 for China`
    if not price or not nation or old == "":
        raise SyntaxRefusal("incomplete", "The price or the nation is missing.")
    returning = None if old is None else _money(old)
    return Invest(_money(price), names.nation(nation), returning)


def parse_yes_no(word: Literal["YES", "NO", "NONE"], rest: str) -> YesNo:
    """`YES`, `NO` or `NONE`, and nothing else but a polite word."""
    if rest.upper() not in {"", *BEHIND_YES_NO[word]}:
        nothing_after(word, rest, forms(word))
    return YesNo(word)


def parse_upgrade(names: Names, rest: str) -> Invest:
    """`UPGRADE <old> TO <new> IN <nation>`."""
    prices, said = only(rest, ("IN",), forms("UPGRADE"))
    if match := _PRICE_BEHIND.fullmatch(said.get("IN", "")):
        prices, said = (
            f"{_MINE.sub('', prices)} -> {match[2]}",
            {"IN": match[1]},
        )  # `4 IN India TO 6`
    if "IN" not in said and (match := _UPGRADE.fullmatch(prices)):
        prices, said = match[2], {"IN": match[1] or match[3] or ""}
    both = places(prices)
    if len(both) != 2 or not all(both) or not said.get("IN"):
        raise SyntaxRefusal(
            "incomplete", "UPGRADE needs two prices and a nation.", legal=forms("UPGRADE")
        )
    return Invest(_money(both[1]), names.nation(said["IN"]), _money(both[0]))


def parse_pass(_: Names, rest: str) -> Pass:
    """`PASS`."""
    nothing_after("PASS", rest, (*forms("PASS"), *forms("LET")))
    return Pass()


def parse_fight(names: Names, rest: str) -> Fight:
    """`FIGHT [<nation>] [ARMY|FLEET] [<n>] [IN <region>]`."""
    who, said = only(rest, ("IN",), forms("FIGHT"))
    whom, unit, count = split_battle(_AGAINST.sub("", who))
    return Fight(
        enemy=None if whom.upper() in _THEM else names.nation(whom),
        unit=unit,
        count=count,
        region=names.region(said["IN"]) if "IN" in said else None,
    )


def parse_peace(names: Names, rest: str, asked: Asked | None = None) -> Peace:
    """`PEACE [WITH <nation>] [IN <region>]`; the nation is the one whose units have moved in.

    :raises SyntaxRefusal: `not-understood`, `other-nation`
    """
    left, said = only(rest, ("WITH", "IN"), forms("PEACE"))
    nothing_after("PEACE", left, forms("PEACE"))
    if "WITH" in said:
        if asked is None:
            nothing_after("PEACE", f"with {said['WITH']}", forms("PEACE"))
        elif said["WITH"].upper() not in _THEM and names.nation(said["WITH"]) != asked.moving:
            raise SyntaxRefusal(
                "other-nation",
                f"You are asked about the units of {names.board.name(asked.moving)}, and of no "
                "other nation.",
                "5.9",
                ("PEACE", "FIGHT"),
            )
    return Peace(names.region(said["IN"]) if "IN" in said else None)


def parse_allow(names: Names, rest: str) -> Allow:
    """`ALLOW [<canal>]`."""
    rest = _TO_DO.sub("", rest)
    return Allow(None if rest.upper() in _THEM else names.canal(rest))


def parse_deny(names: Names, rest: str) -> Deny:
    """`DENY [<canal>]`."""
    rest = _TO_DO.sub("", rest)
    return Deny(None if rest.upper() in _THEM else names.canal(rest))


def parse_force(names: Names, rest: str) -> Force:
    """`FORCE [<nation>]`."""
    whom = _TO_DO.sub("", rest)
    return Force(None if whom.upper() in _THEM else names.nation(whom))


def parse_let(names: Names, rest: str) -> LetPass:
    """`LET [<nation>] PASS`."""
    whom, said = only(_THROUGH.sub(" PASS", rest), ("PASS",), forms("LET"))
    if said.get("PASS") != "":
        raise SyntaxRefusal("incomplete", "LET ends in PASS.", legal=forms("LET"))
    return LetPass(None if whom.upper() in _THEM else names.nation(whom))


def parse_give(names: Names, rest: str) -> Give:
    """`GIVE <n> TO <nation>`."""
    both = places(_TREASURY.sub("", rest))
    if len(both) == 1 and (match := BOND_BEHIND.fullmatch(both[0])):
        both = (match[2], match[1])  # `GIVE China 1 million`
    if len(both) != 2 or not all(both):
        raise SyntaxRefusal(
            "incomplete", f"Give what to whom? {shown(rest)} does not say both."
            if rest else "Give what to whom?", legal=forms("GIVE"),
        )  # fmt: skip
    return Give(_money(both[0], MOST_MONEY), names.nation(both[1]))


def _money(text: str, most: int = MOST) -> int:
    return number(text, "millions", most)


_PARSERS: dict[str, Callable[[Names, str], Command | YesNo]] = {
    "YES": lambda _, rest: parse_yes_no("YES", rest),
    "NO": lambda _, rest: parse_yes_no("NO", rest),
    "NONE": lambda _, rest: parse_yes_no("NONE", rest),
    "INVEST": parse_invest,
    "UPGRADE": parse_upgrade,
    "PASS": parse_pass,
    "FIGHT": parse_fight,
    "ALLOW": parse_allow,
    "DENY": parse_deny,
    "FORCE": parse_force,
    "LET": parse_let,
    "GIVE": parse_give,
}
