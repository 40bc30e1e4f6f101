"""What the demo's investors send ahead of time along with an answer, with `pbem demo --plans`.

Like `player` it knows nothing but mails: its own nations, their spaces and treasuries, free bonds
and cash are read from the report that is answered. It leaves to itself what it wants to see the
board for, a maneuver after production or import; everything else is planned.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_TITLE = re.compile(r"^(?P<name>[^()]+?) \((?P<who>[^()]+)\)$")
_TREASURY = re.compile(
    r"Treasury (?P<treasury>\d+)M, power (?P<power>\d+)[^,]*, (?:on )?(?P<at>.+)"
)
_LISTED = re.compile(r"^ {2}(?P<what>Armaments|Free bonds): (?P<which>.+)$", re.MULTILINE)
_CASH = re.compile(r"\(you\): .*\(cash (?P<cash>\d+)M")
_ANSWER = re.compile(
    r"^(?:(?P<fight>FIGHT) (?P<enemy>.+?)(?: \d+)? IN .+|(?P<peace>PEACE)\b.*"
    r"|(?P<leave>ALLOW|DENY) (?P<canal>.+)|(?P<force>FORCE) (?P<nation>.+)|(?P<let>LET) .+ PASS)$"
)

OWN_MANEUVERS = 0.6
"""How often a nation that could maneuver well is left to be asked for."""
FOR_GOOD = 0.8
"""How often an answer is given for all such questions to come."""
BONDS = 5
"""So many investments are tried before none is made."""
HOPED_FOR = 4
"""So much cash, in M, may still come in before the plan is used."""


@dataclass(frozen=True, slots=True)
class _Nation:
    """What a report says of a nation."""

    name: str
    mine: bool
    treasury: int
    power: int
    space: str
    armaments: tuple[str, ...]
    bonds: tuple[int, ...]


def ahead(body: str, orders: Sequence[str], chance: random.Random) -> list[str]:
    """Lines to send below the orders, which answer the report.

    :param body: of the report
    """
    if "\nAuction: " in f"\n{body}":
        return []
    nations = tuple(_nations(body))
    ordered = orders[0].split(":")[0].strip().upper()
    lines = [line for order in orders[:1] for line in _for_good(order, chance)]
    for nation in nations:
        if nation.mine and nation.name.upper() != ordered:
            lines += _turn(nation, chance)
    cash = _CASH.search(body)
    return [*lines, *_investing(nations, int(cash["cash"]) if cash else 0, chance)]


def _nations(body: str) -> Iterator[_Nation]:
    _, _, table = body.partition("\nNATIONS (in turn order)\n")
    for block in table.partition("\nMAP\n")[0].split("\n\n"):
        first, _, rest = block.partition("\n")
        title, found = _TITLE.match(first), _TREASURY.search(rest)
        if title and found:
            listed = {match["what"]: match["which"] for match in _LISTED.finditer(rest)}
            yield _Nation(
                title["name"],
                title["who"] == "you",
                int(found["treasury"]),
                int(found["power"]),
                found["at"],
                _places(listed.get("Armaments", "none")),
                tuple(map(int, re.findall(r"\d+", listed.get("Free bonds", "")))),
            )


def _places(listed: str) -> tuple[str, ...]:
    """The provinces that no army occupies."""
    places = re.split(r", (?![^()]*\))", listed)
    return tuple(place for place in places if "(" not in place and place != "none")


def _for_good(order: str, chance: random.Random) -> Iterator[str]:
    """The standing answer that says the same as an answer."""
    found = _ANSWER.match(order)
    if found is None or chance.random() > FOR_GOOD:
        return
    if found["fight"]:
        yield f"STANCE FIGHT {found['enemy']}"
    elif found["peace"]:
        yield "STANCE PEACE"
    elif found["leave"]:
        yield f"CANAL {found['canal']} {found['leave']}"
    elif found["force"]:
        yield f"SWISS FORCE {found['nation']}"
    else:
        yield "SWISS PASS"


def _turn(nation: _Nation, chance: random.Random) -> list[str]:
    """A block for the nation's next turn; nothing if it is rather to be asked for."""
    good = nation.space.startswith(("production", "import"))
    if good and chance.random() < OWN_MANEUVERS:
        return []
    alternatives = list(_alternatives(nation))
    lines = [f"{nation.name.upper()}:"]
    for number, (condition, order) in enumerate(alternatives):
        lines += ["  ELSE"] if number else []
        lines += [f"  IF {condition}"] if condition else []
        lines.append(f"  {order}")
    return lines


def _alternatives(nation: _Nation) -> Iterator[tuple[str, str]]:
    """Conditions and orders, the best one first; one of them is always free and legal."""
    name, space = nation.name, nation.space
    if nation.armaments and space in ("maneuver A", "investor"):
        yield f"TREASURY {name} >= 3", f"IMPORT 3 ARMIES {nation.armaments[0]}"
    if space in ("maneuver B", "production B", "import"):
        yield "", "TAXATION"
    if space == "maneuver A":
        yield f"TREASURY {name} >= 6 AND POWER {name} >= 5", "INVESTOR"
    letter = "B" if space in ("maneuver A", "investor", "import") else "A"
    if space != f"production {letter}":
        yield "", f"PRODUCTION {letter}"
    yield "", f"MANEUVER {letter}"


def _investing(nations: Sequence[_Nation], cash: int, chance: random.Random) -> list[str]:
    """Dear bonds of powerful nations first; none if nothing can be had."""
    wanted = [
        (price * (1 + nation.power // 5) * chance.random(), f"INVEST {price} IN {nation.name}")
        for nation in nations
        for price in nation.bonds
        if price <= cash + HOPED_FOR
    ]
    best = [order for _, order in sorted(wanted, reverse=True)[:BONDS]]
    lines = ["WHEN INVESTING:"]
    for order in best:
        lines += [f"  {order}", "  ELSE"]
    return [*lines, "  PASS"]
