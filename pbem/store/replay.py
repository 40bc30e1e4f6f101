"""Playing a journal again: what was recorded is done once more, and nothing is decided anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal
from pbem.orders.ahead.advance import Automatic, Why
from pbem.orders.ahead.standing import NOTHING, Standing
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.ahead.cancel import Cancel
from pbem.rules.events import Event
from pbem.rules.maneuver.course import FLEETS_ARE_DONE, with_fleets_part_open
from pbem.rules.scoring import ended_as_it_stands
from pbem.rules.state import State
from pbem.store.codec import digest
from pbem.store.journal import Clocked, Entry, What
from pbem.store.positions import edited, position_part


@dataclass(frozen=True, slots=True)
class Position:
    """A position, and what the players have left ahead of time."""

    state: State
    standing: Standing = NOTHING

    @property
    def digest(self) -> str:
        """The SHA-256 of both."""
        return digest(self.state, self.standing)

    def is_recorded_as(self, recorded: str) -> bool:
        """Whether that is its digest, by this version or by one that knew less of a maneuver."""
        if recorded == self.digest:
            return True
        before = digest(self.state, self.standing, as_before=True)
        return recorded == before


class Past(Protocol):
    """What was before an entry."""

    def after(self, number: int) -> Position:
        """The position after an entry; 0 for the start."""

    def entries_between(self, first: int, end: int) -> Sequence[Entry]:
        """The entries from one number up to another, that not included."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """An entry that was done again.

    ordered: the position after its orders, before what happened by itself
    position: the position after it
    events: what its orders did
    automatic: of each of its `answers`, what happened
    """

    ordered: Position
    position: Position
    events: tuple[Event, ...] = ()
    automatic: tuple[tuple[Event, ...], ...] = ()


def after_entry(game: Game, names: Names, entry: Entry, past: Past) -> Position:
    """The position after an entry.

    :raises Refusal: it cannot be done again
    """
    return replayed(game, names, entry, past).position


def replayed(game: Game, names: Names, entry: Entry, past: Past) -> Replayed:
    """An entry done again, with what happened.

    :raises Refusal: it cannot be
    """
    if entry.back_to is not None:
        back = after_undo(game, names, entry, past)
        return Replayed(back, back)
    position = past.after(entry.number - 1)
    if entry.how == "clock":
        assert entry.clock is not None
        after = noted(game, position, entry.clock, entry.by)
        return Replayed(after, after)
    assert entry.by is not None
    events: list[Event] = []
    for number, order in enumerate(entry.orders):
        outcome = _again(game, names, position, entry.by, order, number in entry.ahead)
        position = Position(outcome.state, outcome.standing)
        events += outcome.events
    ordered, automatic = position, []
    for answer in entry.answers:
        position, happened = answered_again(game, names, position, answer)
        automatic.append(happened)
    return Replayed(ordered, position, tuple(events), tuple(automatic))


def after_undo(game: Game, names: Names, undo: Entry, past: Past) -> Position:
    """The position that holds again, with what the players of now want (see `wishes`).

    Journals from before `Entry.wishes` brought back what was kept then, whoever had kept it.
    """
    assert undo.back_to is not None
    then = past.after(undo.back_to)
    if undo.wishes is None:
        return then
    return Position(then.state, wishes(game, names, undo.number, undo.back_to, past))


def wishes(game: Game, names: Names, number: int, back_to: int, past: Past) -> Standing:
    """What is kept ahead of time when entry `number` goes back to another.

    Taking back restores positions, not people's wishes. Of each seat it is what whoever sits there
    now had kept by then, and all that they have said since: what they have cancelled or replaced
    stays so, and what the turns that are taken back have used up is there again.
    """
    standing = past.after(back_to).standing
    for entry in past.entries_between(back_to + 1, number):
        if entry.changes_hands and entry.by:
            standing = without_plans(standing, entry.by)
        elif entry.by is not None and entry.ahead:
            standing = _said_again(game, names, entry, past, standing)
    return standing


def _said_again(game: Game, names: Names, entry: Entry, past: Past, standing: Standing) -> Standing:
    """What is kept with what an entry's player has said ahead of time."""
    assert entry.by is not None
    position = past.after(entry.number - 1)
    for number, order in enumerate(entry.orders):
        outcome = _again(game, names, position, entry.by, order, number in entry.ahead)
        command = outcome.results[0].statement.command
        if isinstance(command, Cancel):
            standing = standing.cancelled(entry.by, command)
        for held in outcome.standing.held:
            if held not in position.standing.held:
                standing = standing.with_again(held, position.standing)
        position = Position(outcome.state, outcome.standing)
    return standing


def noted(game: Game, position: Position, clocked: Clocked, player: PlayerId | None) -> Position:
    """The position after an entry about time, a seat, the end of the game, or an edited position.

    :param player: whom it is about
    :raises BadInput: the position cannot be edited so
    """
    if clocked.what is What.ENDED:
        return Position(ended_as_it_stands(position.state), position.standing)
    if clocked.what is What.EDITED:
        part = position_part(clocked.text or "")
        return Position(edited(game, position.state, part), position.standing)
    if clocked.what in (What.SEATED, What.VACATED) and player:
        return without_plans_of(position, player)
    return position


def without_plans_of(position: Position, player: PlayerId) -> Position:
    """The position when a seat changes hands: nobody's plans act in somebody else's name."""
    return Position(position.state, without_plans(position.standing, player))


def without_plans(standing: Standing, player: PlayerId) -> Standing:
    """What is kept without all of one player."""
    return Standing(tuple(h for h in standing.held if h.player != player))


def answered_again(
    game: Game, names: Names, position: Position, answer: Automatic
) -> tuple[Position, tuple[Event, ...]]:
    """What was done without a mail, done again.

    :raises Refusal: it cannot be
    """
    standing = position.standing
    if answer.why is Why.PLAN:
        standing = standing.without_plan(answer.player, answer.plan_of, position.state.turn)
    position = Position(position.state, standing)
    if not answer.order:
        return position, ()
    outcome = _again(game, names, position, answer.player, answer.order, ahead=False)
    return Position(outcome.state, outcome.standing), outcome.events


def _again(
    game: Game, names: Names, position: Position, player: PlayerId, order: str, ahead: bool
) -> Outcome:
    outcome = submit(game, names, position.state, player, order, position.standing)
    if any(f.refusal.code == FLEETS_ARE_DONE for r in outcome.results for f in r.faults):
        # older versions took fleets after armies; what was taken then stays taken
        state = with_fleets_part_open(position.state)
        outcome = submit(game, names, state, player, order, position.standing)
    for result in outcome.results:
        if result.faults:
            raise result.faults[0].refusal
    if outcome.orders != (order,) or bool(outcome.ahead) is not ahead:
        raise IllegalRefusal("replay", f"{order!r} is read as {outcome.orders!r} now")
    return outcome
