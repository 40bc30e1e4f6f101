"""What is told of a server that cannot be used: where, and what to change."""

from __future__ import annotations

import ssl

import pytest
from imapclient.exceptions import LoginError

from pbem.mail.account import ImapAccount, SmtpAccount
from pbem.mail.explained import explained

IMAP = ImapAccount(host="imap.example.test", user="u", password="p")
SMTP = SmtpAccount(host="smtp.example.test", security="starttls")


@pytest.mark.parametrize(
    ("error", "account", "where", "hint"),
    [
        (LoginError(b"[AUTHENTICATIONFAILED] no"), IMAP, "imap.example.test:993", "not accepted"),
        (ssl.SSLCertVerificationError("self-signed"), IMAP, "imap.example.test:993", "ca_file"),
        (ssl.SSLError("[SSL: WRONG_VERSION_NUMBER]"), IMAP, "imap.example.test:993", "'starttls'"),
        (ssl.SSLError("[SSL: WRONG_VERSION_NUMBER]"), SMTP, "smtp.example.test:587", "'tls'"),
        (ConnectionRefusedError(111, "no"), SMTP, "smtp.example.test:587", "nothing listens"),
        (OSError("strange"), SMTP, "smtp.example.test:587", "strange"),
    ],
)
def test_it_says_where_and_what_may_help(
    error: Exception, account: ImapAccount | SmtpAccount, where: str, hint: str
) -> None:
    told = explained(error, account)
    assert told.startswith(where)
    assert hint in told
