"""One round of work: what is in the inbox is handled, what is in the outbox goes out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.ground.disk import make_folder, replace_file
from pbem.ground.errors import BadInput
from pbem.mail.explained import explained
from pbem.mail.limits import MAIL_BYTES, SET_ASIDE
from pbem.mail.maildir import Maildir, MailName
from pbem.service.deciding.flood import TooManyMailsError
from pbem.service.fates import Fate, Handled
from pbem.service.rounds.delays import Delays
from pbem.service.rounds.digests import send_digests
from pbem.service.rounds.heartbeat import alone
from pbem.service.rounds.log import without_addresses
from pbem.service.rounds.timekeeper import Timekeeper, Waiting
from pbem.service.rounds.watching import tell_observers
from pbem.service.site.servers import mailbox_of
from pbem.service.site.site import Site
from pbem.service.way import Now, Processor

if TYPE_CHECKING:
    from pbem.mail.incoming.imap import Mailbox
    from pbem.mail.incoming.imap_client import ImapClient

_SET_ASIDE = {Fate.UNKNOWN, Fate.UNREADABLE, Fate.STUCK}
_TOLD = {Fate.UNREADABLE, Fate.STUCK}

_WHY = "why"
_WHY_BYTES = 1000
_LOOKED_AT = 256 * 1024
UNHANDLED = timedelta(days=1)
"""So long a mail that cannot be handled keeps missed answers from being given; then a fault of
ours would stop all games."""


@dataclass(slots=True)
class Round:
    """What a round did.

    handled: the name of each mail's file and what became of it
    delivered: how many mails went out
    troubles: what could not be done and will be tried again, in sentences
    kept: game and what was done about its deadlines
    """

    handled: list[tuple[str, Handled]] = field(default_factory=list)
    delivered: int = 0
    troubles: list[str] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)


def poll(site: Site, processor: Processor, wait: float = 0.0) -> Round:
    """Handle every mail that has come in, in order of arrival, and deliver what waits.

    A mail that cannot be handled now stays; one that breaks the program is set aside. Neither
    keeps the others waiting.

    :param wait: for how many seconds to wait for another process to end its work
    :raises SiteBusy: another process works on the site
    """
    done = Round()
    with site.locked(wait):
        done.troubles += processor.catch_up()
        done.handled += [
            (name, handled)
            for name, handled in handle_new(site, processor, done.troubles)
            if handled is not None
        ]
        done.troubles += send_digests(site, processor.now())
        done.troubles += tell_observers(site, processor.now())
        deliver_all(site, done)
    return done


def poll_servers(site: Site, processor: Processor) -> Round:
    """Such a round, with what is new at the mail server before it.

    :raises SiteBusy: another process works on the site
    """
    done = Round()
    with alone(site.folder), _fetched(site, done, processor.now):
        local = poll(site, processor)
        with site.locked():
            tell_of_set_aside(site, processor)
        done.handled += local.handled
        done.troubles += local.troubles
        done.delivered = local.delivered
    return done


def poll_with_deadlines(site: Site, processor: Processor) -> Round:
    """Such a round, and then whatever is due: missed answers, reminders.

    :raises SiteBusy: another process works on the site
    """
    done, keeper = Round(), Timekeeper(site, processor)
    with alone(site.folder), _fetched(site, done, processor.now) as heard:
        local = poll(site, processor)
        with site.locked():
            tell_of_set_aside(site, processor)
            kept = keeper.look(heard, waiting_since(site, processor.now()))
            done.kept += kept.done
            done.troubles += kept.troubles
            done.delivered = local.delivered
            deliver_all(site, done)
        done.handled += local.handled
        done.troubles += local.troubles
    return done


def waiting_since(site: Site, now: datetime) -> Waiting:
    """For each game, since when a mail lies in the inbox that may be about it; None if none does.

    A mail that names the game nowhere at its beginning is about another, or about none.
    """

    def since(ident: str) -> datetime | None:
        found = []
        for path in site.maildir("inbox").new():
            with suppress(OSError):
                came = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                with path.open("rb") as file:
                    about = ident.encode() in file.read(_LOOKED_AT).lower()
                if about and came > now - UNHANDLED:
                    found.append(came)
        return min(found, default=None)

    return since


def _arrived(path: Path, now: datetime) -> datetime:
    """When a mail came in, as far as its name says so; never later than now."""
    return min(now, MailName.of(path).time or now)


def handle_new(
    site: Site, processor: Processor, troubles: list[str], known: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Handled | None]]:
    """Handle what has come in, one after the other; to be called with the site locked.

    Each mail is given back with what became of it; None if it stays where it is, and with it the
    later ones of its game.

    :param troubles: what could not be done is added to it
    :param known: of mails that were handled before: though their secrets may be void by now, they
        stay where they would be looked for
    """
    inbox, delays = site.maildir("inbox"), Delays(site)
    waiting: set[str] = set()
    for path in _as_they_come(inbox):
        handled = _handle_in_order(processor, delays, path, troubles)
        troubles += processor.untold()
        if handled is None:
            waiting.add(path.name)
        try:
            void = handled is not None and handled.fate is Fate.UNKNOWN and path.name in known
            if handled is not None and handled.fate in _SET_ASIDE and not void:
                _set_aside(site, processor, path, handled)
            elif handled is not None:
                inbox.finish(path)
        except OSError as error:  # it is met again, and known then
            troubles.append(f"{path.name}: {error}")
            handled = None
        yield path.name, handled
    try:
        delays.keep_only(waiting)
    except OSError as error:
        troubles.append(str(error))


def _as_they_come(inbox: Maildir) -> Iterator[Path]:
    """Each new mail once, also those that come in meanwhile."""
    seen: set[str] = set()
    while fresh := [path for path in inbox.new() if path.name not in seen]:
        seen |= {path.name for path in fresh}
        yield from fresh


def tell_of_set_aside(site: Site, processor: Processor) -> None:
    """Tell of mails that were set aside unfetched, each once; to be called with the site locked."""
    shunt = site.maildir("shunt")
    for path in shunt.new():
        why = shunt.folder / _WHY / path.name
        if why.exists():
            continue
        with path.open("rb") as file:
            first = file.readline(_WHY_BYTES)
        if first.startswith(SET_ASIDE):
            reason = first.removeprefix(SET_ASIDE).decode("utf-8", "replace").strip()
            processor.tell_of_set_aside(path.name, Fate.UNREADABLE, reason)
            make_folder(why.parent)
            replace_file(why, f"{Fate.UNREADABLE}: {reason}\n".encode(), sync=False)


def reason_beside(site: Site, name: str) -> str:
    """Why a mail was set aside, as it is written beside it; "" if that is not known."""
    try:
        why = site.maildir("shunt").folder / _WHY / name
        return why.read_text("utf-8", "replace").strip()
    except FileNotFoundError:
        return ""


def aside_of(site: Site, name: str) -> Path:
    """The file of a mail that was set aside.

    :raises BadInput: there is none of that name
    """
    found = next((p for p in site.maildir("shunt").all() if p.name == name), None)
    if found is None:
        raise BadInput(name, "no such mail is set aside; `pbem shunt` lists them")
    return found


def take_up_again(site: Site, name: str) -> None:
    """Let a mail wait to be handled that was set aside; to be called with the site locked.

    :raises BadInput: there is none of that name, or it was never fetched
    """
    path = aside_of(site, name)
    with path.open("rb") as file:
        if file.readline(_WHY_BYTES).startswith(SET_ASIDE):
            raise BadInput(name, "it was never fetched wholly; it lies at the mail server")
    site.maildir("shunt").move_to(path, site.maildir("inbox"), done=False)
    (site.maildir("shunt").folder / _WHY / path.name).unlink(missing_ok=True)


def deliver_all(site: Site, done: Round) -> None:
    """Deliver what waits, in whatever way the site does."""
    delivered = site.transport.deliver(site.outbox)
    done.delivered += delivered.number
    done.troubles += map(without_addresses, delivered.troubles)


@contextmanager
def _fetched(site: Site, done: Round, now: Now) -> Iterator[datetime | None]:
    """Fetch what is new before, move what is handled after.

    Yields the moment until which all is fetched; None if something may still lie at the server.
    """
    mailbox, begun, all_fetched = mailbox_of(site), now(), True
    client = None
    if mailbox:
        client, all_fetched = _look(mailbox, None, done)
    yield begun if all_fetched else None
    if mailbox and client:
        client, _ = _look(mailbox, client, done)
        if client:
            with suppress(Exception):
                client.logout()


def _look(
    mailbox: Mailbox, client: ImapClient | None, done: Round
) -> tuple[ImapClient | None, bool]:
    """Look at a mailbox; the connection, if it is of any use, and whether all was fetched.

    What goes wrong is told.
    """
    from pbem.mail.incoming.imap_client import close, connect

    try:
        client = client or connect(mailbox.account)
        looked = mailbox.look(client)
    except Exception as error:
        done.troubles.append(without_addresses(f"imap: {explained(error, mailbox.account)}"))
        if client:
            close(client)
        return None, False
    done.handled += [(name, Handled(Fate.UNREADABLE, reason=why)) for name, why in looked.aside]
    done.troubles += looked.troubles
    if looked.missing:
        done.troubles.append(f"imap: {looked.missing} mails could not be fetched now")
    return client, not looked.missing


def _set_aside(site: Site, processor: Processor, path: Path, handled: Handled) -> None:
    """Set a mail aside with the reason beside it; what should have been read, is told."""
    shunt = site.maildir("shunt")
    why = shunt.folder / _WHY
    make_folder(why)
    replace_file(why / path.name, f"{handled.fate}: {handled.reason}\n".encode(), sync=False)
    if handled.fate in _TOLD:
        processor.tell_of_set_aside(path.name, handled.fate, handled.reason)
    site.maildir("inbox").move_to(path, shunt, done=False)


def _handle_in_order(
    processor: Processor, delays: Delays, path: Path, troubles: list[str]
) -> Handled | None:
    """Handle a mail unless it must wait: for its sender's hour, or for a trouble to pass."""
    behind = False
    if delays.any_blocked:
        games = _games_of(processor, path)
        behind = delays.blocks(games)
    try:
        handled = None if behind else _handle(processor, path)
    except (OSError, BadInput) as error:
        games, trouble = _games_of(processor, path), f"{path.name}: {error}"
        if delays.note(path.name, games, processor.now()):
            troubles.append(trouble)
            return None
        return Handled(Fate.STUCK, reason=str(error))
    if behind:
        delays.note(path.name, games, processor.now())
    return handled


def _games_of(processor: Processor, path: Path) -> frozenset[str]:
    try:
        if path.stat().st_size <= MAIL_BYTES:
            return processor.games_of(path.read_bytes())
    except OSError:
        pass
    return frozenset()


def _handle(processor: Processor, path: Path) -> Handled | None:
    """Handle a mail; None if its sender must wait.

    :raises OSError, BadInput: it cannot be handled now, and nothing is wrong with it
    """
    until = processor.waiting.get(path.name)
    if until and processor.now() < until:
        return None  # it has been read once: that is enough
    processor.waiting.pop(path.name, None)
    try:
        if path.stat().st_size > MAIL_BYTES:
            return Handled(Fate.UNREADABLE, reason=f"larger than {MAIL_BYTES} bytes")
        return processor.handle(path.read_bytes(), _arrived(path, processor.now()))
    except TooManyMailsError as error:  # it waits, and nothing is wrong
        processor.waiting[path.name] = error.until
        return None
    except (OSError, BadInput):
        raise
    except Exception as error:  # a fault of ours in one mail must not stop all others
        return Handled(Fate.UNREADABLE, reason=f"{type(error).__name__}: {error}")
