"""What the demo's investors send ahead of time along with an answer, with `pbem demo --plans`.

They plan for their nations by what lies on the table. Only a maneuver after production or import
is left to be asked for, to be decided when it is seen what there is to move.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.board.ids import NationId, PlayerId, Unit
from pbem.demo.investor import Table
from pbem.rules.maneuver.occupation import free_factories
from pbem.rules.state import Stage

_ANSWER = re.compile(
    r"^(?:(?P<fight>FIGHT) (?P<enemy>.+?)(?: \d+)? IN .+|(?P<peace>PEACE)\b.*"
    r"|(?P<leave>ALLOW|DENY) (?P<canal>.+)|(?P<force>FORCE) (?P<nation>.+)|(?P<let>LET) .+ PASS)$"
)

OWN_MANEUVERS = 0.45
"""How often a nation that could maneuver well is left to be asked for."""
FOR_GOOD = 0.8
"""How often an answer is given for all such questions to come."""
BONDS = 5
"""So many investments are tried before none is made."""
HOPED_FOR = 4
"""So much cash, in M, may still come in before the plan is used."""


def ahead(
    table: Table, player: PlayerId, orders: Sequence[str], chance: random.Random
) -> list[str]:
    """Lines to send below the orders; none in an auction."""
    if table.state.stage is Stage.AUCTION:
        return []
    ordered = orders[0].split(":")[0].strip().upper()
    lines = [line for order in orders[:1] for line in _for_good(order, chance)]
    for nation in table.state.governed(player):
        if table.game.board.name(nation).upper() != ordered:
            lines += _turn(_seen(table, nation), chance)
    return [*lines, *_investing(table, player, chance)]


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


@dataclass(frozen=True, slots=True)
class _Nation:
    """What matters of an own nation; `space` as orders write it, "" before its first turn."""

    name: str
    space: str
    armaments: tuple[str, ...]


def _seen(table: Table, nation: NationId) -> _Nation:
    """With the provinces of armaments factories that no hostile army is in."""
    game, state = table.game, table.state
    own = state.nations[nation]
    armaments = tuple(
        game.board.name(province)
        for province in free_factories(game, state, nation)
        if game.unit_made_in(province) is Unit.ARMY
    )
    space = own.rondel.value.replace("-", " ") if own.rondel else ""
    return _Nation(game.board.name(nation), space, armaments)


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


def _investing(table: Table, player: PlayerId, chance: random.Random) -> list[str]:
    """Dear bonds of powerful nations first; none if nothing can be had."""
    game, state = table.game, table.state
    cash = state.players[player].cash
    wanted = [
        (
            price * (1 + own.power // 5) * chance.random(),
            f"INVEST {price} IN {game.board.name(nation)}",
        )
        for nation, own in state.nations.items()
        for price in state.free_bonds(nation, game.rules.bonds.prices)
        if price <= cash + HOPED_FOR
    ]
    best = [order for _, order in sorted(wanted, reverse=True)[:BONDS]]
    lines = ["WHEN INVESTING:"]
    for order in best:
        lines += [f"  {order}", "  ELSE"]
    return [*lines, "  PASS"]
