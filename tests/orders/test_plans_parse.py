"""What is left ahead of time, read and written: order language, section 7."""

from __future__ import annotations

from datetime import date
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.board.ids import NationId, PlayerId, RegionId, Space
from pbem.board.load import load_game
from pbem.ground.errors import Refusal
from pbem.orders.ahead.plans import (
    InvestAlternative,
    InvestChoice,
    InvestPlan,
    Order,
    TurnAlternative,
    TurnPlan,
)
from pbem.orders.ahead.written import format_order
from pbem.orders.parser.parse import parse
from pbem.orders.parser.read_blocks import MOST_ALTERNATIVES
from pbem.orders.parser.statements import Statement
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.names import Names
from pbem.orders.verbs.ahead.canal import CanalRule
from pbem.orders.verbs.ahead.cancel import Cancel
from pbem.orders.verbs.ahead.conditions import (
    BondFree,
    CardIs,
    CashIs,
    Compared,
    Condition,
    GovernmentIs,
    NationOn,
    PowerIs,
    Test,
    TreasuryIs,
    UnitsIn,
)
from pbem.orders.verbs.ahead.if_ import MOST_CONDITIONS
from pbem.orders.verbs.ahead.stance import Stance
from pbem.orders.verbs.ahead.swiss import SwissRule
from pbem.orders.verbs.answers.yes_no import YesNo
from pbem.orders.verbs.clock.absence import Absence
from pbem.orders.verbs.clock.back import Back
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.show import StandingWanted
from pbem.orders.verbs.proposals.consent import Consent, Topic
from pbem.orders.verbs.proposals.draw import Draw
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import TakeBack
from pbem.orders.verbs.written import WIDTH
from pbem.rules import commands as c
from pbem.rules.commands import Command, Invest, Pass, Taxation, Turn

PLAYERS = tuple(PlayerId(name) for name in ("Ann", "Jean-Luc", "Romeo and Juliet", "Άννα"))
WORLD = Names(load_game("imperial-2030")).with_players(PLAYERS)
ANN = PLAYERS[0]
CHINA, INDIA, RUSSIA = (NationId(n) for n in ("china", "india", "russia"))
KOREA, BEIJING = RegionId("korea"), RegionId("beijing")
SUEZ = WORLD.canal("Suez")
RELAXED = settings(deadline=None)


def read(text: str, own: NationId | None = None) -> tuple[Statement, ...]:
    """The statements of a text, as a mail's."""
    return parse(WORLD, scan(text, WORLD.headings), own).statements


def bare(text: str) -> tuple[Statement, ...]:
    """The statements of lines that are all taken for orders."""
    lines = tuple(TextLine(n, clean(line), line) for n, line in enumerate(text.split("\n"), 1))
    return parse(WORLD, Scan(lines, ()), None).statements


def order(text: str, own: NationId | None = None) -> Command | Order | MailCommand | None:
    """The only order of a text."""
    (statement,) = read(text, own)
    assert statement.command is not None, statement.refusal
    return statement.command


def refusal(text: str) -> Refusal:
    """Why the only statement of a text is refused."""
    (statement,) = bare(text)
    assert statement.refusal is not None, statement.command
    return statement.refusal


def turn(action: c.Action, *conditions: Condition, nation: NationId = CHINA) -> TurnAlternative:
    return TurnAlternative(Turn(nation, action), conditions)


def condition_of(text: str) -> Test:
    found = order(f"WHEN INVESTING:\nIF {text}\nPASS")
    assert isinstance(found, InvestPlan)
    (condition,) = found.alternatives[0].conditions
    assert condition.holds
    return condition.test


RICH = Condition(TreasuryIs(CHINA, Compared.AT_LEAST, 5))


# Alternatives


