"""A refused order comes back as a form, an interrupted maneuver as its rest; through a reply."""

from __future__ import annotations

import pytest
from report_positions import MIDDLE, Table, in_the_middle
from report_reader import above_marker

from pbem.board.ids import NationId
from pbem.mail.reading.read import read
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.names import Names
from pbem.report.render import Text

TITLES = ("YOUR ORDERS, MENDED", "YOUR ORDERS, TO BE MENDED", "THE REST OF YOUR ORDER")
FOUR_BAD = """\
EUROPE: MANEUVER A
FLEET Mediterranean Sea -> Caribbean Sea
ARMY Paris -> Near East
ARMY Rome -> Korea
STATUS ARMY Murmansk HOSTLE
ARMY Berlin -> Paris
ARMY Rome -> Turkey
"""


def form_of(mail: Text) -> str:
    """The form in a mail, as a person copies it: without what explains it."""
    lines = mail.body.split("\n")
    at = next(n for n, line in enumerate(lines) if line in TITLES)
    end = lines.index("", at)
    first = next(n for n in range(at + 1, end) if lines[n].startswith("  "))
    return "\n".join(lines[first:end])


def reply(mail: Text, own: str, mark: str = "> ") -> str:
    """The new text of a reply, as the reader finds it."""
    quoted = "\n".join(f"{mark}{line}" for line in mail.body.split("\n"))
    text = f"{own}\n\nOn Monday the game wrote:\n{quoted}\n"
    head = b"From: fay@example.test\nTo: post@play.example.org\nSubject: Re: x\n\n"
    return read(head + text.encode(), Names(in_the_middle().game).headings).text


def sent(table: Table, mail: Text, own: str, mark: str = "> ") -> Outcome:
    """What comes of that reply."""
    game = table.game
    return submit(game, Names(game), table.state, table.asked, reply(mail, own, mark))


@pytest.mark.parametrize("mark", ["> ", ""])
def test_the_form_copied_above_the_line_is_taken(mark: str) -> None:
    table = in_the_middle()
    answer = table.answer(FOUR_BAD)
    outcome = sent(table, answer, form_of(answer), mark)
    assert outcome.accepted
    assert outcome.orders == (
        "EUROPE: MANEUVER A\n  ARMY Paris -> Near East\n  STATUS ARMY Murmansk HOSTILE\n"
        "  ARMY Rome -> Turkey",
    )


def test_every_bad_line_is_named_at_once() -> None:
    body = in_the_middle().answer(FOUR_BAD).body
    refused = body.partition("REFUSED\n")[2].partition("Refused with it:")[0]
    numbers = [int(line[5]) for line in refused.split("\n") if line.startswith("Line ")]
    assert numbers == [2, 4, 5, 6]


def test_a_bad_line_is_mended_where_it_stands() -> None:
    """The player takes a # away, corrects the line, and sends the form."""
    table = in_the_middle()
    answer = table.answer(FOUR_BAD)
    form = form_of(answer).replace(
        "# FLEET Mediterranean Sea -> Caribbean Sea", "FLEET Indian Ocean -> Tasman Sea"
    )
    outcome = sent(table, answer, form)
    assert outcome.accepted
    assert "FLEET Indian Ocean -> Tasman Sea" in outcome.orders[0]


@pytest.mark.parametrize(
    "text",
    [
        "EUROPE: TAXATION",
        "EUROPE: MANEUVER A\nARMY Paris -> Korea\nARMY Rome -> Japan",
        "INVEST 9 IN India",
        "EUROPE: MANEUVER A\nFLAGS Korea\nARMY Paris -> Korea",
        "EUROPE: MANEUVER A\nARMY Paris -> Murmansk\nIMPORT ARMY Rome",
        "Turkey: MANEUVER A\nARMY Paris -> Murmansk",
    ],
)
def test_a_form_in_which_nothing_is_right_orders_nothing(text: str) -> None:
    """Above all not a maneuver in which nobody moves."""
    table = in_the_middle()
    answer = table.answer(text)
    outcome = sent(table, answer, form_of(answer))
    assert outcome.results == ()


