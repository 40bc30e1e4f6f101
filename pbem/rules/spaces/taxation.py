"""Taxation (section 6): revenue, soldiers' pay, success bonus, power points."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import NationId, PlayerId, Unit
from pbem.board.model import Game
from pbem.rules.events import Taxed
from pbem.rules.maneuver.occupation import free_factories
from pbem.rules.play import BANK, Cash, Play, Treasury, count_units
from pbem.rules.state import State


@dataclass(frozen=True, slots=True)
class TaxBill:
    """What taxation would bring, in M and power points.

    space: where on the chart the revenue lies; pay: what is really paid to soldiers;
    collected: what the treasury gains before any bonus
    """

    factories: int
    flags: int
    revenue: int
    space: int
    pay: int
    collected: int
    bonus: int
    power: int


def tax_bill(game: Game, state: State, nation: NationId) -> TaxBill:
    """What taxation would bring the nation now, by the edition's rule functions."""
    own, tables = state.nations[nation], game.rules.taxation
    factories = len(free_factories(game, state, nation))
    revenue = tables.factory * factories + tables.flag * len(own.flags)
    space = max(i for i, s in enumerate(tables.chart) if s.least <= revenue)
    owed = count_units(own, Unit.ARMY) + count_units(own, Unit.FLEET)
    match tables.pay:
        case "before-collecting":
            pay = min(owed, revenue)
        case "after-collecting":
            pay = min(owed, own.treasury + revenue)
    rise = max(0, space - own.tax_space)
    reach = own.treasury + revenue - pay
    match tables.bonus:
        case "rise-from-bank":
            bonus = rise
        case "chart-from-treasury":
            bonus = min(tables.chart[space].bonus, reach)
        case "rise-from-treasury":
            bonus = min(rise, reach)
    return TaxBill(
        factories=factories,
        flags=len(own.flags),
        revenue=revenue,
        space=space,
        pay=pay,
        collected=revenue - pay,
        bonus=bonus,
        power=min(tables.chart[space].power, game.rules.power.end - own.power),
    )


def tax(play: Play, nation: NationId, player: PlayerId) -> None:
    """Carry taxation out; `player` governs the nation and gets the bonus."""
    bill = tax_bill(play.game, play.state, nation)
    play.pay(bill.revenue, BANK, Treasury(nation))
    play.pay(bill.pay, Treasury(nation), BANK)
    source = BANK if play.game.rules.taxation.bonus == "rise-from-bank" else Treasury(nation)
    play.pay(bill.bonus, source, Cash(player))
    power = play.nation(nation).power + bill.power
    marked = bill.space if play.game.rules.taxation.marker else 0
    play.set_nation(nation, power=power, tax_space=marked)
    play.say(
        Taxed(
            nation=nation,
            player=player,
            factories=bill.factories,
            flags=bill.flags,
            revenue=bill.revenue,
            pay=bill.pay,
            collected=bill.collected,
            bonus=bill.bonus,
            power_gained=bill.power,
            power=power,
        )
    )
