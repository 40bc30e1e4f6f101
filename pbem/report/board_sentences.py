"""What happens on the board, as sentences: building, units, battles, canals, flags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from pbem.board.ids import City, Unit
from pbem.board.model import Board
from pbem.report.wording import (
    counted,
    forces,
    listed,
    money,
    name_or_nobody,
    place,
    places,
    say,
    units,
)
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


def told_on_the_board(board: Board, event: BoardEvent) -> str:
    """An event on the board as a sentence."""
    name = board.name
    match event:
        case ev.FactoryBuilt():
            return _built(board, event)
        case ev.UnitsProduced():
            return _produced(board, event)
        case ev.UnitsImported():
            return _imported(board, event)
        case ev.BattleFought():
            return _fought(board, event)
        case ev.PeaceKept(nation, player, enemy, region):
            return say(
                "{nation} ({player}) keeps the peace with {enemy} in {place}.",
                nation=name(nation),
                player=player,
                enemy=name(enemy),
                place=place(board, region),
            )
        case ev.CanalAnswered():
            return _leave(board, event)
        case ev.UnitsStayed(nation, unit, count, region, canal):
            return say(
                "The {canal} is closed to {nation}: {units} must stay in {place}.",
                nation=name(nation),
                units=units(count, unit),
                place=place(board, region),
                canal=board.canals[canal].name,
            )
        case ev.StatusChanged():
            return _status(board, event)
        case ev.FactoryDestroyed(nation, owner, province, armies):
            return say(
                "{nation} destroys {owner}'s factory in {place} and gives up {armies} for it.",
                nation=name(nation),
                owner=name(owner),
                place=place(board, province),
                armies=counted(armies, "army"),
            )
        case _:
            assert_never(event)


def _built(board: Board, event: ev.FactoryBuilt) -> str:
    if event.province is None:
        return say("{nation} builds nothing.", nation=board.name(event.nation))
    sentence = (
        "{nation} builds a shipyard in {place} for {cost}."
        if board.regions[event.province].city is City.SHIPYARD
        else "{nation} builds an armaments factory in {place} for {cost}."
    )
    return say(
        sentence,
        nation=board.name(event.nation),
        place=place(board, event.province),
        cost=money(event.cost),
    )


def _produced(board: Board, event: ev.UnitsProduced) -> str:
    if not event.units:
        return say("{nation} produces nothing.", nation=board.name(event.nation))
    made = _new_units(board, event.units)
    return say("{nation} produces {made}.", nation=board.name(event.nation), made=made)


def _imported(board: Board, event: ev.UnitsImported) -> str:
    if not event.units:
        return say("{nation} imports nothing.", nation=board.name(event.nation))
    return say(
        "{nation} imports {made} for {cost}.",
        nation=board.name(event.nation),
        made=_new_units(board, event.units),
        cost=money(event.cost),
    )


def _new_units(board: Board, new: Sequence[Imported]) -> str:
    return listed(
        say("{units} in {place}", units=units(i.count, i.unit), place=place(board, i.province))
        for i in new
    )


def told_moves(board: Board, event: ev.UnitsMoved) -> str:
    """Moves from one place to another as one sentence."""
    status = {Status.HOSTILE: "hostile", Status.FRIENDLY: "friendly", None: ""}[event.status]
    if event.via and status:
        sentence = "{nation} moves {units} from {origin} to {target} ({status}), by {seas}."
    elif event.via:
        sentence = "{nation} moves {units} from {origin} to {target}, by {seas}."
    elif status:
        sentence = "{nation} moves {units} from {origin} to {target} ({status})."
    else:
        sentence = "{nation} moves {units} from {origin} to {target}."
    chains = dict.fromkeys(event.via)
    return say(
        sentence,
        nation=board.name(event.nation),
        units=units(event.count, event.unit),
        origin=place(board, event.origin),
        target=place(board, event.target),
        seas="; ".join(places(board, chain) for chain in chains),
        status=status,
    )


def _fought(board: Board, event: ev.BattleFought) -> str:
    lost = forces({Unit.ARMY: event.attacker_armies, Unit.FLEET: event.attacker_fleets})
    fallen = forces({Unit.ARMY: event.defender_armies, Unit.FLEET: event.defender_fleets})
    sentence = (
        "{attacker} fights {defender} in {place}: each loses {lost}."
        if lost == fallen
        else "{attacker} fights {defender} in {place}: "
        "{attacker} loses {lost}, {defender} loses {fallen}."
    )
    return say(
        sentence,
        attacker=board.name(event.attacker),
        defender=board.name(event.defender),
        place=place(board, event.region),
        lost=lost,
        fallen=fallen,
    )


def _leave(board: Board, event: ev.CanalAnswered) -> str:
    sentence = (
        "{nation} ({player}) lets {asking} use the {canal}."
        if event.allowed
        else "{nation} ({player}) does not let {asking} use the {canal}."
    )
    return say(
        sentence,
        nation=board.name(event.nation),
        player=event.player,
        asking=board.name(event.asking),
        canal=board.canals[event.canal].name,
    )


def _status(board: Board, event: ev.StatusChanged) -> str:
    sentence = (
        "{nation} makes {armies} in {place} hostile."
        if event.status is Status.HOSTILE
        else "{nation} makes {armies} in {place} friendly."
    )
    return say(
        sentence,
        nation=board.name(event.nation),
        armies=counted(event.count, "army"),
        place=place(board, event.province),
    )


def told_flags(board: Board, run: Sequence[ev.FlagChanged]) -> str:
    """Flags that change hands alike, as one sentence."""
    first = run[0]
    if first.new is None:
        sentence = "{old} loses its flag in {places}."
    elif first.old is None:
        sentence = "{new} raises its flag in {places}."
    else:
        sentence = "{new} raises its flag in {places} in place of {old}'s."
    return say(
        sentence,
        old=name_or_nobody(board, first.old),
        new=name_or_nobody(board, first.new),
        places=places(board, (event.region for event in run)),
    )
