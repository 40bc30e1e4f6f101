"""Letters as values: to whom, about what, what is in them; `posting` makes mails of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.mail.identity import Reader
from pbem.mail.outgoing.compose import MailKind
from pbem.report.contexts import AnswerContext, ReportContext
from pbem.service.site.earlier import EarlierMail
from pbem.store.game import StoredGame
from pbem.store.people import Person

Paragraph = Message | str
"""A message, or what stands as it is: an order, a file's name, what went wrong."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A short mail; `topic` begins in lower case."""

    topic: Message
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a mail's orders, and what else it has asked for.

    position: with the reader's plans, where these or the position are asked for
    reports: whether it tells what has happened, and asks what is asked then, as a report does
    """

    context: AnswerContext
    position: ReportContext
    reports: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to whoever sits in a seat, or stands in for it.

    about: as in its token: an entry's number, or of a mail (see `identity.Purpose`)
    what: tells it from other mails to that reader about the same
    number: of a mail about a mail, the entry that it tells of; None if of none
    answers: the Message-ID of the mail that it answers
    person: the player's stand-in, or somebody to whom the seat is offered, if it goes there
    copy_to: another address of the player's that gets the same
    overtakes: Message-IDs of mails that need not go out any more once it is posted
    """

    game: StoredGame
    player: PlayerId
    kind: MailKind
    about: str
    content: ReportContext | Answer | Notice
    time: datetime
    what: str = ""
    number: int | None = None
    answers: str | None = None
    person: Person | None = None
    copy_to: str | None = None
    overtakes: tuple[str, ...] = ()

    @property
    def entry(self) -> int | None:
        """The entry that it tells of; None if of none."""
        return int(self.about) if self.about.isdigit() else self.number


@dataclass(frozen=True, slots=True)
class PlainLetter:
    """A short mail to an address without a seat.

    reader: whose secret it carries, so that it can be answered; None if it holds none
    position: what it shows instead of paragraphs; kind: what it is, if not an answer or a notice
    ident: its game, where that has not begun
    name: of the reader; "" if it is not known
    subject: the whole one; what: tells the mail from all others
    game: which it is about; None if about none
    """

    address: str
    subject: Message
    paragraphs: tuple[Paragraph, ...]
    time: datetime
    what: str
    game: StoredGame | None = None
    name: str = ""
    answers: str | None = None
    reader: Reader | None = None
    position: ReportContext | None = None
    kind: MailKind | None = None
    ident: str = ""


@dataclass(frozen=True, slots=True)
class DigestLetter:
    """One mail over several games, to whoever has seats in them; it takes no orders.

    parts: of each seat, what has happened since the last mail about it
    """

    address: str
    name: str
    parts: tuple[ReportContext, ...]
    time: datetime
    what: str


@dataclass(frozen=True, slots=True)
class LetterAgain:
    """A mail to a seat once more: as it was, and its answer counts for what it asked.

    asked: the hash of the mail that wants it; answers: its Message-ID
    answer_to_it: whether it is the answer to that mail
    """

    game: StoredGame
    player: PlayerId
    earlier: EarlierMail
    time: datetime
    asked: str
    answers: str | None
    person: Person | None = None
    answer_to_it: bool = False


@dataclass(frozen=True, slots=True)
class ModeratorLetter:
    """A mail to a game's moderator: it carries the moderator's secret, and can be answered.

    about: as in its token; what: tells it from others about the same
    subject: the whole one
    number: the entry that it tells of; None if of none
    answers: the Message-ID of the mail that it answers
    where: the address that it goes to, if not to the game's moderator
    key: the moderator's word of a KEY line; "" for none
    once: what it is known by, if not by its token: the same may be made for another game
    """

    game: StoredGame
    kind: MailKind
    about: str
    subject: Message
    paragraphs: tuple[Paragraph, ...]
    time: datetime
    what: str = ""
    number: int | None = None
    answers: str | None = None
    where: str | None = None
    key: str = ""
    once: str = ""


AnyLetter = Letter | PlainLetter | DigestLetter | ModeratorLetter | LetterAgain


def notice(
    game: StoredGame,
    player: PlayerId,
    about: str,
    content: Notice,
    time: datetime,
    answers: str | None = None,
    person: Person | None = None,
) -> Letter:
    """A short letter that can be answered.

    :param answers: the Message-ID of the mail that it answers
    """
    kind = MailKind.ANSWER if answers else MailKind.NOTICE
    return Letter(game, player, kind, about, content, time, answers=answers, person=person)
