"""Text -> commands: order language, sections 1 to 6, 8 and 9. The numbers are its sections."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.effort import in_linear_time

from pbem.board.ids import NationId, Unit
from pbem.board.load import load_game
from pbem.ground.errors import AmbiguousRefusal, Refusal, SyntaxRefusal
from pbem.orders.parser.parse import parse
from pbem.orders.parser.statements import Parsed, Statement
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.names import Names
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.for_turn import ForTurn
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.key import Key
from pbem.orders.verbs.mail.status import StatusWanted
from pbem.rules.commands import (
    Action,
    Allow,
    Battle,
    ChangeStatus,
    Command,
    Deny,
    Destroy,
    Factory,
    Fight,
    FightThere,
    FlagsFirst,
    Force,
    Give,
    Import,
    Imported,
    Invest,
    Investor,
    LetPass,
    Maneuver,
    Move,
    Pass,
    Peace,
    Production,
    Status,
    Taxation,
    Turn,
)
from pbem.rules.commands import Line as ManeuverLine

EUROPE = Names(load_game("imperial"))
WORLD = Names(load_game("imperial-2030"))


N = WORLD.nation
R = WORLD.region
A, F = Unit.ARMY, Unit.FLEET
CHINA = NationId("china")
INDIA = NationId("india")


def lines(text: str) -> Scan:
    """The lines as they are, without looking for where the orders begin."""
    texts = [clean(part) for row in text.split("\n") for part in row.split(";")]
    return Scan(tuple(TextLine(n, t, t) for n, t in enumerate(texts, 1) if t), ())


def read(text: str, own_turn: NationId | None = None, names: Names = WORLD) -> Parsed:
    return parse(names, lines(text), own_turn)


def one(text: str, own_turn: NationId | None = None) -> Statement:
    (statement,) = read(text, own_turn).statements
    return statement


def command(text: str) -> Command | MailCommand:
    statement = one(text)
    assert statement.command is not None, statement.refusal
    return statement.command


def action(text: str) -> Action:
    turn = command(f"CHINA: {text}")
    assert isinstance(turn, Turn)
    return turn.action


def part(text: str) -> ManeuverLine:
    maneuver = action(f"MANEUVER\n{text}")
    assert isinstance(maneuver, Maneuver)
    (line,) = maneuver.lines
    return line


def refusal(text: str, own_turn: NationId | None = None) -> Refusal:
    statement = one(text, own_turn)
    assert statement.refusal is not None, statement.command
    return statement.refusal


def part_refusal(text: str) -> Refusal:
    statement = one(f"CHINA: MANEUVER\n{text}")
    assert statement.refusal is not None, statement.command
    assert statement.at is not None
    assert statement.at.number == 2
    return statement.refusal


# 2. A nation's turn


@pytest.mark.parametrize(
    "text",
    [
        "CHINA: TAXATION",
        "china : taxation",
        "chi: tax",
        "CHINA:\nTAXATION",
        "CHINA\nTAXES",
        "CHINA TAXATION.",
        "ORDERS China\nTAXATION",
        "ORDERS China: TAXATION",
        "ORDERS FOR China: TAXATION",
        "orders: china\ntaxation",
        "ORDERS China TAXATION",
    ],
)
def test_2_1_headings(text: str) -> None:
    """A block begins with `CHINA:` or `ORDERS China`; its action follows, there or below."""
    statement = one(text)
    assert statement.command == Turn(CHINA, Taxation())
    assert statement.nation == CHINA
    assert [line.text for line in statement.lines] == [clean(t) for t in text.split("\n")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FACTORY Chongqing", Factory(R("Chongqing"))),
        ("FACTORY", Factory()),
        ("FACTORY NONE", Factory()),
        ("FACTORY IN Chongqing", Factory(R("Chongqing"))),
        ("BUILD Chongqing", Factory(R("Chongqing"))),
        ("build a factory in Chongqing", Factory(R("Chongqing"))),
        ("BUILD NOTHING", Factory()),
        ("PRODUCTION", Production()),
        ("PRODUCE", Production()),
        ("PRODUCTION ALL", Production()),
        ("PRODUCTION: ALL", Production()),
        ("PRODUCTION NONE", Production(None, "none")),
        ("PRODUCTION B NONE", Production("b", "none")),
        ("PRODUCTION A", Production("a")),
        ("PRODUCTION-A", Production("a")),
        ("PRODUCTION (b)", Production("b")),
        ("PRODUCTION Beijing", Production(None, "only", (R("Beijing"),))),
        ("PRODUCE A: Bei and Sha", Production("a", "only", (R("Beijing"), R("Shanghai")))),
        ("PRODUCTION EXCEPT Beijing", Production(None, "except", (R("Beijing"),))),
        ("PRODUCTION B ALL EXCEPT Bei, Sha", Production("b", "except", (R("Bei"), R("Sha")))),
        ("PRODUCTION ALL BUT Beijing", Production(None, "except", (R("Beijing"),))),
        ("IMPORT", Import()),
        ("IMPORT NONE", Import()),
        (
            "IMPORT 2 ARMIES Beijing, FLEET Shanghai",
            Import((Imported(A, 2, R("Beijing")), Imported(F, 1, R("Shanghai")))),
        ),
        (
            "import 2 armies in Beijing and a fleet Shanghai",
            Import((Imported(A, 2, R("Beijing")), Imported(F, 1, R("Shanghai")))),
        ),
        ("IMPORT 2A Bei + F Sha", Import((Imported(A, 2, R("Bei")), Imported(F, 1, R("Sha"))))),
        ("IMPORT three armies Beijing", Import((Imported(A, 3, R("Beijing")),))),
        (
            "IMPORT ARMY Beijing, Shanghai",
            Import((Imported(A, 1, R("Beijing")), Imported(A, 1, R("Shanghai")))),
        ),
        ("MANEUVER", Maneuver()),
        ("MANOEUVRE A", Maneuver("a")),
        ("MANEUVER B:", Maneuver("b")),
        ("MANEUVER A NONE", Maneuver("a")),
        ("INVESTOR", Investor()),
        ("TAXATION", Taxation()),
        ("TAX", Taxation()),
    ],
)
def test_2_2_actions(text: str, expected: Action) -> None:
    """The table of section 2, its other spellings, and what people write for them."""
    assert action(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "offered"),
    [
        ("F", "too-short", "FACTORY"),
        ("F Chongqing", "too-short", "FACTORY Chongqing"),
        ("P", "too-short", "PRODUCTION"),
        ("P A", "too-short", "PRODUCTION A"),
        ("I 2 A Beijing", "too-short", "IMPORT 2 A Beijing"),
        ("M", "too-short", "MANEUVER"),
        ("M B", "too-short", "MANEUVER B"),
        ("T", "too-short", "TAXATION"),
        ("BUILD", "missing-name", "FACTORY"),
        ("FACTORY Beijing, Shanghai", "one-factory", "FACTORY Shanghai"),
        ("FACTORY Rome, please", "one-factory", "FACTORY Rome"),
        ("FACTORY Beijink", "unknown-name", "Beijing"),
        ("PRODUCTION C", "not-understood", "PRODUCTION A"),
        ("PRODUCTION EXCEPT", "missing-name", "PRODUCTION"),
        ("PRODUCTION Beijink", "unknown-name", "Beijing"),
        ("IMPORT Beijing", "no-unit", "IMPORT ARMY Beijing"),
        ("IMPORT 2 ARMIES Beijing, Shanghai", "no-unit", "2 ARMIES Shanghai"),
        ("IMPORT ALL ARMIES Beijing", "bad-number", "IMPORT NONE"),
        ("IMPORT 0 ARMIES Beijing", "bad-number", "IMPORT NONE"),
        ("IMPORT 100 ARMIES Beijing", "bad-number", "IMPORT NONE"),
        ("IMPORT ARMY", "missing-name", "IMPORT NONE"),
        ("TAXATION now", "not-understood", "TAXATION"),
        ("INVESTOR 9 IN China", "not-understood", "INVEST <price> IN <nation>"),
        ("TAXTION", "unknown-order", "TAXATION"),
        ("PRODCTION A", "unknown-order", "PRODUCTION A"),
        ("Good luck to all", "unknown-order", "END"),
    ],
)
def test_2_3_actions_that_are_refused(text: str, code: str, offered: str) -> None:
    """Each refusal has a code, and offers what can be written instead."""
    found = refusal(f"CHINA: {text}")
    assert isinstance(found, SyntaxRefusal)
    assert found.code == code
    assert not offered or offered in found.legal


def test_2_4_a_letter_that_may_be_an_army() -> None:
    """`MANEUVER A Beijing -> Mongolia` is refused: the A may be the space's or an army."""
    found = refusal("CHINA: MANEUVER A Beijing -> Mongolia")
    assert isinstance(found, AmbiguousRefusal)
    assert found.code == "ambiguous-letter"
    for text in found.legal:
        assert read(f"CHINA: {text}").statements[0].command is not None


