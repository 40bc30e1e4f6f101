"""A site as one file, and a site out of such a file; nothing of a hostile one is taken."""

from __future__ import annotations

import io
import json
import os
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, new_desk, reply, text_of
from typer.testing import CliRunner, Result

from pbem.cli import care
from pbem.cli.main import app
from pbem.ground.errors import BadInput
from pbem.service.care.backup import backup, restore
from pbem.service.care.recover import recover
from pbem.service.fates import Fate
from pbem.service.site.busy import SiteBusy
from pbem.service.site.site import open_site
from pbem.store.verify import verify

ANN = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
BOB = "ITALY: FACTORY Venice"


def pbem(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = new_desk(tmp_path / "site")
    desk.send(reply(desk.reports("Ann")[-1], ANN))
    return desk


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in folder.rglob("*")
        if p.is_file() and not p.name.endswith(".lock")
    }


def test_a_site_comes_back_as_it_was_and_only_for_its_owner(desk: Desk, tmp_path: Path) -> None:
    packed, again = tmp_path / "b.tar.gz", tmp_path / "again"
    done = backup(desk.site, packed)
    assert stat.S_IMODE(packed.stat().st_mode) == 0o600
    assert done.games == 1
    before = files_of(desk.site.folder)
    assert done.files == len(before)
    assert restore(packed, again).game_ids() == ("g1",)
    assert files_of(again) == before
    for path in (again, *again.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert list(verify(desk_for(again).game)) == []
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".tmp")] == []


def test_a_mail_that_came_after_the_backup_is_played_by_recover(desk: Desk, tmp_path: Path) -> None:
    packed, again = tmp_path / "b.tar.gz", tmp_path / "again"
    backup(desk.site, packed)
    mail = reply(desk.reports("Bob")[-1], BOB, "<late@mail.example.test>")
    desk.send(mail)
    assert desk.game.state.turn == 3
    restore(packed, again)
    other = desk_for(again, desk.now, 50)
    other.drop(mail)  # as it lies at the mail server still
    recover(other.site, other.processor)
    assert other.game.state.turn == 3
    assert "The site has been put back from a backup" in text_of(other.mailbox("Cyd")[-1]).replace(
        "\n", " "
    )


