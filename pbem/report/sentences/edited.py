"""What is otherwise in a position than in the one before, as a moderator has edited it.

Each reader is told what that reader may see: with secret cash, no other player's.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.board.ids import NationId, PlayerId, RegionId
from pbem.board.model import Game
from pbem.ground.messages import Message, Value, say
from pbem.report.views import sees_cash
from pbem.rules.state import NationState, State


def differences(
    game: Game, before: State, after: State, reader: PlayerId | None
) -> tuple[Message, ...]:
    """The differences, a sentence for each; `reader` None is whoever sees all cash."""
    return tuple(_differences(game, before, after, reader))


def _differences(
    game: Game, before: State, after: State, reader: PlayerId | None
) -> Iterator[Message]:
    if before.turn != after.turn:
        yield say("Turn: {before} -> {after}", before=before.turn, after=after.turn)
    if before.nation != after.nation:
        yield say("To move: {before:nation} -> {after:nation}", before=before.nation,
                  after=after.nation)  # fmt: skip
    if before.investor_card != after.investor_card:
        yield say("Investor card: {before:message} -> {after:message}",
                  before=_who(before.investor_card), after=_who(after.investor_card))  # fmt: skip
    for player in after.seats:
        old, new = before.players[player].cash, after.players[player].cash
        if old != new and sees_cash(game, after, reader, player):
            yield say("{player}, cash: {before:money} -> {after:money}", player=player, before=old,
                      after=new)  # fmt: skip
    for nation in game.nations:
        yield from _of_nation(game, nation, before.nations[nation], after.nations[nation])


def _of_nation(
    game: Game, nation: NationId, old: NationState, new: NationState
) -> Iterator[Message]:
    def changed(what: Message, before: Value, after: Value) -> Message:
        return say("{nation}, {what:message}: {before:message} -> {after:message}", nation=nation,
                   what=what, before=_shown(before), after=_shown(after))  # fmt: skip

    if old.government != new.government:
        yield changed(say("government"), _who(old.government), _who(new.government))
    for what, before, after in (
        (say("treasury"), _money(old.treasury), _money(new.treasury)),
        (say("power"), old.power, new.power),
    ):
        if before != after:
            yield changed(what, before, after)
    if old.rondel != new.rondel:
        yield changed(say("rondel"), _space(old), _space(new))
    if old.tax_space != new.tax_space:
        chart = game.rules.taxation.chart
        levels = (chart[old.tax_space].level, chart[new.tax_space].level)
        yield changed(say("tax level"), *levels)
    for name, regions in (
        (say("factories"), (old.factories, new.factories)),
        (say("flags"), (old.flags, new.flags)),
    ):
        if set(regions[0]) != set(regions[1]):
            yield changed(name, _regions(regions[0]), _regions(regions[1]))
    for name, units in (
        (say("armies"), (old.armies, new.armies)),
        (say("friendly armies"), (old.friendly, new.friendly)),
        (say("fleets"), (old.fleets, new.fleets)),
    ):
        for region in game.board.regions:
            counts = (units[0].get(region, 0), units[1].get(region, 0))
            if counts[0] != counts[1]:
                where = say("{units:message} in {region}", units=name, region=region)
                yield changed(where, *counts)
    for price in sorted({*old.bonds, *new.bonds}):
        owners = (old.bonds.get(price), new.bonds.get(price))
        if owners[0] != owners[1]:
            bond = say("bond of {price:money}", price=price)
            yield changed(bond, *map(_who, owners))


def _who(player: PlayerId | None) -> Message:
    return say("{player}", player=player) if player else say("nobody")


def _space(nation: NationState) -> Message:
    return say("{space}", space=nation.rondel) if nation.rondel else say("not on it yet")


def _regions(regions: tuple[RegionId, ...]) -> Message:
    return say("{regions}", regions=tuple(sorted(regions))) if regions else say("none")


def _money(millions: int) -> Message:
    return say("{money}", money=millions)


def _shown(value: Value) -> Message:
    return value if isinstance(value, Message) else say("{number}", number=value)
