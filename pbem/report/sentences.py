"""Every event as a plain sentence; what happens in one go to several is told in one sentence."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import assert_never

from pbem.board.ids import City, NationId, RegionId, Unit
from pbem.board.model import Board, Game
from pbem.report.wording import (
    counted,
    forces,
    listed,
    money,
    place,
    places,
    say,
    space_name,
    units,
)
from pbem.rules import events as ev
from pbem.rules.commands import Imported, Status


def sentences(game: Game, events: Sequence[ev.Event]) -> tuple[str, ...]:
    """What happened, in its order."""
    return tuple(_told(game.board, run) for run in _runs(_public(game, events)))


def sentence(game: Game, event: ev.Event) -> str:
    """One event as a sentence."""
    return sentences(game, (event,))[0]


def _public(game: Game, events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """Where cash is secret, nobody is told that somebody could not afford a bond."""
    for event in events:
        if isinstance(event, ev.InvestmentPassed) and game.rules.reports.secret_cash:
            yield replace(event, asked=True)
        else:
            yield event


def _runs(events: Iterable[ev.Event]) -> Iterator[tuple[ev.Event, ...]]:
    """Events that are told together: alike, and with nothing of another kind between them."""
    for _, stretch in groupby(events, key=type):
        alike: dict[Hashable, list[ev.Event]] = {}
        for number, event in enumerate(stretch):
            alike.setdefault(_likeness(event, number), []).append(event)
        yield from map(tuple, alike.values())


def _likeness(event: ev.Event, number: int) -> Hashable:
    """Events of one stretch with the same likeness are told together."""
    match event:
        case ev.UnitsMoved():
            return (event.nation, event.unit, event.origin, event.target, event.status)
        case ev.InterestPaid():
            return event.nation
        case ev.FlagChanged():
            return (event.new, event.old)
        case ev.InvestmentPassed():
            return (event.nation, event.asked)
        case _:
            return number


def _told(board: Board, run: tuple[ev.Event, ...]) -> str:
    event = run[0]
    match event:
        case ev.UnitsMoved():
            moves = [e for e in run if isinstance(e, ev.UnitsMoved)]
            count = sum(e.count for e in moves)
            via = tuple(chain for e in moves for chain in e.via)
            return _moved(board, replace(event, count=count, via=via))
        case ev.InterestPaid():
            return _interest(board, [e for e in run if isinstance(e, ev.InterestPaid)])
        case ev.FlagChanged():
            return _flags(board, [e for e in run if isinstance(e, ev.FlagChanged)])
        case ev.InvestmentPassed():
            return _passed(board, [e for e in run if isinstance(e, ev.InvestmentPassed)])
        case (
            ev.FactoryBuilt()
            | ev.UnitsProduced()
            | ev.UnitsImported()
            | ev.BattleFought()
            | ev.PeaceKept()
            | ev.CanalAnswered()
            | ev.UnitsStayed()
            | ev.StatusChanged()
            | ev.FactoryDestroyed()
        ):
            return _on_the_board(board, event)
        case _:
            return _about_money_and_power(board, event)


def _on_the_board(
    board: Board,
    event: ev.FactoryBuilt
    | ev.UnitsProduced
    | ev.UnitsImported
    | ev.BattleFought
    | ev.PeaceKept
    | ev.CanalAnswered
    | ev.UnitsStayed
    | ev.StatusChanged
    | ev.FactoryDestroyed,
) -> str:
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


def _about_money_and_power(
    board: Board,
    event: ev.MarkerMoved
    | ev.AskedAnew
    | ev.Taxed
    | ev.InterestForgone
    | ev.CardIncome
    | ev.Invested
    | ev.ForceAnswered
    | ev.GovernmentChanged
    | ev.SwissBankMoved
    | ev.CardMoved
    | ev.TurnSkipped
    | ev.NationOffered
    | ev.AuctionHeldAgain
    | ev.Gave
    | ev.GameEnded,
) -> str:
    name = board.name
    match event:
        case ev.MarkerMoved():
            return _marker(board, event)
        case ev.AskedAnew(nation, player, reason):
            return say(
                "The rest of {nation}'s maneuver is no longer legal: {reason} "
                "{player} orders the rest anew.",
                nation=name(nation),
                reason=reason,
                player=player,
            )
        case ev.Taxed():
            return _taxed(board, event)
        case ev.InterestForgone():
            return _forgone(board, event)
        case ev.CardIncome(player, amount):
            return say(
                "{player} holds the investor card and gets {amount} from the bank.",
                player=player,
                amount=money(amount),
            )
        case ev.Invested():
            return _invested(board, event)
        case ev.ForceAnswered(player, nation, forced):
            sentence = (
                "{player}'s Swiss Bank forces {nation} to stop on investor."
                if forced
                else "{player}'s Swiss Bank lets {nation} pass investor."
            )
            return say(sentence, player=player, nation=name(nation))
        case ev.GovernmentChanged(nation, old, new):
            sentence = (
                "{new} takes over the government of {nation} from {old}."
                if old
                else "{new} takes the government of {nation}."
            )
            return say(sentence, new=new, old=old, nation=name(nation))
        case ev.SwissBankMoved(player, owns):
            sentence = "{player} gets a Swiss Bank." if owns else "{player} gives up a Swiss Bank."
            return say(sentence, player=player)
        case ev.CardMoved(player):
            return say("{player} has the investor card now.", player=player)
        case ev.TurnSkipped(nation, turn):
            return say(
                "Turn {turn}: {nation} has no government and is skipped.",
                turn=turn,
                nation=name(nation),
            )
        case ev.NationOffered(nation):
            return say("The bonds of {nation} are offered.", nation=name(nation))
        case ev.AuctionHeldAgain():
            return "Nobody governs anything: the auction is held again."
        case ev.Gave(player, nation, amount):
            return say(
                "{player} gives {amount} to the treasury of {nation}.",
                player=player,
                amount=money(amount),
                nation=name(nation),
            )
        case ev.GameEnded():
            return _ended(board, event)
        case _:
            assert_never(event)


def _marker(board: Board, event: ev.MarkerMoved) -> str:
    sentence = "{nation} moves to {space} ({spaces} on; {player} pays {cost})."
    if event.steps is None:
        sentence = "{nation} begins on {space}."
    elif not event.cost:
        sentence = "{nation} moves to {space} ({spaces} on)."
    return say(
        sentence,
        nation=board.name(event.nation),
        space=space_name(event.space),
        spaces=counted(event.steps or 0, "space"),
        player=event.player,
        cost=money(event.cost),
    )


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


def _moved(board: Board, event: ev.UnitsMoved) -> str:
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


def _flags(board: Board, run: Sequence[ev.FlagChanged]) -> str:
    first = run[0]
    if first.new is None:
        sentence = "{old} loses its flag in {places}."
    elif first.old is None:
        sentence = "{new} raises its flag in {places}."
    else:
        sentence = "{new} raises its flag in {places} in place of {old}'s."
    return say(
        sentence,
        old=_name_or_nobody(board, first.old),
        new=_name_or_nobody(board, first.new),
        places=places(board, _regions(run)),
    )


def _regions(run: Sequence[ev.FlagChanged]) -> list[RegionId]:
    return [event.region for event in run]


def _name_or_nobody(board: Board, nation: NationId | None) -> str:
    return board.name(nation) if nation else "nobody"


def _taxed(board: Board, event: ev.Taxed) -> str:
    parts = [
        "{nation} taxes: {factories} and {flags} bring {revenue}, soldiers are paid {pay}."
        if event.pay
        else "{nation} taxes: {factories} and {flags} bring {revenue}."
    ]
    if event.bonus:
        parts.append("{player} gets a bonus of {bonus}.")
    parts.append(
        "{nation} gains {gained} power and has {power}."
        if event.power_gained
        else "{nation} gains no power and has {power}."
    )
    return say(
        " ".join(parts),
        nation=board.name(event.nation),
        player=event.player,
        factories=counted(event.factories, "factory"),
        flags=counted(event.flags, "flag"),
        revenue=money(event.revenue),
        pay=money(event.pay),
        bonus=money(event.bonus),
        gained=event.power_gained,
        power=event.power,
    )


def _interest(board: Board, run: Sequence[ev.InterestPaid]) -> str:
    shares = (say("{amount} to {player}", amount=money(e.amount), player=e.player) for e in run)
    return say(
        "{nation} pays interest: {shares}.",
        nation=board.name(run[0].nation),
        shares=", ".join(shares),
    )


def _forgone(board: Board, event: ev.InterestForgone) -> str:
    if event.forgone and event.paid:
        sentence = (
            "The treasury of {nation} is short: {player} gives up {forgone} of interest and pays "
            "{paid} to the others."
        )
    elif event.paid:
        sentence = "The treasury of {nation} is short: {player} pays {paid} to the others."
    else:
        sentence = "The treasury of {nation} is short: {player} gives up {forgone} of interest."
    return say(
        sentence,
        nation=board.name(event.nation),
        player=event.player,
        forgone=money(event.forgone),
        paid=money(event.paid),
    )


def _invested(board: Board, event: ev.Invested) -> str:
    sentence = (
        "{player} buys the {price} bond of {nation}."
        if event.returning is None
        else "{player} returns the {old} bond of {nation} and takes its {price} bond for {paid}."
    )
    return say(
        sentence,
        player=event.player,
        nation=board.name(event.nation),
        price=money(event.price),
        old=money(event.returning or 0),
        paid=money(event.paid),
    )


def _passed(board: Board, run: Sequence[ev.InvestmentPassed]) -> str:
    nation = run[0].nation
    if run[0].asked:
        sentence = (
            "No investment in {nation} by {players}." if nation else "No investment by {players}."
        )
    elif nation:
        sentence = "No investment in {nation} by {players}: no bond is cheap enough."
    else:
        sentence = "No investment by {players}: no bond is cheap enough."
    players = listed(e.player for e in run)
    return say(sentence, players=players, nation=_name_or_nobody(board, nation))


def _ended(board: Board, event: ev.GameEnded) -> str:
    sentence = (
        "{nation} has reached the end of the power track. The game is over, and {winner} wins."
        if event.winner
        else "{nation} has reached the end of the power track. The game is over, and the victory "
        "is shared."
    )
    return say(sentence, nation=board.name(event.nation), winner=event.winner)
