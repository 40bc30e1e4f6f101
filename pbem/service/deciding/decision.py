"""What is to be done about a mail, as a value: nothing of it is done yet.

In this order: `before` is noted, what is to be entered is entered and told, `replies` are sent, and
`after` is noted. Whoever is killed in between decides the same again when the mail is handled anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.orders.moderating import Told
from pbem.orders.submission import Outcome
from pbem.service.asking.confirming import Word
from pbem.service.asking.held import HeldMail
from pbem.service.deciding.visits import VisitMemo, VisitReply
from pbem.service.fates import Handled
from pbem.service.site.bounced import BounceCount
from pbem.store.game import StoredGame
from pbem.store.people import Person
from pbem.store.persons import Said
from pbem.store.press import Press
from pbem.store.submissions import Submission

Problem = Message | str


# What is to be noted


@dataclass(frozen=True, slots=True)
class Spent:
    """One answer more out of somebody's budget, for the mail of that hash."""

    about: str
    ident: str


@dataclass(frozen=True, slots=True)
class Keep:
    """The mail waits for a YES for that seat, whose player knew of that entry."""

    game: StoredGame
    player: PlayerId
    entry: int
    raw: bytes
    ident: str


@dataclass(frozen=True, slots=True)
class KeepForModerator:
    """The mail waits for a YES of the game's moderator; as of that entry."""

    game: StoredGame
    entry: int
    raw: bytes
    ident: str


@dataclass(frozen=True, slots=True)
class Finish:
    """A mail that has waited waits no more, by the answer of that hash."""

    held: HeldMail
    answer: str


@dataclass(frozen=True, slots=True)
class Know:
    """The address is the player's from now on."""

    game: StoredGame
    player: PlayerId
    address: str


@dataclass(frozen=True, slots=True)
class IsThere:
    """The player has written: mails that came back do not count any more."""

    game: StoredGame
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CameBack:
    """A mail to the player has come back."""

    game: StoredGame
    counted: BounceCount


@dataclass(frozen=True, slots=True)
class NotGot:
    """A mail has come back for good: what it told, its reader has not been told.

    about: of the mail, as in its token
    """

    game: StoredGame
    player: PlayerId
    about: str


@dataclass(frozen=True, slots=True)
class SendPress:
    """A press of a player's mail is kept; then it goes to its readers."""

    game: StoredGame
    press: Press


@dataclass(frozen=True, slots=True)
class Settle:
    """Whoever has that address has settled something about mails."""

    address: str
    said: Said


Memo = (
    Spent
    | Keep
    | KeepForModerator
    | Finish
    | Know
    | IsThere
    | CameBack
    | NotGot
    | Settle
    | SendPress
    | VisitMemo
)


# What is to be answered; `ident` is the hash of the mail, `message_id` its own id


@dataclass(frozen=True, slots=True)
class AnswerMail:
    """What became of the orders, and what else was asked for.

    check: nothing was changed, since that was asked for
    problems: why nothing in it could be read
    person: the player's stand-in, if that is who wrote
    written_from: the address that wrote, where reports go to another: both get it
    """

    game: StoredGame
    player: PlayerId
    outcome: Outcome
    ident: str
    message_id: str | None
    check: bool = False
    problems: tuple[Problem, ...] = ()
    person: Person | None = None
    written_from: str | None = None


@dataclass(frozen=True, slots=True)
class AskIfYours:
    """Asks at the known address whether a mail from another one is the player's."""

    game: StoredGame
    player: PlayerId
    address: str
    orders: tuple[str, ...]
    ident: str


@dataclass(frozen=True, slots=True)
class AskIfMeant:
    """Asks whether orders that may be those of an old mail are meant."""

    game: StoredGame
    player: PlayerId
    orders: tuple[str, ...]
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class AskIfPress:
    """Asks, the first time, whether an answer to a mail with press is to go to its writer.

    writer: who that is; None if the press bears no name
    text: what would go there
    """

    game: StoredGame
    player: PlayerId
    writer: PlayerId | None
    text: str
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class AskIfResigning:
    """Asks whether the player's seat is to be given up."""

    game: StoredGame
    player: PlayerId
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class NothingConfirmed:
    """An answer confirms nothing; `waits`: whether its mail has waited for one until now."""

    game: StoredGame
    player: PlayerId
    word: Word
    waits: bool
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class NotYourSeat:
    """Somebody has sat in the seat before."""

    game: StoredGame
    player: PlayerId
    address: str
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class NotYourMail:
    """A mail was for another player's seat."""

    game: StoredGame
    player: PlayerId
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class WarnOwner:
    """Another player has answered a mail of the owner's; told once for each other."""

    game: StoredGame
    player: PlayerId
    other: PlayerId


