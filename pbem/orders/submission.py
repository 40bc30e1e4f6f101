"""A player's text applied to a position: statement by statement, each taken wholly or not at all.

Mail, console, scenario and replay all come through here, so that one text means one thing. What
is for later is kept beside the position, see `standing`; nothing is done about it here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rapidfuzz import fuzz

from pbem.board.ids import NationId, PlayerId, RegionId, Unit
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal, Refusal, SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.ahead.advance import standing_answer, try_alternatives
from pbem.orders.ahead.plans import (
    Alternative,
    InvestChoice,
    InvestPlan,
    Kept,
    Order,
    Rule,
    TurnAlternative,
    TurnPlan,
)
from pbem.orders.ahead.standing import NOTHING, Standing, since
from pbem.orders.ahead.trial import notes_on
from pbem.orders.ahead.turns import own_turn, planned_turn
from pbem.orders.ahead.written import format_order
from pbem.orders.answered import Answered
from pbem.orders.mending import FormLine, Mender, numbered, press_form
from pbem.orders.moment import Moment, comes_late
from pbem.orders.parser.lines import unit_of
from pbem.orders.parser.parse import parse
from pbem.orders.parser.statements import Fault, Parsed, Source, Statement
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.names import Names
from pbem.orders.text.words import head
from pbem.orders.verbs.ahead.canal import CanalRule
from pbem.orders.verbs.ahead.cancel import Cancel
from pbem.orders.verbs.ahead.stance import Stance
from pbem.orders.verbs.ahead.swiss import SwissRule
from pbem.orders.verbs.answers.yes_no import YesNo
from pbem.orders.verbs.clock.absence import Absence
from pbem.orders.verbs.clock.arrangements import Arrange, Arrangement
from pbem.orders.verbs.clock.back import Back
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.check import VERB as CHECK
from pbem.orders.verbs.mail.for_turn import VERB as FOR_TURN
from pbem.orders.verbs.mail.for_turn import ForTurn
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.history import HistoryWanted
from pbem.orders.verbs.meant import for_the_canal, order_meant
from pbem.orders.verbs.press.press import Press
from pbem.orders.verbs.proposals.consent import Consent
from pbem.orders.verbs.proposals.draw import Draw
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import TakeBack
from pbem.orders.verbs.table import TEXTS
from pbem.orders.verbs.verb import Asked
from pbem.orders.verbs.written import format_command
from pbem.rules.answers import asked
from pbem.rules.commands import (
    Command,
    LetPass,
    Maneuver,
    Turn,
)
from pbem.rules.engine import Step, apply
from pbem.rules.events import Event
from pbem.rules.maneuver.faults import line_faults
from pbem.rules.play import Play, Warn
from pbem.rules.resolve import resolved
from pbem.rules.state import Ask, State

Addressing = Callable[[State, Press], Press]
"""A press with those who get to read it; raises a `Refusal` if it cannot be sent."""

MOST_HELPED = 10  # topics and turns; each is a page
MOST_IGNORED = 100  # lines; an answer repeats them all
_NEARLY_CHECK = 80  # of 100: `CHEK`


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one statement.

    canonical: the orders as understood, in the order language; "" if they were not
    faults: why it was refused, each beside its line; empty if it was taken
    warnings: what the player should know, each beside its line where it has one
    ahead: whether it is about what is kept ahead of time, and for nobody else to know
    arranged: whether it is about the clock
    turn: of a plan that is kept, the number of the turn that it is for
    leaning: of a refused maneuver, the lines that only lack the refused ones, beside what they lack
    form: of a refused order, what may be copied and mended
    """

    statement: Statement
    canonical: str = ""
    faults: tuple[Fault, ...] = ()
    warnings: tuple[tuple[TextLine | None, Warn], ...] = ()
    events: tuple[Event, ...] = ()
    ahead: bool = False
    arranged: bool = False
    turn: int | None = None
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
    ignored: tuple[TextLine, ...] = ()
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


@dataclass(frozen=True, slots=True)
class About:
    """What is known about a text besides its words.

    answered: the mail of the game that it answers; None if it answers none, as on the console:
        then it is about what is open
    writer: what the sender is called besides the seat: names in a mail's closing
    arrange: whether the game's clock allows what the player arranges; anything if None
    press: who gets to read a press, if it may be sent; as it is written if None
    """

    answered: Answered | None = None
    writer: Collection[str] = ()
    arrange: Arrange | None = None
    press: Addressing | None = None


