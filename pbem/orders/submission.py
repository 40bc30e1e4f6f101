"""A player's text applied to a position: statement by statement, each taken wholly or not at all.

Mail, console, scenario and replay all come through here, so that one text means one thing. What
is for later is kept beside the position, see `standing`; nothing is done about it here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.errors import IllegalRefusal, Refusal, SyntaxRefusal
from pbem.orders.advance import try_alternatives
from pbem.orders.arrangements import Absence, Arrange, Arrangement, Back, MoreTime, ZoneIs
from pbem.orders.format import format_command
from pbem.orders.format_plans import format_order
from pbem.orders.lexer import Line, Scan, scan
from pbem.orders.mailcommands import ForTurn, HelpWanted, MailCommand
from pbem.orders.mending import FormLine, Mender, numbered
from pbem.orders.names import Names
from pbem.orders.parse import parse
from pbem.orders.plans import (
    Alternative,
    CanalRule,
    Cancel,
    InvestChoice,
    InvestPlan,
    Kept,
    Order,
    Stance,
    SwissRule,
    TurnAlternative,
    TurnPlan,
)
from pbem.orders.standing import NOTHING, Standing, since
from pbem.orders.statements import Fault, Parsed, Source, Statement
from pbem.orders.trial import notes_on
from pbem.orders.words import head, unit_of
from pbem.rules.answers import asked
from pbem.rules.commands import (
    Allow,
    Command,
    Deny,
    Fight,
    Force,
    LetPass,
    Maneuver,
    Pass,
    Peace,
    Turn,
)
from pbem.rules.engine import Step, apply
from pbem.rules.events import Event
from pbem.rules.faults import line_faults
from pbem.rules.play import Play, Warn
from pbem.rules.resolve import resolved
from pbem.rules.state import Ask, State

MOST_HELPED = 10  # topics; each is a page
MOST_IGNORED = 100  # lines; an answer repeats them all
_NEARLY_CHECK = 80  # of 100: `CHEK`
_OLD_QUESTION = IllegalRefusal(
    "old-question",
    "This answers an earlier report, and another question is open now. Answer the newest report.",
)
_TURN_IS_OVER = IllegalRefusal(
    "old-question",
    "This answers the report that asked for an earlier turn, and that turn is over or under way. "
    "Please answer the newest report; or say for which turn it is.",
    legal=("FOR TURN <n>",),
)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one statement.

    canonical: the orders as understood, in the order language; "" if they were not
    faults: why it was refused, each beside its line; empty if it was taken
    warnings: what the player should know, each beside its line where it has one
    ahead: whether it is about what is kept ahead of time, and for nobody else to know
    arranged: whether it is about the clock
    leaning: of a refused maneuver, the lines that only lack the refused ones, beside what they lack
    form: of a refused order, what may be copied and mended
    """

    statement: Statement
    canonical: str = ""
    faults: tuple[Fault, ...] = ()
    warnings: tuple[tuple[Line | None, Warn], ...] = ()
    events: tuple[Event, ...] = ()
    ahead: bool = False
    arranged: bool = False
    leaning: tuple[Fault, ...] = ()
    form: tuple[FormLine, ...] = ()

    @property
    def taken(self) -> bool:
        """Whether the statement was carried out, or kept."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a text: the position after it, and each statement's result.

    results: of the orders; mail_commands: what else the text asks for
    ignored: lines that are no orders, the first ones if there are many
    standing: what is kept ahead of time after it
    """

    state: State
    results: tuple[Result, ...] = ()
    mail_commands: tuple[MailCommand, ...] = ()
    ignored: tuple[Line, ...] = ()
    standing: Standing = NOTHING

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders that were taken, canonical, in their order."""
        return tuple(r.canonical for r in self.results if r.taken)

    @property
    def ahead(self) -> tuple[int, ...]:
        """Which of `orders` are about what is kept ahead of time, counted from 0."""
        return tuple(n for n, r in enumerate(r for r in self.results if r.taken) if r.ahead)

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
    standing: Standing = NOTHING,
    *,
    old_question: bool = False,
    old_turn: NationId | None = None,
    arrange: Arrange | None = None,
) -> Outcome:
    """Apply the orders in a text, as its sender would expect; refused orders change nothing.

    :param old_question: the text answers a report that asked something else than is asked now, so
        that `PASS` and its like cannot be meant for it
    :param old_turn: the nation whose turn that report asked for: another block for it is refused
    :param arrange: whether the game's clock allows what the player arranges; anything if None
    """
    lines = scan(text, names.headings, names.places)
    return submit_lines(
        game,
        names,
        state,
        player,
        lines,
        standing,
        old_question=old_question,
        old_turn=old_turn,
        arrange=arrange,
    )


def submit_lines(
    game: Game,
    names: Names,
    state: State,
    player: PlayerId,
    lines: Scan,
    standing: Standing = NOTHING,
    *,
    old_question: bool = False,
    old_turn: NationId | None = None,
    arrange: Arrange | None = None,
) -> Outcome:
    """The same for a text whose lines have been found already."""
    parsed = parse(names.with_players(state.seats), lines, own_turn(state, player))
    said = _said(parsed)
    stale = _stale(state, said) or _unclear(parsed)
    if any(isinstance(command, ForTurn) for command in said):
        old_turn = None  # it says for which turn it is
    bare_refused = _OLD_QUESTION if old_question else None
    desk = _Desk(game, names, player, state, standing, arrange, old_turn)
    desk.mender = Mender(names, desk.would_take)
    results = tuple(
        desk.take(statement, stale or (bare_refused if is_bare(statement.command) else None))
        for statement in parsed.statements
        if not isinstance(statement.command, MailCommand)
    )
    return Outcome(desk.state, results, said, _shortened(lines.ignored), desk.standing)


def _shortened(ignored: Sequence[Line]) -> tuple[Line, ...]:
    """The first of many lines that are no orders, and one that counts the others."""
    shown, others = tuple(ignored[:MOST_IGNORED]), ignored[MOST_IGNORED:]
    if not others:
        return shown
    return (*shown, Line(others[0].number, f"... ({len(others)} lines from here on)", ""))


def is_bare(command: Command | Order | MailCommand | None) -> bool:
    """Whether an answer does not say what it answers, as `PASS` or `PEACE` alone."""
    match command:
        case Pass():
            return True
        case InvestChoice(alternatives):
            return any(isinstance(a.command, Pass) for a in alternatives)
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


@dataclass(slots=True)
class _Desk:
    """Where the statements of one text are taken, one after the other."""

    game: Game
    names: Names
    player: PlayerId
    state: State
    standing: Standing
    arrange: Arrange | None = None
    old_turn: NationId | None = None
    mender: Mender | None = None

    def take(self, statement: Statement, stale: Refusal | None) -> Result:
        """Carry a statement out, keep it, or say why not, and what would be accepted instead."""
        before = self.state
        result = self._judged(statement, stale)
        if self.mender is None:
            return result
        if self.state is not before:
            self.mender.forget()
        hopeless = stale or self.state.over
        return result if result.taken or hopeless else self._mended(result, self.mender)

    def would_take(self, text: str) -> bool:
        """Whether the player could send that text now, nothing of it refused or passed over."""
        lines = scan(text, self.names.headings, self.names.places)
        names = self.names.with_players(self.state.seats)
        parsed = parse(names, lines, own_turn(self.state, self.player))
        desk = _Desk(
            self.game, self.names, self.player, self.state, self.standing, None, self.old_turn
        )
        return (
            bool(lines.lines)
            and not lines.ignored
            and all(
                not isinstance(s.command, MailCommand) and desk._judged(s, None).taken
                for s in parsed.statements
            )
        )

    def _judged(self, statement: Statement, stale: Refusal | None) -> Result:
        command = statement.command
        if command is None:
            return Result(statement, faults=statement.faults)
        assert not isinstance(command, MailCommand)
        try:
            if stale:
                raise stale
            return self._taken(statement, command)
        except Refusal as refusal:
            fault = Fault(_line_of(statement, statement.parts, refusal.part), refusal)
            return Result(statement, format_order(self.game.board, command), (fault,))

    def _mended(self, result: Result, mender: Mender) -> Result:
        """The refused order with everything that is wrong with it, and its form."""
        statement = result.statement
        match statement.draft or statement.command:
            case Turn(nation, Maneuver()) as turn if nation == own_turn(self.state, self.player):
                faults, leaning = self._every_fault(result, turn)
                mended = mender.maneuver(statement, turn, faults, leaning)
            case _:
                leaning = ()
                mended = mender.single(statement, result.faults)
        return replace(result, faults=mended.faults, leaning=leaning, form=mended.form)

    def _every_fault(
        self, result: Result, turn: Turn
    ) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
        """All lines of a maneuver that are wrong, and those that only lack the others."""
        assert isinstance(turn.action, Maneuver)
        statement = result.statement
        unread = [unit_of(f.line.text) for f in result.faults if statement.draft]
        found = line_faults(self.game, self.state, turn.nation, turn.action.lines, unread=unread)
        parts = statement.parts
        judged = [(Fault(parts[f.part], numbered(f.refusal, parts)), f.leans) for f in found]
        known = [f for f in result.faults if statement.draft or f.refusal.part is None or not found]
        order = {id(line): n for n, line in enumerate(statement.lines)}
        faults = [*known, *(fault for fault, leans in judged if not leans)]
        faults.sort(key=lambda fault: order.get(id(fault.line), 0))
        return tuple(faults), tuple(fault for fault, leans in judged if leans)

    def _taken(self, statement: Statement, command: Command | Order) -> Result:
        if self.state.over:
            raise IllegalRefusal("game-over", "The game is over.", "8")
        if isinstance(command, Turn | TurnPlan) and command.nation == self.old_turn:
            raise _TURN_IS_OVER
        match command:
            case Turn(nation) if own_turn(self.state, self.player) != nation:
                plan = TurnPlan(nation, (TurnAlternative(command),))
                return self._kept(statement, plan)
            case TurnPlan(nation, alternatives) if own_turn(self.state, self.player) == nation:
                return self._chosen(statement, alternatives)
            case InvestPlan(alternatives) if self._is_asked_to_invest():
                return self._chosen(statement, alternatives)
            case InvestChoice(alternatives):
                asked(Play(self.game, self.state), self.player, Ask.INVEST)
                return self._chosen(statement, alternatives)
            case TurnPlan() | InvestPlan() | Stance() | CanalRule() | SwissRule():
                return self._kept(statement, command)
            case Absence() | Back() | ZoneIs() | MoreTime():
                return self._arranged(statement, command)
            case Cancel():
                self.standing = self.standing.cancel(self.player, command)
                return Result(statement, format_order(self.game.board, command), ahead=True)
        step = apply(self.game, self.state, self.player, command)
        return self._carried_out(
            statement, command, step, Source(statement.lines[0], statement.parts)
        )

    def _arranged(self, statement: Statement, arrangement: Arrangement) -> Result:
        """Take what concerns the clock, if whoever knows the clock allows it."""
        told = self.arrange(self.player, arrangement) if self.arrange else ()
        warnings = tuple((None, Warn("arranged", sentence)) for sentence in told)
        canonical = format_order(self.game.board, arrangement)
        return Result(statement, canonical, warnings=warnings, ahead=True, arranged=True)

    def _is_asked_to_invest(self) -> bool:
        head = self.state.pending[0]
        return head.kind is Ask.INVEST and head.player == self.player

    def _kept(self, statement: Statement, order: Kept) -> Result:
        self.standing = self.standing.keep(self.player, order, since(self.state))
        notes: tuple[Warn, ...] = ()
        if isinstance(order, TurnPlan | InvestPlan):
            notes = notes_on(self.game, self.state, self.player, order)
        warnings = tuple((None, note) for note in notes)
        canonical = format_order(self.game.board, order)
        return Result(statement, canonical, warnings=warnings, ahead=True)

    def _chosen(self, statement: Statement, alternatives: Sequence[Alternative]) -> Result:
        """Carry out the first alternative that can be; refuse all if none can."""
        tried = try_alternatives(self.game, self.state, self.player, alternatives)
        passed_over = [
            Fault(_line_of(statement, source.parts, refusal.part, source.line), refusal)
            for source, refusal in zip(statement.sources, tried.refusals, strict=False)
        ]
        if tried.number is None or tried.command is None or tried.step is None:
            assert statement.command is not None
            assert not isinstance(statement.command, MailCommand)
            canonical = format_order(self.game.board, statement.command)
            return Result(statement, canonical, tuple(passed_over))
        source = statement.sources[tried.number]
        result = self._carried_out(statement, tried.command, tried.step, source)
        notes = ((f.line, Warn("not-used", f"Not used: {f.refusal.message}")) for f in passed_over)
        return replace(result, warnings=(*notes, *result.warnings))

    def _carried_out(
        self, statement: Statement, command: Command, step: Step, source: Source
    ) -> Result:
        warnings = tuple(
            (None if w.part is None else _line_of(statement, source.parts, w.part), w)
            for w in step.warnings
        )
        whole = resolved(self.game, self.state, step.state, command)
        self.state = step.state
        canonical = format_command(self.game.board, whole)
        return Result(statement, canonical, warnings=warnings, events=step.events)


def _line_of(
    statement: Statement, parts: tuple[Line, ...], part: int | None, otherwise: Line | None = None
) -> Line:
    if part is not None and part < len(parts):
        return parts[part]
    return otherwise or statement.lines[0]


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


def _said(parsed: Parsed) -> tuple[MailCommand, ...]:
    """The commands of the mail, each once; of many wishes for help the first ones."""
    every = (s.command for s in parsed.statements if isinstance(s.command, MailCommand))
    once = tuple(dict.fromkeys(every))
    helped = [command for command in once if isinstance(command, HelpWanted)][:MOST_HELPED]
    return tuple(c for c in once if not isinstance(c, HelpWanted) or c in helped)


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
