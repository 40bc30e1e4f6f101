"""A site that the first released version has made goes on: journal, mails that are out, held mails.

`tests/data/site-0.1.tar.gz` was made by it: plans, an undo of its kind, answers to old questions, a
seat that has changed hands, and a mail from an unknown address that waits.
"""

from __future__ import annotations

import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, reply, text_of

from pbem.service.fates import Fate
from pbem.store.verify import verify

SITE = Path(__file__).parent.parent / "data" / "site-0.1.tar.gz"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    with tarfile.open(SITE) as packed:
        packed.extractall(tmp_path / "site", filter="data")
    return desk_for(tmp_path / "site", datetime(2026, 1, 2, 6, 0, tzinfo=UTC), 100)


def test_its_journal_holds_and_leads_where_it_led(desk: Desk) -> None:
    game = desk.game
    assert [e.how for e, _ in game.entries] == ["mail"] * 3 + ["undo"] + ["mail"] * 3 + ["clock"]
    assert list(verify(game)) == []
    (game.folder / "state.toml").unlink()
    (game.folder / "private.toml").unlink()
    again = desk.reopened().game
    assert again.state == game.state
    assert again.standing == game.standing


def test_nothing_is_told_again(desk: Desk) -> None:
    before = sum(1 for _ in desk.site.maildir("sent").all())
    assert desk.processor.catch_up() == ()
    desk.work()
    (desk.game.folder / "dispatched").unlink()
    again = desk.reopened()
    assert again.processor.catch_up() == ()
    again.work()
    assert sum(1 for _ in again.site.maildir("sent").all()) == before


def test_every_mail_that_is_out_can_be_answered(desk: Desk) -> None:
    """By its secret; and what it answers is known as far as such a mail says it."""
    for player in ("Ann", "Cyd"):
        for number, mail in enumerate(desk.mailbox(player)):
            if str(mail["Subject"]).endswith("Is this mail yours?"):
                continue
            raw = reply(mail, "SHOW STANDING", f"<{player}{number}@mail.example.test>")
            assert [h.fate for _, h in desk.send(raw).handled] == [Fate.ANSWERED], mail["Subject"]


def test_a_mail_that_was_carried_out_is_not_once_more(desk: Desk) -> None:
    last, mails = desk.game.last, sum(1 for _ in desk.site.maildir("sent").all())
    for path in list(desk.site.maildir("inbox").all()):
        reasons = [h.reason for _, h in desk.send(path.read_bytes()).handled]
        assert reasons[0] in ("again", "a secret that is none", "the address is not known")
    assert desk.game.last == last
    assert sum(1 for _ in desk.site.maildir("sent").all()) == mails


def test_a_held_mail_is_carried_out_by_its_owners_yes(desk: Desk) -> None:
    asked = next(
        m for m in desk.mailbox("Cyd") if "is this mail yours" in str(m["Subject"]).lower()
    )
    raw = reply(asked, "YES", "<yes@mail.example.test>")
    desk.send(raw)
    assert desk.game.roster.seats[desk.game.file.players[2]].also == ("cyd@other.example.test",)
    assert "FRANCE: FACTORY" in text_of(desk.answers("Cyd")[-1])


def test_taking_back_goes_by_the_new_way_from_now_on(desk: Desk) -> None:
    desk.processor.undo("g1", 4)
    assert all(h.player != "Bob" for h in desk.game.standing.held)
    assert list(verify(desk.reopened().game)) == []
