"""Text -> commands: the lines of a mail are sorted into statements, and each is read.

How lines belong together:

* A heading begins a nation's block; it takes in what follows, until another heading, or an answer
  or an investment, which ends it. A block is taken wholly or not at all.
* Lines of a turn without a heading belong to `own_turn`. After a block that an answer has ended
  they are refused together with that block: half a turn is none.
* `FIGHT` inside a maneuver's block is one of its lines, also as the last of them: whoever wants to
  answer a question in the same mail writes that answer above the block. Elsewhere it is an answer.
* `PEACE` and the other answers are no maneuver lines, and end the block.
* `GIVE` and the commands of the mail do not end a block; they are carried out before it.
* An empty heading is the form of a report that nobody filled in: it is passed over if the same
  nation's heading follows, or if the mail says anything else.
* `ELSE` or `IF` (not available yet) refuse what they belong to, not only their own line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pbem.board.ids import NationId
from pbem.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.orders.blocks import Block, Content, read_block
from pbem.orders.kinds import guessed, heading_of, kind_of, unknown, with_forms
from pbem.orders.later import Later, Reach, later
from pbem.orders.lexer import Line, Scan
from pbem.orders.names import Names
from pbem.orders.parse_answers import parse_answer
from pbem.orders.parse_mail import parse_mail_command
from pbem.orders.statements import Fault, Parsed, Statement
from pbem.orders.vocabulary import ACTION_FORMS, Kind
from pbem.orders.words import head, tidy
from pbem.rules.commands import Command

_ALTERNATIVES = {Reach.INVESTING, Reach.BLOCK}
_TURN = {Kind.ACTION, Kind.LINE}


def parse(names: Names, scan: Scan, own_turn: NationId | None) -> Parsed:
    """What the mail says.

    :param own_turn: the nation whose turn the sender alone has to decide, if there is just one
    """
    reader = _Reader(names, own_turn)
    for line in scan.lines:
        reader.read(line)
    return reader.parsed()


@dataclass(slots=True)
class _Answer:
    """An answer's line, kept until it is known whether ELSE follows."""

    line: Line
    text: str


@dataclass(slots=True)
class _Refused:
    """Lines that are refused together, as long as `entry` reaches."""

    lines: list[Line]
    fault: Fault
    entry: Later | None = None


_Draft = Block | _Answer | _Refused | Statement


