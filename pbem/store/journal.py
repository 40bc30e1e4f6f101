"""A game's journal: one entry for each accepted submission (see `chain` for its files)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from pbem.board.ids import NationId, PlayerId
from pbem.ground.disk import model_bytes, read_model
from pbem.orders.ahead.advance import Automatic
from pbem.orders.verbs.proposals.consent import is_about_proposals
from pbem.store.chain import add_link, read_chain
from pbem.timing.terms import Means

How = Literal["mail", "console", "undo", "deadline", "clock", "moderator"]


class What(StrEnum):
    """What an entry of the clock, or of the moderator about it, is.

    set: the open question has a deadline from now on
    hold: time since a moment does not count; extended: so many hours more
    paused, resumed: there are no deadlines from now on; there are again
    missed: a deadline has passed, and the game waits
    stand_in: the player's stand-in is asked as well
    rekeyed: the player's key and secrets are void, and others have been sent
    offered: the seat is offered to others; seated: somebody has taken it over
    vacated: the player has given the seat up, and it is offered to others
    recovered: a backup was put back, and everybody is asked again
    ended: the game ends as it stands; edited: the moderator has changed the position. These two
        change the position, the others do not
    deadline: the answer to the open question is due at another time
    broadcast: a message of the moderator's to all
    option: an option of the game has changed
    blocked, unblocked: mails from an address are not answered, or are again
    handing: somebody is asked to moderate the game; handed: somebody else does
    """

    SET = "set"
    HOLD = "hold"
    EXTENDED = "extended"
    PAUSED = "paused"
    RESUMED = "resumed"
    MISSED = "missed"
    STAND_IN = "stand-in"
    REKEYED = "rekeyed"
    OFFERED = "offered"
    SEATED = "seated"
    VACATED = "vacated"
    RECOVERED = "recovered"
    EDITED = "edited"
    ENDED = "ended"
    DEADLINE = "deadline"
    BROADCAST = "broadcast"
    OPTION = "option"
    BLOCKED = "blocked"
    UNBLOCKED = "unblocked"
    HANDING = "handing"
    HANDED = "handed"


_TOLD_LATER = frozenset({What.BLOCKED, What.UNBLOCKED, What.HANDING})
"""What moderators do that concerns no player at once."""


class Clocked(BaseModel):
    """What such an entry says.

    reason: why, in a sentence, where it is not plain
    since: of a hold, when the time began that does not count; it ends with the entry
    hours: how many hours more
    missed: whether the stand-in is asked because the player has missed a deadline
    person: who has taken the seat over
    text: of a broadcast, what it says; of an edited position, the parts that were replaced, as the
        `[position]` of a scenario
    option, value: which option of the game, and what it is now
    address: whose mails are blocked, or who is to moderate; for nobody but moderators
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    what: What
    reason: str | None = None
    since: AwareDatetime | None = None
    hours: int | None = None
    missed: bool | None = None
    person: str | None = None
    text: str | None = None
    option: str | None = None
    value: str | None = None
    address: str | None = None


