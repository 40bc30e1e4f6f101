"""Who watches a game: gets reports without secrets, is asked nothing, can leave."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import DEALS, Desk, fresh, new_desk, reply, text_of

from pbem.service.care.moderator import end_game, redo
from pbem.service.seats.new_game import NewGame, new_game

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A game with secret cash, which Zoe watches."""
    desk = new_desk(tmp_path / "site", variants=("secret-cash",))
    watches(desk, "Zoe", "OBSERVE g1\nSET MAILS ALL IN g1")
    return desk


def watches(desk: Desk, player: str, text: str) -> EmailMessage:
    desk.send(fresh(player, text, f"<{player}@mail.example.test>"))
    desk.send(reply(desk.mailbox(player)[-1], "YES", f"<{player}-yes@mail.example.test>"))
    return desk.mailbox(player)[-1]


def plays(desk: Desk, player: str, text: str, ident: str = "<o@mail.example.test>") -> None:
    desk.send(reply(desk.reports(player)[-1], text, ident))


def test_the_answer_says_how_it_stands_and_later_mails_what_happens(desk: Desk) -> None:
    answer = text_of(desk.mailbox("Zoe")[-1])
    assert "You watch game g1 from now on" in answer
    assert "Imperial (first edition, 2006), turn 1" in answer
    plays(desk, "Ann", ORDER)
    report = desk.mailbox("Zoe")[-1]
    text = " ".join(text_of(report).split())
    assert str(report["Subject"]).startswith("[g1] ")
    assert "Trieste" in text
    assert "You watch this game and are asked nothing" in text
    assert report["Reply-To"] != "pbem@example.test"


def test_nothing_that_is_secret_is_in_it(desk: Desk) -> None:
    plays(desk, "Ann", ORDER)
    plays(desk, "Bob", "STANCE ALL FIGHT\nITALY: TAXATION\nELSE\nITALY: INVESTOR", "<b@x.test>")
    game = desk.game
    secrets = {seat.key for seat in game.roster.seats.values()}
    secrets |= {seat.address for seat in game.roster.seats.values()}
    for mail in desk.mailbox("Zoe"):
        text = text_of(mail)
        assert not [secret for secret in secrets if secret in str(mail)]
        assert "STANCE" not in text
        for line in text.splitlines():
            if line.strip().startswith(("Ann", "Bob", "Cyd")) and "cash" in line:
                assert "secret" in line or "?" in line, line


def test_players_hear_nothing_of_who_watches(desk: Desk) -> None:
    plays(desk, "Ann", ORDER)
    for player in DEALS:
        for mail in desk.mailbox(player):
            assert "zoe" not in str(mail).lower()


def test_orders_of_an_observer_are_not_taken(desk: Desk) -> None:
    desk.send(reply(desk.mailbox("Zoe")[-1], ORDER, "<z@mail.example.test>"))
    assert desk.game.last == 0
    text = " ".join(text_of(desk.mailbox("Zoe")[-1]).split())
    assert "Orders are for those who play in the game" in text
    assert "STATUS, RULES, HELP, LIST, OBSERVE, JOIN, WITHDRAW" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("STATUS", "turn 1"),
        ("HELP", "Orders are typed in plain words"),
        ("LIST", "Games that you watch"),
        ("SET REPORT FULL IN g1", "In game g1: REPORT FULL"),
        ("OBSERVE g1", "You watch game g1 from now on"),
        ("JOIN g1", "Game g1 has begun"),
    ],
)
def test_an_observer_may_ask(desk: Desk, text: str, said: str) -> None:
    number = len(desk.mailbox("Zoe"))
    desk.send(reply(desk.mailbox("Zoe")[-1], text, "<z@mail.example.test>"))
    assert len(desk.mailbox("Zoe")) == number + 1
    assert said in " ".join(text_of(desk.mailbox("Zoe")[-1]).split())


def test_the_same_words_without_a_command_are_answered_seldom(desk: Desk) -> None:
    number = len(desk.mailbox("Zoe"))
    for mail in range(6):
        desk.send(reply(desk.mailbox("Zoe")[-1], "I am on holiday", f"<{mail}@mail.example.test>"))
    assert len(desk.mailbox("Zoe")) == number + 3


@pytest.mark.parametrize("text", ["WITHDRAW", "WITHDRAW g1", "withdraw from G1"])
def test_whoever_withdraws_hears_no_more(desk: Desk, text: str) -> None:
    desk.send(reply(desk.mailbox("Zoe")[-1], text, "<z@mail.example.test>"))
    assert "You have no part in game g1 any more" in text_of(desk.mailbox("Zoe")[-1])
    number = len(desk.mailbox("Zoe"))
    plays(desk, "Ann", ORDER)
    assert len(desk.mailbox("Zoe")) == number


def test_by_default_there_is_one_mail_a_day(desk: Desk) -> None:
    watches(desk, "Yan", "OBSERVE g1")
    number = len(desk.mailbox("Yan"))
    plays(desk, "Ann", ORDER)
    plays(desk, "Bob", "ITALY: TAXATION", "<b@mail.example.test>")
    assert desk.game.last == 2
    assert len(desk.mailbox("Yan")) == number
    desk.now = desk.now.replace(hour=6, minute=58)
    desk.work()
    assert len(desk.mailbox("Yan")) == number
    for _ in range(3):
        desk.work()
    assert len(desk.mailbox("Yan")) == number + 1
    text = " ".join(text_of(desk.mailbox("Yan")[-1]).split())
    assert text.index("2 fleets Trieste") < text.index("Italy (Bob), taxation")
    desk.now += timedelta(days=1)
    desk.work()
    assert len(desk.mailbox("Yan")) == number + 1


