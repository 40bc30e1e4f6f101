"""Faults at every step that a process takes on its disk: in a forked child, at the n-th step.

What is replaced are the few calls by which files are made, written, moved and synced; a step is one
of them on a path below the site. Power cuts are strict: of a file only what was synced survives,
of a name only what its folder held when that was synced. But a move is one thing, as in the file
systems' own journals: a name is never gone from both folders.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import shutil
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NoReturn

KILLED_CODE: Final = 99
FAILED_CODE: Final = 7


class Mode(StrEnum):
    """What happens at the step."""

    NOTHING = "nothing, it is only noted"
    KILLED = "killed"
    TORN = "killed in the middle of a write"
    REFUSED = "refused once"
    FULL = "refused from then on"
    POWER = "power cut"


_NAMES: Final = ("link", "replace", "rename", "unlink", "fsync", "mkdir", "fchmod", "open")
_REAL: Final[dict[str, Any]] = {name: getattr(os, name) for name in _NAMES}
_REAL_OPEN: Final = io.open
_NOT_REFUSED: Final = ("unlink", "fchmod")
"""A full disk refuses neither."""


class Disk:
    """What a process does to a site's folder; the fault comes at step `at`, counted from 1.

    steps: what was done, each as `call path`, the path counted from the site
    :param survives: for power cuts, where what survives is left
    """

    def __init__(self, site: Path, mode: Mode, at: int = 0, survives: Path | None = None) -> None:
        self.steps: list[str] = []
        self._site, self._mode, self._at, self._survives = str(site), mode, at, survives
        self._names: dict[str, dict[str, int]] = {}
        self._data: dict[int, bytes] = {}
        self._kept_open: list[int] = []  # so that no inode is used again
        self._moved_to: dict[str, set[str]] = {}
        self._count = 0
        self._over = False
        if mode is Mode.POWER:
            for path in (site, *site.rglob("*")):
                if path.is_dir():
                    self._note_names(path)
                else:
                    self._data[path.stat().st_ino] = path.read_bytes()

    def install(self) -> None:
        """Replace the calls, in this process, for good."""
        for name in ("link", "replace", "rename"):
            setattr(os, name, self._stepping(name, 1))
        for name in ("unlink", "mkdir", "fchmod"):
            setattr(os, name, self._stepping(name, 0))
        os.fsync = self._fsync
        os.open = self._open
        io.open = builtins.open = self._io_open  # type: ignore[assignment]

    def step(self, what: str, path: str, half: Callable[[], None] | None = None) -> None:
        """One step is about to be taken."""
        if self._over or not path.startswith(self._site):
            return
        self._count += 1
        self.steps.append(f"{what} {path.removeprefix(self._site)}")
        here = self._count == self._at
        match self._mode:
            case Mode.KILLED if here:
                os._exit(KILLED_CODE)
            case Mode.TORN if here:
                if half:
                    half()
                os._exit(KILLED_CODE)
            case Mode.POWER if here:
                self._cut()
            case Mode.REFUSED if here:
                self._refuse(path)
            case Mode.FULL if self._count >= self._at and what not in _NOT_REFUSED:
                self._refuse(path)

    def _refuse(self, path: str) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device", path)

    def _stepping(self, name: str, which: int) -> Callable[..., Any]:
        real = _REAL[name]

        def call(*words: Any, **named: Any) -> Any:
            path = words[which]
            where = _path_of(path) if isinstance(path, int) else os.fspath(path)
            if not (name == "mkdir" and Path(where).is_dir()):
                self.step(name, where)
            if name in ("replace", "rename"):
                gone, there = (str(Path(word).parent) for word in words[:2])
                self._moved_to.setdefault(gone, set()).add(there)
            return real(*words, **named)

        return call

    def _fsync(self, handle: int) -> None:
        path = _path_of(handle)
        self.step("fsync", path)
        if self._mode is not Mode.POWER:
            return
        if Path(path).is_dir():
            for folder in (path, *self._moved_to.pop(path, ())):
                if folder.startswith(self._site):
                    self._note_names(Path(folder))
        else:
            with _REAL_OPEN(f"/proc/self/fd/{handle}", "rb") as file:
                self._data[os.fstat(handle).st_ino] = file.read()

    def _open(self, path: Any, flags: int, *more: Any, **named: Any) -> int:
        name = os.fspath(path)
        lock = name.endswith(("lock", ".sending"))
        if flags & os.O_CREAT and not lock:
            self.step("create", name)
        handle: int = _REAL["open"](path, flags, *more, **named)
        return handle

    def _io_open(self, file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
        writes = any(letter in mode for letter in "wax+")
        name = _path_of(file) if isinstance(file, int) else os.fspath(file)
        if writes and not isinstance(file, int):
            self.step("create", name)
        opened = _REAL_OPEN(file, mode, *more, **named)
        return _Written(self, opened, name) if writes else opened

    def _note_names(self, folder: Path) -> None:
        paths = list(folder.iterdir())
        self._kept_open += [_REAL["open"](path, os.O_RDONLY) for path in paths]
        self._names[str(folder)] = {path.name: path.stat().st_ino for path in paths}

    def _cut(self) -> NoReturn:
        """Leave what survives in another folder, and die."""
        assert self._survives is not None
        self._over = True
        folders = {p.stat().st_ino: p for p in Path(self._site).rglob("*") if p.is_dir()}

        def build(folder: Path, target: Path) -> None:
            _REAL["mkdir"](target)
            for name, inode in self._names.get(str(folder), {}).items():
                if inode in folders:
                    build(folders[inode], target / name)
                else:
                    with _REAL_OPEN(target / name, "wb") as file:
                        file.write(self._data.get(inode, b""))

        build(Path(self._site), self._survives)
        os._exit(KILLED_CODE)


class _Written:
    """A file that is written to: each write is a step, and is on its way at once."""

    def __init__(self, disk: Disk, file: Any, path: str) -> None:
        self._disk, self._file, self._path = disk, file, path

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> _Written:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, content: Any) -> int:
        def half() -> None:
            self._file.write(content[: max(1, len(content) // 2)])
            self._file.flush()

        self._disk.step("write", self._path, half)
        written: int = self._file.write(content)
        self._file.flush()
        return written


def in_child(work: Callable[[], object]) -> int:
    """Do something in a process of its own; its exit code, `FAILED_CODE` if it raised."""
    child = os.fork()
    if child == 0:
        code = 0
        try:
            work()
        except BaseException:
            code = FAILED_CODE
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def copied(source: Path, target: Path) -> Path:
    """A fresh copy of a folder, in the place of an older one."""
    shutil.rmtree(target, ignore_errors=True)
    return Path(shutil.copytree(source, target))


def _path_of(handle: int) -> str:
    return str(Path(f"/proc/self/fd/{handle}").readlink())
