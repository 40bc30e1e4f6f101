"""Whatever is wrong with the site's own files is never the mail's fault."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of
from support.seats import send, table

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.ground.errors import BadInput
from pbem.mail.idlog import IdLog
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.outbox import Outbox
from pbem.service.care.health import health
from pbem.service.entering.outcomes import entered
from pbem.service.fates import Fate
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site import bounced
from pbem.service.site.settings import SETTINGS
from pbem.service.telling import replies
from pbem.store import game as store_game
from pbem.store.journal import Entry, add_entry

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
PLAN = "ITALY: FACTORY Venice"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})


def fates(desk: Desk) -> list[Fate]:
    return [handled.fate for _, handled in desk.work().handled]


def subjects(desk: Desk, who: str = "mod") -> list[str]:
    """Of the mails that somebody has got, but for the moderator's welcome."""
    found = [str(mail["Subject"]) for mail in desk.mailbox(who)]
    return [subject for subject in found if "You are the moderator" not in subject]


@pytest.mark.parametrize("name", ["posted.log", "withdrawn.log"])
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"\xff" + content,
        lambda content: content[:30] + b"\x00" * 512 + content[30:],
        lambda content: content[:-40],
        lambda _: b"",
        lambda content: b"a b c\n\xc3\xa9\n" + content,
    ],
)
def test_a_damaged_log_is_mended_and_the_order_played(
    desk: Desk, name: str, damage: Callable[[bytes], bytes]
) -> None:
    raw = reply(desk.reports("Ann")[0], ORDER)
    path = desk.site.folder / name
    path.write_bytes(damage(path.read_bytes() if path.exists() else b"0" * 24 + b"\n"))
    again = desk.reopened()
    again.drop(raw)
    assert fates(again) == [Fate.PLAYED]
    mails = {who: subjects(again, who) for who in ("Ann", "Bob", "Cyd")}
    again.drop(raw)
    assert fates(again) == [Fate.PLAYED]
    assert {who: subjects(again, who) for who in ("Ann", "Bob", "Cyd")} == mails
    assert again.game.last == 1


def test_a_folder_in_the_place_of_a_log_is_set_aside(desk: Desk) -> None:
    path = desk.site.folder / "posted.log"
    path.unlink()
    path.mkdir()
    again = desk.reopened()
    again.drop(reply(again.reports("Ann")[0], ORDER))
    assert fates(again) == [Fate.PLAYED]
    assert path.is_file()


def test_half_a_line_swallows_no_id(tmp_path: Path) -> None:
    log = IdLog(tmp_path / "log")
    log.add(["a" * 24])
    with log.path.open("ab") as file:
        file.write(b"b" * 7)
    IdLog(log.path).add(["c" * 24, "d" * 24])
    assert {"a" * 24, "c" * 24, "d" * 24} <= IdLog(log.path).read()
    assert log.path.stat().st_mode & 0o077 == 0


def test_what_is_damaged_is_kept_to_look_at(tmp_path: Path) -> None:
    log = IdLog(tmp_path / "log")
    for number in (1, 2):
        log.path.write_bytes(b"good%d\n\xff\xfe\n" % number)
        assert log.read() == {f"good{number}"}
    assert log.path.read_bytes() == b"good2\n"
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["log", "log.damaged-1", "log.damaged-2"]


def test_a_broken_template_of_the_site_lets_the_mail_wait(desk: Desk) -> None:
    folder = desk.site.folder / "templates"
    folder.mkdir()
    (folder / "answer.txt.j2").write_text("{% if %}")
    path = desk.site.folder / SETTINGS
    replace_file(path, toml_bytes({**read_toml(path), "templates": "templates"}))
    broken = desk.reopened()
    broken.drop(reply(desk.reports("Ann")[0], f"CHECK\n{ORDER}"))
    assert [handled for _, handled in broken.work().handled] == []
    (folder / "answer.txt.j2").unlink()
    assert fates(desk.reopened()) == [Fate.ANSWERED]


