"""Locks between processes that end with whoever holds them, killed or not."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pbem.ground.errors import BadInput

_TAKEN: Final = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES})
_EVERY_SECONDS = 0.05


@contextmanager
def exclusive(path: Path, wait: float = 0.0) -> Iterator[bool]:
    """Hold a lock file meanwhile; yields False, without the lock, if somebody else does.

    :param wait: for how many seconds to try
    :raises OSError: the file cannot be made
    :raises BadInput: its file system has no locks
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield _locked(handle, wait, path)
    finally:
        os.close(handle)


def is_locked(path: Path) -> bool:
    """Whether somebody holds a lock file now."""
    if not path.exists():
        return False
    try:
        with exclusive(path) as mine:
            return not mine
    except OSError:  # another user's
        return True


def _locked(handle: int, wait: float, path: Path) -> bool:
    until = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _TAKEN:
                reason = (
                    f"its file system has no locks ({error.strerror}), without which two processes "
                    "would play the same game; put the site on a local disk"
                )
                raise BadInput(str(path), reason) from error
            if time.monotonic() >= until:
                return False
            time.sleep(_EVERY_SECONDS)
        else:
            return True
