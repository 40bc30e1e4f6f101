"""The lexer, by the sentences of order language, section 1."""

from __future__ import annotations

import pytest
from support.effort import in_linear_time

from pbem.ground.fold import fold
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import TextLine
from pbem.orders.verbs.table import SLIPS, SPELLINGS, WORDS

HEADINGS = frozenset(
    fold(name)
    for name in (
        "Austria-Hungary", "Italy", "France", "Great Britain", "Germany", "Russia",
        "China", "India", "Brazil", "USA", "Europe",
    )
)  # fmt: skip


def lines(text: str) -> list[str]:
    return [line.text for line in scan(text, HEADINGS).lines]


def ignored(text: str) -> list[str]:
    return [line.text for line in scan(text, HEADINGS).ignored]


# Lines


def test_lines_know_their_number_and_how_they_were_typed() -> None:
    found = scan("Hi\n\n * CHINA:  # mine\nTAXATION; PASS\n", HEADINGS)
    assert found.lines == (
        TextLine(3, "CHINA:", " * CHINA:  # mine"),
        TextLine(4, "TAXATION", "TAXATION; PASS"),
        TextLine(4, "PASS", "TAXATION; PASS"),
    )
    assert found.ignored == (TextLine(1, "Hi", "Hi"),)


@pytest.mark.parametrize(
    "mark",
    [
        "* ",
        "- ",
        "– ",
        "• ",
        "· ",
        "1. ",
        "12) ",
        "(3) ",
        "+ ",
        "\uf0b7\u00a0",
        "◦ ",
        "-> ",
        "- 1. ",
        "*",
        "–",
    ],
)
def test_list_marks_are_dropped(mark: str) -> None:
    assert lines(f"CHINA:\n{mark}2 ARMIES Beijing -> Mongolia") == [
        "CHINA:",
        "2 ARMIES Beijing -> Mongolia",
    ]


def test_comments_and_links() -> None:
    assert lines("# x\n// y\nTAXATION # z\nPASS//w") == ["TAXATION", "PASS"]
    text = "A Kiev -> St.Petersburg<http://St.Petersburg> # <http://x>"
    assert lines(text) == ["A Kiev -> St.Petersburg"]
    assert lines("FACTORY [St.Petersburg](http://St.Petersburg)") == ["FACTORY St.Petersburg"]
    assert lines("ＴＡＸＡＴＩＯＮ　＃　コメント") == ["TAXATION"]


def test_signs_of_bold_go() -> None:
    assert lines("*CHINA:*\n**TAXATION**\n_PASS_\nGAME my_game") == [
        "CHINA:", "TAXATION", "PASS", "GAME my_game",
    ]  # fmt: skip


def test_quoted_lines_are_never_orders() -> None:
    assert lines("> CHINA:\nPASS\n > TAXATION\n＞ TAXATION") == ["PASS"]


# What begins the orders