def test_a_stray_file_among_the_held_mails_is_nobodys(desk: Desk) -> None:
    desk.send(reply(desk.reports("Ann")[0], ORDER, sender="ann@elsewhere.example"))
    for name in ("note.txt", "x.y", "1.zz.held", "README"):
        (desk.site.maildir("held").folder / "new" / name).write_bytes(b"x")
    question = desk.mailbox("Ann")[-1]
    assert [h.fate for _, h in desk.send(reply(question, "YES", "<y@x.test>")).handled] == [
        Fate.PLAYED
    ]


def test_a_broken_game_is_told_once_a_day_and_its_mails_wait(desk: Desk) -> None:
    path = desk.game.folder / "roster.toml"
    whole = path.read_bytes()
    path.write_bytes(b"seats = 3\n")
    broken = desk.reopened()
    broken.drop(reply(desk.reports("Ann")[0], ORDER))
    for _ in range(3):
        assert fates(broken) == []
        broken.now += timedelta(days=1)
    told = [s for s in subjects(broken) if "broken" in s]
    assert told == ["[g1] This game is broken"] * 3
    text = " ".join(text_of(broken.mailbox("mod")[-1]).split())
    assert "roster.toml" in text
    assert "pbem recover" in text
    path.write_bytes(whole)
    assert fates(broken.reopened()) == [Fate.PLAYED]


@pytest.mark.parametrize("name", ["game.toml", "roster.toml"])
def test_a_game_that_has_lost_a_file_is_broken_and_not_gone(desk: Desk, name: str) -> None:
    path = desk.game.folder / name
    whole = path.read_bytes()
    path.unlink()
    broken = desk.reopened()
    broken.drop(reply(desk.reports("Ann")[0], ORDER, "<1@x.test>"))
    assert fates(broken) == []
    assert f"{name}: no such file" in " ".join(text_of(broken.mailbox("mod")[-1]).split())
    with pytest.raises(BadInput, match="already is such a game"):
        new_game(
            broken.site, NewGame("g1", "imperial", {"Al": "a@x.test", "Bo": "b@x.test"}), broken.now
        )
    path.write_bytes(whole)
    assert fates(broken.reopened()) == [Fate.PLAYED]


def test_half_a_secret_is_none(desk: Desk) -> None:
    path = desk.site.folder / "secret"
    path.write_bytes(path.read_bytes()[:32])
    with pytest.raises(BadInput, match="a part of it is gone"):
        desk.reopened()


def test_a_copy_of_a_game_beside_it_is_not_played(tmp_path: Path) -> None:
    """Somebody keeps one in the wrong place: nothing is due in it, and nobody is told of it."""
    desk = table(tmp_path / "site", missed="default")
    copy = desk.game.folder.with_name("g1-old")
    shutil.copytree(desk.game.folder, copy)
    send(desk, "Ann", ORDER)
    boxes = len(desk.mailbox("Bob"))
    for _ in range(60):
        desk.now += timedelta(hours=1)
        desk.keep()
    assert list((copy / "journal").iterdir()) == []
    assert not any("Austria-Hungary" in str(m["Subject"]) for m in desk.mailbox("Bob")[boxes:])
    assert "outside games/" in " ".join(health(desk.site, desk.now).needs)
    assert desk.game.last > 1


def test_a_folder_in_the_place_of_a_snapshot_keeps_nobody_from_being_told(desk: Desk) -> None:
    for name in ("state.toml", "private.toml"):
        (desk.game.folder / name).unlink()
        (desk.game.folder / name).mkdir()
    desk = desk.reopened()
    desk.drop(reply(desk.reports("Ann")[0], ORDER, "<1@x.test>"))
    assert fates(desk) == [Fate.PLAYED]
    assert desk.game.dispatched == 1
    assert desk.processor.catch_up() == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('by = "Ann"', 'by = "Zoe"'),
        ('how = "mail"', 'how = "clock"'),
        ('how = "mail"', 'how = "undo"\nback_to = 1'),
        ('how = "mail"', 'how = "undo"\nback_to = 7'),
        ("IMPORT 2 FLEETS", "nonsense \\u0000"),
        ("answers = []", 'answers = [{player = "Zoe", why = "plan", order = "x", plan_of = "x"}]'),
        ("ahead = []", "ahead = [3]"),
        ("number = 1", f"number = {'9' * 5000}"),
        ("number = 1", f"x = {'[' * 5000}"),
    ],
)
def test_an_entry_that_was_changed_lets_the_mails_wait(desk: Desk, old: str, new: str) -> None:
    """However the change shows: the game is broken, and the order is played when it is mended."""
    desk.send(reply(desk.reports("Ann")[0], ORDER))
    path = desk.game.folder / "journal" / "000001.toml"
    whole = path.read_text()
    assert old in whole
    path.write_text(whole.replace(old, new))
    (desk.game.folder / "state.toml").unlink()
    broken = desk.reopened()
    broken.drop(reply(desk.reports("Bob")[0], PLAN, "<2@x.test>"))
    assert fates(broken) == []
    assert "broken" in subjects(broken)[-1]
    path.write_text(whole)
    mended = broken.reopened()
    assert fates(mended) == [Fate.PLAYED]
    assert mended.game.last == 2