@pytest.mark.parametrize(
    "text",
    ["MANEUVER A: 2 ARMIES Bei -> Mon", "MANEUVER A 2A Bei -> Mon", "MANEUVER A\n2 A Bei to Mon"],
)
def test_2_5_the_first_line_may_follow_at_once(text: str) -> None:
    """`MANEUVER A 2A x -> y` is understood."""
    assert action(text) == Maneuver("a", (Move(A, 2, R("Beijing"), R("Mongolia")),))


# 1, 2, 9. Blocks


def test_1_1_without_a_heading_lines_belong_to_the_own_turn() -> None:
    """If the sender has just one nation's turn to decide, no heading is needed."""
    assert one("TAXATION", CHINA).command == Turn(CHINA, Taxation())
    both = one("MANEUVER\nARMY Beijing -> Mongolia", CHINA)
    assert isinstance(both.command, Turn)
    assert both.nation == CHINA
    assert [line.text for line in both.parts] == ["ARMY Beijing -> Mongolia"]


def test_1_2_without_own_turn_a_heading_is_needed() -> None:
    """All lines of the headless turn are refused together, once."""
    statement = one("MANEUVER\nARMY Beijing -> Mongolia")
    assert statement.refusal is not None
    assert statement.refusal.code == "no-heading"
    assert len(statement.lines) == 2
    assert len(statement.faults) == 1