@pytest.mark.parametrize(
    "text",
    [
        "CHINA:\n  FACTORY Beijing\n  ELSE\n  TAXATION",
        "CHINA: FACTORY Beijing\nELSE\nTAXATION",
        "CHINA: FACTORY Beijing ELSE TAXATION",
        "china: factory bei; else; tax",
        "CHINA: FACTORY Beijing\nELSE TAXATION",
        "CHINA: FACTORY Beijing\nELSE\nCHINA: TAXATION",
        "CHINA: FACTORY Beijing ELSE CHINA: TAXATION",
        "ORDERS China\nFACTORY Beijing\n\nELSE:\nTAXATION",
    ],
)
def test_7_1_else_parts_a_block_into_alternatives(text: str) -> None:
    """On a line of its own, or within a line; a copied line may repeat the heading."""
    assert order(text) == TurnPlan(CHINA, (turn(c.Factory(BEIJING)), turn(c.Taxation())))


def test_7_2_each_alternative_is_a_whole_maneuver() -> None:
    """FIGHT belongs to the maneuver of its own alternative."""
    text = (
        "CHINA: MANEUVER A\nARMY Beijing -> Korea\nFIGHT India IN Korea\nELSE\n"
        "MANEUVER A\nFLEET Shanghai -> China Sea\nELSE\nTAXATION\nFIGHT India IN Korea"
    )
    plan, answer = read(text)
    assert isinstance(plan.command, TurnPlan)
    first, second, _ = (a.command.action for a in plan.command.alternatives)
    assert isinstance(first, c.Maneuver)
    assert isinstance(second, c.Maneuver)
    assert (len(first.lines), len(second.lines)) == (2, 1)
    assert [s.line.text for s in plan.sources] == ["CHINA: MANEUVER A", "MANEUVER A", "TAXATION"]
    assert [p.text for p in plan.sources[0].parts] == [
        "ARMY Beijing -> Korea",
        "FIGHT India IN Korea",
    ]
    assert answer.command == c.Fight(INDIA, region=KOREA)


@pytest.mark.parametrize(
    "text",
    [
        "INVEST 9 IN China ELSE INVEST 6 IN China ELSE PASS",
        "INVEST 9 IN China\nELSE\nINVEST 6 IN China\nELSE PASS",
        "invest 9 china else invest 6 china else pass",
    ],
)
def test_7_3_investments_have_alternatives(text: str) -> None:
    alternatives = tuple(
        InvestAlternative(command) for command in (Invest(9, CHINA), Invest(6, CHINA), Pass())
    )
    assert order(text) == InvestChoice(alternatives)
    assert order(f"WHEN INVESTING:\n{text}") == InvestPlan(alternatives)
    assert order(f"WHEN INVESTING: {text}") == InvestPlan(alternatives)


def test_7_4_a_block_of_one_order_is_that_order() -> None:
    """Whether it is kept is not said by its form."""
    assert order("CHINA: TAXATION") == Turn(CHINA, Taxation())


