"""Investing (section 7 and the variant without the card of section 10).

Who is asked when is the business of the two methods, chosen by the edition's `investor.method`;
what an investment is, is the same in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Coded, Plain
from pbem.rules.commands import Invest
from pbem.rules.events import CardIncome, InterestForgone, InterestPaid, Invested
from pbem.rules.government import may_invest_freely
from pbem.rules.play import BANK, Cash, Play, Treasury
from pbem.rules.state import Ask, Decision, Stage, State


@dataclass(frozen=True, slots=True)
class InterestBill:
    """What the interest of a nation's bonds would cost whom, in M (section 7.1).

    due: what each owner is owed; paid: what each owner other than the government gets
    own: what the government gets for itself; forgone: what it gives up of it
    short: what it pays to others from its own cash
    """

    due: Mapping[PlayerId, int]
    paid: Mapping[PlayerId, int]
    own: int
    forgone: int
    short: int


def interest_bill(game: Game, state: State, nation: NationId) -> InterestBill:
    """The interest of all bonds of a nation, and who bears what the treasury lacks."""
    own_state = state.nations[nation]
    due: dict[PlayerId, int] = {}
    for price, owner in sorted(own_state.bonds.items()):
        due[owner] = due.get(owner, 0) + game.interest(price)
    government = own_state.government
    paid = {player: due[player] for player in state.seats if player in due}
    wanted = paid.pop(government, 0) if government else 0
    others = sum(paid.values())
    own = max(0, min(wanted, own_state.treasury - others))
    return InterestBill(due, paid, own, wanted - own, max(0, others - own_state.treasury))


def check_interest(game: Game, state: State, nation: NationId, cost: int) -> None:
    """Whether a government that pays `cost` for the way could pay the interest (7.1).

    :raises IllegalRefusal: it could not, so the space is forbidden; code `interest`
    """
    government = state.nations[nation].government
    assert government is not None
    bill = interest_bill(game, state, nation)
    cash = state.players[government].cash - cost
    if bill.short > cash:
        raise IllegalRefusal(
            "interest",
            rule="7.1",
            nation=nation,
            owed=sum(bill.paid.values()),
            treasury=state.nations[nation].treasury,
            short=bill.short,
            cash=cash,
        )


def pay_interest(play: Play, nation: NationId, player: PlayerId) -> None:
    """Pay the interest of a nation's bonds; `player` governs it (7.1)."""
    bill = interest_bill(play.game, play.state, nation)
    play.pay(bill.short, Cash(player), Treasury(nation))
    if bill.forgone or bill.short:
        play.say(InterestForgone(nation, player, bill.forgone, bill.short))
    for owner, amount in {player: bill.own, **bill.paid}.items():
        if amount:
            play.pay(amount, Treasury(nation), Cash(owner))
            play.say(InterestPaid(nation, owner, amount))


def ask_with_card(play: Play) -> None:
    """Pay the holder of the card and ask for investments: the holder, then others (7.2, 7.3)."""
    holder = play.state.investor_card
    assert holder is not None
    income = play.game.rules.investor.card_income
    play.pay(income, BANK, Cash(holder))
    play.say(CardIncome(holder, income))
    others = [
        p
        for p in play.state.clockwise(holder)
        if p != holder and may_invest_freely(play.game, play.state, p)
    ]
    play.set(stage=Stage.CARD)
    play.ask(Decision(Ask.INVEST, p) for p in (holder, *others))


def ask_round(play: Play, stage: Stage, nation: NationId, first: PlayerId) -> None:
    """Ask all players, clockwise from `first`, for investments in one nation (section 10)."""
    play.set(stage=stage)
    play.ask(Decision(Ask.INVEST, p, nation) for p in play.state.clockwise(first))


def ask_without_government(play: Play, first: PlayerId) -> None:
    """Ask the players without a government once more, for any nation (section 10)."""
    play.set(stage=Stage.EXTRA)
    players = [
        p for p in play.state.clockwise(first) if may_invest_freely(play.game, play.state, p)
    ]
    play.ask(Decision(Ask.INVEST, p) for p in players)