def test_1_3_an_unknown_nation() -> None:
    """The whole block is refused with the nearest names; the rest of the mail stands."""
    bad, good = read("CHNIA: MANEUVER\nARMY Beijing -> Mongolia\nINDIA: TAX").statements
    assert bad.refusal is not None
    assert (bad.refusal.code, bad.nation) == ("unknown-name", None)
    assert "China" in bad.refusal.legal
    assert len(bad.lines) == 2
    assert good.command == Turn(INDIA, Taxation())


def test_1_4_a_heading_may_be_a_beginning() -> None:
    """Before a colon three letters are enough; without one only the whole name counts."""
    turn = Turn(NationId("great-britain"), Taxation())
    assert read("gre: TAX", names=EUROPE).statements[0].command == turn
    assert read("Great Britain TAX", names=EUROPE).statements[0].command == turn
    assert read("Gre TAX", names=EUROPE).statements[0].command is None


def test_9_1_a_bad_line_refuses_its_block_and_only_that() -> None:
    """A block is taken wholly or not at all; every bad line is told."""
    text = "CHINA: MANEUVER\nARMY Beijing -> Mongolio\nARMY Beijing -> Korea\nxyz\nINDIA: TAX"
    bad, good = read(text).statements
    assert bad.command is None
    assert bad.nation == CHINA
    assert [(f.line.number, f.refusal.code) for f in bad.faults] == [
        (2, "unknown-name"),
        (4, "unknown-order"),
    ]
    assert bad.at == bad.lines[1]
    assert "END" in str(bad.faults[1].refusal)
    assert good.command == Turn(INDIA, Taxation())


def test_9_2_a_misspelt_maneuver_is_the_only_fault() -> None:
    """The moves below it are not complained of."""
    for text, own in (("CHINA: MANUEVER A", None), ("MANUEVER A", CHINA)):
        statement = one(f"{text}\nARMY Beijing -> Mongolia", own)
        assert len(statement.lines) == 2
        assert [f.refusal.code for f in statement.faults] == ["unknown-order"]
        assert "MANEUVER" in str(statement.faults[0].refusal)


@pytest.mark.parametrize(
    "text",
    ["CHINA:\nCHINA: TAXATION", "CHINA:\nTAXATION", "CHINA: TAXATION\nCHINA:", "CHINA:\n\nSTATUS"],
)
def test_an_empty_heading_is_a_form_that_nobody_filled_in(text: str) -> None:
    """Section 1: a whole order may be copied under, or above, the form of a report."""
    parsed = read(text)
    assert [s.refusal for s in parsed.statements] == [None]


