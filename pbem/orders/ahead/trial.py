"""Plans tried on the present position: what would be used if their moment had come already."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.messages import say
from pbem.orders.ahead.advance import reasons, try_alternatives
from pbem.orders.ahead.plans import InvestPlan, TurnPlan
from pbem.orders.ahead.written import first_line
from pbem.rules.play import Warn
from pbem.rules.state import Acting, Ask, Decision, Stage, State


def notes_on(
    game: Game, state: State, player: PlayerId, plan: TurnPlan | InvestPlan
) -> tuple[Warn, ...]:
    """What its player should know about a plan that is kept."""
    notes = []
    if isinstance(plan, TurnPlan):
        if state.nations[plan.nation].government != player:
            message = say(
                "You do not govern this nation now; the plan is used only if you do when the turn "
                "comes: {nation}.",
                nation=plan.nation,
            )
            notes.append(Warn("not-your-nation", message))
        elif state.nation == plan.nation and state.stage not in (Stage.AUCTION, Stage.VACANT):
            message = say(
                "The turn is going on; this is for the turn after it: {nation}.", nation=plan.nation
            )
            notes.append(Warn("next-turn", message))
    if state.stage is not Stage.AUCTION:
        notes.append(_tried(game, state, player, plan))
    return tuple(notes)


def _tried(game: Game, state: State, player: PlayerId, plan: TurnPlan | InvestPlan) -> Warn:
    moment = _at_its_moment(state, player, plan)
    tried = try_alternatives(game, moment, player, plan.alternatives)
    why = reasons(game, plan.alternatives, tried.refusals)
    if tried.number is None:
        told = say("As things are now, it would not be used. {messages}", messages=why)
        return Warn("tried", told)
    order = first_line(game.board, plan.alternatives[tried.number])
    told = say("As things are now, this would be carried out: {order}", order=order)
    if why:
        told = say("{message} Before it: {messages}", message=told, messages=why)
    return Warn("tried", told)


def _at_its_moment(state: State, player: PlayerId, plan: TurnPlan | InvestPlan) -> State:
    """The present position, but the player is asked for what the plan is for."""
    if isinstance(plan, InvestPlan):
        afterwards = Decision(Ask.TURN, player, state.nation)  # nothing is to follow from it
        return replace(
            state,
            stage=Stage.CARD,
            acting=Acting(),
            pending=(Decision(Ask.INVEST, player), afterwards),
        )
    own = replace(state.nations[plan.nation], government=player)
    return replace(
        state,
        nations={**state.nations, plan.nation: own},
        nation=plan.nation,
        stage=Stage.TURN,
        acting=Acting(),
        pending=(Decision(Ask.TURN, player, plan.nation),),
    )
