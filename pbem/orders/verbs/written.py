"""Commands -> canonical text: keywords in upper case, names as on the board, defaults left out.

The reader reads everything back as it was. A maneuver's `FLAGS` may take several lines; the parser
joins them again, so a maneuver that came out of it holds one list of flags at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.board.ids import RegionId
from pbem.board.model import Board
from pbem.orders.verbs.table import written_by_its_verb
from pbem.orders.verbs.turn.spaces import listed
from pbem.rules.commands import Command, FlagsFirst, Line, Maneuver, Turn

WIDTH = 72
INDENT = "  "


def format_command(board: Board, command: Command) -> str:
    """The order as it is written; several lines for a maneuver.

    `CHINA: IMPORT 2 ARMIES Beijing, FLEET Shanghai`
    """
    return (
        _turn(board, command) if isinstance(command, Turn) else written_by_its_verb(board, command)
    )


def format_line(board: Board, line: Line) -> str:
    """A line of a maneuver, without its indentation; flags all in one line."""
    return written_by_its_verb(board, line)


def heading(board: Board, turn: Turn) -> str:
    """`CHINA:`"""
    return f"{board.name(turn.nation).upper()}:"


def _turn(board: Board, turn: Turn) -> str:
    action = written_by_its_verb(board, turn.action)
    first = f"{heading(board, turn)} {action}"
    if len(first) > WIDTH:
        first = f"{heading(board, turn)}\n{INDENT}{action}"
    if not isinstance(turn.action, Maneuver):
        return first
    below = (text for line in turn.action.lines for text in _lines(board, line))
    return "\n".join((first, *(f"{INDENT}{text}" for text in below)))


def _lines(board: Board, line: Line) -> Iterator[str]:
    """The line, or as many as a long list of flags takes."""
    if not isinstance(line, FlagsFirst):
        yield format_line(board, line)
        return
    for regions in _parted(board, line.regions, WIDTH - len(f"{INDENT}FLAGS ")):
        yield format_line(board, FlagsFirst(regions))


def _parted(
    board: Board, regions: Sequence[RegionId], width: int
) -> Iterator[tuple[RegionId, ...]]:
    row: tuple[RegionId, ...] = ()
    for region in regions:
        if row and len(listed(board, (*row, region))) > width:
            yield row
            row = ()
        row = (*row, region)
    yield row
