"""Open games that have not begun: one file each, `<site>/lobbies/<id>.toml`.

It is there until the game is: that it begins is the one act of making the game's own folder, so
whoever is killed in between begins it again, and it cannot begin twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Self

from pydantic import AwareDatetime, Field, ValidationError, field_validator, model_validator

from pbem.ground.disk import make_folder, read_model, replace_file, sweep, sync_folder, toml_bytes
from pbem.ground.errors import BadInput
from pbem.store.addresses import Address
from pbem.store.files import GAME_ID
from pbem.store.people import Model, checked_name

LOBBIES: Final = "lobbies"


class Joined(Model):
    """Somebody who has joined.

    time: when
    """

    name: str
    address: Address
    time: AwareDatetime

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        return checked_name(value)


class Lobby(Model):
    """An open game.

    wanted: what is agreed on, as for a game whose players are known
    seats: for how many; drawn: whether lots decide in which order they sit, else who came first
    start: when it begins at the latest, if enough have joined; None: only when it is full
    told: whether those who have joined know that there were too few then
    watching: who will watch it, by address
    """

    id: str
    seats: Annotated[int, Field(ge=2, le=6)]
    created: AwareDatetime
    drawn: bool = True
    start: AwareDatetime | None = None
    told: bool = False
    joined: tuple[Joined, ...] = ()
    watching: tuple[Address, ...] = ()
    wanted: dict[str, Any]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not GAME_ID.fullmatch(self.id):
            raise ValueError("id must be lower-case letters, digits and dashes, 16 at most")
        if len({one.address.lower() for one in self.joined}) < len(self.joined):
            raise ValueError("somebody has joined twice")
        if len(self.joined) > self.seats:
            raise ValueError("more have joined than there are seats")
        return self

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.joined) == self.seats

    @property
    def names(self) -> tuple[str, ...]:
        """Who has joined, in that order."""
        return tuple(one.name for one in self.joined)

    def of(self, address: str) -> Joined | None:
        """Whoever has joined with that address."""
        return next((j for j in self.joined if j.address.lower() == address.lower()), None)

    def is_watched_by(self, address: str) -> bool:
        """Whether somebody with that address will watch."""
        return address.lower() in {one.lower() for one in self.watching}


class Lobbies:
    """Those of a site."""

    def __init__(self, site: Path) -> None:
        self.folder = site / LOBBIES

    def ids(self) -> tuple[str, ...]:
        """The ids of all open games, sorted."""
        return tuple(sorted(p.stem for p in self.folder.glob("*.toml")))

    def has(self, ident: str) -> bool:
        """Whether there is an open game of that id."""
        return bool(GAME_ID.fullmatch(ident)) and self._path(ident).exists()

    def get(self, ident: str) -> Lobby | None:
        """An open game; None if there is none of that id.

        :raises BadInput: its file cannot be read
        """
        return read_model(Lobby, self._path(ident)) if self.has(ident) else None

    def sound(self) -> Iterator[Lobby]:
        """Those whose files can be read."""
        for ident in self.ids():
            try:
                lobby = self.get(ident)
            except BadInput:  # told by `faults`
                continue
            if lobby is not None:
                yield lobby

    def faults(self) -> Iterator[str]:
        """What is wrong with files that cannot be read."""
        for ident in self.ids():
            try:
                self.get(ident)
            except BadInput as error:
                yield str(error)

    def put(self, lobby: Lobby) -> None:
        """Write an open game down.

        :raises BadInput: it would not hold; nothing is changed
        :raises OSError: nothing is changed
        """
        try:
            sound = Lobby.model_validate(lobby.model_dump())
        except ValidationError as error:
            raise BadInput.from_validation(str(self._path(lobby.id)), error) from error
        tables = sound.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
        make_folder(self.folder)
        replace_file(self._path(lobby.id), toml_bytes(tables), mode=0o600)

    def remove(self, ident: str) -> None:
        """It has begun, or will not.

        :raises OSError: perhaps it is there still
        """
        self._path(ident).unlink(missing_ok=True)
        sync_folder(self.folder)

    def sweep(self) -> None:
        """Clear away what killed processes have left half written."""
        sweep(self.folder)

    def _path(self, ident: str) -> Path:
        return self.folder / f"{ident}.toml"
