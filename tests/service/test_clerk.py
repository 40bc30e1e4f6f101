"""A mail from the inbox to the journal to the outbox: once, whoever wrote it, whatever breaks."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from support.mails import Desk, fresh, new_desk, reply, text_of

from pbem.service.deciding.decide import SAME_WORDS
from pbem.service.fates import Fate
from pbem.service.rounds.poll import poll
from pbem.service.site.busy import SiteBusy
from pbem.service.telling import entries as told_entries
from pbem.service.telling.reports import ReportLetters
from pbem.service.way import Processor
from pbem.store.journal import Entry

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def entries(desk: Desk) -> list[Entry]:
    return [entry for entry, _ in desk.game.entries]


def test_the_opening_tells_everybody_and_asks_the_first(desk: Desk) -> None:
    for player in ("Ann", "Bob", "Cyd"):
        (report,) = desk.reports(player)
        asked = "YOUR OPTIONS" in text_of(report)
        assert asked == (player == "Ann")


def test_an_answer_is_played_answered_once_and_reported_to_all(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    done = desk.send(reply(report, ORDER))
    assert [h.fate for _, h in done.handled] == [Fate.PLAYED]
    (entry,) = entries(desk)
    assert entry.orders == (ORDER,)
    assert entry.by == "Ann"
    assert entry.message_id == "<1@mail.example.test>"
    (answer,) = desk.answers("Ann")
    assert ORDER in text_of(answer)
    assert answer["In-Reply-To"] == "<1@mail.example.test>"
    for player in ("Ann", "Bob", "Cyd"):
        assert len(desk.reports(player)) == 2
    assert not desk.answers("Bob")


def test_the_same_mail_twice_is_played_and_answered_once(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    raw = reply(report, ORDER)
    desk.send(raw)
    desk.send(raw)
    desk.send(b"Received: from elsewhere\r\nDelivered-To: pbem@example.test\r\n" + raw)
    assert len(entries(desk)) == 1
    assert len(desk.answers("Ann")) == 1
    assert len(desk.reports("Bob")) == 2


def test_a_refused_mail_is_answered_once_and_changes_nothing(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    before = desk.game.state
    raw = reply(report, "AUSTRIA-HUNGARY: FACTORY Rome")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.ANSWERED]
    desk.send(raw)
    assert desk.game.state == before
    assert not entries(desk)
    (answer,) = desk.answers("Ann")
    body = text_of(answer)
    assert "not a home province" in " ".join(body.split())
    assert "FACTORY Trieste" in body
    assert len(desk.reports("Bob")) == 1


def test_what_is_good_in_a_mail_stands_beside_what_is_not(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, "GIVE 99 TO Italy\n" + ORDER))
    (entry,) = entries(desk)
    assert entry.orders == (ORDER,)
    (answer,) = desk.answers("Ann")
    assert "GIVE 99 TO Italy" in text_of(answer)


@pytest.mark.parametrize("kept", ["in-reply-to", "to", "quote"])
def test_any_one_trace_of_the_secret_is_enough(desk: Desk, kept: str) -> None:
    """Some servers rewrite ids, some programs answer to From, some do not quote."""
    (report,) = desk.reports("Ann")
    desk.send(reply(report, ORDER, keep=(kept,)))
    assert [e.by for e in entries(desk)] == ["Ann"]


def test_a_from_line_proves_nothing(desk: Desk) -> None:
    done = desk.send(fresh("Ann", f"GAME g1\n{ORDER}"))
    assert [h.fate for _, h in done.handled] == [Fate.HELPED]
    assert not entries(desk)


def test_a_key_proves_who_writes(desk: Desk) -> None:
    desk.send(fresh("Ann", f"GAME g1\nKEY key-of-ann\n{ORDER}"))
    assert [e.by for e in entries(desk)] == ["Ann"]
    desk.send(fresh("Bob", "GAME g1\nKEY key-of-bod\nITALY: TAXATION", "<2@x.example>"))
    assert len(entries(desk)) == 1


def test_a_key_is_in_no_report_to_another(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, f"KEY key-of-ann\n{ORDER}"))
    for player in ("Bob", "Cyd"):
        assert all("key-of-ann" not in text_of(m) for m in desk.mailbox(player))


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<chess.example.test>"},
        {"X_Autoreply": "yes"},
        {"Return_Path": "<>"},
    ],
)
def test_a_machine_gets_no_answer(desk: Desk, headers: dict[str, str]) -> None:
    (report,) = desk.reports("Ann")
    raw = fresh("Ann", ORDER, In_Reply_To=str(report["Message-ID"]), **headers)
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.AUTOMATIC]
    assert not entries(desk)
    assert not desk.answers("Ann")


def test_our_own_mails_are_not_answered(desk: Desk) -> None:
    for message in desk.mailbox("Ann"):
        desk.send(message.as_bytes())
    assert not entries(desk)
    assert not desk.answers("Ann")


def test_check_changes_nothing_and_says_what_would_happen(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, f"CHECK\n{ORDER}"))
    assert not entries(desk)
    (answer,) = desk.answers("Ann")
    assert "imports" in text_of(answer)


def test_status_and_help_are_answered(desk: Desk) -> None:
    (report,) = desk.reports("Cyd")
    desk.send(reply(report, "STATUS"))
    desk.send(reply(report, "HELP IMPORT", "<2@x.example>"))
    desk.send(reply(report, "HELP\nSTATUS", "<3@x.example>"))
    status, help_, both = map(text_of, desk.answers("Cyd"))
    assert "STANDINGS" in status
    assert "IMPORT" in help_
    assert "STANDINGS" not in help_
    assert "STANDINGS" in both


def test_orders_for_another_turn_are_refused(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, f"FOR TURN 9\n{ORDER}"))
    assert not entries(desk)
    desk.send(reply(report, f"FOR TURN 1\n{ORDER}", "<2@x.example>"))
    assert len(entries(desk)) == 1


def test_mails_are_taken_by_arrival_not_by_their_date(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.drop(reply(report, "AUSTRIA-HUNGARY: TAXATION", "<late@x.example>"), "2000.late")
    desk.drop(reply(report, ORDER, "<early@x.example>"), "1999.early")
    desk.work()
    (early,) = entries(desk)
    assert (early.message_id, early.ahead) == ("<early@x.example>", ())
    answers = " ".join(" ".join(map(text_of, desk.answers("Ann"))).split())
    assert "about a turn that is over: Austria-Hungary, turn 1." in answers


def test_one_broken_mail_keeps_no_other_waiting(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (report,) = desk.reports("Ann")
    desk.drop(b"\x00\xff" * 1000)
    desk.drop(b"")
    desk.drop(b'From: (c):\r\nContent-Type: text/plain; name*\r\nTo: "\r\n\r\nTAXATION\r\n')
    original = Processor.handle

    def breaks(self: Processor, raw: bytes, arrived: object = None) -> object:
        if b"BREAK" in raw:
            raise RuntimeError("a fault of ours")
        return original(self, raw)

    monkeypatch.setattr(Processor, "handle", breaks)
    desk.drop(b"From: a@b.example\r\n\r\nBREAK\r\n")
    desk.drop(reply(report, ORDER))
    done = desk.work()
    assert len(done.handled) == 5
    assert len(entries(desk)) == 1
    assert not desk.site.maildir("inbox").new()
    assert len(desk.site.maildir("shunt").new()) >= 1


def test_a_broken_game_keeps_no_other_game_waiting(desk: Desk) -> None:
    from support.mails import BEGINNING, DEALS

    from pbem.service.seats.new_game import NewGame, new_game

    new_game(
        desk.site,
        NewGame("g0", "imperial", {p: f"{p.lower()}@example.test" for p in DEALS}, seed=1),
        BEGINNING,
    )
    (desk.site.folder / "games" / "g0" / "game.toml").write_text("id = [broken")
    again = desk.reopened()
    (report,) = again.reports("Ann")
    done = again.send(reply(report, ORDER))
    assert [h.fate for _, h in done.handled] == [Fate.PLAYED]
    assert any("g0" in trouble for trouble in done.troubles)


def test_a_killed_process_repeats_only_what_is_harmless(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between commit and answer, between answer and reports, before the mail is marked."""
    (report,) = desk.reports("Ann")
    desk.drop(reply(report, ORDER))

    class KilledError(BaseException):
        pass

    for kind, method in ((told_entries, "answer_of_entry"), (ReportLetters, "context")):

        def killed(*args: object, **kwargs: object) -> None:
            raise KilledError

        with monkeypatch.context() as patch:
            patch.setattr(kind, method, killed)
            with pytest.raises(KilledError):
                desk.work()
        assert len(desk.reopened().game.entries) == 1
        desk = desk.reopened()
    desk.work()
    assert len(entries(desk)) == 1
    assert len(desk.answers("Ann")) == 1
    for player in ("Ann", "Bob", "Cyd"):
        ids = [m["Message-ID"] for m in desk.mailbox(player)]
        assert len(ids) == len(set(ids))
        assert len(desk.reports(player)) == 2


