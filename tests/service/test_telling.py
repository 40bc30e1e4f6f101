"""What is committed is played: whatever goes wrong in telling people of it is told later."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from support.mails import Desk, new_desk, reply, text_of
from support.seats import ANNS, SIRI, flat, send, table
from typer.testing import CliRunner

from pbem.board.ids import PlayerId
from pbem.cli.main import app
from pbem.ground.errors import BadInput
from pbem.mail.outgoing.outbox import Outbox
from pbem.report.render import Renderer
from pbem.service import dispatch
from pbem.service.care.health import health
from pbem.service.care.moderator import pause, rekey_player
from pbem.service.deadlines import ledger
from pbem.service.fates import Fate
from pbem.service.seats import seats
from pbem.service.site.tokens import marker_of
from pbem.service.telling import entries
from pbem.service.telling.reports import ReportLetters
from pbem.service.telling.time_words import notice_of
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, What

AFTER = (
    (entries, "answer_of_entry"),
    (ReportLetters, "context"),
    (Outbox, "sync"),
    (Outbox, "post"),
    (StoredGame, "write_snapshot"),
    (StoredGame, "note_dispatched"),
)
KINDS = (OSError("disk"), BadInput("file", "wrong"), ValueError("odd"), RecursionError("deep"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", settings={"moderator": "mod@example.test"})


def failing(error: Exception) -> Any:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("error", KINDS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize(("kind", "method"), AFTER, ids=lambda x: getattr(x, "__name__", x))
def test_a_played_mail_is_played_whatever_comes_after_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, kind: type, method: str, error: Exception
) -> None:
    """However long it lasts: nothing is set aside, and then everybody is told, once."""
    with monkeypatch.context() as patch:
        patch.setattr(kind, method, failing(error))
        assert [h.fate for _, h in desk.send(reply(desk.reports("Ann")[0], ANNS)).handled] == [
            Fate.PLAYED
        ]
        for _ in range(2):
            desk.now += timedelta(days=1)
            assert desk.work().handled == []
    desk = desk.reopened()
    desk.work()
    assert desk.game.last == desk.game.dispatched == 1
    assert desk.site.maildir("inbox").new() == desk.site.maildir("shunt").new() == ()
    assert desk.processor.catch_up() == ()
    told = "could not be made" in " ".join(text_of(m) for m in desk.mailbox("mod"))
    assert len(desk.answers("Ann")) + told * (method in ("answer_of_entry", "post", "context")) >= 1
    assert len(desk.answers("Ann")) <= 1
    if method not in ("post", "context") or isinstance(error, OSError | BadInput):
        anns = 1 + len(desk.answers("Ann"))
        assert [len(desk.reports(who)) for who in ("Ann", "Bob", "Cyd")] == [anns, 2, 2]


def test_the_moderator_is_told_once_a_day_and_status_names_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(dispatch, "letters_of", failing(ValueError("odd")))
        desk.send(reply(desk.reports("Ann")[0], ANNS))
        desk.work()
        desk.work()
        desk.now += timedelta(hours=2)
        assert any("entry 1" in need for need in health(desk.site, desk.now).needs)
    mails = [m for m in desk.mailbox("mod") if "cannot be told" in str(m["Subject"])]
    assert len(mails) == 1
    assert "ValueError: odd" in text_of(mails[0])
    desk.work()
    assert health(desk.site, desk.now).needs == ()
    assert len(desk.answers("Ann")) == 1


def test_an_answer_that_cannot_be_made_keeps_no_others_from_theirs(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Renderer, "answer", failing(ValueError("no such filter")))
    sent = desk.send(reply(desk.reports("Ann")[0], ANNS))
    assert [h.fate for _, h in sent.handled] == [Fate.PLAYED]
    assert [len(desk.reports(who)) for who in ("Ann", "Bob", "Cyd")] == [1, 2, 2]
    welcome, mail = desk.mailbox("mod")
    assert "You are the moderator" in text_of(welcome)
    assert "to Ann could not be made" in flat(text_of(mail))
    assert desk.reopened().processor.catch_up() == ()


def test_a_notice_that_cannot_be_made_keeps_no_others_from_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = table(tmp_path / "site", missed="default")
    whole = Renderer.notice
    boxes = {who: len(desk.mailbox(who)) for who in ("Ann", "Bob", "Cyd")}

    def notice(renderer: Renderer, subject: str, *words: Any, **more: Any) -> Any:
        if words[1:2] == (bobs,):
            raise ValueError("no such filter")
        return whole(renderer, subject, *words, **more)

    bobs = marker_of(desk.site, desk.game, PlayerId("Bob"), "1")
    monkeypatch.setattr(Renderer, "notice", notice)
    pause(desk.processor, desk.game)
    desk.work()
    assert desk.game.dispatched == 1
    got = {who: len(desk.mailbox(who)) - before for who, before in boxes.items()}
    assert got == {"Ann": 1, "Bob": 0, "Cyd": 1}
    assert "to Bob could not be made" in flat(" ".join(text_of(m) for m in desk.mailbox("mod")))


def test_nothing_is_due_while_people_cannot_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = table(tmp_path / "site", missed="default")
    with monkeypatch.context() as patch:
        patch.setattr(ReportLetters, "context", failing(BadInput("report.txt.j2", "wrong")))
        send(desk, "Ann", ANNS)
        for _ in range(60):
            desk.now += timedelta(hours=1)
            kept = desk.keep()
            assert kept.done == []
        assert "cannot be told" in " ".join(kept.troubles)
    assert desk.game.last == 1


def test_a_command_says_what_is_told_later(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReportLetters, "context", failing(OSError("disk")))
    words = ["submit", "g1", "Ann", "--site", str(desk.site.folder)]
    done = CliRunner().invoke(app, words, input=ANNS)
    assert done.exit_code == 0
    assert "people are told of entry 1 later" in flat(done.output)


# Keys that are made anew


def test_a_key_that_was_written_only_is_told_of(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a process that was killed in between: else the player could never write again."""
    ann = PlayerId("Ann")
    with monkeypatch.context() as patch:
        patch.setattr(seats, "_rekeyed", failing(OSError("killed")))
        with pytest.raises(OSError, match="killed"):
            rekey_player(desk.processor, desk.game, ann)
    desk = desk.reopened()
    for _ in range(2):
        desk.work()
    assert [e.clock.what for e, _ in desk.game.entries if e.clock] == [What.REKEYED]
    assert desk.game.roster.seats[ann].key in text_of(desk.mailbox("Ann")[-1])
    assert send(desk, "Ann", ANNS) is Fate.PLAYED


