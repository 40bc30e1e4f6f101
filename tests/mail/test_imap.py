"""A mailbox at a server that is made up: what happens between any two of its answers."""

from __future__ import annotations

import imaplib
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.account import ImapAccount
from pbem.mail.backoff import Backoff
from pbem.mail.incoming.imap import CHUNK, TRIES, Looked, Mailbox
from pbem.mail.incoming.imap_local import LocalCopies
from pbem.mail.incoming.imap_thread import ImapThread
from pbem.mail.limits import MAIL_BYTES
from pbem.mail.maildir import Maildir

ACCOUNT = ImapAccount(
    host="imap.example.test",
    user="pbem",
    password="secret",
    done_folder="Done/x",
    aside_folder="No",
)
ARRIVED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@dataclass
class FakeServer:
    """What lies at the server, and how it misbehaves.

    breaking: uid -> how often fetching it raises, and what
    """

    mails: dict[int, bytes] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    validity: int = 7
    abilities: set[str] = field(default_factory=lambda: {"MOVE", "UIDPLUS", "IDLE"})
    prefix: tuple[str, str] = ("", "/")
    folders: dict[str, list[bytes]] = field(default_factory=dict)
    breaking: dict[int, list[Exception]] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    connections: int = 0
    refusing_moves: bool = False
    spoilt: set[int] = field(default_factory=set)

    def put(self, *uids: int) -> None:
        for uid in uids:
            self.mails[uid] = b"Subject: %d\r\n\r\nhello\r\n" % uid


