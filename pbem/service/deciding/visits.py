"""What is to be done for whoever joins, watches, or changes an address, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.ground.errors import Refusal
from pbem.ground.messages import Message
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.person.addressing import AddressWish
from pbem.service.asking.confirming import Word
from pbem.service.seats.addresses import Asked
from pbem.service.seats.lobby import Visitor

# What is to be noted


@dataclass(frozen=True, slots=True)
class Visited:
    """Somebody joins an open game, watches a game, or withdraws; `time`: when that was said."""

    visitor: Visitor
    visit: Visit
    time: datetime


@dataclass(frozen=True, slots=True)
class KeepVisit:
    """The mail of somebody without a seat waits for a YES; `game` is the id of what it is about."""

    game: str
    raw: bytes
    ident: str


@dataclass(frozen=True, slots=True)
class WantAddress:
    """Whoever has the address `own` wants another one besides, or one no more.

    game: whose mails ask about it; time: when that was said
    """

    own: str
    wish: AddressWish
    game: str
    time: datetime


@dataclass(frozen=True, slots=True)
class AnswerAboutAddress:
    """One of the addresses that are asked about a change says YES, or NO."""

    asked: Asked
    yes: bool


# What is to be answered


@dataclass(frozen=True, slots=True)
class AskVisitor:
    """Asks an address whether what came in its name is meant.

    game: the id of what it is about; orders: what it says
    """

    address: str
    game: str
    orders: tuple[str, ...]
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class AnswerVisitor:
    """What came of the mail of somebody without a seat.

    game: the id of what it is about; "" if it is about none: then it cannot be answered
    commands: what was carried out, or is answered
    refused: why the rest of it was not
    """

    visitor: Visitor
    game: str
    commands: tuple[MailCommand, ...]
    refused: tuple[Message | Refusal, ...]
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class AboutAddress:
    """What the answer of an address to a question about it comes to; NEITHER: to nothing."""

    asked: Asked
    word: Word
    ident: str
    message_id: str | None


VisitMemo = Visited | KeepVisit | WantAddress | AnswerAboutAddress
VisitReply = AskVisitor | AnswerVisitor | AboutAddress
