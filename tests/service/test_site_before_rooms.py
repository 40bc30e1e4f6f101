"""A site made by the version before entries kept what they have brought about goes on.

`tests/data/site-before-rooms.tar.gz` was made by it: plans, a mail of which one order was refused,
a trial, a taking back, a wish for more time, an absence, a seat that has changed hands, an answer
that was missed, and a mail from an unknown address that waits.
"""

from __future__ import annotations

import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.mails import Desk, desk_for, reply, text_of
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.service.deadlines import ledger
from pbem.service.entering.outcomes import outcome_of
from pbem.service.fates import Fate
from pbem.store.journal import What
from pbem.store.verify import verify

SITE = Path(__file__).parent.parent / "data" / "site-before-rooms.tar.gz"
NOW = datetime(2026, 1, 4, 15, 15, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    with tarfile.open(SITE) as packed:
        packed.extractall(tmp_path / "site", filter="data")
    return desk_for(tmp_path / "site", NOW, 100)


def sent(desk: Desk) -> int:
    return sum(1 for _ in desk.site.maildir("sent").all())


def test_its_journal_holds_and_leads_where_it_led(desk: Desk) -> None:
    game = desk.game
    hows = ["mail", "mail", "mail", "undo", "mail", "mail", "clock", "deadline"]
    assert [entry.how for entry, _ in game.entries] == hows
    assert list(verify(game)) == []
    (game.folder / "state.toml").unlink()
    (game.folder / "private.toml").unlink()
    again = desk.reopened().game
    assert (again.state, again.standing) == (game.state, game.standing)


def test_nothing_is_told_again_and_what_is_told_anew_is_the_same_mail(desk: Desk) -> None:
    """Message-IDs, file names and tokens are what they were: so the outbox knows all of them."""
    before = sent(desk)
    desk.work()
    (desk.game.folder / "dispatched").unlink()
    again = desk.reopened()
    assert again.processor.catch_up() == ()
    again.work()
    assert sent(again) == before


def test_what_its_entries_have_brought_about_is_computed_anew(desk: Desk) -> None:
    results = outcome_of(desk.game, 2).results
    assert [result.taken for result in results] == [True, False]
    assert len(outcome_of(desk.game, 2).mail_commands) == 1
    shown = CliRunner().invoke(app, ["history", "g1", "--site", str(desk.site.folder)])
    assert shown.exit_code == 0, shown.output
    assert "Venice" in shown.output


def test_every_mail_that_is_out_can_be_answered(desk: Desk) -> None:
    """By its secret; also a reminder, a notice, an answer."""
    for player in ("Ann", "Cyd", "Tom"):
        for number, mail in enumerate(desk.mailbox(player)):
            if str(mail["Subject"]).endswith("Is this mail yours?"):
                continue
            raw = reply(mail, "SHOW STANDING", f"<{player}{number}@mail.example.test>")
            assert [h.fate for _, h in desk.send(raw).handled] == [Fate.ANSWERED], mail["Subject"]


def test_whoever_has_left_the_seat_is_told_so(desk: Desk) -> None:
    old = next(mail for mail in desk.mailbox("Bob") if "-- write above" in text_of(mail))
    raw = reply(old, "RUSSIA: TAXATION", "<former@mail.example.test>")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.REFUSED]


def test_a_mail_that_was_carried_out_is_not_once_more(desk: Desk) -> None:
    last, mails = desk.game.last, sent(desk)
    reasons = set()
    for path in list(desk.site.maildir("inbox").done()):
        reasons |= {h.reason for _, h in desk.send(path.read_bytes()).handled}
    assert reasons <= {"again", "a former player's secret", "the address is not known"}
    assert "again" in reasons
    assert desk.game.last == last
    assert sent(desk) <= mails + 1  # whoever has left the seat


def test_a_held_mail_is_carried_out_by_its_owners_yes(desk: Desk) -> None:
    asked = next(m for m in desk.mailbox("Cyd") if "Is this mail yours" in str(m["Subject"]))
    desk.send(reply(asked, "YES", "<yes@mail.example.test>"))
    assert desk.game.roster.seats[desk.game.file.players[2]].also == ("cyd@other.example.test",)


def test_its_deadlines_go_on(desk: Desk) -> None:
    """What is due was written down; who has missed what, and who is away, follows as it did."""
    game, (_, bob, cyd) = desk.game, desk.game.file.players
    question = ledger.open_question(game)
    assert question is not None
    assert (question.player, question.due) == (bob, game.entries[-1][0].due)
    assert ledger.misses_of(game)[game.file.players[0]].total == 1
    assert len(ledger.absences_of(game, cyd)) == 1
    done = desk.let_pass(60, 1)
    assert any(what.startswith("reminder to Bob") for what in done)
    paused = desk.game.entries[-1][0]  # two of three have missed their last one by then
    assert paused.clock is not None
    assert (paused.clock.what, paused.time > question.asked) == (What.PAUSED, True)
    raw = reply(desk.mailbox("Tom")[-1], "RUSSIA: TAXATION", "<toms@mail.example.test>")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.PLAYED]
    assert desk.game.entries[-1][0].brought
    assert list(verify(desk.reopened().game)) == []
