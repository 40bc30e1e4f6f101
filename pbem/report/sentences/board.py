"""What happens on the board, as messages: building, units, battles, canals, flags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from pbem.board.ids import City, Unit
from pbem.board.model import Board
from pbem.ground.messages import Message, Value, say
from pbem.report.sentences.wording import armies, forces, joined, units
from pbem.rules import events as ev
from pbem.rules.commands import Imported, Status

BoardEvent = (
    ev.FactoryBuilt
    | ev.UnitsProduced
    | ev.UnitsImported
    | ev.BattleFought
    | ev.PeaceKept
    | ev.CanalAnswered
    | ev.UnitsStayed
    | ev.StatusChanged
    | ev.FactoryDestroyed
)
"""What happens on the board and is told for itself."""


_STATUS: Final = {Status.HOSTILE: say("hostile"), Status.FRIENDLY: say("friendly")}


def told_on_the_board(board: Board, event: BoardEvent) -> Message:
    """An event on the board as a sentence."""
    match event:
        case ev.FactoryBuilt():
            return _built(board, event)
        case ev.UnitsProduced(nation, new):
            if not new:
                return say("{nation} produces nothing.", nation=nation)
            return say("{nation} produces {made}.", nation=nation, made=_new_units(new))
        case ev.UnitsImported(nation, new, cost):
            if not new:
                return say("{nation} imports nothing.", nation=nation)
            return say(
                "{nation} imports {made} for {cost:money}.",
                nation=nation,
                made=_new_units(new),
                cost=cost,
            )
        case ev.BattleFought():
            return _fought(event)
        case ev.PeaceKept(nation, player, enemy, region):
            return say(
                "{nation} ({player}) keeps the peace with {enemy:nation} in {place}.",
                nation=nation,
                player=player,
                enemy=enemy,
                place=region,
            )
        case ev.CanalAnswered():
            return _leave(event)
        case ev.UnitsStayed(nation, unit, number, region, canal):
            return say(
                "The {canal} is closed to {nation}: {stopped} must stay in {place}.",
                nation=nation,
                stopped=units(number, unit),
                place=region,
                canal=canal,
            )
        case ev.StatusChanged():
            return _status(event)
        case ev.FactoryDestroyed(nation, owner, province, number):
            return say(
                "{nation} destroys the factory of {owner:nation} in {place} and gives up {lost} "
                "for it.",
                nation=nation,
                owner=owner,
                place=province,
                lost=armies(number),
            )
        case _:
            assert_never(event)


def _built(board: Board, event: ev.FactoryBuilt) -> Message:
    nation, place, cost = event.nation, event.province, event.cost
    if place is None:
        return say("{nation} builds nothing.", nation=nation)
    if board.regions[place].city is City.SHIPYARD:
        return say(
            "{nation} builds a shipyard in {place} for {cost:money}.",
            nation=nation,
            place=place,
            cost=cost,
        )
    return say(
        "{nation} builds an armaments factory in {place} for {cost:money}.",
        nation=nation,
        place=place,
        cost=cost,
    )


def _new_units(new: Sequence[Imported]) -> Value:
    return tuple(
        say("{made} in {place}", made=units(i.count, i.unit), place=i.province) for i in new
    )


def told_moves(event: ev.UnitsMoved) -> Message:
    """Moves from one place to another as one sentence."""
    status = _STATUS.get(event.status) if event.status else None
    if event.via and status:
        sentence = say(
            "{nation} moves {moved} from {origin:place} to {target:place} ({status}), by {way}."
        )
    elif event.via:
        sentence = say("{nation} moves {moved} from {origin:place} to {target:place}, by {way}.")
    elif status:
        sentence = say("{nation} moves {moved} from {origin:place} to {target:place} ({status}).")
    else:
        sentence = say("{nation} moves {moved} from {origin:place} to {target:place}.")
    ways = (say("{places}", places=chain) for chain in dict.fromkeys(event.via))
    return sentence.filled(
        nation=event.nation,
        moved=units(event.count, event.unit),
        origin=event.origin,
        target=event.target,
        status=status,
        way=joined(ways, "; "),
    )


def _fought(event: ev.BattleFought) -> Message:
    lost = forces({Unit.ARMY: event.attacker_armies, Unit.FLEET: event.attacker_fleets})
    fallen = forces({Unit.ARMY: event.defender_armies, Unit.FLEET: event.defender_fleets})
    if lost == fallen:
        return say(
            "{nation} fights {enemy:nation} in {place}: each loses {lost}.",
            nation=event.attacker,
            enemy=event.defender,
            place=event.region,
            lost=lost,
        )
    return say(
        "{nation} fights {enemy:nation} in {place}: {nation} loses {lost}, {enemy:nation} loses "
        "{fallen}.",
        nation=event.attacker,
        enemy=event.defender,
        place=event.region,
        lost=lost,
        fallen=fallen,
    )


def _leave(event: ev.CanalAnswered) -> Message:
    sentence = (
        say("{nation} ({player}) lets {asking:nation} use the {canal}.")
        if event.allowed
        else say("{nation} ({player}) does not let {asking:nation} use the {canal}.")
    )
    return sentence.filled(
        nation=event.nation, player=event.player, asking=event.asking, canal=event.canal
    )


def _status(event: ev.StatusChanged) -> Message:
    sentence = (
        say("{nation} makes {changed} in {place} hostile.")
        if event.status is Status.HOSTILE
        else say("{nation} makes {changed} in {place} friendly.")
    )
    return sentence.filled(nation=event.nation, changed=armies(event.count), place=event.province)


def told_flags(run: Sequence[ev.FlagChanged]) -> Message:
    """Flags that change hands alike, as one sentence."""
    old, new = run[0].old, run[0].new
    places = tuple(event.region for event in run)
    if new is None:
        return say("{nation} loses its flag in {places}.", nation=old, places=places)
    if old is None:
        return say("{nation} raises its flag in {places}.", nation=new, places=places)
    return say(
        "{nation} raises its flag in {places} in place of that of {old:nation}.",
        nation=new,
        places=places,
        old=old,
    )
