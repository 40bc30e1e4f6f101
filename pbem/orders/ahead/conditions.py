"""Whether the conditions of an alternative hold (ORDERS.md, section 7)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.orders.ahead.plans import (
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
from pbem.rules.occupation import present
from pbem.rules.state import State

_COMPARE: dict[Compared, Callable[[int, int], bool]] = {
    Compared.AT_LEAST: operator.ge,
    Compared.AT_MOST: operator.le,
    Compared.EQUAL: operator.eq,
    Compared.LESS: operator.lt,
    Compared.MORE: operator.gt,
}


def unmet(state: State, player: PlayerId, conditions: Iterable[Condition]) -> Condition | None:
    """The first condition that does not hold; None if all do.

    :param player: who plans, for `CASH`
    """
    return next((c for c in conditions if _holds(state, player, c.test) is not c.holds), None)


def _holds(state: State, player: PlayerId, test: Test) -> bool:
    match test:
        case TreasuryIs(nation, compared, amount):
            return _COMPARE[compared](state.nations[nation].treasury, amount)
        case CashIs(compared, amount):
            return _COMPARE[compared](state.players[player].cash, amount)
        case PowerIs(nation, compared, amount):
            return _COMPARE[compared](state.nations[nation].power, amount)
        case BondFree(price, nation):
            return price not in state.nations[nation].bonds
        case GovernmentIs(nation, governor):
            return state.nations[nation].government == governor
        case NationOn(nation, spaces):
            return state.nations[nation].rondel in spaces
        case UnitsIn(nation, region):
            return any(present(state, nation, region).values())
        case CardIs(holder):
            return state.investor_card == holder
        case _:
            assert_never(test)
