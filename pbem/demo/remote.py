"""An automatic investor whose mailbox lies at a mail server: IMAP in, SMTP out.

Real servers deliver two mails of the same second in any order. A person reads the newest report;
so does this adapter: reports older than one that was read are put away as read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from pathlib import Path

from pbem.board.ids import PlayerId
from pbem.demo.investor import Ahead, AutomaticInvestor, Table
from pbem.mail.account import ImapAccount, SmtpAccount
from pbem.mail.incoming.imap import Mailbox
from pbem.mail.incoming.imap_client import ImapClient, close, connect
from pbem.mail.incoming.imap_local import LocalCopies
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.outbox import Outbox
from pbem.mail.outgoing.smtp import Batch, SmtpSender

_REPORT = re.compile(r"<report\.[^.]+\.(?P<entry>\d+)\.")


@dataclass(frozen=True, slots=True)
class RemoteTurn:
    """What an investor did in one turn.

    wrote: whether it answered a mail
    troubles: what went wrong at a server; it is tried again in the next turn
    """

    wrote: bool
    troubles: tuple[str, ...] = ()


class RemoteInvestor:
    """A player of the demo at mail servers.

    :param address: the player's own
    :param folder: for copies of the player's mails, and answers that are not yet sent
    :param look: shows the table
    """

    def __init__(
        self,
        player: PlayerId,
        address: str,
        imap: ImapAccount,
        smtp: SmtpAccount,
        folder: Path,
        look: Callable[[], Table],
        seed: int,
        ahead: Ahead | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.mailbox = Maildir(folder / "mailbox")
        self._fetched = Maildir(folder / "fetched")
        local = LocalCopies(imap.ident, self._fetched, Maildir(folder / "aside"), folder)
        self._source = Mailbox(imap, local)
        out, sent, failed = (Maildir(folder / name) for name in ("out", "sent", "failed"))
        self._outbox = Outbox(out, sent, failed)
        self._sender = SmtpSender(smtp, self._outbox, address)
        self._investor = AutomaticInvestor(player, self.mailbox, look, seed, ahead)
        self._client: ImapClient | None = None
        self._newest = -1

    def read_and_write(self) -> RemoteTurn:
        """Fetch what is new, answer what is asked, send what waits."""
        troubles = [*self._fetch()]
        self._refile()
        wrote = self._investor.read_and_write(self._outbox.waiting)
        batch = self._sender.send() if self._outbox.waiting.new() else Batch()
        if batch.trouble:
            troubles.append(batch.trouble)
        troubles += [f"{r.fate}: {r.code} {r.reason}" for r in batch.results if r.fate != "sent"]
        return RemoteTurn(wrote, tuple(troubles))

    def close(self) -> None:
        """End the connection."""
        if self._client is not None:
            close(self._client)
            self._client = None

    def _fetch(self) -> tuple[str, ...]:
        try:
            self._client = self._client or connect(self._source.account)
            return self._source.look(self._client).troubles
        except Exception as error:
            self.close()
            return (f"{type(error).__name__}: {error}",)

    def _refile(self) -> None:
        """Put what was fetched into the investor's mailbox, old reports as read."""
        found = sorted((self._order(path), path) for path in self._fetched.new())
        for (entry, _), path in found:
            content = path.read_bytes()
            self.mailbox.put(path.name, content)
            if 0 <= entry < self._newest:
                self.mailbox.finish(self.mailbox.folder / "new" / path.name)
            self._newest = max(self._newest, entry)
            self._fetched.finish(path)

    def _order(self, path: Path) -> tuple[int, str]:
        """The entry that a mail reports, -1 if it reports none; then by arrival."""
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        report = _REPORT.match(str(message["Message-ID"] or "").strip())
        return (int(report["entry"]) if report else -1, path.name)
