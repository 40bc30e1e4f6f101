"""The program's own investor: decides in the name of a player from what is legal, not from a mail.

It plays in one of two manners. For a player who has not answered it is careful, and looks one step
ahead: each order that is listed is carried out on the position, and the one that
leaves the player best off is given. Imports and maneuvers, which are listed unit by unit, are put
together greedily; chance decides between equals only. In the demo it is spirited (see there). All
chance is from a given seed, so that the same position is always answered in the same way.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, assert_never

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.orders.ahead import spirited
from pbem.rules.choices import choices
from pbem.rules.commands import Action, Command, Import, Maneuver, Turn
from pbem.rules.engine import apply
from pbem.rules.scoring import score
from pbem.rules.state import Ask, Decision, State

#: So many orders are tried for one decision, whatever the position.
MOST_TRIED: Final = 400
#: What growth is worth, for each point of interest that the player has in the nation (in M).
_POWER: Final = 0.25
_FACTORY: Final = 0.25
_FLAG: Final = 0.2
_UNIT: Final = 0.05
#: What a treasury is worth to whoever governs, and to any owner of bonds.
_TREASURY: Final = 0.1
_GOVERNMENT: Final = 2.0


class Manner(StrEnum):
    """How the investor plays."""

    CAREFUL = "careful"
    SPIRITED = "spirited"


def decide(
    game: Game, state: State, decision: Decision, seed: str, manner: Manner = Manner.CAREFUL
) -> Command:
    """What the player at the head of the queue does; always legal.

    :param seed: for what is as good as something else
    """
    if manner is Manner.SPIRITED:
        return spirited.decide(game, state, decision, random.Random(seed))
    trials = _Trials(game, state, decision.player, random.Random(seed))
    listed = choices(game, state, decision)
    match decision.kind:
        case Ask.TURN:
            return trials.best_turn(listed)
        case Ask.FIGHT | Ask.CANAL | Ask.FORCE | Ask.INVEST:
            return trials.best(listed)
        case _:
            assert_never(decision.kind)


def worth(game: Game, state: State, player: PlayerId) -> float:
    """How well off a player is: the score, and what the nations promise to those who own bonds."""
    total = float(score(game, state, player))
    for nation, own in state.nations.items():
        interest = sum(game.interest(price) for price in state.bonds_of(player, nation))
        units = sum((*own.armies.values(), *own.friendly.values(), *own.fleets.values()))
        growth = (
            own.power * _POWER
            + len(own.factories) * _FACTORY
            + len(own.flags) * _FLAG
            + units * _UNIT
        )
        total += interest * growth
        if own.government == player:
            total += _GOVERNMENT + own.treasury * _TREASURY
    return total


class _Trials:
    """Orders that are tried on one position for one player."""

    def __init__(self, game: Game, state: State, player: PlayerId, chance: random.Random) -> None:
        self._game = game
        self._state = state
        self._player = player
        self._chance = chance
        self._left = MOST_TRIED

    def best(self, listed: Sequence[Command]) -> Command:
        """The order that leaves the player best off."""
        return self._judged(listed)[0][1]

    def best_turn(self, listed: Sequence[Command]) -> Command:
        """The same, with more units bought or moved as long as that is better."""
        judged = self._judged(listed)
        best_value, best = judged[0]
        for kind in (Import, Maneuver):
            turns = [turn for turn in judged if _is_of(turn[1], kind)]
            value, larger = self._enlarged(turns) if turns else (best_value, best)
            if value > best_value:
                best_value, best = value, larger
        return best

    def _enlarged(self, judged: Sequence[tuple[float, Command]]) -> tuple[float, Command]:
        """The best of some turns, with what the others hold too where that is better."""
        value, best = judged[0]
        assert isinstance(best, Turn)
        for _, turn in judged:
            assert isinstance(turn, Turn)
            while larger := _joined(best, turn):
                found = self._value(larger)
                if found is None or found <= value:
                    break
                value, best = found, larger
        return value, best

    def _judged(self, listed: Sequence[Command]) -> list[tuple[float, Command]]:
        """Orders that are accepted with what they are worth, the best first."""
        values = [(self._value(command), self._chance.random(), command) for command in listed]
        found = [(v, chance, command) for v, chance, command in values if v is not None]
        found.sort(key=lambda judged: judged[:2], reverse=True)
        return [(value, command) for value, _, command in found] or [(0.0, listed[0])]

    def _value(self, command: Command) -> float | None:
        """How well off the player is after it; None if it is refused, or too much was tried."""
        if self._left <= 0:
            return None
        self._left -= 1
        try:
            after = apply(self._game, self._state, self._player, command).state
        except Refusal:
            return None
        return worth(self._game, after, self._player)


def _is_of(command: Command, kind: type[Action]) -> bool:
    return isinstance(command, Turn) and isinstance(command.action, kind)


def _joined(turn: Turn, other: Turn) -> Turn | None:
    """A turn that does what both do; None if that is no more than the first does."""
    match turn.action, other.action:
        case Import(units), Import(more) if more:
            return replace(turn, action=replace(turn.action, units=(*units, *more)))
        case Maneuver(letter, lines), Maneuver(other_letter, more) if more:
            if letter == other_letter:
                return replace(turn, action=replace(turn.action, lines=(*lines, *more)))
    return None
