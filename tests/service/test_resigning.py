"""`RESIGN`, seats in which nobody sits, and what whoever takes one over gets."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground.errors import BadInput
from pbem.service.care.moderator import vacate
from pbem.service.fates import Fate
from pbem.store.files import VACANT
from pbem.store.journal import What
from pbem.store.verify import verify

ANN = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
BOB = "ITALY: FACTORY Venice"
DORA = {"name": "Dora", "address": "dora@example.test"}


def desk_of(folder: Path, *waiting: dict[str, str], missed: str = "default") -> Desk:
    settings = {"moderator": "mod@example.test", "stand_ins": waiting}
    return new_desk(folder, deadlines={"every": "48h", "missed": missed}, settings=settings)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Ann has moved, Bob is asked, and Dora waits for a seat."""
    desk = desk_of(tmp_path / "site", DORA)
    send(desk, "Ann", ANN)
    return desk


def send(desk: Desk, player: str, text: str, to: EmailMessage | None = None) -> Fate:
    to = to or desk.reports(player)[-1]
    done = desk.send(reply(to, text, f"<{desk.sent}@mail.example.test>"))
    assert done.troubles == []
    return done.handled[0][1].fate


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def resign(desk: Desk, player: str = "Bob") -> None:
    assert send(desk, player, "RESIGN") is Fate.HELD
    assert send(desk, player, "YES", desk.mailbox(player)[-1]) is Fate.PLAYED


def test_whoever_resigns_is_asked_first(desk: Desk) -> None:
    assert send(desk, "Bob", "resign") is Fate.HELD
    question = desk.mailbox("Bob")[-1]
    assert "do you give up your seat?" in str(question["Subject"]).lower()
    assert desk.game.last == 1
    assert send(desk, "Bob", "No", question) is Fate.ANSWERED
    assert not desk.game.roster.seats["Bob"].is_vacant  # type: ignore[index]
    assert send(desk, "Bob", BOB) is Fate.PLAYED


def test_a_yes_gives_the_seat_up_and_offers_it(desk: Desk) -> None:
    send(desk, "Bob", "STANCE PEACE")
    resign(desk)
    entry = desk.game.entries[-1][0]
    assert entry.clock is not None
    assert (entry.clock.what, entry.by) == (What.VACATED, "Bob")
    assert desk.game.roster.seats["Bob"].address == VACANT  # type: ignore[index]
    assert not desk.game.standing.held
    assert "Bob has given up the seat" in words(desk.reports("Cyd")[-1])
    assert "the seat of Bob is free" in words(desk.reports("Dora")[-1])
    assert "You have given up the seat of Bob" in words(desk.mailbox("Bob")[-1])
    assert "Nobody waits" not in words(desk.mailbox("mod")[-1])
    assert not (desk.site.folder / "mailboxes" / VACANT).exists()
    assert list(verify(desk.reopened().game)) == []


def test_old_secrets_are_void(desk: Desk) -> None:
    asked, key = desk.reports("Bob")[-1], "key-of-bob"
    resign(desk)
    assert send(desk, "Bob", BOB, asked) is Fate.REFUSED
    assert "not yours any more" in words(desk.mailbox("Bob")[-1])
    done = desk.send(reply(asked, f"KEY {key}\n{BOB}", "<k@mail.example.test>"))
    assert done.handled[0][1].fate is not Fate.PLAYED
    assert desk.game.state.turn == 2


def test_who_takes_it_gets_all_that_is_needed(desk: Desk) -> None:
    resign(desk)
    assert send(desk, "Dora", "JOIN") is Fate.PLAYED
    briefing = words(desk.reports("Dora")[-1])
    for told in (
        "You play the seat of Bob from now on; welcome.",
        "in brief: you are an investor",
        "when a nation has 25 power",
        "write your order above the marked line",
        "This game has deadlines",
        "The last orders were these.",
        "Austria-Hungary imports",
        "ITALY:",
        "YOUR TURN: Italy, by",
        "STANDINGS",
        "NATIONS",
        "KEY ",
    ):
        assert told in briefing, told
    seat = desk.game.roster.seats["Bob"]  # type: ignore[index]
    assert (seat.person, seat.address) == ("Dora", "dora@example.test")
    assert [former.address for former in seat.former] == ["bob@example.test"]
    assert send(desk, "Dora", BOB) is Fate.PLAYED
    assert desk.game.state.turn == 3
    assert list(verify(desk.reopened().game)) == []


