"""Mails in a language of accented, longer words: nothing in them is English, no line too long."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from report_play import EDITIONS, opening, random_steps
from report_positions import EVE, FAY, PLAYERS, Table, about_to_end, first_turn, in_the_middle
from support.pseudo import PSEUDO, plain_words, pseudo, write_pseudo
from test_render import REFUSED, assert_narrow

from pbem.board.ids import PlayerId
from pbem.ground.messages import say
from pbem.orders.verbs.manual import manual
from pbem.report.language.catalogue import catalogue, places
from pbem.report.language.refusals import OF_THE_ORDERS, OF_THE_RULES
from pbem.report.layout import WIDTH
from pbem.report.manual.pages import laid_out
from pbem.report.render import AnswerContext, Renderer, ReportContext, Text

KEY = "tulip"
PARTLY = "EUROPE: MANEUVER A\n  ARMY Paris -> Korea\n  ARMY Rome -> Turkey\nGIVE 2 TO Europe"
DUE = say("{time}", time=datetime(2026, 9, 2, 17, 0, tzinfo=UTC))
ALLOWED = {*PLAYERS, KEY, "eu", "UTC"}


@pytest.fixture(scope="module")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Renderer:
    folder = tmp_path_factory.mktemp("templates")
    write_pseudo(folder)
    assert catalogue(PSEUDO, folder).faults == ()
    return Renderer(folder)


def context_of(table: Table, reader: PlayerId | None, number: int = 41) -> ReportContext:
    """A report in that language, with all that may stand in one."""
    context = table.context(reader, opening=True)
    return replace(
        context,
        entry=number,
        language=PSEUDO,
        until="" if table.state.over else DUE,
        undone_to=3,
        plans_kept=True,
    )


SITUATIONS: dict[str, Callable[[], Table]] = {
    "turn": in_the_middle,
    "first turn": first_turn,
    "auction": lambda: first_turn("auction"),
    "force": lambda: in_the_middle().send("EUROPE: IMPORT NONE"),
    "invest": lambda: in_the_middle("secret-cash").send("EUROPE: INVESTOR"),
    "canal": lambda: in_the_middle().send(
        "EUROPE: MANEUVER\nFLEET Mediterranean Sea -> Indian Ocean"
    ),
    "fight": lambda: in_the_middle().send("EUROPE: MANEUVER\nARMY Paris -> London"),
    "asked anew": lambda: (
        in_the_middle()
        .send("EUROPE: MANEUVER\nFLEET London -> North Atlantic\nARMY Paris -> Guinea")
        .send("FIGHT Europe")
    ),
    "over": lambda: about_to_end().send("EUROPE: TAXATION"),
}


def assert_not_english(mail: Text, *allowed: str) -> None:
    """Neither in the subject nor in the text; and no line is too long."""
    assert plain_words(mail.subject, {*ALLOWED, *allowed}) == set()
    assert plain_words(mail.body, {*ALLOWED, *allowed}) == set()
    assert_narrow(mail)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("asked", [True, False])
def test_no_report_is_english(renderer: Renderer, situation: str, asked: bool) -> None:
    table = SITUATIONS[situation]()
    reader = table.asked if asked and not table.state.over else EVE
    context = context_of(table, reader)
    for mail in (renderer.report(context), renderer.status(context), renderer.standing(context)):
        assert_not_english(mail)


TEXTS = (
    PARTLY,
    REFUSED,
    "EUROPE: MANEUVER\nARMY Paris -> Murmansk",
    "What?",
    "CHINA: FACTORY Chongqing ELSE TAXATION",
    *(entry.example for entry in (*OF_THE_RULES, *OF_THE_ORDERS) if entry.example),
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("check", [True, False])
def test_no_answer_is_english_but_for_what_the_player_wrote(
    renderer: Renderer, text: str, check: bool
) -> None:
    table = in_the_middle()
    outcome = table.outcome(text)
    context = AnswerContext(
        game=table.game,
        game_id="eu1",
        reader=FAY,
        outcome=outcome,
        state=outcome.state,
        marker="0123abcd",
        key=KEY,
        until=DUE,
        check=check,
        language=PSEUDO,
    )
    assert_not_english(renderer.answer(context), *re.findall(r"[A-Za-z]{2,}", text))


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_that_happens_in_a_game_is_told_in_english(
    renderer: Renderer, edition: str
) -> None:
    game, first = opening(edition, 11, PLAYERS)
    for number, (_, player, _, step) in enumerate(random_steps(game, first, 11, 400)):
        if number % 9 == 0 or step.state.over:
            table = Table(game, step.state, step.events)
            assert_not_english(renderer.report(context_of(table, player, number)))


def test_no_refusal_of_the_rules_is_english(renderer: Renderer) -> None:
    voice = renderer.voice(PSEUDO)
    told = {
        name: "x"
        for entry in OF_THE_RULES
        for sentence in entry.sentences.values()
        for name in places(sentence.text)
    }
    for entry in OF_THE_RULES:
        for why, sentence in entry.sentences.items():
            filled = sentence.filled(**{**told, "number": 2, "via": ("x",), "here": "factory"})
            assert plain_words(voice(filled), {"VIA"}) == set(), (entry.code, why)


def test_the_accents_are_seen() -> None:
    assert plain_words(pseudo("The game is over.")) == set()
    assert plain_words("The game is over, Ann.", {"Ann"}) == {"The", "game", "is", "over"}


EXAMPLES = {"athens", "en", "Fri", "tomorrow", "nations", "china", "treasury"}
"""Words of orders in sentences of the help."""


def test_no_page_of_help_is_english_but_for_its_examples(renderer: Renderer) -> None:
    """Examples are indented, and the same in every language."""
    voice = renderer.voice(PSEUDO)
    for page in manual():
        text = laid_out(page, voice)
        sentences = [line for line in text.split("\n") if not line.startswith("  ")]
        assert plain_words("\n".join(sentences), EXAMPLES) == set()
        assert max(map(len, text.split("\n"))) <= WIDTH
