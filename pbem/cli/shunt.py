"""`pbem shunt` and `take-up`: mails that were set aside."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.output import NO, JsonOption, SiteOption, say, say_json, table, warn
from pbem.cli.work import at_work, to_look_at


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(shunt)
    app.command("take-up")(take_up)


def shunt(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Show this mail whole.")
    ] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """List the mails that were set aside, and why; or show one of them.

    Example: pbem shunt --site /srv/pbem

    They change nothing and are not answered. `pbem take-up NAME` has one handled after all.
    """
    from datetime import UTC, datetime

    from pbem.service.rounds.poll import aside_of, reason_beside

    opened = to_look_at(site)
    if name is not None:
        say(aside_of(opened, name).read_bytes().decode("utf-8", "replace").replace("\r\n", "\n"))
        return
    rows = []
    for path in opened.maildir("shunt").new():
        when = datetime.fromtimestamp(int(path.stat().st_ctime), UTC)
        rows.append((path.name, f"{when:%Y-%m-%d %H:%M}", reason_beside(opened, path.name)))
    if as_json:
        keys = ("mail", "since", "why")
        say_json([dict(zip(keys, row, strict=True)) for row in rows])
    elif rows:
        table(rows, ("mail", "since (UTC)", "why"))
    else:
        say("No mail is set aside.")


def take_up(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="As `pbem shunt` says.")],
    site: SiteOption = Path(),
) -> None:
    """Have mails handled that were set aside, after mending why.

    Example: pbem take-up 1767322800.imap-7-0000000012-0a1b2c3d --site /srv/pbem

    They are handled as if they had come in now, but for the time that stands in their names.
    """
    from pbem.service.rounds.poll import handle_new, take_up_again

    troubles: list[str] = []
    with at_work(site) as (opened, processor):
        for name in names:
            take_up_again(opened, name)
        for name, handled in handle_new(opened, processor, troubles):
            if handled is not None and name in names:
                reason = f" ({handled.reason})" if handled.reason else ""
                say(f"{name}: {handled.fate} {handled.game}{reason}".rstrip())
    for trouble in troubles:
        warn(f"later: {trouble}")
    if troubles:
        sys.exit(NO)
