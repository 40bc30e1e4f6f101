"""What is kept, and every other order, -> canonical text; the reader reads it back as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.board.model import Board
from pbem.orders.ahead.plans import (
    Alternative,
    InvestChoice,
    InvestPlan,
    Order,
    TurnAlternative,
    TurnPlan,
)
from pbem.orders.verbs.ahead.conditions import Condition
from pbem.orders.verbs.table import written_by_its_verb
from pbem.orders.verbs.written import INDENT, WIDTH, format_command, heading
from pbem.rules.commands import Command, Turn

_JOINT = " AND "


def format_order(board: Board, order: Order | Command) -> str:
    """The order as it is written; several lines for a plan or a maneuver.

    `STANCE China FIGHT Russia IN Korea`
    """
    match order:
        case TurnPlan():
            return _turn_plan(board, order)
        case InvestPlan(alternatives):
            return "\n".join(("WHEN INVESTING:", *_alternatives(board, alternatives)))
        case InvestChoice(alternatives):
            return "\n".join(line.strip() for line in _alternatives(board, alternatives))
        case Turn():
            return format_command(board, order)
        case _:
            return written_by_its_verb(board, order)


def format_conditions(board: Board, conditions: Iterable[Condition]) -> tuple[str, ...]:
    """The lines with `IF`; more than one where they do not fit the width of a mail."""
    lines: list[str] = []
    for condition in conditions:
        written = condition.written(board)
        longer = f"{lines[-1]}{_JOINT}{written}" if lines else ""
        if longer and len(longer) <= WIDTH - len(INDENT):
            lines[-1] = longer
        else:
            lines.append(f"IF {written}")
    return tuple(lines)


def first_line(board: Board, alternative: Alternative) -> str:
    """What an alternative orders, in one line, without conditions: to name it in a sentence."""
    return format_command(board, alternative.command).replace(":\n ", ":").split("\n")[0]


def _turn_plan(board: Board, plan: TurnPlan) -> str:
    if len(plan.alternatives) == 1 and not plan.alternatives[0].conditions:
        return format_command(board, plan.alternatives[0].command)
    first = heading(board, plan.alternatives[0].command)
    return "\n".join((first, *_alternatives(board, plan.alternatives)))


def _alternatives(board: Board, alternatives: Iterable[Alternative]) -> Iterator[str]:
    for number, alternative in enumerate(alternatives):
        lines = [*(["ELSE"] if number else []), *format_conditions(board, alternative.conditions)]
        yield from (f"{INDENT}{line}" for line in (*lines, *_command_lines(board, alternative)))


def _command_lines(board: Board, alternative: Alternative) -> list[str]:
    """The command without the heading of its nation."""
    lines = format_command(board, alternative.command).split("\n")
    if not isinstance(alternative, TurnAlternative):
        return lines
    first = lines[0].removeprefix(heading(board, alternative.command)).strip()
    return [first, *lines[1:]] if first else [lines[1].strip(), *lines[2:]]
