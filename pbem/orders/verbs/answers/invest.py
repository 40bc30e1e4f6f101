"""`INVEST <price> IN <nation> [FOR <old price>]`: take a bond, or exchange one for it."""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION
from pbem.orders.text.phrases import US, People, a_bond, compiled, one_nation
from pbem.orders.text.words import BOND, BOND_BEHIND, MILLIONS, only
from pbem.orders.verbs.answers.shared import money
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Invest, Pass

_PRICE = re.compile(rf"(\S+(?: {MILLIONS}\.?)?) (.+)", re.IGNORECASE)
_OF = re.compile(r"^(?:in|on|of|for)\s+", re.IGNORECASE)
_BONDS = re.compile(r"^(?:an?|the)\s+(?=\d)|\bbonds?\b(?:\s+of)?\s*", re.IGNORECASE)


def parse(said: Said) -> Invest | Pass:
    """The bond, and which own one is returned for it; `INVEST NONE` is `PASS`.

    :raises SyntaxRefusal: `incomplete`, `bad-number`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    if said.rest.upper() in {"NONE", "NOTHING"}:
        return Pass()
    price, clauses = only(_BONDS.sub("", said.rest), ("IN", "FOR"), VERB.legal)
    nation = clauses.get("IN")
    if nation is None and (match := BOND_BEHIND.fullmatch(price)):
        nation, price = match.groups()
    elif nation is None and (match := _PRICE.fullmatch(price)):
        price, nation = match[1], _OF.sub("", match[2])
    old = clauses.get("FOR")
    if nation is None and old and not old[0].isdigit():
        nation, old = old, None  # `6 for China`
    if not price or not nation or old == "":
        raise SyntaxRefusal("incomplete", say("The price or the nation is missing."))
    returning = None if old is None else money(old)
    return Invest(money(price), said.names.nation(nation), returning)


def parse_bond(said: Said) -> Invest:
    """`6 China`, `China 6`: an investment without its verb, see `parser.kinds.is_bond`.

    :raises SyntaxRefusal: `bad-number`, `unknown-name`
    """
    if found := BOND.fullmatch(said.text):
        return Invest(money(found[1]), said.names.nation(found[2]))
    behind = BOND_BEHIND.fullmatch(said.text)
    assert behind is not None
    return Invest(money(behind[2]), said.names.nation(behind[1]))


def written(board: Board, invest: Invest) -> str:
    """`INVEST 9 IN China FOR 4`."""
    old = f" FOR {invest.returning}" if invest.returning is not None else ""
    return f"INVEST {invest.price} IN {board.name(invest.nation)}{old}"


_BUY = (
    rf"{US}(?:(?:buy|get|give|sell)(?: me| us)|buy|take|get|purchase|acquire|invest|invest in"
    rf"|investing|buying|taking|go for|want|(?<=will )have|(?<='ll )have|choose) {a_bond(1)}"
)


def heard(text: str, people: People) -> str:
    """`I'll take the Indian 4`."""
    match = compiled(_BUY).fullmatch(text)
    nation = one_nation([match["before1"], match["after1"]], people) if match else ""
    return f"INVEST {match['price1']} IN {nation}" if match and nation else ""


VERB = Verb(
    word="INVEST",
    kind=Kind.ANSWER,
    others=("BUY",),
    follows={"BUY": (r"(?:AN? |THE )?\S*\d.*", rf"{NATION}(?: \S+)? \d+\S*")},
    keywords=("IN",),
    slips=("INVEST",),
    forms=(
        Form("INVEST <price> IN <nation>", say("take that bond")),
        Form(
            "INVEST <price> IN <nation> FOR <old price>",
            say("return an own bond of the nation, pay the difference"),
        ),
        Form("PASS", say("take none")),
    ),
    notes=(say("When you are asked to invest, and in the auction."),),
    rules=("7.4", "2.3"),
    examples=("INVEST 9 IN China", "INVEST 9 IN China FOR 4"),
    parse=parse,
    values=(Invest,),
    format=written,
    heard=heard,
)
