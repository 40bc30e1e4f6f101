"""An IMAP mailbox as a source of mails: new ones are copied here, handled ones moved there.

Nothing is taken from flags, which people change by reading. What is known of a mail is where its
copy lies here; so a crash between any two steps only repeats what is harmless.
"""

from __future__ import annotations

import imaplib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, Final

from pbem.mail.account import ImapAccount
from pbem.mail.incoming.imap_client import ImapClient
from pbem.mail.incoming.imap_local import FetchProgress, LocalCopies, Place
from pbem.mail.limits import HEADER_BYTES, MAIL_BYTES, SET_ASIDE

CHUNK: Final = 50
UIDS_AT_ONCE: Final = 200
_MONTHS: Final = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"  # RFC 3501, in any locale
TRIES: Final = 5
"""How often a mail is fetched before only its header is, and then nothing of it."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at a mailbox did.

    fetched: mails that are to be handled now
    aside: names of those that were set aside unread, and why
    moved: mails that were moved at the server
    missing: mails that were not to be had now, and are fetched at another look
    troubles: what could not be done, and does not keep the rest from being done
    """

    fetched: int = 0
    aside: tuple[tuple[str, str], ...] = ()
    moved: int = 0
    missing: int = 0
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Listed:
    uid: int
    size: int
    arrived: datetime | None


class Mailbox:
    """One folder of an account; it outlives connections.

    stopped: asked between mails whether to end
    :param on_mail: called after mails were stored, while others are still being fetched
    """

    def __init__(
        self,
        account: ImapAccount,
        local: LocalCopies,
        *,
        on_mail: Callable[[], None] = lambda: None,
    ) -> None:
        self.account = account
        self.local = local
        self._on_mail = on_mail
        self.stopped: Callable[[], bool] = lambda: False
        self._tries: Counter[tuple[int, int]] = Counter()

    def look(self, client: ImapClient) -> Looked:
        """Move what is handled, fetch what is new.

        :raises Exception: the connection is of no use any more; what was stored stays stored
        """
        selected = client.select_folder(self.account.folder)
        validity = int(selected.get(b"UIDVALIDITY", 0))
        progress = self.local.progress(validity)
        moving = bool(self.account.done_folder or self.account.aside_folder)
        criteria = ["ALL"] if moving else ["UID", f"{progress.last_uid + 1}:*"]
        uids = sorted(client.search(criteria))
        if not uids:
            return Looked()
        places = self.local.places(validity)
        moved, troubles = _Mover(client, self.account).move(uids, places)
        new = [uid for uid in uids if uid > progress.last_uid and uid not in places]
        fetched, aside, missing = self._fetch(client, progress, new, uids[-1])
        return Looked(fetched, tuple(aside), moved, missing, tuple(troubles))

    def of_handled(self, client: ImapClient) -> Mailbox | None:
        """The folder that handled mails are moved to, as a mailbox; None if they stay.

        :raises Exception: the connection is of no use any more
        """
        if not self.account.done_folder:
            return None
        folder = _Mover(client, self.account).made(self.account.done_folder)
        ways = {"folder": folder, "done_folder": None, "aside_folder": None}
        account = self.account.model_copy(update=ways)
        return Mailbox(account, replace(self.local, account=account.ident))

    def look_back(self, client: ImapClient, since: datetime) -> Looked:
        """Fetch all mails that have come in since then and do not lie here as fetched from there.

        :param since: its day counts wholly
        :raises Exception: the connection is of no use any more; what was stored stays stored
        """
        selected = client.select_folder(self.account.folder)
        validity = int(selected.get(b"UIDVALIDITY", 0))
        day = f"{since.day:02d}-{_MONTHS.split()[since.month - 1]}-{since.year}"
        places = self.local.places(validity)
        new = [uid for uid in sorted(client.search(["SINCE", day])) if uid not in places]
        everything = FetchProgress(account=self.account.ident, validity=validity)
        fetched, aside, missing = self._fetch(client, everything, new, max(new, default=0))
        return Looked(fetched, tuple(aside), 0, missing)

    def _fetch(
        self, client: ImapClient, progress: FetchProgress, new: Sequence[int], last: int
    ) -> tuple[int, list[tuple[str, str]], int]:
        """Store new mails; how many are to be handled, which were set aside, how many are missing.

        It is remembered how far all are stored: not beyond a mail that is not to be had now.
        """
        fetched, aside, missing = 0, [], []
        for chunk in _chunks(new, CHUNK):
            before = fetched
            for mail in _listed(client, chunk):
                found = None if self.stopped() else self._content(client, progress.validity, mail)
                name = self.local.name(progress.validity, mail.uid, mail.arrived)
                if found is None:
                    missing.append(mail.uid)
                elif isinstance(found, bytes):
                    fetched += self.local.inbox.put(name, found, sync_name=False)
                else:
                    self.local.aside.put(name, found.stub, sync_name=False)
                    aside.append((name, found.reason))
            self._remember(progress, min(missing, default=chunk[-1] + 1) - 1)
            if fetched > before:
                self._on_mail()
            if self.stopped():
                return fetched, aside, max(1, len(missing))
        if not missing:
            self._remember(progress, last)
        return fetched, aside, len(missing)

    def _remember(self, progress: FetchProgress, last_uid: int) -> None:
        if last_uid <= self.local.progress(progress.validity).last_uid:
            return
        self.local.sync()
        self.local.write(progress.model_copy(update={"last_uid": last_uid}))

    def _content(self, client: ImapClient, validity: int, mail: _Listed) -> bytes | _Aside | None:
        """A mail, or what stands for it; None if it is not to be had now."""
        key = (validity, mail.uid)
        self._tries[key] += 1  # before: a mail that breaks the connection counts as well
        tries = self._tries[key]
        too_large = mail.size > MAIL_BYTES
        found: bytes | _Aside | None
        if too_large or tries > TRIES:
            reason = f"larger than {MAIL_BYTES} bytes" if too_large else "cannot be fetched"
            found = _aside(client, mail, reason, header=tries <= 2 * TRIES)
        else:
            found = _part(client, mail.uid, "BODY.PEEK[]", b"BODY[]")
        if found is not None:
            del self._tries[key]
        return found


