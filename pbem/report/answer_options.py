"""The choices of every decision but a turn: fights, canals, Swiss Banks, investing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.orders.verbs.written import format_command
from pbem.report.option_models import Group, Option
from pbem.report.option_notes import interest_notes, investors_after
from pbem.report.views import forces_in
from pbem.report.wording import money, place, say
from pbem.rules.choices import choices
from pbem.rules.commands import Command, Fight, Force, Invest
from pbem.rules.government import rightful_government
from pbem.rules.investor import Offer, interest_bill, offers
from pbem.rules.state import Ask, Decision, State


def answer_groups(game: Game, state: State, decision: Decision) -> tuple[Group, ...]:
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


def _fights(game: Game, state: State, decision: Decision) -> Group:
    assert decision.region is not None
    board = game.board
    options = tuple(
        Option(format_command(board, c), _fight_note(c)) for c in choices(game, state, decision)
    )
    remarks = tuple(
        say("{nation}: {units}", nation=force.nation, units=force.units)
        for force in forces_in(game, state, decision.region)
    )
    return Group(say("In {place} now", place=place(board, decision.region)), remarks, options)


def _fight_note(command: Command) -> str:
    if not isinstance(command, Fight):
        return "nobody fights"
    one = command.count == 1
    sentence = "1 unit of each is lost" if one else "{pairs} units of each are lost"
    return say(sentence, pairs=command.count)


def _canal(game: Game, state: State, decision: Decision) -> Group:
    asking, nation = game.board.name(state.nation), decision.nation
    assert nation is not None
    assert decision.region is not None
    remark = say(
        "{nation} has the say by its flag in {place}.",
        nation=game.board.name(nation),
        place=place(game.board, decision.region),
    )
    notes = {
        "allow": say("{asking} goes through", asking=asking),
        "deny": say("{asking}'s units that need it stay", asking=asking),
    }
    options = tuple(
        Option(_written(game, c), notes.get(c.command, "")) for c in choices(game, state, decision)
    )
    return Group("Your answer", (remark,), options)


def _forcing(game: Game, state: State, decision: Decision) -> Group:
    nation = decision.nation
    assert nation is not None
    government = state.nations[nation].government
    assert government is not None
    bill = interest_bill(game, state, nation)
    notes = interest_notes(bill, government, decision.player)
    investors = investors_after(game, state, decision.player)
    remarks = (
        say(
            "The treasury of {nation} has {treasury}. Forced to stop, it pays interest; investing "
            "follows either way.",
            nation=game.board.name(nation),
            treasury=money(state.nations[nation].treasury),
        ),
        investors,
    )
    options = tuple(
        Option(_written(game, c), notes if isinstance(c, Force) else "no interest is paid")
        for c in choices(game, state, decision)
    )
    return Group("Your answer", remarks, options)


def _investments(game: Game, state: State, decision: Decision) -> Iterator[Group]:
    found = offers(game, state, decision)
    for nation in dict.fromkeys(offer.order.nation for offer in found):
        mine = tuple(offer for offer in found if offer.order.nation == nation)
        yield _bonds(game, state, decision.player, mine)
    yield Group("No investment", (), (Option("PASS"),))


def _bonds(game: Game, state: State, player: PlayerId, found: tuple[Offer, ...]) -> Group:
    nation = found[0].order.nation
    own = state.nations[nation]
    if own.government == player:
        sentence = "{nation} (you, credit {mine}): treasury {treasury}, power {power} (x{factor})"
    elif own.government:
        sentence = (
            "{nation} ({government}, credit {credit}): your credit {mine}, treasury {treasury}, "
            "power {power} (x{factor})"
        )
    else:
        sentence = (
            "{nation} (no government): your credit {mine}, treasury {treasury}, "
            "power {power} (x{factor})"
        )
    title = say(
        sentence,
        nation=game.board.name(nation),
        government=own.government,
        credit=state.credit(own.government, nation) if own.government else 0,
        mine=state.credit(player, nation),
        treasury=money(own.treasury),
        power=own.power,
        factor=game.factor(own.power),
    )
    options = (Option(_written(game, o.order), _bond_note(game, state, player, o)) for o in found)
    return Group(title, (), tuple(options))


def _bond_note(game: Game, state: State, player: PlayerId, offer: Offer) -> str:
    order = offer.order
    after = _with_bond(state, player, order)
    government = state.nations[order.nation].government
    first = state.investor_card or (state.auction.start_player if state.auction else player)
    takes_over = (
        government != player and rightful_government(game, after, order.nation, first) == player
    )
    notes = [
        say("costs {cost}", cost=money(offer.cost)),
        say("interest {interest}", interest=money(game.interest(order.price))),
        say("your credit {credit}", credit=after.credit(player, order.nation)),
    ]
    if takes_over:
        sentence = "TAKES OVER from {government}" if government else "you would govern"
        notes.append(say(sentence, government=government))
    return ", ".join(notes)


def _with_bond(state: State, player: PlayerId, order: Invest) -> State:
    """The position with the bond taken; the money is left as it was."""
    own = state.nations[order.nation]
    bonds = {p: o for p, o in own.bonds.items() if p != order.returning} | {order.price: player}
    return replace(state, nations={**state.nations, order.nation: replace(own, bonds=bonds)})