@pytest.mark.parametrize(
    ("text", "code", "offered"),
    [
        ("CHINA:", "empty-block", "CHINA: TAXATION"),
        ("CHINA: TAXATION\nFACTORY", "two-actions", "TAXATION"),
        ("CHINA: MANEUVER\nARMY Bei -> Mon\nTAXATION", "two-actions", "TAXATION"),
        ("CHINA:\nARMY Bei -> Mon", "no-maneuver", "CHINA: MANEUVER"),
        ("CHINA: TAXATION\nARMY Bei -> Mon", "no-maneuver", "MANEUVER"),
        ("CHINA: INVEST 9 IN China", "answer-in-block", "INVESTOR"),
        ("CHINA:\nFIGHT Russia IN Korea", "answer-in-block", "FIGHT Russia IN Korea"),
    ],
)
def test_9_3_blocks_that_are_refused(text: str, code: str, offered: str) -> None:
    """One action a block, with everything that belongs to it."""
    found = refusal(text)
    assert found.code == code
    assert offered in found.legal


def test_9_4_two_blocks_of_one_nation() -> None:
    """Neither is taken: which one is meant?"""
    for text in ("CHINA: TAX\nCHINA: FACTORY", "TAX\nINDIA: TAX\nCHINA: FACTORY"):
        refused = read(text, CHINA).refused
        assert [s.nation for s in refused] == [CHINA, CHINA]
        assert all(s.refusal and s.refusal.code == "two-blocks" for s in refused)


def test_9_5_answers_end_the_block() -> None:
    """`INVESTOR` and the investment in one mail: two statements."""
    turn, invest = read("INDIA:\nINVESTOR\nINVEST 6 IN USA").statements
    assert turn.command == Turn(INDIA, Investor())
    assert invest.command == Invest(6, N("USA"))


def test_9_6_a_line_behind_the_end_refuses_the_block() -> None:
    """Half a turn is not taken."""
    text = "CHINA: MANEUVER\nARMY Bei -> Mon\nPASS\nARMY Bei -> Kor"
    turn, answer = read(text, INDIA).statements
    assert turn.refusal is not None
    assert turn.at is not None
    assert (turn.refusal.code, turn.at.number) == ("after-answer", 4)
    assert len(turn.lines) == 3
    assert answer.command == Pass()


def test_6_1_give_inside_a_block_is_carried_out_before_it() -> None:
    """Also the commands of the mail stand for themselves, and do not end the block."""
    text = "CHINA: MANEUVER\nGIVE 2 TO China\nARMY Bei -> Mon\nCHECK\nSTATUS\nARMY Bei -> Kor"
    *asides, turn = read(text).statements
    assert [s.command for s in asides] == [Give(2, CHINA), Check(), StatusWanted()]
    assert isinstance(turn.command, Turn)
    assert len(turn.parts) == 2
    first, second = read("CHINA: GIVE 2 TO China\nTAX").statements
    assert first.command == Give(2, CHINA)
    assert second.command == Turn(CHINA, Taxation())


def test_9_7_an_unknown_line_outside_blocks_stands_alone() -> None:
    """It does not take an answer with it."""
    answer, bad = read("PASS\nINVST 9 IN China").statements
    assert answer.command == Pass()
    assert bad.refusal is not None
    assert "INVEST" in str(bad.refusal)


