"""The command line: `pbem COMMAND`. Commands live in the modules beside this one.

Exit codes: 0 done; 1 no (a refused order, an expectation that does not hold, a broken journal);
2 wrong use or bad input. What is imported here costs every command time: commands import what they
need when they run.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pbem.cli import (
    care,
    clock,
    demo,
    games,
    joining,
    mails,
    manual,
    moderation,
    people,
    press,
    run,
    scenarios,
    shunt,
    sites,
    tournament,
)
from pbem.cli.output import fail
from pbem.ground.errors import PbemError

app = typer.Typer(
    name="pbem",
    help="Play-by-email turn processor for Imperial and Imperial 2030 (unofficial).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Try `pbem demo`: a whole game by mail between automatic investors.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"pbem {version('pbem')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Play-by-email turn processor for Imperial and Imperial 2030 (unofficial)."""


for module in (
    demo, sites, joining, people, games, press, mails, shunt, run, moderation, clock, care,
    scenarios, tournament, manual,
):  # fmt: skip
    module.add_to(app)


def main() -> None:
    """Run the command line."""
    try:
        app()
    except PbemError as error:
        fail(str(error))
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        fail(str(error))
