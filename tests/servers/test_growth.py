"""2,000 mails through one daemon: memory and open files do not grow with them."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from games_by_mail import DaemonProcess
from mail_servers import wait_for
from support.mails import Desk, fresh, new_desk, reply

MAILS = 2000
WARM = 500
MOST_GROWTH = 1.25
ORDERS = ("STATUS", "HELP", "AUSTRIA-HUNGARY: FLY TO THE MOON", "CHECK\nAUSTRIA-HUNGARY: TAXATION")


@dataclass(frozen=True, slots=True)
class Size:
    """Of a process: resident memory in MiB, open files."""

    memory: float
    files: int


def size_of(pid: int) -> Size:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return Size(int(found[1]) / 1024, sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir()))


def mails(desk: Desk) -> Iterator[bytes]:
    """What a site gets: questions, wrong orders, machines, strangers."""
    report = desk.reports("Ann")[0]
    for number in range(MAILS):
        ident = f"<{number}@mail.example.test>"
        kind = number % 10
        if kind < 6:
            yield reply(report, ORDERS[number % len(ORDERS)], ident)
        elif kind < 8:
            yield fresh("Bob", "I am away", ident, Auto_Submitted="auto-replied")
        else:
            yield fresh("Zoe", "BUY NOW " * 200, ident)


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[DaemonProcess]:
    desk = new_desk(tmp_path / "site")
    settings = desk.site.folder / "pbem.toml"
    settings.write_text(settings.read_text().replace("answers_per_hour = 30", ""))
    settings.write_text("answers_per_hour = 100000\n" + settings.read_text())
    inbox = desk.site.maildir("inbox")
    for number, raw in enumerate(mails(desk)):
        inbox.put(f"{1000 + number}.x{number}", raw, sync_name=False)
    daemon = DaemonProcess(desk.site.folder, tmp_path / "log")
    yield daemon
    if daemon.runs():
        daemon.end(signal.SIGKILL)


@pytest.mark.slow
def test_two_thousand_mails_leave_nothing_behind(
    daemon: DaemonProcess,
    record_property: Callable[[str, object], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    def size_after(number: int) -> Size:
        wait_for(lambda: daemon.text().count("event=mail ") >= number, 200, f"{number} mails")
        return size_of(daemon.pid)

    daemon.start()
    warm, end = size_after(WARM), size_after(MAILS)
    assert daemon.end() == 0
    measured = (
        f"after {WARM} mails {warm.memory:.1f} MiB and {warm.files} files, "
        f"after {MAILS} {end.memory:.1f} MiB and {end.files} files"
    )
    record_property("measured", measured)
    with capsys.disabled():
        sys.stdout.write(f"\n{measured}\n")
    assert end.memory <= warm.memory * MOST_GROWTH
    assert end.files <= warm.files + 1
