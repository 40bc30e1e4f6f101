"""`YES` and `NO` (order language, section 5): what they stand for, and when they are refused."""

from __future__ import annotations

import pytest
from orders.situations import ASKED, BOB, NAMES, TURN, WORLD, sent, taken

from pbem.ground.errors import Refusal
from pbem.orders.answered import Answered
from pbem.orders.reader.scan import scan
from pbem.orders.submission import About, Outcome, submit
from pbem.report.language.voice import Voice
from pbem.report.sentences.questions import question

STAND_FOR = {
    "fight": ("FIGHT Russia 1 IN Korea", "PEACE IN Korea"),
    "canal": ("ALLOW Suez Canal", "DENY Suez Canal"),
    "force": ("FORCE China", "LET China PASS"),
    "invest": ("", "PASS"),
}
YES = ("YES", "yes", "Yes.", "yes please", "Yes, please!", "ok", "OK", "sure", "yep", "y")
NO = ("NO", "no", "No.", "no thanks", "No, thank you!", "nope", "n")


@pytest.mark.parametrize("where", STAND_FOR)
@pytest.mark.parametrize("text", [*YES, *NO])
def test_they_are_kept_as_the_order_that_they_stand_for(where: str, text: str) -> None:
    """So a journal can be read without its mails."""
    assert taken(where, text) == STAND_FOR[where][text in NO]


@pytest.mark.parametrize("text", ["NONE", "none", "skip", "nothing", "Skip, please"])
def test_none_and_skip_pass_an_investment_and_answer_nothing_else(text: str) -> None:
    assert taken("invest", text) == "PASS"
    for where in ("fight", "canal", "force", "turn"):
        assert refusal(sent(where, text)).code == "no-yes-or-no"


@pytest.mark.parametrize(("where", "text"), [("turn", "yes"), ("turn", "no"), ("invest", "yes")])
def test_a_question_of_another_kind_is_refused_with_its_forms(where: str, text: str) -> None:
    found = refusal(sent(where, text))
    assert found.code == "no-yes-or-no"
    assert len(found.legal) >= 3


def test_who_is_asked_nothing_is_told_so() -> None:
    assert refusal(submit(WORLD, NAMES, TURN, BOB, "yes")).code == "no-question"


@pytest.mark.parametrize("where", ["fight", "canal", "force", "invest"])
@pytest.mark.parametrize("text", ["YES", "NO"])
def test_a_mail_answers_its_own_question_and_no_other(where: str, text: str) -> None:
    state, player = ASKED[where]
    asked = state.pending[0]

    def answer(answers: Answered | None) -> Outcome:
        return submit(WORLD, NAMES, state, player, text, about=About(answers))

    assert answer(Answered(asked, is_open=True)).orders == answer(None).orders
    assert refusal(answer(Answered(asked, is_open=False))).code == "old-question"
    assert refusal(answer(Answered(None, is_open=False))).code == "old-question"
    assert answer(Answered(asked, is_open=False)).state == state


@pytest.mark.parametrize("where", ["fight", "canal", "force"])
def test_the_questions_line_names_its_answers_and_is_no_order(where: str) -> None:
    """It stands above the marker line; a mail program may quote it without marks."""
    state, player = ASKED[where]
    asked = question(WORLD, state, state.pending[0], "")
    assert asked.answer is not None
    line = Voice(board=WORLD.board)(asked.answer)
    yes, no = {
        "fight": ("FIGHT", "PEACE"),
        "canal": ("ALLOW", "DENY"),
        "force": ("FORCE", "LET PASS"),
    }[where]
    assert line == (f"Answer {yes} or {no}, or just YES or NO.")
    assert scan(line, NAMES.headings, NAMES.places).lines == ()
    alone = f"Answer {yes} or {no}, or just YES or NO."
    assert scan(f"\n{alone}\n", NAMES.headings, NAMES.places).lines == ()
    assert submit(WORLD, NAMES, state, player, line).orders == ()


@pytest.mark.parametrize(
    ("where", "rule", "answer"),
    [
        ("fight", "STANCE PEACE", "PEACE IN Korea"),
        ("fight", "stance China fight Russia", "FIGHT Russia IN Korea"),
        ("canal", "CANAL Suez ALLOW", "ALLOW Suez Canal"),
        ("force", "SWISS PASS China", "LET China PASS"),
    ],
)
def test_a_standing_answer_says_that_it_answers_the_open_question(
    where: str, rule: str, answer: str
) -> None:
    (result,) = sent(where, rule).results
    assert result.ahead
    (note,) = [str(warning.message) for _, warning in result.warnings]
    assert note == f"This answers the question that is open: {answer}"


@pytest.mark.parametrize(
    ("where", "rule"),
    [
        ("fight", "STANCE ASK"),
        ("fight", "STANCE FIGHT India"),
        ("fight", "CANAL Suez DENY"),
        ("turn", "STANCE PEACE"),
        ("canal", "CANAL Panama DENY"),
    ],
)
def test_one_that_answers_nothing_now_does_not(where: str, rule: str) -> None:
    (result,) = sent(where, rule).results
    assert result.taken
    assert result.warnings == ()


def refusal(outcome: Outcome) -> Refusal:
    (result,) = outcome.results
    (fault,) = result.faults
    assert str(fault.refusal)
    return fault.refusal