def test_a_full_disk_loses_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    (report,) = desk.reports("Ann")
    desk.drop(reply(report, ORDER))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        done = desk.work()
    assert done.troubles
    assert not done.handled
    assert len(desk.site.maildir("inbox").new()) == 1
    assert not entries(desk)
    desk.work()
    assert len(entries(desk)) == 1
    assert len(desk.answers("Ann")) == 1


def test_two_processes_do_not_work_at_once(desk: Desk) -> None:
    other = desk.reopened()
    with desk.site.locked(), pytest.raises(SiteBusy):
        poll(other.site, other.processor)


def test_another_process_may_have_played_meanwhile(desk: Desk) -> None:
    """The game in memory is behind the journal: the mail is handled again on the new position."""
    assert desk.game.last == 0
    other = desk.reopened()
    (report,) = desk.reports("Ann")
    other.send(reply(report, ORDER, "<other@x.example>"))
    desk.drop(reply(report, "AUSTRIA-HUNGARY: TAXATION", "<mine@x.example>"), "2000.mine")
    first = desk.work()
    assert first.troubles
    second = desk.work()
    fates = [h.fate for _, h in (*first.handled, *second.handled)]
    assert fates == [Fate.ANSWERED]
    again = entries(desk.reopened())
    assert [entry.ahead for entry in again] == [()]  # and no plan for the turn after it


