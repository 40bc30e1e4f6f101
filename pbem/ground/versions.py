"""The version of a file's format: what is newer than the program is refused, in so many words.

A file says it with `version = 2` above its tables; without that it is of the first version.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from pbem.ground.disk import read_toml
from pbem.ground.errors import BadInput

M = TypeVar("M", bound=BaseModel)

FIRST: Final = 1
_KEY: Final = re.compile(r"^version[ \t]*=.*$", re.MULTILINE)
_TABLE: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)


def version_of(tables: dict[str, Any], path: Path, newest: int) -> int:
    """Of what version a file's tables are.

    :param newest: the newest one that the program knows
    :raises BadInput: it is newer, or none
    """
    version = tables.get("version", FIRST)
    if not isinstance(version, int) or isinstance(version, bool) or version < FIRST:
        raise BadInput(f"{path}, version", f"is {version!r}, and no number of a version")
    if version > newest:
        reason = (
            f"is {version}, and this program knows versions up to {newest}: the site is of a newer "
            "pbem; install that one"
        )
        raise BadInput(f"{path}, version", reason)
    return version


def read_versioned(model: type[M], path: Path, newest: int) -> M:
    """A TOML file as a checked model, if its version is known.

    :raises BadInput: it is newer than the program, or names the file, the key and the reason
    """
    tables = read_toml(path)
    version_of(tables, path, newest)
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        raise BadInput.from_validation(str(path), error) from error


def with_version(text: str, version: int) -> str:
    """The text of a file with another version in it; everything else, comments too, stays.

    >>> with_version('# mine\\nid = "eu1"', 2)
    'version = 2\\n# mine\\nid = "eu1"'
    """
    table = _TABLE.search(text)
    above = text[: table.start()] if table else text
    line = f"version = {version}"
    if "version" not in tomllib.loads(above):
        return f"{line}\n{text}"
    return _KEY.sub(line, above, count=1) + text[len(above) :]
