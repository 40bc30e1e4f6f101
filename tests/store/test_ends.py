"""The end of a journal: what is missing or changed is found, whatever still knows of it."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground import disk
from pbem.ground.disk import make_folder
from pbem.ground.errors import BadInput
from pbem.ground.lock import exclusive, is_locked
from pbem.mail.identity import Reader, Secrets
from pbem.store import chain
from pbem.store.verify import verify

TURNS = (
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"),
    ("Bob", "ITALY: FACTORY Venice"),
    ("Cyd", "FRANCE: PRODUCTION A"),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with three entries, all told."""
    desk = new_desk(tmp_path_factory.mktemp("ends") / "site")
    for number, (player, text) in enumerate(TURNS):
        desk.send(reply(desk.reports(player)[-1], text, f"<{number}@x.test>"))
    assert desk.game.last == 3
    return desk.site.folder


@pytest.fixture
def site(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "site")


def faults(site: Path) -> list[tuple[int, str]]:
    out = CliRunner().invoke(app, ["verify", "g1", "--json", "--site", str(site)]).output
    (result,) = json.loads(out)
    return [(fault["entry"], fault["reason"]) for fault in result["faults"]]


def changed(old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(journal: Path) -> None:
        path = journal / "000003.toml"
        content = path.read_bytes()
        assert old in content
        path.write_bytes(content.replace(old, new, 1))

    return change


def without(*numbers: int) -> Callable[[Path], None]:
    def remove(journal: Path) -> None:
        for number in numbers:
            (journal / f"{number:06d}.toml").unlink()

    return remove


def test_a_whole_journal_holds(site: Path) -> None:
    assert faults(site) == []


@pytest.mark.parametrize("known", ["snapshot", "dispatched", "sent"])
@pytest.mark.parametrize("gone", [(3,), (2, 3), (1, 2, 3)])
def test_a_missing_end_is_found_by_whatever_still_knows_of_it(
    site: Path, known: str, gone: tuple[int, ...]
) -> None:
    game = site / "games" / "g1"
    if known != "snapshot":
        (game / "state.toml").unlink()
    if known != "dispatched":
        (game / "dispatched").unlink()
    if known != "sent":
        shutil.rmtree(site / "mail")
    without(*gone)(game / "journal")
    ((number, reason),) = faults(site)
    assert number == gone[0]
    assert "missing" in reason
    assert "entry 3" in reason


@pytest.mark.parametrize("known", ["snapshot", "sent"])
@pytest.mark.parametrize(
    "change",
    [
        changed(b"<2@x.test>", b"<9@x.test>"),
        changed(b'by = "Cyd"', b'by = "Cyd" '),
        changed(b'\nmail = "', b'\nmail = "0'),
        changed(b'time = "2026-01-02T', b'time = "2025-01-02T'),
    ],
)
def test_a_changed_end_is_found_by_whatever_still_knows_of_it(
    site: Path, known: str, change: Callable[[Path], None]
) -> None:
    game = site / "games" / "g1"
    if known == "sent":
        (game / "state.toml").unlink()
    change(game / "journal")
    ((number, reason),) = faults(site)
    assert number == 3
    assert "another" in reason


def test_an_entry_that_is_added_meanwhile_is_no_fault(site: Path) -> None:
    """Whoever verifies has read the journal before the daemon went on."""
    from support.mails import desk_for

    early, late = desk_for(site).game, desk_for(site)
    late.processor.submit("g1", late.game.state.pending[0].player, "GERMANY: PRODUCTION A")
    assert late.game.last == 4
    assert list(verify(early)) == []


def test_reminders_are_not_taken_for_reports(tmp_path: Path) -> None:
    terms: dict[str, object] = {"every": "48h", "reminders": ["24h"], "hold_share": 1.0}
    desk: Desk = new_desk(tmp_path / "site", deadlines=terms)
    desk.keep()
    desk.let_pass(30)
    (desk.game.folder / "state.toml").unlink()
    assert faults(desk.site.folder) == []


def test_journals_go_beyond_six_digits(tmp_path: Path) -> None:
    names = [f"{number:06d}.toml" for number in (999_998, 999_999, 1_000_000, 1_000_001)]
    for name in [*reversed(names), "0000001.toml", "1000002.toml.bak", "x.toml"]:
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in chain._files(tmp_path)] == names
    assert chain.last_number(tmp_path) == 1_000_001
    assert chain.entry_path(tmp_path, 1_000_001).name == names[-1]
    secrets = Secrets(b"s" * 32)
    reader = Reader("eu1", "1000001", 2)
    assert list(secrets.readers(f"x {secrets.token(reader)} y")) == [reader]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_a_file_system_without_locks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    path = tmp_path / "lock"
    with pytest.raises(BadInput, match="no locks"), exclusive(path, wait=60.0):
        pass
    with pytest.raises(BadInput, match="no locks"):
        is_locked(path)


def test_new_folders_are_for_nobody_else_and_safe_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(disk, "sync_folder", synced.append)
    for umask in (0o000, 0o022, 0o277):
        before = os.umask(umask)
        try:
            make_folder(tmp_path / f"{umask}" / "a" / "b")
        finally:
            os.umask(before)
        made = [tmp_path / f"{umask}", tmp_path / f"{umask}" / "a"]
        assert [p.stat().st_mode & 0o777 for p in (*made, made[1] / "b")] == [0o700] * 3
        assert synced == [tmp_path, *made]
        synced.clear()
    make_folder(made[1])
    assert synced == []


def test_no_folder_of_a_site_is_open_to_others(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        desk = new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})
        desk.send(reply(desk.reports("Ann")[0], TURNS[0][1], sender="ann@elsewhere.example"))
        desk.send(b"From: x@y.test\r\nMessage-ID: <s@y.test>\r\n\r\nhello\r\n")
        desk.send(reply(desk.mailbox("Ann")[-1], "YES", "<yes@x.test>"))
    finally:
        os.umask(before)
    assert desk.game.last == 1
    folders = [p for p in (desk.site.folder, *desk.site.folder.rglob("*")) if p.is_dir()]
    assert len(folders) > 20
    assert {p.stat().st_mode & 0o777 for p in folders} == {0o700}
