"""A refused order, ready to be mended: what would be accepted instead, and the form filled in.

Whatever is offered here as an order has been tried on the position and is accepted, the whole form
included. What cannot be tried any more, since a mail holds too much, is not offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from pbem.board.model import Board
from pbem.ground.errors import Refusal
from pbem.ground.messages import Message, say
from pbem.orders.parser.kinds import kind_of
from pbem.orders.parser.statements import Fault, Statement
from pbem.orders.text.lines import TextLine
from pbem.orders.text.names import Names
from pbem.orders.verbs.ahead.give import VERB as GIVE
from pbem.orders.verbs.press.press import END
from pbem.orders.verbs.table import begins
from pbem.orders.verbs.turn.flags import VERB as FLAGS
from pbem.orders.verbs.verb import Kind
from pbem.orders.verbs.written import format_command, format_line
from pbem.rules.commands import FlagsFirst, Maneuver, Move, Turn
from pbem.rules.commands import Line as ManeuverLine

MOST_TRIALS = 100
"""Orders that are tried for one mail, to see what may be offered."""
MOST_LINES = 40
"""Of a longer maneuver nothing is tried: that takes ever more time."""
MOST_OFFERED = 24
"""Alternatives of one refusal that are looked at."""
LONGEST = 400
"""Characters of a line, or of a reason, that a form repeats."""
MOST_ABOVE = 2
"""Above the end mark of a press stand at least its first line and one more."""
WIDTH = 68
"""Characters of a form's line, so that no mail program breaks it."""

TOO_LONG = say("This line is too long to stand here; copy it from your own mail, on one line.")
_UNITS = re.compile(r"ARM(?:Y|IES)|FLEETS?")
_TRIED = {Kind.HEADING, Kind.ACTION, Kind.LINE, Kind.FIGHT, Kind.ANSWER}

Accepts = Callable[[str], bool]
"""Whether a text of orders, sent instead, would be accepted as a whole."""


@dataclass(frozen=True, slots=True)
class FormLine:
    """A line of a form that is filled in.

    reason: why it does not count yet; "" for a line that counts, or that has no fault of its own
    """

    text: str
    counts: bool
    reason: Message | Refusal | str = ""

    @property
    def comment(self) -> str:
        """The line as a comment holds it: not too much of it."""
        text = self.text.strip()
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


