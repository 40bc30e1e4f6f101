"""Ids noted on disk, one a line: a log that outlives torn writes and spoilt bytes.

A process that is killed leaves half a line, which must not swallow the next one. A line that no
process can have written is damage: the file is set aside, and what is whole of it goes on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pbem.ground.disk import create_file, replace_file, sync_folder

_WHOLE: Final = re.compile(rb"[!-~]+")
_DAMAGED: Final = ".damaged"


class IdLog:
    """A file of ids; a missing one is empty.

    :param path: where it lies
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> set[str]:
        """All ids that were noted; if the file is damaged, those that are whole.

        :raises OSError: it cannot be read now
        """
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return set()
        except IsADirectoryError:
            self.path.rename(self._aside())
            return set()
        lines = [line for line in content.split(b"\n") if line]
        whole = [line for line in lines if _WHOLE.fullmatch(line)]
        if len(whole) < len(lines):
            create_file(self._aside(), content, mode=0o600)
            replace_file(self.path, b"".join(line + b"\n" for line in whole), mode=0o600)
        return {line.decode("ascii") for line in whole}

    def add(self, idents: Iterable[str]) -> None:
        """Note ids; they are safe from a power cut after the next `sync`.

        :raises OSError: some of them are not noted
        """
        text = "".join(f"{ident}\n" for ident in idents)
        if not text:
            return
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "a+b") as log:
            end = log.seek(0, os.SEEK_END)
            log.seek(max(0, end - 1))
            torn = log.read(1) not in (b"", b"\n")
            log.write((b"\n" if torn else b"") + text.encode("ascii"))
        if not end:
            sync_folder(self.path.parent)  # it has a name only now

    def sync(self) -> None:
        """Make what was noted safe on disk."""
        if self.path.is_file():
            with self.path.open("rb") as log:
                os.fsync(log.fileno())

    def _aside(self) -> Path:
        """A name that is free beside it."""
        number = 1
        while (path := self.path.with_name(f"{self.path.name}{_DAMAGED}-{number}")).exists():
            number += 1
        return path