@dataclass(frozen=True, slots=True)
class Offer:
    """A possible investment and what it costs in M."""

    order: Invest
    cost: int


def offers(game: Game, state: State, decision: Decision) -> tuple[Offer, ...]:
    """All investments that the asked player can afford, by nation and price."""
    nations: Iterable[NationId] = (decision.nation,) if decision.nation else state.nations
    cash = state.players[decision.player].cash
    exchanging = state.stage is not Stage.AUCTION
    found = []
    for nation in nations:
        own = state.bonds_of(decision.player, nation) if exchanging else ()
        for price in state.free_bonds(nation, game.rules.bonds.prices):
            if price <= cash:
                found.append(Offer(Invest(price, nation), price))
            for old in own:
                cost = price - old
                if 0 < cost <= cash:
                    found.append(Offer(Invest(price, nation, old), cost))
    return tuple(found)


def can_afford_any(game: Game, state: State, decision: Decision) -> bool:
    """Whether the asked player could invest at all; if not, nobody asks (section 11)."""
    return bool(offers(game, state, decision))


def invest(play: Play, decision: Decision, order: Invest) -> None:
    """Carry an investment out (7.4).

    :raises IllegalRefusal: no such bond, not free, not own, not higher, too dear, other nation
    """
    player = decision.player
    cost = _checked_cost(play, decision, order)
    cash = play.player(player).cash
    if cost > cash:
        raise _refusal(play, decision, Coded("too-dear", "bond", {"cost": cost, "cash": cash}))
    play.pay(cost, Cash(player), Treasury(order.nation))
    bonds = dict(play.nation(order.nation).bonds)
    if order.returning is not None:
        del bonds[order.returning]
    bonds[order.price] = player
    play.set_nation(order.nation, bonds=dict(sorted(bonds.items())))
    play.say(Invested(player, order.nation, order.price, order.returning, cost))


def _checked_cost(play: Play, decision: Decision, order: Invest) -> int:
    prices = play.game.rules.bonds.prices
    if decision.nation and order.nation != decision.nation:
        offered = Coded("other-nation", "bond", {"nation": decision.nation})
        raise _refusal(play, decision, offered)
    if order.price not in prices:
        listed = ", ".join(str(p) for p in prices)
        there_are = Coded("no-such-bond", "", {"price": order.price, "prices": listed})
        raise _refusal(play, decision, there_are)
    owner = play.nation(order.nation).bonds.get(order.price)
    if owner is not None:
        sold: dict[str, Plain] = {
            "price": order.price,
            "nation": order.nation,
            "player": owner,
        }
        raise _refusal(play, decision, Coded("bond-sold", "", sold))
    if order.returning is None:
        return order.price
    if play.state.stage is Stage.AUCTION:
        raise _refusal(play, decision, Coded("no-exchange"))
    if play.nation(order.nation).bonds.get(order.returning) != decision.player:
        missing: dict[str, Plain] = {"price": order.returning, "nation": order.nation}
        raise _refusal(play, decision, Coded("not-your-bond", "", missing))
    if order.returning >= order.price:
        raise _refusal(play, decision, Coded("not-higher"))
    return order.price - order.returning


def _refusal(play: Play, decision: Decision, told: Coded) -> IllegalRefusal:
    names = play.game.board
    legal = []
    for offer in offers(play.game, play.state, decision):
        order = offer.order
        back = f" FOR {order.returning}" if order.returning else ""
        legal.append(f"INVEST {order.price} IN {names.name(order.nation)}{back}")
    rule = "2.3" if play.state.stage is Stage.AUCTION else "7.4"
    return IllegalRefusal.of(told, rule, (*legal, "PASS"))


def without(state: State, decision: Decision) -> State:
    """The position without the head of its queue, which must be that decision."""
    assert state.pending[0] == decision
    return replace(state, pending=state.pending[1:])
