"""Maildirs: mails in under names of our choosing, never half written, never twice.

A mail is new in `new/` and done in `cur/`. Names are given, not drawn, so that whoever does the
same thing again after a crash meets the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pbem.ground.disk import create_file, make_folder, sync_folder

_SEEN = ":2,S"
_NUMBER = re.compile(r"\d+")
_TIME = re.compile(r"\d{9,11}\b")


@dataclass(frozen=True, slots=True)
class MailName:
    """What the name of a mail's file says of it: `<time>.<ident>.<...>`, then perhaps flags.

    bare: the name without flags, the same wherever the mail lies
    time: when it came in, or was written; None if the name does not say so
    ident: what tells it from others, where the name has such a part; else the whole name
    """

    bare: str
    time: datetime | None
    ident: str

    @classmethod
    def of(cls, path: Path) -> MailName:
        """That of a file.

        >>> MailName.of(Path("cur/1767323045.4f5795d6.pbem:2,S"))
        MailName(bare='1767323045.4f5795d6.pbem', time=datetime.datetime(2026, 1, 2, 3, 4, 5, \
tzinfo=datetime.timezone.utc), ident='4f5795d6')
        """
        bare = _bare(path.name)
        found = _TIME.match(bare)
        time = datetime.fromtimestamp(int(found[0]), UTC) if found else None
        return cls(bare, time, ident_in(bare))


def ident_in(name: str) -> str:
    """What tells a mail from others in the name of its file."""
    parts = name.split(".", 2)
    return parts[1] if len(parts) > 2 else name


class Maildir:
    """A Maildir; its folders are made when they are needed.

    :param folder: the one that holds `new`, `cur` and `tmp`
    :param shared: whether people's mail programs read it too, and change the flags in names
    """

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        self.folder = folder
        self.shared = shared

    def make(self) -> None:
        """Make the folders."""
        for name in ("tmp", "new", "cur"):
            make_folder(self.folder / name)

    def put(self, name: str, content: bytes, *, sync_name: bool = True) -> bool:
        """Put a mail in under a name; False if one of that name is or was there.

        :param sync_name: False if `sync` follows, as after several mails
        :raises OSError: nothing is changed
        """
        if self.holds(name):
            return False
        path = self.folder / "new" / name
        try:
            if not path.parent.is_dir():
                self.make()
            create_file(path, content, mode=0o600, sync_name=sync_name)
        except FileExistsError:
            return False
        return True

    def sync(self) -> None:
        """Make the names of new mails safe on disk."""
        sync_folder(self.folder / "new")

    def holds(self, name: str) -> bool:
        """Whether a mail of that name is here, new or done."""
        if (self.folder / "new" / name).exists() or (self.folder / "cur" / (name + _SEEN)).exists():
            return True
        return self.shared and any((self.folder / "cur").glob(f"{_escaped(name)}:2,*"))

    def new(self) -> tuple[Path, ...]:
        """The mails that are not done, by the time in their names: the order of arrival."""
        return _by_arrival(self.folder / "new")

    def all(self) -> Iterator[Path]:
        """Every mail, done ones first, each in order of arrival."""
        yield from self.done()
        yield from self.new()

    def done(self) -> tuple[Path, ...]:
        """The mails that are done, in order of arrival."""
        return _by_arrival(self.folder / "cur")

    def reopen(self, mail: Path) -> None:
        """Mark a mail that is done as new."""
        self.make()
        mail.replace(self.folder / "new" / _bare(mail.name))

    def finish(self, mail: Path, name: str = "") -> None:
        """Mark a mail as done. A power cut may undo it: then it is found to be done again.

        :param name: what it is called from now on, if that says what has been done
        """
        self.make()
        mail.replace(self.folder / "cur" / (_bare(name or mail.name) + _SEEN))

    def move_to(self, mail: Path, other: Maildir, *, done: bool) -> None:
        """Move a mail to another Maildir on the same disk, under the same name.

        A power cut may undo it: then whatever led to it is done again.
        """
        other.make()
        name = _bare(mail.name)
        mail.replace(other.folder / "cur" / (name + _SEEN) if done else other.folder / "new" / name)


def _bare(name: str) -> str:
    return name.split(":2,")[0]


def _by_arrival(folder: Path) -> tuple[Path, ...]:
    """The mails of a folder by the time in their names, else by name; none if it is not there."""
    try:
        names = [path.name for path in folder.iterdir() if path.name[0] != "."]
    except (FileNotFoundError, NotADirectoryError):
        return ()
    # written out here, since an outbox may hold thousands
    times = [int(found[0]) if (found := _NUMBER.match(name)) else 0 for name in names]
    return tuple([folder / name for _, name in sorted(zip(times, names, strict=True))])


def _escaped(name: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", name)
