"""Ways of delivery behind one interface: a folder, Maildirs of the readers, an SMTP server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pbem.ground.errors import BadInput
from pbem.mail.account import Account, SmtpAccount
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.outbox import Outbox, mailbox_name, return_path_of

if TYPE_CHECKING:
    from pbem.mail.outgoing.smtp import EnvelopeSender, SendResult, SmtpSender


class Delivery(StrEnum):
    """The ways of delivery, as settings name them."""

    FOLDER = "folder"
    MAILBOXES = "mailboxes"
    SMTP = "smtp"


@dataclass(frozen=True, slots=True)
class Delivered:
    """How many mails went out, and what could not be done, in sentences; that goes on waiting."""

    number: int = 0
    troubles: tuple[str, ...] = ()


class Transport(Protocol):
    """How finished mails leave the outbox.

    sends: whether this program takes them out: only then it is known here what has gone out
    tells_when: whether it is known when a mail has reached somebody else's server
    needs_server: whether delivering may take long, or fail, since another machine is asked
    """

    sends: bool
    tells_when: bool
    needs_server: bool

    def deliver(self, outbox: Outbox) -> Delivered:
        """Deliver all that waits.

        :raises BadInput: a file of its settings is missing
        """

    def folders(self) -> Iterable[Path]:
        """Where a process that was killed while it delivered may have left half a file."""


class LeftInFolder:
    """Another program takes the mails out of the outbox."""

    sends = tells_when = needs_server = False

    def deliver(self, outbox: Outbox) -> Delivered:  # noqa: ARG002
        """Nothing is done here."""
        return Delivered()

    def folders(self) -> Iterable[Path]:
        """None."""
        return ()


class IntoMaildirs:
    """Without any server: into a Maildir for each recipient, named by the address.

    :param folder: that of the Maildirs
    """

    sends = True
    tells_when = needs_server = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def deliver(self, outbox: Outbox) -> Delivered:
        """Put each mail into its reader's Maildir."""
        return Delivered(*outbox.deliver(self._put))

    def folders(self) -> Iterable[Path]:
        """Where new mails lie in each."""
        return self.folder.glob("*/new")

    def _put(self, name: str, recipient: str, content: bytes) -> None:
        Maildir(self.folder / mailbox_name(recipient), shared=True).put(name, content)


class BySmtp:
    """To the site's mail server.

    :param account: with paths that need no folder; :param address: the site's own
    """

    sends = tells_when = needs_server = True

    def __init__(self, account: SmtpAccount, address: str) -> None:
        self.account = account
        self.address = address

    def deliver(self, outbox: Outbox) -> Delivered:
        """Send what is due."""
        from pbem.mail.outgoing.smtp import Disposition

        batch = self.sender(outbox).send()
        troubles = [
            f"{r.name}: {r.fate}, {r.code} {r.reason}"
            for r in batch.results
            if r.fate is not Disposition.SENT
        ]
        if batch.trouble:
            troubles.append(f"smtp: {batch.trouble}")
        return Delivered(batch.count(Disposition.SENT), tuple(troubles))

    def folders(self) -> Iterable[Path]:
        """None."""
        return ()

    def sender(
        self,
        outbox: Outbox,
        *,
        envelope_sender: EnvelopeSender = return_path_of,
        on_result: Callable[[SendResult], None] = lambda _: None,
    ) -> SmtpSender:
        """What sends, for a thread of its own.

        :param envelope_sender: a delivery report comes back to it, and so tells whose mail it is
            about
        :raises BadInput: a file of the settings is missing
        """
        from pbem.mail.outgoing.smtp import SmtpSender

        check_files(self.account, "mail.smtp")
        return SmtpSender(
            self.account,
            outbox,
            self.address,
            envelope_sender=envelope_sender,
            on_result=on_result,
        )


def check_files(account: Account, where: str) -> None:
    """See to it that the files of an account can be used.

    :raises BadInput: one is missing, or no certificate
    """
    try:
        if account.security != "none":
            account.tls_context()
    except OSError as error:  # ssl.SSLError is one
        raise BadInput(f"{where}.ca_file", f"cannot be used: {error.strerror or error}") from error
