"""The press of a game: one file for each, beside the journal, and that file is its commit.

<game>/press/000001.toml ...  delivered (of which readers have been told)

Press is no move: taking turns back does not touch it, and nothing is replayed for it. Of a mail
each press is kept once, whenever the mail is handled; its Message-IDs follow from what is kept.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from pbem.board.ids import PlayerId
from pbem.ground.disk import create_file, make_folder, model_bytes, read_model, replace_file

PRESS: Final = "press"
DELIVERED: Final = "delivered"
_NAME: Final = re.compile(r"(\d{6,9})\.toml")


class Press(BaseModel):
    """A press as it is kept; for nobody but its writer and its readers, unless it is public.

    time: when it was taken in, UTC; entry: the last entry of the journal then
    by: the seat of its writer; to: the seats of its readers, without the writer's
    public: whether it is to all players: `to` is empty then
    anonymous: whether readers are not told who has written it
    answers: the number of the press that it answers; None if it answers none
    answered: whether it came as an answer to that, without PRESS TO
    text: cleaned, lines ending in `\\n`
    mail: the hash of the mail it came in; None from the console
    place: which press of that mail it is, from 0
    message_id: that of the mail, for nobody but its writer
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    time: AwareDatetime
    entry: Annotated[int, Field(ge=0)]
    by: PlayerId
    to: tuple[PlayerId, ...] = ()
    public: bool = False
    anonymous: bool = False
    answers: Annotated[int, Field(ge=1)] | None = None
    answered: bool = False
    text: str
    mail: str | None = None
    place: Annotated[int, Field(ge=0)] = 0
    message_id: str | None = None

    def is_for(self, player: PlayerId) -> bool:
        """Whether it goes to that seat."""
        return player != self.by and (self.public or player in self.to)

    @property
    def digest(self) -> str:
        """What tells it from all others: a hash. It is the same after a backup was put back."""
        came = self.mail or self.time.isoformat()
        about = (came, self.place, self.by, *self.to, self.public, self.anonymous, self.text)
        return hashlib.sha256("|".join(map(str, about)).encode()).hexdigest()


@dataclass(slots=True)
class PressBook:
    """The press of a game, in the order in which it was taken in.

    folder: `press` in the game's folder; it is there when there is some
    """

    folder: Path
    _known: dict[int, Press] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last press; 0 if there is none."""
        try:
            names = [_NAME.fullmatch(path.name) for path in self.folder.iterdir()]
        except FileNotFoundError:
            return 0
        return max((int(name[1]) for name in names if name), default=0)

    def number(self, number: int) -> Press | None:
        """The press of that number; None if there is none.

        :raises BadInput: its file is broken
        """
        if number not in self._known:
            path = self._path(number)
            if not path.exists():
                return None
            self._known[number] = read_model(Press, path)
        return self._known[number]

    def all(self) -> tuple[tuple[int, Press], ...]:
        """Every press with its number.

        :raises BadInput: a file is broken
        """
        numbered = ((number, self.number(number)) for number in range(1, self.last + 1))
        return tuple((number, press) for number, press in numbered if press is not None)

    def of_mail(self, mail: str) -> tuple[tuple[int, Press], ...]:
        """What a mail has held, known by its hash.

        :raises BadInput: a file is broken
        """
        return tuple((number, press) for number, press in self.all() if press.mail == mail)

    def add(self, press: Press) -> int:
        """Keep a press, of a mail each once; its number.

        :raises BadInput: a file is broken
        :raises OSError: nothing is changed
        """
        if press.mail is not None:
            for number, kept in self.of_mail(press.mail):
                if kept.place == press.place:
                    return number
        make_folder(self.folder)
        number = self.last + 1
        if self.delivered >= number:  # of another one, that is gone
            self._write_delivered(number - 1)
        while True:
            try:
                create_file(self._path(number), model_bytes(press), mode=0o600)
            except FileExistsError:
                number += 1  # another process was first
            else:
                return number

    @property
    def delivered(self) -> int:
        """The last press that readers are known to have been told of; 0 for none."""
        try:
            return max(0, int((self.folder / DELIVERED).read_bytes()))
        except (OSError, ValueError):
            return 0

    def note_delivered(self, number: int) -> None:
        """Readers have been told of a press, and of all before it.

        :raises OSError: nothing is changed
        """
        if number > self.delivered:
            self._write_delivered(number)

    def _write_delivered(self, number: int) -> None:
        replace_file(self.folder / DELIVERED, f"{number}\n".encode(), mode=0o600)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06d}.toml"
