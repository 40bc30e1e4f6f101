"""What happens without a mail: plans and standing answers are used, and decisions that are none.

While the head of the queue can be answered so, it is, and by `engine.apply` alone: nothing happens
that a mail of the same player at the same moment could not have done. A plan that cannot be used
is dropped and does nothing; its player is asked. Nothing is ever done that was not said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from pbem.board.ids import NationId, PlayerId, Space, Unit
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal, Refusal
from pbem.ground.message_data import MessageField
from pbem.ground.messages import Message, say
from pbem.orders.ahead.plans import Alternative, InvestPlan, TurnPlan
from pbem.orders.ahead.standing import Standing, canal_rule_for, stance_for, swiss_rule_for
from pbem.orders.ahead.written import first_line
from pbem.orders.verbs.ahead.conditions import unmet
from pbem.orders.verbs.written import format_command
from pbem.rules.answers import canal_asked
from pbem.rules.choices import maneuver_lines
from pbem.rules.commands import Allow, Command, Deny, Fight, Force, LetPass, Maneuver, Peace, Turn
from pbem.rules.engine import Step, apply
from pbem.rules.events import Event
from pbem.rules.maneuver.course import in_progress
from pbem.rules.maneuver.flags import settle_flags
from pbem.rules.maneuver.groups import unmoved
from pbem.rules.play import Play
from pbem.rules.resolve import resolved
from pbem.rules.state import Ask, Decision, State


class Why(StrEnum):
    """Why something happens without a mail."""

    PLAN = "plan"
    STANDING = "standing-answer"
    ONLY_CHOICE = "only-choice"


@dataclass(frozen=True, slots=True)
class Automatic:
    """What was done in a player's name without a mail; or not, and the player is asked.

    kind, nation: of the question, see `Decision`
    order: what was carried out, canonical; "" if nothing was
    reasons: for the player only: why alternatives or the whole plan were not used; in older
        journals as English text
    """

    player: PlayerId
    kind: Ask
    why: Why
    nation: NationId | None = None
    order: str = ""
    reasons: tuple[MessageField | str, ...] = ()

    @property
    def plan_of(self) -> NationId | None:
        """Of a plan: the nation for whose turn it was; None if it was for investing."""
        return self.nation if self.kind is Ask.TURN else None


@dataclass(frozen=True, slots=True)
class Advanced:
    """A position in which somebody must really be asked, and how it was reached.

    steps: in their order, each with what happened
    """

    state: State
    standing: Standing
    steps: tuple[tuple[Automatic, tuple[Event, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of alternatives: the first that can be used, and why those before it cannot.

    number: of the alternative that is used, from 0; None if none can be
    """

    number: int | None
    command: Command | None
    step: Step | None
    refusals: tuple[Refusal, ...]


def advance(game: Game, state: State, standing: Standing) -> Advanced:
    """Go on until somebody must be asked."""
    steps: list[tuple[Automatic, tuple[Event, ...]]] = []
    while state.pending and not state.over:
        for dropped in _for_another_government(state, standing):
            standing = standing.without_plan(dropped.player, dropped.nation, state.turn)
            steps.append((dropped, ()))
        found = _answer(game, state, standing)
        if found is None:
            break
        automatic, step = found
        if automatic.why is Why.PLAN:
            standing = standing.without_plan(automatic.player, automatic.plan_of, state.turn)
        steps.append((automatic, step.events if step else ()))
        if step is not None:
            state = step.state
        elif automatic.why is not Why.PLAN:
            break
    return Advanced(state, standing, tuple(steps))


def try_alternatives(
    game: Game, state: State, player: PlayerId, alternatives: Sequence[Alternative]
) -> Tried:
    """The first alternative whose conditions hold and which the engine accepts."""
    refusals: list[Refusal] = []
    for number, alternative in enumerate(alternatives):
        try:
            _check_conditions(game, state, player, alternative)
            step = apply(game, state, player, alternative.command)
        except Refusal as refusal:
            refusals.append(refusal)
        else:
            return Tried(number, alternative.command, step, tuple(refusals))
    return Tried(None, None, None, tuple(refusals))


def reasons(
    game: Game, alternatives: Sequence[Alternative], refusals: Sequence[Refusal]
) -> tuple[Message, ...]:
    """Why alternatives were not used, a sentence for each: the order, and what stopped it."""
    return tuple(
        say("{order}: {message}", order=first_line(game.board, alternative), message=refusal.told())
        for alternative, refusal in zip(alternatives, refusals, strict=False)
    )