# 3. Maneuver lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ARMY Beijing -> Mongolia", Move(A, 1, R("Beijing"), R("Mongolia"))),
        ("a bei to mong", Move(A, 1, R("Beijing"), R("Mongolia"))),
        ("ARMIES Bei -> Mon", Move(A, 1, R("Beijing"), R("Mongolia"))),
        ("an army from Beijing to Mongolia", Move(A, 1, R("Beijing"), R("Mongolia"))),
        ("MOVE 2 ARMIES Bei -> Mon", Move(A, 2, R("Beijing"), R("Mongolia"))),
        ("2A Bei -> Mon", Move(A, 2, R("Beijing"), R("Mongolia"))),
        ("2 x A Bei -> Mon", Move(A, 2, R("Beijing"), R("Mongolia"))),
        ("two armies Bei -> Mon", Move(A, 2, R("Beijing"), R("Mongolia"))),
        ("ALL ARMIES Bei -> Mon", Move(A, "all", R("Beijing"), R("Mongolia"))),
        ("F Sha -> China Sea", Move(F, 1, R("Shanghai"), R("China Sea"))),
        ("all f sha - china sea", Move(F, "all", R("Shanghai"), R("China Sea"))),
        (
            "ARMY Bei -> Korea VIA Sea of Japan, China Sea",
            Move(A, 1, R("Bei"), R("Korea"), (R("Sea of Japan"), R("China Sea"))),
        ),
        (
            "ARMY Bei -> Korea VIA SoJ and CS",
            Move(A, 1, R("Bei"), R("Korea"), (R("Sea of Japan"), R("China Sea"))),
        ),
        (
            "ARMY Bei -> Vlad HOSTILE",
            Move(A, 1, R("Bei"), R("Vladivostok"), status=Status.HOSTILE),
        ),
        (
            "ARMY Bei -> Vlad, friendly",
            Move(A, 1, R("Bei"), R("Vladivostok"), status=Status.FRIENDLY),
        ),
        (
            "ARMY Bei -> Vlad FIGHT Russia",
            Move(A, 1, R("Bei"), R("Vladivostok"), battle=Battle(N("Russia"))),
        ),
        (
            "2 A Bei -> Vlad VIA SoJ HOSTILE and FIGHT Russia FLEET 1",
            Move(
                A,
                2,
                R("Bei"),
                R("Vlad"),
                (R("SoJ"),),
                Status.HOSTILE,
                Battle(N("Russia"), F, 1),
            ),
        ),
        (
            "A Bei -> Vlad FIGHT Russia FLEET HOSTILE",
            Move(A, 1, R("Bei"), R("Vlad"), (), Status.HOSTILE, Battle(N("Russia"), F)),
        ),
        (
            "A Bei -> Vlad FIGHT Russia IN Vladivostok",
            Move(A, 1, R("Bei"), R("Vlad"), battle=Battle(N("Russia"))),
        ),
        ("A Bei -> Vlad PEACE", Move(A, 1, R("Bei"), R("Vlad"))),
        ("FIGHT USA IN China Sea", FightThere(Battle(N("USA")), R("China Sea"))),
        ("FIGHT USA ALL IN China Sea", FightThere(Battle(N("USA")), R("China Sea"))),
        ("fight usa fleet 2 in CS", FightThere(Battle(N("USA"), F, 2), R("China Sea"))),
        ("fight usa 2 fleets in CS", FightThere(Battle(N("USA"), F, 2), R("China Sea"))),
        ("fight usa 2f in CS", FightThere(Battle(N("USA"), F, 2), R("China Sea"))),
        ("FIGHT USA 2 IN CS", FightThere(Battle(N("USA"), None, 2), R("China Sea"))),
        ("STATUS ARMY Vlad HOSTILE", ChangeStatus(1, R("Vlad"), Status.HOSTILE)),
        ("STATUS 3 ARMIES in Vlad FRIENDLY", ChangeStatus(3, R("Vlad"), Status.FRIENDLY)),
        ("STATUS ALL A Vlad HOSTILE", ChangeStatus("all", R("Vlad"), Status.HOSTILE)),
        ("STATUS 2 Vlad HOSTILE", ChangeStatus(2, R("Vlad"), Status.HOSTILE)),
        ("STATUS Vlad HOSTILE", ChangeStatus(1, R("Vlad"), Status.HOSTILE)),
        ("DESTROY Vladivostok", Destroy(R("Vlad"))),
        ("DESTROY the factory in Vladivostok", Destroy(R("Vlad"))),
        ("FLAGS Mongolia, China Sea", FlagsFirst((R("Mongolia"), R("China Sea")))),
        ("FLAGS: Mon and CS", FlagsFirst((R("Mongolia"), R("China Sea")))),
    ],
)
def test_3_1_maneuver_lines(text: str, expected: ManeuverLine) -> None:
    """The table of section 3, and what people write for it."""
    assert part(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "offered"),
    [
        ("Beijing -> Korea", "no-unit", "ARMY Beijing -> Korea"),
        ("2 Beijing -> Korea", "no-unit", "2 ARMIES Beijing -> Korea"),
        ("ARMY Beijing", "no-arrow", "ARMY <from> -> <to>"),
        ("ARMY Beijing ->", "no-arrow", "ARMY <from> -> <to>"),
        ("ARMY Vlad HOSTILE", "no-arrow", "STATUS ARMY Vlad HOSTILE"),
        ("ARMY Bei -> CS -> Korea", "many-places", "ARMY Bei -> Korea VIA CS"),
        ("ARMY Bei -> Switzerland", "impassable", "ARMY <from> -> <to>"),
        ("ARMY Bei -> Monglia", "unknown-name", "Mongolia"),
        ("ARMY Bei -> Chi", "ambiguous-name", "Chicago"),
        ("ARMY Bei -> Vlad HOSTIL", "unknown-word", "HOSTILE"),
        ("ARMY Bei -> Vlad HOSTILE please", "not-understood", "ARMY <from> -> <to>"),
        ("ARMY Bei -> Vlad HOSTILE FRIENDLY", "contradiction", "ARMY <from> -> <to>"),
        ("ARMY Bei -> Vlad FIGHT Russia PEACE", "contradiction", "ARMY <from> -> <to>"),
        ("ARMY Bei -> Vlad HOSTILE HOSTILE", "twice", "ARMY <from> -> <to>"),
        ("ARMY Bei -> Vlad FIGHT", "no-enemy", "FIGHT <nation> IN <region>"),
        ("ARMY Bei -> Vlad FIGHT Russia IN Korea", "contradiction", "FIGHT Russia IN Korea"),
        ("ARMY Bei -> Kor VIA", "missing-name", "ARMY <from> -> <to>"),
        ("VIA China Sea", "continuation", "ARMY <from> -> <to>"),
        ("0 ARMIES Bei -> Mon", "bad-number", "ARMY <from> -> <to>"),
        ("100 ARMIES Bei -> Mon", "bad-number", "ARMY <from> -> <to>"),
        ("9999999999 ARMIES Bei -> Mon", "bad-number", "ARMY <from> -> <to>"),
        ("FIGHT Russia", "no-place", "FIGHT <nation> IN <region>"),
        ("FIGHT IN Korea", "no-enemy", "FIGHT <nation> IN <region>"),
        ("STATUS ARMY Vlad", "no-status", "STATUS <n> ARMIES <province> HOSTILE"),
        ("STATUS FLEET Vlad HOSTILE", "only-armies", "STATUS <n> ARMIES <province> HOSTILE"),
        ("DESTROY", "missing-name", "DESTROY <province>"),
        ("FLAGS", "missing-name", "FLAGS <region>, <region>"),
        ("DESTROI Vlad", "unknown-order", "DESTROY <province>"),
    ],
)
def test_3_2_maneuver_lines_that_are_refused(text: str, code: str, offered: str) -> None:
    """Each is shown beside its line, with what can be written instead."""
    found = part_refusal(text)
    assert found.code == code
    assert offered in found.legal


