"""`pbem backup`, `restore`, `archive` and `migrate`: what is done about a site as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.output import WAIT_SECONDS, JsonOption, SiteOption, say, say_json, warn
from pbem.cli.work import at_work


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (backup, restore, archive, migrate):
        app.command()(command)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE.tar.gz", help="Not there yet.")],
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Write a site into one file, also while the daemon runs.

    Example: pbem backup /backups/pbem-monday.tar.gz --site /srv/pbem

    The file holds keys, plans and passwords; nobody but its owner can read it. The daemon waits
    meanwhile, and so do mails.
    """
    from pbem.service.care.backup import backup as work
    from pbem.service.site.site import open_site

    opened = open_site(site)
    with opened.locked(wait=WAIT_SECONDS):
        done = work(opened, file)
    if as_json:
        data = {"file": str(file), "files": done.files, "games": done.games}
        say_json({**data, "passed_over": done.passed_over})
        return
    say(f"{file}: {done.files} files, {done.games} games")
    for name in done.passed_over:
        warn(f"not in it, since it is neither a file nor a folder: {name}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE.tar.gz", help="As `pbem backup` made it.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Not there yet, or empty.")],
) -> None:
    """Make a site out of a backup, in a folder of its own; never over one that is there.

    Example: pbem restore /backups/pbem-monday.tar.gz /srv/pbem

    What has come in since is played by `pbem recover`, before the daemon is started. A site must
    run in one place only: stop the old one before.
    """
    from pbem.service.care.backup import restore as work

    opened = work(file, folder)
    say(f"{folder} is a site now, with {len(opened.game_ids())} games, as it was then")
    say(f"Next: pbem recover --site {folder}")


def archive(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Without any: list them.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Take out of the archive again.")] = False,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Put games that are over out of the daily round, or list those that are.

    Example: pbem archive eu1

    `show`, `history` and `verify` read them still, and whoever writes to one is told that it is
    over. `pbem archive --back eu1` takes one out again, as for `pbem undo`.
    """
    from pbem.service.care.archive import bring_back, put_away
    from pbem.service.site.site import open_site

    if not games:
        kept = open_site(site).archived_ids()
        if as_json:
            say_json(list(kept))
        elif kept:
            say("\n".join(kept))
        else:
            say("There is no game in the archive.")
        return
    with at_work(site) as (opened, _):
        for ident in games:
            (bring_back if back else put_away)(opened, ident)
            where = "is in the daily round again" if back else "is in the archive"
            if not as_json:
                say(f"{ident} {where}")
        if as_json:
            say_json(list(opened.archived_ids()))


def migrate(site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """Bring the files of a site to the format of this version, each as a whole.

    Example: pbem migrate --site /srv/pbem

    A site of an older version works without; one of a newer version is refused. It can be
    interrupted and called again; what is new already stays as it is. Comments stay, too.
    """
    from pbem.service.care.migrate import migrate as work
    from pbem.service.site.site import open_site

    opened = open_site(site)
    done = []
    with opened.locked(wait=WAIT_SECONDS):
        for file in work(opened.folder):
            done.append(file)
            if not as_json:
                path = file.path.relative_to(opened.folder)
                say(f"{path}: version {file.before} -> {file.after}")
    if as_json:
        say_json([{"file": str(f.path), "before": f.before, "after": f.after} for f in done])
    elif not done:
        say("All files are of this version already.")
