"""What a mail was read as: statements, each a command or a refusal, beside its lines of text."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import NationId
from pbem.ground.errors import Refusal
from pbem.orders.ahead.plans import Order
from pbem.orders.text.lines import TextLine
from pbem.orders.verbs.desk import MailCommand
from pbem.rules.commands import Command, Turn


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that cannot be taken, and why."""

    line: TextLine
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Source:
    """Where an alternative stands: its first line, and the line of each line of a maneuver."""

    line: TextLine
    parts: tuple[TextLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """One order with all its lines: a command, or at least one fault and no command.

    lines: the text it stands in, a heading included
    faults: every line that cannot be taken, in the order of the text
    nation: whose block it is, if it is one and the nation is known
    parts: of a maneuver, the line of each of `command.action.lines`, same indices
    sources: of alternatives, where each stands, same indices
    draft: of a maneuver that is refused for some lines only, what could be read of it; `parts` as
        for a command
    """

    lines: tuple[TextLine, ...]
    command: Command | Order | MailCommand | None = None
    faults: tuple[Fault, ...] = ()
    nation: NationId | None = None
    parts: tuple[TextLine, ...] = ()
    sources: tuple[Source, ...] = ()
    draft: Turn | None = None

    def __post_init__(self) -> None:
        if (self.command is None) != bool(self.faults):
            raise AssertionError("a statement is either a command or refused")

    @property
    def refusal(self) -> Refusal | None:
        """Why nothing of it is taken, if so: the first fault's refusal."""
        return self.faults[0].refusal if self.faults else None

    @property
    def at(self) -> TextLine | None:
        """The line of `refusal`."""
        return self.faults[0].line if self.faults else None


@dataclass(frozen=True, slots=True)
class Parsed:
    """Everything that a mail says, in the order in which it is to be carried out."""

    statements: tuple[Statement, ...]

    @property
    def refused(self) -> tuple[Statement, ...]:
        """The statements that cannot be taken."""
        return tuple(s for s in self.statements if s.faults)
