"""What a moderator may do, on the command line: done, and refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.mails import DEALS
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground.errors import PbemError
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import MailSettings, Settings, create_settings
from pbem.service.site.site import Site, open_site
from pbem.timing.terms import Deadlines

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    from datetime import UTC, datetime

    folder = tmp_path / "site"
    mail = MailSettings(delivery="mailboxes")
    create_settings(
        folder, Settings(address="pbem@example.test", moderator="mod@example.test", mail=mail)
    )
    seats = {player: f"{player.lower()}@example.test" for player in DEALS}
    terms = Deadlines.model_validate({"every": "300d", "missed": "default"})
    wanted = NewGame("g1", "imperial", seats, deal=DEALS, deadlines=terms)
    new_game(open_site(folder), wanted, datetime.now(UTC))
    return folder


def run(site: Path, *words: str, stdin: str = "", code: int = 0) -> str:
    """A command's output; what it was refused with, if it is refused."""
    done = CliRunner().invoke(app, [words[0], "--site", str(site), *words[1:]], input=stdin)
    if isinstance(done.exception, PbemError):
        assert code == 2, done.exception
        return str(done.exception)
    assert done.exit_code == code, done.output
    return done.output


def game_of(site: Path) -> Site:
    return open_site(site)


def test_undo_and_redo(site: Path) -> None:
    run(site, "submit", "g1", "Ann", stdin=ANNS)
    assert "goes on after entry 0" in run(site, "undo", "g1")
    assert "as it was after entry 1" in run(site, "redo", "g1")
    assert game_of(site).game("g1").state.turn == 2
    assert "nothing to bring back" in run(site, "redo", "g1", code=2)
    assert "not so many orders" in run(site, "undo", "g1", "-n", "5", code=2)
    entries = [entry.act for entry, _ in game_of(site).game("g1").entries]
    assert entries == [None, "console", "console"]


def test_deadline_process_and_preview(site: Path) -> None:
    assert "due 2099-12-24 18:00" in run(site, "deadline", "g1", "2099-12-24 18:00")
    assert "is no time" in run(site, "deadline", "g1", "soon", code=2)
    shown = run(site, "preview", "g1")
    assert "Ann is asked, until" in shown
    data = json.loads(run(site, "preview", "g1", "--json"))
    assert data["turn"] == 1
    assert "\n".join(data["preview"]) == shown.strip()
    assert "not in turn 7" in run(site, "process", "g1", "--turn", "7", code=2)
    assert "deadline, entry 2" in run(site, "process", "g1", "--turn", "1")


def test_a_broadcast(site: Path) -> None:
    assert "broadcast, entry 1" in run(site, "broadcast", "g1", stdin="Hello all\n")
    assert "nothing is sent" in run(site, "broadcast", "g1", stdin=" ", code=2)


def test_a_position(site: Path) -> None:
    part = "nations.italy.armies = { rome = 2 }"
    shown = run(site, "position", "g1", stdin=part)
    assert "Italy, armies in Rome: 0 -> 2" in shown
    assert "nothing is changed without --yes" in shown
    assert game_of(site).game("g1").last == 0
    data = json.loads(run(site, "position", "g1", "--yes", "--json", stdin=part))
    assert data == {"game": "g1", "entry": 1, "changes": ["Italy, armies in Rome: 0 -> 2"]}
    assert game_of(site).game("g1").state.nations["italy"].armies == {"rome": 2}
    assert "no nation of" in run(site, "position", "g1", stdin="nation = 'narnia'", code=2)
    assert "ok, 1 entries" in run(site, "verify", "g1")


def test_orders_for_a_player(site: Path) -> None:
    assert "accepted AUSTRIA-HUNGARY" in run(site, "as", "g1", "Ann", stdin=ANNS)
    refused = run(site, "as", "g1", "Bob", stdin="ITALY: FACTORY Paris", code=1)
    assert "nothing of it is carried out" in refused
    assert "AS takes a turn or answers only" in run(
        site, "as", "g1", "Bob", stdin="SHOW STANDING", code=2
    )


def test_options(site: Path) -> None:
    assert "option, entry 1" in run(site, "set", "g1", "missed", "standing")
    terms = game_of(site).game("g1").file.deadlines
    assert terms is not None
    assert terms.missed == "standing"
    assert "is no option of a game" in run(site, "set", "g1", "colour", "red", code=2)
    assert "MISSED cannot be that: nonsense" in run(site, "set", "g1", "missed", "nonsense", code=2)


def test_who_moderates_and_who_is_blocked(site: Path) -> None:
    assert run(site, "moderator", "g1") == "g1: mod@example.test\n"
    assert "plays in g1" in run(site, "moderator", "g1", "ann@example.test", code=2)
    assert "handing, entry 1" in run(site, "moderator", "g1", "mona@example.test")
    found = json.loads(run(site, "moderator", "g1", "--json"))
    assert found == {"game": "g1", "moderator": "mod@example.test", "asked": "mona@example.test"}
    assert "blocked, entry 2" in run(site, "block", "g1", "pest@example.test")
    assert json.loads(run(site, "block", "g1", "--json")) == {"blocked": ["pest@example.test"]}
    assert "cannot be blocked" in run(site, "block", "g1", "ann@example.test", code=2)
    assert "unblocked, entry 3" in run(site, "unblock", "g1", "pest@example.test")
    assert run(site, "block", "g1") == "Nobody is blocked.\n"


def test_status_names_who_is_waited_for(site: Path) -> None:
    run(site, "deadline", "g1", "2099-12-24 18:00")
    done = CliRunner().invoke(app, ["status", "--site", str(site)])
    assert "g1: turn 1, Ann, for" in done.output
    data = json.loads(CliRunner().invoke(app, ["status", "--json", "--site", str(site)]).output)
    (table,) = data["tables"]
    assert (table["game"], table["waits_for"], table["late"]) == ("g1", "Ann", False)
    assert table["due"] == "2099-12-24T18:00:00+00:00"
