"""Writing so that a file is either wholly there or not at all, whatever is killed whenever."""

from __future__ import annotations

import os
import pwd
import tempfile
import time
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import tomli_w
from pydantic import BaseModel, ValidationError

from pbem.ground.errors import BadInput

M = TypeVar("M", bound=BaseModel)
TEMPORARY = ".tmp-"
"""How names begin of files that are being written."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file.

    :raises BadInput: it cannot be read, or is no TOML
    """
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        raise BadInput(str(path), "no such file") from None
    except (OSError, ValueError, RecursionError) as error:  # also what only damage brings about
        raise BadInput(str(path), str(error)) from error


def read_model(model: type[M], path: Path) -> M:
    """A TOML file as a checked model.

    :raises BadInput: names the file, the key and the reason
    """
    tables = read_toml(path)
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        raise BadInput.from_validation(str(path), error) from error


def toml_bytes(tables: dict[str, Any]) -> bytes:
    """Tables as TOML in UTF-8."""
    return tomli_w.dumps(tables, multiline_strings=True).encode()


def model_bytes(model: BaseModel) -> bytes:
    """A model as TOML in UTF-8, without what is None."""
    return toml_bytes(model.model_dump(mode="json", exclude_none=True))


def edited_bytes(model: BaseModel) -> bytes:
    """A model as TOML for a file that people add to, without what is None.

    Lists of tables stand at the end as sections (`[[stand_ins]]`), and an empty one nowhere: so
    further sections can be written below.
    """
    dumped = model.model_dump(mode="json", exclude_none=True)
    tables = {key: value for key, value in dumped.items() if value != []}
    lists = {key: tables.pop(key) for key, value in list(tables.items()) if _is_list(value)}
    parts = [toml_bytes(tables)] if tables else []
    for key, sections in lists.items():
        parts += [f"[[{key}]]\n".encode() + toml_bytes(section) for section in sections]
    return b"\n".join(parts)


def _is_list(value: object) -> bool:
    """Whether it is a list of tables that hold nothing but values."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(table, dict) and not any(isinstance(v, dict) for v in table.values())
            for table in value
        )
    )


def replace_file(path: Path, content: bytes, mode: int = 0o644, *, sync: bool = True) -> None:
    """Write a file anew; readers see the old one or the new one.

    :param sync: whether it must outlive a power cut from now on
    :raises OSError: nothing is changed
    """
    temporary = _written_aside(path, content, mode, sync)
    try:
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    if sync:
        sync_folder(path.parent)


def create_file(path: Path, content: bytes, mode: int = 0o644, *, sync_name: bool = True) -> None:
    """Write a file that must not exist yet: of several writers exactly one succeeds.

    :param sync_name: False if `sync_folder` follows, as after several files
    :raises FileExistsError: somebody was first; nothing is changed
    :raises OSError: nothing is changed
    """
    temporary = _written_aside(path, content, mode, sync=True)
    try:
        os.link(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    if sync_name:
        sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, for nobody else to look into; it outlives a power cut.

    What is there already stays as it is.

    :raises OSError: it cannot be made
    """
    missing = []
    path = folder
    while not path.is_dir():
        missing.append(path)
        path = path.parent
    for path in reversed(missing):
        try:
            path.mkdir()
        except FileExistsError:
            if not path.is_dir():
                raise
        else:
            path.chmod(0o700)  # whatever the umask is
            sync_folder(path.parent)


def check_owner(folder: Path) -> None:
    """Whether what is written in a folder belongs to its owner: root would lock that one out.

    :raises BadInput: root works on what is somebody else's
    """
    try:
        owner = folder.stat().st_uid
    except OSError:  # told by whoever opens it
        return
    if os.geteuid() != 0 or owner == 0:
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"#{owner}"
    reason = (
        f"belongs to {name}, who could not read what root writes there; "
        f"run it as {name}: sudo -u {name} pbem ..."
    )
    raise BadInput(str(folder), reason)


def sweep(folder: Path, older_than: float = 3600.0) -> None:
    """Remove what writers that were killed have left in a folder.

    :param older_than: seconds; a younger file may still be written
    """
    for path in folder.glob(f"{TEMPORARY}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > older_than:
                path.unlink()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder safe on disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _written_aside(path: Path, content: bytes, mode: int, sync: bool) -> Path:
    handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(content)
            if sync:
                file.flush()
                os.fsync(file.fileno())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)
