"""Random games for the tests of the reports: one way to play them, one way to look at them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.rules.choices import choices
from pbem.rules.commands import Command, Maneuver, Taxation, Turn
from pbem.rules.engine import Step, apply, start
from pbem.rules.setup import random_deal
from pbem.rules.state import State

EDITIONS = ("imperial", "imperial-2010", "imperial-2030")
LONG_NAMES = tuple(
    PlayerId(name)
    for name in (
        "Wilhelmina-Alexandrina von Thu",
        "Παπαδοπούλου Κωνσταντίνα-Μαρία",
        "Donaudampfschifffahrtskapitaen",
        "Ann",
        "B. B. B. B. B. B. B. B. B. B. ",
        "Никифоров-Волконский Александр",
    )
)


def opening(
    edition: str, seed: int, players: tuple[PlayerId, ...], variants: tuple[str, ...] = ()
) -> tuple[Game, Step]:
    """A game and its first position."""
    game = load_game(edition, variants)
    deal = None if "auction" in variants else random_deal(game, players, seed)
    return game, start(game, players, deal)


def random_steps(
    game: Game, first: Step, seed: int, steps: int
) -> Iterator[tuple[State, PlayerId, Command, Step]]:
    """A random game: each position, who decides what there, and what comes of it."""
    chance = random.Random(seed)
    state = first.state
    for _ in range(steps):
        if state.over:
            return
        head = state.pending[0]
        command = _drawn(chance, choices(game, state, head))
        step = apply(game, state, head.player, command)
        yield state, head.player, command, step
        state = step.state


def positions(game: Game, first: Step, seed: int, steps: int) -> Iterator[State]:
    """The positions of a random game, the first and the last one included."""
    yield first.state
    for _, _, _, step in random_steps(game, first, seed, steps):
        yield step.state


def _drawn(chance: random.Random, found: tuple[Command, ...]) -> Command:
    """Taxation often, for games to end; of the many moves now and then several in one order."""
    taxing = [c for c in found if isinstance(c, Turn) and isinstance(c.action, Taxation)]
    if taxing and chance.random() < 0.35:
        return taxing[0]
    turns = [c for c in found if isinstance(c, Turn)]
    if not turns:
        return chance.choice(found)
    kind = chance.choice(sorted({c.action.action for c in turns}))
    of_kind = [c for c in turns if c.action.action == kind]
    busy = [c for c in of_kind if not isinstance(c.action, Maneuver) or c.action.lines]
    return chance.choice(busy or of_kind)