def test_the_game_goes_on_without_waiting_each_time(tmp_path: Path) -> None:
    """The first question waits its time for somebody to join; later ones do not."""
    desk = desk_of(tmp_path / "site")
    send(desk, "Ann", ANN)
    resign(desk)
    assert "Nobody waits for a seat" in words(desk.mailbox("mod")[-1])
    assert desk.let_pass(47, step=1.5) == []
    assert desk.let_pass(2, step=1) == ["default Bob (entry 3)"]
    for player, order in (
        ("Cyd", "FRANCE: FACTORY Marseille"),
        ("Ann", "GREAT BRITAIN: TAXATION"),
        ("Cyd", "GERMANY: TAXATION"),
    ):
        assert send(desk, player, order) is Fate.PLAYED
    assert desk.game.state.pending[0].player == "Bob"
    assert desk.let_pass(1) == ["default Bob (entry 7)"]
    assert list(verify(desk.game)) == []


def test_a_game_that_waits_waits(tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "site", missed="wait")
    send(desk, "Ann", ANN)
    resign(desk)
    assert desk.let_pass(60, step=1.5) == ["missed Bob (entry 3)"]
    assert desk.game.state.turn == 2


def test_what_stands_beside_is_done_and_the_seat_is_kept(desk: Desk) -> None:
    assert send(desk, "Bob", f"{BOB}\n\nRESIGN") is Fate.PLAYED
    assert "Your seat is not given up" in words(desk.answers("Bob")[-1])
    assert not desk.game.roster.seats["Bob"].is_vacant  # type: ignore[index]


def test_nobody_there_need_agree(desk: Desk) -> None:
    send(desk, "Ann", "DRAW")
    send(desk, "Cyd", "YES DRAW")
    assert not desk.game.state.over
    resign(desk)
    assert desk.game.state.over


def test_somebody_who_was_killed_in_between_is_finished(desk: Desk) -> None:
    seat = desk.game.roster.seats["Bob"]  # type: ignore[index]
    changed = seat.model_copy(update={"address": VACANT, "since": desk.game.last + 1})
    desk.game.change_seat("Bob", changed)  # type: ignore[arg-type]
    desk = desk.reopened()
    desk.work()
    desk.work()
    entries = [e for e, _ in desk.game.entries if e.clock and e.clock.what is What.VACATED]
    assert len(entries) == 1
    assert sum("would you take a seat?" in str(m["Subject"]).lower()
               for m in desk.reports("Dora")) == 1  # fmt: skip


def test_by_command(desk: Desk) -> None:
    site = str(desk.site.folder)
    done = CliRunner().invoke(app, ["resign", "g1", "Bob", "--site", site])
    assert done.exit_code == 0, done.output
    assert "vacated, entry 2" in done.output
    wrong = CliRunner().invoke(app, ["resign", "g1", "Bob", "--site", site])
    assert "vacant already" in str(wrong.exception)
    shown = CliRunner().invoke(app, ["show", "g1", "--site", site]).output
    assert "Nobody plays this seat now" in shown
    replaced = CliRunner().invoke(
        app, ["replace", "g1", "Bob", "Eve", "eve@example.test", "--site", site]
    )
    assert replaced.exit_code == 0, replaced.output


def test_when_the_game_is_over_there_is_nothing_to_give_up(desk: Desk) -> None:
    from pbem.service.care.moderator import end_game

    end_game(desk.processor, desk.game)
    desk.work()
    assert send(desk, "Bob", "RESIGN") is Fate.ANSWERED
    assert "Your seat is not given up" in words(desk.answers("Bob")[-1])
    with pytest.raises(BadInput, match="is over"):
        vacate(desk.processor, desk.game, "Bob")  # type: ignore[arg-type]
