"""A player's text applied to a position: statement by statement, each taken wholly or not at all.

Mail, console, scenario and replay all come through here, so that one text means one thing.
"""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.errors import IllegalRefusal, Refusal, SyntaxRefusal
from pbem.orders.format import format_command
from pbem.orders.lexer import Line, Scan, scan
from pbem.orders.mailcommands import ForTurn, MailCommand
from pbem.orders.names import Names
from pbem.orders.parse import parse
from pbem.orders.statements import Fault, Parsed, Statement
from pbem.orders.words import head
from pbem.rules.commands import Allow, Command, Deny, Fight, Force, LetPass, Pass, Peace
from pbem.rules.engine import apply
from pbem.rules.events import Event
from pbem.rules.play import Warn
from pbem.rules.resolve import resolved
from pbem.rules.state import Ask, State

_NEARLY_CHECK = 80  # of 100: `CHEK`
_OLD_QUESTION = IllegalRefusal(
    "old-question",
    "This answers an earlier report, and another question is open now. Answer the newest report.",
)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one statement.

    canonical: the orders as understood, in the order language; "" if they were not
    faults: why it was refused, each beside its line; empty if it was taken
    warnings: what the player should know, each beside its line where it has one
    """

    statement: Statement
    canonical: str = ""
    faults: tuple[Fault, ...] = ()
    warnings: tuple[tuple[Line | None, Warn], ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def taken(self) -> bool:
        """Whether the statement was carried out."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a text: the position after it, and each statement's result.

    results: of the orders; mail_commands: what else the text asks for
    ignored: lines that are no orders
    """

    state: State
    results: tuple[Result, ...] = ()
    mail_commands: tuple[MailCommand, ...] = ()
    ignored: tuple[Line, ...] = ()

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders that were taken, canonical, in their order."""
        return tuple(r.canonical for r in self.results if r.taken)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(e for r in self.results for e in r.events)

    @property
    def accepted(self) -> bool:
        """Whether there were orders and all of them were taken."""
        return bool(self.results) and all(r.taken for r in self.results)


def submit(
    game: Game,
    names: Names,
    state: State,
    player: PlayerId,
    text: str,
    *,
    old_question: bool = False,
) -> Outcome:
    """Apply the orders in a text, as its sender would expect; refused orders change nothing.

    :param old_question: the text answers a report that asked something else than is asked now, so
        that `PASS` and its like cannot be meant for it
    """
    lines = scan(text, names.headings, names.places)
    return submit_lines(game, names, state, player, lines, old_question=old_question)


def submit_lines(
    game: Game,
    names: Names,
    state: State,
    player: PlayerId,
    lines: Scan,
    *,
    old_question: bool = False,
) -> Outcome:
    """The same for a text whose lines have been found already."""
    parsed = parse(names, lines, own_turn(state, player))
    said = tuple(
        s.command for s in parsed.statements if s.command and isinstance(s.command, MailCommand)
    )
    stale = _stale(state, said) or _unclear(parsed)
    bare_refused = _OLD_QUESTION if old_question else None
    results: list[Result] = []
    for statement in parsed.statements:
        if isinstance(statement.command, MailCommand):
            continue
        bare = bare_refused if is_bare(statement.command) else None
        result, state = _take(game, state, player, statement, stale or bare)
        results.append(result)
    return Outcome(state, tuple(results), said, lines.ignored)


def is_bare(command: Command | MailCommand | None) -> bool:
    """Whether an answer does not say what it answers, as `PASS` or `PEACE` alone."""
    match command:
        case Pass():
            return True
        case Fight(region=None) | Peace(region=None):
            return True
        case Allow(canal=None) | Deny(canal=None) | Force(nation=None) | LetPass(nation=None):
            return True
    return False


def own_turn(state: State, player: PlayerId) -> NationId | None:
    """The nation whose turn the player has to decide now, if any."""
    if not state.pending:
        return None
    head = state.pending[0]
    return head.nation if head.kind is Ask.TURN and head.player == player else None


def _take(
    game: Game, state: State, player: PlayerId, statement: Statement, stale: Refusal | None
) -> tuple[Result, State]:
    command = statement.command
    if command is None:
        return Result(statement, faults=statement.faults), state
    assert not isinstance(command, MailCommand)
    try:
        if stale:
            raise stale
        step = apply(game, state, player, command)
    except Refusal as refusal:
        fault = Fault(_line_of(statement, refusal.part), refusal)
        return Result(statement, format_command(game.board, command), (fault,)), state
    warnings = tuple(
        (None if w.part is None else _line_of(statement, w.part), w) for w in step.warnings
    )
    canonical = format_command(game.board, resolved(game, state, step.state, command))
    return Result(statement, canonical, warnings=warnings, events=step.events), step.state


def _line_of(statement: Statement, part: int | None) -> Line:
    if part is not None and part < len(statement.parts):
        return statement.parts[part]
    return statement.lines[0]


def _unclear(parsed: Parsed) -> Refusal | None:
    """A wish to try first, or for a turn, that cannot be read: then nothing is carried out."""
    for statement in parsed.refused:
        line = statement.lines[0]
        word = head(line.text)[0]
        if word == "FOR" or fuzz.ratio(word, "CHECK") >= _NEARLY_CHECK:
            return SyntaxRefusal(
                "unclear",
                f"Line {line.number} cannot be read, so nothing of this mail is carried out.",
                legal=("CHECK", "FOR TURN <n>"),
            )
    return None


def _stale(state: State, said: tuple[MailCommand, ...]) -> Refusal | None:
    for command in said:
        if isinstance(command, ForTurn) and command.turn != state.turn:
            return IllegalRefusal(
                "other-turn",
                f"These orders are for turn {command.turn}; it is turn {state.turn} now.",
                "",
                (f"FOR TURN {state.turn}",),
            )
    return None