class Entry(BaseModel):
    """A journal entry.

    time: when it was accepted, UTC
    arrived: when it came in, if that was before
    by: whose orders they are, whom an entry of the clock is about, or who has asked for an undo;
        None for the moderator's
    how: the way they came: `deadline` if nothing came, `moderator` if the moderator has ordered for
        `by`, `clock` if it is no order
    message_id, mail: of a mail, its Message-ID and the hash that tells it from others
    written_from: the address that it came from, where reports go to another; for nobody's eyes
    called: under what names its sender may have signed, as its header says; likewise
    text: the new text of the mail as read, with line ends as `\\n`
    orders: the orders that were taken, canonical, in their order
    ahead: which of `orders`, from 0, are about what is kept ahead of time: secret until the end
    answers: what was done after them without a mail, in its order
    answered: the entry of which the mail told that the mail answered; None if it answered none
    back_to: of an undo, the entry whose position holds again (0: the start)
    wishes: of an undo, that what is kept ahead of time is what its players wanted last
    means: how a missed answer was given
    stand_in: whether the player's stand-in has ordered
    excused: whether a missed answer does not count, since the player has announced an absence
    old_question, old_turn: what journals had instead of `answered` once: whether something else was
        open than what the answered mail had asked, and the nation if that was a turn
    clock: what an entry of the clock says
    due: when the answer to the question that is open after it is due, UTC; zone: the game's zone
    days_in: the zone in which its days are meant, if its player had chosen one for all games
    overdrawn: so many seconds of the player's time bank were used
    act: of the moderator's acts, of which mail: its hash, a dot, and the number of the command in
        it; or `console`
    redo: whether it brings back what an entry had taken back
    brought: what it has brought about, as JSON (see `store.brought`); for nobody but its player
    previous: the SHA-256 of the entry before
    digest: the SHA-256 of the position after, with what is kept ahead of time
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: Annotated[int, Field(ge=1)]
    time: AwareDatetime
    how: How
    arrived: AwareDatetime | None = None
    by: PlayerId | None = None
    message_id: str | None = None
    mail: str | None = None
    written_from: str | None = None
    called: tuple[str, ...] | None = None
    text: str = ""
    orders: tuple[str, ...] = ()
    ahead: tuple[int, ...] = ()
    answers: tuple[Automatic, ...] = ()
    answered: Annotated[int, Field(ge=0)] | None = None
    old_question: bool | None = None
    back_to: Annotated[int, Field(ge=0)] | None = None
    wishes: Literal["latest"] | None = None
    means: Means | None = None
    stand_in: bool | None = None
    excused: bool | None = None
    old_turn: NationId | None = None
    clock: Clocked | None = None
    due: AwareDatetime | None = None
    zone: str | None = None
    days_in: str | None = None
    overdrawn: Annotated[int, Field(ge=0)] | None = None
    act: str | None = None
    redo: bool | None = None
    brought: str | None = None
    previous: str
    digest: str

    @model_validator(mode="after")
    def _check_ahead(self) -> Self:
        if any(not 0 <= number < len(self.orders) for number in self.ahead):
            raise ValueError("ahead names an order that is not there")
        return self

    @property
    def is_private(self) -> bool:
        """Whether it has changed nothing but what one player has left ahead of time."""
        played = len(self.orders) > len(self.ahead) or any(a.order for a in self.answers)
        changed = self.clock is not None and self.clock.what in (What.ENDED, What.EDITED)
        return self.back_to is None and not played and not changed

    @property
    def changes_hands(self) -> bool:
        """Whether the seat that it is about is somebody else's from then on, or nobody's."""
        return self.clock is not None and self.clock.what in (What.SEATED, What.VACATED)

    @property
    def is_told_later(self) -> bool:
        """Whether it has no mail of its own to the players: their next report tells of it."""
        return self.clock is not None and self.clock.what in _TOLD_LATER

    def without_secrets(self) -> Entry:
        """What everybody may see of it: nothing that a player has planned and not used."""
        public = tuple(
            order
            for number, order in enumerate(self.orders)
            if number not in self.ahead or is_about_proposals(order)
        )
        used = tuple(replace(a, reasons=()) for a in self.answers if a.order)
        changes = {"orders": public, "ahead": (), "answers": used, "text": "", "brought": None}
        hidden = self.without_addresses()
        if hidden.clock is not None and hidden.clock.what is What.EDITED:  # it may name cash
            hidden = hidden.model_copy(update={"clock": Clocked(what=What.EDITED)})
        return hidden.model_copy(update={**changes, "digest": "", "previous": ""})

    def without_addresses(self) -> Entry:
        """What everybody may see of it once the game is over."""
        hidden: dict[str, object] = {"written_from": None, "called": None, "act": None}
        if self.clock is not None and self.clock.address:
            hidden["clock"] = self.clock.model_copy(update={"address": None})
        return self.model_copy(update=hidden)


def read_entries(folder: Path) -> tuple[tuple[Entry, str], ...]:
    """All entries of a game's journal in order, each with the hash of its file.

    :raises BadInput: an entry is missing, broken, or does not follow the one before
    """
    return read_chain(folder, partial(read_model, Entry))


def add_entry(folder: Path, entry: Entry) -> str:
    """Commit an entry; the hash of its file.

    :raises JournalConflict: another writer was first, or it does not follow the one before
    :raises OSError: nothing is changed
    """
    return add_link(folder, entry, _bytes_of(entry))


def _bytes_of(entry: Entry) -> bytes:
    """An entry as its file holds it.

    What it has brought about stands first, in a literal string: a reader of TOML passes over that
    at once, while it would look at every character of any other, at each opening of the game.
    """
    if entry.brought is None:
        return model_bytes(entry)
    rest = model_bytes(entry.model_copy(update={"brought": None}))
    return f"brought = '{entry.brought}'\n".encode() + rest


def same_second(time: datetime) -> datetime:
    """A time without fractions of a second, as the journal keeps it."""
    return time.replace(microsecond=0)