def test_3_3_the_order_is_kept_and_each_part_has_its_line() -> None:
    """`parts[i]` is the text of `lines[i]`, so that the rules' refusals find their line."""
    text = "CHINA: MANEUVER A ARMY Bei -> Mon\nF Sha -> CS; A Bei -> Kor\nFLAGS Mon\nDESTROY Vlad"
    statement = one(text)
    assert isinstance(statement.command, Turn)
    assert isinstance(statement.command.action, Maneuver)
    texts = [line.text for line in statement.parts]
    assert texts == [
        "CHINA: MANEUVER A ARMY Bei -> Mon",
        "F Sha -> CS",
        "A Bei -> Kor",
        "FLAGS Mon",
        "DESTROY Vlad",
    ]
    assert len(statement.command.action.lines) == len(texts)
    assert len(statement.lines) == 5


def test_3_4_several_lines_of_flags_are_one_list() -> None:
    """They are joined at the place of the first."""
    expected = (FlagsFirst((R("Mon"), R("CS"), R("Kor"))), Move(A, 1, R("Bei"), R("Mon")))
    text = "MANEUVER\nFLAGS Mon, CS\nA Bei -> Mon\nFLAGS Kor"
    assert action(text) == Maneuver(None, expected)
    assert len(one(f"CHINA: {text}").parts) == 2


def test_3_5_fight_inside_a_maneuver_is_one_of_its_lines() -> None:
    """Also directly behind the moves; above the block, or in another one, it is an answer."""
    fight = "FIGHT Russia IN Korea"
    (inside,) = read(f"CHINA: MANEUVER\nA Bei -> Kor\n{fight}").statements
    assert len(inside.parts) == 2
    above, _ = read(f"{fight}\nCHINA: MANEUVER\nA Bei -> Kor").statements
    assert above.command == Fight(N("Russia"), region=R("Korea"))
    _, below = read(f"CHINA: TAXATION\n{fight}").statements
    assert below.command == above.command


