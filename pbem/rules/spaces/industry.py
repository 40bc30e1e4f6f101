"""Factory, production and import (section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from pbem.board.ids import City, NationId, RegionId, Unit
from pbem.ground.errors import IllegalRefusal
from pbem.rules.commands import Factory, Import, Imported, Production
from pbem.rules.events import FactoryBuilt, UnitsImported, UnitsProduced
from pbem.rules.maneuver.occupation import free_factories, hostile_in, is_free
from pbem.rules.play import BANK, Play, Treasury
from pbem.rules.state import added


def factory_sites(play: Play, nation: NationId) -> tuple[RegionId, ...]:
    """Where the nation may build, money aside (section 4.1)."""
    built = play.nation(nation).factories
    return tuple(
        p
        for p in play.game.board.homes[nation]
        if p not in built and is_free(play.game, play.state, p)
    )


def build(play: Play, nation: NationId, order: Factory) -> None:
    """Build a factory, or nothing.

    :raises IllegalRefusal: not there, or the treasury is short
    """
    province = order.province
    if province is None:
        play.say(FactoryBuilt(nation, None, 0))
        return
    sites = factory_sites(play, nation)
    if province not in sites:
        _refuse_site(play, nation, province, sites)
    price = play.game.rules.units.factory_price
    if price > play.nation(nation).treasury:
        raise _treasury_short(play, nation, price, ("FACTORY",))
    play.pay(price, Treasury(nation), BANK)
    order_kept = {*play.nation(nation).factories, province}
    factories = tuple(p for p in play.game.board.homes[nation] if p in order_kept)
    play.set_nation(nation, factories=factories)
    play.say(FactoryBuilt(nation, province, price))


def _refuse_site(
    play: Play, nation: NationId, province: RegionId, sites: tuple[RegionId, ...]
) -> None:
    board = play.game.board
    why = "occupied"
    if board.home_of(province) != nation:
        why = "foreign"
    elif province in play.nation(nation).factories:
        why = "built"
    rich = play.nation(nation).treasury >= play.game.rules.units.factory_price
    legal = (*(f"FACTORY {board.name(p)}" for p in sites if rich), "FACTORY")
    raise IllegalRefusal(
        "no-factory-there",
        rule="4.1",
        legal=legal,
        why=why,
        region=province,
        nation=nation,
        nations=hostile_in(play.game, play.state, province),
    )


def produced_everywhere(play: Play, nation: NationId) -> tuple[RegionId, ...]:
    """The factories that can produce, supplies aside (section 4.2)."""
    return free_factories(play.game, play.state, nation)


def produce(play: Play, nation: NationId, order: Production) -> None:
    """Produce in the provinces that the order names.

    :raises IllegalRefusal: no factory can produce there, or the supply is short
    """
    able = produced_everywhere(play, nation)
    _check_named(play, nation, order, able)
    match order.choice:
        case "none":
            chosen: tuple[RegionId, ...] = ()
        case "only":
            chosen = tuple(p for p in able if p in order.provinces)
        case "except":
            chosen = tuple(p for p in able if p not in order.provinces)
        case "all":
            chosen = able
    chosen = _within_supply(play, nation, order, chosen)
    for province in chosen:
        _place(play, nation, play.game.unit_made_in(province), 1, province)
    made = tuple(Imported(play.game.unit_made_in(p), 1, p) for p in chosen)
    play.say(UnitsProduced(nation, made))


def _check_named(
    play: Play, nation: NationId, order: Production, able: tuple[RegionId, ...]
) -> None:
    if len(set(order.provinces)) != len(order.provinces):
        once = list(dict.fromkeys(p for p in order.provinces if p in able))
        raise IllegalRefusal("twice", rule="4.2", legal=_productions(play, nation, order, once))
    for province in order.provinces:
        if province in able:
            continue
        occupied = province in play.nation(nation).factories
        others = [p for p in order.provinces if p in able]
        legal = _productions(play, nation, order, others if order.choice == "only" else able)
        raise IllegalRefusal(
            "no-production-there",
            rule="4.2",
            legal=legal,
            why="occupied" if occupied else "no-factory",
            region=province,
            nation=nation,
            nations=hostile_in(play.game, play.state, province),
        )


def _within_supply(
    play: Play, nation: NationId, order: Production, chosen: tuple[RegionId, ...]
) -> tuple[RegionId, ...]:
    """`chosen`, without the kind of which none is left; refused where it takes a choice."""
    for unit in Unit:
        sites = tuple(p for p in chosen if play.game.unit_made_in(p) is unit)
        left = play.unused(nation, unit)
        if len(sites) <= left:
            continue
        if left == 0:  # nothing is to be chosen
            chosen = tuple(p for p in chosen if p not in sites)
            play.warn("supply", why=unit, nation=nation)
            continue
        raise IllegalRefusal(
            "supply-short",
            rule="4.4",
            legal=_productions(play, nation, order, chosen),
            why=f"choose-{unit}",
            nation=nation,
            number=left,
            regions=sites,
        )
    return chosen


def largest_sets(
    play: Play, nation: NationId, wanted: Sequence[RegionId]
) -> tuple[tuple[RegionId, ...], ...]:
    """The sets of as many of the wanted places as the supply of either kind allows (4.4)."""
    kinds = []
    for unit in Unit:
        sites = [p for p in wanted if play.game.unit_made_in(p) is unit]
        kinds.append(list(combinations(sites, min(len(sites), play.unused(nation, unit)))))
    sets = ({p for places in chosen for p in places} for chosen in product(*kinds))
    return tuple(tuple(p for p in wanted if p in places) for places in sets)


def _productions(
    play: Play, nation: NationId, order: Production, wanted: Sequence[RegionId]
) -> tuple[str, ...]:
    """The same order for the largest sets of the wanted places, or for nothing."""
    word = f"PRODUCTION {order.letter.upper()}" if order.letter else "PRODUCTION"
    names = play.game.board.name
    lists = [", ".join(map(names, places)) for places in largest_sets(play, nation, wanted)]
    return tuple(f"{word} {places}" for places in lists if places) or (f"{word} NONE",)


def import_sites(play: Play, nation: NationId, unit: Unit) -> tuple[RegionId, ...]:
    """Where the nation may import a unit, money and supplies aside (section 4.3)."""
    board = play.game.board
    return tuple(
        p
        for p in board.homes[nation]
        if is_free(play.game, play.state, p)
        and (unit is Unit.ARMY or board.regions[p].city is City.SHIPYARD)
    )


def import_units(play: Play, nation: NationId, order: Import) -> None:
    """Import units.

    :raises IllegalRefusal: too many, not there, the treasury or the supply is short
    """
    tables = play.game.rules.units
    number = sum(item.count for item in order.units)
    if any(item.count < 1 for item in order.units):
        raise IllegalRefusal("bad-number", rule="4.3")
    if number > tables.import_limit:
        raise IllegalRefusal(
            "too-many-imports",
            rule="4.3",
            legal=_fewer(play, nation, order),
            limit=tables.import_limit,
            wanted=number,
        )
    for item in order.units:
        if item.province not in import_sites(play, nation, item.unit):
            _refuse_import(play, nation, item)
    wanted: Counter[Unit] = Counter()
    for item in order.units:
        wanted[item.unit] += item.count
    for unit, count in wanted.items():
        left = play.unused(nation, unit)
        if count > left:
            raise IllegalRefusal(
                "supply-short",
                rule="4.4",
                legal=_fewer(play, nation, order),
                why=unit if left else f"no-{unit}",
                nation=nation,
                number=left,
                wanted=count,
            )
    cost = number * tables.import_price
    if cost > play.nation(nation).treasury:
        raise _treasury_short(play, nation, cost, _fewer(play, nation, order))
    play.pay(cost, Treasury(nation), BANK)
    for item in order.units:
        _place(play, nation, item.unit, item.count, item.province)
    play.say(UnitsImported(nation, order.units, cost))


def _refuse_import(play: Play, nation: NationId, item: Imported) -> None:
    board = play.game.board
    why = "no-port"
    if board.home_of(item.province) != nation:
        why = "foreign"
    elif not is_free(play.game, play.state, item.province):
        why = "occupied"
    able = play.nation(nation).treasury >= play.game.rules.units.import_price
    sites = import_sites(play, nation, item.unit) if able and play.unused(nation, item.unit) else ()
    legal = (*(f"IMPORT {item.unit.upper()} {board.name(p)}" for p in sites), "IMPORT NONE")
    raise IllegalRefusal(
        "no-import-there",
        rule="4.3",
        legal=legal,
        why=why,
        region=item.province,
        nation=nation,
        nations=hostile_in(play.game, play.state, item.province),
    )


def _fewer(play: Play, nation: NationId, order: Import) -> tuple[str, ...]:
    """The first of the ordered units, as many as limit, supply and treasury allow; or nothing."""
    tables, board = play.game.rules.units, play.game.board
    most = tables.import_limit
    if tables.import_price:
        most = min(most, play.nation(nation).treasury // tables.import_price)
    left = {unit: play.unused(nation, unit) for unit in Unit}
    listed = []
    for item in order.units:
        if item.province not in import_sites(play, nation, item.unit):
            continue
        count = min(item.count, most, left[item.unit])
        if count > 0:
            units = item.unit.upper() if count == 1 else f"{count} {item.unit.plural.upper()}"
            listed.append(f"{units} {board.name(item.province)}")
            most -= count
            left[item.unit] -= count
    return (f"IMPORT {', '.join(listed)}",) if listed else ("IMPORT NONE",)


def _treasury_short(
    play: Play, nation: NationId, price: int, instead: tuple[str, ...]
) -> IllegalRefusal:
    """The refusal of what the treasury cannot pay, with the gift that would do if one would."""
    own = play.nation(nation)
    would_do = gift_would_do(play, nation, price)
    gift = f"GIVE {price - own.treasury} TO {play.game.board.name(nation)}"
    return IllegalRefusal(
        "treasury-short",
        rule="4",
        legal=(gift, *instead) if would_do else instead,
        why="gift" if would_do else "",
        nation=nation,
        treasury=own.treasury,
        needed=price,
        gift=gift,
    )


def gift_would_do(play: Play, nation: NationId, price: int) -> bool:
    """Whether the government's own cash could fill the treasury up to a price (3.6)."""
    own = play.nation(nation)
    cash = play.player(own.government).cash if own.government else 0
    return own.treasury < price <= own.treasury + cash


def _place(play: Play, nation: NationId, unit: Unit, count: int, province: RegionId) -> None:
    own = play.nation(nation)
    if unit is Unit.ARMY:
        play.set_nation(nation, armies=added(own.armies, province, count))
    else:
        play.set_nation(nation, fleets=added(own.fleets, province, count))
