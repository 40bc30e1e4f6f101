"""What whoever has taken a seat over needs to play on: the game in brief, and the last turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.report.ahead import seen_by
from pbem.report.contexts import Chapter
from pbem.service.entering.outcomes import automatic_of, events_of
from pbem.service.site.voices import voice_for
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import news_of
from pbem.store.proposals import holding

LAST_ORDERS: Final = 6
"""So many orders are told of that were played before."""


def briefing(telling: Telling, player: PlayerId) -> tuple[Chapter, ...]:
    """What comes before the position: a welcome, the rules in brief, how to write, the last turns.

    :param player: of the seat that was taken over
    """
    voice = voice_for(telling.site, telling.game, player)
    words = tuple(map(voice, _words(telling, player)))
    last = tuple(_last_turns(telling, player))
    if not last:
        return (Chapter(news=words),)
    return (Chapter(news=(*words, voice(say("The last orders were these.")))), *last)


def _words(telling: Telling, player: PlayerId) -> Iterator[Message]:
    game = telling.game
    yield say("You play the seat of {player} from now on; welcome.", player=player)
    yield say(
        "{title} in brief: you are an investor and own bonds of nations. Whoever has the highest "
        "credit in a nation governs it and gives its orders. In its turn a nation moves on along "
        "the rondel and does what the space says: build, produce, import, move, tax, or pay "
        "interest and let the players invest.",
        title=game.game.rules.title,
    )
    yield say(
        "The game ends when a nation has {number} power. Then each bond counts its interest times "
        "the factor of its nation, and cash counts as it is. Whoever has most wins.",
        number=game.game.rules.power.end,
    )
    yield say(
        "You play by answering these mails: write your order above the marked line and send. You "
        "get an answer that says what was understood. A mail that asks you something lists every "
        "choice; {rules:order} sends the rules, {help:order} the order language, {status:order} "
        "the position.",
        rules="RULES",
        help="HELP",
        status="STATUS",
    )
    yield from _clock(telling)


def _clock(telling: Telling) -> Iterator[Message]:
    """What is agreed on about time."""
    terms = telling.game.file.deadlines
    if terms is None:
        yield say("This game has no deadlines.")
        return
    yield say(
        "This game has deadlines: each mail that asks you says until when you answer. {missed:"
        "message} Before you go away, write {absence:order}.",
        missed=_MISSED[terms.missed],
        absence="ABSENCE 2026-12-24 TO 2027-01-02",
    )


def _last_turns(telling: Telling, player: PlayerId) -> Iterator[Chapter]:
    """The last orders that hold still, in their order."""
    game = telling.game
    played = [e for e in holding(game, telling.number) if not e.is_private and e.clock is None]
    voice = voice_for(telling.site, game, player)
    for entry in reversed(played[:LAST_ORDERS]):
        news = tuple(map(voice, news_of(game, entry, player)))
        steps = seen_by(player, automatic_of(game, entry.number))
        yield Chapter(news, events_of(game, entry.number), steps)


_MISSED: Final = {
    "wait": say("If somebody does not answer, the game waits, and it is counted."),
    "standing": say(
        "If somebody does not answer, a standing answer is used, else what hurts least."
    ),
    "default": say("If somebody does not answer, the program does what hurts least."),
    "proxy": say("If somebody does not answer, the stand-in is asked."),
    "automatic": say("If somebody does not answer, the program decides."),
}