def test_a_machine_without_a_mark_that_says_the_same_again_is_not_answered_for_ever(
    desk: Desk,
) -> None:
    """A note of absence that nothing marks as automatic answers each answer."""
    (mail,) = desk.reports("Ann")
    for number in range(20):
        desk.send(reply(mail, "I am away until the 14th.", f"<{number}@x.example>"))
        mail = desk.answers("Ann")[-1]
    assert len(desk.answers("Ann")) == SAME_WORDS
    assert [h.fate for _, h in desk.send(reply(mail, "STATUS", "<99@x.example>")).handled] == [
        Fate.ANSWERED
    ]
    desk.now += timedelta(hours=1)
    desk.send(reply(mail, "I am away until the 14th.", "<100@x.example>"))
    assert len(desk.answers("Ann")) == SAME_WORDS + 2


def test_undo_tells_everybody(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, ORDER))
    desk.now += timedelta(minutes=1)
    desk.processor.undo("g1", 0)
    desk.work()
    assert desk.game.state == desk.game.opening.state
    for player in ("Ann", "Bob", "Cyd"):
        assert len(desk.reports(player)) == 3
    last = desk.reports("Ann")[-1]
    desk.send(reply(last, "AUSTRIA-HUNGARY: TAXATION", "<9@x.example>"))
    assert desk.game.last == 3


def test_secret_cash_of_others_is_in_no_mail(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "s", "imperial-2010", ("secret-cash",))
    body = text_of(desk.reports("Ann")[0])
    assert body.count("cash") >= 1
    assert "Bob" in body
    standing = body[body.index("STANDINGS") :]
    bob = standing[standing.index("Bob") : standing.index("Cyd")]
    assert "cash" not in bob or "secret" in bob or "hidden" in bob or "?" in bob
