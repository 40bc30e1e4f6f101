"""Files say of what version they are: newer ones are refused, older ones are brought up."""

from __future__ import annotations

import json
import tarfile
import tomllib
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, new_desk, reply
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground.errors import BadInput
from pbem.ground.versions import with_version
from pbem.service.care.migrate import GAME_FORMAT, SITE_FORMAT, Format, migrate, migrated
from pbem.service.site.settings import SITE_VERSION
from pbem.service.site.site import open_site
from pbem.store.files import GAME_VERSION
from pbem.store.verify import verify

OLD = Path(__file__).parent.parent / "data" / "site-0.1.tar.gz"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    with tarfile.open(OLD) as packed:
        packed.extractall(tmp_path / "site", filter="data")
    return tmp_path / "site"


def version_of(path: Path) -> int:
    return int(tomllib.loads(path.read_text()).get("version", 1))


def test_new_files_say_their_version(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "site")
    assert version_of(desk.site.folder / "pbem.toml") == SITE_VERSION
    assert version_of(desk.game.folder / "game.toml") == GAME_VERSION
    assert list(migrate(desk.site.folder)) == []


def test_a_site_of_the_first_version_is_brought_to_this_one(old: Path) -> None:
    settings, game = old / "pbem.toml", old / "games" / "g1" / "game.toml"
    settings.write_text(f"# ours since 2025\n{settings.read_text()}")
    settings.chmod(0o600)
    before = {path: tomllib.loads(path.read_text()) for path in (settings, game)}
    shown = CliRunner().invoke(app, ["migrate", "--site", str(old)])
    assert shown.exit_code == 0, shown.output
    assert shown.output.splitlines() == [
        "games/g1/game.toml: version 1 -> 2",
        "pbem.toml: version 1 -> 2",
    ]
    for path, tables in before.items():
        assert tomllib.loads(path.read_text()) == {**tables, "version": 2}
    assert "# ours since 2025" in settings.read_text()
    assert settings.stat().st_mode & 0o777 == 0o600
    desk = desk_for(old)
    assert list(verify(desk.game)) == []
    again = CliRunner().invoke(app, ["migrate", "--site", str(old)])
    assert "of this version already" in again.output
    told = CliRunner().invoke(app, ["migrate", "--json", "--site", str(old)])
    assert json.loads(told.output) == []


def test_whoever_is_killed_in_between_goes_on(old: Path) -> None:
    """One file after the other, the site's own at the end."""
    steps = migrate(old)
    first = next(steps)
    assert first.path.name == "game.toml"
    assert version_of(old / "pbem.toml") == 1
    assert desk_for(old).game.last == 8  # half of it is new, and all goes on
    assert [done.path.name for done in migrate(old)] == ["pbem.toml"]


def test_a_site_that_is_not_migrated_goes_on(old: Path) -> None:
    desk: Desk = desk_for(old, sent=100)
    desk.send(reply(desk.reports("Ann")[-1], "SHOW STANDING", "<s@mail.example.test>"))
    assert version_of(old / "pbem.toml") == 1


@pytest.mark.parametrize("name", ["pbem.toml", "games/g1/game.toml"])
def test_what_is_newer_than_the_program_is_refused(old: Path, name: str) -> None:
    """Before anything else in it is looked at, which may be unknown."""
    path = old / name
    path.write_text(with_version(path.read_text(), 3) + "\n[unheard-of]\nx = 1\n")
    with pytest.raises(BadInput, match="version: is 3, and this program knows versions up to 2"):
        open_site(old).game("g1")
    with pytest.raises(BadInput, match="the site is of a newer pbem"):
        list(migrate(old))
    shown = CliRunner().invoke(app, ["show", "g1", "--site", str(old)])
    assert "is of a newer pbem" in str(shown.exception)


@pytest.mark.parametrize("version", ['"2"', "0", "-1", "true", "1.5"])
def test_what_is_no_version_is_refused(old: Path, version: str) -> None:
    path = old / "pbem.toml"
    path.write_text(f"version = {version}\n{path.read_text()}")
    with pytest.raises(BadInput, match="version"):
        open_site(old)


def test_steps_are_taken_in_their_order(tmp_path: Path) -> None:
    """What a format that comes after this one would need."""
    path = tmp_path / "game.toml"
    path.write_text('# one\nold = 1\n\n[table]\nversion = "theirs"\n')
    steps = {
        1: lambda text: text.replace("old", "newer"),
        2: lambda text: text.replace("newer", "newest"),
    }

    class Anything:
        @staticmethod
        def model_validate(tables: dict[str, object]) -> None:
            assert tables["newest"] == 1

    done = migrated(path, Format(Anything, 3, steps))  # type: ignore[arg-type]
    assert done is not None
    assert (done.before, done.after) == (1, 3)
    assert path.read_text() == 'version = 3\n# one\nnewest = 1\n\n[table]\nversion = "theirs"\n'


def test_what_a_step_spoils_is_not_written(old: Path) -> None:
    path = old / "games" / "g1" / "game.toml"
    before = path.read_bytes()
    spoiling = Format(GAME_FORMAT.model, 2, {1: lambda text: text.replace("players", "plyers")})
    with pytest.raises(BadInput, match=r"game\.toml"):
        migrated(path, spoiling)
    assert path.read_bytes() == before


def test_there_is_a_step_from_every_older_version() -> None:
    for form in (GAME_FORMAT, SITE_FORMAT):
        assert sorted(form.steps) == list(range(1, form.newest))