@dataclass(slots=True)
class _Reader:
    names: Names
    own_turn: NationId | None
    drafts: list[_Draft] = field(default_factory=list)
    block: Block | None = None
    running: _Refused | None = None

    def read(self, line: Line) -> None:
        """Take the next line."""
        if self._swallowed(line):
            return
        kind = kind_of(self.names, line.text)
        if kind is Kind.HEADING:
            self._heading(line)
        else:
            self._take(line, line.text, kind)

    def parsed(self) -> Parsed:
        """Everything read, in its order."""
        filled = [d for d in self.drafts if not (isinstance(d, Block) and d.is_empty)]
        self.drafts = filled or self.drafts[:1]
        blocks = [d for d in self.drafts if isinstance(d, Block)]
        times = Counter(b.nation for b in blocks if b.nation is not None)
        for block in blocks:
            if block.nation is not None and times[block.nation] > 1:
                name = self.names.board.name(block.nation)
                block.faults.insert(0, Fault(block.lines[0], _two_blocks(name.upper())))
        return Parsed(tuple(self._statement(draft) for draft in self.drafts))

    def _swallowed(self, line: Line) -> bool:
        """Whether the line belongs to a word that is not available yet."""
        if self.running is None or self.running.entry is None:
            return False
        entry = self.running.entry
        if entry.reach in _ALTERNATIVES and self._stands_alone(line.text):
            return False  # and goes on below it
        if not self._reaches(entry, line.text):
            self.running = None
            return False
        self.running.lines.append(line)
        if entry.end and tidy(line.text).upper() == entry.end:
            self.running = None
        return True

    def _stands_alone(self, text: str) -> bool:
        found = later(text)
        if found is not None:
            return found.reach is Reach.LINE
        return kind_of(self.names, text) is Kind.ASIDE

    def _reaches(self, entry: Later, text: str) -> bool:
        found = later(text)
        match entry.reach:
            case Reach.TEXT:
                return True
            case Reach.PLAYER:
                return found is None or found.reach is not Reach.PLAYER
            case Reach.INVESTING | Reach.BLOCK:
                if found is not None:
                    return found.reach is Reach.BLOCK
                return kind_of(self.names, text) in {Kind.ANSWER, Kind.FIGHT, Kind.UNKNOWN}
        return False

    def _heading(self, line: Line) -> None:
        heading = heading_of(self.names, line.text)
        assert heading is not None
        self.block = Block(heading.nation, line)
        self.drafts.append(self.block)
        if heading.refusal is not None:
            self.block.refuse(line, heading.refusal)
        if heading.rest:
            kind = kind_of(self.names, heading.rest)
            self._take(line, heading.rest, Kind.UNKNOWN if kind is Kind.HEADING else kind)

    def _take(self, line: Line, text: str, kind: Kind) -> None:
        block = self.block if self.block is not None and not self.block.ended else None
        if kind is Kind.FIGHT:
            kind = Kind.LINE if block is not None and block.is_maneuver else Kind.ANSWER
        match kind:
            case Kind.ACTION | Kind.LINE:
                self._turn_line(Content(line, text, kind))
            case Kind.ANSWER:
                self._answer(line, text, block)
            case Kind.ASIDE:
                self._insert(self._aside(line, text), block)
            case Kind.LATER:
                self._later(line, text, block)
            case _:
                self._unknown(line, text, block)

    def _turn_line(self, content: Content) -> None:
        if self.block is None:
            self.block = Block(self.own_turn)
            self.drafts.append(self.block)
            if self.own_turn is None:
                self.block.refuse(content.line, _no_heading(content))
        elif self.block.ended:
            self.block.refuse(content.line, _after_answer(content.text))
        self.block.content.append(content)

    def _answer(self, line: Line, text: str, block: Block | None) -> None:
        if block is not None and not block.content:
            block.content.append(Content(line, text, Kind.ANSWER))
            return
        if block is not None:
            block.ended = True
        self.drafts.append(_Answer(line, text))

    def _aside(self, line: Line, text: str) -> Statement:
        try:
            if head(text)[0] == "GIVE":
                return Statement((line,), parse_answer(self.names, text))
            return Statement((line,), parse_mail_command(text))
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            return Statement((line,), faults=(Fault(line, with_forms(refusal, text)),))

    def _insert(self, draft: _Draft, block: Block | None) -> None:
        """Put it before the block that is open, if one is."""
        at = next((i for i, d in enumerate(self.drafts) if d is block), len(self.drafts))
        self.drafts.insert(at, draft)

    def _later(self, line: Line, text: str, block: Block | None) -> None:
        entry = later(text)
        assert entry is not None
        fault = Fault(line, entry.refusal)
        if entry.reach is Reach.BLOCK and block is not None:
            block.content.append(Content(line, text, Kind.LATER))
            return
        if entry.reach is Reach.LINE:
            self._insert(Statement((line,), faults=(fault,)), block)
            return
        lines = [line]
        before = self.drafts[-1] if self.drafts else None
        if entry.reach is Reach.BLOCK and isinstance(before, _Answer):
            lines.insert(0, before.line)
            self.drafts.pop()
        if block is not None:
            block.ended = True
        self.running = _Refused(lines, fault, entry)
        self.drafts.append(self.running)

    def _unknown(self, line: Line, text: str, block: Block | None) -> None:
        """It refuses the block it stands in; before any block it may be a misspelt turn."""
        if block is not None:
            block.content.append(Content(line, text, Kind.UNKNOWN))
        elif self.block is None and self.own_turn is not None and guessed(text) in _TURN:
            self._turn_line(Content(line, text, Kind.UNKNOWN))
        else:
            self.drafts.append(Statement((line,), faults=(Fault(line, unknown(text)),)))

    def _statement(self, draft: _Draft) -> Statement:
        match draft:
            case Statement():
                return draft
            case Block():
                return read_block(self.names, draft)
            case _Refused():
                return Statement(tuple(draft.lines), faults=(draft.fault,))
        try:
            command: Command = parse_answer(self.names, draft.text)
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            fault = Fault(draft.line, with_forms(refusal, draft.text))
            return Statement((draft.line,), faults=(fault,))
        return Statement((draft.line,), command)


def _no_heading(content: Content) -> SyntaxRefusal:
    written = content.text if content.kind is Kind.ACTION else "MANEUVER"
    return SyntaxRefusal(
        "no-heading",
        "Whose turn is this? Please write the nation above it; only who has exactly one nation's "
        "turn to decide can leave that out.",
        legal=(f"<nation>: {written}",),
    )


def _after_answer(text: str) -> SyntaxRefusal:
    return SyntaxRefusal(
        "after-answer",
        "The lines of a turn stand together: an answer or an investment has ended this block.",
        legal=(text,),
    )


def _two_blocks(name: str) -> SyntaxRefusal:
    return SyntaxRefusal(
        "two-blocks",
        f"{name} has more than one block in this mail; none of them is taken.",
        legal=tuple(f"{name}: {form}" for form in ACTION_FORMS),
    )
