"""The choices of every decision but a turn: fights, canals, Swiss Banks, investing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.messages import Message, count, say
from pbem.orders.verbs.written import format_command
from pbem.report.options.effects import effects
from pbem.report.options.models import Option, OptionGroup
from pbem.report.options.notes import interest_notes, investors_after
from pbem.report.sentences.wording import joined
from pbem.report.views import forces_in
from pbem.rules.choices import choices
from pbem.rules.commands import Command, Fight, Force, Invest
from pbem.rules.government import rightful_government
from pbem.rules.spaces.investor import Offer, interest_bill, offers
from pbem.rules.state import Ask, Decision, State


def answer_groups(game: Game, state: State, decision: Decision) -> tuple[OptionGroup, ...]:
    """The choices of every decision but a turn, for the head of the queue."""
    match decision.kind:
        case Ask.FIGHT:
            return (_fights(game, state, decision),)
        case Ask.CANAL:
            return (_canal(game, state, decision),)
        case Ask.FORCE:
            return (_forcing(game, state, decision),)
        case Ask.INVEST:
            return tuple(_investments(game, state, decision))
        case Ask.TURN:
            raise AssertionError(decision)
        case _:
            assert_never(decision.kind)


def _written(game: Game, command: Command) -> str:
    return format_command(game.board, command)


def _fights(game: Game, state: State, decision: Decision) -> OptionGroup:
    assert decision.region is not None
    options = tuple(
        Option(_written(game, c), _fight_note(c)) for c in choices(game, state, decision)
    )
    remarks = tuple(
        say("{nation}: {units:message}", nation=force.nation, units=force.units)
        for force in forces_in(game, state, decision.region)
    )
    return OptionGroup(say("In {place} now", place=decision.region), remarks, options)


def _fight_note(command: Command) -> Message:
    if not isinstance(command, Fight):
        return say("nobody fights")
    pairs = command.count or 0
    return count("{number} unit of each is lost", "{number} units of each are lost", pairs)


def _canal(game: Game, state: State, decision: Decision) -> OptionGroup:
    remark = say(
        "{nation} has the say by its flag in {place}.",
        nation=decision.nation,
        place=decision.region,
    )
    notes = {
        "allow": say("{nation} goes through", nation=state.nation),
        "deny": say("units of {nation} that need it stay", nation=state.nation),
    }
    options = tuple(
        Option(_written(game, c), notes.get(c.command)) for c in choices(game, state, decision)
    )
    return OptionGroup(say("Your answer"), (remark,), options)


def _forcing(game: Game, state: State, decision: Decision) -> OptionGroup:
    nation = decision.nation
    assert nation is not None
    government = state.nations[nation].government
    assert government is not None
    bill = interest_bill(game, state, nation)
    notes = interest_notes(bill, government, decision.player)
    remark = say(
        "The treasury of {nation} has {treasury:money}. Forced to stop, it pays interest; "
        "investing follows either way.",
        nation=nation,
        treasury=state.nations[nation].treasury,
    )
    investors = investors_after(game, state, decision.player)
    options = tuple(
        Option(_written(game, c), notes if isinstance(c, Force) else say("no interest is paid"))
        for c in choices(game, state, decision)
    )
    remarks = (remark, investors) if investors else (remark,)
    return OptionGroup(say("Your answer"), remarks, options)


def _investments(game: Game, state: State, decision: Decision) -> Iterator[OptionGroup]:
    found = offers(game, state, decision)
    for nation in dict.fromkeys(offer.order.nation for offer in found):
        mine = tuple(offer for offer in found if offer.order.nation == nation)
        yield _bonds(game, state, decision.player, mine)
    yield OptionGroup(say("No investment"), (), (Option("PASS"),), apart=False)


def _bonds(game: Game, state: State, player: PlayerId, found: tuple[Offer, ...]) -> OptionGroup:
    nation = found[0].order.nation
    own = state.nations[nation]
    if own.government == player:
        sentence = say(
            "{nation} (you, credit {mine}): treasury {treasury:money}, power {power} (x{factor})"
        )
    elif own.government:
        sentence = say(
            "{nation} ({player}, credit {credit}): your credit {mine}, treasury "
            "{treasury:money}, power {power} (x{factor})"
        )
    else:
        sentence = say(
            "{nation} (no government): your credit {mine}, treasury {treasury:money}, "
            "power {power} (x{factor})"
        )
    title = sentence.filled(
        nation=nation,
        player=own.government,
        credit=state.credit(own.government, nation) if own.government else 0,
        mine=state.credit(player, nation),
        treasury=own.treasury,
        power=own.power,
        factor=game.factor(own.power),
    )
    options = (Option(_written(game, o.order), _bond_note(game, state, player, o)) for o in found)
    return OptionGroup(title, (), tuple(options), apart=False)


def _bond_note(game: Game, state: State, player: PlayerId, offer: Offer) -> Message:
    order = offer.order
    credit = state.credit(player, order.nation) + order.price - (order.returning or 0)
    notes = (
        say("costs {cost:money}", cost=offer.cost),
        say("interest {interest:money}", interest=game.interest(order.price)),
        say("your credit {credit}", credit=credit),
        *(effects(game, state, player, order) or ()),
        *_takeover(game, state, player, order),
    )
    return joined(notes, "; ")


def _takeover(game: Game, state: State, player: PlayerId, order: Invest) -> Iterator[Message]:
    """That the player governs the nation with that bond, unless others who invest overtake it.

    Governments are settled when all have invested: until then the position does not say it.
    """
    own = state.nations[order.nation]
    bonds = {p: o for p, o in own.bonds.items() if p != order.returning} | {order.price: player}
    after = replace(state, nations={**state.nations, order.nation: replace(own, bonds=bonds)})
    first = state.investor_card or (state.auction.start_player if state.auction else player)
    governs = rightful_government(game, after, order.nation, first) == player
    if not governs or own.government == player:
        return
    if own.government:
        yield say("you TAKE OVER from {player}", player=own.government)
    else:
        yield say("you would govern")