def test_while_somebody_writes_nothing_is_packed(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock of the site keeps the games as they are meanwhile."""
    monkeypatch.setattr(care, "WAIT_SECONDS", 0.0)
    packed = tmp_path / "b.tar.gz"
    with open_site(desk.site.folder).locked():
        refused = pbem("backup", str(packed), "--site", str(desk.site.folder))
    assert isinstance(refused.exception, SiteBusy)
    assert not packed.exists()
    assert pbem("backup", str(packed), "--site", str(desk.site.folder)).exit_code == 0


def test_nothing_is_written_over_anything(desk: Desk, tmp_path: Path) -> None:
    packed = tmp_path / "b.tar.gz"
    packed.write_bytes(b"mine")
    with pytest.raises(BadInput, match="is there already"):
        backup(desk.site, packed)
    assert packed.read_bytes() == b"mine"
    with pytest.raises(BadInput, match="lies in the site itself"):
        backup(desk.site, desk.site.folder / "b.tar.gz")
    good = tmp_path / "good.tar.gz"
    backup(desk.site, good)
    before = files_of(desk.site.folder)
    with pytest.raises(BadInput, match="holds something already"):
        restore(good, desk.site.folder)
    assert files_of(desk.site.folder) == before
    empty = tmp_path / "empty"
    empty.mkdir()
    assert restore(good, empty).game_ids() == ("g1",)


def test_what_is_no_file_is_told(desk: Desk, tmp_path: Path) -> None:
    (desk.site.folder / "elsewhere").symlink_to(tmp_path)
    os.mkfifo(desk.site.folder / "pipe")
    done = backup(desk.site, tmp_path / "b.tar.gz")
    assert sorted(done.passed_over) == ["elsewhere", "pipe"]
    restore(tmp_path / "b.tar.gz", tmp_path / "again")


def packed_with(path: Path, add: Callable[[tarfile.TarFile], None]) -> Path:
    with tarfile.open(path, "w:gz") as packed:
        add(packed)
    return path


def file_named(name: str, **changes: object) -> Callable[[tarfile.TarFile], None]:
    def add(packed: tarfile.TarFile) -> None:
        member = tarfile.TarInfo(name)
        member.size = 3
        for key, value in changes.items():
            setattr(member, key, value)
        packed.addfile(member, io.BytesIO(b"abc"))

    return add


def larger_than_the_disk(packed: tarfile.TarFile) -> None:
    member = tarfile.TarInfo("large")
    member.size = 2**60
    assert packed.fileobj is not None
    packed.fileobj.write(member.tobuf())


@pytest.mark.parametrize(
    "add",
    [
        file_named("../escaped"),
        file_named("games/../../escaped"),
        file_named("link", type=tarfile.SYMTYPE, linkname="/etc/passwd", size=0),
        file_named("link", type=tarfile.LNKTYPE, linkname="../../etc/passwd", size=0),
        file_named("device", type=tarfile.CHRTYPE, size=0),
        file_named("pipe", type=tarfile.FIFOTYPE, size=0),
        file_named("pbem.toml"),
        larger_than_the_disk,
    ],
)
def test_a_hostile_archive_leaves_nothing(
    tmp_path: Path, add: Callable[[tarfile.TarFile], None]
) -> None:
    (tmp_path / "in").mkdir()
    hostile = packed_with(tmp_path / "h.tar.gz", add)
    with pytest.raises(BadInput):
        restore(hostile, tmp_path / "in" / "site")
    assert list((tmp_path / "in").iterdir()) == []
    assert sorted(p.name for p in tmp_path.iterdir()) == ["h.tar.gz", "in"]


def test_an_absolute_name_lies_within(desk: Desk, tmp_path: Path) -> None:
    """As tar itself does it: the slash is dropped, and nothing lies elsewhere."""
    hostile = packed_with(tmp_path / "h.tar.gz", file_named(f"{tmp_path}/escaped"))
    with pytest.raises(BadInput, match="no backup of a site"):
        restore(hostile, tmp_path / "again")
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize("cut", [0, 10, 200, -40])
def test_a_damaged_file_leaves_nothing(desk: Desk, tmp_path: Path, cut: int) -> None:
    packed, again = tmp_path / "b.tar.gz", tmp_path / "again"
    backup(desk.site, packed)
    packed.write_bytes(packed.read_bytes()[:cut])
    with pytest.raises(BadInput):
        restore(packed, again)
    assert not again.exists()
    spoilt = bytearray(b"\x1f\x8b\x08" + bytes(300))
    packed.write_bytes(spoilt)
    with pytest.raises(BadInput):
        restore(packed, again)


def test_by_command(desk: Desk, tmp_path: Path) -> None:
    packed, again = tmp_path / "b.tar.gz", tmp_path / "again"
    done = pbem("backup", str(packed), "--json", "--site", str(desk.site.folder))
    assert json.loads(done.output)["games"] == 1
    done = pbem("restore", str(packed), str(again))
    assert done.exit_code == 0
    assert f"Next: pbem recover --site {again}" in done.output
    assert pbem("verify", "--site", str(again)).exit_code == 0
    wrong = pbem("restore", str(packed), str(again))
    assert "holds something already" in str(wrong.exception)
    wrong = pbem("restore", str(tmp_path / "none"), str(tmp_path / "other"))
    assert "no such file" in str(wrong.exception)
    wrong = pbem("backup", str(tmp_path / "no" / "b.tar.gz"), "--site", str(again))
    assert "is no folder" in str(wrong.exception)


# Archive


def over(desk: Desk) -> None:
    assert pbem("end", "g1", "--site", str(desk.site.folder)).exit_code == 0


def test_a_game_that_is_over_is_put_away_and_read_still(desk: Desk) -> None:
    site = str(desk.site.folder)
    wrong = pbem("archive", "g1", "--site", site)
    assert "only what is over can be put away" in str(wrong.exception)
    over(desk)
    assert "g1 is in the archive" in pbem("archive", "g1", "--site", site).output
    assert pbem("archive", "--site", site).output == "g1\n"
    assert "There is no game" in pbem("list", "--site", site).output
    assert "FINAL RANKING" in pbem("show", "g1", "--site", site).output
    assert "FLEETS Trieste" in pbem("history", "g1", "--site", site).output
    assert "g1: ok, 2 entries" in pbem("verify", "g1", "--site", site).output
    for command in (("archive", "g1"), ("undo", "g1")):
        assert "in the archive" in str(pbem(*command, "--site", site).exception)
    taken = pbem("new", "g1", "--rules", "imperial", "--player", "Ann=a@example.test",
                 "--player", "Bob=b@example.test", "--site", site)  # fmt: skip
    assert "in the archive" in str(taken.exception)


def test_a_mail_to_it_gets_a_plain_answer(desk: Desk) -> None:
    asked = desk.reports("Bob")[-1]
    over(desk)
    pbem("archive", "g1", "--site", str(desk.site.folder))
    desk = desk.reopened()
    done = desk.send(reply(asked, BOB, "<late@mail.example.test>"))
    assert done.troubles == []
    assert done.handled[0][1].fate is Fate.ANSWERED
    assert "The game is over." in text_of(desk.answers("Bob")[-1])
    assert desk.keep().done == []


def test_it_can_be_brought_back(desk: Desk) -> None:
    site = str(desk.site.folder)
    over(desk)
    pbem("archive", "g1", "--site", site)
    wrong = pbem("archive", "--back", "g2", "--site", site)
    assert "is not in the archive; there are: g1" in str(wrong.exception)
    assert json.loads(pbem("archive", "--back", "g1", "--json", "--site", site).output) == []
    assert pbem("undo", "g1", "--site", site).exit_code == 0
    desk = desk.reopened()
    desk.work()
    (asked,) = (m for m in desk.reports("Bob") if "TAKEN BACK" in text_of(m))
    desk.send(reply(asked, BOB, "<b@mail.example.test>"))
    assert desk.game.state.turn == 3
