"""Scores, the winner and ties (section 8)."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.rules.state import Acting, Stage, State


def score(game: Game, state: State, player: PlayerId) -> int:
    """A player's score if the game ended now: interest x factor of each bond, and cash."""
    bonds = sum(
        game.interest(price) * game.factor(nation.power)
        for nation in state.nations.values()
        for price, owner in nation.bonds.items()
        if owner == player
    )
    return bonds + state.players[player].cash


def scores(game: Game, state: State) -> dict[PlayerId, int]:
    """The score of each player if the game ended now, in seating order (section 8)."""
    return {player: score(game, state, player) for player in state.seats}


def ranking(game: Game, state: State) -> tuple[tuple[PlayerId, ...], ...]:
    """The players, best first; those whom no rule tells apart stand together."""
    strongest = sorted(state.nations, key=lambda n: -state.nations[n].power)

    def key(player: PlayerId) -> tuple[int, ...]:
        return (score(game, state, player), *(state.credit(player, n) for n in strongest))

    places: dict[tuple[int, ...], list[PlayerId]] = {}
    for player in sorted(state.seats, key=key, reverse=True):
        places.setdefault(key(player), []).append(player)
    return tuple(tuple(group) for group in places.values())


def winner(game: Game, state: State) -> PlayerId | None:
    """The single winner of a game that is over; None for a shared victory or an open game."""
    first = ranking(game, state)[0]
    return first[0] if state.over and len(first) == 1 else None


def ended_as_it_stands(state: State) -> State:
    """The position when a game ends before its rules end it: the scores of now count.

    What was under way is not carried out, and nobody is asked anything any more.
    """
    return replace(state, stage=Stage.OVER, pending=(), acting=Acting(), auction=None)


def is_ended_early(game: Game, state: State) -> bool:
    """Whether a game is over, and its rules have not ended it (section 8): it ended as it stood."""
    powers = (nation.power for nation in state.nations.values())
    return state.over and max(powers) < game.rules.power.end
