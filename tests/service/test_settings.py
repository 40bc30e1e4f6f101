"""`SET ...` by mail: kept with the person for all games, answered in the one answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of

from pbem.orders.verbs.person.choices import MailHabit, PictureHabit, ReportHabit
from pbem.service.seats.new_game import NewGame, new_game

GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"

msgid "This holds for your mails now:"
msgstr "Das gilt nun:"
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site", every_report=False)


def send(desk: Desk, player: str, text: str) -> str:
    """The answer to a mail."""
    desk.send(reply(desk.reports(player)[-1], text, f"<{desk.sent}@mail.example.test>"))
    return text_of(desk.answers(player)[-1])


def habits(desk: Desk, player: str, game: str = "") -> object:
    return desk.site.people.habits(f"{player.lower()}@example.test", game)


@pytest.mark.parametrize(
    ("text", "what", "value"),
    [
        ("SET MAILS ALL", "mails", MailHabit.ALL),
        ("set mails: digest", "mails", MailHabit.DIGEST),
        ("Set mail to turn", "mails", MailHabit.TURN),
        ("SET MAILS DIGEST 7", "hour", 7),
        ("SET MAILS DIGEST 19:00", "hour", 19),
        ("SET MAILS DIGEST at 7 pm", "hour", 19),
        ("SET MAILS DIGEST 12 am", "hour", 0),
        ("SET REPORT FULL", "report", ReportHabit.FULL),
        ("SET PICTURES NEVER.", "pictures", PictureHabit.NEVER),
        ("SET LANGUAGE english", "language", "en"),
        ("SET TIMEZONE athens", "zone", "Europe/Athens"),
    ],
)
def test_a_setting_is_kept_and_answered_with_what_holds(
    desk: Desk, text: str, what: str, value: object
) -> None:
    body = send(desk, "Ann", text)
    assert getattr(habits(desk, "Ann"), what) == value
    assert getattr(habits(desk, "Bob"), what) != value or value in (MailHabit.TURN, 7)
    assert "This holds for your mails now:" in body
    assert "SET MAILS ALL | TURN | DIGEST [<hour>] [IN <game>]" in body
    assert len(desk.answers("Ann")) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SET MAILS", "Set to what?"),
        ("SET MAILS SOMETIMES", '"SOMETIMES" is no such choice'),
        ("SET MAILS ALL 7", "An hour goes with DIGEST only: 7"),
        ("SET MAILS DIGEST 25", "a number from 0 to 23, not 25"),
        ("SET REPORT LONG", '"LONG" is no such choice'),
        ("SET MAILS ALL IN eu9", "You have no part in a game of that name: eu9"),
        ("SET LANGUAGE xx", "There are: SET LANGUAGE en (English)"),
        ("SET TIMEZONE Atlantis", "no time zone called"),
    ],
)
def test_a_wrong_one_changes_nothing_and_says_what_there_is(
    desk: Desk, text: str, reason: str
) -> None:
    assert reason in " ".join(send(desk, "Ann", text).split())
    assert not desk.site.people.path.exists()


def test_one_game_may_be_otherwise(desk: Desk) -> None:
    body = send(desk, "Ann", "SET MAILS DIGEST 9\nSET MAILS ALL IN G1\nSET REPORT FULL IN g1")
    assert "In game g1: MAILS ALL" in body
    assert "In game g1: REPORT FULL" in body
    assert habits(desk, "Ann").mails is MailHabit.DIGEST
    assert habits(desk, "Ann", "g1").mails is MailHabit.ALL


def test_a_language_and_zone_are_those_of_the_very_answer_and_of_other_games(
    tmp_path: Path,
) -> None:
    desk = new_desk(tmp_path / "site", settings={"templates": "templates"})
    folder = tmp_path / "site" / "templates" / "catalogues"
    folder.mkdir(parents=True)
    (folder / "de.po").write_text(GERMAN, encoding="utf-8")
    seats = {"Ann": "ann@example.test", "Dan": "dan@example.test"}
    game = new_game(desk.site, NewGame("g2", "imperial", seats), desk.now)
    assert "Das gilt nun:" in send(desk, "Ann", "SET LANGUAGE Deutsch\nSET TIMEZONE tokyo")
    from pbem.service.site.voices import voice_for

    assert voice_for(desk.site, game, "Ann").language == "de"
    assert str(voice_for(desk.site, game, "Ann").zone) == "Asia/Tokyo"
    assert voice_for(desk.site, game, "Dan").language == "en"


def test_it_goes_with_orders_in_one_answer(desk: Desk) -> None:
    body = send(desk, "Ann", "AUSTRIA-HUNGARY: TAXATION\nSET REPORT FULL")
    assert desk.game.last == 1
    assert "REPORT FULL" in body
    assert len(desk.answers("Ann")) == 1
    assert habits(desk, "Ann").report is ReportHabit.FULL


def test_a_check_changes_nothing(desk: Desk) -> None:
    send(desk, "Ann", "CHECK\nSET REPORT FULL\nSET TIMEZONE athens")
    assert not desk.site.people.path.exists()


def test_a_mail_that_comes_again_after_a_later_one_undoes_nothing(desk: Desk) -> None:
    first = reply(desk.reports("Ann")[-1], "SET REPORT FULL", "<1@mail.example.test>")
    second = reply(desk.reports("Ann")[-1], "SET REPORT BRIEF", "<2@mail.example.test>")
    early, late = desk.now, desk.now.replace(hour=9)
    desk.now = late.replace(hour=10)
    desk.processor.handle(second, late)
    desk.processor.handle(first, early)
    assert habits(desk, "Ann").report is ReportHabit.BRIEF


def test_it_is_kept_before_it_is_answered_and_once(desk: Desk) -> None:
    raw = reply(desk.reports("Ann")[-1], "SET REPORT FULL", "<1@mail.example.test>")
    desk.processor.handle(raw, desk.now)
    kept = desk.site.people.path.read_bytes()
    again = desk.reopened()
    again.processor.handle(raw, desk.now)
    again.work()
    assert again.site.people.path.read_bytes() == kept
    assert len(again.answers("Ann")) == 1
