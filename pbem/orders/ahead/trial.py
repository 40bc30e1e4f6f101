"""Plans tried on the present position: what would be used if their moment had come already."""

from __future__ import annotations

from collections.abc import Iterator
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
                "{nation}: you do not govern it now. The plan is used only if you do when its turn "
                "comes.",
                nation=plan.nation,
            )
            notes.append(Warn("not-your-nation", message))
        elif state.nation == plan.nation and state.stage not in (Stage.AUCTION, Stage.VACANT):
            message = say(
                "{nation}: its turn is going on; this is for the turn after it.", nation=plan.nation
            )
            notes.append(Warn("next-turn", message))
    if state.stage is not Stage.AUCTION:
        notes += _tried(game, state, player, plan)
    return tuple(notes)


def _tried(
    game: Game, state: State, player: PlayerId, plan: TurnPlan | InvestPlan
) -> Iterator[Warn]:
    """What would be done if the moment had come, and why not what stands before it."""
    moment = _at_its_moment(state, player, plan)
    tried = try_alternatives(game, moment, player, plan.alternatives)
    if tried.number is None:
        yield Warn("tried", say("As things are now, it would not be used."))
    else:
        order = first_line(game.board, plan.alternatives[tried.number])
        yield Warn(
            "tried", say("As things are now, this would be carried out: {order}", order=order)
        )
    for reason in reasons(game, plan.alternatives, tried.refusals):
        yield Warn("tried", say("Not used: {message}", message=reason))


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
