"""What the players of a game have left ahead of time, as one value beside the position.

It is changed by orders and used by `advance`; like the position it follows from the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from pbem.board.ids import CanalId, NationId, PlayerId
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import count, say
from pbem.orders.ahead.plans import InvestPlan, Kept, TurnPlan
from pbem.orders.verbs.ahead.canal import CanalRule
from pbem.orders.verbs.ahead.cancel import Cancel
from pbem.orders.verbs.ahead.stance import Stance
from pbem.orders.verbs.ahead.swiss import SwissRule
from pbem.rules.state import Stage, State

MOST_KEPT = 60
"""Of one player; a mail is no way to stop the daemon."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a player has left.

    since: a plan is for a turn with a higher number (see `since`)
    """

    player: PlayerId
    since: int
    order: Kept


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything that is kept, in the order in which it was given."""

    held: tuple[Held, ...] = ()

    def of(self, player: PlayerId) -> tuple[Held, ...]:
        """What one player has left."""
        return tuple(h for h in self.held if h.player == player)

    def turn_plan(self, player: PlayerId, nation: NationId, turn: int) -> TurnPlan | None:
        """The player's plan for that turn of a nation, if there is one: of several the latest."""
        found = None
        for held in self.of(player):
            if isinstance(held.order, TurnPlan) and held.order.nation == nation:
                found = held.order if held.since < turn else found
        return found

    def invest_plan(self, player: PlayerId) -> InvestPlan | None:
        """The player's plan for the next chance to invest, if there is one."""
        plans = (h.order for h in self.of(player) if isinstance(h.order, InvestPlan))
        return next(plans, None)

    def planners(self, nation: NationId, turn: int) -> tuple[PlayerId, ...]:
        """Whose plans are for that turn of a nation."""
        found = dict.fromkeys(h.player for h in self.held)
        return tuple(p for p in found if self.turn_plan(p, nation, turn))

    def keep(self, player: PlayerId, order: Kept, since: int) -> Standing:
        """With something more, in place of what it changes.

        :raises IllegalRefusal: `too-many`
        """
        place = _place(order)
        others = tuple(h for h in self.held if h.player != player or _place(h.order) != place)
        if sum(h.player == player for h in others) >= MOST_KEPT:
            raise IllegalRefusal(
                "too-many",
                count(
                    "You have {number} plan or standing answer; more are not kept.",
                    "You have {number} plans and standing answers; more are not kept.",
                    MOST_KEPT,
                ),
                legal=("CANCEL ALL", "SHOW STANDING"),
            )
        return Standing((*others, Held(player, since, order)))

    def without_plan(self, player: PlayerId, nation: NationId | None, turn: int) -> Standing:
        """Without the player's plan for that turn of a nation, or with None the next for investing.

        After taking back there may be another for a later turn; that stays.
        """
        if nation is None:
            nearest = next((h for h in self.of(player) if isinstance(h.order, InvestPlan)), None)
            return self._left(lambda held: held is nearest)
        return self._left(
            lambda held: (
                held.player == player
                and _place(held.order) == ("turn", nation)
                and held.since < turn
            )
        )

    def with_again(self, held: Held, replaced: Standing) -> Standing:
        """With something that was kept once more, in place of what it has replaced then.

        :param replaced: what was kept just before it: what was used up by then was not replaced
        """
        place = (held.player, _place(held.order))
        left = [
            h for h in self.held if (h.player, _place(h.order)) != place or h not in replaced.held
        ]
        return Standing((*left, held))

    def cancel(self, player: PlayerId, command: Cancel) -> Standing:
        """Without what the player cancels.

        :raises IllegalRefusal: `nothing-kept`
        """
        left = self.cancelled(player, command)
        if left == self:
            raise IllegalRefusal(
                "nothing-kept",
                say("Nothing of the kind is kept for you."),
                legal=("SHOW STANDING",),
            )
        return left

    def cancelled(self, player: PlayerId, command: Cancel) -> Standing:
        """The same, also if there is nothing to cancel."""
        place = ("turn", command.nation) if command.nation else ("invest",)
        every = command.what == "all"
        return self._left(
            lambda held: held.player == player and (every or _place(held.order) == place)
        )

    def _left(self, dropped: Callable[[Held], bool]) -> Standing:
        return replace(self, held=tuple(h for h in self.held if not dropped(h)))


NOTHING = Standing()
"""Nothing is kept."""


def since(state: State) -> int:
    """The number of the last turn for which a plan that comes now would be too late.

    While a nation is offered before its turn, that turn is still to come.
    """
    to_come = state.stage in (Stage.AUCTION, Stage.VACANT)
    return state.turn - 1 if to_come else state.turn


def stance_for(
    standing: Standing, player: PlayerId, own: NationId, enemy: NationId, region: str
) -> Stance | None:
    """The stance that counts: the one that names the most, of equals the latest."""
    found = [
        h.order
        for h in standing.of(player)
        if isinstance(h.order, Stance)
        and h.order.own in (None, own)
        and h.order.enemy in (None, enemy)
        and h.order.region in (None, region)
    ]
    return max(reversed(found), key=_named, default=None)


def canal_rule_for(
    standing: Standing, player: PlayerId, canal: CanalId, asking: NationId
) -> CanalRule | None:
    """The standing answer about a canal that counts."""
    found = [
        h.order
        for h in standing.of(player)
        if isinstance(h.order, CanalRule)
        and h.order.canal == canal
        and h.order.nation in (None, asking)
    ]
    return max(reversed(found), key=_named, default=None)


def swiss_rule_for(standing: Standing, player: PlayerId, nation: NationId) -> SwissRule | None:
    """The standing answer of a Swiss Bank that counts."""
    found = [
        h.order
        for h in standing.of(player)
        if isinstance(h.order, SwissRule) and h.order.nation in (None, nation)
    ]
    return max(reversed(found), key=_named, default=None)


def _named(rule: Stance | CanalRule | SwissRule) -> int:
    """How particular a standing answer is: how much of what it could name it names."""
    match rule:
        case Stance(_, own, enemy, region):
            return sum(part is not None for part in (own, enemy, region))
        case CanalRule(nation=nation) | SwissRule(nation=nation):
            return int(nation is not None)
        case _:
            assert_never(rule)


def _place(order: Kept) -> tuple[object, ...]:
    """What an order takes the place of: equal for two of which the later one counts."""
    match order:
        case TurnPlan(nation):
            return ("turn", nation)
        case InvestPlan():
            return ("invest",)
        case Stance(_, own, enemy, region):
            return ("stance", own, enemy, region)
        case CanalRule(canal, _, nation):
            return ("canal", canal, nation)
        case SwissRule(_, nation):
            return ("swiss", nation)
        case _:
            assert_never(order)
