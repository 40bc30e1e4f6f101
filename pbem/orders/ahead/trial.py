"""Plans tried on the present position: what would be used if their moment had come already."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.orders.ahead.advance import reasons, try_alternatives
from pbem.orders.ahead.plans import InvestPlan, TurnPlan
from pbem.orders.verbs.format_plans import first_line
from pbem.rules.play import Warn
from pbem.rules.state import Acting, Ask, Decision, Stage, State


def notes_on(
    game: Game, state: State, player: PlayerId, plan: TurnPlan | InvestPlan
) -> tuple[Warn, ...]:
    """What its player should know about a plan that is kept."""
    notes = []
    if isinstance(plan, TurnPlan):
        name = game.board.name(plan.nation)
        if state.nations[plan.nation].government != player:
            message = (
                f"You do not govern {name} now: it is used only if you do when the turn comes."
            )
            notes.append(Warn("not-your-nation", message))
        elif state.nation == plan.nation and state.stage not in (Stage.AUCTION, Stage.VACANT):
            message = f"The turn of {name} is going on: this is for the turn after it."
            notes.append(Warn("next-turn", message))
    if state.stage is not Stage.AUCTION:
        notes.append(_tried(game, state, player, plan))
    return tuple(notes)


def _tried(game: Game, state: State, player: PlayerId, plan: TurnPlan | InvestPlan) -> Warn:
    moment = _at_its_moment(state, player, plan)
    tried = try_alternatives(game, moment, player, plan.alternatives)
    if tried.number is not None:
        order = first_line(game.board, plan.alternatives[tried.number])
        before = " ".join(reasons(game, plan.alternatives, tried.refusals))
        told = f"As things are now, {order} would be carried out."
        return Warn("tried", f"{told} Before it: {before}" if before else told)
    why = " ".join(reasons(game, plan.alternatives, tried.refusals))
    return Warn("tried", f"As things are now, it would not be used. {why}")


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