def test_7_5_lines_without_a_heading_may_have_alternatives() -> None:
    found = order("IF TREASURY China >= 5\nFACTORY Beijing\nELSE\nTAXATION", own=CHINA)
    assert found == TurnPlan(CHINA, (turn(c.Factory(BEIJING), RICH), turn(c.Taxation())))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("CHINA: TAXATION\nELSE", "empty-alternative"),
        ("CHINA:\nELSE\nTAXATION", "empty-alternative"),
        ("ELSE\nPASS", "empty-alternative"),
        ("ELSE TAXATION", "no-heading"),
        ("CHINA:\nIF CASH >= 3", "empty-alternative"),
        ("IF CASH >= 3", "empty-alternative"),
        ("WHEN INVESTING:", "empty-block"),
        ("WHEN INVESTING:\nINVEST 9 IN China\nINVEST 6 IN China", "two-orders"),
        ("WHEN INVESTING:\nPASS\nTo be, or not to be", "unknown-order"),
        ("WHEN INVESTING:\nIF CASH >= 3\nTAXATION", "no-investment"),
        ("WHEN INVESTING:\nPEACE", "no-investment"),
        ("FIGHT ELSE PEACE", "no-investment"),
        ("CHINA: TAXATION ELSE PASS", "answer-in-block"),
        ("CHINA: TAXATION ELSE ARMY Beijing -> Korea", "no-maneuver"),
        ("CHINA: TAXATION\nIF CASH >= 3\nFACTORY", "late-condition"),
        ("CHINA: TAXATION\nIf you ask me, it is enough.", "late-condition"),
        ("CHINA: TAXATION\nFACTORY Beijing", "two-actions"),
        ("IF CASH >= 3\nGIVE 2 TO China", "no-condition"),
        ("CHINA:\nIF CASH >= 3\nSTANCE PEACE", "no-condition"),
        ("CHINA:" + "\nELSE".join(["\nTAXATION"] * (MOST_ALTERNATIVES + 1)), "too-many"),
    ],
)
def test_7_6_what_is_no_alternative_refuses_the_block(text: str, code: str) -> None:
    """With all its lines: otherwise a part would be done that is meant for another case."""
    (statement,) = bare(text)
    assert statement.refusal is not None
    assert statement.refusal.code == code
    assert str(statement.refusal).endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "CHINA: TAXATION\nELSE\nINDIA: TAXATION",
        "CHINA:\nIF CASH >= 3\nINDIA: TAXATION",
        "CHINA:\nIF CASH >= 3\nWHEN INVESTING: PASS",
        "WHEN INVESTING:\nIF CASH >= 3\nCHINA: TAXATION",
    ],
)
def test_7_7_half_an_alternative_refuses_what_follows_it(text: str) -> None:
    """It may have been meant for that case only."""
    assert [s.command for s in read(text)] == [None, None]


def test_7_8_a_condition_may_stand_above_the_heading() -> None:
    """And belongs to that block alone."""
    first, second = read("IF TREASURY China >= 5\nCHINA: FACTORY Beijing\nINDIA: TAXATION")
    assert first.command == TurnPlan(CHINA, (turn(c.Factory(BEIJING), RICH),))
    assert second.command == Turn(INDIA, Taxation())


@pytest.mark.parametrize("text", ["CHINA: TAX\nCHINA: FACTORY", "WHEN INVESTING: PASS\n" * 2])
def test_7_9_two_blocks_for_one_moment_are_none(text: str) -> None:
    faults = [s.refusal.code for s in read(text) if s.refusal]
    assert faults == ["two-blocks", "two-blocks"]


def test_7_10_asides_do_not_end_alternatives() -> None:
    """Otherwise what follows would be carried out at once."""
    text = "WHEN INVESTING:\nINVEST 9 IN China\nGIVE 2 TO China\nELSE\nINVEST 6 IN China"
    give, plan = read(text)
    assert give.command == c.Give(2, CHINA)
    assert isinstance(plan.command, InvestPlan)
    assert len(plan.command.alternatives) == 2


def test_7_11_an_answer_ends_investing_ahead() -> None:
    plan, answer, own = read("WHEN INVESTING: PASS\nPEACE IN Korea\nTAXATION", own=CHINA)
    assert isinstance(plan.command, InvestPlan)
    assert answer.command == c.Peace(KOREA)
    assert own.command == Turn(CHINA, Taxation())


