"""What comes next when nobody is asked any more: stages, turns, rounds, the end (3 and 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from pbem.board.ids import NationId, PlayerId
from pbem.rules.events import (
    AuctionHeldAgain,
    CardMoved,
    GameEnded,
    InvestmentPassed,
    NationOffered,
    TurnSkipped,
)
from pbem.rules.government import settle_governments
from pbem.rules.maneuver.course import resume
from pbem.rules.play import Play
from pbem.rules.scoring import winner
from pbem.rules.setup import first_card_holder, settle_after_auction
from pbem.rules.spaces.investor import (
    ask_round,
    ask_with_card,
    ask_without_government,
    can_afford_any,
    without,
)
from pbem.rules.state import Acting, Ask, Decision, Stage


def proceed(play: Play) -> None:
    """Go on until somebody must decide something, or the game is over."""
    while not play.state.over:
        if not play.state.pending:
            _next_step(play)
            continue
        head = play.state.pending[0]
        if head.kind is not Ask.INVEST or can_afford_any(play.game, play.state, head):
            return
        play.set(pending=without(play.state, head).pending)
        play.say(InvestmentPassed(head.player, head.nation, asked=False))


def start_first_turn(play: Play) -> None:
    """Hand out the investor card and ask the first nation that has a government (2.4, 3.1)."""
    play.set(investor_card=first_card_holder(play.game, play.state), stage=Stage.TURN)
    if play.state.investor_card:
        play.say(CardMoved(play.state.investor_card))
    if play.nation(play.state.nation).government:
        play.ask_turn()
    else:
        play.say(TurnSkipped(play.state.nation, play.state.turn))
        _next_turn(play, offering=False)


def after_action(play: Play, landed_on_investor: bool) -> None:
    """What follows the rondel space: the end, investing, or the next turn (3.5, 6.5, 10)."""
    tables, acting = play.game.rules, play.state.acting
    with_card = tables.investor.method == "card"
    invests = with_card and (landed_on_investor or acting.passed_investor)
    play.set(acting=replace(acting, maneuver=None, held=None))
    if play.nation(play.state.nation).power >= tables.power.end:
        if not (invests and tables.investor.invest_after_end):
            _end(play)
            return
        play.set(acting=replace(play.state.acting, ending=True))
    if invests:
        ask_with_card(play)
    elif with_card:
        _next_turn(play)
    else:
        nation = play.state.nation
        ask_round(play, Stage.ROUND, nation, _government(play, nation))


def _next_step(play: Play) -> None:
    stage = play.state.stage
    match stage:
        case Stage.AUCTION:
            _next_offer(play)
        case Stage.MANEUVER:
            if resume(play):
                after_action(play, landed_on_investor=False)
        case Stage.CARD:
            _end_card_investing(play)
        case Stage.ROUND:
            ask_without_government(play, _government(play, play.state.nation))
        case Stage.EXTRA:
            settle_governments(play, _government(play, play.state.nation))
            _next_turn(play)
        case Stage.VACANT:
            settle_governments(play, _government(play, _last_governed(play, play.state.nation)))
            _take_or_skip(play)
        case Stage.TURN | Stage.FORCE | Stage.OVER:  # these always ask somebody, or nobody at all
            raise AssertionError(stage)
        case _:
            assert_never(stage)


def _next_offer(play: Play) -> None:
    """Offer the next nation of the auction, or end the auction (2.3)."""
    auction, nations = play.state.auction, play.game.nations
    assert auction is not None
    number = auction.offered
    if number and number % len(nations) == 0:
        if settle_after_auction(play):
            play.set(auction=None, nation=nations[0])
            start_first_turn(play)
            return
        play.say(AuctionHeldAgain())
    nation = nations[number % len(nations)]
    seats = play.state.clockwise(auction.start_player)
    first = seats[number % len(seats)]
    play.set(nation=nation, auction=replace(auction, offered=number + 1))
    play.say(NationOffered(nation))
    play.ask(Decision(Ask.INVEST, p, nation) for p in play.state.clockwise(first))


def _end_card_investing(play: Play) -> None:
    holder = play.state.investor_card
    assert holder is not None
    settle_governments(play, holder)
    left = play.state.left_of(holder)
    play.set(investor_card=left)
    play.say(CardMoved(left))
    if play.state.acting.ending:
        _end(play)
    else:
        _next_turn(play)


def _next_turn(play: Play, offering: bool = True) -> None:
    """The next nation's turn; without the card, a nation without government is offered first."""
    order = play.game.nations
    following = order[(order.index(play.state.nation) + 1) % len(order)]
    play.set(nation=following, turn=play.state.turn + 1, acting=Acting(), stage=Stage.TURN)
    vacant = play.nation(following).government is None
    if vacant and offering and play.game.rules.investor.method == "after-each-turn":
        play.say(NationOffered(following))
        ask_round(play, Stage.VACANT, following, _government(play, _last_governed(play, following)))
    else:
        _take_or_skip(play, offering)


def _take_or_skip(play: Play, offering: bool = True) -> None:
    if play.nation(play.state.nation).government is not None:
        play.set(stage=Stage.TURN)
        play.ask_turn()
    else:
        play.say(TurnSkipped(play.state.nation, play.state.turn))
        _next_turn(play, offering)


def _last_governed(play: Play, nation: NationId) -> NationId:
    """The nearest nation before `nation` in turn order that has a government (section 10)."""
    order = play.game.nations
    at = order.index(nation)
    before = (*order[at + 1 :], *order[:at])
    return next(n for n in reversed(before) if play.nation(n).government)


def _government(play: Play, nation: NationId) -> PlayerId:
    government = play.nation(nation).government
    assert government is not None, "only a governed nation acts"
    return government


def _end(play: Play) -> None:
    play.set(stage=Stage.OVER, pending=())
    play.say(GameEnded(play.state.nation, winner(play.game, play.state)))
