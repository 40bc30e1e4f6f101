"""Fetching from a real server: every mail once, whatever happens to the server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mail_servers import MailServers, wait_for

from pbem.mail.account import ImapAccount
from pbem.mail.backoff import Backoff
from pbem.mail.incoming.imap import Looked, Mailbox
from pbem.mail.incoming.imap_client import ImapClient, connect
from pbem.mail.incoming.imap_local import LocalCopies
from pbem.mail.incoming.imap_thread import ImapThread
from pbem.mail.limits import MAIL_BYTES
from pbem.mail.maildir import Maildir

MAIL = (
    b"From: ann@example.test\r\nSubject: %d\r\nMessage-ID: <%d@x.test>\r\n\r\nCHINA: TAXATION\r\n"
)


def a_mail(number: int) -> bytes:
    return MAIL % (number, number)


@pytest.fixture
def local(tmp_path: Path) -> LocalCopies:
    return LocalCopies("0" * 8, Maildir(tmp_path / "in"), Maildir(tmp_path / "shunt"), tmp_path)


def mailbox(account: ImapAccount, local: LocalCopies) -> Mailbox:
    return Mailbox(account, local)


def look(account: ImapAccount, local: LocalCopies) -> Looked:
    client = connect(account)
    looked = Mailbox(account, local).look(client)
    client.logout()
    return looked


def put(servers: MailServers, *numbers: int, folder: str = "INBOX") -> None:
    with_account(servers, lambda c: [c.append(folder, a_mail(n)) for n in numbers])  # type: ignore[attr-defined]


def with_account(servers: MailServers, act: Callable[[ImapClient], object]) -> object:
    client = connect(servers.imap())
    try:
        return act(client)
    finally:
        client.logout()


def uids_in(servers: MailServers, folder: str) -> list[int]:
    def act(client: ImapClient) -> object:
        if not client.folder_exists(folder):
            return []
        client.select_folder(folder)
        return list(client.search(["ALL"]))

    found = with_account(servers, act)
    assert isinstance(found, list)
    return found


def contents(maildir: Maildir) -> list[bytes]:
    return [path.read_bytes() for path in maildir.all()]


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
def test_mails_are_fetched_once(servers: MailServers, local: LocalCopies, security: str) -> None:
    put(servers, 1, 2)
    account = servers.imap(security=security)
    assert look(account, local) == Looked(fetched=2)
    assert look(account, local) == Looked()
    put(servers, 3)
    assert look(account, local) == Looked(fetched=1)
    assert contents(local.inbox) == [a_mail(1), a_mail(2), a_mail(3)]


def test_people_may_read_the_mails(servers: MailServers, local: LocalCopies) -> None:
    """Flags do not count, and fetching sets none."""
    put(servers, 1, 2)

    def read_one(client: ImapClient) -> object:
        client.select_folder("INBOX")
        return client.fetch([1], ["BODY[]"])

    with_account(servers, read_one)
    assert look(servers.imap(), local).fetched == 2

    def flags(client: ImapClient) -> object:
        client.select_folder("INBOX")
        return client.fetch([1, 2], ["FLAGS"])

    found = with_account(servers, flags)
    assert isinstance(found, dict)
    assert [b"\\Seen" in found[uid][b"FLAGS"] for uid in (1, 2)] == [True, False]


def test_a_lost_state_file_doubles_nothing(servers: MailServers, local: LocalCopies) -> None:
    put(servers, 1, 2)
    account = servers.imap()
    look(account, local)
    for path in local.folder.glob("imap-*.toml"):
        path.unlink()
    local.inbox.finish(local.inbox.new()[0])
    assert look(account, local) == Looked()
    assert len(contents(local.inbox)) == 2


def test_handled_mails_are_moved(servers: MailServers, local: LocalCopies) -> None:
    put(servers, 1, 2, 3)
    account = servers.imap(done_folder="Done", aside_folder="Aside/of pbem")
    assert look(account, local) == Looked(fetched=3)
    first, second, _ = local.inbox.new()
    local.inbox.finish(first)
    local.inbox.move_to(second, local.aside, done=False)
    assert look(account, local) == Looked(moved=2)
    assert [len(uids_in(servers, name)) for name in ("INBOX", "Done", "Aside.of pbem")] == [1, 1, 1]
    assert look(account, local) == Looked()


def test_without_folders_they_stay(servers: MailServers, local: LocalCopies) -> None:
    put(servers, 1)
    look(servers.imap(), local)
    local.inbox.finish(local.inbox.new()[0])
    assert look(servers.imap(), local) == Looked()
    assert len(uids_in(servers, "INBOX")) == 1


def test_a_new_uidvalidity_means_look_again(servers: MailServers, local: LocalCopies) -> None:
    put(servers, 1, 2)
    account = servers.imap()
    look(account, local)
    local.inbox.finish(local.inbox.new()[0])
    before = {path.name for path in local.inbox.all()}
    time.sleep(1.1)  # the new number is the time in seconds
    for path in servers.mail_folder("pbem").glob("dovecot*"):
        path.unlink()
    assert look(account, local) == Looked(fetched=2)
    after = {path.name.split(":")[0] for path in local.inbox.all()} - before
    assert len(local.inbox.new()) == 3
    assert len(after) >= 2
    assert look(account, local) == Looked()


def test_a_huge_mail_is_not_fetched(servers: MailServers, local: LocalCopies) -> None:
    huge = a_mail(1) + b"x" * 76 + b"\r\n" * (MAIL_BYTES // 2)
    with_account(servers, lambda c: c.append("INBOX", huge))  # type: ignore[attr-defined]
    put(servers, 2)
    account = servers.imap(aside_folder="Aside")
    looked = look(account, local)
    assert looked.fetched == 1
    ((name, reason),) = looked.aside
    (stub,) = local.aside.new()
    assert stub.name == name
    assert "larger" in reason
    raw = stub.read_bytes()
    assert b"Message-ID: <1@x.test>" in raw
    assert len(raw) < 1000
    assert look(account, local) == Looked(moved=1)


class Watched:
    """A thread that watches the site's mailbox, and what it told."""

    def __init__(self, account: ImapAccount, local: LocalCopies) -> None:
        self.local = local
        self.troubles: list[str] = []
        self.looks = 0
        self.thread = ImapThread(
            Mailbox(account, local),
            on_look=self._looked,
            on_trouble=lambda text, _: self.troubles.append(text),
            backoff=Backoff(0.05, 0.2),
        )
        self.thread.start()

    def _looked(self, _: Looked) -> None:
        self.looks += 1

    def wait_for_mails(self, number: int, seconds: float = 60.0) -> None:
        """Wait until so many mails are here."""
        wait_for(lambda: len(self.local.inbox.new()) >= number, seconds, f"{number} mails")

    def end(self) -> None:
        self.thread.stop()
        self.thread.join(60)
        assert not self.thread.is_alive()
        self.thread.close()


