"""A connection to an IMAP server, logged in (imapclient)."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Sequence
from typing import Any, Protocol

from imapclient import IMAPClient, SocketTimeout  # type: ignore[import-untyped]

from pbem.mail.account import ImapAccount, password_of, token_of

# Both would write every line of the protocol, mails and all, wherever logs go.
for _name in ("imapclient", "imapclient.imaplib"):
    logging.getLogger(_name).setLevel(logging.ERROR)


class ImapClient(Protocol):
    """What is used of `imapclient.IMAPClient`. It belongs to one thread."""

    def has_capability(self, capability: str) -> bool:
        """Whether the server can do that."""

    def namespace(self) -> Any:
        """Prefixes of folders: (personal, other, shared), each pairs of prefix and separator."""

    def select_folder(self, folder: str) -> dict[bytes, Any]:
        """Work in a folder from now on."""

    def folder_exists(self, folder: str) -> bool:
        """Whether there is such a folder."""

    def create_folder(self, folder: str) -> Any:
        """Make a folder."""

    def search(self, criteria: Sequence[str]) -> Sequence[int]:
        """UIDs."""

    def fetch(self, messages: Sequence[int], data: Sequence[str]) -> dict[int, dict[bytes, Any]]:
        """UID -> what was asked for."""

    def move(self, messages: Sequence[int], folder: str) -> Any:
        """Move mails (RFC 6851)."""

    def copy(self, messages: Sequence[int], folder: str) -> Any:
        """Copy mails."""

    def delete_messages(self, messages: Sequence[int], silent: bool = False) -> Any:
        """Mark mails as deleted."""

    def uid_expunge(self, messages: Sequence[int]) -> Any:
        """Take deleted ones away, these only (RFC 4315)."""

    def expunge(self) -> Any:
        """Take deleted ones away."""

    def idle(self) -> None:
        """Let the server say by itself what is new."""

    def idle_done(self) -> Any:
        """Go on with commands."""

    def socket(self) -> socket.socket:
        """The connection, for waiting only."""

    def logout(self) -> Any:
        """End the session."""

    def shutdown(self) -> None:
        """Close the connection."""


def connect(account: ImapAccount) -> ImapClient:
    """A connection as the settings ask for it.

    :raises Exception: of many kinds: imaplib's, ssl's, OSError, CredentialsError
    """
    context = None if account.security == "none" else account.tls_context()
    client = IMAPClient(
        account.host,
        port=account.at_port,
        ssl=account.security == "tls",
        ssl_context=context,
        timeout=SocketTimeout(connect=account.timeout_seconds, read=account.timeout_seconds),
    )
    client.normalise_times = False
    try:
        if account.security == "starttls":
            client.starttls(context)
        _login(client, account)
    except BaseException:
        close(client)
        raise
    typed: ImapClient = client
    return typed


def _login(client: Any, account: ImapAccount) -> None:
    if account.token_command:
        client.oauth2_login(account.user, token_of(account))
        return
    password = password_of(account)
    if password.isascii():
        client.login(account.user, password)
    else:  # imaplib's LOGIN is ASCII only
        client.plain_login(account.user, password)


def close(client: ImapClient) -> None:
    """Close a connection without a word, in whatever state it is."""
    with contextlib.suppress(Exception):
        client.shutdown()
