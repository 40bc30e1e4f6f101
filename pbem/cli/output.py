"""What commands print: plain lines in a pipe, colour on a terminal, JSON where asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

SiteOption = Annotated[
    Path,
    typer.Option(
        "--site",
        "-C",
        envvar="PBEM_SITE",
        help="The site's folder.",
        show_default="this folder",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

NO = 1
BAD = 2
WAIT_SECONDS = 10.0
"""How long a command waits for a daemon's round to end."""


def say(text: str = "") -> None:
    """Print a line."""
    typer.echo(text)


def warn(text: str) -> None:
    """Print a line where errors go."""
    typer.echo(text, err=True)


def fail(text: str, code: int = BAD) -> NoReturn:
    """Print an error and end."""
    typer.secho(f"pbem: {text}", err=True, fg="red" if sys.stderr.isatty() else None)
    sys.exit(code)


def good(text: str) -> str:
    """Text that is good news, in green on a terminal."""
    return typer.style(text, fg="green") if sys.stdout.isatty() else text


def bad(text: str) -> str:
    """Text that is bad news, in red on a terminal."""
    return typer.style(text, fg="red") if sys.stdout.isatty() else text


def say_json(data: Any) -> None:
    """Print data as one JSON document on a line."""
    say(json.dumps(data, ensure_ascii=False))


def table(rows: Iterable[Sequence[str]], heads: Sequence[str]) -> None:
    """Print rows in columns as wide as they need."""
    cells = [tuple(heads), *(tuple(row) for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(heads))]
    for row in cells:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        say(line.rstrip())


def read_text(file: str) -> str:
    """The text of a file, or of standard input for `-`.

    :raises BadInput: it is no text in UTF-8
    """
    from pbem.ground.errors import BadInput

    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(file, str(error)) from error


def utc_now() -> Any:
    """The time, UTC."""
    from datetime import UTC, datetime

    return datetime.now(UTC)
