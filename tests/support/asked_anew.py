"""Positions in the middle of a maneuver whose rest is asked for: canals denied, battles lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.ground.errors import Refusal
from pbem.rules.choices import choices, maneuver_lines
from pbem.rules.commands import (
    Allow,
    Battle,
    Command,
    Deny,
    FightThere,
    Letter,
    Line,
    Maneuver,
    Move,
    Turn,
)
from pbem.rules.engine import apply
from pbem.rules.maneuver.course import in_progress
from pbem.rules.maneuver.occupation import present
from pbem.rules.play import Play
from pbem.rules.state import Ask, State
from pbem.scenario.position import PositionPart, set_up

ANN, BOB, CYD = PLAYERS = tuple(map(PlayerId, ("Ann", "Bob", "Cyd")))
GAME = load_game("imperial-2030")
DEAL = {
    ANN: (NationId("china"), NationId("europe")),
    BOB: (NationId("russia"), NationId("brazil")),
    CYD: (NationId("india"), NationId("usa")),
}


def position(**nations: dict[str, Any]) -> State:
    """Europe (Ann) is to move; the USA (Cyd) holds Suez, Brazil (Bob) holds Panama."""
    flags = {"usa": {"flags": ["north-africa"]}, "brazil": {"flags": ["colombia"]}}
    told = {n: {**flags.get(n, {}), **nations.get(n, {})} for n in {*flags, *nations}}
    return set_up(
        GAME, PLAYERS, DEAL, PositionPart.model_validate({"nation": "europe", "nations": told})
    )


def legal(state: State, *lines: Line) -> bool:
    """Whether the maneuver, or the rest of it, may be those lines alone."""
    letter: Letter | None = None if in_progress(state) else "a"
    try:
        apply(GAME, state, state.pending[0].player, Turn(state.nation, Maneuver(letter, lines)))
    except Refusal:
        return False
    return True


def crowded(rng: random.Random) -> State:
    """Europe's and others' units at random on both sides of Suez, and some near Panama."""
    seas = ["mediterranean-sea", "indian-ocean", "north-atlantic", "caribbean-sea", "north-pacific"]
    lands = ["north-africa", "near-east", "turkey", "iran", "east-africa", "colombia"]
    homes = {"europe": ["rome", "paris"], "russia": ["moscow"], "india": ["mumbai"]}
    nations: dict[str, dict[str, Any]] = {}
    for nation, home in homes.items():
        fleets = {s: rng.randint(0, 2) for s in rng.sample(seas, 3)}
        armies = {r: rng.randint(0, 2) for r in [*rng.sample(lands, 2), *home]}
        nations[nation] = {"fleets": fleets, "armies": armies}
    return position(**nations)


def bold(rng: random.Random, state: State) -> Turn:
    """Random moves that are legal together, and battles that others may make impossible."""
    nation = state.nation
    listed = list(maneuver_lines(Play(GAME, state), nation))
    moves = rng.sample(listed, min(len(listed), 8))
    places = {m.target for m in moves if isinstance(m, Move)}
    foes = [
        (enemy, region)
        for enemy, region in product(state.nations, sorted(places))
        if enemy != nation and any(present(state, enemy, region).values())
    ]
    battles = [FightThere(Battle(enemy), region) for enemy, region in foes]
    chosen: tuple[Line, ...] = ()
    for line in (*moves, *rng.sample(battles, min(len(battles), 2))):
        if legal(state, *chosen, line):
            chosen = (*chosen, line)
    return Turn(nation, Maneuver(None if in_progress(state) else "a", chosen))


def asked_anew(seed: int) -> Iterator[State]:
    """Positions of one maneuver in which its rest is asked for; canals are mostly denied."""
    rng = random.Random(seed)
    state = crowded(rng)
    for _ in range(20):
        head = state.pending[0]
        if head.kind is Ask.TURN and head.nation != "europe":
            return
        match head.kind:
            case Ask.TURN:
                if in_progress(state):
                    yield state
                command: Command = bold(rng, state)
            case Ask.CANAL:
                command = Deny() if rng.random() < 0.8 else Allow()
            case _:
                command = choices(GAME, state, head)[0 if rng.random() < 0.7 else -1]
        state = apply(GAME, state, head.player, command).state
