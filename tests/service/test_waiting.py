"""`STAND IN`: who waits for a seat, is offered one that is free, takes it, or waits no more."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, fresh, new_desk, reply, text_of
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.service.care.moderator import end_game

ANN = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})
    desk.send(reply(desk.reports("Ann")[-1], ANN))
    return desk


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def waits(desk: Desk, person: str, text: str = "STAND IN g1") -> str:
    """The answer, once the address has confirmed."""
    desk.send(fresh(person, text, f"<{desk.sent}@mail.example.test>"))
    question = desk.mailbox(person)[-1]
    if "Is this your mail?" in str(question["Subject"]):
        desk.send(reply(question, "YES", f"<{desk.sent}@mail.example.test>"))
    return words(desk.mailbox(person)[-1])


def resign(desk: Desk) -> None:
    desk.send(reply(desk.reports("Bob")[-1], "RESIGN", f"<{desk.sent}@mail.example.test>"))
    desk.send(reply(desk.mailbox("Bob")[-1], "YES", f"<{desk.sent}@mail.example.test>"))


def test_an_address_waits_once_it_has_confirmed(desk: Desk) -> None:
    desk.send(fresh("Zoe", "STAND IN g1 AS Zoe the Great", "<z@mail.example.test>"))
    assert not desk.game.roster.waiting
    desk.send(reply(desk.mailbox("Zoe")[-1], "YES", "<y@mail.example.test>"))
    answer = words(desk.mailbox("Zoe")[-1])
    assert "You wait for a seat in game g1." in answer
    assert "As soon as a seat is free" in answer
    (person,) = desk.game.roster.waiting
    assert (person.name, person.address) == ("Zoe the Great", "zoe@example.test")
    assert len(desk.mailbox("Zoe")) == 2


def test_a_seat_that_becomes_free_is_offered_and_taken(desk: Desk) -> None:
    waits(desk, "Zoe")
    resign(desk)
    offer = desk.mailbox("Zoe")[-1]
    assert "the seat of Bob is free" in words(offer)
    desk.send(reply(offer, "JOIN", "<j@mail.example.test>"))
    seat = desk.game.roster.seats["Bob"]  # type: ignore[index]
    assert (seat.person, seat.address) == ("Zoe", "zoe@example.test")
    assert "You play the seat of Bob from now on" in words(desk.mailbox("Zoe")[-1])


def test_who_begins_to_wait_later_is_offered_what_is_free_once(desk: Desk) -> None:
    resign(desk)
    assert "A seat is free now" in waits(desk, "Zoe")
    for _ in range(3):
        desk.work()
    offers = [m for m in desk.mailbox("Zoe") if "the seat of Bob is free" in words(m)]
    assert len(offers) == 1
    desk.send(reply(offers[0], "JOIN", "<j@mail.example.test>"))
    assert desk.game.roster.seats["Bob"].person == "Zoe"  # type: ignore[index]


def test_the_list_of_the_moderator_stays(desk: Desk) -> None:
    waits(desk, "Zoe")
    roster = desk.game.folder / "roster.toml"
    listed = '\n[[stand_ins]]\nname = "Dora"\naddress = "dora@example.test"\n'
    roster.write_text(roster.read_text() + listed)
    desk = desk.reopened()
    resign(desk)
    for person in ("Dora", "Zoe"):
        assert "the seat of Bob is free" in words(desk.mailbox(person)[-1])


def test_withdraw_ends_it(desk: Desk) -> None:
    waits(desk, "Zoe")
    desk.send(reply(desk.mailbox("Zoe")[-1], "WITHDRAW g1", "<w@mail.example.test>"))
    assert not desk.game.roster.waiting
    number = len(desk.mailbox("Zoe"))
    resign(desk)
    assert len(desk.mailbox("Zoe")) == number


@pytest.mark.parametrize(
    ("person", "text", "said"),
    [
        ("Zoe", "STAND IN g9", "There is no game of that name"),
        ("Zoe", "STAND IN", "Which game?"),
        ("Mod", "STAND IN g1", "You moderate game g1"),
        ("Zoe", "STAND IN g1 AS Cyd", "The name Cyd cannot be had"),
        ("Zoe", "STAND IN g1 AS Italy", "The name Italy cannot be had"),
    ],
)
def test_what_cannot_be(desk: Desk, person: str, text: str, said: str) -> None:
    assert said in waits(desk, person, text)
    assert not desk.game.roster.waiting


def test_who_plays_or_comes_too_late_cannot(desk: Desk) -> None:
    desk.send(reply(desk.reports("Cyd")[-1], "STAND IN g1", "<c@mail.example.test>"))
    assert "You play in game g1 yourself." in words(desk.answers("Cyd")[-1])
    end_game(desk.processor, desk.game)
    assert "Game g1 is over." in waits(desk, "Zoe")


def test_by_command(desk: Desk) -> None:
    site = str(desk.site.folder)
    run = CliRunner()
    done = run.invoke(app, ["stand-in", "g1", "Zoe=zoe@example.test", "--site", site])
    assert done.exit_code == 0, done.output
    assert "You wait for a seat in game g1." in done.output
    assert run.invoke(app, ["stand-in", "g1", "Zoe", "--site", site]).exit_code == 2
    wrong = run.invoke(app, ["stand-in", "g1", "Bob=zoe@example.test", "--site", site])
    assert wrong.exit_code == 1
    assert "cannot be had" in wrong.output
    assert run.invoke(app, ["withdraw", "g1", "zoe@example.test", "--site", site]).exit_code == 0
    assert not desk.reopened().game.roster.waiting
