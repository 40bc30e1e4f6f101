"""Mails that wait for a YES: `mail/held`, each under its time and what its question is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pbem.mail.maildir import Maildir
from pbem.store.disk import make_folder, replace_file

_NAME: Final = re.compile(r"(?P<time>\d{1,11})\.(?P<about>[0-9a-f]+)\.held(:2,.*)?")
_CONFIRMED: Final = "confirmed"


@dataclass(frozen=True, slots=True)
class Held:
    """A mail that waits, or has waited; `about` as in its question's secret."""

    path: Path
    came: datetime
    about: str


def waiting(box: Maildir) -> Iterator[Held]:
    """The mails that wait, in order of arrival; what else lies there is nobody's mail."""
    for path in box.new():
        name = _NAME.fullmatch(path.name)
        if name:
            yield Held(path, datetime.fromtimestamp(int(name["time"]), UTC), name["about"])


def note_confirmed(box: Maildir, mail: Held, by: str) -> None:
    """Note which mail has said YES, by its hash: if it is seen again, it has done its work.

    :raises OSError: nothing is changed
    """
    folder = box.folder / _CONFIRMED
    make_folder(folder)
    replace_file(folder / mail.about, f"{by}\n".encode(), mode=0o600)


def was_confirmed_by(box: Maildir, about: str, by: str) -> bool:
    """Whether that very mail has said YES to the question; then what it was about waits no more.

    :raises OSError: what still waits cannot be moved
    """
    try:
        confirmed = (box.folder / _CONFIRMED / about).read_bytes().strip() == by.encode()
    except OSError:
        return False
    for mail in waiting(box) if confirmed else ():
        if mail.about == about:
            box.finish(mail.path)
    return confirmed
