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
* `ELSE` parts a block into alternatives, also an investment from others below it. `IF` begins an
  alternative; above a heading, or above a turn or an investment without one, it begins the block.
  `WHEN INVESTING` is a heading for investments. What would else be carried out without its
  condition is refused with the block.
* Of a mail with more than `MOST_LINES` orders nothing is taken: to stop somewhere would take half
  a turn, and miss a `CHECK` below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.board.ids import NationId
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.ground.messages import count, say
from pbem.orders.parser.blocks import Block, at_else
from pbem.orders.parser.kinds import (
    Heading,
    guessed,
    heading_of,
    is_investment,
    kind_of,
    unknown,
    with_forms,
)
from pbem.orders.parser.lines import parse_answer
from pbem.orders.parser.read_blocks import Present, read_block
from pbem.orders.parser.statements import Fault, Parsed, Statement
from pbem.orders.reader.scan import MOST_LINES, scan
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.names import Names
from pbem.orders.text.words import head, tidy
from pbem.orders.verbs.meant import is_yes_or_no
from pbem.orders.verbs.table import ACTION_FORMS, verb_of
from pbem.orders.verbs.verb import Asked, Body, Kind, Reach, Verb, said

MOST_CHARACTERS = 100_000  # of all order lines: 200 for each
_TURN = {Kind.ACTION, Kind.LINE}
_ALONE = {Kind.ASIDE, Kind.COMMAND, Kind.MODERATOR, Kind.UNKNOWN}


def parse(
    names: Names,
    lines: Scan,
    own_turn: NationId | None,
    present: Present | None = None,
    asked: Asked | None = None,
) -> Parsed:
    """What the mail says.

    :param own_turn: the nation whose turn the sender alone has to decide, if there is just one
    :param present: which units stand where, for moves that do not name theirs
    :param asked: the question that is open to the sender, if it is one about a nation
    """
    if beyond := _beyond(lines.lines):
        return Parsed((Statement((beyond,), faults=(Fault(beyond, _too_many()),)),))
    reader = _Reader(names, own_turn, present, asked)
    for line in lines.lines:
        reader.read(line)
    return reader.parsed()


def _beyond(lines: Sequence[TextLine]) -> TextLine | None:
    """The line with which the mail gets too long; alternatives on one line count like lines."""
    orders = characters = 0
    for line in lines:
        orders += sum(1 for _ in at_else(line.text))
        characters += len(line.text)
        if orders > MOST_LINES or characters > MOST_CHARACTERS:
            return line
    return None


@dataclass(slots=True)
class _Answer:
    """An answer's line, kept until it is known whether ELSE follows."""

    line: TextLine
    text: str


@dataclass(slots=True)
class _Refused:
    """Lines that are refused together, as far as `verb` reaches."""

    lines: list[TextLine]
    fault: Fault
    verb: Verb


@dataclass(slots=True)
class _Text:
    """A command with the text that belongs to it, up to its end mark."""

    lines: list[TextLine]
    verb: Verb
    ended: bool = False


_Draft = Block | _Answer | _Refused | _Text | Statement


