"""The history of a game as one reader may know it: turns, times, orders, press, what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.ground.messages import Message, say
from pbem.report.contexts import HistoryPage, PastEntry, PastPress
from pbem.report.language.voice import Voice
from pbem.report.layout import ORDER, marked, wrap

OVERVIEW_TURNS: Final = 12
"""So many turns `HISTORY` alone goes back."""


def page_text(page: HistoryPage, voice: Voice) -> str:
    """A page as plain text; `began` stands elsewhere."""
    if page.turn is None:
        return _overview(page, voice)
    parts = [voice(say("TURN {turn}", turn=page.turn))]
    if not page.entries:
        nothing = (
            say("There was no turn {turn} yet; this is turn {now}.", turn=page.turn, now=page.turns)
            if page.turn > page.turns
            else say("Nothing is recorded of turn {turn}.", turn=page.turn)
        )
        return "\n\n".join((*parts, wrap(voice(nothing))))
    parts += ["\n".join(whole(one, voice)) for one in page.entries]
    return "\n\n".join(parts)


def _overview(page: HistoryPage, voice: Voice) -> str:
    lines = [voice(say("THE LAST TURNS"))]
    for one in page.entries:
        lines += _short(one, voice)
    if len(lines) == 1:
        lines.append(wrap(voice(say("Nothing has happened yet."))))
    more = say(
        "{order} tells all of a turn, and how it began; this is turn {turn}.",
        order="HISTORY <turn>",
        turn=page.turns,
    )
    return "\n".join(lines) + "\n\n" + wrap(voice(more))


def _short(one: PastEntry | PastPress, voice: Voice) -> Iterator[str]:
    """A line or two."""
    if isinstance(one, PastPress):
        first, *rest = one.text.split("\n")
        said = first if not rest else f"{first} ..."
        yield wrap(voice(say("{head:message}: {said}", head=_press_head(one), said=said)), "", "  ")
        return
    yield wrap(voice(_head(one)), "", "  ")
    for order in one.orders:
        yield from (f"{ORDER}{line}" for line in order.split("\n"))
    if not one.orders:
        yield from (wrap(voice(told), "  ", "  ") for told in one.happened[:1])


def whole(one: PastEntry | PastPress, voice: Voice) -> Iterator[str]:
    """Everything about it."""
    if isinstance(one, PastPress):
        yield wrap(voice(say("{head:message}:", head=_press_head(one))), "", "  ")
        yield marked(one.text)
        return
    yield wrap(voice(_head(one)), "", "  ")
    for order in one.orders:
        yield from (f"{ORDER}{line}" for line in order.split("\n"))
    if one.hidden:
        hidden = say("(something that nobody gets to see before the game is over)")
        yield wrap(voice(hidden), "  ", "  ")
    yield from (wrap(voice(told), "- ", "  ") for told in one.happened)


def _head(one: PastEntry) -> Message:
    if one.back_to is not None and one.by:
        when = say("Turn {turn}, {time}", turn=one.turn, time=one.time)
        head = say("{when:message}, taken back by {player}", when=when, player=one.by)
    elif one.back_to is not None:
        head = say("Turn {turn}, {time}, taken back", turn=one.turn, time=one.time)
    elif one.by is None:
        head = say("Turn {turn}, {time}", turn=one.turn, time=one.time)
    else:
        head = say("Turn {turn}, {time}, {player}", turn=one.turn, time=one.time, player=one.by)
    if one.missed:
        head = say("{head:message}, not answered in time", head=head)
    elif one.late:
        head = say("{head:message}, late by {span}", head=head, span=one.late)
    return say("{head:message} (taken back since)", head=head) if one.taken_back else head


def _press_head(one: PastPress) -> Message:
    when = say("Turn {turn}, {time}", turn=one.turn, time=one.time)
    if one.own:
        if one.back:
            return say("{when:message}, you to whoever wrote to you without a name", when=when)
        if one.to:
            return say("{when:message}, you to {players}", when=when, players=one.to)
        return say("{when:message}, you to all", when=when)
    by = say("{player}", player=one.by) if one.by else say("somebody")
    if one.to:
        return say("{when:message}, {who:message} to {players}", when=when, who=by, players=one.to)
    return say("{when:message}, {who:message} to all", when=when, who=by)
