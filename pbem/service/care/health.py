"""How a site is, and what of it needs its administrator: for `pbem status` and for monitors."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from pbem.ground.errors import BadInput
from pbem.mail.maildir import MailName
from pbem.mail.outgoing.smtp_words import is_refused_by_policy
from pbem.report.language.catalogue import catalogue
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.service.rounds.delays import delayed
from pbem.service.rounds.heartbeat import Heartbeat, Life, life, read_heartbeat
from pbem.service.rounds.poll import reason_beside
from pbem.service.site import bounced
from pbem.service.site.clockwatch import doubt, last_look
from pbem.service.site.site import Site
from pbem.store.ends import end_faults
from pbem.store.game import StoredGame
from pbem.store.journal import What

LATE_SECONDS: Final = 3600.0
"""So long a mail may wait before somebody should look why."""


@dataclass(frozen=True, slots=True)
class Health:
    """How a site is.

    needs: what needs somebody, in sentences; none if all is well
    broken: games that cannot be opened, and why
    paused: games without deadlines for now, and why
    """

    needs: tuple[str, ...]
    broken: dict[str, str]
    paused: dict[str, str]
    life: Life
    heartbeat: Heartbeat | None


def health(site: Site, now: datetime) -> Health:
    """Look at everything that can be looked at without changing it."""
    broken: dict[str, str] = {}
    paused: dict[str, str] = {}
    needs: list[str] = []
    for ident in site.game_ids():
        try:
            game = site.game(ident)
            _ = game.state
        except BadInput as error:
            broken[ident] = str(error)
            needs.append(f"game {ident} is broken: {error}")
            continue
        if ledger.is_paused(game) and not game.state.over:
            paused[ident] = _why_paused(game)
        needs += _needs_of(game, now)
    beat = read_heartbeat(site.folder)
    alive = life(site.folder, now)
    needs += _needs_of_daemon(alive, beat)
    doubted = doubt(site, now)
    if doubted:
        needs.append(f"the clock may be wrong: {doubted}; see `pbem deadlines --accept-clock`")
    elif alive != "alive":
        needs += _needs_of_a_look(site, now)
    needs += _needs_of_mails(site)
    needs += _needs_of_languages(site)
    needs += _needs_of_people(site)
    return Health(tuple(needs), broken, paused, alive, beat)


def _why_paused(game: StoredGame) -> str:
    last = next(
        e.clock for e, _ in reversed(game.entries) if e.clock and e.clock.what is What.PAUSED
    )
    return last.reason or ""


def _needs_of(game: StoredGame, now: datetime) -> Iterator[str]:
    ident, told = game.file.id, game.dispatched
    if told < game.last:
        since = game.entries[max(told, 0)][0].time if game.last else game.file.created
        if (now - since).total_seconds() > LATE_SECONDS:
            yield f"game {ident}: people could not be told of entry {told + 1} yet"
    for number, reason in end_faults(game.folder, game.last):
        yield (
            f"game {ident}: entry {number} {reason}; if a backup was put back: pbem recover {ident}"
        )
    if ledger.is_paused(game) and not game.state.over:
        yield f"game {ident} is paused: {_why_paused(game)} To go on: pbem resume {ident}"
    for player in bounced.marked(game):
        yield f"game {ident}: mails to {player} come back"


def _needs_of_daemon(alive: Life, beat: Heartbeat | None) -> Iterator[str]:
    if alive == "hangs":
        yield "the daemon hangs: it has not been heard of for a minute"
    elif alive == "not running" and beat is not None:
        yield "the daemon has ended without being told to"
    elif beat is not None:
        for name, link, why in (
            ("imap", beat.imap, beat.imap_why),
            ("smtp", beat.smtp, beat.smtp_why),
        ):
            if link == "down" and why:
                yield f"{name} is down: {why}"


def _needs_of_a_look(site: Site, now: datetime) -> Iterator[str]:
    """Whether nobody looks at the mails that come in, or at deadlines that pass."""
    seen, late = last_look(site), now - site.settings.away_after.length
    overdue = [ident for ident, due in _deadlines(site) if due < late]
    if overdue and (seen is None or seen < late):
        when = f"since {seen:%Y-%m-%d %H:%M} UTC" if seen else "yet"
        yield (
            f"nobody has looked at deadlines {when}, and some have passed: {', '.join(overdue)}; "
            "does cron call `pbem deadlines`, or does `pbem run` live?"
        )
    if seen is None or (now - seen).total_seconds() > LATE_SECONDS:  # else they wait for a reason
        known = delayed(site)
        mails = (path for path in site.maildir("inbox").new() if path.name not in known)
        if old := sum(1 for path in mails if _is_old(path)):
            yield (
                f"mails wait to be handled for more than an hour: {old}; does cron call `pbem "
                "deadlines` (or `poll`), or does `pbem run` live?"
            )


def _deadlines(site: Site) -> Iterator[tuple[str, datetime]]:
    """When answers are due in the games that can be opened."""
    for ident in site.game_ids():
        with suppress(BadInput):
            game = site.game(ident)
            due = None if game.state.over else ledger.due_after(game, game.last)
            if due is not None and not ledger.is_paused(game):
                yield ident, due


def _needs_of_mails(site: Site) -> Iterator[str]:
    for name, since in sorted(delayed(site).items()):
        yield f"mail {name} cannot be handled since {since:%Y-%m-%d %H:%M} UTC"
    if site.transport.sends:
        old = sum(1 for path in site.maildir("outbox").new() if _is_old(path))
        if old:
            yield f"mails wait to be sent for more than an hour: {old}"
    failed = site.maildir("failed")
    names = (MailName.of(path).bare for path in failed.all())
    refused = sum(1 for name in names if is_refused_by_policy(failed, name))
    if refused:
        yield (
            f"mails that the mail server does not let this site send: {refused}; when that is "
            "mended: pbem resend"
        )
    for path in site.maildir("shunt").new():
        with suppress(OSError):
            if reason_beside(site, path.name).startswith(Fate.STUCK):
                yield f"mail {path.name} was set aside; once all is well: pbem take-up {path.name}"


def _needs_of_people(site: Site) -> Iterator[str]:
    """What is wrong with the files about people and about open games."""
    if (fault := site.people.fault) is not None:
        yield f"nobody's settings count, and none can be changed: {fault}"
    for wrong in site.lobbies.faults():
        yield f"an open game cannot be joined: {wrong}"


def _needs_of_languages(site: Site) -> Iterator[str]:
    """What players read in English since their language's catalogue is missing or wrong."""
    wanted: set[str] = set()
    for ident in site.game_ids():
        with suppress(BadInput):
            wanted |= {seat.language for seat in site.game(ident).roster.seats.values()}
    wanted |= {one.language for one in site.people.all() if one.language}
    for code in sorted(wanted):
        for fault in catalogue(code, site.templates_folder).faults:
            yield f"language {code}: {fault}; English stands in for it"


def _is_old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > LATE_SECONDS
    except FileNotFoundError:  # it has gone out meanwhile
        return False
