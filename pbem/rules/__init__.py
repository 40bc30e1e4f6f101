"""The rules of Imperial and Imperial 2030 as a library: pure functions over frozen positions.

    game = load_game("imperial-2030")                          (pbem.board)
    state = start(game, players, random_deal(game, players, seed)).state
    step = apply(game, state, player, command)                 a new position, and its events
    choices(game, state, state.pending[0])                     what the one asked may command
    scores(game, state)                                        points of each player now

A position is a `State`. `state.pending` is a queue of `Decision`s; the first must be answered, and
says by whom and what about. Commands, positions and events are frozen dataclasses of tuples and
mappings; money is in millions. What is not legal raises a `Refusal` with a stable code, its
parameters and the section of the rules, and changes nothing. There is no clock, no file, no chance
(but for the deal, which a seed gives) and no text.

Other modules of this package may change from version to version; the names here stay.
"""

from pbem.ground.errors import BadInput, IllegalRefusal, Refusal
from pbem.rules.choices import SpaceChoice, choices, space_choices
from pbem.rules.commands import (
    ALL,
    Action,
    Allow,
    Battle,
    ChangeStatus,
    Command,
    Deny,
    Destroy,
    Factory,
    Fight,
    FightThere,
    FlagsFirst,
    Force,
    Give,
    Import,
    Imported,
    Invest,
    Investor,
    LetPass,
    Line,
    Maneuver,
    Move,
    Pass,
    Peace,
    Production,
    Status,
    Taxation,
    Turn,
)
from pbem.rules.engine import Step, apply, start
from pbem.rules.events import Event
from pbem.rules.invariants import check
from pbem.rules.rondel import Way, ways
from pbem.rules.scoring import ranking, score, scores, winner
from pbem.rules.setup import Deal, random_deal, random_start_player
from pbem.rules.state import Ask, Decision, NationState, PlayerState, State

__all__ = [
    "ALL",
    "Action",
    "Allow",
    "Ask",
    "BadInput",
    "Battle",
    "ChangeStatus",
    "Command",
    "Deal",
    "Decision",
    "Deny",
    "Destroy",
    "Event",
    "Factory",
    "Fight",
    "FightThere",
    "FlagsFirst",
    "Force",
    "Give",
    "IllegalRefusal",
    "Import",
    "Imported",
    "Invest",
    "Investor",
    "LetPass",
    "Line",
    "Maneuver",
    "Move",
    "NationState",
    "Pass",
    "Peace",
    "PlayerState",
    "Production",
    "Refusal",
    "SpaceChoice",
    "State",
    "Status",
    "Step",
    "Taxation",
    "Turn",
    "Way",
    "apply",
    "check",
    "choices",
    "random_deal",
    "random_start_player",
    "ranking",
    "score",
    "scores",
    "space_choices",
    "start",
    "ways",
    "winner",
]
