"""The rondel: how far, how dear, past what (sections 3.2 and 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import RONDEL, NationId, Space
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal, SyntaxRefusal
from pbem.rules.commands import Action
from pbem.rules.state import State


@dataclass(frozen=True, slots=True)
class Way:
    """A way on the rondel: `steps` (None on a first turn), its `cost` in M, passing investor?"""

    space: Space
    steps: int | None
    cost: int
    passes_investor: bool


def way_to(game: Game, state: State, nation: NationId, space: Space) -> Way | None:
    """The nation's way to a space, affordable or not; None if it is out of reach."""
    here = state.nations[nation].rondel
    if here is None:
        return Way(space, None, 0, passes_investor=False)
    steps = _distance(here, space)
    if steps > game.rules.rondel.farthest:
        return None
    paid = steps - game.rules.rondel.free_spaces
    cost = paid * _price(game, state, nation) if paid > 0 else 0
    passes = 0 < _distance(here, Space.INVESTOR) < steps
    return Way(space, steps, cost, passes)


def ways(game: Game, state: State, nation: NationId) -> tuple[Way, ...]:
    """All ways in reach, nearest first (on a first turn: in the order of the rondel)."""
    found = [w for s in RONDEL if (w := way_to(game, state, nation, s))]
    return tuple(sorted(found, key=lambda w: w.steps or 0))


def choose_way(game: Game, state: State, nation: NationId, action: Action) -> Way:
    """The way to the space that an action means; of two equal spaces the nearer one.

    :raises SyntaxRefusal: on a first turn the letter must be given
    :raises IllegalRefusal: too far, or staying; code `too-far`
    """
    spaces = action.spaces
    if state.nations[nation].rondel is None and len(spaces) > 1:
        word = action.action.upper()
        raise SyntaxRefusal(
            "letter-missing",
            rule="3.2",
            legal=(f"{word} A", f"{word} B"),
            one=f"{word} A",
            other=f"{word} B",
        )
    found = [w for s in spaces if (w := way_to(game, state, nation, s))]
    if not found:
        here = state.nations[nation].rondel
        assert here is not None, "on a first turn every space is in reach"
        steps = min(_distance(here, space) for space in spaces)
        raise IllegalRefusal(
            "too-far",
            rule="3.2",
            legal=affordable(game, state, nation),
            why="stays" if steps == len(RONDEL) else "",
            nation=nation,
            here=here,
            farthest=game.rules.rondel.farthest,
            target=written(spaces[0]),
            steps=steps,
        )
    return min(found, key=lambda w: w.steps or 0)


def affordable(game: Game, state: State, nation: NationId) -> tuple[str, ...]:
    """The spaces that the government can pay for, as they are written in an order."""
    government = state.nations[nation].government
    cash = state.players[government].cash if government else 0
    return tuple(written(w.space) for w in ways(game, state, nation) if w.cost <= cash)


def _distance(here: Space, there: Space) -> int:
    """Spaces clockwise; a whole round for staying."""
    return (RONDEL.index(there) - RONDEL.index(here) - 1) % len(RONDEL) + 1


def _price(game: Game, state: State, nation: NationId) -> int:
    rondel = game.rules.rondel
    match rondel.cost:
        case "fixed":
            return rondel.price
        case "power-factor":
            return rondel.price + game.factor(state.nations[nation].power)


def written(space: Space) -> str:
    """A space as it is written in an order: `MANEUVER A`."""
    return space.replace("-", " ").upper()
