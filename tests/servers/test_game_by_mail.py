"""Whole games through real servers, with everything that happens to servers and processes."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from games_by_mail import (
    DaemonProcess,
    Table,
    check_end,
    make_game,
    make_site,
    reports,
    write_settings,
)
from mail_servers import DOMAIN, MailServers, wait_for

from pbem.mail.incoming.imap_client import connect

KILLS = 30
QUICK = {"idle": False, "poll_seconds": 0.1}


@pytest.fixture
def daemon(servers: MailServers, tmp_path: Path) -> Iterator[DaemonProcess]:
    """A site with a game, and its daemon; not started yet."""
    site = make_site(servers, tmp_path / "site")
    make_game(site)
    daemon = DaemonProcess(site, tmp_path / "log")
    yield daemon
    if daemon.runs():
        daemon.end(signal.SIGKILL)


@pytest.fixture
def table(servers: MailServers, tmp_path: Path) -> Iterator[Table]:
    table = Table.laid(servers, tmp_path / "players", tmp_path / "site")
    yield table
    table.close()


def status(site: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "pbem", "status", "--json", "-C", str(site)]
    done = subprocess.run(command, capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def number_in(servers: MailServers, folder: str) -> int:
    client = connect(servers.imap())
    try:
        return int(client.select_folder(folder)[b"EXISTS"])
    finally:
        client.logout()


@pytest.mark.slow
def test_a_game_outlives_its_servers(
    servers: MailServers, daemon: DaemonProcess, table: Table
) -> None:
    """IDLE to begin with; servers restarted, connections cut, UIDs anew, settings changed."""

    def restart_dovecot() -> None:
        servers.stop_dovecot()
        servers.start_dovecot()

    def restart_postfix() -> None:
        servers.stop_postfix()
        time.sleep(1)
        servers.start_postfix()

    def number_anew() -> None:
        servers.stop_dovecot()
        servers.change_uidvalidity("pbem")
        servers.start_dovecot()

    def poll_from_now_on() -> None:
        write_settings(servers, daemon.folder, **QUICK)
        daemon.reload()

    events: dict[int, Callable[[], None]] = {
        3: restart_dovecot,
        6: restart_postfix,
        9: servers.cut_imap,
        12: number_anew,
        16: poll_from_now_on,
        40: restart_dovecot,
        70: number_anew,
    }

    def each(entries: int) -> None:
        due = [at for at in events if at <= entries]
        for at in due:
            events.pop(at)()

    daemon.start()
    table.play(daemon.folder, 240, each)
    assert status(daemon.folder)["daemon"]["life"] == "alive"  # type: ignore[index]
    wait_for(lambda: number_in(servers, "INBOX") == 0, 10, "all mails are moved")
    assert daemon.end() == 0
    assert events == {}
    last = check_end(daemon.folder, table)
    assert number_in(servers, "Done") >= last
    assert status(daemon.folder)["daemon"] == {"life": "not running"}
    log = daemon.text()
    assert "event=reload" in log
    assert DOMAIN not in log
    assert "secret-" not in log


@pytest.mark.slow
def test_a_game_outlives_its_daemon(
    servers: MailServers,
    daemon: DaemonProcess,
    table: Table,
    record_property: Callable[[str, object], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Killed 30 times at random moments: the same end, each report at least once, with one id."""
    write_settings(servers, daemon.folder, **QUICK)
    chance = random.Random(1)
    kills, until = 0, 0.0

    def each(entries: int) -> None:
        nonlocal kills, until
        if kills < KILLS and time.monotonic() >= until:
            if daemon.runs():
                daemon.end(signal.SIGKILL)
                kills += 1
            daemon.start()
            until = time.monotonic() + chance.uniform(0.2, 1.4)

    table.play(daemon.folder, 240, each)
    assert daemon.end() == 0
    assert kills == KILLS
    last = check_end(daemon.folder, table)
    again = sum(
        sum(ids.values()) - 1
        for investor in table.investors
        for ids in reports(investor.mailbox).values()
    )
    record_property("measured", measured := f"{kills} kills, {last} entries, {again} again")
    with capsys.disabled():
        sys.stdout.write(f"\n{measured}\n")


def test_a_dead_smtp_server_does_not_stop_imap(
    servers: MailServers, daemon: DaemonProcess, table: Table
) -> None:
    servers.stop_postfix()
    try:
        daemon.start()
        wait_for(lambda: "about=smtp" in daemon.text(), 20, "trouble with SMTP")
        append(servers, b"From: x@y.example\r\nSubject: hi\r\nMessage-ID: <1@y>\r\n\r\nhello\r\n")
        wait_for(lambda: "event=mail" in daemon.text(), 10, "the mail is handled")
    finally:
        servers.start_postfix()
    wait_for(lambda: "event=fine about=smtp" in daemon.text(), 30, "SMTP works again")
    wait_for_reports(table)
    assert daemon.end() == 0


def test_a_dead_imap_server_does_not_stop_smtp(
    servers: MailServers, daemon: DaemonProcess, table: Table
) -> None:
    """The site's mailbox cannot be reached; Postfix takes mails and needs Dovecot's passwords."""
    write_settings(servers, daemon.folder, port=1)
    daemon.start()
    wait_for(lambda: "about=imap" in daemon.text(), 20, "trouble with IMAP")
    wait_for_reports(table)
    assert daemon.end() == 0


def test_it_ends_at_once_while_servers_hang(
    servers: MailServers, daemon: DaemonProcess, hanging_port: int
) -> None:
    write_settings(servers, daemon.folder, port=hanging_port, timeout_seconds=600)
    daemon.start()
    wait_for(lambda: "event=start" in daemon.text(), 20, "it runs")
    time.sleep(0.5)
    assert daemon.end() == 0  # the servers would hang for ten minutes


@pytest.fixture
def hanging_port() -> Iterator[int]:
    """A server that takes connections and says nothing."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_poll_does_the_same_once(servers: MailServers, daemon: DaemonProcess, table: Table) -> None:
    """A few turns by `pbem poll` alone, as from cron; not beside a daemon."""
    for _ in range(4):
        done = poll(daemon.folder)
        assert done.returncode == 0, done.stderr
        wait_for(lambda: any(i.read_and_write().wrote for i in table.investors), 10, "an answer")
        wait_for(lambda: number_in(servers, "INBOX") > 0, 10, "the answer arrives")
    assert json.loads(poll(daemon.folder).stdout)["handled"]
    assert number_in(servers, "INBOX") == 0
    assert number_in(servers, "Done") == 4
    daemon.start()
    wait_for(lambda: "event=start" in daemon.text(), 20, "it runs")
    done = poll(daemon.folder)
    assert done.returncode == 2
    assert "at work" in done.stderr
    assert daemon.end() == 0


def poll(site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pbem", "poll", "--json", "-C", str(site)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def append(servers: MailServers, raw: bytes) -> None:
    client = connect(servers.imap())
    try:
        client.append("INBOX", raw)  # type: ignore[attr-defined]
    finally:
        client.logout()


def wait_for_reports(table: Table) -> None:
    def told() -> bool:
        for investor in table.investors:
            investor.read_and_write()
        return all(0 in reports(investor.mailbox) for investor in table.investors)

    wait_for(told, 30, "the first reports")
