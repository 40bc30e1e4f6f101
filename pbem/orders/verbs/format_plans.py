"""Plans, conditions and standing answers -> canonical text; `parse` reads it back as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from pbem.board.ids import NationId, Space
from pbem.board.model import Board
from pbem.orders.ahead.plans import (
    Alternative,
    BondFree,
    CanalRule,
    Cancel,
    CardIs,
    CashIs,
    Condition,
    GovernmentIs,
    InvestChoice,
    InvestPlan,
    NationOn,
    Order,
    PowerIs,
    Stance,
    SwissRule,
    Test,
    TreasuryIs,
    TurnAlternative,
    TurnPlan,
    UnitsIn,
)
from pbem.orders.verbs.arrangements import Absence, Back, MoreTime, ZoneIs, format_arrangement
from pbem.orders.verbs.format import INDENT, WIDTH, format_command
from pbem.orders.verbs.yes_no import YesNo
from pbem.rules.commands import Command

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
        case Stance(answer, own, enemy, region):
            place = f" IN {board.name(region)}" if region else ""
            return f"STANCE {_name(board, own)}{answer.upper()}{_behind(board, enemy)}{place}"
        case CanalRule(canal, answer, nation):
            return f"CANAL {board.canals[canal].name} {answer.upper()}{_behind(board, nation)}"
        case SwissRule(answer, nation):
            return f"SWISS {answer.upper()}{_behind(board, nation)}"
        case Cancel(what):
            return f"CANCEL {board.name(order.nation) if order.nation else what.upper()}"
        case YesNo(word):
            return word
        case Absence() | Back() | ZoneIs() | MoreTime():
            return format_arrangement(order)
        case _:
            return format_command(board, order)


def format_condition(board: Board, condition: Condition) -> str:
    """A condition without `IF`: `NOT China ON TAXATION`."""
    written = _test(board, condition.test)
    return written if condition.holds else f"NOT {written}"


def format_conditions(board: Board, conditions: Iterable[Condition]) -> tuple[str, ...]:
    """The lines with `IF`; more than one where they do not fit the width of a mail."""
    lines: list[str] = []
    for condition in conditions:
        written = format_condition(board, condition)
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
    heading = f"{board.name(plan.nation).upper()}:"
    return "\n".join((heading, *_alternatives(board, plan.alternatives)))


def _alternatives(board: Board, alternatives: Iterable[Alternative]) -> Iterator[str]:
    for number, alternative in enumerate(alternatives):
        lines = [*(["ELSE"] if number else []), *format_conditions(board, alternative.conditions)]
        yield from (f"{INDENT}{line}" for line in (*lines, *_command_lines(board, alternative)))


def _command_lines(board: Board, alternative: Alternative) -> list[str]:
    """The command without the heading of its nation."""
    lines = format_command(board, alternative.command).split("\n")
    if not isinstance(alternative, TurnAlternative):
        return lines
    first = lines[0].removeprefix(f"{board.name(alternative.command.nation).upper()}:").strip()
    return [first, *lines[1:]] if first else [lines[1].strip(), *lines[2:]]


def _test(board: Board, test: Test) -> str:
    name = board.name
    match test:
        case TreasuryIs(nation, compared, amount):
            return f"TREASURY {name(nation)} {compared} {amount}"
        case CashIs(compared, amount):
            return f"CASH {compared} {amount}"
        case PowerIs(nation, compared, amount):
            return f"POWER {name(nation)} {compared} {amount}"
        case BondFree(price, nation):
            return f"BOND {price} {name(nation)} FREE"
        case GovernmentIs(nation, player):
            return f"GOVERNMENT {name(nation)} IS {player}"
        case NationOn(nation, spaces):
            return f"{name(nation)} ON {_space(spaces)}"
        case UnitsIn(nation, region):
            return f"UNITS {name(nation)} IN {name(region)}"
        case CardIs(player):
            return f"INVESTOR CARD IS {player}"
        case _:
            assert_never(test)


def _space(spaces: tuple[Space, ...]) -> str:
    word, _, letter = spaces[0].value.partition("-")
    return f"{word} {letter if len(spaces) == 1 else ''}".strip().upper()


def _name(board: Board, nation: NationId | None) -> str:
    return f"{board.name(nation)} " if nation else ""


def _behind(board: Board, nation: NationId | None) -> str:
    return f" {board.name(nation)}" if nation else ""