@dataclass(slots=True)
class _Reader:
    """Takes line after line.

    block: the last turn; open: the block that takes in what comes next, if any does
    at: where `open` stands in `drafts`; it is kept, for looking it up takes longer with every line
    """

    names: Names
    own_turn: NationId | None
    present: Present | None = None
    asked: Asked | None = None
    drafts: list[_Draft] = field(default_factory=list)
    block: Block | None = None
    open: Block | None = None
    at: int = 0
    running: _Refused | _Text | None = None

    def read(self, line: TextLine) -> None:
        """Take the next line."""
        if self._swallowed(line):
            return
        kind = kind_of(self.names, line.text)
        if kind is Kind.HEADING:
            self._heading(line)
        elif kind is Kind.AHEAD:
            self._ahead(line)
        else:
            self._pieces(line, line.text, kind)

    def parsed(self) -> Parsed:
        """Everything read, in its order."""
        filled = [d for d in self.drafts if not (isinstance(d, Block) and d.is_empty)]
        self.drafts = filled or self.drafts[:1]
        blocks = [d for d in self.drafts if isinstance(d, Block)]
        self._refuse_doubles([b for b in blocks if b.ahead], "WHEN INVESTING")
        times = Counter(b.nation for b in blocks if b.nation is not None)
        for nation in times:
            name = self.names.board.name(nation).upper()
            self._refuse_doubles([b for b in blocks if b.nation == nation], name)
        return Parsed(tuple(self._statement(draft) for draft in self.drafts))

    def _refuse_doubles(self, blocks: list[Block], name: str) -> None:
        for block in blocks if len(blocks) > 1 else ():
            block.faults.insert(0, (block.lines[0], _two_blocks(name, block.ahead)))

    def _swallowed(self, line: TextLine) -> bool:
        """Whether the line belongs to a text, or to what only a moderator can order."""
        if self.running is None:
            return False
        verb, found = self.running.verb, verb_of(line.text)
        if verb.reach is Reach.PLAYER and found is not None and found.reach is Reach.PLAYER:
            self.running = None
            return False
        self.running.lines.append(line)
        if verb.end and tidy(line.text).upper() == verb.end:
            if isinstance(self.running, _Text):
                self.running.ended = True
            self.running = None
        return True

    def _heading(self, line: TextLine) -> None:
        heading = heading_of(self.names, line.text)
        assert heading is not None
        if self._answers(heading):
            self._answer(line, heading.rest)
            return
        if self.open is not None and self.open.awaits:
            if self._repeats(self.open, heading):
                self._under(self.open, line, heading)
                return
            self.open.refuse(line, _half_alternative())
            self.block = self._begin(Block(heading.nation, line))
            self.block.refuse(line, _half_alternative())
        else:
            self.block = self._begin(Block(heading.nation, line))
        if heading.refusal is not None:
            self.block.refuse(line, heading.refusal)
        self._rest(line, heading.rest)

    def _answers(self, heading: Heading) -> bool:
        """`ITALY: PEACE` of who is asked for Italy: the heading is said once too often."""
        if self.asked is None or heading.nation != self.asked.nation:
            return False
        kind = kind_of(self.names, heading.rest) if heading.rest else Kind.UNKNOWN
        return kind in {Kind.ANSWER, Kind.FIGHT} and not is_investment(self.names, heading.rest)

    def _repeats(self, block: Block, heading: Heading) -> bool:
        """Whether the heading goes on with a block that awaits an order."""
        if heading.nation is None or block.investing:
            return False
        return block.undecided or block.nation == heading.nation

    def _under(self, block: Block, line: TextLine, heading: Heading) -> None:
        """Go on in the block: a condition may stand above the heading, which may be repeated."""
        if block.undecided:
            block.nation, block.undecided = heading.nation, False
            block.heading = None if heading.rest else line
            self.block = block
        self._rest(line, heading.rest)

    def _ahead(self, line: TextLine) -> None:
        half = self.open is not None and self.open.awaits
        if half and self.open is not None:
            self.open.refuse(line, _half_alternative())
        block = self._begin(Block(heading=line, investing=True, ahead=True))
        if half:
            block.refuse(line, _half_alternative())
        self._rest(line, tidy(head(head(line.text)[1])[1]))

    def _rest(self, line: TextLine, rest: str) -> None:
        """What stands behind a heading on its line."""
        if rest:
            kind = kind_of(self.names, rest)
            self._pieces(line, rest, Kind.UNKNOWN if kind is Kind.HEADING else kind)

    def _begin(self, block: Block) -> Block:
        self.open, self.at = block, len(self.drafts)
        self.drafts.append(block)
        return block

    def _pieces(self, line: TextLine, text: str, kind: Kind) -> None:
        """Take a line, parted where it holds `ELSE`."""
        if kind in _ALONE:
            self._take(line, text, kind)
            return
        for number, piece in enumerate(at_else(text)):
            if number:
                self._otherwise(line)
            if piece:
                self._piece(line, piece)

    def _piece(self, line: TextLine, piece: str) -> None:
        kind = kind_of(self.names, piece)
        if kind is Kind.HEADING and self.open is not None:
            heading = heading_of(self.names, piece)
            if heading is not None and heading.rest and self._repeats(self.open, heading):
                piece = heading.rest
                kind = kind_of(self.names, piece)
        self._take(line, piece, Kind.UNKNOWN if kind in {Kind.HEADING, Kind.AHEAD} else kind)

    def _take(self, line: TextLine, text: str, kind: Kind) -> None:
        if kind is Kind.FIGHT:
            maneuver = self.open is not None and not self.open.investing and self.open.is_maneuver
            kind = Kind.LINE if maneuver else Kind.ANSWER
        match kind:
            case Kind.ACTION | Kind.LINE:
                self._turn_line(line, text, kind)
            case Kind.ANSWER:
                self._answer(line, text)
            case Kind.CONDITION:
                block = self.open or self._begin(Block(undecided=True))
                block.add(line, text, kind)
            case Kind.ASIDE if self.open is not None and self.open.awaits and self.open.content:
                self.open.add(line, text, kind)  # where only a turn or an investment can stand
            case Kind.ASIDE | Kind.COMMAND:
                self._command(line, text)
            case Kind.MODERATOR:
                self._moderators(line, text)
            case _:
                self._unknown(line, text)

    def _otherwise(self, line: TextLine) -> None:
        """Another alternative: of the block that is open, else of the answer before it."""
        if self.open is None and not self._answer_becomes_block():
            self._begin(Block(undecided=True))
        assert self.open is not None
        self.open.add(line, "", Kind.OTHERWISE)

    def _answer_becomes_block(self) -> bool:
        for at in range(len(self.drafts) - 1, -1, -1):
            draft = self.drafts[at]
            if isinstance(draft, _Answer):
                self.drafts[at] = self.open = Block(investing=True)
                self.at = at
                self.open.add(draft.line, draft.text, Kind.ANSWER)
                return True
            if not isinstance(draft, Statement):  # asides and the like may stand between
                return False
        return False

    def _turn_line(self, line: TextLine, text: str, kind: Kind) -> None:
        if self.open is not None and self.open.investing and not self.open.awaits:
            self.open = None
        if self.open is not None and self.open.undecided:
            self.open.undecided, self.open.nation = False, self.own_turn
            self.block = self.open
            if self.own_turn is None:
                self.open.refuse(line, _no_heading(text, kind))
        elif self.open is None and self.block is None:
            self.block = self._begin(Block(self.own_turn))
            if self.own_turn is None:
                self.block.refuse(line, _no_heading(text, kind))
        elif self.open is None and self.block is not None:
            self.block.refuse(line, _after_answer(text))
        block = self.open or self.block
        assert block is not None
        block.add(line, text, kind)

    def _answer(self, line: TextLine, text: str) -> None:
        block = self.open
        if block is not None and block.undecided:
            block.undecided, block.investing = False, True
        if block is not None and (block.awaits or not block.content):
            block.add(line, text, Kind.ANSWER)
            return
        if block is not None and block.investing and is_investment(self.names, text):
            block.add(line, text, Kind.ANSWER)  # one too many: ELSE is missing
            return
        if block is not None:
            block.ended = True
            self.open = None
        self.drafts.append(_Answer(line, text))

    def _aside(self, line: TextLine, text: str) -> Statement:
        verb = verb_of(text)
        assert verb is not None
        assert verb.parse is not None
        try:
            return Statement((line,), verb.parse(said(self.names, text)))
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            return Statement((line,), faults=(Fault(line, with_forms(refusal, text)),))

    def _insert(self, draft: _Draft) -> None:
        """Put it before the block that is open, if one is."""
        if self.open is None:
            self.drafts.append(draft)
            return
        self.drafts.insert(self.at, draft)
        self.at += 1

    def _command(self, line: TextLine, text: str) -> None:
        """Something that stands anywhere; a text that belongs to it follows."""
        verb = verb_of(text)
        if verb is None or verb.reach is not Reach.TEXT:
            self._insert(self._aside(line, text))
            return
        self.running = _Text([line], verb)
        self._insert(self.running)

    def _moderators(self, line: TextLine, text: str) -> None:
        """A player cannot give it, and all that belongs to it is refused with it."""
        verb, refused = verb_of(text), Statement((line,), faults=(Fault(line, _for_moderators()),))
        if verb is None or verb.reach is Reach.LINE:
            self._insert(refused)
            return
        if self.open is not None:
            self.open.ended = True
            self.open = None
        self.running = _Refused([line], refused.faults[0], verb)
        self.drafts.append(self.running)

    def _unknown(self, line: TextLine, text: str) -> None:
        """It refuses the block it stands in; before any block it may be a misspelt turn."""
        if self.open is not None:
            self.open.add(line, text, Kind.UNKNOWN)
        elif self.block is None and self.own_turn is not None and guessed(text) in _TURN:
            self._turn_line(line, text, Kind.UNKNOWN)
        else:
            self.drafts.append(Statement((line,), faults=(Fault(line, unknown(text)),)))

    def _statement(self, draft: _Draft) -> Statement:
        match draft:
            case Statement():
                return draft
            case Block():
                return read_block(self.names, draft, self.present)
            case _Refused():
                return Statement(tuple(draft.lines), faults=(draft.fault,))
            case _Text():
                return self._with_text(draft)
        try:
            command = parse_answer(said(self.names, draft.text, asked=self.asked))
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            fault = Fault(draft.line, with_forms(refusal, draft.text))
            return Statement((draft.line,), faults=(fault,))
        return Statement((draft.line,), command)

    def _with_text(self, draft: _Text) -> Statement:
        first, verb, lines = draft.lines[0], draft.verb, draft.lines[1:]
        assert verb.parse is not None
        if draft.ended:
            lines = lines[:-1]
        texts = tuple(line.text for line in lines)
        doubtful = order_like(self.names, texts, ended=draft.ended)
        body = Body(texts, first.raw, draft.ended, doubtful[1] if doubtful else "")
        at = lines[doubtful[0]] if doubtful else first
        try:
            command = verb.parse(replace(said(self.names, first.text), body=body))
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            wrong = at if refusal.code == "press-or-orders" else first
            fault = Fault(wrong, with_forms(refusal, first.text))
            return Statement(tuple(draft.lines), faults=(fault,))
        return Statement(tuple(draft.lines), command)


