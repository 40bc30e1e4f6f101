"""What the clock tells one reader: until when, who is away, what was missed, what was arranged.

Sentences only; which mails they go into, and to whom, is the postman's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pbem.board.ids import PlayerId
from pbem.report.times import length, moment, say
from pbem.store import clock
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.timing.terms import Means

OTHERS: Final = PlayerId("")
"""A reader who sees what all players see."""

SOONER: Final = timedelta(minutes=1)
"""Before a deadline is over it can still be told."""

_MEANS: Final = {
    Means.STANDING: "A standing answer of {player} is used.",
    Means.DEFAULT: "What this game does in such a case is done in the name of {player}.",
    Means.AUTOMATIC: "The program's own investor has decided in the name of {player}.",
}
_OWN_MEANS: Final = {
    Means.STANDING: "A standing answer of yours is used.",
    Means.DEFAULT: "What this game does in such a case is done in your name.",
    Means.AUTOMATIC: "The program's own investor has decided in your name.",
}


def until(game: StoredGame, reader: PlayerId | None, number: int, now: datetime) -> str:
    """When the answer is due to the question open after an entry; "" if never.

    A deadline that waits for somebody who is away would tell others until when: they are told of
    it only as far as the game shows absences.
    """
    due = clock.due_after(game, number)
    question = clock.open_question(game, number)
    if due is None or question is None:
        return ""
    if reader not in (None, question.player):
        due = _seen_by_others(game, question, due, now)
        if due is None:
            return ""
    when = moment(due, clock.zone_of(game, reader))
    return when if now < due else say("{when}; that is over, and it is still taken", when=when)


def _seen_by_others(
    game: StoredGame, question: clock.Question, due: datetime, now: datetime
) -> datetime | None:
    """The deadline as others are told it; None if they are not."""
    terms, absence = game.file.deadlines, game.file.absence
    periods = clock.absences_of(game, question.player)
    waits = any(begin < due and end > question.asked for begin, end in periods)
    if not waits or terms is None or absence.then != "wait" or absence.shown == "until":
        return due
    plain = terms.due(question.kind, question.asked) if absence.shown == "nothing" else None
    return plain if plain and plain > now else None


def about_players(
    game: StoredGame, reader: PlayerId | None, now: datetime, *, own: bool = True
) -> dict[PlayerId, tuple[str, ...]]:
    """Of each player what a reader may know beside the position.

    :param own: whether the reader is told what is the reader's own, too; a stand-in is not
    """
    misses = clock.misses_of(game)
    zone = clock.zone_of(game, reader)
    seen_as = reader if own else OTHERS
    return {
        player: tuple(_about(game, seen_as, zone, player, misses[player], now))
        for player in game.file.players
    }


def _about(
    game: StoredGame,
    reader: PlayerId | None,
    zone: ZoneInfo,
    player: PlayerId,
    missed: clock.Misses,
    now: datetime,
) -> Iterator[str]:
    person = game.roster.seats[player].person
    if person:
        yield say("Played by {person}", person=person)
    end = clock.away_until(game, player, now)
    shown = game.file.absence.shown
    if end and (shown == "until" or reader in (None, player)):
        yield say("Away until {moment}", moment=moment(end, zone))
    elif end and shown == "that":
        yield "Away"
    if missed.total:
        times = "1 deadline" if missed.total == 1 else f"{missed.total} deadlines"
        row = f", {missed.in_a_row} in a row" if missed.in_a_row > 1 else ""
        yield say("Missed {times}{row}", times=times, row=row)
    left = clock.bank_left(game, player)
    if game.file.deadlines and game.file.deadlines.bank:
        yield say("Time bank: {left}", left=length(left) if left else "used up")


def news_of(game: StoredGame, entry: Entry, reader: PlayerId | None) -> tuple[str, ...]:
    """What is to be said before what has happened by an entry's orders."""
    if entry.stand_in and entry.by:
        return (say("{player}'s stand-in has decided.", player=entry.by),)
    if entry.means is None or entry.by is None:
        return ()
    due = clock.due_after(game, entry.number - 1)
    question = clock.open_question(game, entry.number - 1)
    mine = reader == entry.by
    if due and question and reader is not None and not mine:
        due = _seen_by_others(game, question, due, due - SOONER)
    means = _OWN_MEANS[entry.means] if mine else say(_MEANS[entry.means], player=entry.by)
    if entry.excused and not mine:
        return (means,)
    told = (
        "You had to answer{by} and have not." if mine else "{player} had to answer{by} and has not."
    )
    by = f" by {moment(due, clock.zone_of(game, reader))}" if due else ""
    return (say(told, player=entry.by, by=by), means)


