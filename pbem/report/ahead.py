"""What happened without a mail, and what a player has left ahead of time, in words.

That something was done by a plan or a standing answer is told to everybody. Why a plan was not
used, and what is kept, is for its player only: `seen_by` leaves out everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.orders.ahead.advance import Automatic, Why
from pbem.orders.ahead.plans import InvestPlan, TurnPlan
from pbem.orders.ahead.standing import Held, Standing
from pbem.orders.ahead.trial import notes_on
from pbem.orders.ahead.written import format_order
from pbem.report.sentences import sentences
from pbem.report.wording import say
from pbem.rules.events import Event
from pbem.rules.state import Ask, State

Steps = Sequence[tuple[Automatic, tuple[Event, ...]]]


@dataclass(frozen=True, slots=True)
class PlanNote:
    """What became of a plan, for its player: a sentence, and the reasons."""

    sentence: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptView:
    """Something that is kept: its lines in the order language, and what is to be known of it."""

    lines: tuple[str, ...]
    notes: tuple[str, ...]


def seen_by(reader: PlayerId | None, steps: Steps) -> Steps:
    """What one reader may know; None is whoever is no player."""
    return tuple(
        (step if step.player == reader else replace(step, reasons=()), events)
        for step, events in steps
        if step.player == reader or step.order
    )


def told(game: Game, steps: Steps) -> tuple[str, ...]:
    """What was done, each with why it was done without a mail."""
    return tuple(_told(game, steps))


def plan_notes(game: Game, steps: Steps, reader: PlayerId | None) -> tuple[PlanNote, ...]:
    """What became of the reader's own plans, where there is something to know."""
    own = [step for step, _ in steps if step.player == reader and step.reasons]
    return tuple(PlanNote(_fate(game, step), step.reasons) for step in own)


def kept_views(
    game: Game, state: State, standing: Standing, player: PlayerId
) -> tuple[KeptView, ...]:
    """What a player has left; plans are tried on the present position."""
    return tuple(_view(game, state, held) for held in standing.of(player))


def kept_lines(game: Game, held: Sequence[Held]) -> tuple[str, ...]:
    """What is kept, as lines in the order language."""
    return tuple(line for h in held for line in format_order(game.board, h.order).split("\n"))


def _told(game: Game, steps: Steps) -> Iterator[str]:
    for step, events in steps:
        if step.order:
            yield _why(game, step)
            yield from sentences(game, events)


def _why(game: Game, step: Automatic) -> str:
    match step.why:
        case Why.PLAN:
            sentence = (
                "{player} has ordered the turn of {nation} ahead."
                if step.kind is Ask.TURN
                else "{player} has decided on investing ahead."
            )
        case Why.ONLY_CHOICE:
            sentence = "{nation} has nothing left to order, so {player} is not asked."
        case Why.STANDING:
            sentence = _standing_sentence(step)
        case _:
            assert_never(step.why)
    nation = game.board.name(step.nation) if step.nation else ""
    return say(sentence, player=step.player, nation=nation)


def _standing_sentence(step: Automatic) -> str:
    word = step.order.split()[0]
    return {
        "FIGHT": "{nation} fights by {player}'s standing answer.",
        "PEACE": "{nation} keeps the peace by {player}'s standing answer.",
        "ALLOW": "{nation} opens its canal by {player}'s standing answer.",
        "DENY": "{nation} closes its canal by {player}'s standing answer.",
        "FORCE": "{player}'s Swiss Bank forces {nation} by a standing answer.",
    }.get(word, "{player}'s Swiss Bank lets {nation} pass by a standing answer.")


def _fate(game: Game, step: Automatic) -> str:
    nation = game.board.name(step.nation) if step.nation else ""
    if step.order and step.kind is Ask.TURN:
        sentence = "Of your plan for {nation}, what stood first was not used:"
    elif step.order:
        sentence = "Of your plan for investing, what stood first was not used:"
    elif step.why is not Why.PLAN:
        sentence = "Your standing answer could not be given:"
    elif step.kind is Ask.TURN:
        sentence = "Your plan for {nation} was not used and is dropped:"
    else:
        sentence = "Your plan for investing was not used and is dropped:"
    return say(sentence, nation=nation)


def _view(game: Game, state: State, held: Held) -> KeptView:
    order = held.order
    notes: tuple[str, ...] = ()
    if isinstance(order, TurnPlan | InvestPlan) and not state.over:
        notes = tuple(note.message for note in notes_on(game, state, held.player, order))
    return KeptView(tuple(format_order(game.board, order).split("\n")), notes)
