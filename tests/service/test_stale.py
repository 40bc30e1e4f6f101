"""A question that is no longer open does not go out; what happened meanwhile is told once."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, text_of

from pbem.mail.outbox import SENDING
from pbem.service.deadlines import Timekeeper
from pbem.service.settings import SETTINGS
from pbem.store.disk import read_toml, replace_file, toml_bytes
from pbem.store.lock import exclusive

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """The opening has gone out; then the mail server is dead."""
    terms: dict[str, object] = {"every": "48h", "missed": "default", "reminders": ["24h"]}
    desk = new_desk(tmp_path / "site", deadlines=terms)
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    tables["mail"] |= {"delivery": "smtp", "smtp": {"host": "127.0.0.1", "port": 1}}
    replace_file(path, toml_bytes(tables))
    return desk.reopened()


def play(desk: Desk, *turns: tuple[str, str]) -> None:
    for player, text in turns:
        desk.now += timedelta(minutes=1)
        assert desk.clerk.submit("g1", player, text).accepted


def waiting(desk: Desk, player: str) -> list[tuple[str, str]]:
    """Subject and text of the mails to a player that wait to be sent."""
    paths = desk.site.outbox.waiting.new()
    mails = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
    mine = [mail for mail in mails if f"{player.lower()}@example.test" in str(mail["To"])]
    return [(str(mail["Subject"]), text_of(mail)) for mail in mine]


TURNS = (("Ann", ANNS), ("Bob", "ITALY: FACTORY Venice"), ("Cyd", "FRANCE: FACTORY Brest"))


def test_what_waits_is_told_in_one_mail_with_the_question_that_is_open(desk: Desk) -> None:
    play(desk, *TURNS)
    for player in ("Ann", "Bob", "Cyd"):
        ((subject, text),) = waiting(desk, player)
        assert subject.endswith("Great Britain to move - your decision") == (player == "Ann")
        told = text.partition("WHAT HAPPENED")[2].partition("\n\n")[0]
        assert 0 < told.index("imports") < told.index("Venice") < told.index("Brest")
    again = desk.reopened()
    again.clerk.catch_up()
    assert [len(waiting(again, player)) for player in ("Ann", "Bob", "Cyd")] == [1, 1, 1]


def test_nothing_is_taken_back_while_mails_are_being_sent(desk: Desk) -> None:
    play(desk, TURNS[0])
    with exclusive(desk.site.outbox.waiting.folder / SENDING) as mine:
        assert mine
        play(desk, *TURNS[1:])
    assert len(waiting(desk, "Cyd")) == 3


def test_what_has_gone_out_is_not_told_again(desk: Desk) -> None:
    play(desk, TURNS[0])
    outbox = desk.site.outbox
    for path in outbox.waiting.new():
        outbox.waiting.move_to(path, outbox.sent, done=True)
    play(desk, *TURNS[1:])
    ((_, text),) = waiting(desk, "Cyd")
    assert "imports" not in text
    assert "Venice" in text


def test_taking_back_is_a_mail_of_its_own(desk: Desk) -> None:
    play(desk, *TURNS[:2])
    desk.clerk.undo("g1", 0)
    play(desk, ("Ann", "AUSTRIA-HUNGARY: TAXATION"))
    subjects = [subject for subject, _ in waiting(desk, "Bob")]
    assert len(subjects) >= 2
    assert "TAKEN BACK" in "".join(text for _, text in waiting(desk, "Bob"))


def test_a_reminder_that_is_no_longer_true_does_not_go_out(desk: Desk) -> None:
    for hours in (1.9,) * 13:
        desk.now += timedelta(hours=hours)
        Timekeeper(desk.site, desk.clerk).look(desk.now)
    assert [subject.endswith("reminder") for subject, _ in waiting(desk, "Ann")] == [True]
    play(desk, TURNS[0])
    assert not any(subject.endswith("reminder") for subject, _ in waiting(desk, "Ann"))
