"""A backup is put back in the middle of play: nothing is lost, and everybody is asked again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from support.mails import Desk, desk_for, new_desk, reply, text_of
from support.seats import TERMS
from typer.testing import CliRunner

from pbem.board.ids import PlayerId
from pbem.cli.main import app
from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.mail.incoming import imap_client
from pbem.service.care.moderator import rekey_player
from pbem.service.care.recover import recover
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.service.rounds.poll import poll_servers
from pbem.service.site.settings import SETTINGS
from pbem.store.verify import verify

TURNS = (
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"),
    ("Bob", "ITALY: FACTORY Venice"),
    ("Cyd", "FRANCE: PRODUCTION A"),
    ("Ann", "GREAT BRITAIN: TAXATION"),
)


@dataclass
class Server:
    """A mailbox with folders: name -> UID -> when it came in, and the mail."""

    folders: dict[str, dict[int, tuple[datetime, bytes]]] = field(
        default_factory=lambda: {"INBOX": {}}
    )
    selected: str = "INBOX"
    last: int = 0
    dead: bool = False

    def put(self, when: datetime, raw: bytes) -> None:
        self.last += 1
        self.folders["INBOX"][self.last] = (when, raw)

    # what `imapclient` would be

    def has_capability(self, capability: str) -> bool:
        return capability in ("MOVE", "UIDPLUS")

    def select_folder(self, folder: str) -> dict[bytes, Any]:
        self.selected = folder
        return {b"UIDVALIDITY": 7 + len(folder)}

    def folder_exists(self, folder: str) -> bool:
        return folder in self.folders

    def create_folder(self, folder: str) -> None:
        self.folders[folder] = {}

    def search(self, criteria: Sequence[str]) -> list[int]:
        here = self.folders[self.selected]
        if criteria[0] == "SINCE":
            day = datetime.strptime(criteria[1], "%d-%b-%Y").replace(tzinfo=UTC)
            return [uid for uid, (when, _) in here.items() if when >= day]
        first = int(criteria[1].split(":")[0]) if criteria[0] == "UID" else 1
        return [uid for uid in here if uid >= first]

    def fetch(self, uids: Sequence[int], wanted: Sequence[str]) -> dict[int, dict[bytes, Any]]:
        here = self.folders[self.selected]
        if "RFC822.SIZE" in wanted:
            return {
                uid: {b"RFC822.SIZE": len(here[uid][1]), b"INTERNALDATE": here[uid][0]}
                for uid in uids
            }
        return {uid: {b"BODY[]": here[uid][1]} for uid in uids}

    def move(self, uids: Sequence[int], folder: str) -> None:
        for uid in uids:
            self.last += 1
            self.folders[folder][self.last] = self.folders[self.selected].pop(uid)

    def logout(self) -> None:
        pass

    def shutdown(self) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    made = Server()

    def connect(_: object) -> Server:
        if made.dead:
            raise OSError(111, "Connection refused")
        return made

    monkeypatch.setattr(imap_client, "connect", connect)
    return made


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A site with deadlines."""
    settings: dict[str, object] = {"moderator": "mod@example.test"}
    return new_desk(tmp_path / "site", deadlines={**TERMS, "missed": "default"}, settings=settings)


def with_server(desk: Desk) -> Desk:
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    account = {"host": "imap.example.test", "user": "u", "password": "p", "done_folder": "Done"}
    tables["mail"]["imap"] = account
    replace_file(path, toml_bytes(tables), mode=0o600)
    return desk.reopened()


def turns(desk: Desk) -> list[str]:
    return [e.orders[0] for e, _ in desk.game.entries if e.orders and not e.is_private]


def play(desk: Desk, server: Server | None, of: Sequence[int]) -> None:
    """Turns are sent, played, and the mails moved to the folder for what is done."""
    for number in of:
        player, text = TURNS[number]
        desk.now += timedelta(hours=3)
        raw = reply(desk.reports(player)[-1], text, f"<{number}@x.test>")
        if server is None:
            desk.drop(raw, f"{int(desk.now.timestamp())}.{number}")
            desk.work()
        else:
            server.put(desk.now, raw)
            assert poll_servers(desk.site, desk.processor).troubles == []
    assert turns(desk) == [TURNS[number][1] for number in range(of[-1] + 1)]


def put_back(backup: Path, desk: Desk, *, only: str = "") -> Desk:
    """The administrator copies the backup back: the whole site, or one folder of it."""
    here = desk.site.folder / only if only else desk.site.folder
    boxes = desk.site.folder.parent / "boxes"
    shutil.copytree(desk.site.folder / "mailboxes", boxes)  # what people have got they keep
    shutil.rmtree(here)
    shutil.copytree(backup / only if only else backup, here)
    shutil.rmtree(desk.site.folder / "mailboxes")
    shutil.move(boxes, desk.site.folder / "mailboxes")
    return desk_for(desk.site.folder, desk.now + timedelta(hours=1), desk.sent + 100)


def asked(desk: Desk) -> str:
    return str(desk.game.state.pending[0].player)