class Disk:
    """Refuses to add entries of one player, once or for ever."""

    def __init__(self, patch: pytest.MonkeyPatch, times: int, by: str = "Bob") -> None:
        self.left, self.by = times, by
        patch.setattr(store_game, "add_entry", self)

    def __call__(self, folder: Path, entry: Entry) -> str:
        if self.left and entry.by == self.by:
            self.left -= 1
            raise OSError(5, "Input/output error")
        return add_entry(folder, entry)


def test_the_younger_of_two_mails_waits_behind_the_older(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one passing error the orders are still carried out in the order of their arrival."""
    Disk(monkeypatch, 1)
    (report,) = desk.reports("Bob")
    desk.drop(reply(report, PLAN, "<1@x.test>"))
    desk.drop(reply(report, "ITALY: TAXATION", "<2@x.test>"))
    desk.drop(reply(desk.reports("Cyd")[0], "FRANCE: FACTORY Brest", "<3@x.test>"))
    assert fates(desk) == []
    assert fates(desk) == [Fate.PLAYED] * 3
    assert [e.orders[0] for e, _ in desk.game.entries] == [
        PLAN,
        "ITALY: TAXATION",
        "FRANCE: FACTORY Brest",
    ]


def test_mails_of_other_games_and_of_none_do_not_wait(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch, 1)
    desk.drop(reply(desk.reports("Bob")[0], PLAN, "<1@x.test>"))
    desk.drop(b"From: x@y.test\r\nMessage-ID: <s@y.test>\r\n\r\nhello\r\n")
    assert fates(desk) == [Fate.UNKNOWN]


def test_a_trouble_that_does_not_pass_keeps_the_others_for_a_day_at_most(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where every round is a process of its own; then the mail lies aside, to be taken up."""
    Disk(monkeypatch, -1)
    desk.drop(reply(desk.reports("Bob")[0], PLAN, "<1@x.test>"))
    desk.drop(reply(desk.reports("Ann")[0], ORDER, "<2@x.test>"))
    for _ in range(24):
        desk = desk.reopened()
        assert fates(desk) == []
        desk.now += timedelta(hours=1)
    assert fates(desk.reopened()) == [Fate.STUCK, Fate.PLAYED]
    assert [path.name for path in desk.site.maildir("shunt").new()] == ["1001.x1"]
    text = " ".join(text_of(desk.mailbox("mod")[-1]).split())
    assert "pbem take-up 1001.x1" in text
    assert "Input/output error" in text


def test_yes_that_is_seen_again_has_done_its_work(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the mail was confirmed, before the YES was done with."""
    desk.send(reply(desk.reports("Ann")[0], ORDER, sender="ann@elsewhere.example"))
    raw = reply(desk.mailbox("Ann")[-1], "YES", "<yes@x.test>")
    with monkeypatch.context() as patch:
        original = Maildir.finish

        def finish(self: Maildir, mail: Path, name: str = "") -> None:
            if self.folder.name == "in":
                raise OSError(5, "Input/output error")
            original(self, mail, name)

        patch.setattr(Maildir, "finish", finish)
        desk.send(raw)
    assert desk.game.last == 1
    mails = subjects(desk, "Ann")
    again = desk.reopened()
    assert [h.reason for _, h in again.work().handled] == ["again"]
    assert subjects(again, "Ann") == mails
    # another YES is another mail, and is told that nothing waits
    again.send(reply(again.mailbox("Ann")[1], "YES", "<more@x.test>"))
    assert subjects(again, "Ann") == [*mails, "[g1] Not confirmed"]


def a_bounce(desk: Desk) -> bytes:
    address = str(desk.reports("Ann")[0]["Reply-To"])
    return (
        f"From: MAILER-DAEMON@mx.test\r\nTo: {address}\r\nReturn-Path: <>\r\n"
        "Message-ID: <b@mx.test>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\n\r\nfailed\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; ann@example.test\r\n"
        "Action: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    ).encode()


@pytest.mark.parametrize("step", ["tell", "keep"])
def test_the_notice_of_bounces_comes_once_whatever_is_killed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    day = desk.now.date() - timedelta(days=1)
    bounced._keep(desk.game, {desk.game.file.players[0]: bounced.Count(score=4.5, day=day)})
    desk.drop(a_bounce(desk))

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if step == "tell":
            patch.setattr(replies, "_of_bounces", killed)
        else:
            patch.setattr(bounced, "keep", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.work()
    again = desk.reopened()
    again.now += timedelta(hours=3)
    again.work()
    again.work()
    assert subjects(again) == ["[g1] Mails to Ann come back"]
    assert bounced.marked(again.game) == ("Ann",)


@pytest.fixture
def waiting_desk(desk: Desk) -> Desk:
    """A site whose mail server is down: what it has written waits."""
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    tables["mail"] |= {"delivery": "smtp", "smtp": {"host": "127.0.0.1", "security": "none"}}
    replace_file(path, toml_bytes(tables))
    down = desk.reopened()
    down.drop(reply(desk.reports("Ann")[0], ORDER))
    down.work()
    return down


@pytest.mark.parametrize("step", ["withdraw_row", "post", "unlink"])
def test_a_merged_report_and_what_it_replaces_never_both_go_out(
    desk: Desk, waiting_desk: Desk, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    waiting_desk.drop(reply(desk.reports("Bob")[0], PLAN, "<2@x.test>"))
    reached = []

    def killed(*_: object, **__: object) -> None:
        reached.append(step)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if step == "unlink":
            remove = Path.unlink

            def unlink(self: Path, missing_ok: bool = False) -> None:
                if self.suffix == ".pbem":
                    killed()
                remove(self, missing_ok)

            patch.setattr(Path, "unlink", unlink)
        elif step == "withdraw_row":
            original = Outbox.withdraw_row

            def withdraw_row(self: Outbox, ids: list[str]) -> int:
                original(self, ids)
                return killed() or 0

            patch.setattr(Outbox, "withdraw_row", withdraw_row)
        else:
            patch.setattr(Outbox, "post", killed)
        with pytest.raises(KeyboardInterrupt):
            waiting_desk.work()
    assert reached
    again = waiting_desk.reopened()
    again.work()
    out = [
        message_from_bytes(path.read_bytes(), policy=policy.default)
        for path in again.site.outbox.waiting.new()
    ]
    cyds = [mail for mail in out if "cyd" in str(mail["To"])]
    assert len(cyds) == 1
    text = text_of(cyds[0])  # type: ignore[arg-type]
    assert "Trieste" in text
    assert "Venice" in text


def test_nothing_is_taken_back_for_a_report_that_was_made_before(
    desk: Desk, waiting_desk: Desk
) -> None:
    """A mail that is tried again after it was made is not told of in it: it stays."""
    outbox = waiting_desk.site.outbox
    waits = {path.name for path in outbox.waiting.new()}
    waiting_desk.drop(reply(desk.reports("Bob")[0], PLAN, "<2@x.test>"))
    for path in outbox.waiting.new():  # the server will never take them
        outbox.waiting.move_to(path, waiting_desk.site.maildir("failed"), done=True)
    waiting_desk.work()
    assert outbox.send_again() == len(waits)
    game = waiting_desk.game
    waiting_desk.processor.dispatch.tell(entered(game, game.last))
    assert waits <= {path.name for path in outbox.waiting.new()}
