"""Who may have written a mail, each kind with what is known of them."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import PlayerId
from pbem.mail.bounces import Bounce
from pbem.mail.identity import Purpose, purpose_of
from pbem.store.game import StoredGame
from pbem.store.people import Person


@dataclass(frozen=True, slots=True)
class Sender:
    """A player of a game, proven.

    about: what the mail that was answered was about (see `identity.Reader`); "" with a KEY
    person: the player's stand-in, if that is who wrote
    by_key: whether a KEY proves it, typed on purpose: then any address is the player's
    """

    game: StoredGame
    player: PlayerId
    about: str = ""
    person: Person | None = None
    by_key: bool = False

    @property
    def purpose(self) -> Purpose | None:
        """What the mail was for that was answered; None with a KEY."""
        return purpose_of(self.about)


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A player's secret from an address that is not known to be the player's."""

    sender: Sender
    address: str


@dataclass(frozen=True, slots=True)
class Impostor:
    """A player's secret from the address of another player of the game."""

    sender: Sender
    other: PlayerId


@dataclass(frozen=True, slots=True)
class Former:
    """Whoever sat in a seat that somebody else has now, from an address of theirs."""

    game: StoredGame
    player: PlayerId
    address: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody to whom a player's seat was offered; `about` as in the offer's secret.

    number: of the entry that has offered it
    """

    game: StoredGame
    player: PlayerId
    person: Person
    about: str
    number: int


@dataclass(frozen=True, slots=True)
class Moderator:
    """The moderator of a game, by the secret of a mail to the moderator, or by a KEY.

    about: which mail that was, as in its token; "" with a KEY
    address: where the mail comes from, in lower case; is_known: whether that is the moderator's
    """

    game: StoredGame
    about: str
    address: str
    is_known: bool
    by_key: bool = False

    @property
    def purpose(self) -> Purpose | None:
        """What the mail was for that was answered; None with a KEY."""
        return purpose_of(self.about)


@dataclass(frozen=True, slots=True)
class Successor:
    """Somebody who is asked to moderate a game, by an entry of that number, from that address."""

    game: StoredGame
    about: str
    address: str
    number: int


@dataclass(frozen=True, slots=True)
class UnprovenModerator:
    """The address of a moderator, but nothing that proves it; `game`: one of their games."""

    game: StoredGame
    address: str


@dataclass(frozen=True, slots=True)
class Unproven:
    """The address of these players, but nothing that proves it."""

    senders: tuple[Sender, ...]


@dataclass(frozen=True, slots=True)
class Visiting:
    """Somebody with a wish about a game in which they have no seat.

    address: where the mail comes from, in lower case
    called: how others may call them, "" if nothing says so
    commands: what the mail says, each as it stands there
    game, about: of our mail that was answered, as in its token; "" if nothing proves the address
    """

    address: str
    called: str
    commands: tuple[str, ...]
    game: str = ""
    about: str = ""

    @property
    def purpose(self) -> Purpose | None:
        """What our mail was for; None if none was answered."""
        return purpose_of(self.about)

    @property
    def is_proven(self) -> bool:
        """Whether the mail answers one that went to this address."""
        return self.purpose is Purpose.WATCH


@dataclass(frozen=True, slots=True)
class Stranger:
    """Nobody that we know; `reason` is for the log."""

    reason: str


@dataclass(frozen=True, slots=True)
class Machine:
    """No person: nothing answers it.

    bounce: what it says about a mail of ours that has failed; None if nothing
    owners: whose mail that was; nobody if that is not known
    """

    reason: str
    bounce: Bounce | None = None
    owners: tuple[Sender, ...] = ()


Who = (
    Sender
    | Unconfirmed
    | Impostor
    | Candidate
    | Former
    | Moderator
    | Successor
    | UnprovenModerator
    | Unproven
    | Visiting
    | Stranger
    | Machine
)
