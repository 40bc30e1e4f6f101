"""Commands with everything said that the player left to be understood.

What is recorded and echoed is the whole command, so that it means the same when it is read again.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import Space
from pbem.board.model import Game
from pbem.rules.answers import canal_asked
from pbem.rules.commands import (
    Allow,
    Command,
    Deny,
    Fight,
    Force,
    LetPass,
    Letter,
    Maneuver,
    Pass,
    Peace,
    Production,
    Turn,
)
from pbem.rules.maneuver.occupation import present
from pbem.rules.play import Play
from pbem.rules.state import Ask, Decision, State


def resolved(game: Game, before: State, after: State, command: Command) -> Command:
    """An accepted command spelled out; `before` and `after` are the positions around it."""
    head = before.pending[0]
    match command:
        case Turn():
            return _with_letter(before, after, command)
        case Fight():
            return _whole_fight(before, head, command)
        case Peace():
            return Peace(head.region)
        case Allow():
            return Allow(canal_asked(Play(game, before), head))
        case Deny():
            return Deny(canal_asked(Play(game, before), head))
        case Force():
            return Force(head.nation)
        case LetPass():
            return LetPass(head.nation)
        case Pass() if head.kind is Ask.FORCE:
            return LetPass(head.nation)
        case _:
            return command


def _with_letter(before: State, after: State, command: Turn) -> Turn:
    """The turn with the letter of the space that it was understood to mean."""
    action = command.action
    if not isinstance(action, Maneuver | Production) or action.letter is not None:
        return command
    waits = after.acting.held == command and after.turn == before.turn
    space = after.nations[command.nation].rondel
    if waits or space not in action.spaces:
        return command
    letter: Letter = "a" if space in (Space.PRODUCTION_A, Space.MANEUVER_A) else "b"
    return replace(command, action=replace(action, letter=letter))


def _whole_fight(before: State, head: Decision, command: Fight) -> Fight:
    arrival = before.acting.maneuver.arrival if before.acting.maneuver else None
    if arrival is None or head.nation is None:
        return command
    own = sum(present(before, head.nation, arrival.region).values())
    count = command.count or min(arrival.count, own)
    return Fight(before.nation, command.unit, count, arrival.region)
