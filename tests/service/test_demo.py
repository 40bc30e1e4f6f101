"""The demo: whole games by mail, the same again to the byte, and through fifty kills."""

from __future__ import annotations

import ast
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest

import pbem.demo.investor
import pbem.demo.planning
from pbem.demo.play import Ended, Wanted, play_demo
from pbem.ground.errors import BadInput
from pbem.rules.events import UnitsMoved
from pbem.service.entering.outcomes import events_of
from pbem.store.verify import verify

KILLS = 50
GAMES = (
    Wanted("imperial", 3, 11),
    Wanted("imperial-2010", 5, 12, ("auction",)),
    Wanted("imperial-2030", 4, 13, ("secret-cash", "tax-increase-bonus")),
    Wanted("imperial-2030", 2, 14, ("no-investor-card",)),
)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a demo, but what a killed write may leave."""
    files = {
        str(p.relative_to(folder)): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and not p.name.startswith(".")
    }
    # what was stored and not yet noted when it was killed is noted later: the same lines
    files["posted.log"] = b"\n".join(sorted(files["posted.log"].split()))
    return files


def happened(ended: Ended) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(1, ended.game.last + 1):
        for event in events_of(ended.game, number):
            found[type(event).__name__] += 1
            if isinstance(event, UnitsMoved) and event.via:
                found["convoy"] += 1
    return found


def refused_mails(folder: Path) -> Iterator[str]:
    for path in (folder / "mail" / "sent" / "cur").iterdir():
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        if message["Auto-Submitted"] == "auto-replied" and "REFUSED" in str(message["Subject"]):
            yield str(message["Subject"])


@pytest.mark.slow
@pytest.mark.parametrize("wanted", GAMES, ids=lambda w: f"{w.rules}-{w.players}")
def test_a_game_by_mail_is_played_to_its_end(wanted: Wanted, tmp_path: Path) -> None:
    """They build, expand, tax and invest; they fight, convoy, and mend mistakes."""
    folder = tmp_path / "demo"
    ended = play_demo(folder, wanted)
    state = ended.game.state
    assert state.over
    assert max(nation.power for nation in state.nations.values()) == 25
    assert 60 <= state.turn <= 260
    assert list(verify(ended.game)) == []
    found = happened(ended)
    for event in ("FactoryBuilt", "FlagChanged", "Taxed", "Invested", "BattleFought", "convoy"):
        assert found[event] >= 2, event
    assert any(refused_mails(folder))
    for box in (folder / "mailboxes").iterdir():
        ids = [
            message_from_bytes(p.read_bytes())["Message-ID"]
            for p in box.rglob("*.pbem*")
            if p.is_file()
        ]
        assert len(ids) == len(set(ids))
        reports = [ident for ident in ids if ident.startswith("<report.")]
        assert 2 < len(reports) <= ended.game.last + 1
    assert ended.got.total <= 2.2 * ended.decisions


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_to_the_byte(tmp_path: Path) -> None:
    wanted = Wanted("imperial", 2, 5)
    play_demo(tmp_path / "one", wanted)
    play_demo(tmp_path / "two", wanted)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    play_demo(tmp_path / "one", wanted)  # it is over: nothing happens
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


@pytest.mark.slow
@pytest.mark.parametrize("plans", [False, True], ids=["", "plans"])
def test_fifty_kills_change_nothing(plans: bool, tmp_path: Path) -> None:
    """Killed at random moments and started again: the same game, no mail missing or doubled.

    As many games are played as it takes: a fast machine is through with one before fifty kills.
    """
    chance = random.Random(20261129)
    kills, seed = 0, 3
    while kills < KILLS:
        wanted = Wanted("imperial-2010", 2, seed, plans=plans)
        folder = tmp_path / str(seed)
        calm, killed = folder / "calm", folder / "killed"
        play_demo(calm, wanted)
        kills += _killed_through(killed, wanted, KILLS - kills, chance)
        assert sorted(tree(calm)) == sorted(tree(killed))
        before, after = tree(calm), tree(killed)
        assert [name for name in before if before[name] != after[name]] == []
        seed += 1


def _killed_through(folder: Path, wanted: Wanted, most: int, chance: random.Random) -> int:
    """Play a game to its end in a process that is killed again and again; how often it was."""
    options = [
        "--rules",
        wanted.rules,
        "--players",
        str(wanted.players),
        "--seed",
        str(wanted.seed),
    ]
    if wanted.plans:
        options.append("--plans")
    command = [sys.executable, "-m", "pbem", "demo", *options, "--out", str(folder)]
    for kills in range(most):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        _wait_for_work(folder, process)
        time.sleep(chance.uniform(0, 0.25))
        process.send_signal(signal.SIGKILL)
        printed = process.communicate()[0].decode()
        if process.returncode != -signal.SIGKILL:
            assert process.returncode == 0, printed
            return kills
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return most


def _wait_for_work(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until the process has begun to change files; starting Python is no moment of it."""
    before = _newest(folder)
    deadline = time.monotonic() + 60
    while _newest(folder) == before and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)


def _newest(folder: Path) -> float:
    journal = folder / "games" / "demo" / "journal"
    places = (folder, journal, folder / "mail" / "in" / "cur", folder / "mail" / "sent" / "cur")
    return max((p.stat().st_mtime for p in places if p.exists()), default=0.0)


def test_the_investors_see_the_table_and_their_mailbox_alone() -> None:
    """No stored game, no plans, no words of reports."""
    for module in (pbem.demo.investor, pbem.demo.planning):
        source = Path(module.__file__).read_text(encoding="utf-8")
        imported = {
            (node.module or "").split(".")[1]
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pbem.")
        }
        assert imported <= {"board", "rules", "orders", "mail", "demo"}


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    with pytest.raises(BadInput, match="not empty"):
        play_demo(tmp_path, Wanted("imperial", 2, 1))


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (Wanted("chess", 2, 1), "chess"),
        (Wanted("imperial", 7, 1), "players"),
        (Wanted("imperial", 2, 1, ("nonsense",)), "nonsense"),
    ],
)
def test_a_demo_that_cannot_be_is_refused(wanted: Wanted, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=reason):
        play_demo(tmp_path / "demo", wanted)
