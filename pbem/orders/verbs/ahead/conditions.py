"""The conditions of an alternative, as values that can be tried and written (section 7)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from pbem.board.ids import NationId, PlayerId, RegionId, Space
from pbem.board.model import Board
from pbem.rules.maneuver.occupation import present
from pbem.rules.state import State


class Compared(StrEnum):
    """How an amount is compared."""

    AT_LEAST = ">="
    AT_MOST = "<="
    EQUAL = "="
    LESS = "<"
    MORE = ">"


_COMPARE: Final[dict[Compared, Callable[[int, int], bool]]] = {
    Compared.AT_LEAST: operator.ge,
    Compared.AT_MOST: operator.le,
    Compared.EQUAL: operator.eq,
    Compared.LESS: operator.lt,
    Compared.MORE: operator.gt,
}


@dataclass(frozen=True, slots=True)
class TreasuryIs:
    """`TREASURY <nation> >= <n>`, in M."""

    nation: NationId
    compared: Compared
    amount: int
    test: Literal["treasury"] = "treasury"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether it does on a position."""
        return _COMPARE[self.compared](state.nations[self.nation].treasury, self.amount)

    def written(self, board: Board) -> str:
        """Canonical."""
        return f"TREASURY {board.name(self.nation)} {self.compared} {self.amount}"


@dataclass(frozen=True, slots=True)
class CashIs:
    """`CASH >= <n>`, in M: the cash of whoever plans."""

    compared: Compared
    amount: int
    test: Literal["cash"] = "cash"

    def holds(self, state: State, player: PlayerId) -> bool:
        """Whether it does for whoever plans."""
        return _COMPARE[self.compared](state.players[player].cash, self.amount)

    def written(self, _: Board) -> str:
        """Canonical."""
        return f"CASH {self.compared} {self.amount}"


@dataclass(frozen=True, slots=True)
class PowerIs:
    """`POWER <nation> >= <n>`."""

    nation: NationId
    compared: Compared
    amount: int
    test: Literal["power"] = "power"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether it does on a position."""
        return _COMPARE[self.compared](state.nations[self.nation].power, self.amount)

    def written(self, board: Board) -> str:
        """Canonical."""
        return f"POWER {board.name(self.nation)} {self.compared} {self.amount}"


@dataclass(frozen=True, slots=True)
class BondFree:
    """`BOND <price> <nation> FREE`."""

    price: int
    nation: NationId
    test: Literal["bond"] = "bond"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether nobody owns it."""
        return self.price not in state.nations[self.nation].bonds

    def written(self, board: Board) -> str:
        """Canonical."""
        return f"BOND {self.price} {board.name(self.nation)} FREE"


@dataclass(frozen=True, slots=True)
class GovernmentIs:
    """`GOVERNMENT <nation> IS <player>`."""

    nation: NationId
    player: PlayerId
    test: Literal["government"] = "government"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether that player governs it."""
        return state.nations[self.nation].government == self.player

    def written(self, board: Board) -> str:
        """Canonical."""
        return f"GOVERNMENT {board.name(self.nation)} IS {self.player}"


@dataclass(frozen=True, slots=True)
class NationOn:
    """`<nation> ON <space>`; `spaces` are both where the letter was left out."""

    nation: NationId
    spaces: tuple[Space, ...]
    test: Literal["on"] = "on"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether it stands there."""
        return state.nations[self.nation].rondel in self.spaces

    def written(self, board: Board) -> str:
        """Canonical."""
        word, _, letter = self.spaces[0].value.partition("-")
        space = f"{word} {letter if len(self.spaces) == 1 else ''}".strip().upper()
        return f"{board.name(self.nation)} ON {space}"


@dataclass(frozen=True, slots=True)
class UnitsIn:
    """`UNITS <nation> IN <region>`: any army or fleet."""

    nation: NationId
    region: RegionId
    test: Literal["units"] = "units"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether any unit of it is there."""
        return any(present(state, self.nation, self.region).values())

    def written(self, board: Board) -> str:
        """Canonical."""
        return f"UNITS {board.name(self.nation)} IN {board.name(self.region)}"


@dataclass(frozen=True, slots=True)
class CardIs:
    """`INVESTOR CARD IS <player>`."""

    player: PlayerId
    test: Literal["card"] = "card"

    def holds(self, state: State, _: PlayerId) -> bool:
        """Whether that player holds it."""
        return state.investor_card == self.player

    def written(self, _: Board) -> str:
        """Canonical."""
        return f"INVESTOR CARD IS {self.player}"


Test = Annotated[
    TreasuryIs | CashIs | PowerIs | BondFree | GovernmentIs | NationOn | UnitsIn | CardIs,
    Field(discriminator="test"),
]


@dataclass(frozen=True, slots=True)
class Condition:
    """A test that must hold, or with `NOT` must not."""

    test: Test
    holds: bool = True

    def written(self, board: Board) -> str:
        """It without `IF`: `NOT China ON TAXATION`."""
        test = self.test.written(board)
        return test if self.holds else f"NOT {test}"


def unmet(state: State, player: PlayerId, conditions: Iterable[Condition]) -> Condition | None:
    """The first condition that does not hold; None if all do.

    :param player: who plans, for `CASH`
    """
    return next((c for c in conditions if c.test.holds(state, player) is not c.holds), None)
