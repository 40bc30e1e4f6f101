"""After a backup was put back: what has come in since is looked through again, everybody is told.

Mails that were handled lie in the mailbox's folder for them, or in `mail/in/cur`. A mail whose
entry the journal has is known by it; one whose entry is lost is played again, in its order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from pbem.mail.explained import explained
from pbem.mail.maildir import MailName
from pbem.service.deadlines import ledger
from pbem.service.entering.enter import enter_note
from pbem.service.rounds.delays import delayed
from pbem.service.rounds.heartbeat import alone
from pbem.service.rounds.log import without_addresses
from pbem.service.rounds.poll import Round, deliver_all, handle_new
from pbem.service.site.clockwatch import accept_clock, note_look
from pbem.service.site.servers import mailbox_of
from pbem.service.site.site import Site
from pbem.service.way import Processor
from pbem.store.ends import write_dispatched
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, What

MARGIN: Final = timedelta(days=2)
"""So long before the last entry that is left a mail may have come in whose entry is lost."""

HANDLING: Final = timedelta(minutes=10)
"""So long a mail may have waited to be handled: it may have come in before the last entry."""

_NO_LIMIT: Final = 10**6


@dataclass(slots=True)
class Recovered:
    """What was done.

    round: the mails that were handled, and what went wrong
    told: the games whose players were told and asked again, each with its last entry
    """

    round: Round = field(default_factory=Round)
    told: list[tuple[str, int]] = field(default_factory=list)


def recover(site: Site, processor: Processor, games: Sequence[str] = ()) -> Recovered:
    """Look through the mails again, play what is lost, ask all open questions again.

    As long as mails cannot be fetched, or handled, nobody is told anything: to be called again.

    :param games: which games were put back; all if none is given
    :raises BadInput: there is no such game, or one is broken; nobody is told anything
    :raises SiteBusy: the daemon, or another command, is at work
    """
    done = Recovered()
    with alone(site.folder):
        chosen = [site.game(ident) for ident in games or site.game_ids()]
        going = [game for game in chosen if not game.state.over]
        since = min((_last_time(game) for game in going), default=processor.now()) - MARGIN
        _fetch(site, since, done.round)
        if done.round.troubles:
            return done
        # what waits, waits; nobody has written too much who has written it before
        usual = site.settings
        site.settings = usual.model_copy(update={"answers_per_hour": _NO_LIMIT})
        again = Processor(site, processor.now)
        again.lost_since = {game.file.id: _last_time(game) - HANDLING for game in chosen}
        with site.locked():
            for game in chosen:
                if game.dispatched > game.last:
                    write_dispatched(game.folder, game.last)
            accept_clock(site, processor.now())
            known = _take_up_again(site, since)
            done.round.troubles += again.catch_up()
            done.round.handled += [
                (name, handled)
                for name, handled in handle_new(site, again, done.round.troubles, known)
                if handled is not None
            ]
            site.settings = usual
            waiting = _games_waiting(site, again)
            for game in chosen:
                stored = site.game(game.file.id)
                if stored.file.id in waiting:
                    reason = (
                        "mails of it cannot be handled yet, so nobody is told: to be called again"
                    )
                    done.round.troubles.append(f"{stored.file.id}: {reason}")
                elif not stored.state.over:
                    done.told.append((stored.file.id, _ask_again(again, stored)))
            done.round.troubles += again.untold()
            note_look(site, processor.now(), processor.now())
        deliver_all(site, done.round)
    return done


def _last_time(game: StoredGame) -> datetime:
    return game.entries[-1][0].time if game.entries else game.file.created


def _fetch(site: Site, since: datetime, done: Round) -> None:
    """Fetch what is new at the mail server, and once more what was handled since then."""
    mailbox = mailbox_of(site)
    if mailbox is None:
        return
    from pbem.mail.incoming.imap_client import close, connect

    client = None
    try:
        client = connect(mailbox.account)
        looks = [mailbox.look(client)]
        handled = mailbox.of_handled(client)
        if handled:
            looks.append(handled.look_back(client, since))
        missing = sum(looked.missing for looked in looks)
        if missing:
            done.troubles.append(f"imap: {missing} mails could not be fetched now")
    except Exception as error:
        done.troubles.append(without_addresses(f"imap: {explained(error, mailbox.account)}"))
    finally:
        if client:
            close(client)


def _take_up_again(site: Site, since: datetime) -> frozenset[str]:
    """Let mails that lie here as handled since then wait once more; their names."""
    inbox, known = site.maildir("inbox"), set()
    for path in inbox.done():
        name = MailName.of(path)
        arrived = name.time or datetime.fromtimestamp(path.stat().st_mtime, UTC)
        if arrived >= since:
            inbox.reopen(path)
            known.add(name.bare)
    return frozenset(known)


def _games_waiting(site: Site, processor: Processor) -> frozenset[str]:
    """The games of which mails wait for a trouble to pass."""
    names = delayed(site)
    paths = [path for path in site.maildir("inbox").new() if path.name in names]
    return frozenset().union(*(processor.games_of(path.read_bytes()) for path in paths))


def _ask_again(processor: Processor, game: StoredGame) -> int:
    """Tell everybody, unless that is the last thing they were told."""
    last = game.entries[-1][0] if game.entries else None
    if last and last.clock and last.clock.what is What.RECOVERED:
        return last.number
    now, question, terms = processor.now(), ledger.open_question(game), game.file.deadlines
    due = None
    if question and terms and not ledger.is_paused(game):
        due = terms.due(question.kind, now, ledger.closed_for(game, question.player, now))
    told = enter_note(game, Clocked(what=What.RECOVERED), now, due)
    processor.dispatch.tell(told)
    return told.number