ORDERS = [
    "CHINA:",
    "china :",
    "AUSTRIA:",
    "Aus:",
    "AUSTRIA-HUNGARY: TAXATION",
    "GREAT BRITAIN:",
    "USA:",
    "ORDERS China",
    "orders great britain",
    "China",
    "FACTORY",
    "FACTORY Chongqing",
    "BUILD Chongqing",
    "PRODUCTION A",
    "PRODUCE",
    "IMPORT NONE",
    "IMPORT 2 ARMIES Beijing, FLEET Shanghai",
    "MANEUVER",
    "MANOEUVRE B",
    "INVESTOR",
    "TAXATION",
    "Tax",
    "2 ARMIES Berlin -> Warsaw",
    "A lem -> roman",
    "F rome to tunis",
    "ALL ARMIES Berlin -> Warsaw",
    "FLEETS a to b VIA c, d FIGHT China ARMY 2",
    "ARMY Rome",
    "2 fleets Rome",
    "FIGHT Russia IN Ukraine",
    "STATUS 1 ARMY Beijing FRIENDLY",
    "DESTROY Venice",
    "FLAGS Mongolia, China Sea",
    "INVEST 9 IN China",
    "INVEST 9 IN China FOR 4",
    "UPGRADE 4 TO 9 IN China",
    "PASS",
    "pass.",
    "FIGHT",
    "PEACE",
    "PEACE IN Ukraine",
    "ALLOW",
    "DENY Panama Canal",
    "FORCE China",
    "LET China PASS",
    "GIVE 2 TO USA",
    "ELSE",
    "ELSE PASS",
    "INVEST 9 IN China ELSE PASS",
    "IF TREASURY India >= 8",
    "IF NOT China ON TAXATION",
    "IF INVESTOR CARD IS ann",
    "WHEN INVESTING:",
    "STANCE ALL ASK",
    "STANCE Europe FIGHT China IN Black Sea",
    "CANAL Suez DENY ALL",
    "SWISS FORCE ALL",
    "SHOW STANDING",
    "CANCEL ALL",
    "CANCEL INVESTING",
    "CANCEL Great Britain",
    "GAME donau",
    "FOR TURN 12",
    "KEY abc",
    "CHECK",
    "STATUS",
    "HISTORY 3",
    "MAP",
    "RULES",
    "HELP",
    "HELP WHEN INVESTING",
    "ABSENCE 2026-11-01 TO 2026-11-05",
    "SET LANGUAGE el",
    "SET TIMEZONE Europe/Athens",
    "JOIN donau AS Ann",
    "OBSERVE donau",
    "RESIGN",
    "LIST",
    "PAUSE",
    "RESUME",
    "EXTEND 24",
    "DEADLINE 2026-11-30 20:00",
    "UNDO 2",
    "PROCESS FOR TURN 9",
    "AS ann:",
    "REPLACE ann BY Bob bob@example.test",
]

PROSE = [
    "PASS me the minutes of the last game please",
    "Pass on my regards",
    "If you can, wait for me",
    "Let me know",
    "All the best",
    "All the best, Ann",
    "As always, thanks",
    "A big thanks to all of you out there",
    "For what it's worth",
    "Help me out here, I am lost",
    "Force majeure, I was on a ferry",
    "Give me a break",
    "Set the table",
    "Check my mail of yesterday",
    "Map and all looked nice",
    "Key points below",
    "Game on, everybody",
    "List of things that I forgot",
    "Undo that, I said",
    "Thanks",
    "Thanks, Tom",
    "Best regards",
    "Cheers, Ann",
    "Tom",
    "Viele Grüße",
    "Amy",
    "Ann",
    "Hi all,",
    "Dear moderator:",
    "Is the game over?",
    "My turn:",
    "P.S. What a game",
    "Important notice: this mail is confidential",
    "Else I would have won",
    "Status quo it is, then",
    "Regards",
    "Interest rates are high",
    "Important",
    "Vacation",
    "Cancel that meeting",
    "When will you be back?",
    "Allow me to say how much I enjoy this",
    "Swiss cheese for all",
]


@pytest.mark.parametrize("order", ORDERS)
def test_orders_begin_the_orders(order: str) -> None:
    assert lines(f"Hello there\n{order}\n")[0] == order.replace(" - ", "-")
    assert lines(f"TAXATION\n\n{order}\n\nCheers, Ann")[1:] == [order]


@pytest.mark.parametrize("text", PROSE)
def test_prose_around_the_orders_is_ignored_and_listed(text: str) -> None:
    found = scan(f"{text}\n\nINDIA:\nTAXATION\n\n{text}\n", HEADINGS)
    assert [line.text for line in found.lines] == ["INDIA:", "TAXATION"]
    assert [line.number for line in found.ignored] == [1, 6]


@pytest.mark.parametrize(
    "slip", ["TAXTION", "PRODUCTON", "MANUEVER A", "INVETS 9 IN China", "CHNIA:"]
)
def test_slips_are_not_passed_over(slip: str) -> None:
    assert lines(f"Hi\n{slip}\n")[0] == slip
    assert lines(f"PASS\n\n{slip}\n\nCheers") == ["PASS", slip]


