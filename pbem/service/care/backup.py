"""A site as one file, and a site out of such a file.

Nothing in a site is changed in place: files are linked in, replaced as a whole, or grow at their
end; and while they are gathered nobody else writes to the games. So what is in the file belongs
together, also while the daemon runs.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pbem.ground.disk import TEMPORARY, make_folder, sync_folder
from pbem.ground.errors import BadInput
from pbem.service.rounds.heartbeat import HEARTBEAT
from pbem.service.site.settings import SECRET, SETTINGS
from pbem.service.site.site import Site, open_site

_LEFT_OUT: Final = frozenset({HEARTBEAT})
"""Files that are about a process of the site, not the site."""

_THERE: Final = "is there already, and nothing is written over it"

_CHUNK: Final = 1024 * 1024
_SPARE: Final = 64 * 1024 * 1024
"""So many bytes are left free on the disk at the least."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What is in a backup.

    passed_over: what is no file and no folder, such as a link to somewhere else
    """

    files: int
    games: int
    passed_over: list[str] = field(default_factory=list)


def backup(site: Site, target: Path) -> BackedUp:
    """Write a whole site into a file that is nobody else's to read; with the site locked.

    :raises BadInput: the file is there already, or lies in the site
    :raises OSError: it could not be written; nothing is left of it
    """
    target = target.absolute()
    if target.exists() or target.is_symlink():
        raise BadInput(str(target), _THERE)
    if target.is_relative_to(site.folder.resolve()) or target.resolve().is_relative_to(
        site.folder.resolve()
    ):
        raise BadInput(str(target), "lies in the site itself; write the backup somewhere else")
    if not target.parent.is_dir():
        raise BadInput(str(target.parent), "is no folder")
    handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=target.parent)  # 0600
    try:
        with os.fdopen(handle, "wb") as file:
            done = _packed(site, file)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, target)
        except FileExistsError:
            raise BadInput(str(target), _THERE) from None
    finally:
        Path(name).unlink(missing_ok=True)
    sync_folder(target.parent)
    return done


def _packed(site: Site, file: object) -> BackedUp:
    number, passed_over = 0, []
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as packed:  # type: ignore[call-overload]
        for path in _everything(site.folder):
            name = str(path.relative_to(site.folder))
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                passed_over.append(name)
                continue
            with suppress(FileNotFoundError):  # a mail that was moved on just now
                packed.add(path, name, recursive=False)
                number += path.is_file()
    return BackedUp(number, len(site.game_ids()), passed_over)


def _everything(folder: Path) -> Iterator[Path]:
    """What a site's folder holds, each folder before what is in it; not what is half written."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        own = entry.name in _LEFT_OUT or entry.name.endswith(".lock")
        if own or entry.name.startswith(TEMPORARY):
            continue
        path = Path(entry.path)
        yield path
        if entry.is_dir(follow_symlinks=False):
            yield from _everything(path)


def restore(source: Path, folder: Path) -> Site:
    """Make a site out of a backup, in a folder that is not there yet, or is empty.

    Nothing of an archive is taken that would lie elsewhere, is a link, or is no plain file: then
    there is no site. The site is there wholly or not at all, whatever is killed.

    :raises BadInput: it is no backup, or the folder holds something
    :raises OSError: it could not be written; nothing is left of it
    """
    folder = folder.absolute()
    if folder.is_symlink() or (folder.exists() and not _is_empty(folder)):
        raise BadInput(str(folder), "holds something already, and nothing is written over it")
    make_folder(folder.parent)
    aside = Path(tempfile.mkdtemp(prefix=f"{TEMPORARY}restoring-", dir=folder.parent))  # 0700
    try:
        _unpack(source, aside)
        for name in (SETTINGS, SECRET):
            if not (aside / name).is_file():
                raise BadInput(str(source), f"is no backup of a site: it has no {name}")
        open_site(aside)
        for path in (aside, *aside.rglob("*")):
            _sync(path)
        aside.replace(folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    sync_folder(folder.parent)
    return open_site(folder)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def _unpack(source: Path, folder: Path) -> None:
    try:
        with gzip.open(source) as stream:
            with tarfile.open(fileobj=stream, mode="r:") as packed:
                for member in packed:
                    _unpack_one(packed, member, folder)
            while stream.read(_CHUNK):  # to its end, where its checksum is
                pass
    except FileNotFoundError:
        raise BadInput(str(source), "no such file") from None
    except (tarfile.TarError, zlib.error, EOFError, ValueError) as error:
        raise BadInput(str(source), f"is no backup, or is damaged: {error}") from error
    except OSError as error:
        if error.errno is None:  # of what is packed, not of the disk
            raise BadInput(str(source), f"is no backup, or is damaged: {error}") from error
        raise


def _unpack_one(packed: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """One file or folder, for its owner alone.

    :raises BadInput: it is a link, a device, or larger than what is free on the disk
    :raises tarfile.FilterError: it would lie elsewhere
    """
    if not (member.isreg() or member.isdir()):
        raise BadInput(f"{member.name!r} in the backup", "is neither a file nor a folder")
    if member.size + _SPARE > shutil.disk_usage(folder).free:
        raise BadInput(f"{member.name!r} in the backup", "is larger than what is free on the disk")
    member.mode = 0o700 if member.isdir() else 0o600
    packed.extract(member, folder, filter="data")


def _sync(path: Path) -> None:
    """Make a file, or the names in a folder, safe on disk."""
    if path.is_dir():
        path.chmod(0o700)
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
