"""The outbox: finished mails on disk until they are delivered, and a copy of each afterwards.

Mails go `out/new` -> (delivered) -> `sent/cur`, or `failed/new` if no server will ever take them.
A crash in between delivers a mail again as the same mail, under the same id and the same name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from itertools import takewhile
from pathlib import Path

from pbem.ground.lock import exclusive
from pbem.mail.idlog import IdLog
from pbem.mail.maildir import Maildir, MailName, ident_in
from pbem.mail.outgoing.compose import Outgoing, compose

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
SENDING = ".sending"
"""The lock of whoever takes mails out of `out/new`."""

Deliver = Callable[[str, str, bytes], None]
"""Delivers a mail: file name, recipient's address, bytes. Raises OSError if it cannot."""


@dataclass(slots=True)
class Outbox:
    """Where mails wait, and where they lie when they have gone out, or never will.

    log: where all mails are noted that were ever posted, so that none is posted again when
        another program has taken it away
    withdrawn: where all are noted that were taken back before they went out
    _idents: what tells the posted mails apart; read when first needed
    """

    waiting: Maildir
    sent: Maildir
    failed: Maildir | None = None
    log: Path | None = None
    withdrawn: Path | None = None
    _idents: set[str] | None = None

    def post(self, mail: Outgoing) -> bool:
        """Store a mail for delivery; False if it was stored before, delivered or not.

        It is safe from a power cut after the next `sync`.

        :raises OSError: nothing is changed
        """
        name = file_name(mail)
        # the same answer may be made again at another time, so names alone do not tell
        if ident_in(name) in self._all_idents():
            return False
        posted = not self._holds(name) and self.waiting.put(name, compose(mail), sync_name=False)
        self._note(ident_in(name))
        return posted

    def was_posted(self, message_id: str) -> bool:
        """Whether a mail of that Message-ID was ever posted."""
        return ident_of_file(message_id) in self._all_idents()

    def posted_at(self, message_ids: Iterable[str]) -> datetime | None:
        """When the newest of these mails was written that is still here; None if none is."""
        wanted = {ident_of_file(message_id) for message_id in message_ids}
        times = [
            MailName.of(path).time
            for box in self._boxes
            for path in box.all()
            if ident_in(path.name) in wanted
        ]
        return max((time for time in times if time is not None), default=None)

    def sent_at(self, message_id: str) -> datetime | None:
        """When a mail went out, as far as the file system tells; None if it is not among those."""
        digits = ident_of_file(message_id)
        for path in self.sent.all():
            if ident_in(path.name) == digits:
                return datetime.fromtimestamp(path.stat().st_ctime, UTC)  # it was moved then
        return None

    def failed_name(self, message_id: str) -> str | None:
        """The file of a mail that the server would not take; None if it is none of these."""
        digits = ident_of_file(message_id)
        mails = self.failed.all() if self.failed else ()
        found = (MailName.of(path) for path in mails if ident_in(path.name) == digits)
        return next((name.bare for name in found), None)

    def newest_first(self) -> Iterator[Path]:
        """The files of all mails that are still here, delivered or not."""
        paths = {path.name: path for box in self._boxes for path in box.all()}
        times = {name: MailName.of(path).time or _LONG_AGO for name, path in paths.items()}
        yield from (paths[name] for name in sorted(paths, key=lambda n: (times[n], n))[::-1])

    def idents_waiting(self) -> frozenset[str]:
        """Of all mails that have not gone out, what tells their files apart."""
        return frozenset(self._waiting())

    def idents_lost(self) -> frozenset[str]:
        """Of all mails that never reached anybody: taken back, or refused by the server."""
        failed = {ident_in(path.name) for path in self.failed.all()} if self.failed else set()
        return frozenset(failed | self._all_withdrawn())

    def is_waiting(self, message_id: str) -> bool:
        """Whether a mail of that Message-ID has not gone out yet."""
        return ident_of_file(message_id) in self._waiting()

    def _waiting(self) -> dict[str, Path]:
        """The mails that wait, by what tells them apart."""
        return {ident_in(path.name): path for path in self.waiting.new()}

    def _note(self, ident: str) -> None:
        if self.log:
            IdLog(self.log).add([ident])
        self._all_idents().add(ident)

    def _all_idents(self) -> set[str]:
        if self._idents is None:
            boxes = self._boxes
            idents = {ident_in(path.name) for box in boxes for path in box.all()}
            if self.log:
                log = IdLog(self.log)
                noted = log.read()
                # a process that was killed has stored these, and not yet noted them
                log.add(sorted(ident for ident in idents - noted if ident.isascii()))
                idents |= noted
            self._idents = idents
        return self._idents

    def _holds(self, name: str) -> bool:
        """Whether it is here now, put in by whatever process."""
        return any(box.holds(name) for box in self._boxes)

    @property
    def _boxes(self) -> tuple[Maildir, ...]:
        """In the order of a mail's way: one that is moved meanwhile is not overlooked."""
        failed = () if self.failed is None else (self.failed,)
        return (self.waiting, self.sent, *failed)

    def withdraw(self, message_ids: Iterable[str]) -> int:
        """Take back mails that still wait; how many. None while mails are being sent.

        :raises OSError: they go on waiting, or some of them
        """
        wanted = {ident_of_file(message_id) for message_id in message_ids}
        if not wanted or not wanted & self._waiting().keys():
            return 0
        with exclusive(self.waiting.folder / SENDING) as mine:
            waiting = self._waiting() if mine else {}
            found = [path for ident, path in waiting.items() if ident in wanted]
            self._take_back(found)
        return len(found)

    def withdraw_row(self, message_ids: Sequence[str]) -> int:
        """Take back the first mails of a row, up to one that has gone out: that says the rest.

        None is while mails are being sent. Whoever is killed here does it again, and what was
        taken back counts then too: so it can be told in another mail that is made afterwards.

        :returns: how many of them have been taken back, now or before
        :raises OSError: they go on waiting, or some of them
        """
        row = [ident_of_file(message_id) for message_id in message_ids]
        if not row:
            return 0
        self.waiting.make()
        with exclusive(self.waiting.folder / SENDING) as mine:
            waiting = self._waiting() if mine else {}
            gone = self._all_withdrawn()
            taken = list(takewhile(lambda ident: ident in waiting or ident in gone, row))
            self._take_back([waiting[ident] for ident in taken if ident in waiting])
        return len(taken)

    def _take_back(self, mails: Sequence[Path]) -> None:
        if not mails:
            return
        if self.withdrawn:
            log = IdLog(self.withdrawn)
            log.add(ident_in(path.name) for path in mails)
            log.sync()
        for path in mails:
            path.unlink(missing_ok=True)

    def was_withdrawn(self, message_id: str) -> bool:
        """Whether a mail was taken back."""
        return ident_of_file(message_id) in self._all_withdrawn()

    def _all_withdrawn(self) -> set[str]:
        return IdLog(self.withdrawn).read() if self.withdrawn else set()

    def send_again(self) -> int:
        """Let all mails wait for delivery once more that the server would not take; how many."""
        if self.failed is None:
            return 0
        mails = tuple(self.failed.all())
        for path in mails:
            self.failed.move_to(path, self.waiting, done=False)
        return len(mails)

    def sync(self) -> None:
        """Make all that was posted safe on disk."""
        self.waiting.make()
        self.waiting.sync()
        if self.log:
            IdLog(self.log).sync()

    def deliver(self, deliver: Deliver) -> tuple[int, tuple[str, ...]]:
        """Deliver all that waits; how many went out, and what failed (it goes on waiting)."""
        done, failed = 0, []
        for path in self.waiting.new():
            try:
                content = path.read_bytes()
                deliver(path.name, recipient_of(content), content)
                self.waiting.move_to(path, self.sent, done=True)
                done += 1
            except OSError as error:
                failed.append(f"{path.name}: {error}")
        return done, tuple(failed)