@dataclass(slots=True)
class Mender:
    """Looks for what can be offered for one mail's refused orders.

    accepts: tries a text on the position as it is
    left: how many more may be tried
    """

    names: Names
    accepts: Accepts
    left: int = MOST_TRIALS
    known: dict[str, bool] = field(default_factory=dict)

    def forget(self) -> None:
        """The position has changed: what was tried before says nothing any more."""
        self.known.clear()

    def fits(self, text: str) -> bool:
        """Whether the text was tried and is accepted."""
        if text not in self.known:
            if not self.left:
                return False
            self.left -= 1
            self.known[text] = self.accepts(text)
        return self.known[text]

    def single(self, statement: Statement, faults: Sequence[Fault]) -> Mending:
        """An order that is no maneuver, or one of which too little could be read."""
        mended = tuple(self._with_tried(fault, None) for fault in faults)
        form = tuple(_commented(statement, mended))
        if len(faults) == 1 and len(statement.lines) <= MOST_LINES:
            form = next(self._corrected(statement, mended[0], faults[0]), form)
        return Mending(mended, form)

    def _corrected(
        self, statement: Statement, fault: Fault, as_found: Fault
    ) -> Iterator[tuple[FormLine, ...]]:
        """The order with a misspelt word mended, if it is accepted so and only so."""
        lines = [line.text for line in statement.lines]
        at = next((n for n, line in enumerate(statement.lines) if line is fault.line), None)
        if at is None:
            return
        texts = [[*lines[:at], text, *lines[at + 1 :]] for text in _corrections(as_found)]
        fitting = [written for written in texts if self.fits("\n".join(written))]
        if len(fitting) == 1:
            form = [FormLine(text, counts=True) for text in fitting[0]]
            # below it: what stands above the first order is told to have been passed over
            form.insert(at + 1, FormLine(lines[at], counts=False, reason=fault.refusal))
            yield tuple(form)

    def maneuver(
        self,
        statement: Statement,
        turn: Turn,
        faults: Sequence[Fault],
        leaning: Sequence[Fault] = (),
    ) -> Mending:
        """A maneuver with lines at fault, as far as it could be read.

        :param leaning: lines that cannot be carried out while others are missing
        """
        assert isinstance(turn.action, Maneuver)
        rows = _rows(self.names.board, statement, turn.action, faults, leaning)
        block = _Block(_heading(self.names.board, turn), rows)
        if len(rows) > MOST_LINES or any(block.row_of(fault) is None for fault in faults):
            return self.single(statement, faults)
        self._correct(block)
        mended = tuple(self._with_tried(fault, block) for fault in faults)
        block.shorten()
        acts = any(not isinstance(row.order, FlagsFirst) for row in block.counting)
        if not acts or not self.fits(block.text()):  # a maneuver of nothing is not wanted
            return Mending(mended, tuple(_commented(statement, mended)))
        return Mending(mended, tuple(block.form()))

    def _correct(self, block: _Block) -> None:
        """Count in what is mended by itself: words misspelt, then lines that leaned on others."""
        for row in block.rows:
            if row.fault is None or row.counts:
                continue
            texts = _corrections(row.fault) if not row.leans else [row.text]
            fitting = [text for text in texts if self.fits(block.text({id(row): text}))]
            if len(fitting) == 1:
                row.text, row.counts = fitting[0], True

    def _with_tried(self, fault: Fault, block: _Block | None) -> Fault:
        """The fault with those of its alternatives that would be accepted."""
        refusal = fault.refusal
        instead = (*_corrections(fault), *_smaller(self.names.board, fault, block))
        legal = refusal.legal if not refusal.said else ()
        offered = tuple(self._offered(fault, (*instead, *legal), block))
        if not offered and refusal.said:  # names and forms are worth telling nevertheless
            offered = tuple(text for text in refusal.legal if not self._is_tried(text))
        return replace(fault, refusal=refusal.but(legal=offered))

    def _offered(self, fault: Fault, legal: Sequence[str], block: _Block | None) -> Iterator[str]:
        row = block.row_of(fault) if block else None
        for text in list(dict.fromkeys(legal))[:MOST_OFFERED]:
            if not self._is_tried(text):
                yield text
                continue
            kind = kind_of(self.names, text)
            inside = block is not None and row is not None and kind in {Kind.LINE, Kind.FIGHT}
            whole = block.text({id(row): text}) if inside and block else text
            if self.fits(whole):
                yield text

    def _is_tried(self, text: str) -> bool:
        """Whether it is a whole order: neither a form nor a command of the mail."""
        if "<" in text.replace("<=", "") or "..." in text:
            return False
        return kind_of(self.names, text) in _TRIED or begins(text, GIVE)


@dataclass(frozen=True, slots=True)
class Mending:
    """What is to be said about a refused order.

    faults: with alternatives that have been tried; form: to be copied
    """

    faults: tuple[Fault, ...]
    form: tuple[FormLine, ...]


@dataclass(slots=True)
class _Row:
    """A line of a maneuver while its form is made."""

    line: TextLine
    text: str
    order: ManeuverLine | None
    fault: Fault | None = None
    leans: bool = False
    counts: bool = False
    too_long: bool = False


@dataclass(slots=True)
class _Block:
    heading: str
    rows: list[_Row]

    @property
    def counting(self) -> list[_Row]:
        return [row for row in self.rows if row.counts]

    def shorten(self) -> None:
        """See to it that no line that counts is too long; what cannot be shortened is left out."""
        for row in self.counting:
            row.text = shortened(row.text)
            if len(row.text) > WIDTH:
                row.counts, row.too_long = False, True

    def row_of(self, fault: Fault) -> _Row | None:
        return next((row for row in self.rows if row.line is fault.line), None)

    def text(self, instead: dict[int, str] | None = None) -> str:
        """The lines that count, with others in the place of some."""
        instead = instead or {}
        lines = [
            instead.get(id(row), row.text) for row in self.rows if row.counts or id(row) in instead
        ]
        return "\n".join((self.heading, *lines))

    def form(self) -> Iterator[FormLine]:
        yield FormLine(self.heading, counts=True)
        for row in self.rows:
            if row.too_long:
                yield FormLine(f"  {row.text}", counts=False, reason=TOO_LONG)
                continue
            if row.fault is None or (row.counts and row.leans):
                yield FormLine(f"  {row.text}", counts=True)
                continue
            reason: Message | Refusal = row.fault.refusal
            if row.leans:
                reason = say("Without the refused lines: {message}", message=reason)
            if row.counts:
                yield FormLine(f"  {row.text}", counts=True)
            written = row.line.text if row.counts else row.text
            yield FormLine(f"  {written}", counts=False, reason=reason)


