"""What the README shows is taken by the program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

import pbem.board
import pbem.rules
from pbem.cli.main import app
from pbem.service.site.settings import Settings
from pbem.timing.terms import Absences, Deadlines

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def tables_with(key: str) -> dict[str, Any]:
    """The README's TOML that has that table."""
    found = (tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", README, re.DOTALL))
    return next(tables for tables in found if key in tables)


def test_the_tables_about_time_are_those_of_a_game() -> None:
    tables = tables_with("deadlines")
    terms = Deadlines.model_validate(tables["deadlines"])
    assert set(tables["deadlines"]) | {"canal", "force", "invest"} == set(Deadlines.model_fields)
    assert set(tables["absence"]) == set(Absences.model_fields)
    assert Absences.model_validate(tables["absence"]) == Absences()
    assert terms.turn == "0 20 * * 1-5"


def test_the_settings_are_those_of_a_site() -> None:
    settings = Settings.model_validate(tables_with("mail"))
    assert settings.mail.imap is not None


def test_the_example_of_the_library_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    assert names["state"].over
    out = capsys.readouterr().out.splitlines()
    assert out == [
        f"{names['state'].turn} {names['scores'](names['game'], names['state'])}",
        "game-over 8",
    ]


@pytest.mark.parametrize("package", [pbem.board, pbem.rules], ids=lambda p: p.__name__)
def test_the_surface_of_the_library_is_documented(package: ModuleType) -> None:
    assert package.__all__ == sorted(
        package.__all__, key=lambda n: (not n.isupper(), n[0].islower(), n)
    )
    for name in package.__all__:
        thing = getattr(package, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name


def test_every_command_is_in_the_table_and_has_an_example() -> None:
    shown = CliRunner().invoke(app, ["--help"]).output
    commands = re.findall(r"^  ([a-z-]+)  ", shown.partition("Commands:")[2], re.MULTILINE)
    assert len(commands) > 15
    table = README.partition("| command | what it does |")[2].partition("\n\n")[0]
    assert set(commands) == set(re.findall(r"`([a-z-]+)`", table.replace("`--show`", "")))
    for command in commands:
        assert "Example" in CliRunner().invoke(app, [command, "--help"]).output, command
