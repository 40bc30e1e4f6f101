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

from pbem.board.ids import Space
from pbem.demo.forms import Forms
from pbem.ground.messages import count, say
from pbem.report.language.voice import Voice

_TITLE = re.compile(r"^(?P<name>[^()]+?) \([^()]+\)$")
_AUCTION = say("Auction: you may buy one bond of {nation}, or none. You have {cash:money}.")
_NATIONS, _MAP = say("NATIONS (in turn order)"), say("MAP")
_MINE = say("{nation} (you)")
_ON = say("Treasury {treasury:money}, power {power} (x{factor}), on {space}")
_UNMOVED = say("Treasury {treasury:money}, power {power} (x{factor}), not yet moved")
_ARMAMENTS, _NONE = say("Armaments: {places:said}"), say("Armaments: none")
_FREE = say("Free bonds: {bonds}")
_ME = say("{player} (you)")
_POINTS = count(
    "{player}: {number} point (cash {cash:money}, bonds {bonds:number})",
    "{player}: {number} points (cash {cash:money}, bonds {bonds:number})",
    0,
)
"""What a report says, as the catalogue has it."""
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


_ENGLISH = Forms(Voice())


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


def ahead(
    body: str, orders: Sequence[str], chance: random.Random, forms: Forms | None = None
) -> list[str]:
    """Lines to send below the orders, which answer the report.

    :param body: of the report
    :param forms: how it reads; English if None
    """
    known = forms or _ENGLISH
    text = re.sub(r"\n {4}(?=\S)", " ", body)  # what was too long for its line
    if known.find(_AUCTION, " ".join(body.split("\n\n")[0].split())):
        return []
    nations = tuple(_nations(known, text))
    ordered = orders[0].split(":")[0].strip().upper()
    lines = [line for order in orders[:1] for line in _for_good(order, chance)]
    for nation in nations:
        if nation.mine and nation.name.upper() != ordered:
            lines += _turn(nation, chance)
    return [*lines, *_investing(nations, _cash(known, body), chance)]


def _cash(forms: Forms, body: str) -> int:
    """The reader's own; 0 if the report does not tell it."""
    mark = forms.voice(_ME.filled(player=""))
    for line in re.sub(r"\n {2}(?=\S)", " ", body).split("\n"):
        found = forms.find(_POINTS, line)
        if found and found["player"].endswith(mark.strip()):
            return int(found["cash"])
    return 0


def _nations(forms: Forms, body: str) -> Iterator[_Nation]:
    mine = forms.patterns(_MINE)[0]
    for block in forms.section(body, _NATIONS, _MAP).split("\n\n"):
        first, _, rest = block.partition("\n")
        title, found = _TITLE.match(first), forms.find(_ON, rest) or forms.find(_UNMOVED, rest)
        if title and found:
            yield _Nation(
                forms.ordered(title["name"]),
                mine.fullmatch(first) is not None,
                int(found["treasury"]),
                int(re.match(r"\d+", rest[found.start("power") :])[0]),  # type: ignore[index]
                _space(forms, found, rest),
                tuple(forms.ordered(place) for place in _places(forms, rest)),
                _free(forms, rest),
            )


def _space(forms: Forms, found: re.Match[str], rest: str) -> str:
    """Where the nation's marker is, as the rondel calls it; "" before its first turn."""
    if "space" not in found.re.groupindex:
        return ""
    at = rest[found.start("space") :].partition("\n")[0]
    spaces = {forms.voice.name("space", space): space.value.replace("-", " ") for space in Space}
    return spaces.get(at, "")


def _places(forms: Forms, rest: str) -> tuple[str, ...]:
    """The provinces with armaments factories that no army occupies."""
    for line in rest.split("\n"):
        found = forms.find(_ARMAMENTS, line)
        if found and line.strip() != forms.voice(_NONE):
            places = re.split(r", (?![^()]*\))", line[found.start("places") :])
            return tuple(place for place in places if "(" not in place)
    return ()


def _free(forms: Forms, rest: str) -> tuple[int, ...]:
    for line in rest.split("\n"):
        found = forms.find(_FREE, line)
        if found:
            return tuple(map(int, re.findall(r"\d+", line[found.start("bonds") :])))
    return ()


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
    if nation.armaments and space in ("maneuver a", "investor"):
        yield f"TREASURY {name} >= 3", f"IMPORT 3 ARMIES {nation.armaments[0]}"
    if space in ("maneuver b", "production b", "import"):
        yield "", "TAXATION"
    if space == "maneuver a":
        yield f"TREASURY {name} >= 6 AND POWER {name} >= 5", "INVESTOR"
    letter = "B" if space in ("maneuver a", "investor", "import") else "A"
    if space != f"production {letter.lower()}":
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
