"""What a reader is told about time: until when, who is away, what was missed, what was arranged.

Sentences only; which letters they go into, and to whom, is settled in the other modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, count, say
from pbem.orders.reader.characters import clean
from pbem.report.sentences.edited import differences
from pbem.service.deadlines import ledger
from pbem.service.telling.proposed import proposed
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.timing.terms import Means

OTHERS: Final = PlayerId("")
"""A reader who sees what all players see."""

SOONER: Final = timedelta(minutes=1)
"""Before a deadline is over it can still be told."""

_A_WEEK: Final = timedelta(days=6)

_MEANS: Final = {
    Means.STANDING: say("A standing answer of {player} is used."),
    Means.DEFAULT: say("What this game does in such a case is done in the name of {player}."),
    Means.AUTOMATIC: say("The program's own investor has decided in the name of {player}."),
}
_OWN_MEANS: Final = {
    Means.STANDING: say("A standing answer of yours is used."),
    Means.DEFAULT: say("What this game does in such a case is done in your name."),
    Means.AUTOMATIC: say("The program's own investor has decided in your name."),
}


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of a game's time after an entry, for all readers.

    question: that is open; None once the game is over
    away: until when each player is away
    proposals: what each player has proposed, as sentences
    """

    game: StoredGame
    now: datetime
    number: int
    due: datetime | None
    question: ledger.OpenQuestion | None
    misses: Mapping[PlayerId, ledger.Misses]
    away: Mapping[PlayerId, datetime]
    banks: Mapping[PlayerId, timedelta]
    proposals: Mapping[PlayerId, tuple[Message, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: StoredGame, number: int, now: datetime) -> Times:
        """Read it from the journal, once."""
        ends = {p: ledger.away_until(game, p, now) for p in game.file.players}
        has_bank = bool(game.file.deadlines and game.file.deadlines.bank)
        return cls(
            game,
            now,
            number,
            ledger.due_after(game, number),
            ledger.open_question(game, number),
            ledger.misses_of(game),
            {player: end for player, end in ends.items() if end},
            {p: ledger.bank_left(game, p) for p in game.file.players} if has_bank else {},
            proposed(game, number),
        )

    def until(self, reader: PlayerId | None) -> Message | None:
        """When the answer is due to the open question; None if never, or not to be told."""
        due = self._due_told(reader)
        if due is None:
            return None
        if self.now < due:
            return say("{time}", time=due)
        return say("{time}; that is over, and it is still taken", time=due)

    def due_for(self, reader: PlayerId | None) -> datetime | None:
        """The same as a moment; None also when it is over."""
        due = self._due_told(reader)
        return due if due is not None and self.now < due else None

    @property
    def is_soon(self) -> bool:
        """Whether the deadline is near enough to be told by its day of the week."""
        return self.due is not None and self.due - self.now < _A_WEEK

    def _due_told(self, reader: PlayerId | None) -> datetime | None:
        """The deadline as a reader is told it.

        One that waits for somebody who is away would tell others until when: they are told of it
        only as far as the game shows absences.
        """
        due, question = self.due, self.question
        if due is None or question is None:
            return None
        if reader not in (None, question.player):
            return seen_by_others(self.game, question, due, self.now)
        return due

    def about(
        self, reader: PlayerId | None, *, own: bool = True
    ) -> dict[PlayerId, tuple[Message, ...]]:
        """Of each player what a reader may know beside the position.

        :param own: whether the reader is told what is the reader's own, too; a stand-in is not
        """
        seen_as = reader if own else OTHERS
        return {
            player: (*self._about(seen_as, player), *self.proposals.get(player, ()))
            for player in self.game.file.players
        }

    def _about(self, reader: PlayerId | None, player: PlayerId) -> Iterator[Message]:
        seat = self.game.roster.seats[player]
        if seat.person:
            yield say("Played by {person}", person=seat.person)
        if seat.is_vacant:
            yield say("Nobody plays this seat now")
        end, shown = self.away.get(player), self.game.file.absence.shown
        if end and (shown == "until" or reader in (None, player)):
            yield say("Away until {time}", time=end)
        elif end and shown == "that":
            yield say("Away")
        missed = self.misses[player]
        if missed.in_a_row > 1:
            yield count(
                "Missed {number} deadline, {row} in a row",
                "Missed {number} deadlines, {row} in a row",
                missed.total,
                row=missed.in_a_row,
            )
        elif missed.total:
            yield count("Missed {number} deadline", "Missed {number} deadlines", missed.total)
        if player in self.banks:
            left = self.banks[player]
            yield say("Time bank: {span}", span=left) if left else say("Time bank: used up")


def seen_by_others(
    game: StoredGame, question: ledger.OpenQuestion, due: datetime, now: datetime
) -> datetime | None:
    """The deadline as others are told it; None if they are not."""
    terms, absence = game.file.deadlines, game.file.absence
    periods = ledger.absences_of(game, question.player)
    waits = any(begin < due and end > question.asked for begin, end in periods)
    if not waits or terms is None or absence.then != "wait" or absence.shown == "until":
        return due
    plain = terms.due(question.kind, question.asked) if absence.shown == "nothing" else None
    return plain if plain and plain > now else None


def news_of(game: StoredGame, entry: Entry, reader: PlayerId | None) -> tuple[Message, ...]:
    """What is to be said before what has happened by an entry's orders."""
    if entry.stand_in and entry.by:
        return (say("{player}'s stand-in has decided.", player=entry.by),)
    if entry.clock is not None and entry.is_told_later:
        return (_NOTICES[entry.clock.what][1],)
    if entry.redo:
        return (say("What was taken back holds again: the moderator has brought it back."),)
    if entry.how == "moderator" and entry.by:
        return (say("The moderator has decided for {player}.", player=entry.by),)
    if entry.means is None or entry.by is None:
        return ()
    due = ledger.due_after(game, entry.number - 1)
    question = ledger.open_question(game, entry.number - 1)
    mine = reader == entry.by
    if due and question and reader is not None and not mine:
        due = seen_by_others(game, question, due, due - SOONER)
    means = _OWN_MEANS[entry.means] if mine else _MEANS[entry.means].filled(player=entry.by)
    if entry.excused and not mine:
        return (means,)
    return (_missed(entry.by, due, mine=mine), means)


def _missed(player: PlayerId, due: datetime | None, *, mine: bool) -> Message:
    if mine and due:
        return say("You had to answer by {time} and have not.", time=due)
    if mine:
        return say("You had to answer and have not.")
    if due:
        return say("{player} had to answer by {time} and has not.", player=player, time=due)
    return say("{player} had to answer and has not.", player=player)


def notice_of(
    game: StoredGame, entry: Entry, reader: PlayerId | None, times: Times | None = None
) -> tuple[Message, tuple[Message, ...]]:
    """Of an entry about time or seats, the topic and the paragraphs of a notice to a reader.

    :param times: of the game after that entry, where they are known already
    """
    assert entry.clock is not None
    clocked, number = entry.clock, entry.number
    topic, sentence = _NOTICES[clocked.what]
    mine = reader is not None and reader == entry.by
    if mine:
        sentence = _TO_PLAYER.get(clocked.what, sentence)
    if clocked.what is What.OFFERED and clocked.reason:
        sentence = _TOLD_MODERATOR[mine]
    told = sentence.filled(
        player=entry.by or "",
        hours=clocked.hours or 0,
        person=clocked.person or "",
        option=clocked.option or "",
        value=clocked.value or "",
        since=clocked.since or entry.time,
        time=entry.time,
    )
    reason = Message(clocked.reason, {"player": entry.by or ""}) if clocked.reason else None
    if clocked.missed:
        reason = _NOT_IN_TIME[mine].filled(player=entry.by or "")
    paragraphs = [say("{reason:message} {told:message}", reason=reason, told=told)]
    if reason is None:
        paragraphs = [told]
    if ledger.due_after(game, number - 1) != ledger.due_after(game, number):
        times = times or Times.of(game, number, entry.time)
        until = times.until(reader)
        if until and times.question:
            paragraphs.append(_now_due(times.question.player, until, reader))
    return topic, tuple(paragraphs)


def broadcast_of(entry: Entry) -> tuple[Message, tuple[Message, ...]] | None:
    """What the moderator says to all, as topic and paragraphs; None if an entry is none of it.

    No line of it can be taken for one of ours.
    """
    if entry.clock is None or entry.clock.what is not What.BROADCAST:
        return None
    said = "\n".join(f"  | {clean(line)}" for line in (entry.clock.text or "").split("\n"))
    paragraphs = (say("The moderator writes to all:"), say("{said}", said=said))
    return say("from the moderator"), paragraphs


def edit_of(game: StoredGame, entry: Entry, reader: PlayerId | None) -> tuple[Message, ...]:
    """What an edit of the position has changed, as a reader may see it."""
    before, after = game.state_after(entry.number - 1), game.state_after(entry.number)
    return differences(game.game, before, after, reader)


def _now_due(player: PlayerId, until: Message, reader: PlayerId | None) -> Message:
    if player == reader:
        return say("Your answer is now due by {until:message}.", until=until)
    return say("The answer of {player} is now due by {until:message}.", player=player, until=until)


_TOLD_MODERATOR: Final = {
    True: say("You have not answered several times. The moderator is told."),
    False: say("{player} has not answered several times. The moderator is told."),
}
_NOT_IN_TIME: Final = {
    True: say("You have not answered in time."),
    False: say("{player} has not answered in time."),
}
_NOTICES: Final[dict[What, tuple[Message, Message]]] = {
    What.SET: (say("a deadline"), say("This game has deadlines from now on.")),
    What.HOLD: (
        say("the deadline is moved"),
        say(
            "The time from {since:time} to {time} does not count, and nobody has missed anything "
            "in it."
        ),
    ),
    What.EXTENDED: (
        say("more time"),
        say("There are {hours} hours more for the open question."),
    ),
    What.PAUSED: (
        say("no deadlines"),
        say("There are no deadlines until the moderator resumes them. Orders are taken as always."),
    ),
    What.RESUMED: (
        say("deadlines again"),
        say("Deadlines count again, and the open one begins anew."),
    ),
    What.MISSED: (
        say("a deadline is missed"),
        say("{player} has not answered in time. The game waits for the answer."),
    ),
    What.STAND_IN: (
        say("the stand-in is asked"),
        say("The stand-in of {player} is asked as well, and whoever answers first decides."),
    ),
    What.OFFERED: (
        say("a seat is offered"),
        say(
            "{player} has not answered several times, and the seat is offered to others. An answer "
            "that comes in time keeps it."
        ),
    ),
    What.VACATED: (
        say("a seat is free"),
        say(
            "{player} has given up the seat, and it is offered to those who wait for one. Until "
            "somebody takes it, the game does what it does when nobody answers."
        ),
    ),
    What.RECOVERED: (
        say("the game is put back"),
        say(
            "The site has been put back from a backup. Orders that had come by mail since then "
            "were looked through again, and those that were lost are played. What holds is how the "
            "game stands now, also where you have been told otherwise; if an order of yours is "
            "missing, please send it again."
        ),
    ),
    What.REKEYED: (
        say("new secrets"),
        say(
            "The key of {player} and the secrets of all mails before are void; {player} has others."
        ),
    ),
    What.ENDED: (
        say("the game is over"),
        say("The game ends as it stands: the points of now count, and nothing is asked any more."),
    ),
    What.EDITED: (
        say("the position is changed"),
        say("The moderator has changed the position:"),
    ),
    What.DEADLINE: (
        say("another deadline"),
        say("The deadline is set anew."),
    ),
    What.BROADCAST: (
        say("from the moderator"),
        say("The moderator has written to all."),
    ),
    What.OPTION: (
        say("the game's options"),
        say(
            "The moderator has changed an option, from the next question on: {option:order} "
            "{value:said}"
        ),
    ),
    What.BLOCKED: (
        say("a blocked address"),
        say("The moderator has blocked an address: its mails are not answered any more."),
    ),
    What.UNBLOCKED: (
        say("an address is free again"),
        say("The moderator takes mails from a blocked address again."),
    ),
    What.HANDING: (
        say("another moderator is asked"),
        say("Somebody else is asked to moderate this game."),
    ),
    What.HANDED: (
        say("another moderator"),
        say("Somebody else moderates this game from now on."),
    ),
    What.SEATED: (
        say("a seat has changed"),
        say("{person} plays on for {player} from now on."),
    ),
}
_TO_PLAYER: Final[dict[What, Message]] = {
    What.MISSED: say("You have not answered in time. The game waits for your answer."),
    What.STAND_IN: say("Your stand-in is asked as well, and whoever answers first decides."),
    What.OFFERED: say(
        "You have not answered several times, and your seat is offered to others. Your next answer "
        "that comes in time keeps it."
    ),
}
