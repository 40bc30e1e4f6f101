"""What the clock tells one reader: until when, who is away, what was missed, what was arranged.

Sentences only; which mails they go into, and to whom, is the postman's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from pbem.board.ids import PlayerId
from pbem.report.times import length, moment
from pbem.report.wording import say
from pbem.store import clock
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.timing.terms import Means

_MEANS: Final = {
    Means.STANDING: "A standing answer of {player} is used.",
    Means.DEFAULT: "What this game does in such a case is done in the name of {player}.",
    Means.AUTOMATIC: "The program's own investor has decided in the name of {player}.",
}


def until(game: StoredGame, reader: PlayerId | None, number: int, now: datetime) -> str:
    """When the answer is due to the question open after an entry; "" if never."""
    due = clock.due_after(game, number)
    if due is None:
        return ""
    when = moment(due, clock.zone_of(game, reader))
    return when if now < due else say("{when}; that is over, and it is still taken", when=when)


def about_players(
    game: StoredGame, reader: PlayerId | None, now: datetime
) -> dict[PlayerId, tuple[str, ...]]:
    """Of each player what a reader may know beside the position."""
    misses = clock.misses_of(game)
    return {
        player: tuple(_about(game, reader, player, misses[player], now))
        for player in game.file.players
    }


def _about(
    game: StoredGame, reader: PlayerId | None, player: PlayerId, missed: clock.Misses, now: datetime
) -> Iterator[str]:
    person = game.roster.seats[player].person
    if person:
        yield say("Played by {person}", person=person)
    end = clock.away_until(game, player, now)
    shown = game.file.absence.shown
    if end and (shown == "until" or reader in (None, player)):
        yield say("Away until {moment}", moment=moment(end, clock.zone_of(game, reader)))
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
    zone = clock.zone_of(game, reader)
    when = moment(due, zone) if due else moment(entry.time, zone)
    missed = say("{player} had to answer by {when} and has not.", player=entry.by, when=when)
    return (missed, say(_MEANS[entry.means], player=entry.by))


def notice_of(
    game: StoredGame, entry: Entry, reader: PlayerId | None
) -> tuple[str, tuple[str, ...]]:
    """Of an entry of the clock, the subject and the paragraphs of a notice to a reader."""
    assert entry.clock is not None
    clocked = entry.clock
    subject, sentence = _NOTICES[clocked.what]
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
        reason = say("{player} has not answered in time.", player=entry.by or "")
    paragraphs = [f"{reason} {text}" if reason else text]
    due = until(game, reader, entry.number, entry.time)
    question = clock.open_question(game, entry.number)
    if due and question and clocked.what not in (What.MISSED, What.OFFERED):
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
        "Deadlines do not count until the moderator says so. Orders are taken as always.",
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
        "{player} has not answered several times, and the seat is offered to others. The next "
        "answer that comes in time keeps it.",
    ),
    What.SEATED: ("a seat has changed", "{person} plays on for {player} from now on."),
}
