"""Answers to the questions for a YES: your orders? your mail? (order language, 5)."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, fresh, new_desk, reply, text_of
from support.seats import flat

from pbem.service import way
from pbem.service.asking.confirming import Word, said
from pbem.service.fates import Fate

ANNS = "AUSTRIA-HUNGARY: TAXATION"
SIGNATURE = "\n\nBob Kis | Engineer | Acme Ltd\n+36 1 234 5678"
OLD_BELOW = "Thanks, see you.\n\nBela Kis zzaqr:\n\n{}\n"
"""An order below a line that may be a quote's."""
NO_OTHER_QUOTE = ("in-reply-to", "to")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def newest(desk: Desk, player: str) -> EmailMessage:
    reports = [m for m in desk.reports(player) if str(m["Message-ID"]).startswith("<report.")]
    return max(reports, key=lambda m: int(str(m["Message-ID"]).split(".")[2]))


def send(desk: Desk, player: str, text: str, to: EmailMessage | None = None) -> Fate:
    ident = f"<{desk.sent}@mail.example.test>"
    raw = reply(to or newest(desk, player), text, ident, keep=NO_OTHER_QUOTE)
    ((_, handled),) = desk.send(raw).handled
    return handled.fate


def asked_whether_meant(desk: Desk, player: str, order: str) -> EmailMessage:
    """The question about an order in doubt."""
    assert send(desk, player, OLD_BELOW.format(order)) is Fate.HELD
    return desk.mailbox(player)[-1]


def told(desk: Desk, player: str) -> str:
    return flat(text_of(desk.mailbox(player)[-1]))


def bob_is_asked_to_fight(desk: Desk) -> None:
    for player, text in (
        ("Ann", "AUSTRIA-HUNGARY: PRODUCTION A"),
        ("Bob", "ITALY: IMPORT 3 ARMIES Venice"),
        ("Cyd", "FRANCE: FACTORY"),
        ("Ann", "GREAT BRITAIN: FACTORY"),
        ("Cyd", "GERMANY: FACTORY"),
        ("Bob", "RUSSIA: FACTORY"),
        ("Ann", "AUSTRIA-HUNGARY: MANEUVER A\nARMY Vienna -> Venice"),
    ):
        assert send(desk, player, text) is Fate.PLAYED, text
    assert desk.game.state.pending[0].kind == "fight"


# What confirms


@pytest.mark.parametrize(
    "text", ["1a2b3c4d", "Hi,\nyes 1A2B3C4D" + SIGNATURE, "code\n1a2b3c4d.\n?"]
)
def test_the_code_on_a_line_of_its_own_confirms_above_a_signature(text: str) -> None:
    assert said(text, code="1a2b3c4d") is Word.YES


@pytest.mark.parametrize(
    "text",
    [
        "(or with the code 1a2b3c4d)", "1a2b3c4d?", "no 1a2b3c4d", "is 1a2b3c4d mine",
        "yes" + SIGNATURE, "-- write above this line -- [1a2b3c4d]", "1a2b3c4", "1a2b3c4d 1a2b3c4e",
    ],
)  # fmt: skip
def test_other_lines_with_the_code_do_not(text: str) -> None:
    assert said(text, code="1a2b3c4d") is Word.NEITHER


# A yes or no is for the question of its mail


@pytest.mark.parametrize("text", ["yes" + SIGNATURE, "No" + SIGNATURE, "YES\nSTANCE PEACE", "y\nn"])
@pytest.mark.parametrize("how", ["in doubt", "no proof"])
def test_a_yes_that_confirms_nothing_answers_no_question_of_the_game(
    desk: Desk, text: str, how: str
) -> None:
    bob_is_asked_to_fight(desk)
    if how == "in doubt":
        asked = asked_whether_meant(desk, "Bob", "FIGHT")
    else:
        desk.send(fresh("Bob", "FIGHT", "<f@mail.example.test>"))
        asked = desk.mailbox("Bob")[-1]
    last = desk.game.last
    assert send(desk, "Bob", text, to=asked) is Fate.ANSWERED
    assert desk.game.last == last
    assert "once more: with YES and nothing else" in told(desk, "Bob")
    assert send(desk, "Bob", "yes", to=asked) is Fate.PLAYED
    assert desk.game.entries[-1][0].orders[0].startswith("FIGHT Austria-Hungary")