@pytest.fixture
def watched(servers: MailServers, local: LocalCopies) -> Iterator[Watched]:
    watched = Watched(servers.imap(poll_seconds=300), local)
    wait_for(lambda: watched.looks > 0, 5, "the first look")
    yield watched
    watched.end()


def test_idle_wakes(servers: MailServers, watched: Watched) -> None:
    time.sleep(0.3)
    put(servers, 1)
    watched.wait_for_mails(1)
    time.sleep(2.5)  # into the long IDLE
    put(servers, 2)
    watched.wait_for_mails(2)
    assert watched.troubles == []


def test_without_idle_it_polls(servers: MailServers, local: LocalCopies) -> None:
    watched = Watched(servers.imap(idle=False, poll_seconds=0.3), local)
    try:
        wait_for(lambda: watched.looks > 0, 5, "the first look")
        put(servers, 1)
        watched.wait_for_mails(1)
    finally:
        watched.end()


def test_a_server_that_is_started_anew(servers: MailServers, watched: Watched) -> None:
    put(servers, 1)
    watched.wait_for_mails(1)
    servers.stop_dovecot()
    time.sleep(0.5)
    servers.start_dovecot()
    put(servers, 2)
    watched.wait_for_mails(2, 15)
    assert watched.troubles
    assert contents(watched.local.inbox) == [a_mail(1), a_mail(2)]


def test_a_connection_that_is_cut(servers: MailServers, watched: Watched) -> None:
    for number in (1, 2, 3):
        watched.thread.cut()
        put(servers, number)
        watched.wait_for_mails(number)
    assert len(watched.troubles) >= 2


def test_a_dead_server_at_the_start(servers: MailServers, local: LocalCopies) -> None:
    put(servers, 1)
    servers.stop_dovecot()
    watched = Watched(servers.imap(poll_seconds=3600), local)
    try:
        wait_for(lambda: bool(watched.troubles), 5, "trouble")
        servers.start_dovecot()
        watched.wait_for_mails(1)
    finally:
        watched.end()


def test_a_wrong_password_is_told_and_not_shown(servers: MailServers, local: LocalCopies) -> None:
    watched = Watched(servers.imap(password="very wrong"), local)
    try:
        wait_for(lambda: bool(watched.troubles), 5, "trouble")
    finally:
        watched.end()
    assert "very wrong" not in repr(watched.troubles)
    assert "very wrong" not in repr(servers.imap(password="very wrong"))