class FakeClient:
    """What `imapclient` would be, connected to it."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        server.connections += 1
        self.here, self.there = socket.socketpair()
        self.deleted: set[int] = set()
        self.idling = False
        self.dead = False

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_") and name in FakeClient.__dict__:
            server = object.__getattribute__(self, "server")
            server.commands.append(name)
            if name != "shutdown" and object.__getattribute__(self, "dead"):
                raise imaplib.IMAP4.abort("socket error: EOF")
        return object.__getattribute__(self, name)

    def has_capability(self, capability: str) -> bool:
        return capability in self.server.abilities

    def namespace(self) -> Any:
        return ((self.server.prefix,), None, None)

    def select_folder(self, _folder: str) -> dict[bytes, Any]:
        return {b"UIDVALIDITY": self.server.validity}

    def folder_exists(self, folder: str) -> bool:
        return folder in self.server.folders

    def create_folder(self, folder: str) -> Any:
        self.server.folders[folder] = []

    def search(self, criteria: Sequence[str]) -> Sequence[int]:
        first = int(criteria[1].split(":")[0]) if criteria[0] == "UID" else 1
        found = [uid for uid in self.server.mails if uid >= first]
        return found or list(self.server.mails)[-1:]  # as `n:*` does

    def fetch(self, messages: Sequence[int], data: Sequence[str]) -> dict[int, dict[bytes, Any]]:
        found: dict[int, dict[bytes, Any]] = {}
        for uid in messages:
            raw = self.server.mails.get(uid)
            if raw is None:
                continue
            if uid in self.server.spoilt:
                raise imaplib.IMAP4.error("NO [SERVERBUG]")
            if "RFC822.SIZE" in data:
                size = self.server.sizes.get(uid, len(raw))
                found[uid] = {b"RFC822.SIZE": size, b"INTERNALDATE": ARRIVED}
                continue
            if self.server.breaking.get(uid):
                raise self.server.breaking[uid].pop(0)
            assert "PEEK" in data[0]
            head = raw.split(b"\r\n\r\n")[0] + b"\r\n\r\n"
            found[uid] = {b"BODY[HEADER]<0>": head} if "HEADER" in data[0] else {b"BODY[]": raw}
        return found

    def move(self, messages: Sequence[int], folder: str) -> Any:
        if self.server.refusing_moves:
            raise imaplib.IMAP4.error("over quota")
        self.copy(messages, folder)
        for uid in messages:
            del self.server.mails[uid]

    def copy(self, messages: Sequence[int], folder: str) -> Any:
        self.server.folders[folder] += [self.server.mails[uid] for uid in messages]

    def delete_messages(self, messages: Sequence[int], **_: bool) -> Any:
        self.deleted |= set(messages)

    def uid_expunge(self, messages: Sequence[int]) -> Any:
        for uid in self.deleted & set(messages):
            del self.server.mails[uid]

    def expunge(self) -> Any:
        self.uid_expunge(list(self.deleted))

    def idle(self) -> None:
        self.idling = True

    def idle_done(self) -> Any:
        self.here.setblocking(False)
        self.idling = False
        if self.here.recv(100) == b"":
            raise imaplib.IMAP4.abort("socket error: EOF")

    def socket(self) -> socket.socket:
        return self.here

    def logout(self) -> Any:
        return None

    def shutdown(self) -> None:
        self.here.close()
        self.there.close()


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.fixture
def local(tmp_path: Path) -> LocalCopies:
    return LocalCopies(ACCOUNT.ident, Maildir(tmp_path / "in"), Maildir(tmp_path / "no"), tmp_path)


@pytest.fixture
def look(server: FakeServer, local: LocalCopies) -> Iterator[Callable[..., Looked]]:
    client = FakeClient(server)
    mailbox = Mailbox(ACCOUNT, local)

    def act(account: ImapAccount = ACCOUNT, fresh: bool = False) -> Looked:
        return (Mailbox(account, local) if fresh else mailbox).look(client)

    yield act
    client.shutdown()


Look = Callable[..., Looked]


def names(maildir: Maildir) -> list[str]:
    return sorted(path.name for path in maildir.all())


def test_names_are_those_of_the_server(server: FakeServer, local: LocalCopies, look: Look) -> None:
    server.put(3, 20, 100)
    assert look() == Looked(fetched=3)
    stamp, ident = int(ARRIVED.timestamp()), ACCOUNT.ident
    assert [path.name for path in local.inbox.new()] == [
        f"{stamp}.imap-7-{uid:010d}-{ident}" for uid in (3, 20, 100)
    ]


def test_a_crash_before_it_is_remembered_doubles_nothing(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1, 2)
    look()
    local._file.unlink()
    assert look(fresh=True) == Looked()
    assert len(names(local.inbox)) == 2
    assert local.progress(7).last_uid == 2


def test_a_spoilt_state_file_is_no_state_file(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1)
    look()
    local._file.write_bytes(b"\xff\x00 = [")
    assert look(fresh=True) == Looked()
    assert local.progress(7).last_uid == 1


def test_what_was_deleted_here_is_not_fetched_again(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    """Whoever keeps mails at the server for ever may tidy up here."""
    server.put(1)
    look()
    local.inbox.new()[0].unlink()
    assert look() == Looked()
    assert look(ImapAccount(host="x", user="u", password="p"), fresh=True) == Looked()


def test_it_is_remembered_only_after_it_is_stored(
    server: FakeServer, local: LocalCopies, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.put(1, 2)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        look()
    monkeypatch.undo()
    assert local.progress(7).last_uid == 0
    assert look() == Looked(fetched=2)


def test_progress_is_kept_between_chunks(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(*range(1, CHUNK + 11))
    server.breaking[CHUNK + 5] = [imaplib.IMAP4.abort("gone")]
    with pytest.raises(imaplib.IMAP4.abort):
        look()
    assert local.progress(7).last_uid == CHUNK
    assert look() == Looked(fetched=6)
    assert len(names(local.inbox)) == CHUNK + 10


def test_a_mail_that_is_not_to_be_had_keeps_none_waiting(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1, 2, 3)
    server.breaking[2] = [imaplib.IMAP4.error("NO")]
    assert look() == Looked(fetched=2, missing=1)
    assert local.progress(7).last_uid == 1
    assert look() == Looked(fetched=1)
    assert local.progress(7).last_uid == 3


def test_a_mail_that_breaks_every_connection_is_set_aside(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1, 2)
    server.breaking[1] = [imaplib.IMAP4.abort("gone")] * (2 * TRIES)
    for _ in range(2 * TRIES):
        with pytest.raises(imaplib.IMAP4.abort):
            look()
    looked = look()
    assert looked.fetched == 1
    ((name, reason),) = looked.aside
    assert reason == "cannot be fetched"
    assert (local.aside.folder / "new" / name).read_bytes().startswith(b"X-Pbem-Set-Aside: cannot")


def test_a_mail_that_is_spoilt_at_the_server_keeps_none_waiting(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1, 2, 3)
    server.spoilt = {2}
    assert look() == Looked(fetched=2, missing=1)
    for _ in range(TRIES - 1):
        assert look() == Looked(missing=1)
    assert [reason for _, reason in look().aside] == ["cannot be fetched"]
    assert local.progress(7).last_uid == 3


def test_what_is_too_large_is_set_aside_with_its_header(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1)
    server.sizes[1] = MAIL_BYTES + 1
    looked = look()
    assert looked.fetched == 0
    (path,) = local.aside.new()
    assert b"Subject: 1" in path.read_bytes()
    assert b"hello" not in path.read_bytes()
    assert look() == Looked(moved=1)
    assert list(server.folders) == ["No"]


def test_a_header_that_is_not_given_is_done_without(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.put(1)
    server.sizes[1] = MAIL_BYTES + 1
    server.breaking[1] = [imaplib.IMAP4.error("NO")]
    assert len(look().aside) == 1


def test_a_mail_that_goes_meanwhile_is_no_mail(server: FakeServer, local: LocalCopies) -> None:
    class Hasty(FakeClient):
        def search(self, _: Sequence[str]) -> Sequence[int]:
            return [1, 2, 3]

    server.put(1, 3)
    client = Hasty(server)
    assert Mailbox(ACCOUNT, local).look(client) == Looked(fetched=2)
    assert local.progress(7).last_uid == 3
    client.shutdown()


def test_new_numbers_mean_all_anew(server: FakeServer, local: LocalCopies, look: Look) -> None:
    server.put(1, 2)
    look()
    server.validity = 8
    assert look() == Looked(fetched=2)
    assert len(names(local.inbox)) == 4
    assert local.progress(8).last_uid == 2


def test_another_mailbox_has_other_names(tmp_path: Path) -> None:
    idents = {
        ImapAccount(host=host, user=user, password="p", folder=folder).ident
        for host in ("a", "b")
        for user in ("u", "v")
        for folder in ("INBOX", "x")
    }
    assert len(idents) == 8


@pytest.mark.parametrize("abilities", [{"MOVE"}, {"UIDPLUS"}, set()], ids=str)
def test_mails_are_moved_with_what_the_server_can(
    server: FakeServer, local: LocalCopies, look: Look, abilities: set[str]
) -> None:
    server.abilities = abilities
    server.put(1, 2)
    look()
    local.inbox.finish(local.inbox.new()[0])
    assert look().moved == 1
    assert list(server.mails) == [2]
    assert server.folders == {"Done/x": [b"Subject: 1\r\n\r\nhello\r\n"]}


def test_folders_are_named_as_the_server_wants(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.abilities |= {"NAMESPACE"}
    server.prefix = ("INBOX.", ".")
    server.put(1)
    look()
    local.inbox.finish(local.inbox.new()[0])
    look()
    assert list(server.folders) == ["INBOX.Done.x"]


def test_a_folder_that_takes_nothing_stops_nothing(
    server: FakeServer, local: LocalCopies, look: Look
) -> None:
    server.refusing_moves = True
    server.put(1)
    look()
    local.inbox.finish(local.inbox.new()[0])
    server.put(2)
    looked = look()
    assert looked.fetched == 1
    assert "over quota" in looked.troubles[0]


def test_it_stops_between_mails(server: FakeServer, local: LocalCopies) -> None:
    server.put(1, 2, 3)
    client = FakeClient(server)
    mailbox = Mailbox(ACCOUNT, local)
    mailbox.stopped = lambda: "fetch" in server.commands and server.commands.count("fetch") >= 2
    assert mailbox.look(client) == Looked(fetched=1, missing=2)
    assert local.progress(7).last_uid == 1
    client.shutdown()


class Watch:
    """A thread that watches the made-up server."""

    def __init__(self, server: FakeServer, local: LocalCopies, **settings: Any) -> None:
        self.server = server
        self.clients: list[FakeClient] = []
        self.troubles: list[str] = []
        self.refusing = 0
        self.thread = ImapThread(
            Mailbox(ACCOUNT.model_copy(update=settings), local),
            on_look=lambda _: None,
            on_trouble=lambda text, _: self.troubles.append(text),
            connect_to=self.connect,
            backoff=Backoff(0.01, 0.02),
        )

    def connect(self, _: ImapAccount) -> FakeClient:
        if self.refusing:
            self.refusing -= 1
            raise OSError("refused")
        self.clients.append(FakeClient(self.server))
        return self.clients[-1]

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end
            time.sleep(0.005)

    def until_idle(self) -> None:
        self.until(lambda: bool(self.clients) and self.clients[-1].idling)


@pytest.fixture
def watch(server: FakeServer, local: LocalCopies) -> Iterator[Watch]:
    watch = Watch(server, local)
    yield watch
    watch.thread.stop()
    watch.thread.join(60)
    assert not watch.thread.is_alive()
    watch.thread.close()
    for client in watch.clients:
        client.shutdown()


def test_a_word_from_the_server_wakes(server: FakeServer, local: LocalCopies, watch: Watch) -> None:
    watch.thread.start()
    watch.until_idle()
    server.put(1)
    watch.clients[0].there.send(b"* 1 EXISTS\r\n")
    watch.until(lambda: len(local.inbox.new()) == 1)
    assert watch.thread.connected


def test_a_closed_connection_is_no_word(
    server: FakeServer, local: LocalCopies, watch: Watch
) -> None:
    """imapclient says nothing of it, 50,000 times a second."""
    watch.thread.start()
    watch.until_idle()
    server.put(1)
    watch.clients[0].there.close()
    watch.until(lambda: len(local.inbox.new()) == 1)
    assert server.connections == 2
    assert watch.troubles == ["imap.example.test:993: abort: socket error: EOF"]


def test_it_comes_back_to_a_server_that_was_away(local: LocalCopies, watch: Watch) -> None:
    watch.refusing = 5
    watch.thread.start()
    watch.until_idle()
    assert watch.troubles == ["imap.example.test:993: OSError: refused"] * 5


def test_it_knows_until_when_no_mail_can_lie_unread(server: FakeServer, watch: Watch) -> None:
    """Deadlines need that; while a mail is not to be had, nobody knows."""
    assert watch.thread.heard is None
    server.put(1)
    server.spoilt = {1}
    watch.thread.start()
    watch.until_idle()
    assert watch.thread.heard is None
    server.spoilt = set()
    before = datetime.now(UTC)
    watch.thread.wake()
    watch.until(lambda: watch.thread.heard is not None)
    assert watch.thread.heard is not None
    assert before <= watch.thread.heard <= datetime.now(UTC)


def test_it_can_be_woken_and_cut(server: FakeServer, local: LocalCopies, watch: Watch) -> None:
    watch.thread.start()
    watch.until_idle()
    looks = server.commands.count("select_folder")
    watch.clients[0].there.send(b"* OK\r\n")  # what DONE is answered with here
    watch.thread.wake()
    watch.until(lambda: server.commands.count("select_folder") > looks)
    watch.until_idle()
    watch.thread.cut()
    watch.until(lambda: server.connections == 2)


def test_waits_double_up_to_a_limit() -> None:
    backoff = Backoff(1.0, 300.0)
    waits = [backoff.next() for _ in range(2000)]
    for number, wait in enumerate(waits):
        whole = min(300.0, 2.0 ** min(number, 20))
        assert whole / 2 <= wait <= whole
    backoff.reset()
    assert backoff.next() <= 1.0
