"""Playing a journal again: what was recorded is done once more, and nothing is decided anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.errors import IllegalRefusal
from pbem.orders.advance import Automatic, Why
from pbem.orders.names import Names
from pbem.orders.standing import NOTHING, Standing
from pbem.orders.submission import Outcome, submit
from pbem.rules.events import Event
from pbem.rules.maneuver import FLEETS_ARE_DONE, with_fleets_part_open
from pbem.rules.state import State
from pbem.store.codec import digest
from pbem.store.journal import Entry, What


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


def after_entry(game: Game, names: Names, entry: Entry, known: Mapping[int, Position]) -> Position:
    """The position after an entry.

    :param known: the position before it, and the one to which it goes back
    :raises Refusal: it cannot be done again
    """
    if entry.back_to is not None:
        return known[entry.back_to]
    if entry.how == "clock":
        before = known[entry.number - 1]
        seated = entry.clock is not None and entry.clock.what is What.SEATED
        return without_plans_of(before, entry.by) if seated and entry.by else before
    assert entry.by is not None
    position = known[entry.number - 1]
    for number, order in enumerate(entry.orders):
        outcome = _again(game, names, position, entry.by, order, number in entry.ahead)
        position = Position(outcome.state, outcome.standing)
    for answer in entry.answers:
        position, _ = answered_again(game, names, position, answer)
    return position


def without_plans_of(position: Position, player: PlayerId) -> Position:
    """The position when a seat changes hands: nobody's plans act in somebody else's name."""
    held = tuple(h for h in position.standing.held if h.player != player)
    return Position(position.state, Standing(held))


def answered_again(
    game: Game, names: Names, position: Position, answer: Automatic
) -> tuple[Position, tuple[Event, ...]]:
    """What was done without a mail, done again.

    :raises Refusal: it cannot be
    """
    standing = position.standing
    if answer.why is Why.PLAN:
        standing = standing.without_plan(answer.player, answer.plan_of)
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
