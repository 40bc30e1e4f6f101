"""Who works on a site: a lock that `pbem run` and `pbem poll` hold, and the daemon's heartbeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

from pbem.ground.disk import check_owner, model_bytes, read_model, replace_file
from pbem.ground.errors import BadInput
from pbem.ground.lock import exclusive, is_locked
from pbem.service.site.busy import SiteBusy

if TYPE_CHECKING:
    from pbem.service.site.site import Site

HEARTBEAT: Final = "heartbeat.toml"
BEAT_SECONDS: Final = 5.0
STALE_SECONDS: Final = 60.0
_RUN_LOCK: Final = ".run.lock"

Link = Literal["off", "up", "down"]
Life = Literal["alive", "hangs", "not running"]


class Heartbeat(BaseModel):
    """What the daemon writes every few seconds: times in UTC, how its servers are and why."""

    model_config = ConfigDict(frozen=True)

    pid: int
    started: AwareDatetime
    beat: AwareDatetime
    imap: Link = "off"
    smtp: Link = "off"
    imap_why: str = ""
    smtp_why: str = ""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only `pbem run` or `pbem poll` of a site meanwhile.

    Other commands go on working beside it: they need the site's lock for a moment only.

    :raises SiteBusy: there is another one
    :raises BadInput: root works on somebody else's site
    """
    check_owner(folder)
    # whoever only asks, as `is_run` does, holds it for a moment
    with exclusive(folder / _RUN_LOCK, wait=1.0) as mine:
        if not mine:
            raise SiteBusy(str(folder), "another `pbem run` or `pbem poll` is at work")
        yield


def is_run(folder: Path) -> bool:
    """Whether a `pbem run` or `pbem poll` is at work on a site."""
    return is_locked(folder / _RUN_LOCK)


def write_heartbeat(folder: Path, heartbeat: Heartbeat) -> None:
    """Show that the daemon lives. A full disk is no reason to die."""
    with suppress(OSError):
        replace_file(folder / HEARTBEAT, model_bytes(heartbeat), sync=False)


def read_heartbeat(folder: Path) -> Heartbeat | None:
    """The last heartbeat; None if there never was one."""
    try:
        return read_model(Heartbeat, folder / HEARTBEAT)
    except BadInput:
        return None


def end_heartbeat(folder: Path) -> None:
    """The daemon has ended in good order."""
    with suppress(OSError):
        (folder / HEARTBEAT).unlink(missing_ok=True)


def life(folder: Path, now: datetime) -> Life:
    """Whether the daemon lives: by its lock, which ends with it, and its heartbeat."""
    beat = read_heartbeat(folder)
    if beat is None or not is_run(folder):
        return "not running"
    return "alive" if (now - beat.beat).total_seconds() <= STALE_SECONDS else "hangs"


def mail_seen(site: Site) -> datetime | None:
    """When the newest mail came in here; None if none ever did."""
    newest = 0.0
    for name in ("inbox", "shunt"):
        for path in site.maildir(name).all():
            with suppress(OSError):
                newest = max(newest, path.stat().st_mtime)
    return datetime.fromtimestamp(int(newest), UTC) if newest else None
