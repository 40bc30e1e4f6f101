"""Journals and snapshots of older versions still open, and say the same as then.

`journals/canal-denied` was written by the version before units that were denied a canal could be
ordered again: a canal is denied, the rest of the maneuver is asked for anew, an army moves, the
rest is asked for anew once more, and a fleet sails, which only that version allowed.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.board.ids import PlayerId
from pbem.orders.submission import submit
from pbem.service.entering.enter import enter
from pbem.store.game import StoredGame, open_game
from pbem.store.submissions import Submission
from pbem.store.verify import verify

OLD = Path(__file__).parent / "journals" / "canal-denied"
DENIED, ARMY_MOVED, ASKED_AGAIN = 18, 19, 20
TIME = datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC)


def opened(folder: Path, entries: int, *, snapshot: bool = False) -> StoredGame:
    """The game as the old version left it after so many entries."""
    shutil.copytree(OLD, folder)
    for path in (folder / "journal").iterdir():
        if int(path.stem) > entries:
            path.unlink()
    if snapshot:
        shutil.copy(folder / "snapshots" / f"{entries}.toml", folder / "state.toml")
        shutil.copy(folder / "snapshots" / f"{entries}.toml", folder / "private.toml")
    return open_game(folder, None)


def accepted(game: StoredGame, text: str) -> bool:
    """Whether who is asked may send this."""
    return submit(game.game, game.names, game.state, PlayerId("Cyd"), text).accepted


def test_an_old_journal_is_played_again_to_the_same_position(tmp_path: Path) -> None:
    game = opened(tmp_path / "g", 21)
    assert list(verify(game)) == []
    assert game.state.nation == "europe"
    assert game.state.nations["usa"].fleets == {"caribbean-sea": 2}


@pytest.mark.parametrize("entries", [DENIED, ARMY_MOVED, ASKED_AGAIN])
def test_an_old_snapshot_in_the_middle_of_a_maneuver_hides_nothing(
    tmp_path: Path, entries: int
) -> None:
    by_journal = opened(tmp_path / "a", entries)
    by_snapshot = opened(tmp_path / "b", entries, snapshot=True)
    assert by_snapshot.state == by_journal.state
    assert by_snapshot.state.acting.maneuver is not None
    assert by_snapshot.state.acting.maneuver.denied


def test_a_game_goes_on_by_the_rules_of_today(tmp_path: Path) -> None:
    """The denied fleet may go elsewhere; once an army has moved, no fleet may."""
    denied = opened(tmp_path / "a", DENIED)
    assert not accepted(denied, "USA: MANEUVER\nFLEET Caribbean Sea -> North Pacific")
    assert accepted(denied, "USA: MANEUVER\nFLEET Caribbean Sea -> North Atlantic")
    asked_again = opened(tmp_path / "b", ASKED_AGAIN)
    assert not accepted(asked_again, "USA: MANEUVER\nFLEET New Orleans -> Caribbean Sea")
    outcome = submit(
        asked_again.game, asked_again.names, asked_again.state, PlayerId("Cyd"), "USA: MANEUVER"
    )
    enter(asked_again, Submission(outcome, PlayerId("Cyd"), "console", TIME, ""))
    assert list(verify(asked_again)) == []


def test_what_an_old_version_did_not_know_is_recorded_from_now_on(tmp_path: Path) -> None:
    """The digest of a position in the middle of a maneuver covers all of it."""
    game = opened(tmp_path / "g", DENIED)
    text = "USA: MANEUVER\nARMY San Francisco -> Colombia\nFIGHT Brazil IN Colombia"
    outcome = submit(game.game, game.names, game.state, PlayerId("Cyd"), text)
    entry = enter(game, Submission(outcome, PlayerId("Cyd"), "console", TIME, text)).entry
    assert game.state.acting.maneuver is not None
    assert game.state.acting.maneuver.armies_begun
    old_entry = opened(tmp_path / "old", ARMY_MOVED).entries[-1][0]
    assert entry.digest != old_entry.digest
    game.write_snapshot()
    again = open_game(tmp_path / "g", None)
    assert again.state == game.state
    assert list(verify(again)) == []
