"""What is done in the name of a player who does not answer, where the game says so.

*Standing*: the standing answer that would count if the player did not want to be asked. *Default*:
what costs nothing and hurts least. Both are commands that the player could have sent.

A turn's default, of the spaces that are free, by this order and then the nearest:

1. production;
2. taxation, if the treasury does not become less and the game does not end;
3. import of nothing, a factory space without building, a maneuver without moves;
4. any taxation, and last investor, which pays interest to others.

The rest of a maneuver is not carried out. To all other questions: peace, deny, pass, no investment.
"""

from __future__ import annotations

from typing import assert_never

from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.orders.ahead.advance import standing_answer
from pbem.orders.ahead.standing import Standing
from pbem.rules.answers import canal_asked
from pbem.rules.choices import choices, space_choices
from pbem.rules.commands import (
    Action,
    Command,
    Deny,
    Factory,
    Import,
    Investor,
    LetPass,
    Maneuver,
    Pass,
    Peace,
    Production,
    Taxation,
    Turn,
)
from pbem.rules.engine import apply
from pbem.rules.play import Play
from pbem.rules.state import Ask, Decision, State

_PRODUCTION, _GOOD_TAX, _NOTHING, _OTHER_TAX, _INVESTOR = range(5)
_WHOLE: dict[type[Action], int] = {
    Production: _PRODUCTION,
    Import: _NOTHING,
    Factory: _NOTHING,
    Maneuver: _NOTHING,
    Investor: _INVESTOR,
}


def unasked_answer(
    game: Game, state: State, standing: Standing, decision: Decision
) -> Command | None:
    """The standing answer to the question at the head, as if nothing said `ASK`."""
    answers = tuple(h for h in standing.held if getattr(h.order, "answer", "") != "ask")
    return standing_answer(game, state, Standing(answers), decision)


def default_answer(game: Game, state: State, decision: Decision) -> Command:
    """What hurts least; always legal."""
    match decision.kind:
        case Ask.TURN:
            return _default_turn(game, state, decision)
        case Ask.FIGHT:
            return Peace(decision.region)
        case Ask.CANAL:
            return Deny(canal_asked(Play(game, state), decision))
        case Ask.FORCE:
            return LetPass(decision.nation)
        case Ask.INVEST:
            return Pass()
        case _:
            assert_never(decision.kind)


def _default_turn(game: Game, state: State, decision: Decision) -> Command:
    ranked: list[tuple[int, int, Turn]] = []
    for choice in space_choices(game, state, decision):
        if choice.way.cost:
            continue
        for command in choice.commands:
            if _does_nothing_else(command.action):
                rank = _rank(game, state, decision, command)
                ranked.append((rank, choice.way.steps or 0, command))
    if not ranked:  # every free space is forbidden: then whatever comes first
        return choices(game, state, decision)[0]
    return min(ranked, key=lambda found: found[:2])[2]


def _does_nothing_else(action: Action) -> bool:
    """Whether it is the one order of its space that builds, imports and moves nothing."""
    match action:
        case Production(choice="all" | "none") | Taxation() | Investor():
            return True
        case Import(units=()) | Factory(province=None) | Maneuver(lines=()):
            return True
    return False


def _rank(game: Game, state: State, decision: Decision, command: Turn) -> int:
    if isinstance(command.action, Production) and command.action.choice == "none":
        return _NOTHING
    if not isinstance(command.action, Taxation):
        return _WHOLE[type(command.action)]
    try:
        after = apply(game, state, decision.player, command).state
    except Refusal:  # it waits for an answer of a Swiss Bank, and is judged no better
        return _OTHER_TAX
    before_treasury = state.nations[command.nation].treasury
    ends = after.over or after.acting.ending
    loses = after.nations[command.nation].treasury < before_treasury
    return _OTHER_TAX if ends or loses else _GOOD_TAX
