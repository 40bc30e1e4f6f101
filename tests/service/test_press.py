"""Press by mail: to whom it goes and to whom never, answers to it, limits, crashes."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of

from pbem.service.fates import Fate


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def press_of(desk: Desk, player: str) -> list[EmailMessage]:
    return [m for m in desk.mailbox(player) if "writes to" in m["Subject"]]


def send(desk: Desk, player: str, text: str, to: EmailMessage | None = None) -> Fate:
    desk.sent += 1
    answered = to or desk.reports(player)[0]
    done = desk.send(reply(answered, text, f"<{desk.sent}@mail.example.test>"))
    assert not done.troubles
    return done.handled[-1][1].fate


def test_press_goes_to_its_reader_and_to_nobody_else(desk: Desk) -> None:
    fate = send(desk, "Ann", "PRESS TO Bob\nShall we ally?\n\nI would like that.\nEND PRESS")
    assert fate is Fate.ANSWERED
    (mail,) = press_of(desk, "Bob")
    text = text_of(mail)
    assert mail["Subject"] == "[g1] Ann writes to you"
    assert "Ann writes to you:\n\n  | Shall we ally?\n  |\n  | I would like that.\n" in text
    assert "ann@example.test" not in mail.as_string().lower()
    assert not press_of(desk, "Cyd")
    assert not press_of(desk, "Ann")
    assert "Your press is sent: to Bob." in text_of(desk.answers("Ann")[-1])


def test_an_answer_goes_back_after_one_question(desk: Desk) -> None:
    send(desk, "Ann", "PRESS TO Bob: Shall we ally?")
    (mail,) = press_of(desk, "Bob")
    assert send(desk, "Bob", "Yes, let us!\n\nBob", mail) is Fate.HELD
    assert not press_of(desk, "Ann")
    asks = desk.answers("Bob")[-1]
    assert "is this press" in asks["Subject"].lower()
    assert send(desk, "Bob", "YES", asks) is Fate.ANSWERED
    (back,) = press_of(desk, "Ann")
    assert "  | Yes, let us!\n  |\n  | Bob" in text_of(back)
    send(desk, "Ann", "Fine.", back)
    asks = desk.answers("Ann")[-1]
    send(desk, "Ann", "yes", asks)
    assert "  | Fine." in text_of(press_of(desk, "Bob")[-1])
    send(desk, "Bob", "Good", press_of(desk, "Bob")[-1])
    assert "  | Good" in text_of(press_of(desk, "Ann")[-1])
    assert len(press_of(desk, "Cyd")) == 0
