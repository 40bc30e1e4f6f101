"""`pbem run`: the daemon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.output import SiteOption


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(run)


def run(
    site: SiteOption = Path(),
    every: Annotated[
        float,
        typer.Option(min=0.05, max=60.0, help="Look at the inbox every so many seconds, at least."),
    ] = 2.0,
) -> None:
    """Fetch, handle and send mails until told to end.

    Example: pbem run --site /srv/pbem

    SIGTERM and SIGINT end it in good order, SIGHUP reads settings and games anew. It tells systemd
    when it is ready (Type=notify-reload) and that it lives (WatchdogSec=). What it does is logged
    on standard error.
    """
    import os
    import sys

    from pbem.service.rounds.daemon import Daemon
    from pbem.service.rounds.log import Log

    daemon = Daemon(site, Log(), every=every)
    daemon.run()
    if daemon.left_behind:  # Python would wait for a thread that waits for a dead server
        sys.stderr.flush()
        os._exit(0)