def submit(
    game: Game,
    names: Names,
    state: State,
    player: PlayerId,
    text: str | Scan,
    standing: Standing = NOTHING,
    about: About = About(),
) -> Outcome:
    """Apply the orders in a text, as its sender would expect; refused orders change nothing.

    :param text: the new text of a mail, or its lines, if they have been found with these names
    :param standing: what is kept ahead of time
    """
    answered, whose = about.answered, (player, *about.writer)
    lines = scan(text, names.headings, names.places, whose) if isinstance(text, str) else text
    known = names.with_players(state.seats)
    meant, asked = _meant(state, player, answered), _asked(state, player)
    parsed = parse(known, lines, meant, partial(_present, state), asked)
    if about.press is not None:
        parsed = Parsed(tuple(_addressed(about.press, state, s) for s in parsed.statements))
    said = _said(parsed)
    turns = tuple(command.turn for command in said if isinstance(command, ForTurn))
    moment = Moment(game, player, state, answered, turns)
    unclear = _unclear(parsed)
    counter = _Counter(game, names, player, state, standing, moment, about.arrange)
    counter.mender = Mender(names, counter.would_take)
    results = tuple(
        counter.take(statement, unclear)
        for statement in parsed.statements
        if not isinstance(statement.command, MailCommand)
    )
    return Outcome(counter.state, results, said, _shortened(lines.ignored), counter.standing)


def _addressed(press: Addressing, state: State, statement: Statement) -> Statement:
    """A press as it goes out, or why it does not."""
    if not isinstance(statement.command, Press):
        return statement
    try:
        return replace(statement, command=press(state, statement.command))
    except Refusal as refusal:
        fault = Fault(statement.lines[0], refusal)
        return replace(statement, command=None, faults=(fault,))


def _meant(state: State, player: PlayerId, answered: Answered | None) -> NationId | None:
    """The nation whose turn lines without a heading are about, if any."""
    if answered is None or not answered.strict:
        return own_turn(state, player)
    asked = answered.question
    return asked.nation if asked and asked.kind is Ask.TURN else None


def _asked(state: State, player: PlayerId) -> Asked | None:
    """The player's open question, if it asks a nation about another's move."""
    for decision in state.pending[:1]:
        about_a_move = decision.kind in (Ask.FIGHT, Ask.CANAL) and decision.player == player
        if about_a_move and decision.nation and state.nation:
            return Asked(decision.nation, state.nation)
    return None


