"""Letters to moderators when the machine's clock may be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.ground.messages import Message, say
from pbem.service.site.clockwatch import last_known, with_deadlines
from pbem.service.site.site import Site
from pbem.service.telling.letters import AnyLetter
from pbem.service.telling.moderators import to_moderator


def letters_of_doubt(site: Site, doubt: Message, now: datetime) -> Iterator[AnyLetter]:
    """One to each moderator, the same for each time that was known last."""
    last = last_known(site)
    told: set[str | None] = set()
    for game in with_deadlines(site):
        address = site.settings.moderator or game.roster.moderator
        if address in told:
            continue
        told.add(address)
        paragraphs = (
            say("The clock of the site may be wrong: {doubt:message}.", doubt=doubt),
            say(
                "Orders are taken, but nothing is due in any game, and nobody misses anything. If "
                "the clock is wrong, set it right: all goes on by itself. If the time is right, "
                "say so: pbem deadlines --accept-clock"
            ),
        )
        where = None if site.settings.moderator else game
        which = f"clock|{last}|{address}"
        subject = say("Is the clock right?")
        yield from to_moderator(site, subject, paragraphs, now, where, which)
