"""The demo through mail servers in its own process."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from pbem.demo.imap import play_demo_by_imap
from pbem.demo.play import Wanted
from pbem.ground.errors import BadInput
from pbem.store.verify import verify

INSTALLED = bool(find_spec("pymap") and find_spec("aiosmtpd"))


@pytest.mark.slow
@pytest.mark.skipif(
    not INSTALLED and not os.environ.get("CI"), reason="pbem[imap-demo] is not installed"
)
def test_a_game_is_played_through_the_servers(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    ended = play_demo_by_imap(folder, Wanted("imperial", 2, 5))
    assert ended.game.state.over
    assert list(verify(ended.game)) == []
    assert ended.mails >= 2 * ended.game.last  # an order and its answer each
    assert ended.written >= ended.game.last
    assert "password" not in (folder / "pbem.toml").read_text()


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    with pytest.raises(BadInput, match="not empty"):
        play_demo_by_imap(tmp_path, Wanted("imperial", 2, 1))
