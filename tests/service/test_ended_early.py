"""A game that ends before its rules end it: the standings count, and nothing is asked any more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground.errors import BadInput
from pbem.service.care.moderator import end_game
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.store.journal import What
from pbem.store.verify import verify

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


def pbem(desk: Desk, *words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--site", str(desk.site.folder)])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    terms = {"every": "48h", "missed": "default", "reminders": ["24h"]}
    desk = new_desk(tmp_path / "site", deadlines=terms, settings={"moderator": "mod@example.test"})
    desk.send(reply(desk.reports("Ann")[-1], ORDER))
    return desk


def test_everybody_gets_the_ranking_and_nobody_is_asked(desk: Desk) -> None:
    assert "ended, entry 2" in pbem(desk, "end", "g1")
    desk = desk.reopened()
    desk.work()
    for player in ("Ann", "Bob", "Cyd"):
        text = text_of(desk.reports(player)[-1])
        assert desk.reports(player)[-1]["Subject"].startswith("[g1] THE GAME IS OVER")
        assert "FINAL RANKING" in text
        assert "The game was ended as it stood" in text
        assert "The moderator has decided so." in text
        assert "Your answer is due" not in text
    assert "the game is over" in str(desk.mailbox("mod")[-1]["Subject"]).lower()
    game = desk.game
    assert game.state.over
    assert ledger.open_question(game) is None
    assert game.entries[-1][0].due is None
    assert desk.let_pass(200) == []  # no reminder, no missed answer
    assert list(verify(desk.game)) == []


def test_commands_say_so(desk: Desk) -> None:
    pbem(desk, "end", "g1")
    assert "ended as it stood" in pbem(desk, "list")
    assert "ended as it stood" in pbem(desk, "show", "g1")
    shown = json.loads(pbem(desk, "show", "g1", "--json"))
    assert shown["over"]
    assert shown["ended_early"]
    assert shown["pending"] == []
    assert "g1: ok, 2 entries" in pbem(desk, "verify", "g1")
    assert "The game ends as it stands" in pbem(desk, "history", "g1")


def test_an_order_that_comes_then_is_refused(desk: Desk) -> None:
    asking = desk.reports("Bob")[-1]
    pbem(desk, "end", "g1")
    desk = desk.reopened()
    done = desk.send(reply(asking, "ITALY: FACTORY Venice", "<2@mail.example.test>"))
    assert done.handled[0][1].fate is Fate.ANSWERED
    assert "The game is over." in text_of(desk.answers("Bob")[-1])
    assert desk.game.last == 2


def test_it_ends_once(desk: Desk) -> None:
    end_game(desk.processor, desk.game)
    with pytest.raises(BadInput, match="over already"):
        end_game(desk.processor, desk.game)


def test_undo_takes_it_back_and_asks_anew(desk: Desk) -> None:
    before = desk.game.state
    pbem(desk, "end", "g1")
    pbem(desk, "undo", "g1")
    desk = desk.reopened()
    desk.work()
    assert desk.game.state == before
    assert desk.game.entries[-1][0].back_to == 1
    assert desk.game.entries[-1][0].due is not None
    (anew,) = (m for m in desk.reports("Bob") if "TAKEN BACK" in text_of(m))
    text = text_of(anew)
    assert "ITALY:" in text
    assert "ended as it stood" not in text
    desk.send(reply(anew, "ITALY: FACTORY Venice", "<3@mail.example.test>"))
    assert desk.game.state.turn == 3
    assert list(verify(desk.game)) == []


def test_whoever_was_killed_before_telling_tells_later(desk: Desk) -> None:
    from pbem.service.deadlines import reasons
    from pbem.service.entering.enter import enter_note
    from pbem.store.journal import Clocked

    enter_note(desk.game, Clocked(what=What.ENDED, reason=reasons.MODERATOR), desk.now, None)
    desk = desk.reopened()
    desk.work()
    desk.work()
    reports = [m for m in desk.reports("Cyd") if "THE GAME IS OVER" in str(m["Subject"])]
    assert len(reports) == 1