# Conditions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TREASURY China >= 5", TreasuryIs(CHINA, Compared.AT_LEAST, 5)),
        ("treasury of china=5M", TreasuryIs(CHINA, Compared.EQUAL, 5)),
        ("CASH < 12", CashIs(Compared.LESS, 12)),
        ("CASH => 12", CashIs(Compared.AT_LEAST, 12)),
        ("CASH ≤ 0", CashIs(Compared.AT_MOST, 0)),
        ("POWER India > 10", PowerIs(INDIA, Compared.MORE, 10)),
        ("BOND 9 China FREE", BondFree(9, CHINA)),
        ("bond 30 in india is free", BondFree(30, INDIA)),
        ("GOVERNMENT Russia IS ann", GovernmentIs(RUSSIA, ANN)),
        ("GOVERNMENT Russia IS Jean-Luc", GovernmentIs(RUSSIA, PLAYERS[1])),
        ("GOVERNMENT Russia IS Romeo and Juliet", GovernmentIs(RUSSIA, PLAYERS[2])),
        ("China ON TAXATION", NationOn(CHINA, (Space.TAXATION,))),
        ("China ON production a", NationOn(CHINA, (Space.PRODUCTION_A,))),
        ("China ON MANEUVER", NationOn(CHINA, (Space.MANEUVER_A, Space.MANEUVER_B))),
        ("UNITS India IN Korea", UnitsIn(INDIA, KOREA)),
        ("INVESTOR CARD IS Άννα", CardIs(PLAYERS[3])),
    ],
)
def test_7_12_conditions(text: str, expected: Test) -> None:
    assert condition_of(text) == expected


def test_7_13_and_joins_and_not_turns() -> None:
    """NOT belongs to the condition behind it; a second line with IF is joined as well."""
    lines = "IF NOT CASH >= 3 AND GOVERNMENT China IS Romeo and Juliet\nIF not NOT POWER China = 1"
    found = order(f"WHEN INVESTING:\n{lines}\nPASS")
    assert isinstance(found, InvestPlan)
    assert found.alternatives[0].conditions == (
        Condition(CashIs(Compared.AT_LEAST, 3), holds=False),
        Condition(GovernmentIs(CHINA, PLAYERS[2])),
        Condition(PowerIs(CHINA, Compared.EQUAL, 1)),
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-condition"),
        ("CHINA", "bad-condition"),
        ("TREASURY >= 3", "missing-name"),
        ("TREASURY Chnia >= 3", "unknown-name"),
        ("CASH >= much", "bad-number"),
        ("CASH Ann >= 3", "bad-condition"),
        ("BOND 5 China FREE", "no-such-bond"),
        ("GOVERNMENT China IS Zoe", "unknown-name"),
        ("China ON Korea", "unknown-name"),
        ("China ON TAXATION A", "unknown-name"),
        ("CASH >= 3 OR CASH <= 1", "bad-number"),
        (" AND ".join(["CASH = 1"] * (MOST_CONDITIONS + 1)), "too-many"),
    ],
)
def test_7_14_conditions_that_are_refused(text: str, code: str) -> None:
    found = refusal(f"CHINA:\nIF {text}\nTAXATION")
    assert found.code == code
    assert found.legal or code in ("bad-number", "too-many", "missing-name")


# Standing answers, and what is said about all this


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("STANCE PEACE", Stance("peace")),
        ("STANCE ALL PEACE ALL", Stance("peace")),
        ("stance china fight india in korea", Stance("fight", CHINA, INDIA, KOREA)),
        ("STANCE ASK IN Korea", Stance("ask", region=KOREA)),
        ("STANCE ALL FIGHT India", Stance("fight", enemy=INDIA)),
        ("CANAL Suez ALLOW", CanalRule(SUEZ, "allow")),
        ("CANAL Suez Canal DENY India", CanalRule(SUEZ, "deny", INDIA)),
        ("CANAL suez ask all", CanalRule(SUEZ, "ask")),
        ("SWISS FORCE", SwissRule("force")),
        ("SWISS PASS China", SwissRule("pass", CHINA)),
        ("CANCEL China", Cancel(CHINA)),
        ("CANCEL INVESTING", Cancel("investing")),
        ("cancel all", Cancel("all")),
        ("SHOW STANDING", StandingWanted()),
    ],
)
def test_7_15_standing_answers(text: str, expected: Order | MailCommand) -> None:
    """Also within a nation's block, which goes on around them."""
    assert order(text) == expected
    aside, block = read(f"CHINA: MANEUVER A\n{text}\nARMY Beijing -> Korea")
    assert aside.command == expected
    assert isinstance(block.command, Turn)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("STANCE", "incomplete"),
        ("STANCE China", "incomplete"),
        ("STANCE FIGHT PEACE", "contradiction"),
        ("STANCE Chnia FIGHT", "unknown-name"),
        ("STANCE FIGHT India IN", "missing-name"),
        ("CANAL ALLOW", "missing-name"),
        ("CANAL Suez", "incomplete"),
        ("SWISS China FORCE", "not-understood"),
        ("SWISS", "incomplete"),
        ("CANCEL", "incomplete"),
        ("SHOW", "incomplete"),
        ("SHOW me the map", "incomplete"),
    ],
)
def test_7_16_standing_answers_that_are_refused(text: str, code: str) -> None:
    assert refusal(text).code == code