def _rows(
    board: Board,
    statement: Statement,
    maneuver: Maneuver,
    faults: Sequence[Fault],
    leaning: Sequence[Fault],
) -> list[_Row]:
    """Every line below the heading, in the order of the text."""
    at_fault = {id(f.line): f for f in faults}
    leans = {id(f.line): f for f in leaning}
    parts = {id(line): n for n, line in enumerate(statement.parts)}
    rows: list[_Row] = []
    flags: _Row | None = None
    for line in statement.lines:
        fault, part = at_fault.get(id(line)) or leans.get(id(line)), parts.get(id(line))
        if part is None and fault is None:
            if flags is None or not is_flags(line):
                continue  # the heading
            fault, order = flags.fault, flags.order  # they were joined to those before
        else:
            order = maneuver.lines[part] if part is not None else None
        own = order is None or isinstance(order, FlagsFirst)
        text = line.text if own or order is None else format_line(board, order)
        if len(text) > WIDTH > len(line.text):
            text = line.text
        row = _Row(line, text, order, fault, id(line) in leans, counts=fault is None)
        rows.append(row)
        flags = row if isinstance(order, FlagsFirst) else flags
    return rows


def _heading(board: Board, turn: Turn) -> str:
    assert isinstance(turn.action, Maneuver)
    return format_command(board, replace(turn, action=replace(turn.action, lines=())))


def _commented(statement: Statement, faults: Sequence[Fault]) -> Iterator[FormLine]:
    """The whole order as it was written, none of which counts."""
    reasons = {id(f.line): f.refusal for f in faults}
    for line in statement.lines:
        yield FormLine(line.text, counts=False, reason=reasons.get(id(line), ""))


def press_form(statement: Statement, fault: Fault) -> tuple[FormLine, ...]:
    """A press whose end mark is missing, with the mark above the line that may be an order.

    That line and those below it do not count: what was meant by them nobody knows.
    """
    at = next((n for n, line in enumerate(statement.lines) if line is fault.line), 0)
    if at < MOST_ABOVE:
        return ()
    above = [FormLine(line.text, counts=True) for line in statement.lines[:at] if line.text]
    below = [line for line in statement.lines[at:] if line.text]
    reason = say("Take # away if it is an order; if it is press, move it above {order}.", order=END)
    return (
        *above,
        FormLine(END, counts=True),
        *(
            FormLine(line.text, counts=False, reason="" if number else reason)
            for number, line in enumerate(below)
        ),
    )


def _corrections(fault: Fault) -> list[str]:
    """The line with the word that is at fault replaced by those that may have been meant."""
    said, line = fault.refusal.said, fault.line.text
    pattern = re.compile(rf"(?<!\w){re.escape(said)}(?!\w)", re.IGNORECASE)
    places = list(islice(pattern.finditer(line), 2))
    if not said or len(places) != 1:
        return []
    start, end = places[0].span()
    return [f"{line[:start]}{word}{line[end:]}" for word in fault.refusal.meant]


def _smaller(board: Board, fault: Fault, block: _Block | None) -> Iterator[str]:
    """The same move of fewer units, the most first."""
    row = block.row_of(fault) if block else None
    order = row.order if row else None
    if not isinstance(order, Move) or fault.refusal.code not in ("no-such-units", "no-convoy"):
        return
    most = 9 if order.count == "all" else min(order.count - 1, 9)
    for count in range(most, 0, -1):
        yield format_line(board, replace(order, count=count))


def shortened(text: str) -> str:
    """A line, with letters for its units where it is too long otherwise."""
    return text if len(text) <= WIDTH else _UNITS.sub(lambda match: match[0][0], text)


def is_flags(line: TextLine) -> bool:
    """Whether a line is one of `FLAGS`."""
    return begins(line.text, FLAGS)


def numbered(refusal: Refusal, parts: Sequence[TextLine]) -> Refusal:
    """The refusal with the numbers of the lines that have brought it about."""
    lines = [parts[part] for part in refusal.because if part < len(parts)]
    numbers = list(dict.fromkeys(str(line.number) for line in lines))
    if not numbers:
        return refusal
    told = refusal.but()
    if len(numbers) == 1:
        line = say("{message} See line {line}: {said}.", message=told, line=numbers[0],
                   said=lines[0].text)  # fmt: skip
        return refusal.but(sentence=line)
    sentence = say("{message} See these lines: {lines}.", message=told, lines=tuple(numbers))
    return refusal.but(sentence=sentence)
