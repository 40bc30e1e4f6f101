"""What happened without a mail, and what a player has left ahead of time, in words.

That something was done by a plan or a standing answer is told to everybody. Why a plan was not
used, and what is kept, is for its player only: `seen_by` leaves out everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.messages import Message, say
from pbem.orders.ahead.advance import Automatic, Why
from pbem.orders.ahead.plans import InvestPlan, TurnPlan
from pbem.orders.ahead.standing import Held, Standing
from pbem.orders.ahead.trial import notes_on
from pbem.orders.ahead.written import format_order
from pbem.report.language.voice import Spoken
from pbem.report.sentences.events import sentences
from pbem.rules.events import Event
from pbem.rules.play import Warn
from pbem.rules.state import Ask, State

Steps = Sequence[tuple[Automatic, tuple[Event, ...]]]


@dataclass(frozen=True, slots=True)
class PlanNote:
    """What became of a plan, for its player: a sentence, and the reasons."""

    sentence: Message
    reasons: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True)
class KeptView:
    """Something that is kept: its lines in the order language, and what is to be known of it."""

    lines: tuple[str, ...]
    notes: tuple[Spoken, ...]


def seen_by(reader: PlayerId | None, steps: Steps) -> Steps:
    """What one reader may know; None is whoever is no player."""
    return tuple(
        (step if step.player == reader else replace(step, reasons=()), events)
        for step, events in steps
        if step.player == reader or step.order
    )


def told(game: Game, steps: Steps) -> tuple[Message, ...]:
    """What was done, each with why it was done without a mail."""
    return tuple(_told(game, steps))


def plan_notes(steps: Steps, reader: PlayerId | None) -> tuple[PlanNote, ...]:
    """What became of the reader's own plans, where there is something to know."""
    own = [step for step, _ in steps if step.player == reader and step.reasons]
    return tuple(PlanNote(_fate(step), step.reasons) for step in own)


def kept_views(
    game: Game, state: State, standing: Standing, player: PlayerId
) -> tuple[KeptView, ...]:
    """What a player has left; plans are tried on the present position."""
    return tuple(_view(game, state, held) for held in standing.of(player))


def kept_lines(game: Game, held: Sequence[Held]) -> tuple[str, ...]:
    """What is kept, as lines in the order language."""
    return tuple(line for h in held for line in format_order(game.board, h.order).split("\n"))


def _told(game: Game, steps: Steps) -> Iterator[Message]:
    for step, events in steps:
        if step.order:
            yield _why(step)
            yield from sentences(game, events)


def _why(step: Automatic) -> Message:
    match step.why:
        case Why.PLAN:
            sentence = (
                say("{player} has ordered the turn of {nation} ahead.")
                if step.kind is Ask.TURN
                else say("{player} has decided on investing ahead.")
            )
        case Why.ONLY_CHOICE:
            sentence = say("{nation} has nothing left to order, so {player} is not asked.")
        case Why.STANDING:
            sentence = _STANDING.get(step.order.split()[0], _LETS_PASS)
        case _:
            assert_never(step.why)
    return sentence.filled(player=step.player, nation=step.nation)


_STANDING: Final[Mapping[str, Message]] = {
    "FIGHT": say("{nation} fights, by a standing answer of {player}."),
    "PEACE": say("{nation} keeps the peace, by a standing answer of {player}."),
    "ALLOW": say("{nation} opens its canal, by a standing answer of {player}."),
    "DENY": say("{nation} closes its canal, by a standing answer of {player}."),
    "FORCE": say(
        "The Swiss Bank of {player} forces {nation} to stop on investor, by a standing answer."
    ),
}
_LETS_PASS: Final = say(
    "The Swiss Bank of {player} lets {nation} pass investor, by a standing answer."
)


def _fate(step: Automatic) -> Message:
    if step.order and step.kind is Ask.TURN:
        sentence = say("Of your plan for {nation}, what stood first was not used:")
    elif step.order:
        sentence = say("Of your plan for investing, what stood first was not used:")
    elif step.why is not Why.PLAN:
        sentence = say("Your standing answer could not be given:")
    elif step.kind is Ask.TURN:
        sentence = say("Your plan for {nation} was not used and is dropped:")
    else:
        sentence = say("Your plan for investing was not used and is dropped:")
    return sentence.filled(nation=step.nation)


def _view(game: Game, state: State, held: Held) -> KeptView:
    order = held.order
    notes: tuple[Warn, ...] = ()
    if isinstance(order, TurnPlan | InvestPlan) and not state.over:
        notes = tuple(notes_on(game, state, held.player, order))
    return KeptView(tuple(format_order(game.board, order).split("\n")), notes)
