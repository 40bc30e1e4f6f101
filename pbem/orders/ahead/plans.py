"""What a player leaves ahead of time (ORDERS.md, section 7), as small values.

A *plan* holds alternatives for one turn or one chance to invest and is used once. A *standing
answer* answers a kind of question until it is changed. Where a field is None, all are meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from pbem.board.ids import CanalId, NationId, PlayerId, RegionId, Space
from pbem.orders.verbs.arrangements import Arrangement
from pbem.orders.verbs.yes_no import YesNo
from pbem.rules.commands import Invest, Pass, Turn


class Compared(StrEnum):
    """How an amount is compared."""

    AT_LEAST = ">="
    AT_MOST = "<="
    EQUAL = "="
    LESS = "<"
    MORE = ">"


@dataclass(frozen=True, slots=True)
class TreasuryIs:
    """`TREASURY <nation> >= <n>`, in M."""

    nation: NationId
    compared: Compared
    amount: int
    test: Literal["treasury"] = "treasury"


@dataclass(frozen=True, slots=True)
class CashIs:
    """`CASH >= <n>`, in M: the cash of whoever plans."""

    compared: Compared
    amount: int
    test: Literal["cash"] = "cash"


@dataclass(frozen=True, slots=True)
class PowerIs:
    """`POWER <nation> >= <n>`."""

    nation: NationId
    compared: Compared
    amount: int
    test: Literal["power"] = "power"


@dataclass(frozen=True, slots=True)
class BondFree:
    """`BOND <price> <nation> FREE`."""

    price: int
    nation: NationId
    test: Literal["bond"] = "bond"


@dataclass(frozen=True, slots=True)
class GovernmentIs:
    """`GOVERNMENT <nation> IS <player>`."""

    nation: NationId
    player: PlayerId
    test: Literal["government"] = "government"


@dataclass(frozen=True, slots=True)
class NationOn:
    """`<nation> ON <space>`; `spaces` are both where the letter was left out."""

    nation: NationId
    spaces: tuple[Space, ...]
    test: Literal["on"] = "on"


@dataclass(frozen=True, slots=True)
class UnitsIn:
    """`UNITS <nation> IN <region>`: any army or fleet."""

    nation: NationId
    region: RegionId
    test: Literal["units"] = "units"


@dataclass(frozen=True, slots=True)
class CardIs:
    """`INVESTOR CARD IS <player>`."""

    player: PlayerId
    test: Literal["card"] = "card"


Test = Annotated[
    TreasuryIs | CashIs | PowerIs | BondFree | GovernmentIs | NationOn | UnitsIn | CardIs,
    Field(discriminator="test"),
]


@dataclass(frozen=True, slots=True)
class Condition:
    """A test that must hold, or with `NOT` must not."""

    test: Test
    holds: bool = True


@dataclass(frozen=True, slots=True)
class TurnAlternative:
    """A turn, if all the conditions hold."""

    command: Turn
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class InvestAlternative:
    """An investment or none, if all the conditions hold."""

    command: Annotated[Invest | Pass, Field(discriminator="command")]
    conditions: tuple[Condition, ...] = ()


Alternative = TurnAlternative | InvestAlternative


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A nation's turn: the first alternative that applies and is legal."""

    nation: NationId
    alternatives: tuple[TurnAlternative, ...]
    order: Literal["turn-plan"] = "turn-plan"


@dataclass(frozen=True, slots=True)
class InvestPlan:
    """`WHEN INVESTING:` the player's next chance to invest."""

    alternatives: tuple[InvestAlternative, ...]
    order: Literal["invest-plan"] = "invest-plan"


@dataclass(frozen=True, slots=True)
class InvestChoice:
    """Alternatives for the investment that the player is asked for now; never kept."""

    alternatives: tuple[InvestAlternative, ...]


@dataclass(frozen=True, slots=True)
class Stance:
    """`STANCE [<own nation>] FIGHT|PEACE|ASK [<nation>] [IN <region>]`."""

    answer: Literal["fight", "peace", "ask"]
    own: NationId | None = None
    enemy: NationId | None = None
    region: RegionId | None = None
    order: Literal["stance"] = "stance"


@dataclass(frozen=True, slots=True)
class CanalRule:
    """`CANAL <canal> ALLOW|DENY|ASK [<nation>]`."""

    canal: CanalId
    answer: Literal["allow", "deny", "ask"]
    nation: NationId | None = None
    order: Literal["canal"] = "canal"


@dataclass(frozen=True, slots=True)
class SwissRule:
    """`SWISS FORCE|PASS|ASK [<nation>]`."""

    answer: Literal["force", "pass", "ask"]
    nation: NationId | None = None
    order: Literal["swiss"] = "swiss"


@dataclass(frozen=True, slots=True)
class Cancel:
    """`CANCEL <nation>|INVESTING|ALL`: the plan for a turn, for investing, or everything."""

    what: NationId | Literal["investing", "all"]

    @property
    def nation(self) -> NationId | None:
        """Whose plan is meant, if it is a nation's."""
        return None if self.what in ("investing", "all") else NationId(self.what)


Plan = TurnPlan | InvestPlan
Rule = Stance | CanalRule | SwissRule
Kept = Annotated[
    TurnPlan | InvestPlan | Stance | CanalRule | SwissRule, Field(discriminator="order")
]
"""What is kept until it is used, changed or cancelled."""
Order = (
    TurnPlan
    | InvestPlan
    | InvestChoice
    | Stance
    | CanalRule
    | SwissRule
    | Cancel
    | Arrangement
    | YesNo
)
"""What sections 5, 7 and 8 add to the orders of the rules engine."""
