"""A moderator's week with twelve tables: all by mail, time moved by the test's clock.

Late players, a pause over a holiday, a bounce, a replacement, an undo and redo, a preview, an
extension, a broadcast, an edited position; each morning one mail over all tables, whatever is
restarted meanwhile, and nothing sent twice.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import DEALS, Desk, desk_for, reply, text_of
from support.moderators import flat

from pbem.board.ids import PlayerId
from pbem.service.entering.outcomes import entered
from pbem.service.rounds.poll import poll
from pbem.service.rounds.timekeeper import Timekeeper
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import MailSettings, Settings, create_settings
from pbem.service.telling.daily import daily_letters
from pbem.store.journal import What
from pbem.store.verify import verify
from pbem.timing.terms import Deadlines

MONDAY = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
ZONE = "Europe/Athens"
TABLES = tuple(f"t{number}" for number in range(1, 13))
ORDERS = {
    "austria-hungary": "IMPORT ARMY Vienna", "italy": "FACTORY Venice", "france": "INVESTOR",
    "great-britain": "INVESTOR", "germany": "INVESTOR", "russia": "INVESTOR",
}  # fmt: skip


@dataclass
class Week:
    """The site, its moderator and the players of all tables."""

    desk: Desk
    numbers: itertools.count[int] = field(default_factory=itertools.count)

    def restart(self) -> None:
        """Another process goes on."""
        self.desk = desk_for(self.desk.site.folder, self.desk.now)

    def look(self) -> None:
        """A round of the daemon."""
        poll(self.desk.site, self.desk.processor)
        kept = Timekeeper(self.desk.site, self.desk.processor).look(self.desk.now)
        assert kept.troubles == []
        poll(self.desk.site, self.desk.processor)

    def until(self, moment: datetime) -> None:
        """Let time pass while the daemon looks every half an hour, restarted now and then."""
        while self.desk.now < moment:
            self.desk.now = min(moment, self.desk.now + timedelta(minutes=30))
            if self.desk.now.hour % 6 == 0:
                self.restart()
            self.look()

    def box(self, name: str) -> list[EmailMessage]:
        return self.desk.mailbox(name)

    def send(self, raw: bytes) -> None:
        self.desk.now += timedelta(minutes=1)
        self.desk.drop(raw, f"{int(self.desk.now.timestamp())}.x{next(self.numbers)}")
        self.look()

    def moderate(self, game: str, text: str, answered: EmailMessage | None = None) -> str:
        """Commands in answer to the welcome of a table; the answer."""
        if answered is None:
            answered = next(m for m in self.box("mod") if m["Subject"].startswith(f"[{game}] You"))
        self.send(reply(answered, text, f"<mod{next(self.numbers)}@mail.example.test>"))
        return flat(text_of(self.newest("mod", "auto-replied")))

    def newest(self, name: str, kind: str) -> EmailMessage:
        return [m for m in self.box(name) if m["Auto-Submitted"] == kind][-1]

    def play(self, game: str) -> None:
        """Whoever is asked answers."""
        state = self.desk.site.game(game).state
        head = state.pending[0]
        box = f"{head.player.lower()}-{game}"
        report = self.box(box)[-1]
        order = "PASS" if head.nation is None else f"{head.nation}: {ORDERS[head.nation]}"
        self.send(reply(report, order, f"<{box}{next(self.numbers)}@mail.example.test>"))

    def morning(self) -> str:
        """The mail of the day, which is the only one; in plain words."""
        today = self.desk.now.date()
        mails = [m for m in self.daily() if m["Date"].datetime.date() == today]
        (mail,) = mails
        assert mail["Date"].datetime.hour == 5, "seven o'clock in Athens"
        return flat(text_of(mail))

    def daily(self) -> list[EmailMessage]:
        return [m for m in self.box("mod") if re.match(r"\d+ tables?;", m["Subject"])]


@pytest.fixture
def week(tmp_path: Path) -> Week:
    folder = tmp_path / "site"
    mail = MailSettings(delivery="mailboxes")
    settings = Settings(address="pbem@example.test", moderator="mod@example.test", mail=mail)
    create_settings(folder, settings, b"s" * 32)
    week = Week(desk_for(folder, MONDAY))
    for game in TABLES:
        seats = {PlayerId(p): f"{p.lower()}-{game}@example.test" for p in DEALS}
        missed = "wait" if game == "t8" else "default"
        terms = Deadlines.model_validate({"every": "48h", "zone": ZONE, "missed": missed})
        wanted = NewGame(game, "imperial", seats, seed=7, deal=DEALS, deadlines=terms)
        stored = new_game(week.desk.site, wanted, MONDAY)
        week.desk.processor.dispatch.tell(entered(stored, 0))
    week.look()
    return week


def bounce(mail: EmailMessage, ident: str) -> bytes:
    """A delivery report about a mail."""
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.test\r\n"
        f"To: {mail['Reply-To']}\r\nMessage-ID: {ident}\r\nSubject: Undelivered\r\n"
        "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nno\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.test\r\n\r\n"
        f"Final-Recipient: rfc822; bob@example.test\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "\r\n--b--\r\n"
    ).encode()


def day(number: int, hour: int, minute: int = 0) -> datetime:
    """A moment of the week, UTC; Monday is 0."""
    return datetime(2026, 3, 2 + number, hour, minute, tzinfo=UTC)


@pytest.mark.slow
def test_a_week(week: Week) -> None:
    # Monday: the hour has passed when the tables begin; no mail of the day yet
    for game in ("t1", "t2", "t3"):
        week.play(game)
    week.until(day(0, 20))
    assert week.daily() == []

    # Tuesday
    week.until(day(1, 4, 30))
    assert week.daily() == []
    week.until(day(1, 6))
    told = week.morning()
    assert "Nothing needs you today." in told
    assert "t1: turn 2, Bob, for 18 hours; 1 day 5 hours left" in told
    assert "t12: turn 1, Ann, for 19 hours; 1 day 5 hours left" in told
    assert "late by" not in told
    assert "has not answered" not in told
    assert "There are no deadlines" in week.moderate("t7", "PAUSE")
    answer = week.moderate("t1", "UNDO\nREDO\nPREVIEW")
    assert "holds again" in answer
    assert "Bob is asked, until" in answer
    assert week.desk.site.game("t1").state.turn == 2
    week.send(bounce(week.box("bob-t9")[0], "<dsn1@mx.example.test>"))

    # Wednesday: those who have not answered since Monday have missed it at noon
    week.until(day(2, 6))
    told = week.morning()
    assert "t7: turn 1, Ann, for 1 day 19 hours; paused" in told
    assert "Nothing needs you today." in told
    assert "t9: a mail to Bob has come back lately." in told
    assert "There are 24 hours more" in week.moderate("t4", "EXTEND 24")
    week.until(day(2, 20))

    # Thursday
    week.until(day(3, 6))
    told = week.morning()
    assert "t5, turn 1: Ann has not answered in time, and the game has played on." in told
    assert "t8, turn 1: Ann has not answered in time; the game waits." in told
    assert "t4, turn 1" not in told
    assert "t7, turn 1" not in told
    assert "t2, turn 2: Bob has not answered" in told
    assert "t1, turn 2: Bob" not in told, "an undo and redo have begun its time anew"
    shown = week.moderate(
        "t12",
        "POSITION\nnations.italy.treasury = 12\nEND POSITION\n"
        "BROADCAST\nDear all, the treasury of Italy was wrong.\nEND BROADCAST",
    )
    assert "Italy, treasury:" in shown
    week.moderate("t12", "YES", week.newest("mod", "auto-replied"))
    assert week.desk.site.game("t12").state.nations["italy"].treasury == 12
    assert "Dora plays on for Bob" in week.moderate("t9", "REPLACE Bob BY Dora dora@example.test")

    # Friday: the holiday is over; an answer to the mail of the day, with commands for a table
    week.until(day(4, 6))
    told = week.morning()
    assert "t9, turn" in told
    assert "Dora plays on for Bob." in told
    mail = week.daily()[-1]
    answer = week.moderate("t7", "GAME t7\nRESUME\nGAME t6\nAS Bob: PASS", mail)
    assert "Deadlines count again" in answer
    week.until(day(5, 6))
    told = week.morning()
    assert "t7: turn 1, Ann, for 4 days; 1 day 1 hour left" in told
    assert "t10: paused. So many players have missed their last deadline" in told
    assert "To go on: GAME t10; RESUME" in told
    assert told.index("- t2:") < told.index("- t10:"), "by number, not by letter"
    assert "Deadlines count again" in week.moderate("t1", "GAME t10; RESUME", week.daily()[-1])

    # Sunday: two days away, and one mail when the daemon is back
    week.desk.now = day(7, 9)
    week.restart()
    week.look()
    week.look()
    mails = [m for m in week.daily() if m["Date"].datetime.date() == week.desk.now.date()]
    assert len(mails) == 1
    assert list(daily_letters(week.desk.site, week.desk.now)) == []
    assert len(week.daily()) == 6

    # nothing twice, and every journal holds
    for box in ("mod", "dora", *(f"{p.lower()}-{g}" for p in DEALS for g in TABLES)):
        idents = Counter(m["Message-ID"] for m in week.box(box))
        assert all(number == 1 for number in idents.values()), box
    for game in TABLES:
        assert list(verify(week.desk.site.game(game))) == []
    kinds = Counter(
        e.clock.what
        for game in TABLES
        for e, _ in week.desk.site.game(game).entries
        if e.clock and e.act
    )
    assert kinds == {
        What.PAUSED: 1, What.RESUMED: 2, What.EXTENDED: 1, What.EDITED: 1, What.BROADCAST: 1,
        What.SEATED: 1,
    }  # fmt: skip
