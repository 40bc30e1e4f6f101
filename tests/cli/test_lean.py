"""`pbem receive` is called for every mail: it loads no more than it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.mails import fresh, new_desk

from pbem.service.rounds.heartbeat import alone

RECEIVE = """
import sys
from pbem.cli.main import main
sys.argv = ["pbem", "receive", "--site", sys.argv[1]]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *sorted(sys.modules))
"""
NEVER = {
    "pbem.demo", "pbem.scenario", "pbem.service.care", "pbem.service.rounds.daemon",
    "pbem.mail.incoming.imap", "pbem.mail.outgoing.smtp", "imapclient", "aiosmtplib", "pymap",
    "aiosmtpd", "rich",
}  # fmt: skip
FOR_WORK = {"pbem.rules", "pbem.orders", "pbem.report", "jinja2", "babel", "pbem.service.way"}


def loaded(site: Path) -> tuple[str, set[str]]:
    """What the command says, and what it has loaded."""
    command = [sys.executable, "-c", RECEIVE, str(site)]
    done = subprocess.run(command, input=fresh("Eve", "hello"), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    said, _, names = done.stdout.decode().partition("loaded: ")
    return said, set(names.split())


@pytest.fixture
def site(tmp_path: Path) -> Path:
    new_desk(tmp_path / "site")
    return tmp_path / "site"


def test_a_mail_that_is_handled_loads_no_demo_and_no_servers(site: Path) -> None:
    said, names = loaded(site)
    assert "unknown sender" in said
    assert names >= {"pbem.service.way", "pbem.rules"}
    assert names & NEVER == set()


def test_beside_the_daemon_a_mail_is_stored_without_knowing_any_rules(site: Path) -> None:
    with alone(site):
        said, names = loaded(site)
    assert "stored" in said
    assert names & (NEVER | FOR_WORK) == set()
