"""The mails as a whole: narrow lines, nothing secret, and each kind as it was looked at."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from report_play import EDITIONS, LONG_NAMES, opening, random_steps
from report_positions import (
    ANN,
    CID,
    FAY,
    MIDDLE,
    RENDERER,
    about_to_end,
    first_turn,
    in_the_middle,
    with_cash,
)
from report_reader import MARKER

from pbem.board.ids import PlayerId
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.manual import help_page
from pbem.orders.verbs.written import format_command
from pbem.report.manual.pages import laid_out
from pbem.report.render import AnswerContext, Renderer, ReportContext, Text

WIDTH = 72
SECRET = 777
GOLDEN = Path(__file__).parent / "golden"

REFUSED = """\
Hello, here is my turn.
EUROPE: MANEUVER A
  ARMY Paris -> Korea
  ARMY Rome -> Berln
GIVE 2 TO Europe
"""

MAILS: dict[str, Callable[[], Text]] = {
    "opening": lambda: RENDERER.report(first_turn().context(first_turn().asked, opening=True)),
    "auction": lambda: first_turn("auction").report(),
    "turn": lambda: in_the_middle().report(),
    "turn-to-others": lambda: in_the_middle().send("EUROPE: IMPORT NONE").report(CID),
    "first-turn": lambda: in_the_middle().send("EUROPE: PRODUCTION").report(),
    "force": lambda: in_the_middle().send("EUROPE: IMPORT NONE").report(),
    "invest": lambda: in_the_middle().send("EUROPE: INVESTOR").report(),
    "invest-secret": lambda: in_the_middle("secret-cash").send("EUROPE: INVESTOR").report(),
    "canal": lambda: (
        in_the_middle().send("EUROPE: MANEUVER\nFLEET Mediterranean Sea -> Indian Ocean").report()
    ),
    "fight": lambda: in_the_middle().send("EUROPE: MANEUVER\nARMY Paris -> London").report(),
    "asked-anew": lambda: (
        in_the_middle()
        .send("EUROPE: MANEUVER\nFLEET London -> North Atlantic\nARMY Paris -> Guinea")
        .send("FIGHT Europe")
        .report()
    ),
    "over": lambda: about_to_end().send("EUROPE: TAXATION").report(ANN),
    "status": lambda: RENDERER.status(in_the_middle().context(CID)),
    "answer-taken": lambda: in_the_middle().answer(
        "EUROPE: MANEUVER\nARMY Paris -> Murmansk\nARMY Rome -> Turkey\n\nBest wishes\nFay"
    ),
    "answer-refused": lambda: in_the_middle().answer(REFUSED),
    "answer-check": lambda: in_the_middle().answer("CHECK\nEUROPE: IMPORT FLEET Rome", check=True),
    "answer-nothing": lambda: in_the_middle().answer("What a fine game!"),
    "notice": lambda: RENDERER.notice(
        "[eu1] Help", (laid_out(help_page("GIVE"), RENDERER.voice()),), marker="0123abcd"
    ),
}


@pytest.mark.parametrize("kind", MAILS)
def test_mail_is_as_it_was_when_a_person_looked_at_it(kind: str) -> None:
    """PBEM_GOLDEN=write writes the files anew; then look at them."""
    mail = MAILS[kind]()
    text = f"Subject: {mail.subject}\n\n{mail.body}"
    path = GOLDEN / f"{kind}.txt"
    if os.environ.get("PBEM_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", MAILS)
def test_mail_is_plain_and_narrow(kind: str) -> None:
    assert_narrow(MAILS[kind]())
    assert MAILS[kind]().body.isascii()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_line_of_a_game_is_too_long_whatever_the_players_are_called(edition: str) -> None:
    game, first = opening(edition, 7, LONG_NAMES)
    for number, (_, player, _, step) in enumerate(random_steps(game, first, 7, 400)):
        if number % 12 == 0 or step.state.over:
            for reader in (player, None):
                context = ReportContext(
                    game=game,
                    game_id="a-game-with-a-long-name",
                    entry=number,
                    reader=reader,
                    state=step.state,
                    events=step.events,
                    marker="0123abcd",
                    until="Wednesday 30 September 2026, 18:00 (Europe/Athens)",
                    undone_to=3,
                )
                assert_narrow(RENDERER.report(context))


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_line_of_an_answer_is_too_long_either(edition: str) -> None:
    game, first = opening(edition, 8, LONG_NAMES)
    names = Names(game)
    for number, (state, player, command, _) in enumerate(random_steps(game, first, 8, 300)):
        if number % 7:
            continue
        right = format_command(game.board, command)
        for text in (right, f"{right}\nINVEST 99 IN France", "FIGHT Atlantis", f"x{'y' * 90}: TAX"):
            outcome = submit(game, names, state, player, text)
            context = AnswerContext(
                game=game,
                game_id="a-game-with-a-long-name",
                reader=player,
                outcome=outcome,
                state=outcome.state,
                marker="0123abcd",
            )
            assert_narrow(RENDERER.answer(context))


@pytest.mark.parametrize("order", ["", "EUROPE: IMPORT NONE", "EUROPE: INVESTOR"])
@pytest.mark.parametrize("reader", [ANN, FAY, PlayerId("Eve")])
def test_secret_cash_is_in_no_mail_to_others(order: str, reader: PlayerId) -> None:
    table = in_the_middle("secret-cash", position=with_cash(MIDDLE, CID, SECRET))
    if order:
        table = table.send(order)
    context = table.context(reader)
    mails = (RENDERER.report(context), RENDERER.status(context))
    assert not any(str(SECRET) in mail.body for mail in mails)
    assert str(SECRET) not in RENDERER.plain(context)
    assert str(SECRET) in RENDERER.report(table.context(CID)).body
    assert str(SECRET) in RENDERER.report(table.context(None)).body


@pytest.mark.parametrize(
    "text",
    [
        "EUROPE: TAXATION",
        "EUROPE: FACTORY Korea",
        "EUROPE: IMPORT NONE",
        "GIVE 99 TO Europe",
        "INVEST 9 IN India",
        "FIGHT India",
    ],
)
def test_no_answer_tells_the_cash_of_others(text: str) -> None:
    table = in_the_middle("secret-cash", position=with_cash(MIDDLE, CID, SECRET))
    assert str(SECRET) not in table.answer(text).body


def test_what_must_be_done_stands_first() -> None:
    lines = in_the_middle().report().body.split("\n")
    assert MARKER.fullmatch(lines[0])
    assert lines[2] == "YOUR TURN: Europe, by Tue 1 Dec, 18:00."


def test_who_need_not_decide_is_told_so_and_gets_no_options() -> None:
    body = in_the_middle().report(CID).body
    assert "\nNOTHING FOR YOU TO DO NOW. We wait for Fay: the turn of Europe.\n" in body
    assert "YOUR OPTIONS" not in body


@pytest.mark.parametrize("kind", [kind for kind in MAILS if kind != "notice"])
def test_the_line_above_which_is_to_be_written_stands_once_and_first(kind: str) -> None:
    body = MAILS[kind]().body
    assert len(MARKER.findall(body)) == 1
    assert MARKER.match(body)


def test_key_is_asked_for_only_where_there_is_one() -> None:
    context = in_the_middle().context(FAY)
    assert "  KEY tulip\n" in RENDERER.report(context).body
    assert "KEY" not in RENDERER.plain(context)


def test_alternatives_of_a_refusal_are_cut_and_the_rest_counted() -> None:
    text = "EUROPE: MANEUVER\nARMY Paris -> Korea"
    legal = in_the_middle().outcome(text).results[0].faults[0].refusal.legal
    body = in_the_middle().answer(text).body
    assert body.count("    ARMY Paris -> ") == 8
    assert f"    and {len(legal) - 8} more\n" in body


def test_problems_of_the_mail_itself_are_told_first() -> None:
    table = in_the_middle()
    mail = RENDERER.answer(
        AnswerContext(
            game=table.game,
            game_id="eu1",
            reader=FAY,
            outcome=table.outcome(""),
            state=table.state,
            marker="0123abcd",
            problems=("The mail is encrypted. Please send plain text.",),
        )
    )
    assert mail.subject == "[eu1] NOT UNDERSTOOD: your mail, turn 42"
    assert "Please send plain text." in "".join(mail.body.split("\n")[2:5])


def test_a_sites_own_template_wins_over_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "foot.txt.j2").write_text("{% macro foot(c) %}\nHouse rules apply.\n{% endmacro %}")
    body = Renderer(tmp_path).report(in_the_middle().context(CID)).body
    assert body.endswith("\nHouse rules apply.\n")
    assert "STANDINGS" in body


def assert_narrow(mail: Text) -> None:
    """Whatever is in it: no wide line, no blanks at the end of a line, no gap, one subject line."""
    lines = mail.body.split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert all(line == line.rstrip() for line in lines)
    assert "\n\n\n" not in mail.body
    assert mail.body.endswith("\n")
    assert "\n" not in mail.subject
    assert len(mail.subject) <= 78
