"""A nation's block: its lines are gathered, then read wholly or not at all (section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pbem.board.ids import NationId
from pbem.errors import AmbiguousRefusal, Refusal, SyntaxRefusal
from pbem.orders.kinds import unknown, with_forms
from pbem.orders.later import later, no_alternatives
from pbem.orders.lexer import Line
from pbem.orders.names import Names
from pbem.orders.parse_maneuver import parse_line
from pbem.orders.parse_turn import no_short_form, parse_action
from pbem.orders.statements import Fault, Statement
from pbem.orders.vocabulary import ACTION_FORMS, SHORT, SPELLINGS, Kind
from pbem.orders.words import head, shown
from pbem.rules.commands import Action, FlagsFirst, Maneuver, Turn
from pbem.rules.commands import Line as ManeuverLine


@dataclass(frozen=True, slots=True)
class Content:
    """A line of a block without the heading that may stand before it."""

    line: Line
    text: str
    kind: Kind


@dataclass(slots=True)
class Block:
    """A block while it is gathered.

    nation: None if the heading is wrong or there is none
    ended: an answer or an investment has ended it; what follows without a heading is a fault
    """

    nation: NationId | None
    heading: Line | None = None
    content: list[Content] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    ended: bool = False

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, the heading first."""
        body = (c.line for c in self.content if c.line is not self.heading)
        return (*((self.heading,) if self.heading else ()), *body)

    @property
    def is_empty(self) -> bool:
        """Whether it is a heading and nothing else."""
        return not (self.content or self.faults or self.ended)

    @property
    def is_maneuver(self) -> bool:
        """Whether a `FIGHT` would be one of its lines."""
        return any(
            c.kind is Kind.LINE or (c.kind is Kind.ACTION and _is_maneuver(c.text))
            for c in self.content
        )

    def refuse(self, line: Line, refusal: Refusal) -> None:
        """Refuse the whole block for that line."""
        self.faults.append(Fault(line, refusal))


def read_block(names: Names, block: Block) -> Statement:
    """The block as a statement: a `Turn`, or every fault that can be told."""
    if not block.faults:
        block.faults.extend(_misplaced(names, block))
    if block.faults:
        return _refused(block, block.faults)
    first, *rest = block.content
    faults: list[Fault] = []
    action = _action_of(names, first, rest, faults)
    if action is None or faults or block.nation is None:
        return _refused(block, faults)
    parts: tuple[Line, ...] = ()
    if isinstance(action, tuple):
        maneuver, parts = action
        turn = Turn(block.nation, maneuver)
    else:
        turn = Turn(block.nation, action)
    return Statement(block.lines, turn, nation=block.nation, parts=parts)


def _refused(block: Block, faults: list[Fault]) -> Statement:
    order = {id(line): n for n, line in enumerate(block.lines)}
    faults = sorted(faults, key=lambda f: order.get(id(f.line), 0))
    return Statement(block.lines, faults=tuple(faults), nation=block.nation)


def _misplaced(names: Names, block: Block) -> Iterator[Fault]:
    """What is wrong with the block as a whole; one fault is enough."""
    if not block.content:
        if block.heading is not None:
            yield Fault(block.heading, _empty(names, block))
        return
    for content in block.content:
        if (entry := later(content.text)) is not None:
            yield Fault(content.line, entry.refusal)
            return
    first, *rest = block.content
    if first.kind in {Kind.ANSWER, Kind.FIGHT}:
        yield Fault(first.line, _answer(first.text))
    elif first.kind is Kind.LINE:
        yield Fault(first.line, _no_maneuver(names, block, first))
    else:
        actions = [c for c in rest if c.kind is Kind.ACTION]
        if actions:
            yield Fault(actions[0].line, _two_actions())


def _action_of(
    names: Names, first: Content, rest: list[Content], faults: list[Fault]
) -> Action | tuple[Maneuver, tuple[Line, ...]] | None:
    action: Action | None = None
    behind = ""
    try:
        if first.kind is Kind.UNKNOWN:
            raise unknown(first.text)
        no_alternatives(first.text)
        action, behind = parse_action(names, first.text)
    except (SyntaxRefusal, AmbiguousRefusal) as refusal:
        faults.append(Fault(first.line, with_forms(refusal, first.text)))
    if action is None or isinstance(action, Maneuver):  # None: perhaps MANEUVER, misspelt
        head_line = [Content(first.line, behind, Kind.LINE)] if behind else []
        lines, parts = _maneuver_lines(names, [*head_line, *rest], faults)
        return (replace(action, lines=lines), parts) if action else None
    faults.extend(Fault(c.line, _needs_maneuver(c)) for c in rest)
    return action


def _maneuver_lines(
    names: Names, content: list[Content], faults: list[Fault]
) -> tuple[tuple[ManeuverLine, ...], tuple[Line, ...]]:
    """The lines and where each stands; all FLAGS are joined at the place of the first."""
    lines: list[ManeuverLine] = []
    parts: list[Line] = []
    flags: int | None = None
    for c in content:
        try:
            if c.kind is Kind.UNKNOWN:
                raise unknown(c.text)
            no_alternatives(c.text)
            line = parse_line(names, c.text)
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            faults.append(Fault(c.line, with_forms(refusal, c.text)))
            continue
        if isinstance(line, FlagsFirst) and flags is not None:
            before = lines[flags]
            assert isinstance(before, FlagsFirst)
            lines[flags] = FlagsFirst((*before.regions, *line.regions))
            continue
        if isinstance(line, FlagsFirst):
            flags = len(lines)
        lines.append(line)
        parts.append(c.line)
    return tuple(lines), tuple(parts)


def _is_maneuver(text: str) -> bool:
    word = head(text)[0]
    return word in SPELLINGS and SPELLINGS[word].word == "MANEUVER"


def _heading(names: Names, block: Block) -> str:
    return f"{names.board.name(block.nation).upper()}: " if block.nation else ""


def _empty(names: Names, block: Block) -> SyntaxRefusal:
    start = _heading(names, block)
    return SyntaxRefusal(
        "empty-block",
        "Nothing is ordered under this heading.",
        legal=tuple(f"{start}{form}" for form in ACTION_FORMS),
    )


def _answer(text: str) -> SyntaxRefusal:
    return SyntaxRefusal(
        "answer-in-block",
        "Answers and investments stand on lines of their own, without a nation's heading.",
        legal=(text, "INVESTOR") if head(text)[0] == "INVEST" else (text,),
    )


def _no_maneuver(names: Names, block: Block, first: Content) -> SyntaxRefusal:
    word, rest = head(first.text)
    if word in SHORT and "->" not in rest:
        return no_short_form(word, rest)
    start = _heading(names, block)
    return SyntaxRefusal(
        "no-maneuver",
        f"{shown(first.text)} is part of a maneuver, and MANEUVER is missing above it.",
        legal=(f"{start}MANEUVER", f"{start}MANEUVER A", f"{start}MANEUVER B"),
    )


def _needs_maneuver(content: Content) -> SyntaxRefusal:
    if content.kind is Kind.UNKNOWN:
        return unknown(content.text)
    return SyntaxRefusal(
        "no-maneuver",
        f"{shown(content.text)} can only stand below MANEUVER.",
        legal=("MANEUVER", "MANEUVER A", "MANEUVER B"),
    )


def _two_actions() -> SyntaxRefusal:
    return SyntaxRefusal(
        "two-actions",
        "A nation does one thing in its turn; this block holds two.",
        legal=ACTION_FORMS,
    )
