"""Two seats at one address: each mail says for which it is, and its answer plays for that one."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.mails import DEALS, Desk, new_desk, reply, text_of

from pbem.service.seats.new_game import NewGame, new_game

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A second game, g2, in which Ann and Bob are one person."""
    desk = new_desk(tmp_path / "site")
    both = "both@example.test"
    seats = {"Ann": both, "Bob": both, "Cyd": "cyd@example.test"}
    new_game(desk.site, NewGame("g2", "imperial", seats, deal=DEALS), desk.now)
    desk.work()
    return desk


def test_subject_and_text_say_for_which_seat_a_mail_is(desk: Desk) -> None:
    for player in ("Ann", "Bob"):
        (mail,) = [m for m in desk.mailbox("both") if f"[g2: {player}]" in m["Subject"]]
        _, _, below = text_of(mail).partition("-- write above this line -- ")
        assert below.splitlines()[2] == f"This mail is for one of your seats: {player}"
    for player in ("Ann", "Cyd"):
        for mail in desk.mailbox(player):
            assert ": " + player + "]" not in mail["Subject"]
            assert "one of your seats" not in text_of(mail)


def test_the_answer_plays_for_the_seat_of_the_mail(desk: Desk) -> None:
    mails = {m["Subject"][:9]: m for m in desk.mailbox("both")}
    desk.send(reply(mails["[g2: Bob]"], ORDER, "<1@mail.example.test>"))
    assert desk.site.game("g2").last == 0 or desk.site.game("g2").entries[0][0].by == "Bob"
    assert desk.site.game("g2").state.turn == 1
    desk.send(reply(mails["[g2: Ann]"], ORDER, "<2@mail.example.test>"))
    assert desk.site.game("g2").state.turn == 2
    answers = [m for m in desk.answers("both") if "[g2: Ann]" in m["Subject"]]
    assert len(answers) == 1
    assert ORDER in text_of(answers[0])


def test_the_line_on_top_is_no_order_where_a_program_does_not_quote(desk: Desk) -> None:
    (mail,) = [m for m in desk.mailbox("both") if "[g2: Ann]" in m["Subject"]]
    text = f"{ORDER}\n\n{text_of(mail)}"
    desk.send(reply(mail, text, "<3@mail.example.test>", keep=("in-reply-to", "to")))
    assert desk.site.game("g2").state.turn == 2
