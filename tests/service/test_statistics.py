"""A game in numbers: in the final report, by command; whose time an answer took."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path

from support.mails import Desk, new_desk, reply, text_of
from typer.testing import CliRunner

from pbem.board.ids import NationId, PlayerId
from pbem.cli.main import app
from pbem.report.statistics import statistics_told
from pbem.rules.events import BattleFought, InterestPaid, MarkerMoved, Taxed
from pbem.service.care.moderator import end_game
from pbem.service.entering.outcomes import events_of
from pbem.service.telling.statistics import statistics_of

ANN, BOB, CYD = PlayerId("Ann"), PlayerId("Bob"), PlayerId("Cyd")
ORDERS = (
    ("Ann", "AUSTRIA-HUNGARY: PRODUCTION A"),
    ("Bob", "ITALY: IMPORT 3 ARMIES Venice"),
    ("Cyd", "FRANCE: TAXATION"),
    ("Ann", "GREAT BRITAIN: INVESTOR"),
    ("Cyd", "GERMANY: FACTORY"),
    ("Bob", "RUSSIA: FACTORY"),
    ("Ann", "AUSTRIA-HUNGARY: MANEUVER A\nARMY Vienna -> Venice FIGHT Italy ARMY"),
)


def send(desk: Desk, player: str, text: str, after: timedelta = timedelta()) -> None:
    desk.now += after
    done = desk.send(reply(desk.reports(player)[-1], text, f"<{desk.sent}@mail.example.test>"))
    assert done.troubles == []


def played(folder: Path, **more: object) -> Desk:
    desk = new_desk(folder, **more)  # type: ignore[arg-type]
    for player, text in ORDERS:
        while desk.game.state.pending[0].kind == "invest":
            send(desk, desk.game.state.pending[0].player, "PASS")
        send(desk, player, text)
    return desk


def test_they_are_what_the_events_say(tmp_path: Path) -> None:
    desk = played(tmp_path / "site")
    found = statistics_of(desk.game)
    events = [event for n in range(desk.game.last + 1) for event in events_of(desk.game, n)]
    moved = Counter(event.nation for event in events if isinstance(event, MarkerMoved))
    assert {nation: own.turns for nation, own in found.nations.items()} == moved
    assert found.turns == 7
    interest: Counter[str] = Counter()
    for event in events:
        if isinstance(event, InterestPaid):
            interest[event.player] += event.amount
    assert interest
    assert {p: own.interest for p, own in found.players.items() if own.interest} == interest
    assert found.nations[NationId("great-britain")].interest == sum(interest.values())
    (taxed,) = (event for event in events if isinstance(event, Taxed))
    assert found.nations[NationId("france")].taxes == taxed.revenue
    assert found.fights == sum(isinstance(event, BattleFought) for event in events) == 1
    assert found.nations[NationId("italy")].fights == 1
    assert found.players[ANN].answers == sum(player == "Ann" for player, _ in ORDERS)


def test_what_is_taken_back_has_not_happened(tmp_path: Path) -> None:
    desk = played(tmp_path / "site")
    before = statistics_of(desk.game)
    desk.processor.undo("g1", desk.game.last - 1)
    assert statistics_of(desk.game).fights == 0
    assert statistics_of(desk.game).turns == before.turns - 1
    assert statistics_of(desk.game).players[ANN].answers == before.players[ANN].answers


def test_whose_time_it_was(tmp_path: Path) -> None:
    """Not what a deadline took, nor an absence."""
    terms = {"every": "48h", "missed": "default"}
    desk = new_desk(tmp_path / "site", deadlines=terms)
    asked = desk.game.file.created
    send(desk, "Ann", ORDERS[0][1], timedelta(hours=3))
    assert statistics_of(desk.game).players[ANN].time == desk.now - asked
    assert "default Bob (entry 2)" in desk.let_pass(50, step=1.5)
    found = statistics_of(desk.game).players
    assert (found[BOB].answers, found[BOB].time) == (0, timedelta())
    send(desk, "Cyd", "ABSENCE 2026-01-05 TO 2026-01-06")
    raised = desk.game.entries[1][0].time
    desk.now = desk.now.replace(day=7, hour=6, minute=0, second=0)
    send(desk, "Cyd", "FRANCE: TAXATION")
    assert raised.day == 4
    cyd = statistics_of(desk.game).players[CYD]
    assert cyd.answers == 1
    assert cyd.time == desk.now - raised - timedelta(days=2)
    assert cyd.longest == cyd.usual == cyd.time


def test_the_final_report_tells_them(tmp_path: Path) -> None:
    desk = played(tmp_path / "site")
    assert all("STATISTICS" not in text_of(mail) for mail in desk.reports("Bob"))
    end_game(desk.processor, desk.game)
    desk.work()
    (report,) = (m for m in desk.reports("Bob") if "THE GAME IS OVER" in str(m["Subject"]))
    text = " ".join(text_of(report).split())
    assert "STATISTICS - Turns: 7, in" in text
    assert "fights: 1." in text
    assert "Italy: turns 1, taxes 0M, interest 0M, fights 1" in text
    assert "- Bob: interest " in text
    assert "2 answers, in 1 minute on average" in text


def test_by_command(tmp_path: Path) -> None:
    desk = played(tmp_path / "site")
    site = str(desk.site.folder)
    shown = CliRunner().invoke(app, ["statistics", "g1", "--site", site])
    assert shown.output.startswith("Turns: 7, in ")
    data = json.loads(
        CliRunner().invoke(app, ["statistics", "g1", "--json", "--site", site]).output
    )
    found = statistics_of(desk.game)
    assert data["turns"] == found.turns
    assert data["players"]["Ann"]["seconds"] == int(found.players[ANN].time.total_seconds())
    assert len(shown.output.splitlines()) == len(list(statistics_told(found)))
    wrong = CliRunner().invoke(app, ["statistics", "g9", "--site", site])
    assert "there is no such game" in str(wrong.exception)