def test_nothing_that_looks_like_an_order_stands_above_the_line() -> None:
    answer = in_the_middle().answer(FOUR_BAD)
    assert "ARMY" not in above_marker(answer.body)
    assert "FLEET" not in above_marker(answer.body)


def far_away() -> Table:
    """Europe has armies in South Africa and fleets to carry them; Russia is in North Africa."""
    europe = MIDDLE.nations[NationId("europe")].model_copy(
        update={
            "armies": {"south-africa": 3, "rome": 1},
            "fleets": {"gulf-of-guinea": 3, "north-atlantic": 3},
        }
    )
    russia = MIDDLE.nations[NationId("russia")].model_copy(
        update={"armies": {"north-africa": 2, "nigeria": 2}}
    )
    nations = {**MIDDLE.nations, NationId("europe"): europe, NationId("russia"): russia}
    return in_the_middle(position=MIDDLE.model_copy(update={"nations": nations}))


def test_a_long_line_of_a_form_is_shortened_rather_than_broken() -> None:
    table, line = far_away(), "South-Africa -> Nigeria VIA Gulf of Guinea FIGHT Russia ARMY 2"
    answer = table.answer(f"EUROPE: MANEUVER A\n3 ARMIES {line}\nARMY Rome -> Korea")
    assert f"    3 A {line.replace('ARMY', 'A')}\n" in answer.body
    assert max(map(len, answer.body.split("\n"))) <= 72
    outcome = sent(table, answer, form_of(answer))
    assert outcome.orders == (f"EUROPE: MANEUVER A\n  3 ARMIES {line}",)


def test_a_line_that_is_too_long_for_a_form_is_left_out_and_says_so() -> None:
    line = "South-Africa -> North-Africa VIA Gulf of Guinea, North Atlantic FIGHT Russia"
    table, text = far_away(), f"EUROPE: MANEUVER A\n2 ARMIES {line}\nARMY Rome -> Paris\nARMY R"
    answer = table.answer(text)
    assert max(map(len, answer.body.split("\n"))) <= 72
    assert "#   This line is too long to stand here;" in answer.body
    outcome = sent(table, answer, form_of(answer))
    assert outcome.orders == ("EUROPE: MANEUVER A\n  ARMY Rome -> Paris",)


def test_a_checked_mail_gets_all_its_orders_back() -> None:
    table = in_the_middle()
    answer = table.answer("CHECK\nGIVE 2 TO Europe\nEUROPE: FACTORY Korea", check=True)
    assert "  GIVE 2 TO Europe\n" in form_of(answer)
    outcome = table.answer("GIVE 2 TO Europe\nEUROPE: FACTORY Korea")
    assert "GIVE" not in form_of(outcome), "it has been carried out already"


def test_the_rest_of_a_maneuver_comes_back_without_the_line_that_failed() -> None:
    table = (
        in_the_middle()
        .send(
            "EUROPE: MANEUVER\nFLEET London -> North Atlantic\nARMY Paris -> Guinea\n"
            "ARMY Rome -> Turkey\nSTATUS ARMY Murmansk HOSTILE"
        )
        .send("FIGHT Europe")
    )
    report = table.report()
    assert "This line cannot be carried out any more: ARMY Paris -> Guinea." in report.body
    outcome = sent(table, report, form_of(report))
    assert outcome.orders == (
        "EUROPE: MANEUVER A\n  ARMY Rome -> Turkey\n  STATUS ARMY Murmansk HOSTILE",
    )


def test_nobody_else_sees_what_was_not_carried_out() -> None:
    table = (
        in_the_middle()
        .send("EUROPE: MANEUVER\nFLEET London -> North Atlantic\nARMY Paris -> Guinea\n"
              "ARMY Rome -> Turkey")
        .send("FIGHT Europe")
    )  # fmt: skip
    for reader in table.state.seats:
        body = table.report(reader).body
        assert ("THE REST OF YOUR ORDER" in body) == (reader == table.asked)
        assert ("Rome -> Turkey" in body) == (reader == table.asked)