def order_like(names: Names, lines: Sequence[str], *, ended: bool) -> tuple[int, str] | None:
    """The first line of a text that begins like an order: its place, from 0, and the order.

    Of a text with an end mark only another such text counts, whose own end mark is missing then.
    "Yes, with pleasure" is none.
    """
    for found in scan("\n".join(lines), names.headings, names.places).lines:
        verb = verb_of(found.text)
        other = verb is not None and verb.reach is Reach.TEXT
        chat = is_yes_or_no(found.text) and " " in found.text
        if other or not (ended or chat):
            return found.number - 1, found.text
    return None


def _too_many() -> SyntaxRefusal:
    return SyntaxRefusal(
        "too-many-orders",
        count(
            "The mail gives more than {number} order, or very long ones. So many are not read, and "
            "nothing of the mail is taken. Please send only the orders of your turn.",
            "The mail gives more than {number} orders, or very long ones. So many are not read, "
            "and nothing of the mail is taken. Please send only the orders of your turn.",
            MOST_LINES,
        ),
        legal=("END", "HELP"),
    )


def _for_moderators() -> SyntaxRefusal:
    return SyntaxRefusal(
        "for-moderators",
        say("Only the game's moderator can do that, in an answer to a mail to the moderator."),
    )


def _no_heading(text: str, kind: Kind) -> SyntaxRefusal:
    written = text if kind is Kind.ACTION else "MANEUVER"
    return SyntaxRefusal(
        "no-heading",
        say(
            "Whose turn is this? Please write the nation above it; only a player with exactly "
            "one nation's turn to decide can leave that out."
        ),
        legal=(f"<nation>: {written}",),
    )


def _after_answer(text: str) -> SyntaxRefusal:
    return SyntaxRefusal(
        "after-answer",
        say("The lines of a turn stand together: an answer or an investment has ended this block."),
        legal=(text,),
    )


def _half_alternative() -> SyntaxRefusal:
    return SyntaxRefusal(
        "half-alternative",
        say("An order is missing after IF or ELSE, and another block begins: neither is taken."),
        legal=("ELSE", *ACTION_FORMS),
    )


def _two_blocks(name: str, ahead: bool) -> SyntaxRefusal:
    return SyntaxRefusal(
        "two-blocks",
        say("This mail holds more than one such block, and none of them is taken: {order}",
            order=name),
        legal=("ELSE",) if ahead else tuple(f"{name}: {form}" for form in ACTION_FORMS),
    )  # fmt: skip
