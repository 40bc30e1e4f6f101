"""What is known here of a mailbox at a server: how far it was read, where each of its mails lies.

A mail's file is named by the server's own facts alone, so that it has the same name whenever it
is fetched: `<time of arrival>.imap-<UIDVALIDITY>-<UID>-<account>`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pbem.ground.disk import model_bytes, read_model, replace_file
from pbem.ground.errors import BadInput
from pbem.mail.maildir import Maildir

_NAME = re.compile(r"\d+\.imap-(?P<validity>\d+)-(?P<uid>\d+)-(?P<account>[0-9a-f]{8})(:2,|$)")


class Place(Enum):
    """Where a mail of the server lies here."""

    WAITING = auto()
    DONE = auto()
    ASIDE = auto()


class FetchProgress(BaseModel):
    """How far a mailbox was read: all mails up to `last_uid` are stored here, or were."""

    model_config = ConfigDict(frozen=True)

    account: str
    validity: int = 0
    last_uid: int = 0


@dataclass(frozen=True, slots=True)
class LocalCopies:
    """The Maildirs that a mailbox is copied to, and the file that says how far.

    account: see `ImapAccount.ident`
    aside: where mails go that are not to be handled
    folder: where the file lies
    """

    account: str
    inbox: Maildir
    aside: Maildir
    folder: Path

    @property
    def _file(self) -> Path:
        return self.folder / f"imap-{self.account}.toml"

    def name(self, validity: int, uid: int, arrived: datetime | None) -> str:
        """The name of a mail's file: in order of arrival, then of UID."""
        time = max(0, int(arrived.timestamp())) if arrived else 0
        return f"{time}.imap-{validity}-{uid:010d}-{self.account}"

    def places(self, validity: int) -> dict[int, Place]:
        """UID -> where its copy lies; what is not here any more is not in it."""
        found = {}
        for folder, place in (
            (self.inbox.folder / "new", Place.WAITING),
            (self.inbox.folder / "cur", Place.DONE),
            (self.aside.folder / "new", Place.ASIDE),
            (self.aside.folder / "cur", Place.ASIDE),
        ):
            for path in folder.iterdir() if folder.is_dir() else ():
                name = _NAME.match(path.name)
                if name and name["account"] == self.account and int(name["validity"]) == validity:
                    found[int(name["uid"])] = place
        return found

    def progress(self, validity: int) -> FetchProgress:
        """How far it was read; nothing was if its UIDs are not those of last time."""
        try:
            known = read_model(FetchProgress, self._file)
        except BadInput:  # none yet, or spoilt: everything is looked at again
            known = FetchProgress(account=self.account)
        if (known.account, known.validity) == (self.account, validity):
            return known
        return FetchProgress(account=self.account, validity=validity)

    def write(self, progress: FetchProgress) -> None:
        """Remember how far it was read; after what was read is safe on disk.

        :raises OSError: nothing is changed
        """
        replace_file(self._file, model_bytes(progress), mode=0o600)

    def sync(self) -> None:
        """Make the copies safe on disk."""
        for maildir in (self.inbox, self.aside):
            maildir.make()
            maildir.sync()
