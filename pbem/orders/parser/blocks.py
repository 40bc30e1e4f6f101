"""A block while it is gathered: a nation's turn, or investments with alternatives or conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pbem.board.ids import NationId
from pbem.ground.errors import Refusal
from pbem.orders.text.lines import TextLine
from pbem.orders.verbs.table import begins
from pbem.orders.verbs.turn import maneuver
from pbem.orders.verbs.verb import Kind

_ELSE = re.compile(r"(?:^|(?<=\s))else(?=$|[\s:,])[\s:,]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Content:
    """A piece of a block: a line, or what stands beside `ELSE` or behind a heading on one.

    kind: `condition` and `otherwise` part the block; everything else is an order, or at fault
    """

    line: TextLine
    text: str
    kind: Kind


@dataclass(slots=True)
class Block:
    """A block while it is gathered.

    nation: None if the heading is wrong, there is none, or it is no turn
    investing: made of investments; ahead: under `WHEN INVESTING`
    undecided: begun by a condition; what comes next says whether it is a turn
    ended: an answer or an investment has ended it; what follows without a heading is a fault
    """

    nation: NationId | None = None
    heading: TextLine | None = None
    content: list[Content] = field(default_factory=list)
    faults: list[tuple[TextLine, Refusal]] = field(default_factory=list)
    investing: bool = False
    ahead: bool = False
    undecided: bool = False
    ended: bool = False

    @property
    def lines(self) -> tuple[TextLine, ...]:
        """All lines, the heading first, each once."""
        first = (self.heading,) if self.heading else ()
        every = (*first, *(content.line for content in self.content))
        return tuple({id(line): line for line in every}.values())

    @property
    def is_empty(self) -> bool:
        """Whether it is a nation's heading and nothing else."""
        return not (self.content or self.faults or self.ended or self.ahead)

    @property
    def awaits(self) -> bool:
        """Whether an order must follow: after `IF`, `ELSE`, or `WHEN INVESTING`."""
        if not self.content:
            return self.ahead
        return self.content[-1].kind in {Kind.CONDITION, Kind.OTHERWISE}

    @property
    def alternatives(self) -> tuple[tuple[Content, ...], ...]:
        """The content, parted at `ELSE`."""
        parted: list[list[Content]] = [[]]
        for content in self.content:
            if content.kind is Kind.OTHERWISE:
                parted.append([])
            else:
                parted[-1].append(content)
        return tuple(map(tuple, parted))

    @property
    def is_maneuver(self) -> bool:
        """Whether a `FIGHT` would be one of the lines of its last alternative."""
        for content in reversed(self.content):  # the nearest line says it, mostly
            if content.kind is Kind.OTHERWISE:
                return False
            if content.kind is Kind.LINE:
                return True
            if content.kind is Kind.ACTION and begins(content.text, maneuver.VERB):
                return True
        return False

    def refuse(self, line: TextLine, refusal: Refusal) -> None:
        """Refuse the whole block for that line."""
        self.faults.append((line, refusal))

    def add(self, line: TextLine, text: str, kind: Kind) -> None:
        """Take in another piece."""
        self.content.append(Content(line, text, kind))

    def else_line(self, number: int) -> TextLine:
        """Where an alternative begins that may be empty; counted from 0."""
        parting = [c.line for c in self.content if c.kind is Kind.OTHERWISE]
        if number:
            return parting[number - 1]
        return self.heading or (parting or self.lines)[0]


def at_else(text: str) -> Iterable[str]:
    """The pieces that `ELSE` parts; they may be empty.

    >>> list(at_else("ELSE PASS"))
    ['', 'PASS']
    """
    return (piece.strip() for piece in _ELSE.split(text))