def test_3_6_peace_behind_a_maneuver_is_an_answer() -> None:
    """No line of a maneuver begins so."""
    turn, peace = read("CHINA: MANEUVER\nA Bei -> Kor\nPEACE IN Korea").statements
    assert isinstance(turn.command, Turn)
    assert peace.command == Peace(R("Korea"))


# 4. Investing; 5. Answers; 6. At any time


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INVEST 9 IN China", Invest(9, CHINA)),
        ("invest 9M in chi", Invest(9, CHINA)),
        ("INVEST 9 M IN China.", Invest(9, CHINA)),
        ("INVEST 9 China", Invest(9, CHINA)),
        ("BUY 9 IN China", Invest(9, CHINA)),
        ("INVEST 12 IN China FOR 4", Invest(12, CHINA, 4)),
        ("INVEST 12 FOR 4M IN China", Invest(12, CHINA, 4)),
        ("UPGRADE 4 TO 12 IN China", Invest(12, CHINA, 4)),
        ("UPGRADE 4 -> 12 IN China", Invest(12, CHINA, 4)),
        ("PASS", Pass()),
        ("INVEST NONE", Pass()),
        ("FIGHT", Fight()),
        ("FIGHT Russia", Fight(N("Russia"))),
        ("FIGHT Russia FLEET 1 IN SoJ", Fight(N("Russia"), F, 1, R("SoJ"))),
        ("FIGHT Russia 2 ARMIES IN Korea", Fight(N("Russia"), A, 2, R("Korea"))),
        ("FIGHT FLEET", Fight(unit=F)),
        ("FIGHT IN Korea", Fight(region=R("Korea"))),
        ("PEACE", Peace()),
        ("PEACE IN Korea", Peace(R("Korea"))),
        ("ALLOW", Allow()),
        ("ALLOW Suez", Allow(WORLD.canal("suez"))),
        ("DENY Panama Canal", Deny(WORLD.canal("panama"))),
        ("FORCE", Force()),
        ("FORCE China", Force(CHINA)),
        ("LET China PASS", LetPass(CHINA)),
        ("LET it PASS", LetPass()),
        ("GIVE 3 TO China", Give(3, CHINA)),
        ("GIVE 3M to the chi", Give(3, CHINA)),
        ("GIVE 150 TO China", Give(150, CHINA)),
    ],
)
def test_4_1_investing_and_answers(text: str, expected: Command) -> None:
    """The tables of sections 4 to 6, and what people write for them."""
    assert command(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "offered"),
    [
        ("INVEST", "incomplete", "INVEST <price> IN <nation>"),
        ("INVEST 9", "incomplete", "PASS"),
        ("INVEST IN China", "incomplete", "PASS"),
        ("INVEST 9 IN China FOR", "incomplete", "PASS"),
        ("INVEST 0 IN China", "bad-number", "PASS"),
        ("INVEST 900 IN China", "bad-number", "PASS"),
        ("INVEST -9 IN China", "bad-number", "PASS"),
        ("INVEST 9 IN Chima", "unknown-name", "China"),
        ("UPGRADE 12 IN China", "incomplete", "UPGRADE <old price> TO <new price> IN <nation>"),
        ("PASS China", "not-understood", "LET <nation> PASS"),
        ("PEACE Korea", "not-understood", "PEACE IN <region>"),
        ("FIGHT Russia IN", "missing-name", "FIGHT <nation> IN <region>"),
        ("FIGHT Rusia", "unknown-name", "Russia"),
        ("ALLOW Sues", "unknown-name", "Suez Canal"),
        ("FORCE Chnia", "unknown-name", "China"),
        ("LET China", "incomplete", "LET <nation> PASS"),
        ("GIVE 3", "incomplete", "GIVE <n> TO <nation>"),
        ("GIVE 1000 TO China", "bad-number", "GIVE <n> TO <nation>"),
        ("GIVE half TO China", "bad-number", "GIVE <n> TO <nation>"),
    ],
)
def test_4_2_investing_and_answers_that_are_refused(text: str, code: str, offered: str) -> None:
    """Each refusal has a code, and offers what can be written instead."""
    found = refusal(text)
    assert found.code == code
    assert not offered or offered in found.legal


