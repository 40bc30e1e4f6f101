"""A question that is no longer open does not go out; what happened meanwhile is told once."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, text_of

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.ground.lock import exclusive
from pbem.mail.outgoing.outbox import SENDING, Outbox
from pbem.orders.ahead.defaults import default_answer
from pbem.orders.verbs.written import format_command
from pbem.service.entering.outcomes import entered
from pbem.service.rounds.timekeeper import Timekeeper
from pbem.service.site.settings import SETTINGS
from pbem.service.telling.told import MOST_UNSENT

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
        assert desk.processor.submit("g1", player, text).accepted


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
        assert ("YOUR TURN: Great Britain" in subject) == (player == "Ann")
        told = text.partition("SINCE YOUR LAST MAIL")[2].partition("\n\n")[0]
        assert 0 < told.index("imports") < told.index("Venice") < told.index("Brest")
    again = desk.reopened()
    again.processor.catch_up()
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
    desk.processor.undo("g1", 0)
    play(desk, ("Ann", "AUSTRIA-HUNGARY: TAXATION"))
    subjects = [subject for subject, _ in waiting(desk, "Bob")]
    assert len(subjects) >= 2
    assert "TAKEN BACK" in "".join(text for _, text in waiting(desk, "Bob"))


def test_what_was_never_told_and_is_taken_back_is_not_told(desk: Desk) -> None:
    """TAKEN BACK, and below it what was taken back: that was told once."""
    play(desk, *TURNS)
    desk.now += timedelta(minutes=1)
    desk.processor.undo("g1", 1)
    for player in ("Ann", "Bob", "Cyd"):
        ((_, text),) = waiting(desk, player)
        assert "TAKEN BACK" in text
        assert "imports" in text  # what stands, and has not gone out either
        assert "Venice" not in text.partition("SINCE YOUR LAST MAIL")[2].partition("\n\n")[0]
        assert "Brest" not in text.partition("SINCE YOUR LAST MAIL")[2].partition("\n\n")[0]
    play(desk, ("Bob", "ITALY: TAXATION"))
    told = "".join(text for _, text in waiting(desk, "Cyd"))
    assert told.count("TAKEN BACK") == 1


def test_a_reminder_that_is_no_longer_true_does_not_go_out(desk: Desk) -> None:
    for hours in (1.9,) * 13:
        desk.now += timedelta(hours=hours)
        Timekeeper(desk.site, desk.processor).look(desk.now)
    assert [("REMINDER" in subject) for subject, _ in waiting(desk, "Ann")] == [True]
    play(desk, TURNS[0])
    assert not any(("REMINDER" in subject) for subject, _ in waiting(desk, "Ann"))


def play_on(desk: Desk, turns: int) -> list[str]:
    """Turns as they are made for nobody; what they were."""
    orders = []
    for _ in range(turns):
        game = desk.game
        head = game.state.pending[0]
        text = format_command(game.game.board, default_answer(game.game, game.state, head))
        play(desk, (head.player, text))
        orders.append(text)
    return orders


def test_nothing_is_lost_however_many_reports_and_plans_wait(desk: Desk) -> None:
    play(desk, *TURNS)
    for number in range(MOST_UNSENT + 5):
        play(desk, ("Bob", "STANCE PEACE" if number % 2 else "STANCE FIGHT"))
    turns = MOST_UNSENT + 10
    made = [order for order in play_on(desk, turns) if ":" in order]
    told = "".join(text for _, text in waiting(desk, "Cyd"))
    for happened in ("imports", "Venice", "Brest"):
        assert happened in told
    moves = re.findall(r"^- [^\n]+ (?:moves to|begins on) ", told, re.MULTILINE)
    assert len(moves) == len(made) + len(TURNS), "each turn is told once"


def test_a_question_that_was_merged_into_a_later_report_went_out_when_that_did(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gift must not make a deadline count from before the mail server was back."""
    while not (rich := [p for p, own in desk.game.state.players.items() if own.cash]):
        play_on(desk, 1)
    state, giver = desk.game.state, rich[0]
    for path in desk.site.outbox.waiting.new():
        desk.site.outbox.waiting.move_to(path, desk.site.outbox.sent, done=True)
    play_on(desk, 1)
    state = desk.game.state
    asked = state.pending[0].player
    nation = desk.game.game.board.name(state.governed(giver)[0])
    desk.now += timedelta(hours=1)
    play(desk, (giver, f"GIVE 1 TO {nation}"))
    assert desk.game.state.pending[0].player == asked
    assert len(waiting(desk, asked)) == 1
    outbox, late = desk.site.outbox, desk.now + timedelta(hours=45)
    for path in outbox.waiting.new():
        outbox.waiting.move_to(path, outbox.sent, done=True)
    original = Outbox.sent_at
    monkeypatch.setattr(Outbox, "sent_at", lambda self, i: original(self, i) and late)
    keeper = Timekeeper(desk.site, desk.processor)
    for _ in range(26):
        desk.now += timedelta(hours=1.9)
        keeper.look(desk.now)
    assert [e.clock.what for e, _ in desk.game.entries if e.clock] == ["hold"]


def test_what_a_failed_report_told_the_next_one_tells(desk: Desk) -> None:
    """Also if it was let wait once more meanwhile: better twice than never."""
    play(desk, TURNS[0])
    outbox = desk.site.outbox
    assert outbox.failed is not None
    for path in outbox.waiting.new():
        outbox.waiting.move_to(path, outbox.failed, done=True)
    play(desk, TURNS[1])
    assert [("imports" in text, "Venice" in text) for _, text in waiting(desk, "Cyd")] == [
        (True, True)
    ]
    outbox.send_again()
    desk.processor.dispatch.tell(entered(desk.game, 2))  # as for a mail that comes again
    assert sum("imports" in text for _, text in waiting(desk, "Cyd")) == 2
