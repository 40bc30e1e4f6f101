"""A tournament's journal: one entry for each act, in files as those of games (see `store.chain`).

What an act says is all that the tournament's state is made of; it is played again from the start
whenever the tournament is opened.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from pbem.board.ids import NationId
from pbem.ground.disk import model_bytes, read_model
from pbem.store.addresses import Address
from pbem.store.chain import add_link, read_chain
from pbem.store.ends import JOURNAL
from pbem.tournament.results import Fate


class Act(BaseModel):
    """What an entry says."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Entered(Act):
    """Somebody takes part."""

    act: Literal["entered"] = "entered"
    name: str
    address: Address


class Withdrawn(Act):
    """Somebody takes part no longer; tables that they sit at go on."""

    act: Literal["withdrawn"] = "withdrawn"
    name: str


class Closed(Act):
    """Nobody can enter any more."""

    act: Literal["closed"] = "closed"


class Reopened(Act):
    """People can enter again, before anything is drawn."""

    act: Literal["reopened"] = "reopened"


class SetTable(Act):
    """A table that is drawn: its game, who sits there clockwise, and the nations of each."""

    game: str
    seats: tuple[str, ...]
    nations: dict[str, tuple[NationId, ...]] = Field(default_factory=dict)


class Drawn(Act):
    """A round's tables. What the draw makes of repeats and places is told with it.

    seed: from which it was drawn; repeats, least, seats_again, nations_again, turn_order: as in
        `draw.round.Quality`
    """

    act: Literal["drawn"] = "drawn"
    stage: str
    round: Annotated[int, Field(ge=1)]
    seed: int
    tables: tuple[SetTable, ...]
    repeats: int
    least: int
    seats_again: int
    nations_again: int
    turn_order: float


class Started(Act):
    """All games of the round that was drawn last are there."""

    act: Literal["started"] = "started"


class Counted(Act):
    """What a table's game has come to.

    entry: the number of the game's last entry then; 0 where the moderator has decided
    left: who has not played to the end
    why: the moderator's word, if it was decided or abandoned
    """

    act: Literal["counted"] = "counted"
    game: str
    places: tuple[tuple[str, ...], ...]
    scores: dict[str, int] = Field(default_factory=dict)
    fate: Fate = Fate.PLAYED
    left: tuple[str, ...] = ()
    entry: int = 0
    why: str | None = None

    @property
    def counts(self) -> bool:
        """Whether anybody gets points for it."""
        return self.fate is not Fate.ABANDONED


class Uncounted(Act):
    """A table's result does not count: its game has gone back, or the moderator has said so."""

    act: Literal["uncounted"] = "uncounted"
    game: str
    why: str | None = None


class Advanced(Act):
    """A stage is over.

    going: who plays the next one, the best first; nobody if there is none: the tournament is over
    lot: who stood level at the cut; a lot has decided who of them goes on
    """

    act: Literal["advanced"] = "advanced"
    stage: str
    going: tuple[str, ...] = ()
    lot: tuple[str, ...] = ()


class TakenBack(Act):
    """All after an entry is taken back; 0: everything."""

    act: Literal["taken-back"] = "taken-back"
    to: Annotated[int, Field(ge=0)]


AnyAct = Annotated[
    Entered
    | Withdrawn
    | Closed
    | Reopened
    | Drawn
    | Started
    | Counted
    | Uncounted
    | Advanced
    | TakenBack,
    Field(discriminator="act"),
]


class Entry(BaseModel):
    """An entry: when it was made, by whom, and what it says.

    by: the moderator's address, `console`, or `program` for what it has found out by itself
    previous: the SHA-256 of the entry before
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: Annotated[int, Field(ge=1)]
    time: AwareDatetime
    by: str
    what: AnyAct
    previous: str


def read_entries(folder: Path) -> tuple[tuple[Entry, str], ...]:
    """All entries of a tournament's folder in order, each with the hash of its file.

    :raises BadInput: one is missing, broken, or does not follow the one before
    """
    return read_chain(folder / JOURNAL, partial(read_model, Entry))


def add_entry(folder: Path, entry: Entry) -> str:
    """Commit an entry; the hash of its file.

    :raises JournalConflict: another writer was first, or it does not follow the one before
    :raises OSError: nothing is changed
    """
    return add_link(folder / JOURNAL, entry, model_bytes(entry))
