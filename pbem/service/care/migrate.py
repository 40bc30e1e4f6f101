"""A site of an older version is brought to the format of this one, file by file.

Each file is replaced as a whole, by the same with its new version in it; so whoever is killed in
between goes on where it stopped. The site's own file is the last: if it is new, all are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from pbem.ground.disk import read_toml, replace_file
from pbem.ground.errors import BadInput
from pbem.ground.versions import version_of, with_version
from pbem.service.site.settings import SETTINGS, SITE_VERSION, Settings
from pbem.service.site.site import ARCHIVE, GAMES
from pbem.store.files import GAME_VERSION, GameFile
from pbem.store.game import GAME

Step = Callable[[str], str]
"""The text of a file of one version -> that of the next; its `version` is written for it."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: what it holds, the newest version, and a step from each older one."""

    model: type[BaseModel]
    newest: int
    steps: Mapping[int, Step]


@dataclass(frozen=True, slots=True)
class Migrated:
    """A file that was brought from one version to another."""

    path: Path
    before: int
    after: int


def _as_it_is(text: str) -> str:
    """Version 2 says its version, and is like the first otherwise."""
    return text


GAME_FORMAT: Final = Format(GameFile, GAME_VERSION, {1: _as_it_is})
SITE_FORMAT: Final = Format(Settings, SITE_VERSION, {1: _as_it_is})


def migrate(site: Path) -> Iterator[Migrated]:
    """Bring a site's files to the newest version; to be called with the site locked.

    :raises BadInput: a file is newer than the program, or broken: those before it are done
    :raises OSError: a file could not be written; to be called again
    """
    for path in _files(site):
        form = SITE_FORMAT if path.name == SETTINGS else GAME_FORMAT
        done = migrated(path, form)
        if done is not None:
            yield done


def migrated(path: Path, form: Format) -> Migrated | None:
    """Bring one file to the newest version; None if it is of that already.

    :raises BadInput: as for `migrate`; nothing is changed
    """
    before = version_of(read_toml(path), path, form.newest)
    if before == form.newest:
        return None
    text = path.read_text(encoding="utf-8")
    for version in range(before, form.newest):
        text = with_version(form.steps[version](text), version + 1)
    try:
        form.model.model_validate(tomllib.loads(text))
    except ValidationError as error:
        raise BadInput.from_validation(str(path), error) from error
    replace_file(path, text.encode(), mode=path.stat().st_mode & 0o777)
    return Migrated(path, before, form.newest)


def _files(site: Path) -> Iterator[Path]:
    """The games' files, also of those that lie in the archive, and then the site's own."""
    for folder in (GAMES, ARCHIVE):
        yield from sorted((site / folder).glob(f"*/{GAME}"))
    yield site / SETTINGS
