"""`pbem people`, `set`, open games and who watches: by command line, and what wrong use gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli.main import app
from pbem.ground.errors import PbemError

Run = Callable[..., Result]
PLAYERS = ("Ann=ann@example.test", "Bob=bob@example.test")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A site in a folder; what a command of it does."""
    site = tmp_path / "site"
    runner = CliRunner()
    made = runner.invoke(app, ["init", str(site), "--address", "pbem@example.test", "--mailboxes"])
    assert made.exit_code == 0

    def work(*arguments: str) -> Result:
        return runner.invoke(app, [*arguments, "--site", str(site)])

    return work


@pytest.fixture
def game(run: Run) -> Run:
    players = [part for player in PLAYERS for part in ("--player", player)]
    assert run("new", "g1", "--rules", "imperial", *players).exit_code == 0
    return run


def failure(result: Result) -> str:
    """Why a command has failed, in one line."""
    assert result.exit_code != 0
    error = result.exception
    said = str(error) if isinstance(error, PbemError) else ""
    return " ".join(f"{result.output} {said}".split())


def test_an_open_game_fills_and_begins(run: Run, tmp_path: Path) -> None:
    opened = run(
        "new", "eu9", "--rules", "imperial", "--open", "--seats", "2", "--player", PLAYERS[0]
    )
    assert "eu9 is open: Seats taken: 1 of 2 (Ann)." in opened.output
    assert "eu9   imperial  open" in run("list").output
    assert json.loads(run("list", "--json").output)[0]["turn"] == "open"
    assert (
        "You have joined game eu9: Zoe" in run("join", "eu9", "Zoe=zoe@example.test").output
        or (tmp_path / "site/games/eu9/game.toml").exists()
    )
    assert "waits for" in run("list").output
    mails = list((tmp_path / "site/mailboxes/zoe@example.test/new").iterdir())
    assert len(mails) == 1


def test_an_open_game_begins_at_a_date_in_the_games_zone(run: Run, tmp_path: Path) -> None:
    made = run(
        "new", "eu9", "--rules", "imperial", "--open", "--seats", "4",
        "--start", "2999-12-24T20:00", "--deadline", "48h", "--zone", "Athens",
        "--seating", "joined",
    )  # fmt: skip
    assert made.exit_code == 0
    kept = (tmp_path / "site/lobbies/eu9.toml").read_text()
    assert "2999-12-24T20:00:00+02:00" in kept
    assert "drawn = false" in kept
    assert (tmp_path / "site/lobbies/eu9.toml").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((), "who plays?"),
        (("--open",), "--seats: for how many players"),
        (("--open", "--seats", "9"), "can play, not 9"),
        (("--seats", "3", "--player", PLAYERS[0]), "give --open as well"),
        (("--open", "--seats", "3", "--start", "soon"), "write 2026-12-24"),
        (("--open", "--seats", "3", "--start", "2001-01-01"), "that is over"),
        (("--open", "--seats", "3", "--seating", "chairs"), "is one of drawn, joined"),
        (("--open", "--seats", "3", "--deal", "Ann=italy"), "nobody knows yet who plays"),
    ],
)
def test_a_wrong_open_game_is_none(run: Run, options: tuple[str, ...], reason: str) -> None:
    assert reason in failure(run("new", "eu9", "--rules", "imperial", *options))
    assert "There is no game yet" in run("list").output