def test_7_17_there_are_no_canals_in_europe() -> None:
    names = Names(load_game("imperial"))
    (statement,) = parse(names, scan("CANAL Suez ALLOW", names.headings), None).statements
    assert statement.refusal is not None
    assert statement.refusal.code == "no-canals"


# Every parse has its format


NATIONS = st.sampled_from(sorted(WORLD.board.nations))
REGIONS = st.sampled_from(sorted(WORLD.board.regions))
AMOUNTS = st.integers(0, 999)
COMPARED = st.sampled_from(Compared)
ANYBODY = st.sampled_from(PLAYERS)
SPACES = st.sampled_from(
    [
        *((s,) for s in Space),
        (Space.MANEUVER_A, Space.MANEUVER_B),
        (Space.PRODUCTION_A, Space.PRODUCTION_B),
    ]
)
TESTS = st.one_of(
    st.builds(TreasuryIs, NATIONS, COMPARED, AMOUNTS),
    st.builds(CashIs, COMPARED, AMOUNTS),
    st.builds(PowerIs, NATIONS, COMPARED, AMOUNTS),
    st.builds(BondFree, st.sampled_from(WORLD.game.rules.bonds.prices), NATIONS),
    st.builds(GovernmentIs, NATIONS, ANYBODY),
    st.builds(NationOn, NATIONS, SPACES),
    st.builds(UnitsIn, NATIONS, REGIONS),
    st.builds(CardIs, ANYBODY),
)
CONDITIONS = st.lists(st.builds(Condition, TESTS, st.booleans()), max_size=4).map(tuple)
MOVES = st.builds(c.Move, st.just(c.Unit.ARMY), st.integers(1, 9), REGIONS, REGIONS)
ACTIONS = st.one_of(
    st.just(c.Taxation()),
    st.builds(c.Factory, st.none() | REGIONS),
    st.builds(c.Production, st.sampled_from(["a", "b", None])),
    st.builds(
        c.Production,
        st.none(),
        st.just("except"),
        st.lists(REGIONS, min_size=4, max_size=6).map(tuple),
    ),
    st.builds(c.Maneuver, st.sampled_from(["a", "b"]), st.lists(MOVES, max_size=3).map(tuple)),
)
INVESTMENTS = st.just(Pass()) | st.builds(Invest, st.integers(1, 30), NATIONS)


@st.composite
def turn_plans(draw: st.DrawFn) -> TurnPlan:
    nation = draw(NATIONS)
    alternatives = st.builds(TurnAlternative, st.builds(Turn, st.just(nation), ACTIONS), CONDITIONS)
    found = draw(st.lists(alternatives, min_size=1, max_size=4))
    if len(found) == 1 and not found[0].conditions:
        found *= 2  # one alone is an order
    return TurnPlan(nation, tuple(found))


