"""When digests go out: once a day, at the hour and in the zone of whoever wants them.

What is late, since nobody was there, is made up for; what somebody wanted only after the hour comes
the next day. Done again after a crash, a digest is the same mail.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.mail.idlog import IdLog
from pbem.orders.verbs.person.choices import MailHabit
from pbem.service.deadlines.ledger import zone_of
from pbem.service.posting.post import post
from pbem.service.site.site import Site
from pbem.service.site.tokens import plain_ident
from pbem.service.telling.digests import Day, Seat, digest
from pbem.service.telling.habits import habits_of
from pbem.store.game import StoredGame

DONE: Final = "digests.log"
"""Of which days whose digests were looked after, also those with nothing to tell."""

_CHOICES: Final = ("mails", "digest_hour")
"""What of a person's settings says when digests are wanted."""


def send_digests(site: Site, now: datetime) -> Iterator[str]:
    """Post what is due; to be called with the site locked.

    :returns: what could not be done, as sentences
    """
    if site.clock_doubted:  # nobody knows what hour it is
        return
    log = IdLog(site.folder / DONE)
    done: set[str] | None = None
    for seats in _by_person(site):
        day, said = _due(site, seats, now)
        done = log.read() if done is None else done
        if plain_ident(day.what) in done:
            continue
        try:
            letter = None if said else digest(site, day, seats, now)
            if letter is not None:
                post(site, (letter,))
        except (OSError, BadInput) as error:
            yield f"a digest waits: {error}"
            continue
        log.add((plain_ident(day.what),))
        log.sync()


def _by_person(site: Site) -> Iterator[list[Seat]]:
    """The seats of each person who wants digests, in those games for which that holds."""
    found: dict[str, list[Seat]] = {}
    for ident in site.game_ids():
        try:
            game = site.game(ident)
            wanting = [p for p in game.file.players if _wants(site, game, p)]
        except BadInput:  # the moderator is told elsewhere
            continue
        if game.dispatched < game.last:
            continue  # people are told of its entries first
        for player in wanting:
            address = game.roster.seats[player].address.lower()
            found.setdefault(address, []).append((game, player))
    yield from found.values()


def _wants(site: Site, game: StoredGame, player: PlayerId) -> bool:
    return habits_of(site, game, player).mails is MailHabit.DIGEST


def _due(site: Site, seats: list[Seat], now: datetime) -> tuple[Day, bool]:
    """The newest day whose digest is due; whether digests were wanted only after its hour."""
    game, player = seats[0]
    seat = game.roster.seats[player]
    habits = habits_of(site, game, player)
    zone = ZoneInfo(habits.zone) if habits.zone else zone_of(game, player)
    local = now.astimezone(zone)
    moment = datetime.combine(local.date(), time(habits.hour), zone)
    if moment > local:
        moment = datetime.combine(local.date() - timedelta(days=1), time(habits.hour), zone)
    record = site.people.of(seat.address)
    said = record.said if record else {}
    chosen = [when for key, when in said.items() if key.rpartition("/")[2] in _CHOICES]
    day = Day(seat.address, seat.person or player, moment.date())
    return day, any(when > moment for when in chosen)