def _shortened(ignored: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The first of many lines that are no orders, and one that counts the others."""
    shown, others = tuple(ignored[:MOST_IGNORED]), ignored[MOST_IGNORED:]
    if not others:
        return shown
    return (*shown, TextLine(others[0].number, f"... (+{len(others)})", ""))


def _present(state: State, nation: NationId, region: RegionId) -> frozenset[Unit]:
    """The kinds of units that the nation has there."""
    own = state.nations[nation]
    found = {
        Unit.ARMY: own.armies.get(region, 0) + own.friendly.get(region, 0),
        Unit.FLEET: own.fleets.get(region, 0),
    }
    return frozenset(unit for unit, count in found.items() if count)


@dataclass(slots=True)
class _Counter:
    """Where the statements of one text are taken, one after the other."""

    game: Game
    names: Names
    player: PlayerId
    state: State
    standing: Standing
    moment: Moment
    arrange: Arrange | None = None
    mender: Mender | None = None
    takes_back: bool = False

    def take(self, statement: Statement, unclear: Refusal | None) -> Result:
        """Carry a statement out, keep it, or say why not, and what would be accepted instead."""
        before = self.state
        result = self._judged(statement, unclear)
        if self.mender is None:
            return result
        if self.state is not before:
            self.mender.forget()
        hopeless = unclear or self.state.over or comes_late(result.faults)
        return result if result.taken or hopeless else self._mended(result, self.mender)

    def would_take(self, text: str) -> bool:
        """Whether the player could send that text now, nothing of it refused or passed over."""
        lines = scan(text, self.names.headings, self.names.places)
        names = self.names.with_players(self.state.seats)
        parsed = parse(names, lines, own_turn(self.state, self.player))
        moment = Moment(self.game, self.player, self.state)
        counter = _Counter(self.game, self.names, self.player, self.state, self.standing, moment)
        return (
            bool(lines.lines)
            and not lines.ignored
            and all(
                not isinstance(s.command, MailCommand) and counter._judged(s, None).taken
                for s in parsed.statements
            )
        )

    def _judged(self, statement: Statement, unclear: Refusal | None) -> Result:
        command = statement.command
        if command is None:
            return Result(statement, faults=statement.faults)
        assert not isinstance(command, MailCommand)
        try:
            if unclear:
                raise unclear
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
            case _ if head(statement.lines[0].text)[0] in TEXTS:
                fault = result.faults[0]
                doubtful = fault.refusal.code == "press-or-orders"
                form = press_form(statement, fault) if doubtful else ()
                return replace(result, form=form)
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
        if self.state.over and not isinstance(command, ZoneIs):
            raise IllegalRefusal("game-over", say("The game is over."), "8")
        command = self.moment.said_to_proposal(command)
        self.moment.check_take_back(self.state, command, after_one=self.takes_back)
        self.moment.check(self.state, command)
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
            case Absence() | Back() | ZoneIs() | MoreTime() | TakeBack() | Draw() | Consent():
                return self._arranged(statement, command)
            case Cancel():
                self.standing = self.standing.cancel(self.player, command)
                return Result(statement, format_order(self.game.board, command), ahead=True)
            case YesNo():
                command = order_meant(self.game, self.state, self.player, command)
            case LetPass():
                command = for_the_canal(self.state, self.player, command)
        step = apply(self.game, self.state, self.player, command)
        return self._carried_out(
            statement, command, step, Source(statement.lines[0], statement.parts)
        )

    def _arranged(self, statement: Statement, arrangement: Arrangement) -> Result:
        """Take what concerns the clock, if whoever knows the clock allows it."""
        told = self.arrange(self.player, arrangement) if self.arrange else ()
        self.takes_back = self.takes_back or isinstance(arrangement, TakeBack)
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
        elif answer := self._answered_by(order):
            message = say("This answers the question that is open: {order}", order=answer)
            notes = (Warn("answers-question", message),)
        warnings = tuple((None, note) for note in notes)
        canonical = format_order(self.game.board, order)
        turn = None
        if isinstance(order, TurnPlan):
            turn = planned_turn(self.game, self.state, order.nation)
        return Result(statement, canonical, warnings=warnings, ahead=True, turn=turn)

    def _answered_by(self, rule: Rule) -> str:
        """How the sender's open question is answered by a standing answer, if by this one."""
        head = self.state.pending[0]
        kind = {Stance: Ask.FIGHT, CanalRule: Ask.CANAL, SwissRule: Ask.FORCE}[type(rule)]
        if (head.player, head.kind) != (self.player, kind):
            return ""
        alone = NOTHING.keep(self.player, rule, since(self.state))
        if standing_answer(self.game, self.state, alone, head) is None:
            return ""  # it is about something else, or ASK
        command = standing_answer(self.game, self.state, self.standing, head)
        return format_command(self.game.board, command) if command else ""

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
        notes = (
            (f.line, Warn("not-used", say("Not used: {message}", message=f.refusal)))
            for f in passed_over
        )
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
    statement: Statement,
    parts: tuple[TextLine, ...],
    part: int | None,
    otherwise: TextLine | None = None,
) -> TextLine:
    if part is not None and part < len(parts):
        return parts[part]
    return otherwise or statement.lines[0]


def _unclear(parsed: Parsed) -> Refusal | None:
    """A wish to try first, or for a turn, that cannot be read: then nothing is carried out."""
    for statement in parsed.refused:
        line = statement.lines[0]
        word = head(line.text)[0]
        if word == FOR_TURN.word or fuzz.ratio(word, CHECK.word) >= _NEARLY_CHECK:
            return SyntaxRefusal(
                "unclear",
                say(
                    "Line {line} cannot be read, so nothing of this mail is carried out.",
                    line=line.number,
                ),
                legal=(*CHECK.legal, *FOR_TURN.legal),
            )
    return None


def _said(parsed: Parsed) -> tuple[MailCommand, ...]:
    """The commands of the mail, each once; of many wishes for help the first ones."""
    every = (s.command for s in parsed.statements if isinstance(s.command, MailCommand))
    once = tuple(dict.fromkeys(every))
    pages = [c for c in once if isinstance(c, HelpWanted | HistoryWanted)][:MOST_HELPED]
    return tuple(c for c in once if not isinstance(c, HelpWanted | HistoryWanted) or c in pages)
