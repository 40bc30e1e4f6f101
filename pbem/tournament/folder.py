"""A tournament's folder: what was settled at the beginning, its format, and its journal.

<site>/tournaments/<id>/tournament.toml   edition, moderator, seed
<site>/tournaments/<id>/format.toml       the format as it was then
<site>/tournaments/<id>/journal/000001.toml  one file for each act: the commit point
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from pydantic import AwareDatetime, Field, ValidationError

from pbem.ground.disk import create_file, make_folder, model_bytes, read_model
from pbem.ground.errors import BadInput
from pbem.store.addresses import Address
from pbem.store.chain import GENESIS
from pbem.store.ends import JOURNAL
from pbem.store.people import Model
from pbem.tournament.formats import Format
from pbem.tournament.journal import (
    Act,
    AnyAct,
    Entry,
    TakenBack,
    add_entry,
    read_entries,
)
from pbem.tournament.state import State

TOURNAMENTS: Final = "tournaments"
_FILE: Final = "tournament.toml"
_FORMAT: Final = "format.toml"
_ID: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?")
CONSOLE: Final = "console"
PROGRAM: Final = "program"
"""By whom an entry is, if by nobody with an address."""


class TournamentFile(Model):
    """`tournament.toml`.

    rules, variants: of all games whose stage says nothing else
    moderator: of all its games; the site's if None
    seed: all draws come from it; the number of the entry is added
    """

    id: str
    title: Annotated[str, Field(min_length=1, max_length=80)]
    rules: str
    variants: tuple[str, ...] = ()
    moderator: Address | None = None
    created: AwareDatetime
    seed: int


@dataclass(slots=True)
class Tournament:
    """An open tournament.

    entries: of its journal, each with the hash of its file, in order
    """

    folder: Path
    file: TournamentFile
    format: Format
    entries: list[tuple[Entry, str]] = field(default_factory=list)
    _state: State | None = None

    @property
    def ident(self) -> str:
        """Its id."""
        return self.file.id

    @property
    def state(self) -> State:
        """Where it stands now.

        :raises BadInput: the journal cannot be played again; names the entry
        """
        if self._state is None:
            self._state = self.state_after(len(self.entries))
        return self._state

    def state_after(self, number: int) -> State:
        """Where it stood after an entry; 0 for the beginning.

        :raises BadInput: the journal cannot be played again; names the entry
        """
        states = [State(self.format)]
        for entry, _ in self.entries[:number]:
            states.append(self._after(states, entry))
        return states[-1]

    def _after(self, states: list[State], entry: Entry) -> State:
        try:
            if isinstance(entry.what, TakenBack):
                if entry.what.to >= entry.number:
                    raise BadInput("to", f"there is no entry {entry.what.to} before it")
                return states[entry.what.to]
            return states[-1].after(entry.what)
        except BadInput as error:
            where = f"{self.folder / JOURNAL}, entry {entry.number}"
            raise BadInput(where, str(error)) from error

    def add(self, act: Act, by: str, now: datetime) -> State:
        """Commit an act; where it stands then.

        :raises BadInput: it cannot be now, or another writer was first; nothing is changed
        :raises OSError: nothing is changed
        """
        if isinstance(act, TakenBack):
            if not 0 <= act.to < len(self.entries):
                raise BadInput("--to", f"there are entries up to {len(self.entries)}")
            after = self.state_after(act.to)
        else:
            after = self.state.after(act)
        entry = Entry.model_validate(
            {
                "number": len(self.entries) + 1,
                "time": now.replace(microsecond=0),
                "by": by,
                "what": act,
                "previous": self.entries[-1][1] if self.entries else GENESIS,
            }
        )
        self.entries.append((entry, add_entry(self.folder, entry)))
        self._state = after
        return after

    def acts(self) -> Iterator[AnyAct]:
        """All acts, in order."""
        return (entry.what for entry, _ in self.entries)


def create_tournament(site: Path, file: TournamentFile, chosen: Format) -> Tournament:
    """Make a tournament's folder.

    :raises BadInput: its id cannot be, or is taken
    """
    if not _ID.fullmatch(file.id):
        raise BadInput(file.id, "must be lower-case letters, digits and dashes, 10 at most")
    folder = site / TOURNAMENTS / file.id
    make_folder(folder / JOURNAL)
    taken = BadInput(file.id, "there already is such a tournament")
    try:
        if (folder / _FILE).exists():
            raise taken
        (folder / _FORMAT).unlink(missing_ok=True)  # of a tournament that was only half made
        create_file(folder / _FORMAT, model_bytes(chosen), mode=0o600)
        create_file(folder / _FILE, model_bytes(file), mode=0o600)  # last: without it there is none
    except FileExistsError:
        raise taken from None
    return open_tournament(site, file.id)


def new_file(ident: str, title: str, rules: str, now: datetime, **more: object) -> TournamentFile:
    """What is settled at the beginning; the seed is drawn if it is not given.

    :raises BadInput: something of it cannot be
    """
    seed = secrets.randbelow(2**31)
    given = {"seed": seed, **{name: value for name, value in more.items() if value is not None}}
    try:
        return TournamentFile.model_validate(
            {"id": ident, "title": title, "rules": rules, "created": now, **given}
        )
    except ValidationError as error:
        raise BadInput.from_validation(f"tournament {ident!r}", error) from error


def open_tournament(site: Path, ident: str) -> Tournament:
    """Open a tournament.

    :raises BadInput: there is none of that id, or its files are wrong
    """
    folder = site / TOURNAMENTS / ident
    if not _ID.fullmatch(ident) or not (folder / _FILE).is_file():
        there = ", ".join(tournament_ids(site)) or "none yet"
        raise BadInput(ident, f"there is no such tournament; there are: {there}")
    file = read_model(TournamentFile, folder / _FILE)
    chosen = read_model(Format, folder / _FORMAT)
    return Tournament(folder, file, chosen, list(read_entries(folder)))


def tournament_ids(site: Path) -> tuple[str, ...]:
    """The tournaments of a site, sorted."""
    return tuple(sorted(path.parent.name for path in (site / TOURNAMENTS).glob(f"*/{_FILE}")))
