"""What the mails of a game are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from typing import Final

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.messages import Message
from pbem.orders.ahead.standing import NOTHING, Held, Standing
from pbem.orders.submission import Outcome
from pbem.orders.verbs.desk import Wish
from pbem.orders.verbs.person.choices import Choices
from pbem.report.ahead import Steps
from pbem.report.language.catalogue import SOURCE
from pbem.report.language.voice import Spoken
from pbem.report.statistics import Statistics
from pbem.rules.events import Event
from pbem.rules.state import State
from pbem.store.persons import Habits

NOBODY: Final = PlayerId("")
"""The reader of what anybody may know: sees no secret, is asked nothing."""

Told = tuple["Message | tuple[Message, ...]", ...]
"""Paragraphs; a tuple is a list."""


@dataclass(frozen=True, slots=True)
class Text:
    """A mail's subject and text; lines of at most 72 characters."""

    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """What has happened by an earlier entry that no mail has told the reader; fields as below."""

    news: tuple[Spoken, ...] = ()
    events: tuple[Event, ...] = ()
    automatic: Steps = ()


@dataclass(frozen=True, slots=True)
class ReportContext:
    """A turn report to one reader, or the position on demand.

    reader: None is the moderator, who sees everything
    entry: the number of the journal's last entry; 0 for the start
    events: what has happened since the last report by a mail's orders
    automatic: and after them without a mail, as far as the reader may know
    standing: what the reader has left ahead of time, where that is to be shown
    plans_again: what of it taking back has brought back; plans_kept: whether there is more of it
    marker: eight hexadecimal digits for the line above which is to be written
    key: the word of a `KEY` line, "" for none
    until: when an answer is due, a moment; "" if there is no deadline
    due: that moment itself, for the subject; None if there is none, or it is over
    soon: whether it is within a week
    silence: what is done without an answer, for whoever is asked; "" if there is no deadline
    full: with the nations' table and the map in words
    before: the position that the reader knows, of the mail before; None if there was none
    news: sentences that come before what has happened: about the clock, or who has ordered
    earlier: what comes before all that and has not been told the reader
    about: of each player what there is to say beside the position, as sentences
    only_kept: whether the entry has changed nothing but what the reader has left ahead of time
    seat_named: whether the reader has several seats in the game, so that a digest names this one
    reminds: whether it is sent only to remind the reader
    opening: whether it is the game's first mail
    statistics: of the game, once it is over; None where they are not told
    undone_to: the entry to which the game was taken back, if that has just happened
    undone_by: the player who has asked for it; None if the moderator has decided so
    language, zone: the reader's, see `Voice`
    habits: what the reader has settled about mails of this game
    """

    game: Game
    game_id: str
    entry: int
    reader: PlayerId | None
    state: State
    marker: str
    events: tuple[Event, ...] = ()
    automatic: Steps = ()
    standing: Standing = NOTHING
    plans_again: tuple[Held, ...] = ()
    plans_kept: bool = False
    key: str = ""
    until: Message | str = ""
    due: datetime | None = None
    soon: bool = False
    silence: Message | str = ""
    full: bool = False
    before: State | None = None
    news: tuple[Spoken, ...] = ()
    earlier: tuple[Chapter, ...] = ()
    about: Mapping[PlayerId, tuple[Message | str, ...]] = field(default_factory=dict)
    only_kept: bool = False
    seat_named: bool = False
    reminds: bool = False
    opening: bool = False
    statistics: Statistics | None = None
    undone_to: int | None = None
    undone_by: PlayerId | None = None
    language: str = SOURCE
    zone: tzinfo | None = None
    habits: Habits = field(default_factory=Habits)

    @property
    def observes(self) -> bool:
        """Whether the reader is nobody who plays, and only watches."""
        return self.reader == NOBODY


@dataclass(frozen=True, slots=True)
class PastEntry:
    """An entry of the journal, as a reader may know it.

    by: whose orders they are; None if nobody's
    late: how long after the deadline they came, as far as the reader may know; None if in time
    missed: whether nothing came, and the game has answered
    back_to: of a taking back, the entry that holds again
    taken_back: whether it was taken back since
    hidden: whether there is more to it, for nobody to know before the game is over
    """

    number: int
    turn: int
    time: datetime
    by: PlayerId | None
    late: timedelta | None = None
    missed: bool = False
    back_to: int | None = None
    taken_back: bool = False
    hidden: bool = False
    orders: tuple[str, ...] = ()
    happened: tuple[Spoken, ...] = ()


@dataclass(frozen=True, slots=True)
class PastPress:
    """Something that players have written.

    by: None if the reader is not told; to: empty if it was to all
    own: whether the reader has written it; back: to somebody who bears no name
    """

    turn: int
    time: datetime
    by: PlayerId | None
    to: tuple[PlayerId, ...]
    text: str
    own: bool = False
    back: bool = False


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What is shown of a game's history.

    turn: which turn; None for the last ones, in short
    turns: how many turns there were
    began: the position when the turn began; None if it is not shown, or there was no such turn
    """

    turn: int | None
    turns: int
    entries: tuple[PastEntry | PastPress, ...]
    began: ReportContext | None = None


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """The answer to a mail of orders.

    state: the position after the mail, or before it if it was a `CHECK`
    entry: the journal's entry that it led to, None if nothing was taken
    check: whether the mail only asked what would happen
    silence: as in a report
    problems: what is wrong with the mail itself, as sentences
    language, zone: the reader's, see `Voice`
    habits: what the reader has settled about mails of all games; choices: what it can be
    history: what is asked for of the game's history, by turn; None for the last ones
    resent: how many earlier mails are sent once more
    visits: what came of commands about the site's games
    """

    game: Game
    game_id: str
    reader: PlayerId
    outcome: Outcome
    state: State
    marker: str
    key: str = ""
    until: Message | str = ""
    silence: Message | str = ""
    entry: int | None = None
    check: bool = False
    problems: tuple[Spoken, ...] = ()
    about: Mapping[PlayerId, tuple[Message | str, ...]] = field(default_factory=dict)
    language: str = SOURCE
    zone: tzinfo | None = None
    habits: Habits = field(default_factory=Habits)
    choices: Choices = field(default_factory=lambda: Choices({}))
    history: Mapping[int | None, HistoryPage] = field(default_factory=dict)
    resent: int = 0
    visits: Mapping[Wish, Told] = field(default_factory=dict)

    @property
    def observes(self) -> bool:
        """Never: whoever only watches is answered otherwise."""
        return False
