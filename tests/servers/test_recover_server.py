"""A restore in the middle of play, by the README's steps, with a real mail server."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from mail_servers import MailServers
from support.mails import Desk, new_desk, reply, text_of

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.mail.incoming.imap_client import connect
from pbem.service.site.settings import SETTINGS

TURNS = (
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"),
    ("Bob", "ITALY: FACTORY Venice"),
    ("Cyd", "FRANCE: PRODUCTION A"),
)


def pbem(*words: str, site: Path) -> str:
    command = [sys.executable, "-m", "pbem", *words, "--site", str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_was_played_after_the_backup_is_played_again(
    servers: MailServers, tmp_path: Path
) -> None:
    desk: Desk = new_desk(tmp_path / "site")
    site, account = desk.site.folder, servers.imap()
    tables = read_toml(site / SETTINGS)
    tables["mail"]["imap"] = {
        **account.model_dump(mode="json", exclude_none=True),
        "password": account.password.get_secret_value() if account.password else "",
        "done_folder": "Done",
    }
    replace_file(site / SETTINGS, toml_bytes(tables), mode=0o600)

    def play(number: int) -> None:
        player, text = TURNS[number]
        client = connect(account)
        client.append("INBOX", reply(desk.reports(player)[-1], text, f"<{number}@x.test>"))  # type: ignore[attr-defined]
        client.logout()
        pbem("poll", site=site)

    play(0)
    backup = shutil.copytree(site, tmp_path / "backup")
    play(1)
    play(2)
    client = connect(account)
    assert int(client.select_folder("Done")[b"EXISTS"]) == 3
    client.logout()
    boxes = shutil.move(site / "mailboxes", tmp_path / "boxes")  # what people have got they keep
    shutil.rmtree(site)
    shutil.copytree(backup, site)
    shutil.rmtree(site / "mailboxes")
    shutil.move(boxes, site / "mailboxes")
    assert desk.reopened().game.last == 1
    assert "g1: everybody is told and asked again, entry 4" in pbem("recover", site=site)
    again = desk.reopened()
    assert [e.orders[0] for e, _ in again.game.entries[:3]] == [text for _, text in TURNS]
    assert "ok, 4 entries" in pbem("verify", site=site)
    for player in ("Ann", "Bob", "Cyd"):
        told = [" ".join(text_of(mail).split()) for mail in again.reports(player)]
        assert any("put back from a backup" in text for text in told)