def file_name(mail: Outgoing) -> str:
    """The name of a mail's file: in order of time, and one for each that is to be posted once."""
    return f"{int(mail.time.timestamp())}.{ident_of_file(mail.once or mail.message_id)}.pbem"


def ident_of_file(message_id: str) -> str:
    """What tells the file of a mail from others, by its Message-ID."""
    return hashlib.sha256(message_id.encode()).hexdigest()[:24]


def mailbox_name(address: str) -> str:
    """The name of an address's Maildir below the folder of mailboxes."""
    return address.lower().replace("/", "_")


def recipient_of(content: bytes) -> str:
    """The bare address that a finished mail goes to.

    :raises Exception: it is none of ours: its header cannot be read
    """
    message = message_from_bytes(content, policy=policy.default)
    return _whole(message["To"].addresses[0].addr_spec)


def return_path_of(content: bytes) -> str:
    """The address to which a delivery report about a finished mail is to go: it holds our secret.

    :raises Exception: it is none of ours: its header cannot be read
    """
    message = message_from_bytes(content, policy=policy.default)
    return _whole(message["Reply-To"].addresses[0].addr_spec)


def _whole(address: str) -> str:
    """The address with its letters whole that are not ASCII (RFC 6532)."""
    return address.encode("utf-8", "surrogateescape").decode("utf-8")
