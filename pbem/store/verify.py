"""Whether a journal holds: it is played again from the start, and what differs is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from pbem.rules.events import Event
from pbem.rules.state import State
from pbem.store.brought import Brought, changes_between
from pbem.store.ends import end_faults
from pbem.store.game import StoredGame, words
from pbem.store.journal import Entry
from pbem.store.replay import Position, Replayed, replayed

MOST_TOLD: Final = 12
"""So many differences of an entry are named."""


def verify(game: StoredGame) -> Iterator[tuple[int, str]]:
    """Play the whole journal again; the first entry that does not hold, and everything about it.

    Its end is compared with what the snapshot and `dispatched` know of it.
    """
    fresh = replace(game, _known={0: Position(game.opening.state)}, _brought={})
    for entry, _ in game.entries:
        try:
            again = replayed(game.game, game.names, entry, fresh)
        except Exception as error:  # it was changed, however it shows
            yield entry.number, words(error)
            return
        kept = game.brought(entry.number)
        before = fresh.state_after(entry.number - 1)
        found = (*_of_orders(entry, kept), *_differences(before, again, kept))
        holds = again.position.is_recorded_as(entry.digest)
        if not holds:
            yield entry.number, "the position after it is another than was recorded"
            if kept is not None and not found:
                found = ("what is kept ahead of time is another than was recorded",)
        for difference in found[:MOST_TOLD]:
            yield entry.number, difference
        if len(found) > MOST_TOLD:
            yield entry.number, f"and {len(found) - MOST_TOLD} more differences"
        if found or not holds:
            return
        fresh.know((entry.number, again.position))
    yield from end_faults(game.folder, game.last)


def _differences(before: State, again: Replayed, kept: Brought | None) -> Iterator[str]:
    """In what an entry that is done again differs from what was kept of it."""
    if kept is None:
        return
    yield from _of_events("event", kept.events, again.events)
    for number, (was, now) in enumerate(zip_longest(kept.automatic, again.automatic), 1):
        yield from _of_events(f"automatic step {number}, event", was or (), now or ())
    recorded = kept.changes or {}
    found = changes_between(before, again.position.state)
    for key in sorted(recorded.keys() | found.keys()):
        if recorded.get(key, _SAME) != found.get(key, _SAME):
            was, now = _shown(recorded, key), _shown(found, key)
            yield f"{key}: {was} was recorded, and it is {now}"


def _of_orders(entry: Entry, kept: Brought | None) -> Iterator[str]:
    """Orders that the entry's text has led to, as far as they are others than were carried out."""
    if kept is None or not kept.results:
        return
    understood = [result.canonical for result in kept.results if result.taken]
    for number, (done, read) in enumerate(zip_longest(entry.orders, understood), 1):
        if done != read:
            yield (
                f"order {number}: {_quoted(read)} was understood, and {_quoted(done)} carried out"
            )


def _quoted(order: str | None) -> str:
    return "nothing" if order is None else repr(order)


def _of_events(what: str, was: Sequence[Event], now: Sequence[Event]) -> Iterator[str]:
    for number, (old, new) in enumerate(zip_longest(was, now), 1):
        if old != new:
            yield f"{what} {number}: {old or 'nothing'} was recorded, and it is {new or 'nothing'}"


_SAME: Final = object()


def _shown(changes: Mapping[str, Any], key: str) -> str:
    return repr(changes[key]) if key in changes else "no change"
