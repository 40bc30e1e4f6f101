"""Everybody is told of every entry once, whatever was killed; nobody of what was before them."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from support.mails import BEGINNING, Desk, new_desk, reply, text_of
from support.seats import table

from pbem.mail.maildir import Maildir
from pbem.service.care.moderator import pause, replace_player
from pbem.service.dispatch import Dispatch
from pbem.store.game import StoredGame
from pbem.store.people import Person

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
PLAN = "ITALY: FACTORY Venice"
DORA = Person(name="Dora", address="dora@example.test")


def box(desk: Desk, address: str) -> list[str]:
    folder = Maildir(desk.site.folder / "mailboxes" / address)
    mails = [message_from_bytes(p.read_bytes(), policy=policy.default) for p in folder.all()]
    return [text_of(mail) for mail in mails]  # type: ignore[arg-type]


def committed_only(desk: Desk, monkeypatch: pytest.MonkeyPatch, text: str = ORDER) -> None:
    """Orders from the console, and the process is killed right after the commit."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Dispatch, "tell", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.processor.submit("g1", desk.game.state.pending[0].player, text)


@pytest.mark.parametrize("damage", ["", "x", "\xff", None, "-7", "9" * 5000])
def test_who_has_a_seat_now_is_told_nothing_from_before(tmp_path: Path, damage: str | None) -> None:
    """Reports, answers and plans of whoever sat there are not for the next one."""
    desk = new_desk(tmp_path / "site")
    desk.send(reply(desk.reports("Bob")[0], PLAN, "<plan@x.test>"))
    desk.send(reply(desk.reports("Ann")[0], ORDER, "<order@x.test>"))
    replace_player(desk.processor, desk.game, "Bob", DORA)
    desk.work()
    (welcome,) = box(desk, "dora@example.test")
    others = {name: len(desk.mailbox(name)) for name in ("Ann", "Bob", "Cyd")}
    path = desk.game.folder / "dispatched"
    path.unlink()
    if damage is not None:
        path.write_bytes(damage.encode("latin-1"))
    again = desk.reopened()
    assert again.work().troubles == []
    assert box(again, "dora@example.test") == [welcome]
    assert {name: len(again.mailbox(name)) for name in others} == others
    assert again.game.dispatched == again.game.last


def test_who_has_taken_a_seat_is_reminded_of_what_was_asked_before(tmp_path: Path) -> None:
    """The question is older than the seat's new owner, and still the owner's to answer."""
    desk = table(tmp_path / "site", reminders=["24h"])
    replace_player(desk.processor, desk.game, "Ann", DORA)
    desk.keep()
    desk.let_pass(30)
    told = box(desk, "dora@example.test")
    assert len(told) == 2
    assert "YOUR TURN: Austria-Hungary, by" in told[1]


def test_that_people_were_told_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = new_desk(tmp_path / "site")
    path = desk.game.folder / "dispatched"
    original = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target == path:
            raise OSError(28, "No space left on device")
        return original(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        desk.send(reply(desk.reports("Ann")[0], ORDER))
    assert path.read_text() == "0\n"
    desk.work()
    assert path.read_text() == "1\n"


def test_the_next_order_tells_first_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = new_desk(tmp_path / "site")
    committed_only(desk, monkeypatch)
    again = desk.reopened()
    again.processor.submit("g1", again.game.state.pending[0].player, PLAN)
    again.work()
    told = [text_of(mail) for mail in again.reports("Cyd")]
    assert any("imports" in text and "Trieste" in text for text in told)
    assert any("Venice" in text for text in told)


def test_a_paused_game_is_told_of_what_came_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = table(tmp_path / "site")
    committed_only(desk, monkeypatch)
    again = desk.reopened()
    pause(again.processor, again.game)
    again.work()
    subjects = [str(mail["Subject"]) for mail in again.mailbox("Cyd")]
    assert len(subjects) == 3
    assert any("No deadlines" in subject for subject in subjects)


def test_entries_of_a_journal_that_was_put_back_shorter_are_told_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told of the entry that had this number before was told of another."""
    desk = new_desk(tmp_path / "site")
    desk.send(reply(desk.reports("Ann")[0], ORDER))
    (desk.game.folder / "journal" / "000001.toml").unlink()
    again = desk.reopened()
    again.now = BEGINNING + timedelta(hours=1)
    committed_only(again, monkeypatch, "AUSTRIA-HUNGARY: TAXATION")
    third = again.reopened()
    third.work()
    assert any("taxes" in text_of(mail) for mail in third.reports("Cyd"))
    assert third.game.dispatched == 1


def test_a_journal_put_back_under_a_running_process_gets_no_gap(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "site")
    desk.processor.submit("g1", "Ann", ORDER)
    game: StoredGame = desk.game
    path = game.folder / "journal" / "000001.toml"
    content = path.read_bytes()
    path.unlink()
    with pytest.raises(ValueError, match="backup"):
        desk.processor.submit("g1", "Bob", PLAN)
    assert list(path.parent.iterdir()) == []
    path.write_bytes(content + b"\n")
    with pytest.raises(ValueError, match="backup"):
        desk.processor.submit("g1", "Bob", PLAN)
    path.write_bytes(content)
    desk.processor.submit("g1", "Bob", PLAN)
    assert desk.reopened().game.last == 2
