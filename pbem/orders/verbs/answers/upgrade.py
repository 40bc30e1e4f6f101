"""`UPGRADE <old> TO <new> IN <nation>`: an investment that returns an own bond."""

from __future__ import annotations

import re

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION
from pbem.orders.text.phrases import (
    BOND_WORD,
    US,
    People,
    a_bond,
    a_nation,
    a_price,
    compiled,
    one_nation,
)
from pbem.orders.text.words import only, places
from pbem.orders.verbs.answers.shared import money
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Invest

_UPGRADE = re.compile(r"(?:([^\d]+?):? )?(\d+\S* (?:->|to) \d+\S*)(?: ([^\d]+))?", re.IGNORECASE)
_PRICE_BEHIND = re.compile(r"([^\d]+?) (?:->|to) (\d+\S*)", re.IGNORECASE)
_MINE = re.compile(r"^(?:my|the|our)\s+", re.IGNORECASE)


def parse(said: Said) -> Invest:
    """Both prices and the nation.

    :raises SyntaxRefusal: `incomplete`, `bad-number`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    prices, clauses = only(said.rest, ("IN",), VERB.legal)
    if match := _PRICE_BEHIND.fullmatch(clauses.get("IN", "")):  # `4 IN India TO 6`
        prices, clauses = f"{_MINE.sub('', prices)} -> {match[2]}", {"IN": match[1]}
    if "IN" not in clauses and (match := _UPGRADE.fullmatch(prices)):
        prices, clauses = match[2], {"IN": match[1] or match[3] or ""}
    both = places(prices)
    if len(both) != 2 or not all(both) or not clauses.get("IN"):
        raise SyntaxRefusal(
            "incomplete", say("UPGRADE needs two prices and a nation."), legal=VERB.legal
        )
    return Invest(money(both[1]), said.names.nation(clauses["IN"]), money(both[0]))


_SWAP = (
    rf"{US}(?:upgrade|trade|trade in|swap|exchange|change|raise|convert|return|give back|turn in"
    rf"|hand in|replace) {a_bond(1)}(?:,? (?:to|for|into|against|with|by)|,? ->"
    rf"|,?(?: and)? (?:take|get|buy|for))(?: back)? {a_bond(2)}"
)
_FROM_TO = (
    rf"{US}(?:upgrade|raise|increase|change|swap|exchange) (?:(?:my|the|our) )?"
    rf"(?:{a_nation('before1')} )?(?:bonds? )?(?:(?:of|in) {a_nation('after1')} )?"
    rf"from (?:the |my )?{a_price('price1')} to (?:the |a )?{a_price('price2')}"
    rf"{BOND_WORD}(?: (?:of|in) {a_nation('after2')})?"
)


def heard(text: str, people: People) -> str:
    """`Swap my Indian 4 for the 12`, `raise my bond of China from 4 to 9`."""
    match = compiled(_SWAP).fullmatch(text) or compiled(_FROM_TO).fullmatch(text)
    if match is None:
        return ""
    groups = match.groupdict()
    said = [groups.get(name) or "" for name in ("before1", "after1", "before2", "after2")]
    nation = one_nation(said, people)
    return f"UPGRADE {match['price1']} TO {match['price2']} IN {nation}" if nation else ""


VERB = Verb(
    word="UPGRADE",
    kind=Kind.ANSWER,
    follows={"UPGRADE": (r"\S*\d.*", rf"{NATION}.* \d+\S* (?:->|TO) .+")},
    keywords=("TO", "IN"),
    slips=("UPGRADE",),
    forms=(Form("UPGRADE <old price> TO <new price> IN <nation>", say("pay the difference")),),
    notes=(
        say("It is the same as this:"),
        "INVEST <new price> IN <nation> FOR <old price>",
    ),
    rules=("7.4",),
    examples=("UPGRADE 4 TO 9 IN China",),
    parse=parse,
    heard=heard,
)
