"""The rest of a maneuver that is asked for anew, as a form: what had been ordered and is possible.

It tells what was not carried out, and so is for the government's eyes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.board.ids import PlayerId, Space
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.ground.messages import Message
from pbem.orders.mending import TOO_LONG, WIDTH, FormLine, shortened
from pbem.orders.verbs.written import format_command, format_line
from pbem.report.ahead import Steps
from pbem.report.contexts import Chapter
from pbem.report.language.voice import Spoken
from pbem.rules.commands import Maneuver, Turn
from pbem.rules.engine import apply
from pbem.rules.events import AskedAnew, Event
from pbem.rules.maneuver.course import in_progress
from pbem.rules.maneuver.faults import line_faults
from pbem.rules.state import Ask, State


@dataclass(frozen=True, slots=True)
class RestForm:
    """What is left of an order.

    failed: the line that has become impossible, and why; "" if it is all of them together
    form: the other lines, ready to be copied; accepted: whether they would be accepted as they are
    """

    failed: str
    reason: Spoken
    form: tuple[FormLine, ...]
    accepted: bool


def rest_form(
    game: Game, state: State, reader: PlayerId | None, chapters: Sequence[Chapter]
) -> RestForm | None:
    """The rest that the reader is asked for anew, if that has just come up."""
    head = state.pending[0] if state.pending else None
    asked = head is not None and head.kind is Ask.TURN and head.player == reader
    if not asked or not in_progress(state):
        return None
    found = [e for e in _events(chapters) if isinstance(e, AskedAnew) and e.player == reader]
    return _form(game, state, found[-1]) if found else None


def _events(chapters: Sequence[Chapter]) -> Iterator[Event]:
    for chapter in chapters:
        yield from chapter.events
        steps: Steps = chapter.automatic
        for _, events in steps:
            yield from events


def _form(game: Game, state: State, event: AskedAnew) -> RestForm:
    board = game.board
    texts = [shortened(format_line(board, line)) for line in event.rest]
    why: dict[int, Message | Refusal | str] = {
        n: TOO_LONG for n, text in enumerate(texts) if len(text) > WIDTH
    }
    for fault in line_faults(game, state, event.nation, event.rest):
        why[fault.part] = fault.refusal
    good = tuple(line for n, line in enumerate(event.rest) if n not in why)
    on_a = state.nations[event.nation].rondel is Space.MANEUVER_A
    maneuver = Maneuver("a" if on_a else "b")
    rest = Turn(event.nation, replace(maneuver, lines=good))
    accepted = bool(good) and _is_accepted(game, state, event.player, rest)
    rows = [FormLine(format_command(board, Turn(event.nation, maneuver)), counts=accepted)]
    for n, text in enumerate(texts):
        rows.append(FormLine(f"  {text}", accepted and n not in why, why.get(n, "")))
    return RestForm(
        failed=format_line(board, event.line) if event.line else "",
        reason=event.reason,
        form=tuple(rows) if texts else (),
        accepted=accepted,
    )


def _is_accepted(game: Game, state: State, player: PlayerId, turn: Turn) -> bool:
    try:
        apply(game, state, player, turn)
    except Refusal:
        return False
    return True