@dataclass(frozen=True, slots=True)
class _Aside:
    stub: bytes
    reason: str


def _aside(client: ImapClient, mail: _Listed, reason: str, *, header: bool) -> _Aside:
    """A mail's header, behind a field that says why the rest is missing."""
    wanted = f"BODY.PEEK[HEADER]<0.{HEADER_BYTES}>"
    head = _part(client, mail.uid, wanted, b"BODY[HEADER]") if header else None
    field = f"{reason} ({mail.size} bytes)\r\n".encode()
    return _Aside(SET_ASIDE + field + (head or b"\r\n"), reason)


def _part(client: ImapClient, uid: int, wanted: str, key: bytes) -> bytes | None:
    """A part of a mail; None if it is not there (any more), or the server will not give it."""
    try:
        answer = client.fetch([uid], [wanted]).get(uid, {})
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error:
        return None
    return next((v for k, v in answer.items() if k.startswith(key) and isinstance(v, bytes)), None)


def _listed(client: ImapClient, uids: Sequence[int]) -> Iterator[_Listed]:
    """Size and time of arrival of mails; those that are gone by now are left out.

    If the server cannot say it of all at once, each is asked for, so that one keeps no other.
    """
    try:
        found = client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error:
        if len(uids) == 1:
            yield _Listed(uids[0], 0, None)
        else:
            for uid in uids:
                yield from _listed(client, [uid])
        return
    for uid in uids:
        facts: dict[bytes, Any] = found.get(uid, {})
        size = facts.get(b"RFC822.SIZE")
        if isinstance(size, int):
            yield _Listed(uid, size, facts.get(b"INTERNALDATE"))


class _Mover:
    """Moves mails to the folders for what is handled, and for what is set aside."""

    def __init__(self, client: ImapClient, account: ImapAccount) -> None:
        self._client = client
        self._targets = {Place.DONE: account.done_folder, Place.ASIDE: account.aside_folder}

    def move(self, uids: Sequence[int], places: dict[int, Place]) -> tuple[int, list[str]]:
        """Move what is not waiting; how many, and what went wrong.

        :raises imaplib.IMAP4.abort, OSError: the connection is of no use any more
        """
        moved, troubles = 0, []
        for place, folder in self._targets.items():
            chosen = [uid for uid in uids if places.get(uid) is place] if folder else []
            try:
                for chunk in _chunks(chosen, UIDS_AT_ONCE):
                    self._move(chunk, self.made(folder))
                    moved += len(chunk)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                troubles.append(f"mails cannot be moved to {folder}: {error}")
        return moved, troubles

    def _move(self, uids: Sequence[int], folder: str) -> None:
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
            return
        self._client.copy(uids, folder)
        self._client.delete_messages(uids, silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)
        else:
            self._client.expunge()

    def made(self, folder: str) -> str:
        """The folder's full name at the server; it is there now."""
        prefix, separator = self._namespace()
        name = folder.replace("/", separator)
        if not name.startswith(prefix):
            name = prefix + name
        if not self._client.folder_exists(name):
            self._client.create_folder(name)
        return name

    def _namespace(self) -> tuple[str, str]:
        """What the server wants before and between the names of one's own folders."""
        found = self._client.has_capability("NAMESPACE") and self._client.namespace()[0]
        return (str(found[0][0]), str(found[0][1] or "/")) if found else ("", "/")


def _chunks(items: Sequence[int], size: int) -> Iterator[list[int]]:
    left = iter(items)
    while chunk := list(islice(left, size)):
        yield chunk