def test_a_line_with_an_arrow_is_nearly_an_order() -> None:
    assert lines("MANEUVER A\n\nAmry Rome -> Tunis\n\nBye") == ["MANEUVER A", "Amry Rome -> Tunis"]


def test_every_line_between_orders_counts() -> None:
    text = "CHINA:\nTAXATION\nThanks!\n\nand now for\n\nINDIA:\nPASS\nTom"
    assert lines(text) == ["CHINA:", "TAXATION", "Thanks!", "and now for", "INDIA:", "PASS", "Tom"]


def test_a_dash_between_blanks_in_a_heading_is_of_its_name() -> None:
    assert lines("Austria - Hungary:\nTAXATION") == ["Austria-Hungary:", "TAXATION"]


# What ends them


@pytest.mark.parametrize("end", ["END", "end", "End.", "END ORDERS", "-- ", "--", "* END"])
def test_end_and_signature_lines(end: str) -> None:
    assert lines(f"CHINA:\nTAXATION\n{end}\nPASS") == ["CHINA:", "TAXATION"]
    assert ignored(f"CHINA:\nTAXATION\n{end}\nPASS") == ["PASS"]


def test_end_on_the_line_of_an_order() -> None:
    assert lines("CHINA: TAXATION; END; PASS\nPASS") == ["CHINA: TAXATION"]


def test_begin_orders_limits_them() -> None:
    text = "INDIA:\nTAXATION\n\nBEGIN ORDERS\nlook\nCHINA:\nPASS\nEND\nINDIA: TAXATION"
    assert lines(text) == ["CHINA:", "PASS"]
    assert ignored(text) == ["INDIA:", "TAXATION", "look", "INDIA: TAXATION"]
    assert lines("PASS\n\nBegin orders:\nTAXATION\n\nBye") == ["TAXATION"]


def test_no_orders_at_all() -> None:
    assert lines("Thanks!\n\nTom\n") == []
    assert ignored("Thanks!\n\nTom\n") == ["Thanks!", "Tom"]
    assert lines("") == []


# Press


def test_a_press_is_kept_as_it_was_written() -> None:
    body = "Dear all;\n\n  * 1 -> 2  # no comment\nEND of my patience – “really”\nBEGIN ORDERS?"
    text = f"PRESS TO ALL # c\n{body}\nEND PRESS\nTAXATION\n\nTom"
    assert lines(text) == ["PRESS TO ALL", *body.split("\n"), "END PRESS", "TAXATION"]


@pytest.mark.parametrize(
    "head", ["PRESS TO ann, dan", "ANONYMOUS PRESS TO ALL", "PRESS ANONYMOUS TO x"]
)
def test_a_press_without_its_end_goes_to_end_or_to_the_end(head: str) -> None:
    assert lines(f"{head}\nfoo\n\nbar\nEND\nPASS") == [head, "foo", "", "bar"]
    assert lines(f"{head}\nfoo\n\nTom") == [head, "foo", "", "Tom"]


def test_broadcasts_are_like_presses() -> None:
    assert lines("BROADCAST\na  b\nEND BROADCAST\nPAUSE") == [
        "BROADCAST",
        "a  b",
        "END BROADCAST",
        "PAUSE",
    ]


# The table


def test_every_keyword_of_the_table_is_known() -> None:
    assert {"ARMY", "TAXATION", "BEGIN", "HOSTILE", "VIA", "A", "F"} <= WORDS
    assert SLIPS <= WORDS
    assert SPELLINGS.keys() - {"Y", "N"} <= WORDS


@pytest.mark.parametrize(
    "piece", ["-", " ", "*", "_a", "> ", "=", "[", "<http:", "(1)", "; ", "ELSE ", "\ufdfa"]
)
def test_long_lines_take_no_time(piece: str) -> None:
    in_linear_time(lambda text: scan(text, HEADINGS), "ARMY a" + piece * (300_000 // len(piece)))
