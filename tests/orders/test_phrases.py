"""A hundred orders as people type them, through the whole reader (order language, section 1).

Each is taken as it was meant, or nothing is done and the writer is told what to do: then the
expectation is "".
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from orders.situations import NAMES, WORLD, sent, taken

from pbem.board.ids import PlayerId
from pbem.orders.ahead.plans import TurnPlan
from pbem.orders.ahead.written import format_order
from pbem.orders.parser.parse import parse
from pbem.orders.reader.scan import scan

TAX = "INDIA: TAXATION"
CHENNAI = "INDIA: MANEUVER B | ARMY Chennai -> Iran"
SEA = "INDIA: MANEUVER B | FLEET Indian Ocean -> China Sea"

PHRASES: tuple[tuple[str, str, str], ...] = (
    # A phone: capitals, full stops, smileys, smart quotes, autocorrection
    ("turn", "Taxation.", TAX),
    ("turn", "taxation 😀", TAX),
    ("turn", "🇮🇳 India: taxation 🙏🏽", TAX),
    ("turn", "“INDIA: TAXATION”", TAX),
    ("turn", "‘Taxation’", TAX),
    ("turn", "Taxation :-)", TAX),
    ("turn", "taxation ;)", TAX),
    ("turn", "Tax please", TAX),
    ("turn", "Taxation, thanks!", TAX),
    ("turn", "Hi, my turn: taxation", TAX),
    ("turn", "I'd like to do taxation", TAX),
    ("turn", "We tax", TAX),
    ("turn", "Let's go for taxation pls", TAX),
    ("turn", "India will tax", TAX),
    ("turn", "India taxation", TAX),
    ("turn", "INDIA TAXES", TAX),
    ("turn", "INDIA – TAXATION", TAX),
    ("turn", "India, taxation", TAX),
    ("turn", "[India] Taxation", TAX),
    ("turn", "*India*: _Taxation_", TAX),
    ("turn", "Ok\nTaxation", TAX),
    ("turn", "1) India: taxation", TAX),
    ("turn", "FOR TURN 9: INDIA: TAXATION", TAX),
    ("turn", "Order for India: tax", TAX),
    ("turn", "India’s turn: taxation", TAX),
    # Closing words
    ("turn", "TAXATION\nThanks, Cyd", TAX),
    ("turn", "TAXATION\nRegards,\nCyd", TAX),
    ("turn", "TAXATION\nPeace,\nCyd", TAX),
    ("turn", "TAXATION\ncheers", TAX),
    ("turn", "TAXATION\nLG Cyd", TAX),
    ("turn", "TAXATION\nMit freundlichen Grüßen\nCyd", TAX),
    ("turn", "TAXATION\nMerci d’avance !\nCyd", TAX),
    ("turn", "TAXATION\nευχαριστώ", TAX),
    ("turn", "TAXATION\nköszi, Cyd", TAX),
    # Keyboards: Greek and Cyrillic letters that look Latin, full-width ones
    ("turn", "ΤΑΧATION", TAX),
    ("turn", "ТАХ", TAX),
    ("turn", "ＩＮＤＩＡ：ＴＡＸＡＴＩＯＮ", TAX),
    ("turn", "ΜANEUVER\nΑ Chennai → Iran", CHENNAI),
    # Building, producing, importing
    ("turn", "I want to build in Chennai", "INDIA: FACTORY Chennai"),
    ("turn", "India will build a factory in Chennai please", "INDIA: FACTORY Chennai"),
    ("turn", "INDIA BUILD Chennai", "INDIA: FACTORY Chennai"),
    ("turn", "Factory (Chennai)", "INDIA: FACTORY Chennai"),
    ("turn", "Factory: “Chennai”", "INDIA: FACTORY Chennai"),
    ("turn", "factory @ chennai", "INDIA: FACTORY Chennai"),
    ("turn", "Production please!", "INDIA: PRODUCTION B"),
    ("turn", "India produces", "INDIA: PRODUCTION B"),
    ("turn", "produce everything", "INDIA: PRODUCTION B"),
    ("turn", "production except for mumbai", "INDIA: PRODUCTION B EXCEPT Mumbai"),
    ("turn", "My order is: production a", "INDIA: PRODUCTION A"),
    ("turn", "I want to import 2 armies Chennai", "INDIA: IMPORT 2 ARMIES Chennai"),
    ("turn", "import 2 troops in chennai, 1 ship in kolkata",
     "INDIA: IMPORT 2 ARMIES Chennai, FLEET Kolkata"),
    ("turn", "Import: army Mumbai & fleet Kolkata", "INDIA: IMPORT ARMY Mumbai, FLEET Kolkata"),
    # Moves
    ("turn", "MANEUVER\nChennai-Iran", CHENNAI),
    ("turn", "MANEUVER\nChennai > Iran", CHENNAI),
    ("turn", "MANEUVRE\nChennai>Iran", CHENNAI),
    ("turn", "India manoeuvre b\nChennai Iran", CHENNAI),
    ("turn", "Maneuver\nI move army from Chennai to Iran", CHENNAI),
    ("turn", "Maneuver\nthe army in Chennai goes to Iran", CHENNAI),
    ("turn", "Maneuver\nsend one soldier from Chennai into Iran", CHENNAI),
    ("turn", "Maneuver\nChennai army to Iran", CHENNAI),
    ("turn", "Maneuver\nA. Chennai - Iran", CHENNAI),
    ("turn", "go to maneuver, Chennai to Iran", CHENNAI),
    ("turn", "MANEUVER: A Chennai - Iran", CHENNAI),
    ("turn", "MANEUVER\n2 troops Chennai -> Iran", "INDIA: MANEUVER B | 2 ARMIES Chennai -> Iran"),
    ("turn", "MANEUVER\nboth armies Chennai to Iran",
     "INDIA: MANEUVER B | 2 ARMIES Chennai -> Iran"),
    ("turn", "MANEUVER\n2x army’s chennai => iran",
     "INDIA: MANEUVER B | 2 ARMIES Chennai -> Iran"),
    ("turn", "MANEUVER\nIndian Ocean-China Sea", SEA),
    ("turn", "MANEUVER\nships Indian Ocean -> China Sea", SEA),
    ("turn", "MANEUVER\nboat from indian ocean to china sea!", SEA),
    ("turn", "MANEUVER\nF. Indian Ocean — China Sea", SEA),
    ("turn", "MANEUVER\nA Chennai - Iran, F Indian Ocean - China Sea",
     "INDIA: MANEUVER B | ARMY Chennai -> Iran | FLEET Indian Ocean -> China Sea"),
    ("turn", "MANEUVER\nChennai to Iran and New Delhi to Iran",
     "INDIA: MANEUVER B | ARMY Chennai -> Iran | ARMY New Delhi -> Iran"),
    ("turn", "1. maneuver\n2. then army from Chennai to Iran\n3. and fleet Mumbai to Indian Ocean",
     "INDIA: MANEUVER B | ARMY Chennai -> Iran | FLEET Mumbai -> Indian Ocean"),
    ("turn", "MANEUVER\narmy New Delhi -> Afghanistan (attack China)",
     "INDIA: MANEUVER B | ARMY New Delhi -> Afghanistan FIGHT China"),
    ("turn", "MANEUVER\nNew Delhi to Afghanistan, attacking china",
     "INDIA: MANEUVER B | ARMY New Delhi -> Afghanistan FIGHT China"),
    ("turn", "MANEUVER\nA New Delhi - Afghanistan [peace]",
     "INDIA: MANEUVER B | ARMY New Delhi -> Afghanistan"),
    # Answers
    ("fight", "yes", "FIGHT Russia 1 IN Korea"),
    ("fight", "Yes please!", "FIGHT Russia 1 IN Korea"),
    ("fight", "Attack!", "FIGHT Russia 1 IN Korea"),
    ("fight", "attack them", "FIGHT Russia 1 IN Korea"),
    ("fight", "I fight", "FIGHT Russia 1 IN Korea"),
    ("fight", "Yes.\n\nBest\nAnn", "FIGHT Russia 1 IN Korea"),
    ("fight", "no, thanks", "PEACE IN Korea"),
    ("fight", "PEACE please", "PEACE IN Korea"),
    ("fight", "We don’t fight", "PEACE IN Korea"),
    ("canal", "Yes", "ALLOW Suez Canal"),
    ("canal", "let them pass", "ALLOW Suez Canal"),
    ("canal", "no thanks", "DENY Suez Canal"),
    ("force", "yes, please", "FORCE China"),
    ("force", "force them to stop", "FORCE China"),
    ("force", "I pass", "LET China PASS"),
    ("force", "No.", "LET China PASS"),
    ("invest", "6 china", "INVEST 6 IN China"),
    ("invest", "invest 6 China", "INVEST 6 IN China"),
    ("invest", "I'd like to invest €6 in China", "INVEST 6 IN China"),
    ("invest", "6 mio in China, thanks", "INVEST 6 IN China"),
    ("invest", "buy the 6M bond of China", "INVEST 6 IN China"),
    ("invest", "None", "PASS"),
    # What is listed below its word
    ("turn", "IMPORT\narmy Chennai\nfleet Mumbai", "INDIA: IMPORT ARMY Chennai, FLEET Mumbai"),
    ("turn", "INDIA:\nImport:\n- 2 armies Chennai", "INDIA: IMPORT 2 ARMIES Chennai"),
    ("turn", "IMPORT army Chennai,\nfleet Mumbai", "INDIA: IMPORT ARMY Chennai, FLEET Mumbai"),
    ("turn", "Build\nChennai", "INDIA: FACTORY Chennai"),
    ("turn", "Factory:\n  Chennai\nThanks", "INDIA: FACTORY Chennai"),
    ("turn", "PRODUCTION B\nMumbai", "INDIA: PRODUCTION B Mumbai"),
    ("turn", "PRODUCTION\nall", "INDIA: PRODUCTION B"),
    ("turn", "IMPORT\narmy Chennai\nARMY Chennai -> Iran", ""),
    ("turn", "FACTORY\nChennai would be nice", ""),
    ("turn", "FACTORY\n\nChennai", ""),
    ("turn", "TAXATION\nChennai", ""),
    ("turn", "FACTORY Delhi\nChennai", ""),
    # What could be two things, or is none
    ("turn", "MANEUVER\nMumbai-Iran", ""),
    ("turn", "MANEUVER\n2 armies Chennai - Iran, Mumbai - Iran", ""),
    ("turn", "Taxation or production", ""),
    ("fight", "yes and no", ""),
)  # fmt: skip

#: What must not be taken for an order, or not for the one that it resembles.
NOTHING_MEANT: tuple[tuple[str, str], ...] = (
    ("turn", "I want no taxation"),
    ("turn", "please do not tax"),
    ("turn", "taxation?"),
    ("turn", "can we do taxation?"),
    ("turn", "not taxation but production"),
    ("turn", "The investor card is mine"),
    ("turn", "So production is boring"),
    ("turn", "yes"),
    ("fight", "ok, thanks"),
    ("fight", "No idea"),
    ("fight", "should I fight?"),
    ("fight", "no peace"),
    ("fight", "Attack is the best defence"),
    ("fight", "none"),
    ("fight", "peace with India"),
    ("fight", "let them pass"),
    ("invest", "yes"),
    ("invest", "2 armies China"),
)


@pytest.mark.parametrize(("where", "text", "meant"), PHRASES)
def test_phrases_are_taken_as_meant(where: str, text: str, meant: str) -> None:
    assert taken(where, text) == meant


@pytest.mark.parametrize("name", ["Ty", "Please", "You", "Bob :-)", "Love", 'X "Y" (Z)', "Now"])
def test_a_player_may_be_called_anything(name: str) -> None:
    """What is taken off an order as a polite word may be a name in a condition."""
    text = f"CHINA:\n  IF INVESTOR CARD IS {name}\n  TAXATION"
    found = scan(text, NAMES.headings, NAMES.places)
    (statement,) = parse(NAMES.with_players([PlayerId(name)]), found, None).statements
    assert isinstance(statement.command, TurnPlan)
    assert format_order(WORLD.board, statement.command) == text


def test_the_table_is_as_long_as_it_says() -> None:
    assert len(PHRASES) >= 100
    assert sum(bool(meant) for _, _, meant in PHRASES) >= 0.9 * len(PHRASES)


@pytest.mark.parametrize(
    ("where", "text"), [*NOTHING_MEANT, *((w, t) for w, t, meant in PHRASES if not meant)]
)
def test_nothing_is_done_that_was_not_meant(where: str, text: str) -> None:
    """Nor passed over: it is refused with a reason and a way out, or listed as no order."""
    outcome = sent(where, text)
    assert outcome.orders == ()
    assert outcome.ignored or all(
        str(fault.refusal) and (fault.refusal.legal or fault.refusal.code == "not-asked")
        for result in outcome.results
        for fault in result.faults
    )
    assert outcome.ignored or outcome.results


def more() -> Iterator[tuple[str, str, str]]:
    """The phrases of `more_phrases.txt`: where, the text, what it is taken as."""
    path = Path(__file__).with_name("more_phrases.txt")
    where = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("@"):
            where = line[1:]
        elif line and not line.startswith("# "):
            text, _, meant = line.partition(" ==>")
            yield where, text.replace("\\n", "\n"), meant.strip()


@pytest.mark.parametrize(("where", "text", "meant"), list(more()))
def test_more_phrases(where: str, text: str, meant: str) -> None:
    """Others that were tried; those that are not taken are refused, or listed as no orders."""
    assert taken(where, text) == meant
    outcome = sent(where, text)
    assert outcome.orders or outcome.ignored or outcome.results
