"""`HISTORY`, `MAP`, `RESEND` by mail, `pbem history` and `show --turn`: what a reader may know."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of
from support.seats import flat
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.service.entering.outcomes import entered
from pbem.service.seats.seats import take_over
from pbem.store.line import line_of, turn_began
from pbem.store.people import Person

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
BOBS = "ITALY: FACTORY Venice"
CYDS = "FRANCE: FACTORY Marseille"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", deadlines={"every": "48h"})


def send(desk: Desk, player: str, text: str, to: int = -1) -> str:
    """An answer to one of the player's mails; what the newest one says then."""
    desk.sent += 1
    desk.send(reply(desk.mailbox(player)[to], text, f"<{desk.sent}@mail.example.test>"))
    return text_of(desk.mailbox(player)[-1])


def answer(desk: Desk, player: str, text: str) -> str:
    before = {m["Message-ID"] for m in desk.answers(player)}
    send(desk, player, text)
    (new,) = [m for m in desk.answers(player) if m["Message-ID"] not in before]
    return text_of(new)


def run(desk: Desk, *given: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, [*given, "--site", str(desk.site.folder)])
    assert result.exit_code == code, result.output
    return result.output


def test_history_tells_who_ordered_what_when_and_how_late(desk: Desk) -> None:
    send(desk, "Ann", ANNS)
    desk.now += timedelta(hours=51)
    send(desk, "Bob", BOBS)
    short = answer(desk, "Cyd", "HISTORY")
    assert f"Turn 1, Fri 2 Jan 2026, 03:06 (UTC), Ann\n  {ANNS}" in short
    assert f"Bob, late by 3 hours\n  {BOBS}" in short
    whole = answer(desk, "Cyd", "HISTORY 2")
    assert "- Italy builds a shipyard in Venice for 5M." in whole
    assert "HOW TURN 2 BEGAN" in whole
    assert "Treasury 13M, power 0 (x0), not yet moved" in whole
    assert "YOUR OPTIONS" not in whole
    assert "There was no turn 9 yet; this is turn 3." in flat(
        answer(desk, "Cyd", "History turn 9?")
    )


def test_history_hides_the_plans_of_others_and_shows_ones_own(desk: Desk) -> None:
    send(desk, "Ann", f"{ANNS}\nGREAT BRITAIN: TAXATION\nSTANCE FIGHT")
    assert "GREAT BRITAIN: TAXATION" in answer(desk, "Ann", "HISTORY 1")
    bobs = answer(desk, "Bob", "HISTORY 1")
    assert ANNS in bobs
    assert "TAXATION" not in bobs
    assert "STANCE" not in bobs
    send(desk, "Cyd", "STANCE ASK", to=0)
    bobs = answer(desk, "Bob", "HISTORY 2")
    assert "Cyd" not in bobs.split("HOW TURN 2 BEGAN")[0]
    assert "nobody gets to see" not in bobs
    for output in (run(desk, "history", "g1"), run(desk, "history", "g1", "--json")):
        assert "TAXATION" not in output
        assert "STANCE" not in output
        assert "ann@example.test" not in output


def test_history_shows_press_to_those_who_have_it(desk: Desk) -> None:
    send(
        desk, "Ann", "PRESS TO ALL\nTo arms!\nEND PRESS\nPRESS TO Bob\nQuietly, friend.\nEND PRESS"
    )
    assert "  | Quietly, friend." in answer(desk, "Ann", "HISTORY 1")
    assert "  | Quietly, friend." in answer(desk, "Bob", "HISTORY 1")
    cyds = answer(desk, "Cyd", "HISTORY 1")
    assert "  | To arms!" in cyds
    assert "Quietly" not in cyds
    assert "Quietly" not in run(desk, "history", "g1")
    assert "To arms!" in run(desk, "history", "g1")
    documents = [json.loads(line) for line in run(desk, "history", "g1", "--json").splitlines()]
    assert [(d["press"], d["from"], d["to"]) for d in documents] == [("To arms!", "Ann", "all")]


