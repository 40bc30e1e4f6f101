"""A site's mail servers, as its settings have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.ground.errors import BadInput
from pbem.mail.account import Account
from pbem.service.site.site import Site

if TYPE_CHECKING:
    from pbem.mail.imap import Mailbox
    from pbem.mail.smtp import EnvelopeSender, Result, SmtpSender


def mailbox_of(site: Site, on_mail: Callable[[], None] = lambda: None) -> Mailbox | None:
    """The mailbox that mails are fetched from; None if the site has none.

    :raises BadInput: a file of its settings is missing
    """
    account = site.settings.mail.imap
    if account is None:
        return None
    from pbem.mail.imap import Mailbox
    from pbem.mail.imap_local import LocalCopies

    inbox, shunt = site.maildir("inbox"), site.maildir("shunt")
    inbox.make()
    local = LocalCopies(account.ident, inbox, shunt, inbox.folder.parent)
    checked = account.below(site.folder)
    _check(checked, "mail.imap")
    return Mailbox(checked, local, on_mail=on_mail)


def smtp_sender_of(
    site: Site,
    *,
    envelope_sender: EnvelopeSender | None = None,
    on_result: Callable[[Result], None] = lambda _: None,
) -> SmtpSender | None:
    """What gives mails to the site's SMTP server; None if they go another way.

    :raises BadInput: a file of its settings is missing
    """
    mail = site.settings.mail
    if mail.delivery != "smtp" or mail.smtp is None:
        return None
    from pbem.mail.outbox import return_path_of
    from pbem.mail.smtp import SmtpSender

    account = mail.smtp.below(site.folder)
    _check(account, "mail.smtp")
    return SmtpSender(
        account,
        site.outbox,
        site.settings.address,
        # a delivery report comes back to it, and so tells whose mail it is about
        envelope_sender=envelope_sender or return_path_of,
        on_result=on_result,
    )


def _check(account: Account, where: str) -> None:
    try:
        if account.security != "none":
            account.tls_context()
    except OSError as error:  # ssl.SSLError is one
        raise BadInput(f"{where}.ca_file", f"cannot be used: {error.strerror or error}") from error