def test_a_restore_in_the_middle_of_play_loses_nothing(
    tmp_path: Path, desk: Desk, server: Server
) -> None:
    """What was played after the backup is played again, in its order; everybody is asked."""
    desk = with_server(desk)
    play(desk, server, (0,))
    backup = shutil.copytree(desk.site.folder, tmp_path / "backup")
    play(desk, server, (1, 2, 3))
    before, waits = desk.game.state, asked(desk)
    assert len(server.folders["Done"]) == 4
    late = put_back(backup, desk)
    assert turns(late) == [TURNS[0][1]]
    mails = {who: len(late.mailbox(who)) for who in ("Ann", "Bob", "Cyd", "mod")}
    done = recover(late.site, late.processor)
    assert done.round.troubles == []
    assert late.game.state == before
    assert turns(late) == [text for _, text in TURNS]
    assert list(verify(late.reopened().game)) == []
    for who, number in mails.items():
        news = late.mailbox(who)[number:]
        assert any("backup" in text_of(mail) for mail in news), who
    asking = [
        mail
        for mail in late.mailbox(waits)[mails[waits] :]
        if "YOUR TURN: " in text_of(mail) and str(mail["Message-ID"]).startswith("<report.")
    ]
    question = max(asking, key=lambda mail: int(str(mail["Message-ID"]).split(".")[2]))
    now = ledger.open_question(late.game)
    assert now is not None
    assert now.due is not None
    assert now.due - late.now >= timedelta(hours=48)
    # the answer to it is played, and the game goes on
    nation = late.game.state.pending[0].nation
    late.now += timedelta(minutes=1)
    fates = [h.fate for _, h in late.send(reply(question, f"{nation}: TAXATION", "<n@x>")).handled]
    assert fates == [Fate.PLAYED]


def test_called_again_it_does_nothing_twice(tmp_path: Path, desk: Desk, server: Server) -> None:
    desk = with_server(desk)
    play(desk, server, (0,))
    backup = shutil.copytree(desk.site.folder, tmp_path / "backup")
    play(desk, server, (1, 2))
    late = put_back(backup, desk)
    recover(late.site, late.processor)
    entries, mails = late.game.last, len(list((late.site.folder / "mailboxes").rglob("*.pbem*")))
    again = late.reopened()
    assert recover(again.site, again.processor).told == [("g1", entries)]
    assert again.game.last == entries
    assert len(list((late.site.folder / "mailboxes").rglob("*.pbem*"))) == mails


def test_with_a_dead_server_nobody_is_told_yet(tmp_path: Path, desk: Desk, server: Server) -> None:
    desk = with_server(desk)
    play(desk, server, (0,))
    backup = shutil.copytree(desk.site.folder, tmp_path / "backup")
    play(desk, server, (1,))
    late = put_back(backup, desk)
    server.dead = True
    done = recover(late.site, late.processor)
    assert done.told == []
    assert "imap" in done.round.troubles[0]
    assert late.game.last == 1
    server.dead = False
    assert recover(late.site, late.processor).round.troubles == []
    assert turns(late) == [text for _, text in TURNS[:2]]


@pytest.mark.parametrize("only", ["games", "games/g1", "games/g1/journal"])
def test_games_that_were_put_back_alone_find_their_mails_in_the_inbox(
    tmp_path: Path, desk: Desk, only: str
) -> None:
    """No mail server: what was handled lies in mail/in/cur."""
    play(desk, None, (0,))
    backup = shutil.copytree(desk.site.folder, tmp_path / "backup")
    play(desk, None, (1, 2, 3))
    before = desk.game.state
    late = put_back(backup, desk, only=only)
    assert recover(late.site, late.processor).round.troubles == []
    assert late.game.state == before
    assert late.game.dispatched == late.game.last
    assert list(verify(late.reopened().game)) == []


def test_nobody_has_written_too_much_by_it(tmp_path: Path, desk: Desk) -> None:
    backup = shutil.copytree(desk.site.folder, tmp_path / "backup")
    report = desk.reports("Bob")[0]
    for number in range(40):
        desk.now += timedelta(minutes=3)
        place = ("Venice", "Naples", "Genoa")[number % 3]
        raw = reply(report, f"ITALY: FACTORY {place}", f"<{number}@x.test>")
        desk.drop(raw, f"{int(desk.now.timestamp())}.{number}")
        desk.work()
    assert desk.game.last == 40
    late = put_back(backup, desk, only="games")
    (late.site.folder / "answers.json").unlink()
    recover(late.site, late.processor)
    assert sum(1 for entry, _ in late.game.entries if entry.by == "Bob") == 40


def test_a_clock_that_stood_still_for_months_is_right(tmp_path: Path, desk: Desk) -> None:
    desk.keep()
    backup = shutil.copytree(desk.site.folder, tmp_path / "backup")
    desk.now += timedelta(days=100)
    late = put_back(backup, desk)
    recover(late.site, late.processor)
    assert late.keep().troubles == []


def test_the_command_says_what_it_has_done(desk: Desk) -> None:
    play(desk, None, (0,))
    result = CliRunner().invoke(app, ["recover", "--site", str(desk.site.folder)])
    assert result.exit_code == 0, result.output
    assert "g1: everybody is told and asked again, entry 2" in result.output
    history = CliRunner().invoke(app, ["history", "g1", "--site", str(desk.site.folder)]).output
    assert "put back from a backup" in history
    wrong = CliRunner().invoke(app, ["recover", "g9", "--site", str(desk.site.folder)])
    assert "no such game" in str(wrong.exception)


def test_mails_whose_secrets_are_void_by_now_stay_where_they_are(desk: Desk) -> None:
    """What was played before the player got other secrets may be needed for an older backup."""
    desk.drop(reply(desk.reports("Ann")[0], TURNS[0][1]), f"{int(desk.now.timestamp())}.a")
    desk.work()
    rekey_player(desk.processor, desk.game, PlayerId("Ann"))
    desk.work()
    done = [path.name for path in desk.site.maildir("inbox").done()]
    recover(desk.site, desk.processor)
    assert [path.name for path in desk.site.maildir("inbox").done()] == done
    assert desk.site.maildir("shunt").new() == ()
    assert desk.game.last == 3
