"""Every event as a message; what happens in one go to several is told in one sentence."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pbem.board.model import Board, Game
from pbem.ground.messages import Message
from pbem.report.sentences.board import BoardEvent, told_flags, told_moves, told_on_the_board
from pbem.report.sentences.game import told_interest, told_of_the_game, told_passes
from pbem.rules import events as ev


def sentences(game: Game, events: Sequence[ev.Event]) -> tuple[Message, ...]:
    """What happened, in its order."""
    return tuple(_told(game.board, run) for run in _runs(_public(game, events)))


def sentence(game: Game, event: ev.Event) -> Message:
    """One event as a sentence."""
    return sentences(game, (event,))[0]


def _public(game: Game, events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """Where cash is secret, nobody is told that somebody could not afford a bond."""
    for event in events:
        if isinstance(event, ev.InvestmentPassed) and game.rules.reports.secret_cash:
            yield replace(event, asked=True)
        else:
            yield event


def _runs(events: Iterable[ev.Event]) -> Iterator[tuple[ev.Event, ...]]:
    """Events that are told together: alike, and with nothing of another kind between them."""
    for _, stretch in groupby(events, key=type):
        alike: dict[Hashable, list[ev.Event]] = {}
        for number, event in enumerate(stretch):
            alike.setdefault(_likeness(event, number), []).append(event)
        yield from map(tuple, alike.values())


def _likeness(event: ev.Event, number: int) -> Hashable:
    """Events of one stretch with the same likeness are told together."""
    match event:
        case ev.UnitsMoved():
            return (event.nation, event.unit, event.origin, event.target, event.status)
        case ev.InterestPaid():
            return event.nation
        case ev.FlagChanged():
            return (event.new, event.old)
        case ev.InvestmentPassed():
            return (event.nation, event.asked)
        case _:
            return number


def _told(board: Board, run: tuple[ev.Event, ...]) -> Message:
    event = run[0]
    if isinstance(event, BoardEvent):
        return told_on_the_board(board, event)
    match event:
        case ev.UnitsMoved():
            moves = [e for e in run if isinstance(e, ev.UnitsMoved)]
            count = sum(e.count for e in moves)
            via = tuple(chain for e in moves for chain in e.via)
            return told_moves(replace(event, count=count, via=via))
        case ev.InterestPaid():
            return told_interest([e for e in run if isinstance(e, ev.InterestPaid)])
        case ev.FlagChanged():
            return told_flags([e for e in run if isinstance(e, ev.FlagChanged)])
        case ev.InvestmentPassed():
            return told_passes([e for e in run if isinstance(e, ev.InvestmentPassed)])
        case _:
            return told_of_the_game(event)
