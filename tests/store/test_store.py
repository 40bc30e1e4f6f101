"""The store: commit, replay, undo, verify, and what happens when files are broken or lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.stored import PLANS, TIME, TURNS, new

from pbem.board.ids import PlayerId
from pbem.ground.disk import create_file, read_toml, replace_file
from pbem.ground.errors import BadInput
from pbem.orders.ahead.plans import TurnPlan
from pbem.orders.submission import submit
from pbem.service.deciding.trying import tried
from pbem.service.entering.enter import enter, take_back
from pbem.store.chain import JournalConflict
from pbem.store.codec import digest, from_tables, to_tables
from pbem.store.game import StoredGame, open_game
from pbem.store.submissions import Submission
from pbem.store.verify import verify


def play(game: StoredGame, turns: tuple[tuple[str, str], ...] = TURNS) -> None:
    for player, text in turns:
        outcome = submit(game.game, game.names, game.state, player, text)
        assert outcome.accepted
        enter(game, Submission(outcome, player, "console", TIME, text))


def test_a_game_that_is_opened_again_stands_where_it_stood(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    play(game)
    again = open_game(tmp_path / "g", None)
    assert again.last == len(TURNS)
    assert again.state == game.state
    assert to_tables(again.state) == to_tables(game.state)
    assert list(verify(again)) == []


def test_the_snapshot_only_saves_replaying(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    play(game, TURNS[:2])
    game.write_snapshot()
    play(game, TURNS[2:])
    for damage in (None, b"", b"entry = 2\nhash = 'x'\n", b"\xff"):
        if damage is not None:
            (tmp_path / "g" / "state.toml").write_bytes(damage)
        assert open_game(tmp_path / "g", None).state == game.state
    (tmp_path / "g" / "state.toml").unlink()
    assert open_game(tmp_path / "g", None).state == game.state


def test_a_snapshot_of_another_position_is_not_believed(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    play(game)
    game.write_snapshot()
    path = tmp_path / "g" / "state.toml"
    path.write_text(path.read_text().replace("treasury = ", "treasury = 1", 1))
    assert open_game(tmp_path / "g", None).state == game.state


def test_undo_is_an_entry_and_can_be_undone(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    play(game)
    take_back(game, 2, TIME)
    assert game.state == game.state_after(2)
    take_back(game, 4, TIME)
    assert game.state == game.state_after(4)
    again = open_game(tmp_path / "g", None)
    assert again.state == game.state
    assert list(verify(again)) == []
    take_back(game, 0, TIME)
    assert game.state == game.opening.state
    with pytest.raises(BadInput):
        take_back(game, 99, TIME)


def test_of_two_writers_one_is_first(tmp_path: Path) -> None:
    one = new(tmp_path / "g")
    other = open_game(tmp_path / "g", None)
    play(one, TURNS[:1])
    with pytest.raises(JournalConflict):
        play(other, TURNS[:1])
    assert len(list((tmp_path / "g" / "journal").iterdir())) == 1


def test_a_changed_or_missing_entry_is_noticed(tmp_path: Path) -> None:
    play(new(tmp_path / "g"))
    path = tmp_path / "g" / "journal" / "000002.toml"
    whole = path.read_text()
    path.write_text(whole.replace("PRODUCTION A", "PRODUCTION B"))
    with pytest.raises(BadInput, match=r"000003\.toml.*previous"):
        open_game(tmp_path / "g", None)
    path.unlink()
    with pytest.raises(BadInput, match=r"000002\.toml.*missing"):
        open_game(tmp_path / "g", None)
    path.write_text("number = [")
    with pytest.raises(BadInput, match=r"000002\.toml"):
        open_game(tmp_path / "g", None)


def test_verify_names_the_entry_whose_position_is_another(tmp_path: Path) -> None:
    play(new(tmp_path / "g"))
    path = tmp_path / "g" / "journal" / "000004.toml"
    path.write_text(path.read_text().replace("GREAT BRITAIN: TAXATION", "GREAT BRITAIN: FACTORY"))
    found = list(verify(open_game(tmp_path / "g", None)))
    assert {number for number, _ in found} == {4}
    assert any("MarkerMoved" in reason for _, reason in found)


def test_a_state_survives_toml(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    play(game)
    game.write_snapshot()
    tables = read_toml(tmp_path / "g" / "state.toml")["state"]
    state = from_tables(tables, "state.toml")
    assert state == game.state
    assert digest(state) == digest(game.state)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"players": ["Ann"]}, "players"),
        ({"players": ["Ann", "ann", "Cyd"]}, "players"),
        ({"players": ["Ann", "B;b", "Cyd"]}, "players"),
        ({"id": "../up"}, "id"),
        ({"rules": "chess"}, "rules"),
        ({"variants": ["nonsense"]}, "variants"),
        ({"surplus": 1}, "surplus"),
    ],
)
def test_a_broken_game_file_names_file_and_key(tmp_path: Path, change: dict, key: str) -> None:
    from pbem.ground.disk import toml_bytes

    new(tmp_path / "g")
    path = tmp_path / "g" / "game.toml"
    tables = read_toml(path)
    replace_file(path, toml_bytes({**tables, **change}))
    with pytest.raises(BadInput) as caught:
        open_game(tmp_path / "g", None)
    assert key in str(caught.value)


def test_the_roster_is_for_its_owner_only(tmp_path: Path) -> None:
    new(tmp_path / "g")
    assert (tmp_path / "g" / "roster.toml").stat().st_mode & 0o077 == 0


def test_a_game_is_created_once(tmp_path: Path) -> None:
    new(tmp_path / "g")
    with pytest.raises(BadInput, match="already"):
        new(tmp_path / "g")


def test_a_folder_left_by_a_killed_creation_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "g" / "journal").mkdir(parents=True)
    assert new(tmp_path / "g").last == 0


def test_files_are_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk leaves the old file, and nothing beside it."""
    path = tmp_path / "file"
    replace_file(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    with pytest.raises(OSError, match="No space"):
        create_file(tmp_path / "other", b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


COMMIT_TOGETHER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from pbem.store.game import open_game
from pbem.service.deciding.trying import tried
from pbem.service.entering.enter import enter
from pbem.store.chain import JournalConflict
from pbem.store.submissions import Submission

game = open_game(Path(sys.argv[1]), None)
text = "AUSTRIA-HUNGARY: TAXATION"
outcome = tried(game, "Ann", text, datetime.now(UTC))
print("ready", flush=True)
sys.stdin.readline()
try:
    enter(game, Submission(outcome, "Ann", "console", datetime.now(UTC), text))
    print("first")
except JournalConflict:
    print("second")
"""


def test_of_several_processes_one_commits(tmp_path: Path) -> None:
    """All have the same position in memory, and commit at the same moment."""
    new(tmp_path / "g")
    pipe = subprocess.PIPE
    running = [
        subprocess.Popen(
            [sys.executable, "-c", COMMIT_TOGETHER, str(tmp_path / "g")],
            stdin=pipe,
            stdout=pipe,
            text=True,
        )
        for _ in range(4)
    ]
    for process in running:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    words = [process.communicate("go\n")[0].strip() for process in running]
    assert sorted(words) == ["first", "second", "second", "second"]
    game = open_game(tmp_path / "g", None)
    assert list(verify(game)) == []
    assert game.last == 1


def send(game: StoredGame, turns: tuple[tuple[str, str], ...] = PLANS) -> None:
    for player, text in turns:
        outcome = tried(game, player, text, TIME)
        enter(game, Submission(outcome, player, "console", TIME, text))


def test_plans_follow_from_the_journal(tmp_path: Path) -> None:
    """With snapshot and without; also where they were used, dropped and taken back."""
    game = new(tmp_path / "g")
    send(game)
    kept = [entry.ahead for entry, _ in game.entries]
    assert kept == [(0, 1, 2), (0,), (1,), (1,)]
    done = [[step.order for step in entry.answers] for entry, _ in game.entries]
    last = ["GREAT BRITAIN: TAXATION", "GERMANY: PRODUCTION A"]
    assert done == [[], [], ["ITALY: FACTORY Venice", ""], last]
    assert len(game.standing.held) == 2
    for snapshot in (True, False):
        if snapshot:
            game.write_snapshot()
        again = open_game(tmp_path / "g", None)
        assert (again.state, again.standing) == (game.state, game.standing)
        assert list(verify(again)) == []
    take_back(game, 1, TIME)
    bob = PlayerId("Bob")
    assert set(map(repr, game.standing.of(bob))) == set(map(repr, game.standing_after(1).of(bob)))
    plans = [
        (h.player, h.order.nation) for h in game.standing.held if isinstance(h.order, TurnPlan)
    ]
    assert sorted(plans) == [
        ("Ann", "great-britain"), ("Bob", "italy"), ("Cyd", "france"), ("Cyd", "germany")
    ]  # fmt: skip
    assert list(verify(open_game(tmp_path / "g", None))) == []


def test_the_snapshot_of_plans_only_saves_replaying(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    send(game, PLANS[:2])
    game.write_snapshot()
    path = tmp_path / "g" / "private.toml"
    assert path.stat().st_mode & 0o077 == 0
    whole = path.read_bytes()
    for damage in (whole.replace(b"venice", b"naples"), b"", b"\xff", b"hash = 3\n", None):
        path.write_bytes(damage) if damage is not None else path.unlink()
        again = open_game(tmp_path / "g", None)
        assert (again.state, again.standing) == (game.state, game.standing)


def test_what_was_done_without_a_mail_is_not_decided_again(tmp_path: Path) -> None:
    """Another order in the journal is carried out as it stands, and noticed by its digest."""
    game = new(tmp_path / "g")
    send(game, PLANS[:3])
    path = tmp_path / "g" / "journal" / "000003.toml"
    path.write_text(path.read_text().replace("ITALY: FACTORY Venice", "ITALY: FACTORY Genoa"))
    again = open_game(tmp_path / "g", None)
    assert {number for number, _ in verify(again)} == {3}
    with pytest.raises(BadInput, match=r"000003\.toml.*another position"):
        assert again.state


def test_a_changed_mark_of_secrecy_is_noticed(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    send(game, PLANS[:1])
    path = tmp_path / "g" / "journal" / "000001.toml"
    text = path.read_text()
    path.write_text(re.sub(r"ahead = \[[^\]]*\]", "ahead = []", text))
    assert [number for number, _ in verify(open_game(tmp_path / "g", None))] == [1]


def test_entries_from_before_there_were_plans_are_read(tmp_path: Path) -> None:
    """Neither mark nor answers: nothing was kept and nothing done."""
    game = new(tmp_path / "g")
    play(game, TURNS[:1])
    path = tmp_path / "g" / "journal" / "000001.toml"
    text = path.read_text()
    assert "ahead = []\nanswers = []\n" in text
    path.write_text(text.replace("ahead = []\nanswers = []\n", ""))
    again = open_game(tmp_path / "g", None)
    assert again.state == game.state
    assert list(verify(again)) == []


def test_what_everybody_may_see_of_an_entry(tmp_path: Path) -> None:
    game = new(tmp_path / "g")
    send(game, PLANS[:3])
    shown = [entry.without_secrets() for entry, _ in game.entries]
    assert [entry.orders for entry in shown[:2]] == [(), ()]
    assert shown[2].orders == ("AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna",)
    (used,) = shown[2].answers
    assert (used.player, used.order, used.reasons) == ("Bob", "ITALY: FACTORY Venice", ())
    assert [entry.is_private for entry, _ in game.entries] == [True, True, False]
