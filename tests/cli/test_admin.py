"""What an administrator does: files written by hand, other people's files, what status says."""

from __future__ import annotations

import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, new_desk, reply, text_of
from support.seats import table
from typer.testing import CliRunner, Result

from pbem.cli.main import app
from pbem.ground.disk import toml_bytes
from pbem.ground.errors import BadInput
from pbem.mail.limits import SET_ASIDE
from pbem.mail.outgoing.smtp_words import reasons_path
from pbem.service.fates import Fate
from pbem.service.rounds.heartbeat import Heartbeat, alone, write_heartbeat
from pbem.service.site.clockwatch import note_look

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


@pytest.mark.parametrize(
    "address", ["pbem@example.test", "PBEM+x@example.test", "jörg@example.test", "a b@x.test", "x"]
)
def test_no_moderator_of_a_site_is_one_that_cannot_be_written_to(
    tmp_path: Path, address: str
) -> None:
    words = ["init", str(tmp_path / "site"), "--address", "pbem@example.test"]
    done = CliRunner().invoke(app, [*words, "--moderator", address])
    assert isinstance(done.exception, BadInput)
    assert not (tmp_path / "site").exists()


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


# Whose files


@pytest.mark.parametrize(
    "command",
    [
        ("submit", "g1", "Ann"),
        ("undo", "g1"),
        ("poll",),
        ("deadlines",),
        ("run",),
        ("receive",),
        ("resend",),
        ("recover",),
        ("new", "g2", "--rules", "imperial", "--player", "Ann=ann@example.test"),
    ],
)
def test_root_leaves_no_files_on_somebody_elses_site(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """They could not be read by the daemon; reading is allowed."""
    site = desk.site.folder
    if os.geteuid() == 0:
        os.chown(site, 12345, 12345)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    refused = pbem(*command, site=site, stdin="From: x@y.test\n\nhello\n")
    assert refused.exit_code != 0
    assert "sudo -u" in f"{refused.output} {refused.exception}"
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before
    assert "g1" in done("list", site=site)
    assert "Austria" in done("show", "g1", site=site)


def test_root_makes_no_site_in_somebody_elses_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    if os.geteuid() == 0:
        os.chown(folder, 12345, 12345)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "sudo -u" in str(pbem("init", str(folder)).exception)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_the_daemon_leaves_nothing_where_no_site_is(tmp_path: Path, folder: str) -> None:
    refused = pbem("run", site=tmp_path / folder)
    assert "is no site" in str(refused.exception)
    assert list(tmp_path.iterdir()) == []


# How it is


def needs(desk: Desk) -> list[str]:
    result = pbem("status", "--json", site=desk.site.folder)
    found: list[str] = json.loads(result.output)["needs"]
    assert result.exit_code == (1 if found else 0)
    shown = pbem("status", site=desk.site.folder)
    assert shown.exit_code == result.exit_code
    assert shown.output.count("needs you: ") == len(found)
    return found


def test_a_site_that_is_well_says_so(desk: Desk) -> None:
    assert needs(desk) == []
    desk.send(reply(desk.reports("Ann")[0], ORDER))
    desk.send(b"From: x@y.test\r\nMessage-ID: <s@y.test>\r\n\r\nhello\r\n")
    assert needs(desk) == []


def test_broken_and_paused_games_are_named(desk: Desk) -> None:
    done("pause", "g1", site=desk.site.folder)
    (need,) = needs(desk)
    assert "pbem resume g1" in need
    assert "paused (pbem resume g1)" in done("list", site=desk.site.folder)
    data = json.loads(pbem("status", "--json", site=desk.site.folder).output)
    assert list(data["paused"]) == ["g1"]
    (desk.game.folder / "roster.toml").write_text("seats = 3\n")
    (need,) = needs(desk)
    assert "game g1 is broken" in need
    assert "roster.toml" in need


def test_a_journal_that_ends_too_early_is_named(desk: Desk) -> None:
    desk.send(reply(desk.reports("Ann")[0], ORDER))
    (desk.game.folder / "journal" / "000001.toml").unlink()
    (need,) = needs(desk)
    assert "entry 1 is missing" in need
    assert "pbem recover g1" in need


def test_a_daemon_that_died_or_whose_server_is_down_is_named(desk: Desk) -> None:
    now = datetime.now(UTC)
    beat = Heartbeat(pid=1, started=now, beat=now, imap="down", imap_why="login refused")
    write_heartbeat(desk.site.folder, beat)
    assert needs(desk) == ["the daemon has ended without being told to"]
    with alone(desk.site.folder):
        assert needs(desk) == ["imap is down: login refused"]
        write_heartbeat(desk.site.folder, beat.model_copy(update={"imap": "up"}))
        assert needs(desk) == []
        late = beat.model_copy(update={"beat": now - timedelta(minutes=5)})
        write_heartbeat(desk.site.folder, late)
        assert "hangs" in needs(desk)[0]


def test_mails_that_wait_too_long_or_were_refused_are_named(desk: Desk) -> None:
    out, failed = desk.site.maildir("outbox"), desk.site.maildir("failed")
    out.put("1.a.pbem", b"x")
    assert needs(desk) == []
    hours = time.time() - 2 * 3600
    os.utime(out.folder / "new" / "1.a.pbem", (hours, hours))
    assert "more than an hour: 1" in needs(desk)[0]
    (out.folder / "new" / "1.a.pbem").unlink()
    failed.put("2.b.pbem", b"x")
    assert needs(desk) == []
    path = reasons_path(failed, "2.b.pbem")
    path.parent.mkdir()
    path.write_bytes(toml_bytes({"reason": "5.7.1 relaying denied"}))
    assert "pbem resend" in needs(desk)[0]


def test_mails_and_deadlines_that_nobody_looks_at_are_named(tmp_path: Path) -> None:
    """As where the cron job has never been set up, or has died."""
    now = datetime.now(UTC)
    desk = new_desk(tmp_path / "site", deadlines={"every": "48h"})
    note_look(desk.site, now - timedelta(hours=5), now - timedelta(hours=5))
    inbox = desk.site.maildir("inbox")
    inbox.put("1.x", reply(desk.reports("Ann")[0], ORDER))
    (need,) = needs(desk)  # what was due in January 2026 is past
    assert "some have passed: g1" in need
    hours = time.time() - 2 * 3600
    os.utime(inbox.folder / "new" / "1.x", (hours, hours))
    assert ["mails wait to be handled" in need for need in needs(desk)] == [False, True]
    note_look(desk.site, now, now)
    assert needs(desk) == []


def test_a_clock_that_may_be_wrong_is_named(tmp_path: Path) -> None:
    terms: dict[str, object] = {"every": "48h"}
    desk = new_desk(tmp_path / "site", deadlines=terms)
    desk.keep()  # in January 2026, as these mails have it
    assert "--accept-clock" in needs(desk)[0]


def test_the_mail_about_a_held_game_names_the_command(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", hold_share=0.4)
    desk.let_pass(100, 1)
    text = " ".join(" ".join(map(text_of, desk.mailbox("mod"))).split())
    assert "pbem resume g1" in text
    assert "pbem resume" not in text_of(desk.mailbox("Cyd")[-1])


# Set aside


def test_what_was_set_aside_is_shown_and_taken_up_again(desk: Desk) -> None:
    site = desk.site.folder
    assert "No mail is set aside" in done("shunt", site=site)
    raw = reply(desk.reports("Ann")[0], ORDER)
    forged = raw.replace(b"g1.0.0.", b"g1.0.1.")
    for number, mail in enumerate((raw, forged)):
        desk.site.maildir("shunt").put(f"100{number}.x", mail)
    why = desk.site.maildir("shunt").folder / "why"
    why.mkdir()
    (why / "1000.x").write_text(f"{Fate.STUCK}: disk full\n")
    assert "pbem take-up 1000.x" in needs(desk)[0]
    assert "disk full" in done("shunt", site=site)
    rows = json.loads(done("shunt", "--json", site=site))
    assert [row["mail"] for row in rows] == ["1000.x", "1001.x"]
    assert "IMPORT 2 FLEETS" in done("shunt", "1000.x", site=site)
    assert "played" in done("take-up", "1000.x", site=site)
    assert desk.reopened().game.last == 1
    assert needs(desk) == []
    assert "1001.x: unknown sender" in done("take-up", "1001.x", site=site)
    assert "1001.x" in done("shunt", site=site)
    for name in ("1000.x", "../pbem.toml", "nothing"):
        assert "no such mail" in str(pbem("take-up", name, site=site).exception)


def test_what_was_never_fetched_is_not_taken_up(desk: Desk) -> None:
    desk.site.maildir("shunt").put("1.x", SET_ASIDE + b"too large\r\nFrom: x@y.test\r\n\r\n")
    assert "never fetched" in str(pbem("take-up", "1.x", site=desk.site.folder).exception)
    assert len(desk.site.maildir("shunt").new()) == 1
