"""The daemon without servers: it works, tells, ends and goes on, whatever is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.mails import BEGINNING, Desk, desk_for, new_desk, reply

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.lock import exclusive, is_locked
from pbem.mail.limits import SET_ASIDE
from pbem.service.rounds import heartbeat
from pbem.service.rounds.daemon import Daemon
from pbem.service.rounds.freshness import Freshness
from pbem.service.rounds.heartbeat import Heartbeat, alone, life, mail_seen, write_heartbeat
from pbem.service.rounds.log import Log
from pbem.service.rounds.notify import Notifier
from pbem.service.rounds.poll import poll_servers
from pbem.service.site.busy import SiteBusy
from pbem.service.site.servers import mailbox_of, smtp_sender_of
from pbem.service.site.site import open_site
from pbem.service.way import Processor

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


class Running:
    """A daemon in a thread of this process, and its log."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[str] = []
        self.now = BEGINNING
        self.daemon = Daemon(
            folder, Log(self.lines.append), now=lambda: self.now, every=0.05, notifier=Notifier({})
        )
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.daemon.run()
        except BaseException as error:
            self.error = error

    def start(self) -> None:
        self.thread.start()
        until(lambda: self.has("event=start") or self.error is not None)

    def has(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def end(self) -> None:
        self.daemon.stop()
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


@pytest.fixture
def running(desk: Desk) -> Iterator[Running]:
    running = Running(desk.site.folder)
    yield running
    if running.thread.ident:
        running.end()


def an_order(desk: Desk) -> bytes:
    return reply(desk.reports("Ann")[-1], ORDER)


def test_it_handles_what_comes_in(desk: Desk, running: Running) -> None:
    running.start()
    desk.drop(an_order(desk))
    until(lambda: running.has("event=mail"))
    until(lambda: len(desk.reports("Bob")) == 2)
    running.end()
    assert running.error is None
    (line,) = [line for line in running.lines if "event=mail" in line]
    assert re.fullmatch(
        r"time=\S+Z event=mail mail=1001\.x1 fate=played game=g1 entry=1( \S+)*", line
    )
    assert running.lines[-1].endswith("event=stop")
    assert not running.has("example.test")


def test_it_keeps_deadlines(tmp_path: Path) -> None:
    """As `pbem deadlines` does, which leaves it to the daemon."""
    terms: dict[str, object] = {"every": "3h", "missed": "default", "reminders": ["1h"]}
    desk = new_desk(tmp_path / "site", deadlines=terms)
    running = Running(desk.site.folder)
    running.now = desk.now
    running.start()
    command = [sys.executable, "-m", "pbem", "deadlines", "--site", str(desk.site.folder)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=180)
    assert "another pbem is at work" in said.stdout
    for hours, event in ((1.5, ""), (1, "reminder to Ann"), (0.6, "default Ann (entry 1)")):
        running.now += timedelta(hours=hours)
        until(lambda event=event: not event or running.has(event))  # type: ignore[misc]
        time.sleep(0.2)
    running.end()
    assert running.error is None
    assert [len(desk.reports(player)) for player in ("Ann", "Bob", "Cyd")] == [3, 2, 2]
    (line,) = [line for line in running.lines if "default Ann" in line]
    assert re.fullmatch(r'time=\S+Z event=deadline game=g1 done="default Ann \(entry 1\)"', line)


def test_there_is_one_daemon(desk: Desk, running: Running) -> None:
    running.start()
    other = Running(desk.site.folder)
    other.start()
    assert isinstance(other.error, SiteBusy)
    other.end()
    with pytest.raises(SiteBusy):
        poll_servers(desk.site, desk.processor)
    until(lambda: life(desk.site.folder, datetime.now(UTC)) == "alive")
    running.end()
    poll_servers(desk.site, desk.processor)


def test_other_commands_work_beside_it(desk: Desk, running: Running) -> None:
    """An order from the console is seen, and no mail is answered from what was before."""
    running.start()
    until(lambda: heartbeat.read_heartbeat(desk.site.folder) is not None)
    console = desk_for(desk.site.folder)
    with console.site.locked(wait=5):
        console.processor.submit("g1", PlayerId("Ann"), ORDER)
    desk.drop(reply(desk.reports("Bob")[-1], "STATUS"))
    until(lambda: running.has("event=mail"))
    until(lambda: bool(desk.answers("Bob")))
    assert "2 fleets" in desk.answers("Bob")[-1].get_content().lower()


def test_while_another_command_keeps_the_site_it_waits(
    desk: Desk, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.service.rounds.daemon.BUSY_SECONDS", 0.05)
    with desk.site.locked():
        running.start()
        desk.drop(an_order(desk))
        until(lambda: running.has("another command keeps the site"))
        assert not running.has("event=mail")
    until(lambda: running.has("event=mail"))
    until(lambda: running.has("event=fine about=round"))


def test_no_error_ends_it(desk: Desk, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Processor.catch_up
    faults = [RuntimeError("a fault of ours"), OSError(28, "No space left on device")]

    def catch_up(processor: Processor) -> tuple[str, ...]:
        if faults:
            raise faults.pop()
        return whole(processor)

    monkeypatch.setattr(Processor, "catch_up", catch_up)
    running.start()
    desk.drop(an_order(desk))
    until(lambda: running.has("event=mail"))
    assert running.has("RuntimeError: a fault of ours")
    assert running.has("No space left")


def test_wrong_settings_are_not_taken(desk: Desk, running: Running) -> None:
    running.start()
    settings = desk.site.folder / "pbem.toml"
    good = settings.read_text()
    settings.write_text(good + "nonsense = 1\n")
    running.daemon.reload()
    until(lambda: running.has("the old settings stay"))
    settings.write_text(good.replace('name = "pbem"', 'name = "The Processor"'))
    running.daemon.reload()
    until(lambda: any(line.endswith("event=reload") for line in running.lines))
    desk.drop(an_order(desk))
    until(lambda: len(desk.reports("Bob")) == 2)
    assert any("The Processor" in report["From"] for report in desk.reports("Bob"))


def test_wrong_settings_are_an_error_at_the_start(desk: Desk, running: Running) -> None:
    (desk.site.folder / "pbem.toml").write_text("nonsense = 1\n")
    running.start()
    assert isinstance(running.error, BadInput)
    with exclusive(desk.site.folder / ".run.lock") as mine:
        assert mine


def test_servers_that_are_not_there_stop_nothing(desk: Desk, running: Running) -> None:
    settings = desk.site.folder / "pbem.toml"
    server = 'host = "127.0.0.1"\nport = 1\nsecurity = "none"\nuser = "pbem"\npassword = "x"\n'
    text = re.sub('delivery = ".*"', 'delivery = "smtp"', settings.read_text())
    settings.write_text(f"{text}\n[mail.imap]\n{server}\n[mail.smtp]\n{server}")
    settings.chmod(0o600)
    order = an_order(desk)
    running.start()
    desk.drop(order)
    until(lambda: running.has("event=mail"))
    until(lambda: running.has("about=imap"))
    until(lambda: running.has("about=smtp"))
    beat = heartbeat.read_heartbeat(desk.site.folder)
    assert beat
    assert beat.imap == "down"
    running.end()
    assert not running.daemon.left_behind
    assert len(desk.site.maildir("outbox").new()) >= 3


def test_accounts_whose_files_are_missing_are_refused(desk: Desk) -> None:
    settings = desk.site.folder / "pbem.toml"
    server = 'host = "x.example"\nuser = "pbem"\npassword = "x"\nca_file = "no.pem"\n'
    text = re.sub('delivery = ".*"', 'delivery = "smtp"', settings.read_text())
    settings.write_text(f"{text}\n[mail.imap]\n{server}\n[mail.smtp]\n{server}")
    settings.chmod(0o600)
    site = open_site(desk.site.folder)
    with pytest.raises(BadInput, match=r"mail\.imap\.ca_file"):
        mailbox_of(site)
    with pytest.raises(BadInput, match=r"mail\.smtp\.ca_file"):
        smtp_sender_of(site)


def test_a_mail_that_was_not_fetched_is_told_once(desk: Desk, running: Running) -> None:
    settings = desk.site.folder / "pbem.toml"
    settings.write_text('moderator = "mod@example.test"\n' + settings.read_text())
    stub = SET_ASIDE + b"larger than 9 bytes (10 bytes)\r\nSubject: x\r\n\r\n"
    desk.site.maildir("shunt").put("1.imap-7-0000000001-01234567", stub)
    running.start()
    until(lambda: len(desk.mailbox("mod")) == 1)
    running.end()
    assert "larger than 9 bytes" in desk.mailbox("mod")[0].get_content()
    again = Running(desk.site.folder)
    again.start()
    until(lambda: heartbeat.read_heartbeat(desk.site.folder) is not None)
    again.end()
    assert len(desk.mailbox("mod")) == 1


def test_a_game_that_was_changed_is_read_anew(desk: Desk) -> None:
    fresh = Freshness()
    fresh.check(desk.site)
    before = desk.site.game("g1")
    fresh.check(desk.site)
    assert desk.site.game("g1") is before
    roster = before.folder / "roster.toml"
    roster.write_text(roster.read_text().replace("bob@example.test", "bob@new.example.test"))
    fresh.check(desk.site)
    assert desk.site.game("g1").roster.seats[PlayerId("Bob")].address == "bob@new.example.test"


def test_life_is_told_by_lock_and_heartbeat(tmp_path: Path) -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    beat = Heartbeat(pid=1, started=now, beat=now)
    assert life(tmp_path, now) == "not running"
    write_heartbeat(tmp_path, beat)
    assert life(tmp_path, now) == "not running", "killed: the lock is free"
    with alone(tmp_path):
        assert life(tmp_path, now + timedelta(seconds=59)) == "alive"
        assert life(tmp_path, now + timedelta(seconds=61)) == "hangs"
    (tmp_path / "heartbeat.toml").write_text("spoilt = [")
    assert life(tmp_path, now) == "not running"


def test_locks_end_with_their_holder(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    with exclusive(path) as mine:
        assert mine
        assert is_locked(path)
        with exclusive(path, wait=0.1) as also_mine:
            assert not also_mine
    assert not is_locked(path)


def test_mail_is_seen_wherever_it_went(desk: Desk, tmp_path: Path) -> None:
    assert mail_seen(desk.site) is None
    desk.send(an_order(desk))
    path = next(desk.site.maildir("inbox").all())
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert mail_seen(desk.site) == datetime.fromtimestamp(1_700_000_000, UTC)


def test_log_lines_hold_no_address_and_stay_lines() -> None:
    lines: list[str] = []
    log = Log(lines.append)
    log("mail", mail="1.x", reason='<ann@example.test> said "no"\nand a=b', game="", entry=None)
    (line,) = lines
    assert re.sub(r"time=\S+ ", "", line) == (
        r'event=mail mail=1.x reason="<(address)> said \"no\"\nand a=b"'
    )


def test_the_same_trouble_is_told_once() -> None:
    lines: list[str] = []
    log = Log(lines.append)
    for text in ("dead", "dead", "refused", "dead"):
        log.trouble("smtp", text)
    log.fine("smtp")
    log.fine("smtp")
    assert [re.sub(r"time=\S+ ", "", line) for line in lines] == [
        "event=trouble about=smtp problem=dead",
        "event=trouble about=smtp problem=refused",
        "event=trouble about=smtp problem=dead",
        "event=fine about=smtp",
    ]


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """What systemd is to a service."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        yield manager


def test_systemd_is_told(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})
    for tell in (notifier.ready, notifier.alive, notifier.reloading, notifier.stopping):
        tell()
    said = [manager.recv(100).decode() for _ in range(4)]
    assert said[:2] == ["READY=1", "WATCHDOG=1"]
    assert said[2].startswith("RELOADING=1\nMONOTONIC_USEC=")
    assert said[3] == "STOPPING=1"
    manager.close()
    notifier.ready()  # nobody listens


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_in_good_order(
    desk: Desk, manager: socket.socket, how: signal.Signals
) -> None:
    environment = os.environ | {"NOTIFY_SOCKET": manager.getsockname()}
    command = [sys.executable, "-m", "pbem", "run", "-C", str(desk.site.folder)]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    said = [manager.recv(100).decode()]
    process.send_signal(signal.SIGHUP)
    while "READY=1" not in said[1:]:
        said.append(manager.recv(100).decode().split("\n")[0])
    process.send_signal(how)
    _, log = process.communicate(timeout=180)
    assert process.returncode == 0, log
    assert said[0] == "READY=1"
    assert "RELOADING=1" in said
    assert log.decode().strip().endswith("event=stop")
    assert not (desk.site.folder / "heartbeat.toml").exists()


def test_status_tells_of_the_daemon(desk: Desk, running: Running) -> None:
    def status(*options: str) -> str:
        command = [sys.executable, "-m", "pbem", "status", "-C", str(desk.site.folder), *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert "daemon: not running" in status()
    assert "mail last seen: never" in status()
    running.start()
    until(lambda: heartbeat.read_heartbeat(desk.site.folder) is not None)
    desk.drop(an_order(desk))
    assert f"daemon: alive (process {os.getpid()}, heartbeat" in status()
    data = json.loads(status("--json"))
    assert data["daemon"]["life"] == "alive"
    assert data["mail_last_seen"].startswith("20")