def notice_of(
    game: StoredGame, entry: Entry, reader: PlayerId | None
) -> tuple[str, tuple[str, ...]]:
    """Of an entry of the clock, the subject and the paragraphs of a notice to a reader."""
    assert entry.clock is not None
    clocked = entry.clock
    subject, sentence = _NOTICES[clocked.what]
    mine = reader is not None and reader == entry.by
    if mine:
        sentence = _TO_PLAYER.get(clocked.what, sentence)
    if clocked.what is What.OFFERED and clocked.reason:
        told = "You have" if mine else "{player} has"
        sentence = f"{told} not answered several times. The moderator is told."
    zone = clock.zone_of(game, reader)
    text = say(
        sentence,
        player=entry.by or "",
        hours=clocked.hours or 0,
        person=clocked.person or "",
        since=moment(clocked.since, zone) if clocked.since else "",
        time=moment(entry.time, zone),
    )
    reason = clocked.reason
    if clocked.missed:
        told = "You have" if mine else f"{entry.by} has"
        reason = f"{told} not answered in time."
    paragraphs = [f"{reason} {text}" if reason else text]
    due = until(game, reader, entry.number, entry.time)
    question = clock.open_question(game, entry.number)
    before = clock.due_after(game, entry.number - 1)
    same = before == clock.due_after(game, entry.number)
    if due and question and not same:
        whose = "Your answer" if question.player == reader else f"The answer of {question.player}"
        paragraphs.append(f"{whose} is now due by {due}.")
    return subject, tuple(paragraphs)


_NOTICES: Final[dict[What, tuple[str, str]]] = {
    What.SET: ("a deadline", "This game has deadlines from now on."),
    What.HOLD: (
        "the deadline is moved",
        "The time from {since} to {time} does not count, and nobody has missed anything in it.",
    ),
    What.EXTENDED: ("more time", "There are {hours} hours more for the open question."),
    What.PAUSED: (
        "no deadlines",
        "There are no deadlines until the moderator resumes them. Orders are taken as always.",
    ),
    What.RESUMED: ("deadlines again", "Deadlines count again, and the open one begins anew."),
    What.MISSED: (
        "a deadline is missed",
        "{player} has not answered in time. The game waits for the answer.",
    ),
    What.STAND_IN: (
        "the stand-in is asked",
        "The stand-in of {player} is asked as well, and whoever answers first decides.",
    ),
    What.OFFERED: (
        "a seat is offered",
        "{player} has not answered several times, and the seat is offered to others. An answer "
        "that comes in time keeps it.",
    ),
    What.RECOVERED: (
        "the game is put back",
        "The site has been put back from a backup. Orders that had come by mail since then were "
        "looked through again, and those that were lost are played. What holds is how the game "
        "stands now, also where you have been told otherwise; if an order of yours is missing, "
        "please send it again.",
    ),
    What.REKEYED: (
        "new secrets",
        "The key of {player} and the secrets of all mails before are void; {player} has others.",
    ),
    What.SEATED: ("a seat has changed", "{person} plays on for {player} from now on."),
}
_TO_PLAYER: Final[dict[What, str]] = {
    What.MISSED: "You have not answered in time. The game waits for your answer.",
    What.STAND_IN: "Your stand-in is asked as well, and whoever answers first decides.",
    What.OFFERED: "You have not answered several times, and your seat is offered to others. Your "
    "next answer that comes in time keeps it.",
}