def test_joining_withdrawing_and_taking_an_open_game_away(run: Run, tmp_path: Path) -> None:
    run("new", "eu9", "--rules", "imperial", "--open", "--seats", "3")
    assert " ".join(run("join", "eu9", "Zoe=zoe@example.test").output.split()) == (
        "You have joined game eu9: Zoe. Seats taken: 1 of 3 (Zoe). It begins when all are taken. "
        "WITHDRAW eu9 gives your seat back until then."
    )
    assert "no game of that name" in failure(run("join", "eu8", "Zoe=zoe@example.test"))
    assert "cannot be had" in failure(run("join", "eu9", "Zoe=other@example.test"))
    assert "write NAME=ADDRESS" in failure(run("join", "eu9", "Zoe"))
    assert "No mail can be sent there" in failure(run("join", "eu9", "Yan=nowhere"))
    assert "no part in game eu9 any more" in run("withdraw", "eu9", "zoe@example.test").output
    run("join", "eu9", "Yan=yan@example.test")
    assert "told: Yan <yan@example.test>" in run("withdraw", "eu9").output
    (mail,) = (tmp_path / "site/mailboxes/yan@example.test/new").iterdir()
    assert "does not take place" in mail.read_text()
    assert "no open game" in failure(run("withdraw", "eu9"))
    assert "There is no game yet" in run("list").output


def test_somebody_watches(game: Run) -> None:
    assert "You watch game g1" in game("observe", "g1", "zoe@example.test").output
    assert "You play in game g1" in failure(game("observe", "g1", "ann@example.test"))
    assert "no part in game g1" in game("withdraw", "g1", "zoe@example.test").output
    assert "RESIGN" in failure(game("withdraw", "g1", "ann@example.test"))


def test_a_game_without_observers(run: Run) -> None:
    players = [part for player in PLAYERS for part in ("--player", player)]
    run("new", "g2", "--rules", "imperial", "--no-observers", *players)
    assert "without observers" in failure(run("observe", "g2", "zoe@example.test"))


def test_settings_are_listed_and_set_for_somebody(game: Run) -> None:
    assert "Nobody has settled anything yet" in game("people").output
    told = game("set", "g1/Ann", "mails", "digest 9").output
    assert "ann@example.test: language -, zone -, mails digest 9" in told
    game("set", "ann@example.test", "timezone", "athens")
    game("set", "ann@example.test", "report", "full", "--game", "g1")
    (record,) = json.loads(game("people", "--json").output)
    assert record["zone"] == "Europe/Athens"
    assert record["games"] == {"g1": {"report": "full"}}
    assert "Europe/Athens  digest 9" in game("people").output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("ann@example.test", "shoes", "42"), "cannot be set; there are language"),
        (("ann@example.test", "mails", "sometimes"), "Possible: SET MAILS TURN"),
        (("ann@example.test", "language", "xx"), "There are: SET LANGUAGE en"),
        (("ann@example.test", "timezone", "Atlantis"), "no time zone called"),
        (("ann@example.test", "mails", "all", "--game", "g9"), "no part in a game of that name"),
        (("g1", "mails", "all"), "is no option of a game"),
        (("g1/Dan", "mails", "all"), "Players: Ann, Bob"),
        (("g1/Ann", "address", "bob@example.test"), "the address of another player"),
        (("g1/Ann", "address", "nowhere"), "No mail can be sent"),
    ],
)
def test_a_wrong_setting_changes_nothing(
    game: Run, tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    assert reason in failure(game("set", *arguments))
    assert not (tmp_path / "site/people.toml").exists()


def test_an_address_that_bounces_is_replaced_in_all_games(game: Run, tmp_path: Path) -> None:
    players = [part for player in PLAYERS for part in ("--player", player)]
    game("new", "g2", "--rules", "imperial", *players)
    bounces = tmp_path / "site/games/g2/bounces.toml"
    bounces.write_text("[players.Ann]\nscore = 6.0\nday = 2026-01-01\n")
    assert "mails to Ann come back" in game("list").output
    assert "(g1, g2)" in game("set", "g1/Ann", "address", "new@example.test").output
    assert "come back" not in game("list").output
    for ident in ("g1", "g2"):
        roster = (tmp_path / f"site/games/{ident}/roster.toml").read_text()
        assert 'address = "new@example.test"' in roster
        assert '"ann@example.test"' in roster
    (record,) = json.loads(game("people", "--json").output)
    assert record["addresses"] == ["new@example.test", "ann@example.test"]
