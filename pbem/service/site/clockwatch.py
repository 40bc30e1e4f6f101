"""Whether the machine's clock can be right: one look with a wrong one must not move deadlines.

`clock.toml` of a site says when somebody last looked at the deadlines. A time long after that, or
before it, may be the clock's fault: nothing is due until somebody says that it is right. Orders
are played meanwhile, and what they ask has no deadline yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from pydantic import AwareDatetime, BaseModel, ConfigDict

from pbem.ground.disk import model_bytes, read_model, replace_file
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, say
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import same_second

SEEN: Final = "clock.toml"
SEEN_EVERY: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=30)
"""So long nobody may have looked before it is asked whether the clock is right; for ever on a site
whose `away_after` is longer, to which being away is nothing."""

BACK: Final = timedelta(hours=1)
"""So far a clock may be set back without being asked about."""


class _Seen(BaseModel):
    """`clock.toml`: when somebody last looked, and which later time is known to be right."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    seen: AwareDatetime
    accepted: AwareDatetime | None = None


def last_look(site: Site) -> datetime | None:
    """When somebody last kept the deadlines of a site; None if that is not known."""
    known = _read(site)
    return known.seen if known else None


def note_look(site: Site, heard: datetime, now: datetime) -> None:
    """Somebody has looked; written down once a minute.

    :param heard: until when all mails were there
    :raises OSError: nothing is changed
    """
    seen = last_look(site)
    if seen is None or heard - seen >= SEEN_EVERY or seen > now:
        _write(site, _Seen(seen=same_second(heard)))


def accept_clock(site: Site, now: datetime) -> None:
    """The time is right, whatever was known before.

    :raises OSError: nothing is changed
    """
    seen = last_look(site)
    if seen is None or seen > now:
        _write(site, _Seen(seen=same_second(now)))
    else:  # what lies between does not count for anybody: that is still to be given back
        _write(site, _Seen(seen=seen, accepted=same_second(now)))


def doubt(site: Site, now: datetime) -> Message | None:
    """Why the clock may be wrong; None if it may not.

    It does not matter where no game has deadlines.
    """
    if not any(True for _ in with_deadlines(site)):
        return None
    last = last_known(site)
    if last is None:
        return None
    ahead = now > last + LONGEST and site.settings.away_after.length <= LONGEST
    if not ahead and now >= last - BACK:
        return None
    return say(
        "it is {now} UTC by this machine, and was {last} when somebody last looked at the "
        "deadlines",
        now=f"{now:%Y-%m-%d %H:%M}",
        last=f"{last:%Y-%m-%d %H:%M}",
    )


def sure_time(site: Site, now: datetime) -> datetime:
    """The time by which secrets expire: the last one that is known, where it is doubted."""
    return (last_known(site) or now) if site.clock_doubted else now


def with_deadlines(site: Site) -> Iterator[StoredGame]:
    """The games that go on and have deadlines."""
    for ident in site.game_ids():
        try:
            game = site.game(ident)
            if game.file.deadlines and not game.state.over:
                yield game
        except BadInput:  # told elsewhere
            continue


def last_known(site: Site) -> datetime | None:
    """The last time that is known to have been right; None if that is not known."""
    known = _read(site)
    return max(known.seen, known.accepted or known.seen) if known else None


def _read(site: Site) -> _Seen | None:
    try:
        return read_model(_Seen, site.folder / SEEN)
    except BadInput:
        return None


def _write(site: Site, seen: _Seen) -> None:
    replace_file(site.folder / SEEN, model_bytes(seen), mode=0o600, sync=False)
