"""The two files of a game that people write: `game.toml` and `roster.toml`."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, Self

from pydantic import AwareDatetime, Field, field_validator, model_validator

from pbem.board.ids import NationId, PlayerId
from pbem.store.addresses import Address
from pbem.store.people import Model, Person, checked_name
from pbem.timing.terms import Absences, Deadlines, Zone

GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,15}")


class PressTerms(Model):
    """`[press]`: what players may write to each other.

    allowed: `none`; `public`: to all only; `open`: to whom they like
    anonymous: whether a writer may hide
    deliver: `at-once`, or `with-report`: together with the next report
    """

    allowed: Literal["none", "public", "open"] = "open"
    anonymous: bool = False
    deliver: Literal["at-once", "with-report"] = "at-once"


GAME_VERSION: Final = 2
"""Of the format of `game.toml`: 2 says its version, and is like 1 otherwise."""


class GameFile(Model):
    """`game.toml`: what is played, by whom, in what seating order, and how long one may take.

    version: of the file's format
    seed: from which the deal or the auction's start player was drawn
    nonce: what tells it from another game that had its name before, in the secrets of its mails
    deal, start_player: what was drawn, or what the moderator gave
    playing_moderator: whether somebody who plays may moderate the game
    deadlines, absence, press: what is agreed on about time, and about what players write to each
        other; may be changed at any time
    observers: False if nobody may watch it
    due: when the first answer is due, if there are deadlines from the beginning
    """

    version: Annotated[int, Field(ge=1)] = 1
    id: str
    rules: str
    variants: tuple[str, ...] = ()
    players: Annotated[tuple[PlayerId, ...], Field(min_length=2, max_length=6)]
    created: AwareDatetime
    seed: int | None = None
    nonce: str | None = None
    deal: dict[PlayerId, tuple[NationId, ...]] | None = None
    start_player: PlayerId | None = None
    due: AwareDatetime | None = None
    playing_moderator: bool | None = None
    deadlines: Deadlines | None = None
    absence: Absences = Absences()
    observers: bool | None = None
    press: PressTerms = PressTerms()

    @field_validator("id")
    @classmethod
    def _check_id(cls, value: str) -> str:
        if not GAME_ID.fullmatch(value):
            raise ValueError("must be lower-case letters, digits and dashes, 16 at most")
        return value

    @field_validator("players")
    @classmethod
    def _check_players(cls, value: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
        for name in value:
            checked_name(name)
        if len({name.casefold() for name in value}) != len(value):
            raise ValueError("two players have the same name")
        return value


class FormerOwner(Model):
    """Somebody who sat in a seat before.

    since, rekeyed: as in `Seat`, of theirs: their secrets can be told by them
    until: the journal's entry by which somebody else sits there
    """

    address: Address
    also: tuple[Address, ...] = ()
    name: str | None = None
    since: int = 0
    rekeyed: int = 0
    until: int


VACANT: Final = "vacant@seat.invalid"
"""The address of a seat in which nobody sits (RFC 2606: there is no such address)."""


class Seat(Model):
    """Where a player is reached; `key` is the word that proves a mail is the player's.

    also: other addresses that the player has confirmed to write from
    zone: in which times are shown, unless the player has chosen another by mail
    language: in which mails are written, a code such as `en`
    stand_in: who is asked in the player's place, where the game does so
    person: who has taken the seat over, if it is not the player any more after whom it is named
    since: the journal's entry from which on that is so; secrets of older mails are void
    rekeyed: how often the key was made anew since: secrets of mails before that are void
    act: the moderator's act by which the seat was given, or the key made, last; see `Entry.act`
    former: who sat there before, to be told if they write again
    """

    address: Address
    also: tuple[Address, ...] = ()
    key: Annotated[str, Field(min_length=8)]
    zone: Zone | None = None
    language: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}([_-][A-Za-z0-9]+)*$")] = "en"
    stand_in: Person | None = None
    person: str | None = None
    since: int = 0
    rekeyed: int = 0
    act: str | None = None
    former: tuple[FormerOwner, ...] = ()

    @property
    def is_vacant(self) -> bool:
        """Whether nobody sits there: nothing is sent there, and nobody writes from there."""
        return self.address == VACANT


class Roster(Model):
    """`roster.toml`: addresses and keys, for nobody but the program and the moderator.

    moderator: who moderates the game; the site's moderator if None
    moderator_since: the journal's entry by which that is so: secrets of mails before it are void
    stand_ins: to whom a seat is offered whose player does not answer any more
    waiting: who has asked by mail to be among them
    observers: who watches the game, by address
    """

    seats: dict[PlayerId, Seat]
    moderator: Address | None = None
    moderator_zone: Zone | None = None
    moderator_since: int | None = None
    stand_ins: tuple[Person, ...] = ()
    waiting: tuple[Person, ...] = ()
    observers: tuple[Address, ...] = ()

    @model_validator(mode="after")
    def _check_stand_ins(self) -> Self:
        sitting = {seat.address.lower() for seat in self.seats.values()}
        for player, seat in self.seats.items():
            if seat.stand_in and seat.stand_in.address.lower() in sitting:
                raise ValueError(f"the stand-in of {player} must be nobody who plays in the game")
        return self