def test_other_orders_in_the_answer_are_for_the_turn_of_the_question(desk: Desk) -> None:
    asked = asked_whether_meant(desk, "Ann", ANNS)
    assert send(desk, "Ann", "YES", to=asked) is Fate.PLAYED
    assert send(desk, "Ann", "AUSTRIA-HUNGARY: FACTORY", to=asked) is Fate.ANSWERED
    assert "about a turn that is over: Austria-Hungary, turn 1." in told(desk, "Ann")
    assert desk.game.standing.held == ()


def test_other_orders_in_the_answer_count_while_the_turn_is_open(desk: Desk) -> None:
    old = newest(desk, "Ann")
    for player, text in (("Ann", ANNS), ("Bob", "ITALY: FACTORY"), ("Cyd", "FRANCE: FACTORY")):
        send(desk, player, text)
    # the mail in doubt answers an old one; the question came in the turn of Great Britain
    assert send(desk, "Ann", OLD_BELOW.format("GREAT BRITAIN: FACTORY"), to=old) is Fate.HELD
    asked = desk.mailbox("Ann")[-1]
    assert send(desk, "Ann", "GREAT BRITAIN: TAXATION", to=asked) is Fate.PLAYED
    assert desk.game.state.nation == "germany"


# What is told is true


@pytest.mark.parametrize("later", ["no", "hm", "YES", ""])
def test_after_a_yes_nothing_waits(desk: Desk, later: str) -> None:
    asked = asked_whether_meant(desk, "Ann", ANNS)
    send(desk, "Ann", "YES", to=asked)
    assert send(desk, "Ann", later, to=asked) is Fate.ANSWERED
    assert "No mail waits for your YES any more" in told(desk, "Ann")
    assert "is not carried out" not in told(desk, "Ann")


def test_a_no_is_told_though_its_first_handler_was_killed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_whether_meant(desk, "Ann", ANNS)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    raw = reply(asked, "No", "<no@mail.example.test>", keep=NO_OTHER_QUOTE)
    with monkeypatch.context() as patched:
        patched.setattr(way, "letters_for", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.send(raw)
    desk.reopened().work()
    assert "The mail that was asked about is not carried out." in told(desk, "Ann")


def test_answers_that_confirm_nothing_are_not_told_without_end(tmp_path: Path) -> None:
    desk = new_desk(tmp_path / "site", settings={"answers_per_hour": 4})
    asked = asked_whether_meant(desk, "Ann", ANNS)
    for number in range(8):
        desk.send(reply(asked, f"hm {number}", f"<h{number}@mail.example.test>"))
    assert len([m for m in desk.mailbox("Ann") if "Not confirmed" in str(m["Subject"])]) <= 4


def test_another_player_confirms_nothing(desk: Desk) -> None:
    """Though the question has come to Bob's hands: Ann's mails may be forwarded."""
    raw = reply(newest(desk, "Ann"), ANNS, "<p@mail.example.test>", sender="x@phone.test")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.HELD]
    asked = desk.mailbox("Ann")[-1]
    raw = reply(asked, "YES", "<bob@mail.example.test>", sender="bob@example.test")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.REFUSED]
    assert desk.game.last == 0
    assert send(desk, "Ann", "YES", to=asked) is Fate.PLAYED


def test_orders_in_doubt_without_a_proof_are_quoted_and_carried_out(desk: Desk) -> None:
    text, answers = OLD_BELOW.format(ANNS), {"In_Reply_To": "<other@mail.example.test>"}
    raw = fresh("Ann", text, "<u@mail.example.test>", **answers)
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.HELPED]
    asked = desk.mailbox("Ann")[-1]
    assert f"| {ANNS}" in text_of(asked)
    assert send(desk, "Ann", "Yes", to=asked) is Fate.PLAYED
    assert desk.game.entries[0][0].orders == (ANNS,)


# The word of a KEY


@pytest.mark.parametrize("form", ['"{}"', "<{}>", "({})", "[{}]", "„{}“", "'{}'", "`{}`", "«{}»"])
def test_a_key_may_stand_in_quotes_or_brackets(desk: Desk, form: str) -> None:
    raw = fresh("Ann", f"KEY {form.format('key-of-ann')}\n{ANNS}")
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.PLAYED]
    assert "key-of-ann" not in desk.game.entries[-1][0].text


@pytest.mark.parametrize("line", ["KEY key-of-bea", "KEY: <key-of-anne>"])
def test_a_wrong_key_is_not_quoted(desk: Desk, line: str) -> None:
    desk.send(fresh("Ann", f"{line}\n{ANNS}"))
    assert f"| {ANNS}" in text_of(desk.mailbox("Ann")[-1])
    assert "key-of" not in text_of(desk.mailbox("Ann")[-1])
