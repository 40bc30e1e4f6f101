"""Plans: what a player leaves for one turn or one chance to invest (order language, section 7).

A *plan* holds alternatives and is used once. A *standing answer* (`verbs.ahead.stance`, `canal` and
`swiss`) answers a kind of question until it is changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from pbem.board.ids import NationId
from pbem.orders.verbs.ahead.canal import CanalRule
from pbem.orders.verbs.ahead.cancel import Cancel
from pbem.orders.verbs.ahead.conditions import Condition
from pbem.orders.verbs.ahead.stance import Stance
from pbem.orders.verbs.ahead.swiss import SwissRule
from pbem.orders.verbs.answers.yes_no import YesNo
from pbem.orders.verbs.clock.arrangements import Arrangement
from pbem.rules.commands import Invest, Pass, Turn


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
