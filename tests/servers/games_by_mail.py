"""A site at the servers, its daemon as a process of its own, and the investors that play there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from mail_servers import DOMAIN, MailServers

from pbem.board.ids import PlayerId
from pbem.demo.investor import Table as Board
from pbem.demo.remote import RemoteInvestor
from pbem.ground.disk import toml_bytes
from pbem.mail.account import Account
from pbem.mail.maildir import Maildir
from pbem.orders.verbs.person.choices import MailHabit
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import MailSettings, Settings, create_settings
from pbem.service.site.site import open_site
from pbem.store.game import StoredGame, open_game
from pbem.store.persons import PersonRecord
from pbem.store.verify import verify

GAME = "eu1"
PLAYERS = ("Ann", "Bob")
SEED = 5
_REPORT = re.compile(
    rb"^Message-ID:\s*(?P<id><report\.eu1\.(?P<entry>\d+)\.\d\.[^>]*>)", re.M | re.I
)
_ANSWER = re.compile(
    rb"^Message-ID:\s*<answer\.eu1\.m[0-9a-f]+x(?P<entry>[0-9a-f]+)\.", re.M | re.I
)


def account_table(account: Account) -> dict[str, object]:
    """An account as it is written into settings."""
    table = account.model_dump(mode="json", exclude_none=True)
    assert account.password
    return table | {"password": account.password.get_secret_value()}


def make_site(servers: MailServers, folder: Path, **imap: object) -> Path:
    """A site whose mail comes and goes through the servers."""
    create_settings(folder, Settings(address=f"pbem@{DOMAIN}"))
    write_settings(servers, folder, **imap)
    return folder


def write_settings(servers: MailServers, folder: Path, **imap: object) -> None:
    """The site's settings; some of IMAP's given."""
    wanted = {"done_folder": "Done", "aside_folder": "Aside", "poll_seconds": 20} | imap
    mail = MailSettings(
        imap=servers.imap(**wanted),
        smtp=servers.smtp(retry_seconds=1),
        delivery="smtp",
    )
    settings = Settings(address=f"pbem@{DOMAIN}", answers_per_hour=10_000, mail=mail)
    tables = settings.model_dump(mode="json", exclude_none=True)
    assert mail.imap
    assert mail.smtp
    tables["mail"]["imap"] = account_table(mail.imap)
    tables["mail"]["smtp"] = account_table(mail.smtp)
    (folder / "pbem.toml").write_bytes(toml_bytes(tables))
    (folder / "pbem.toml").chmod(0o600)


def make_game(folder: Path) -> None:
    """A short game of two, who want a report of each entry."""
    site = open_site(folder)
    for name in PLAYERS:
        address = f"{name.lower()}@{DOMAIN}"
        site.people.change(PersonRecord(addresses=(address,), mails=MailHabit.ALL))
    new_game(
        site,
        NewGame(
            GAME,
            "imperial",
            {PlayerId(name): f"{name.lower()}@{DOMAIN}" for name in PLAYERS},
            variants=("end-at-once",),
            seed=SEED,
        ),
        datetime.now(UTC),
    )


def environment() -> dict[str, str]:
    """Of processes that are started: warnings are shown, not raised, in what is not a test."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"}


@dataclass
class DaemonProcess:
    """`pbem run` as a process; its log goes to a file."""

    folder: Path
    log: Path
    every: float = 0.5
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "pbem", "run", "-C", str(self.folder)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--every", str(self.every)], stderr=log, env=environment()
            )

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self.process
        return self.process.pid

    def runs(self) -> bool:
        """Whether it still does."""
        return self.process is not None and self.process.poll() is None

    def end(self, how: int = signal.SIGTERM, seconds: float = 180.0) -> int:
        """Send a signal and wait; its exit code."""
        assert self.process
        if self.runs():
            self.process.send_signal(how)
        return self.process.wait(seconds)

    def reload(self) -> None:
        """Let it read its settings anew."""
        assert self.process
        self.process.send_signal(signal.SIGHUP)

    def text(self) -> str:
        """What it has logged."""
        return self.log.read_text() if self.log.exists() else ""


@dataclass
class Table:
    """The investors of a game at the servers."""

    servers: MailServers
    folder: Path
    investors: list[RemoteInvestor] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    @classmethod
    def laid(cls, servers: MailServers, folder: Path, site: Path) -> Table:
        """With everybody at it; they see the game as the site's files have it."""

        def look() -> Board:
            game = open_site(site).game(GAME)
            return Board(game.game, game.state)

        investors = [
            RemoteInvestor(
                PlayerId(name),
                f"{name.lower()}@{DOMAIN}",
                servers.imap(name.lower()),
                servers.smtp(name.lower()),
                folder / name,
                look,
                SEED,
            )
            for name in PLAYERS
        ]
        return cls(servers, folder, investors)

    def play(
        self, site: Path, seconds: float, each: Callable[[int], None] = lambda _: None
    ) -> None:
        """Play until the game is over and told to everybody.

        :param each: called again and again, with the number of entries so far
        """
        until = time.monotonic() + seconds
        while True:
            entries = number_of_entries(site)
            assert time.monotonic() < until, f"not over after {seconds} s, {entries} entries"
            each(entries)
            for investor in self.investors:
                self.troubles += investor.read_and_write().troubles
            if over(site) and all(self._was_told(i, entries) for i in self.investors):
                return
            time.sleep(0.05)

    def close(self) -> None:
        """End all connections."""
        for investor in self.investors:
            investor.close()

    def _was_told(self, investor: RemoteInvestor, entries: int) -> bool:
        told = reports(investor.mailbox).keys() | answered(investor.mailbox)
        return set(range(entries + 1)) <= told


def number_of_entries(site: Path) -> int:
    """How many entries the journal has."""
    return sum(1 for _ in (site / "games" / GAME / "journal").glob("*.toml"))


def stored(site: Path) -> StoredGame:
    """The game as it lies on disk."""
    return open_game(site / "games" / GAME, None)


def over(site: Path) -> bool:
    """Whether the snapshot says that the game has ended; cheap to ask."""
    snapshot = site / "games" / GAME / "state.toml"
    return snapshot.exists() and 'stage = "over"' in snapshot.read_text()


def reports(mailbox: Maildir) -> dict[int, Counter[str]]:
    """Entry -> the ids of the reports of it that lie in a mailbox, and how often each."""
    found: dict[int, Counter[str]] = {}
    for path in mailbox.all():
        match = _REPORT.search(path.read_bytes())
        if match:
            ids = found.setdefault(int(match["entry"]), Counter())
            ids[match["id"].decode()] += 1
    return found


def answered(mailbox: Maildir) -> set[int]:
    """The entries that answers in a mailbox tell of: to their sender they are the report."""
    found = (_ANSWER.search(path.read_bytes()) for path in mailbox.all())
    return {int(match["entry"], 16) for match in found if match}


def check_end(site: Path, table: Table) -> int:
    """All is well at the end: the game is over, its journal holds, no report has two ids.

    The number of its entries.
    """
    game = stored(site)
    assert game.state.over
    assert list(verify(game)) == []
    for investor in table.investors:
        found = reports(investor.mailbox)
        told = found.keys() | answered(investor.mailbox)
        assert sorted(told) == list(range(game.last + 1))
        assert all(len(ids) == 1 for ids in found.values()), "one id for each report"
    mails = [entry.mail for entry, _ in game.entries if entry.mail]
    assert len(set(mails)) == len(mails), "no mail was played twice"
    return game.last
