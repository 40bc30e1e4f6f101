"""How the program's own investor plays for show: lively, not well, and every way that there is.

For each kind of turn one order is put together by chance from what is legal, and tried; what it
brings decides how likely it is to be given. So games have wars, convoys, factories and an end.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from pbem.board.ids import PlayerId, RegionId, Unit
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.rules.choices import choices
from pbem.rules.commands import (
    Action,
    Command,
    Deny,
    Factory,
    Fight,
    Force,
    Import,
    Imported,
    Invest,
    Investor,
    Line,
    Maneuver,
    Move,
    Production,
    Taxation,
    Turn,
)
from pbem.rules.engine import Step, apply
from pbem.rules.events import (
    BattleFought,
    Event,
    InterestPaid,
    MarkerMoved,
    Taxed,
    UnitsImported,
    UnitsMoved,
    UnitsProduced,
)
from pbem.rules.maneuver.groups import unmoved
from pbem.rules.play import Play
from pbem.rules.state import Ask, Decision, State

#: How often a fight, a stop on investor, a way through a canal is wanted.
_FIGHTS: Final = 0.3
_FORCES: Final = 0.6
_ALLOWS: Final = 0.7
#: How often units stay, or do something else than to move.
_STAYS: Final = 0.15
#: What an action is worth before anything comes of it.
_FIRST: Final[Mapping[type[Action], float]] = {
    Factory: 5.0,
    Production: 0.05,
    Import: 0.05,
    Maneuver: 0.05,
    Investor: 0.8,
    Taxation: 0.4,
}
_LEAST: Final = 0.01
_MOST_IMPORTED: Final = 3


def decide(game: Game, state: State, decision: Decision, chance: random.Random) -> Command:
    """What the player at the head of the queue does; always legal."""
    listed = choices(game, state, decision)
    match decision.kind:
        case Ask.TURN:
            return _turn(_Table(game, state, decision.player), listed, chance)
        case Ask.INVEST:
            return _invest(_Table(game, state, decision.player), listed, chance)
        case Ask.FIGHT:
            return _one_or_other(listed, lambda c: isinstance(c, Fight), _FIGHTS, chance)
        case Ask.CANAL:
            return _one_or_other(listed, lambda c: not isinstance(c, Deny), _ALLOWS, chance)
        case Ask.FORCE:
            return _one_or_other(listed, lambda c: isinstance(c, Force), _FORCES, chance)
        case _:
            assert_never(decision.kind)


def _one_or_other(
    listed: Sequence[Command],
    is_yes: Callable[[Command], bool],
    odds: float,
    chance: random.Random,
) -> Command:
    wanted = chance.random() < odds
    fitting = [command for command in listed if is_yes(command) is wanted]
    return chance.choice(fitting or list(listed))


@dataclass(frozen=True, slots=True)
class _Table:
    """The position as one player sees it."""

    game: Game
    state: State
    player: PlayerId

    def tried(self, command: Command) -> Step | None:
        """What a command would bring; None if it is refused."""
        try:
            return apply(self.game, self.state, self.player, command)
        except Refusal:
            return None


def _invest(table: _Table, listed: Sequence[Command], chance: random.Random) -> Command:
    weights = [_worth_of_bond(table, c) if isinstance(c, Invest) else 1.0 for c in listed]
    return chance.choices(listed, weights)[0]


def _worth_of_bond(table: _Table, order: Invest) -> float:
    """Interest gained, more in powerful nations, most if that takes over the government."""
    game, nation = table.game, table.state.nations[order.nation]
    returned = game.interest(order.returning) if order.returning else 0
    gained = game.interest(order.price) - returned
    step = table.tried(order)
    takes = (
        step is not None
        and step.state.nations[order.nation].government == table.player != nation.government
    )
    dear = order.price - (order.returning or 0) > 8
    return (
        (3.0 if takes else 1.0)
        * (1 + game.factor(nation.power))
        * math.pow(gained, 1.5)
        * (1.2 if dear else 1.0)
    )


def _turn(table: _Table, listed: Sequence[Command], chance: random.Random) -> Command:
    kinds: dict[object, list[Turn]] = {}
    for turn in listed:
        assert isinstance(turn, Turn)
        kinds.setdefault((turn.action.action, getattr(turn.action, "letter", None)), []).append(
            turn
        )
    found = [tried for turns in kinds.values() if (tried := _candidate(table, turns, chance))]
    if not found:
        return listed[0]
    weights = [max(_LEAST, _worth(table, turn, step.events)) ** 2 for turn, step in found]
    return chance.choices([turn for turn, _ in found], weights)[0]


def _candidate(
    table: _Table, turns: Sequence[Turn], chance: random.Random
) -> tuple[Turn, Step] | None:
    """An order of one kind and what it brings; the more is refused, the less is tried at once."""
    for turn in _tries(table, turns, chance):
        step = table.tried(turn)
        if step is not None:
            return turn, step
    return None


def _tries(table: _Table, turns: Sequence[Turn], chance: random.Random) -> Iterator[Turn]:
    """Orders of one kind, the most ambitious first, and last what is legal as it stands."""
    first = turns[0]
    match first.action:
        case Import():
            for number in range(_MOST_IMPORTED, 0, -1):
                yield replace(first, action=Import(_imported(turns, number, chance)))
        case Maneuver(letter, _):
            lines = _moves(table, turns, chance)
            for number in dict.fromkeys((len(lines), len(lines) // 2, 1)):
                yield replace(first, action=Maneuver(letter, tuple(lines[:number])))
        case Factory():
            yield chance.choice([t for t in turns if t.action != Factory()] or list(turns))
        case Production():
            yield from (t for t in turns if t.action == Production(first.action.letter))
            sets = [t for t in turns if isinstance(t.action, Production) and t.action.provinces]
            yield from ([chance.choice(sets)] if sets else [])
        case Investor() | Taxation():
            pass
        case _:
            assert_never(first.action)
    yield from turns


def _imported(turns: Sequence[Turn], number: int, chance: random.Random) -> tuple[Imported, ...]:
    """So many units, each anywhere; none if nothing can be imported."""
    single = [t.action.units[0] for t in turns if isinstance(t.action, Import) and t.action.units]
    return tuple(chance.choices(single, k=number)) if single else ()


def _worth(table: _Table, turn: Turn, events: Iterable[Event]) -> float:
    """How good a turn looks by what happens at once; good ones are taken far more often."""
    worth, cost = _FIRST[type(turn.action)], 0
    for event in events:
        match event:
            case MarkerMoved():
                cost += event.cost
            case Taxed():
                worth += 2.2 * event.power_gained
            case UnitsProduced():
                worth += 1.6 * len(event.units)
            case UnitsImported():
                worth += 0.8 * sum(found.count for found in event.units)
            case UnitsMoved() if event.nation == turn.nation:
                worth += 1.5 * event.count
            case BattleFought():
                worth += 0.5
            case InterestPaid() if event.player == table.player:
                worth += 0.2 * event.amount
            case _:
                pass
    if turn.action == Factory():
        worth = 0.0
    return worth - 0.8 * cost


def _moves(table: _Table, turns: Sequence[Turn], chance: random.Random) -> list[Line]:
    """Lines for the units that can move, spread over different places."""
    lines = [t.action.lines[0] for t in turns if isinstance(t.action, Maneuver) and t.action.lines]
    play, nation = Play(table.game, table.state), turns[0].nation
    starts: dict[tuple[Unit, RegionId], list[Move]] = {}
    chosen: list[Line] = []
    for line in lines:
        if isinstance(line, Move):
            starts.setdefault((line.unit, line.origin), []).append(line)
        elif chance.random() < _STAYS / 2:
            chosen.append(line)
    taken: Counter[RegionId] = Counter()
    for (unit, origin), moves in starts.items():
        chosen += _spread(moves, unmoved(play, nation, unit, origin).size, taken, chance)
    chance.shuffle(chosen)
    return chosen


def _spread(
    moves: Sequence[Move], number: int, taken: Counter[RegionId], chance: random.Random
) -> Iterator[Move]:
    """Moves for so many units of one place; where others go already, fewer go."""
    for _ in range(number):
        if chance.random() < _STAYS:
            continue
        weights = [(0.3 if move.status else 1.0) / (1 + 4 * taken[move.target]) for move in moves]
        move = chance.choices(moves, weights)[0]
        taken[move.target] += 1
        yield move