def test_a_turn_as_it_began_also_when_it_was_taken_back(desk: Desk) -> None:
    send(desk, "Ann", ANNS)
    send(desk, "Bob", BOBS)
    desk.now += timedelta(minutes=1)
    desk.processor.undo("g1", 1)
    desk.work()
    send(desk, "Bob", "ITALY: IMPORT ARMY Rome")
    assert line_of(desk.game) == (0, 1, 3, 4)
    found = turn_began(desk.game, 3)
    assert found is not None
    assert found[0] == 4
    assert "rome" in found[1].nations["italy"].armies
    text = run(desk, "show", "g1", "--turn", "2")
    assert "as turn 2 began, after entry 1" in text
    data = json.loads(run(desk, "show", "g1", "--turn", "3", "--json"))
    assert data["nations"]["italy"]["armies"] == {"rome": 1}
    assert "no turn 9" in run(desk, "show", "g1", "--turn", "9", code=2)
    lines = [json.loads(line) for line in run(desk, "history", "g1", "--json").splitlines()]
    assert [d["taken_back"] for d in lines] == [False, True, False, False]
    assert "(taken back since)" in answer(desk, "Cyd", "HISTORY 2")


def test_a_turn_that_plans_have_played_amid_others(desk: Desk) -> None:
    """Three turns in one entry: the middle one began within it."""
    send(desk, "Bob", BOBS)
    send(desk, "Cyd", CYDS)
    send(desk, "Ann", ANNS)
    assert desk.game.state.turn == 4
    found = turn_began(desk.game, 3)
    assert found is not None
    assert found[0] == 3
    assert "venice" in found[1].nations["italy"].factories
    assert "marseille" not in found[1].nations["france"].factories


def test_map_tells_what_stands_where(desk: Desk) -> None:
    send(desk, "Ann", ANNS)
    text = answer(desk, "Bob", "Map?")
    assert "  Trieste: Austria-Hungary 2 fleets" in text
    assert "STANDINGS" not in text


@pytest.mark.parametrize("word", ["STATUS?", "Help?", "RULES 5.9?", "history?", "Show standing?"])
def test_a_question_mark_does_no_harm(desk: Desk, word: str) -> None:
    assert "no order in your mail" not in flat(answer(desk, "Bob", word))


def test_the_last_mail_comes_once_more_and_can_be_answered(desk: Desk) -> None:
    (first,) = desk.mailbox("Ann")
    send(desk, "Ann", "RESEND")
    again = desk.mailbox("Ann")[-1]
    assert again["Subject"] == first["Subject"]
    assert text_of(again) == text_of(first)
    assert again["Message-ID"] != first["Message-ID"]
    assert again["In-Reply-To"] == "<1@mail.example.test>"
    assert len(desk.mailbox("Ann")) == 2
    send(desk, "Ann", ANNS)
    assert desk.game.last == 1


def test_several_mails_come_once_more_each_once(desk: Desk) -> None:
    send(desk, "Ann", ANNS)
    count = len(desk.mailbox("Ann"))
    raw = reply(desk.mailbox("Ann")[-1], "RESEND LAST 2\nMAP", "<again@mail.example.test>")
    desk.send(raw)
    desk.send(raw)
    new = desk.mailbox("Ann")[count:]
    assert len(new) == 3
    assert any("Your last 2 mails are on their way once more." in text_of(m) for m in new)


def test_nothing_of_who_sat_there_before_comes_again(desk: Desk) -> None:
    send(desk, "Ann", "PRESS TO Bob\nFor your eyes only.\nEND PRESS")
    assert "eyes only" in text_of(desk.mailbox("Bob")[-1])
    eve = Person(name="Eve", address="eve@example.test")
    entry = take_over(desk.game, desk.game.file.players[1], eve, desk.now, timeless=False)
    desk.processor.dispatch.tell(entered(desk.game, entry.number))
    desk.work()
    send(desk, "Eve", "RESEND LAST 9\nHISTORY 1\nHISTORY")
    every = [text_of(m) for m in desk.mailbox("Eve")]
    assert any("TURN 1" in text for text in every)
    assert any("more" in text for text in every)
    assert not any("eyes only" in text for text in every)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("RESEND LAST 21", "20 at most"),
        ("RESEND LAST word", "is no number"),
        ("HISTORY 99999", "9,999 at most"),
    ],
)
def test_wrong_uses_are_told(desk: Desk, text: str, told: str) -> None:
    send(desk, "Ann", text)
    assert told in flat(text_of(desk.answers("Ann")[-1]))


def test_mails_come_once_more_by_command(desk: Desk) -> None:
    (first,) = desk.mailbox("Ann")
    assert "1 mails are sent again" in run(desk, "resend", "g1", "ann", "--last", "3")
    desk.work()
    assert [text_of(m) for m in desk.mailbox("Ann")] == [text_of(first)] * 2
    run(desk, "resend", "g1", code=1)
    assert "0 mails wait" in run(desk, "resend")
