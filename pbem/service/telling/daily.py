"""The moderator's mail of the day: one over all tables, exactly once a day."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, count, say
from pbem.mail.identity import Purpose
from pbem.mail.maildir import MailName
from pbem.mail.outgoing.compose import MailKind, domain
from pbem.report.language.voice import Voice
from pbem.report.layout import items
from pbem.service.site.moderators import may_act, moderator_of
from pbem.service.site.site import Site
from pbem.service.site.voices import voice_for
from pbem.service.telling.letters import ModeratorLetter, Paragraph
from pbem.service.telling.tables import Table, tables_of, waiting_of

LONGEST: Final = 40
"""So many days back the last such mail is looked for."""

DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Today:
    """A day of a moderator's: when its mail goes out, and from when on it tells."""

    address: str
    day: date
    at: datetime
    since: datetime


def daily_letters(site: Site, now: datetime) -> Iterator[ModeratorLetter]:
    """What each moderator is told today and has not been told; nothing before their hour."""
    for address in moderators(site):
        today = _today(site, address, now)
        if site.outbox.was_posted(daily_id(site, address, today.day)) or now < today.at:
            continue
        tables = tables_of(site, address, today.since, now)
        running = [t for t in tables if not t.over or t.happened]
        if not running or all(t.game.file.created > today.at for t in running):
            continue  # their first day has begun after its hour
        yield _letter(site, today, running, now)


def moderators(site: Site) -> tuple[str, ...]:
    """The addresses of all who moderate a game, each once."""
    found: dict[str, str] = {}
    for ident in site.game_ids():
        try:
            game = site.game(ident)
        except BadInput:
            continue
        address = moderator_of(site, game)
        if address is not None:
            found.setdefault(address.lower(), address)
    return tuple(found.values())


def daily_id(site: Site, address: str, day: date) -> str:
    """The Message-ID by which the mail of a day is known, whatever is in it."""
    text = f"{address.lower()}|{day.isoformat()}"
    digest = hashlib.sha256(text.encode()).hexdigest()[:24]
    return f"<daily.{digest}@{domain(site.settings.address)}>"


def _today(site: Site, address: str, now: datetime) -> Today:
    habits = site.people.habits(address)
    zone = ZoneInfo(habits.zone) if habits.zone else _zone_of_games(site, address)
    day, hour = now.astimezone(zone).date(), time(habits.hour)
    at = datetime.combine(day, hour, zone)
    before = (day - n * DAY for n in range(1, LONGEST))
    last = next((d for d in before if site.outbox.was_posted(daily_id(site, address, d))), None)
    since = datetime.combine(last, hour, zone) if last else at - DAY
    utc = ZoneInfo("UTC")
    return Today(address, day, at.astimezone(utc), since.astimezone(utc))


def _zone_of_games(site: Site, address: str) -> ZoneInfo:
    """The zone of the first game that says one; UTC if none does."""
    for ident in site.game_ids():
        try:
            game = site.game(ident)
        except BadInput:
            continue
        if (moderator_of(site, game) or "").lower() != address.lower():
            continue
        if game.roster.moderator_zone:
            return ZoneInfo(game.roster.moderator_zone)
        if game.file.deadlines is not None:
            return ZoneInfo(game.file.deadlines.zone)
    return ZoneInfo("UTC")


def _letter(site: Site, today: Today, tables: list[Table], now: datetime) -> ModeratorLetter:
    game = next((t.game for t in tables if may_act(site, t.game)), tables[0].game)
    voice = voice_for(site, game, address=today.address)
    needs = [one for table in tables for one in table.needs]
    aside = tuple(_set_aside(site, today))
    late = sum(table.late for table in tables)
    subject = count(
        "{number} table; needs you: {needs}, late: {late}",
        "{number} tables; need you: {needs}, late: {late}",
        len(tables),
        needs=len({t.game.file.id for t in tables if t.needs}),
        late=late,
    )
    about = Purpose.HELP.about(hashlib.sha256(f"daily|{today.day}".encode()).hexdigest())
    parts = (
        (say("What needs you:"), [*needs, *aside]),
        (say("Who is waited for:"), [waiting_of(table, now) for table in _by_urgency(tables)]),
        (say("Since the last of these mails:"), [*_happened(tables)]),
    )
    paragraphs: list[Paragraph] = []
    for heading, lines in parts:
        if lines:
            paragraphs.append(_listed(voice, heading, lines))
    if not needs and not aside:
        paragraphs.insert(0, say("Nothing needs you today."))
    paragraphs.append(
        say("Commands may stand in an answer to this mail, below the game that they are for: "
            "{order}", order=f"GAME {game.file.id}"),
    )  # fmt: skip
    once = daily_id(site, today.address, today.day)
    return ModeratorLetter(
        game,
        MailKind.NOTICE,
        about,
        subject,
        tuple(paragraphs),
        now,
        where=today.address,
        once=once,
    )


def _listed(voice: Voice, heading: Message, lines: Iterable[Message]) -> str:
    return f"{voice(heading)}\n{items(map(voice, lines))}"


def _by_urgency(tables: Iterable[Table]) -> list[Table]:
    """Late ones first, then by when answers are due; what has no deadline last."""
    far = datetime.max
    return sorted(
        tables,
        key=lambda t: (t.over, not t.late, t.due.replace(tzinfo=None) if t.due else far),
    )


def _happened(tables: Iterable[Table]) -> Iterator[Message]:
    for table in tables:
        yield from table.happened
        for player in table.bounces:
            yield say("{game}: a mail to {player} has come back lately.",
                      game=table.game.file.id, player=player)  # fmt: skip


def _set_aside(site: Site, today: Today) -> Iterator[Message]:
    """Mails that were set aside since; for the site's moderator, since they are of no game."""
    if (site.settings.moderator or "").lower() != today.address.lower():
        return
    times = (MailName.of(path).time for path in site.maildir("shunt").new())
    fresh = sum(1 for when in times if when is not None and when >= today.since)
    if fresh:
        yield count(
            "{number} mail was set aside; pbem shunt shows it",
            "{number} mails were set aside; pbem shunt shows them",
            fresh,
        )
