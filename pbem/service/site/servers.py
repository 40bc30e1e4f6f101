"""A site's mail servers, as its settings have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.mail.outgoing.transport import BySmtp, check_files
from pbem.service.site.site import Site

if TYPE_CHECKING:
    from pbem.mail.incoming.imap import Mailbox
    from pbem.mail.outgoing.smtp import SendResult, SmtpSender


def mailbox_of(site: Site, on_mail: Callable[[], None] = lambda: None) -> Mailbox | None:
    """The mailbox that mails are fetched from; None if the site has none.

    :raises BadInput: a file of its settings is missing
    """
    account = site.settings.mail.imap
    if account is None:
        return None
    from pbem.mail.incoming.imap import Mailbox
    from pbem.mail.incoming.imap_local import LocalCopies

    inbox, shunt = site.maildir("inbox"), site.maildir("shunt")
    inbox.make()
    local = LocalCopies(account.ident, inbox, shunt, inbox.folder.parent)
    checked = account.below(site.folder)
    check_files(checked, "mail.imap")
    return Mailbox(checked, local, on_mail=on_mail)


def smtp_sender_of(
    site: Site, on_result: Callable[[SendResult], None] = lambda _: None
) -> SmtpSender | None:
    """What gives mails to the site's SMTP server; None if they go another way.

    :raises BadInput: a file of its settings is missing
    """
    transport = site.transport
    if not isinstance(transport, BySmtp):
        return None
    return transport.sender(site.outbox, on_result=on_result)