# 8. Commands of the mail itself


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GAME spring-2030", GameIs("spring-2030")),
        ("game: x1", GameIs("x1")),
        ("FOR TURN 12", ForTurn(12)),
        ("KEY s3cret", Key("s3cret")),
        ("CHECK", Check()),
        ("status", StatusWanted()),
        ("HELP", HelpWanted()),
        ("help invest", HelpWanted("INVEST")),
    ],
)
def test_8_1_commands_of_the_mail(text: str, expected: MailCommand) -> None:
    """The part of the list that is available."""
    assert command(text) == expected


@pytest.mark.parametrize("text", ["GAME", "GAME a b", "KEY", "FOR TURN", "FOR TURN x", "CHECK it"])
def test_8_2_commands_of_the_mail_that_are_refused(text: str) -> None:
    """With the form of the command."""
    assert text.split()[0] in refusal(text).legal[0]


def test_8_3_a_key_is_never_repeated() -> None:
    """Not in a message, and not in a `repr`."""
    found = refusal("KEY s3cret and more")
    assert "s3cret" not in str(found) + "".join(found.legal)
    assert "s3cret" not in repr(command("KEY s3cret"))


def test_8_5_a_broadcast_is_refused_with_all_that_belongs_to_it() -> None:
    """Otherwise a part would be carried out that is meant for another reader."""
    text = "BROADCAST\nFRANCE: TAX\nCHINA: TAX\nEND BROADCAST"
    refused, after = read(f"{text}\nINDIA: TAX").statements
    assert refused.refusal is not None
    assert refused.refusal.code == "for-moderators"
    assert [line.text for line in refused.lines] == text.split("\n")
    assert after.command == Turn(INDIA, Taxation())


@pytest.mark.parametrize("text", ["BROADCAST\nCHINA: TAX", "AS Ann:\nCHINA: TAX\nPASS"])
def test_8_6_open_ends(text: str) -> None:
    """A broadcast without an end, and another player's orders, reach to the end of the mail."""
    assert refusal(text).code == "for-moderators"
    assert len(read(f"{text}\nAS Bob: TAX").statements) == (2 if text.startswith("AS") else 1)


@pytest.mark.parametrize(
    "text",
    [
        "." * 100_000 + "x",
        "a " * 50_000,
        "and " * 25_000,
        "ARMY Bei -> " * 10_000,
        "CHINA: MANEUVER A 2" + " 2" * 50_000,
        "CHINA: IMPORT " + "ARMY Beijing, " * 5_000,
        "FIGHT " + "2 " * 50_000,
        "INVEST " + "9" * 100_000 + " IN China",
        "x" * 100_000 + ": TAXATION",
        "CHINA: TAX " + "!" * 100_000 + "x",
        "-> " * 30_000,
        "IF " + "NOT " * 25_000 + "CASH = 1",
        "IF CASH = 1" + " AND CASH = 1" * 10_000,
        "IF CHINA" + " ON" * 30_000,
        "TAXATION" + " ELSE TAXATION" * 7_000,
        "STANCE " + "FIGHT " * 15_000,
    ],
    ids=range(16),
)
def test_9_8_long_lines_are_read_in_bounded_time(text: str) -> None:
    """A mail is no way to stop the daemon."""

    def work(text: str) -> None:
        for statement in read(f"CHINA: MANEUVER\n{text}").statements + read(text).statements:
            if statement.refusal is not None:
                assert len(str(statement.refusal)) < 300

    in_linear_time(work, text)


# The scenarios: whatever they expect to be accepted can be read.


def _cases() -> Iterator[tuple[str, str, str]]:
    shared = Path(os.environ.get("PBEM_SHARED", "/nowhere"))
    for path in sorted(shared.glob("cases/*/*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        orders = case.get("orders", [])
        replies = case["expect"].get("replies", [{}] * len(orders))
        for number, (order, reply) in enumerate(zip(orders, replies, strict=True), 1):
            if reply.get("accepted", True):
                yield f"{path.parent.name}/{path.stem}/{number}", case["rules"], order["text"]


@pytest.mark.skipif("PBEM_SHARED" not in os.environ, reason="PBEM_SHARED does not name the cases")
def test_9_9_accepted_orders_of_the_scenarios_can_be_read() -> None:
    """No accepted text is refused here, and nothing of it is ignored."""
    cases = list(_cases())
    assert cases
    for name, rules, text in cases:
        names = Names(load_game(rules))
        scanned = scan(text, names.headings)
        assert not scanned.ignored, name
        parsed = parse(names, scanned, None)
        assert parsed.statements, name
        assert not parsed.refused, (name, parsed.refused)
