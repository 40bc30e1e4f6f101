"""`pbem run`: mails are fetched, handled and sent until it is told to end.

Three threads that share nothing but Maildirs, so that a slow or dead server keeps only its own
direction waiting: the main one handles what lies in the inbox, one feeds the inbox from IMAP, one
empties the outbox by SMTP. Each may be killed at any moment; what it did not finish is found
undone by the next.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Final

from pbem.ground.errors import BadInput
from pbem.mail.incoming.imap import Looked
from pbem.mail.incoming.imap_thread import ImapThread
from pbem.mail.outgoing.smtp import SendResult
from pbem.mail.outgoing.smtp_thread import SmtpThread
from pbem.mail.waker import Waker
from pbem.service.fates import Fate, Handled
from pbem.service.rounds.digests import send_digests
from pbem.service.rounds.freshness import Freshness
from pbem.service.rounds.heartbeat import (
    BEAT_SECONDS,
    Heartbeat,
    Link,
    alone,
    end_heartbeat,
    write_heartbeat,
)
from pbem.service.rounds.log import Log, without_addresses
from pbem.service.rounds.notify import Notifier
from pbem.service.rounds.poll import handle_new, tell_of_set_aside, waiting_since
from pbem.service.rounds.timekeeper import DeadlinesDone, Timekeeper
from pbem.service.rounds.watching import tell_observers
from pbem.service.site.busy import SiteBusy
from pbem.service.site.servers import mailbox_of, smtp_sender_of
from pbem.service.site.site import Site, open_site
from pbem.service.way import Processor

EVERY_SECONDS: Final = 2.0
STOP_SECONDS: Final = 4.0
"""How long a thread may finish what it is at before its connection is cut."""

CUT_SECONDS: Final = 1.0
"""How long it may take to notice that."""

BUSY_SECONDS: Final = 10.0
"""How long other commands may keep the site before the daemon comes back later."""


def utc_now() -> datetime:
    """The time, UTC."""
    return datetime.now(UTC)


class Daemon:
    """Works on a site until it is stopped.

    :param every: how often the inbox is looked at, in seconds, besides being woken
    """

    def __init__(
        self,
        folder: Path,
        log: Log,
        *,
        now: Callable[[], datetime] = utc_now,
        every: float = EVERY_SECONDS,
        notifier: Notifier | None = None,
    ) -> None:
        self.left_behind = False
        """Whether a thread did not end in time; the process must not wait for it."""
        self._folder = folder
        self._log = log
        self._now = now
        self._every = every
        self._notifier = notifier or Notifier()
        self._waker = Waker()
        self._reload = False
        self._unfetched = True
        self._started = now()
        self._beaten: datetime | None = None
        self._threads: tuple[ImapThread | SmtpThread, ...] = ()
        self._fresh = Freshness()
        self._why: dict[str, str] = {}

    def stop(self) -> None:
        """End soon, in good order; may be called from a signal's handler."""
        self._waker.stop()

    def reload(self) -> None:
        """Read settings and games anew; may be called from a signal's handler."""
        self._reload = True
        self._waker.wake()

    def run(self) -> None:
        """Work until stopped.

        :raises SiteBusy: another daemon works on the site
        :raises BadInput: it is no site, or the settings are wrong, at the start
        """
        open_site(self._folder)  # before anything is written there
        with alone(self._folder), self._signals():
            self._open(open_site(self._folder))
            self._log("start", pid=os.getpid(), delivery=self._site.settings.mail.delivery)
            self._notifier.ready()
            self._beat()
            try:
                while not self._waker.stopped:
                    self._round()
                    self._waker.wait(self._every)
                    if self._reload and not self._waker.stopped:
                        self._read_anew()
            finally:
                self._notifier.stopping()
                self._stop_threads()
                end_heartbeat(self._folder)
                self._log("stop", left_behind=self.left_behind or None)
        self._waker.close()

    def _open(self, site: Site) -> None:
        """Work on a site as its settings are now.

        :raises BadInput: they are wrong; nothing is changed
        """
        processor = Processor(site, self._now)
        threads = self._made_threads(site)
        self._stop_threads()
        self._site, self._processor, self._threads = site, processor, threads
        self._keeper = Timekeeper(site, processor)
        self._fresh = Freshness()
        self._catch_up()
        for thread in threads:
            thread.start()

    def _catch_up(self) -> None:
        """Finish what a killed process has begun, before anything is sent."""
        try:
            with self._site.locked(wait=BUSY_SECONDS):
                self._processor.catch_up()
        except Exception as error:  # the first round tries again
            self._log.trouble("start", f"{type(error).__name__}: {error}")

    def _read_anew(self) -> None:
        self._reload = False
        self._notifier.reloading()
        try:
            self._open(open_site(self._folder))
            self._log("reload")
        except (BadInput, OSError) as error:
            self._log("reload", problem=f"{error}; the old settings stay")
        self._notifier.ready()

    def _made_threads(self, site: Site) -> tuple[ImapThread | SmtpThread, ...]:
        mailbox = mailbox_of(site, on_mail=self._waker.wake)
        sender = smtp_sender_of(site, on_result=self._sent)
        threads: list[ImapThread | SmtpThread] = []
        if mailbox:
            trouble = self._trouble("imap")
            threads.append(ImapThread(mailbox, on_look=self._looked, on_trouble=trouble))
        if sender:
            threads.append(SmtpThread(sender, on_trouble=self._trouble("smtp")))
        return tuple(threads)

    def _stop_threads(self) -> None:
        threads, self._threads = self._threads, ()
        for thread in threads:
            thread.stop()
        for thread in threads:
            thread.join(STOP_SECONDS)
        for thread in (t for t in threads if t.is_alive()):
            thread.cut()
            thread.join(CUT_SECONDS)
        for thread in threads:
            if thread.is_alive():
                self.left_behind = True
            else:
                thread.close()

    def _round(self) -> None:
        """Handle what has come in. Nothing that goes wrong here ends the daemon."""
        try:
            with self._site.locked(wait=BUSY_SECONDS):
                self._fresh.check(self._site)
                self._handle_all()
            self._log.fine("round")
        except SiteBusy:
            self._log.trouble("round", "another command keeps the site")
        except Exception as error:
            self._log.trouble("round", f"{type(error).__name__}: {error}")
        self._beat()

    def _handle_all(self) -> None:
        heard = self._heard()
        troubles = list(self._processor.catch_up())
        if self._unfetched:
            self._unfetched = False
            tell_of_set_aside(self._site, self._processor)
        worked = False
        for name, handled in handle_new(self._site, self._processor, troubles):
            if handled is not None:
                worked = True
                self._handled(name, handled)
                self._wake(SmtpThread)
            self._beat()
            if self._waker.stopped:
                break
        troubles += tell_observers(self._site, self._now())
        if not self._waker.stopped:
            self._time(self._keeper.look(heard, waiting_since(self._site, self._now())), troubles)
            troubles += send_digests(self._site, self._now())
        if not self._site.transport.needs_server:
            troubles += self._site.transport.deliver(self._site.outbox).troubles
        if worked:
            self._wake(ImapThread)
        if self._site.outbox.waiting.new():
            self._wake(SmtpThread)
        self._tell(troubles)

    def _heard(self) -> datetime | None:
        """Until when no mail can lie at a server that has not been fetched."""
        heard = [t.heard for t in self._threads if isinstance(t, ImapThread)]
        return heard[0] if heard else self._now()

    def _time(self, kept: DeadlinesDone, troubles: list[str]) -> None:
        """Log what was done about deadlines."""
        troubles += kept.troubles
        for game, done in kept.done:
            self._log("deadline", game=game, done=done)

    def _wake(self, kind: type[ImapThread | SmtpThread]) -> None:
        for thread in self._threads:
            if isinstance(thread, kind):
                thread.wake()

    def _tell(self, troubles: list[str]) -> None:
        if troubles:
            self._log.trouble("site", "; ".join(troubles))
        else:
            self._log.fine("site")

    def _handled(self, name: str, handled: Handled) -> None:
        self._log(
            "mail",
            mail=name,
            fate=handled.fate,
            game=handled.game,
            entry=handled.entry if handled.fate is Fate.PLAYED else None,
            reason=handled.reason,
        )

    def _looked(self, looked: Looked) -> None:
        self._log.fine("imap")
        if looked.fetched or looked.moved:
            self._log("imap", fetched=looked.fetched, moved=looked.moved)
        for name, reason in looked.aside:
            self._unfetched = True
            self._log("mail", mail=name, fate=Fate.UNREADABLE, reason=reason)
        if looked.troubles:
            self._log.trouble("imap folders", "; ".join(looked.troubles))
        else:
            self._log.fine("imap folders")

    def _sent(self, result: SendResult) -> None:
        self._log.fine("smtp")
        self._log(
            "delivery",
            mail=result.name,
            fate=result.fate,
            code=result.code or None,
            attempts=result.attempts or None,
            reason=result.reason,
        )

    def _trouble(self, about: str) -> Callable[[str, float], None]:
        def tell(text: str, seconds: float) -> None:
            self._why[about] = without_addresses(text)
            self._log.trouble(about, text, again_in=f"{seconds:.0f}s")

        return tell

    def _beat(self) -> None:
        now = utc_now()
        if self._beaten and 0 <= (now - self._beaten).total_seconds() < BEAT_SECONDS:
            return
        self._beaten = now
        links: dict[str, Link] = {
            thread.name: "up" if thread.connected else "down" for thread in self._threads
        }
        heartbeat = Heartbeat(
            pid=os.getpid(),
            started=self._started.replace(microsecond=0),
            beat=now.replace(microsecond=0),
            imap=links.get("imap", "off"),
            smtp=links.get("smtp", "off"),
            imap_why=self._why_down("imap", links),
            smtp_why=self._why_down("smtp", links),
        )
        write_heartbeat(self._folder, heartbeat)
        self._notifier.alive()

    def _why_down(self, name: str, links: dict[str, Link]) -> str:
        return self._why.get(name, "") if links.get(name) == "down" else ""

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """SIGTERM and SIGINT stop it, SIGHUP reads anew; only the main thread may say so."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def handle(number: int, _: FrameType | None) -> None:
            if number == signal.SIGHUP:
                self.reload()
            else:
                self.stop()

        before = {
            number: signal.signal(number, handle)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