def _check_conditions(game: Game, state: State, player: PlayerId, alternative: Alternative) -> None:
    condition = unmet(state, player, alternative.conditions)
    if condition is not None:
        written = condition.written(game.board)
        raise IllegalRefusal(
            "condition", say("The condition does not hold: {order}", order=written)
        )


def _for_another_government(state: State, standing: Standing) -> Iterator[Automatic]:
    """Plans for the turn that has come, of players who do not govern the nation now."""
    head = state.pending[0]
    if head.kind is not Ask.TURN or head.nation is None or in_progress(state):
        return
    for player in standing.planners(head.nation, state.turn):
        if player != head.player:
            reason = say("{player} governs it now", player=head.player)
            yield Automatic(player, Ask.TURN, Why.PLAN, head.nation, reasons=(reason,))


def _answer(game: Game, state: State, standing: Standing) -> tuple[Automatic, Step | None] | None:
    """What is done about the head of the queue; None if its player must be asked."""
    head = state.pending[0]
    match head.kind:
        case Ask.TURN if in_progress(state):
            rest = _empty_rest(game, state, head)
            return _given(game, state, head, rest, Why.ONLY_CHOICE) if rest else None
        case Ask.TURN:
            assert head.nation is not None
            plan = standing.turn_plan(head.player, head.nation, state.turn)
            return _planned(game, state, head, plan) if plan else None
        case Ask.INVEST:
            investing = standing.invest_plan(head.player)
            return _planned(game, state, head, investing) if investing else None
        case Ask.FIGHT | Ask.CANAL | Ask.FORCE:
            command = standing_answer(game, state, standing, head)
            return _given(game, state, head, command, Why.STANDING) if command else None
        case _:
            assert_never(head.kind)


def _planned(
    game: Game, state: State, head: Decision, plan: TurnPlan | InvestPlan
) -> tuple[Automatic, Step | None]:
    tried = try_alternatives(game, state, head.player, plan.alternatives)
    said = Automatic(
        head.player,
        head.kind,
        Why.PLAN,
        head.nation,
        reasons=reasons(game, plan.alternatives, tried.refusals),
    )
    if tried.step is None or tried.command is None:
        return said, None
    return replace(said, order=_written(game, state, tried.step, tried.command)), tried.step


def _given(
    game: Game, state: State, head: Decision, command: Command, why: Why
) -> tuple[Automatic, Step | None]:
    said = Automatic(head.player, head.kind, why, head.nation)
    try:
        step = apply(game, state, head.player, command)
    except Refusal as refusal:
        return replace(said, reasons=(say("{message}", message=refusal.told()),)), None
    return replace(said, order=_written(game, state, step, command)), step


def _written(game: Game, before: State, step: Step, command: Command) -> str:
    return format_command(game.board, resolved(game, before, step.state, command))


def standing_answer(game: Game, state: State, standing: Standing, head: Decision) -> Command | None:
    """The answer of the standing answer that counts; None for `ASK`, and if there is none."""
    nation, region = head.nation, head.region
    assert nation is not None
    if head.kind is Ask.FIGHT:
        assert region is not None
        stance = stance_for(standing, head.player, nation, state.nation, region)
        answers: dict[str, Command] = {
            "fight": Fight(state.nation, region=region),
            "peace": Peace(region),
        }
        return answers.get(stance.answer) if stance else None
    if head.kind is Ask.CANAL:
        canal = canal_asked(Play(game, state), head)
        rule = canal_rule_for(standing, head.player, canal, state.nation)
        answers = {"allow": Allow(canal), "deny": Deny(canal)}
        return answers.get(rule.answer) if rule else None
    swiss = swiss_rule_for(standing, head.player, nation)
    answers = {"force": Force(nation), "pass": LetPass(nation)}
    return answers.get(swiss.answer) if swiss else None


def _empty_rest(game: Game, state: State, head: Decision) -> Turn | None:
    """The rest of a maneuver if there is nothing to choose: no unit can do anything.

    If flags are short there is: which regions come first. Who has fleets that have not moved is
    asked, though they cannot move any more: that the armies have begun is news to the government.
    """
    nation = head.nation
    assert nation is not None
    play = Play(game, state)
    if maneuver_lines(play, nation) or _has_fleets_left(play, nation):
        return None
    settle_flags(play, ())
    if any(warning.code == "flags-short" for warning in play.warnings):
        return None
    on_a = state.nations[nation].rondel is Space.MANEUVER_A
    return Turn(nation, Maneuver("a" if on_a else "b"))


def _has_fleets_left(play: Play, nation: NationId) -> bool:
    fleets = play.nation(nation).fleets
    return any(unmoved(play, nation, Unit.FLEET, region).size for region in fleets)