def test_a_leaked_key_leaves_no_address_behind(desk: Desk) -> None:
    ann = PlayerId("Ann")
    desk.game.add_address(ann, "mallory@example.test")
    rekey_player(desk.processor, desk.game, ann)
    desk.work()
    assert desk.game.roster.seats[ann].also == ()
    assert send(desk, "Ann", ANNS, sender="mallory@example.test") is Fate.HELD


def test_every_kind_of_entry_of_the_clock_has_words(tmp_path: Path) -> None:
    """In a mail, and in the history of a game."""
    desk = table(tmp_path / "site", missed="default", stand_in=True)
    for what in What:
        game = desk.game
        by = PlayerId("Ann") if what not in (What.SET, What.HOLD, What.RECOVERED) else None
        clocked = Clocked(what=what, since=desk.now, hours=1, person=SIRI["name"])
        entry = game.note(clocked, desk.now, ledger.due_after(game, game.last), by)
        for reader in (None, *game.file.players):
            subject, paragraphs = notice_of(game, entry, reader)
            assert subject
            assert all(paragraphs)
    words = ["history", "g1", "--site", str(desk.site.folder)]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert "are void" in flat(shown.output)


def test_a_language_that_there_is_not_is_english_and_status_says_so(desk: Desk) -> None:
    seat = desk.game.roster.seats[PlayerId("Bob")]
    desk.game.change_seat(PlayerId("Bob"), seat.model_copy(update={"language": "xx"}))
    desk.send(reply(desk.reports("Ann")[0], ANNS))
    assert "YOUR TURN: Italy." in text_of(desk.reports("Bob")[-1])
    assert (
        "language xx: there is no catalogue xx.po; English stands in for it"
        in health(desk.site, desk.now).needs
    )