def test_the_mail_of_a_day_is_the_same_after_a_crash(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    watches(desk, "Yan", "OBSERVE g1")
    number = len(desk.mailbox("Yan"))
    plays(desk, "Ann", ORDER)
    desk.now = desk.now.replace(hour=7, minute=30)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pbem.service.rounds.watching.post", dies)
    with pytest.raises(KeyboardInterrupt):
        desk.work()
    monkeypatch.undo()
    again = desk.reopened()
    plays(again, "Bob", "ITALY: TAXATION", "<b@mail.example.test>")
    again.work()
    assert len(again.mailbox("Yan")) == number + 1
    text = text_of(again.mailbox("Yan")[-1])
    assert "Trieste" in text
    assert "Italy begins on taxation" not in text


def test_what_is_taken_back_is_told_to_nobody_and_the_end_at_once(desk: Desk) -> None:
    watches(desk, "Yan", "OBSERVE g1")
    plays(desk, "Ann", ORDER)
    desk.processor.undo("g1", 0)
    desk.now = desk.now.replace(hour=8)
    desk.work()
    assert not [m for m in desk.mailbox("Yan") if "Trieste and" in text_of(m)]
    number = len(desk.mailbox("Yan"))
    end_game(desk.processor, desk.game)
    desk.work()
    assert len(desk.mailbox("Yan")) == number + 1
    assert "THE GAME IS OVER" in text_of(desk.mailbox("Yan")[-1])


def test_what_is_brought_back_is_told_to_who_watches(desk: Desk) -> None:
    watches(desk, "Yan", "OBSERVE g1")
    plays(desk, "Ann", ORDER)
    desk.processor.undo("g1", 0)
    redo(desk.processor, desk.game)
    desk.now = desk.now.replace(hour=8)
    desk.work()
    text = " ".join(text_of(desk.mailbox("Yan")[-1]).split())
    assert text.index("2 fleets Trieste") < text.index("holds again")
    desk.processor.undo("g1", 0)
    desk.now += timedelta(days=1)
    desk.work()
    assert "taken back" in text_of(desk.mailbox("Yan")[-1])
    redo(desk.processor, desk.game)
    desk.now += timedelta(days=1)
    desk.work()
    text = " ".join(text_of(desk.mailbox("Yan")[-1]).split())
    assert text.index("2 fleets Trieste") < text.index("holds again")


def test_from_line_alone_ends_nothing(desk: Desk) -> None:
    desk.send(fresh("Zoe", "WITHDRAW g1", "<forged@mail.example.test>"))
    assert desk.game.roster.observers == ("zoe@example.test",)
    assert "Is this your mail?" in desk.mailbox("Zoe")[-1]["Subject"]


def test_a_secret_of_an_observer_from_elsewhere_is_none(desk: Desk) -> None:
    mail = reply(
        desk.mailbox("Zoe")[-1], "WITHDRAW g1", "<z@mail.example.test>", sender="eve@example.test"
    )
    desk.send(mail)
    assert desk.game.roster.observers == ("zoe@example.test",)


def test_a_game_may_be_without_observers(desk: Desk) -> None:
    seats = {player: f"{player.lower()}@example.test" for player in DEALS}
    new_game(desk.site, NewGame("g2", "imperial", seats, observers=False), desk.now)
    desk.send(fresh("Yan", "OBSERVE g2"))
    assert "Game g2 is played without observers" in text_of(desk.mailbox("Yan")[-1])
    desk.send(fresh("Yan", "LIST", "<2@mail.example.test>"))
    assert "g2" not in text_of(desk.mailbox("Yan")[-1])


def test_a_player_does_not_watch_the_own_game(desk: Desk) -> None:
    plays(desk, "Ann", "OBSERVE g1")
    assert "You play in game g1 yourself" in text_of(desk.answers("Ann")[-1])


def test_what_is_told_again_after_a_crash_is_told_once(desk: Desk) -> None:
    plays(desk, "Ann", ORDER)
    number = len(desk.mailbox("Zoe"))
    (desk.game.folder / "dispatched").write_text("0\n")
    again = desk.reopened()
    assert again.work().troubles == []
    assert len(again.mailbox("Zoe")) == number


def test_public_press_comes_to_who_watches_and_private_press_never(desk: Desk) -> None:
    text = "PRESS TO ALL\nTo arms!\nEND PRESS\nPRESS TO Bob\nQuietly, friend.\nEND PRESS"
    plays(desk, "Ann", text)
    got = [text_of(m) for m in desk.mailbox("Zoe")]
    assert sum("  | To arms!" in text for text in got) == 1
    assert not any("Quietly" in text for text in got)
    desk.send(reply(desk.mailbox("Zoe")[-1], "HISTORY 1\nMAP", "<h@mail.example.test>"))
    shown = text_of(desk.mailbox("Zoe")[-1])
    assert "  | To arms!" in shown
    assert "Quietly" not in shown
    assert "MAP" in shown
