"""`pbem scenario`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.output import BAD, NO, JsonOption, bad, good, say, say_json, warn


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(scenario)


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files.")],
    games: Annotated[
        Path | None, typer.Option(help="A folder of games instead of the shipped one.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play scenarios and hold them against what they expect.

    Example: pbem scenario tests/cases/imperial/*.toml

    Prints each file's title and ok, or each expectation that does not hold; exit code 1 if any
    does not, 2 if a file is wrong. With --json: title, replies and state, a line for each file.
    """
    from pbem.ground.errors import BadInput
    from pbem.scenario.run import play_scenario

    code = 0
    for path in files:
        try:
            played = play_scenario(path, games)
        except BadInput as error:
            warn(f"{bad('error')} {error}")
            code = BAD
            continue
        if as_json:
            say_json({"title": played.title, "replies": played.replies, "state": played.state})
            continue
        say(f"{played.title}: {bad('does not hold') if played.faults else good('ok')}")
        for fault in played.faults:
            say(f"  {fault}")
        if played.faults and code != BAD:
            code = NO
    sys.exit(code)
