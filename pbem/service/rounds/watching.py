"""When whoever watches is told of a day: at their hour, in their zone, once, late if need be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.ground.errors import BadInput
from pbem.report.contexts import NOBODY
from pbem.service.deadlines.ledger import zone_of
from pbem.service.posting.post import post
from pbem.service.site.site import Site
from pbem.service.telling.observers import wants_each
from pbem.service.telling.watching import Day, letter_of_day
from pbem.store.game import StoredGame


def tell_observers(site: Site, now: datetime) -> Iterator[str]:
    """Post the mails of the day that are due; to be called with the site locked.

    :returns: what could not be done, as sentences
    """
    if site.clock_doubted:  # nobody knows what hour it is
        return
    for ident in site.game_ids():
        try:
            game = site.game(ident)
            if game.dispatched < game.last:
                continue  # people are told of its entries first
            for address in game.roster.observers:
                if not wants_each(site, address, ident):
                    letter = letter_of_day(site, _day(site, game, address, now), now)
                    if letter is not None:
                        post(site, (letter,))
        except (OSError, BadInput) as error:
            yield f"{ident}: {error}"


def _day(site: Site, game: StoredGame, address: str, now: datetime) -> Day:
    """The newest day whose hour has come for somebody; it ends with that hour."""
    habits = site.people.habits(address, game.file.id)
    zone = ZoneInfo(habits.zone) if habits.zone else zone_of(game, NOBODY)
    local = now.astimezone(zone)
    due = datetime.combine(local.date(), time(habits.hour), zone)
    if due > local:
        due = datetime.combine(local.date() - timedelta(days=1), time(habits.hour), zone)
    return Day(game, address, due.date(), due.astimezone(UTC))