class SeatThere(Enum):
    """Whether somebody has a seat in another game."""

    NONE = "none"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A part of a mail is for a game in which its sender has no seat, or several.

    wanted: the game that the part names
    """

    game: StoredGame
    player: PlayerId
    wanted: str
    seats: SeatThere
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class HelpToAnswer:
    """A known address gets something that can be answered; a YES carries the orders out."""

    game: StoredGame
    player: PlayerId
    orders: tuple[str, ...]
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class AboutOffer:
    """Somebody to whom a seat was offered does not get it by this mail.

    about: of the offer, as in its token
    wants: whether that is what the mail says
    """

    game: StoredGame
    player: PlayerId
    person: Person
    about: str
    message_id: str | None
    wants: bool


@dataclass(frozen=True, slots=True)
class StandInNotAsked:
    """A stand-in is not asked any more, or not yet."""

    game: StoredGame
    player: PlayerId
    person: Person
    ident: str
    message_id: str | None


@dataclass(frozen=True, slots=True)
class SendAgain:
    """Whoever asks for it gets the last mails to the seat once more.

    asked: when that was; alone: whether that is all that the mail asks for: then the last of them
        is its answer
    """

    game: StoredGame
    player: PlayerId
    number: int
    asked: datetime
    ident: str
    message_id: str | None = None
    person: Person | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class WarnOfFlood:
    """Further mails of the player wait for the hour to pass; `limit` were answered in it."""

    game: StoredGame
    player: PlayerId
    limit: int


@dataclass(frozen=True, slots=True)
class TellOfBounces:
    """The moderator hears of a player whose mails come back."""

    game: StoredGame
    counted: BounceCount


@dataclass(frozen=True, slots=True)
class TellModerator:
    """Something short for a game's moderator: what a mail of theirs came to, or is in doubt.

    about: as in its token; where: the address it goes to, if not to the game's moderator
    """

    game: StoredGame
    about: str
    topic: Message
    told: tuple[Message, ...]
    message_id: str | None = None
    where: str | None = None


Reply = (
    AnswerMail
    | AskIfYours
    | AskIfMeant
    | AskIfPress
    | AskIfResigning
    | NothingConfirmed
    | NotYourSeat
    | NotYourMail
    | WarnOwner
    | Elsewhere
    | HelpToAnswer
    | AboutOffer
    | StandInNotAsked
    | SendAgain
    | WarnOfFlood
    | TellOfBounces
    | TellModerator
    | VisitReply
)


# What is to be entered


@dataclass(frozen=True, slots=True)
class EnterOrders:
    """Orders that were taken."""

    game: StoredGame
    submission: Submission


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """An offered seat, to whoever has said so first."""

    game: StoredGame
    player: PlayerId
    person: Person


@dataclass(frozen=True, slots=True)
class Moderate:
    """A moderator's commands, each for the game beside it; None where it is not theirs.

    ident: the hash of the mail; message_id: its own id
    confirmed: whether an edit of the position is confirmed; basis: the last entry when it was shown
    """

    game: StoredGame
    commands: tuple[tuple[StoredGame | None, Told], ...]
    ident: str
    message_id: str | None
    confirmed: bool = False
    basis: int | None = None


@dataclass(frozen=True, slots=True)
class TakeOverGame:
    """Somebody who was asked moderates the game from now on."""

    game: StoredGame
    address: str
    ident: str


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """A seat is given up, by whoever sits there."""

    game: StoredGame
    player: PlayerId


@dataclass(frozen=True, slots=True)
class TellAgain:
    """The mail has led to an entry before: whoever was not told of that is told now."""

    game: StoredGame
    entry: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is to be done about a mail.

    handled: what becomes of it, for the log; the number of a new entry is not in it yet
    now: when that was decided: the time of its letters
    """

    handled: Handled
    now: datetime
    before: tuple[Memo, ...] = ()
    replies: tuple[Reply, ...] = ()
    enter: EnterOrders | GiveSeat | LeaveSeat | TellAgain | Moderate | TakeOverGame | None = None
    after: tuple[Memo, ...] = ()