INVESTING = st.lists(
    st.builds(InvestAlternative, INVESTMENTS, CONDITIONS), min_size=2, max_size=5
).map(tuple)
DATES = st.dates(date(2020, 1, 1), date(2099, 12, 31))
ARRANGEMENTS = st.one_of(
    st.tuples(DATES, DATES).map(lambda days: Absence(min(days), max(days))),
    st.just(Back()),
    st.builds(ZoneIs, st.sampled_from(["UTC", "Europe/Athens", "America/Argentina/Ushuaia"])),
    st.builds(MoreTime, st.integers(1, 24 * 28)),
    st.sampled_from([TakeBack(), Draw()]),
    st.builds(Consent, st.sampled_from(Topic), st.booleans()),
)
ORDERS = st.one_of(
    ARRANGEMENTS,
    turn_plans(),
    st.builds(InvestPlan, INVESTING),
    st.builds(InvestChoice, INVESTING),
    st.builds(
        Stance,
        st.sampled_from(["fight", "peace", "ask"]),
        st.none() | NATIONS,
        st.none() | NATIONS,
        st.none() | REGIONS,
    ),
    st.builds(
        CanalRule,
        st.sampled_from(sorted(WORLD.board.canals)),
        st.sampled_from(["allow", "deny", "ask"]),
        st.none() | NATIONS,
    ),
    st.builds(SwissRule, st.sampled_from(["force", "pass", "ask"]), st.none() | NATIONS),
    st.builds(Cancel, NATIONS | st.sampled_from(["investing", "all"])),
)


def reread(text: str) -> object:
    (statement,) = bare(text)
    assert statement.command is not None, (text, statement.refusal)
    return statement.command


@RELAXED
@given(ORDERS)
def test_7_18_every_order_is_read_back_as_it_was(given_order: Order) -> None:
    """parse(format(o)) == o, in any case, and scanned like a mail."""
    text = format_order(WORLD.board, given_order)
    assert reread(text) == given_order
    assert order(text) == given_order
    assert order(text.lower()) == given_order


@RELAXED
@given(ORDERS)
def test_7_19_conditions_fit_a_mail(given_order: Order) -> None:
    for line in format_order(WORLD.board, given_order).split("\n"):
        assert line == line.rstrip()
        if line.strip().startswith("IF"):
            assert len(line) <= WIDTH


@RELAXED
@given(st.builds(Condition, TESTS, st.booleans()))
def test_7_20_a_condition_is_read_back_alone(condition: Condition) -> None:
    found = order(f"WHEN INVESTING:\nIF {condition.written(WORLD.board)}\nPASS")
    assert found == InvestPlan((InvestAlternative(Pass(), (condition,)),))


TYPED = """
CHINA: India: TAXATION FACTORY ELSE ELSE IF IF CASH >= 3 AND NOT WHEN INVESTING: INVESTING PASS
INVEST 9 IN China STANCE CANAL SWISS CANCEL SHOW STANDING GIVE 2 TO MANEUVER ARMY -> ; PRESS
FIGHT PEACE ALL hello END
"""
TEXTS = st.lists(
    st.lists(st.sampled_from(TYPED.split()), max_size=6).map(" ".join), max_size=9
).map("\n".join)


@RELAXED
@given(TEXTS, st.booleans())
def test_7_21_no_order_of_words_breaks_the_parser(text: str, own: bool) -> None:
    """And nothing that stands under IF or ELSE is carried out without them."""
    for statement in read(text, CHINA if own else None):
        assert (statement.command is None) == (statement.refusal is not None)
        if isinstance(statement.command, Turn | Invest | Pass):
            words = " ".join(line.text for line in statement.lines).upper().split()
            assert not {"ELSE", "IF"} & set(words)


def test_7_22_every_kind_of_order_is_in_this_test() -> None:
    drawn = {TurnPlan, InvestPlan, InvestChoice, Stance, CanalRule, SwissRule, Cancel}
    drawn |= {Absence, Back, ZoneIs, MoreTime, TakeBack, Draw, Consent}
    drawn |= {YesNo}  # never kept nor journalled: see test_answers_yes_no
    assert set(get_args(Order)) == drawn
