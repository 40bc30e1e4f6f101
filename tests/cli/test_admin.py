"""What an administrator does: files written by hand, other people's files, what status says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, new_desk, reply
from typer.testing import CliRunner, Result

from pbem.cli.main import app

README = Path(__file__).parents[2] / "README.md"
ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
STAND_IN = '\n[[stand_ins]]\nname = "Dora"\naddress = "dora@example.test"\n'


def pbem(*words: str, site: Path | None = None, stdin: str = "") -> Result:
    more = ("--site", str(site)) if site else ()
    return CliRunner().invoke(app, [*words, *more], input=stdin)


def done(*words: str, site: Path | None = None, stdin: str = "") -> str:
    result = pbem(*words, site=site, stdin=stdin)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})


def add(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


# Files


def test_the_moderator_of_a_site_is_given_at_once(tmp_path: Path) -> None:
    done("init", str(tmp_path / "site"), "--moderator", "mod@example.test")
    assert desk_for(tmp_path / "site").site.settings.moderator == "mod@example.test"
    refused = pbem("init", str(tmp_path / "other"), "--moderator", "nobody")
    assert "moderator" in str(refused.exception)


@pytest.mark.parametrize("options", [(), ("--mailboxes",), ("--moderator", "mod@example.test")])
def test_the_readmes_stand_ins_are_added_to_a_settings_file_as_made(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert STAND_IN.strip() in README.read_text(encoding="utf-8")
    site = tmp_path / "site"
    done("init", str(site), *options)
    add(site / "pbem.toml", STAND_IN)
    assert [p.name for p in desk_for(site).site.settings.stand_ins] == ["Dora"]
    add(site / "pbem.toml", STAND_IN.replace("Dora", "Eve").replace("dora", "eve"))
    assert [p.name for p in desk_for(site).site.settings.stand_ins] == ["Dora", "Eve"]


def test_the_readmes_stand_ins_are_added_to_a_roster_whoever_wrote_it_last(desk: Desk) -> None:
    path = desk.game.folder / "roster.toml"
    add(path, STAND_IN)
    again = desk.reopened()
    assert [p.name for p in again.game.roster.stand_ins] == ["Dora"]
    player = again.game.file.players[0]
    again.game.add_address(player, "ann@elsewhere.example")
    add(path, STAND_IN.replace("Dora", "Eve").replace("dora", "eve"))
    add(path, '\n[seats.Ann.stand_in]\nname = "Sue"\naddress = "sue@example.test"\n')
    roster = desk.reopened().game.roster
    assert [p.name for p in roster.stand_ins] == ["Dora", "Eve"]
    assert roster.seats[player].also == ("ann@elsewhere.example",)
    assert roster.seats[player].stand_in is not None


def test_a_site_adds_editions_and_a_broken_one_stops_nothing(tmp_path: Path) -> None:
    site = tmp_path / "site"
    done("init", str(site), "--mailboxes")
    settings = (site / "pbem.toml").read_text()
    (site / "pbem.toml").write_text('games = "my-games"\n' + settings)
    for ident, text in (
        ("ours", 'id = "ours"\ntitle = "Ours"\ninherits = "imperial-2010"\n'),
        ("broken", "id = 3\n"),
    ):
        (site / "my-games" / ident).mkdir(parents=True)
        (site / "my-games" / ident / "rules.toml").write_text(text)
    players = [
        word
        for name in ("Ann", "Bob", "Cyd")
        for word in ("--player", f"{name}={name.lower()}@example.test")
    ]
    for ident, rules in (("g1", "ours"), ("g2", "imperial")):
        done("new", ident, "--rules", rules, *players, site=site)
    refused = pbem("new", "g3", "--rules", "broken", *players, site=site)
    assert "broken" in str(refused.exception)
    desk = desk_for(site)
    asked = desk.site.game("g2").state.pending[0].player
    mails = [m for m in desk.mailbox(asked) if "[g2]" in str(m["Subject"])]
    assert [h.reason for _, h in desk.send(reply(mails[0], "STATUS")).handled] == [""]


def test_files_for_people_hold_only_what_was_said(tmp_path: Path) -> None:
    site = tmp_path / "site"
    done("init", str(site), "--address", "pbem@example.test")
    assert tomllib.loads((site / "pbem.toml").read_text()) == {"address": "pbem@example.test"}
