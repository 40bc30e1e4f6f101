"""A site as a command uses it: what a killed process has left undone is done first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.output import WAIT_SECONDS, utc_now, warn

if TYPE_CHECKING:
    from pbem.service.site.site import Site
    from pbem.service.way import Processor


@contextmanager
def at_work(folder: Path) -> Iterator[tuple[Site, Processor]]:
    """Work on a site alone: first people are told what a killed process has not told them.

    What the command itself makes goes out afterwards, where that takes no server.

    :raises BadInput: it is no site, or another process works on it
    """
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    site = open_site(folder)
    with site.locked(wait=WAIT_SECONDS):
        processor = Processor(site, utc_now)
        for trouble in processor.catch_up():
            warn(f"later: {trouble}")
        yield site, processor
        for trouble in processor.untold():
            warn(f"later: {trouble}")
        if not site.transport.needs_server:
            site.transport.deliver(site.outbox)


def to_look_at(folder: Path) -> Site:
    """A site for a command that changes nothing, but for what a killed process has left undone.

    If that cannot be done now, the next command, or the daemon, does it.

    :raises BadInput: it is no site
    """
    from pbem.ground.errors import BadInput
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    site = open_site(folder)
    if site.is_untold():
        with suppress(BadInput, OSError), site.locked():
            Processor(site, utc_now).catch_up()
            if not site.transport.needs_server:
                site.transport.deliver(site.outbox)
    return site
