"""A refused order names its line, the code of the reason, and what would be accepted instead."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.orders.submission import Result, submit
from pbem.orders.text.names import Names
from pbem.report.language.voice import Voice
from pbem.scenario.position import PositionPart, set_up

ANN, BOB, CYD = (PlayerId(name) for name in ("Ann", "Bob", "Cyd"))
POSITION: dict[str, Any] = {
    "nations": {
        "austria-hungary": {
            "rondel": "factory",
            "armies": {"trieste": 2, "venice": 2},
            "friendly": {"rome": 1},
            "fleets": {"trieste": 1, "ionian-sea": 1},
        },
        "italy": {"factories": ["rome", "venice"], "fleets": {"ionian-sea": 1}},
    },
}
REFUSED = [
    ("FLEET Ionian Sea -> Black Sea", "no-such-step", "5.1"),
    ("FLEET Trieste -> Western Mediterranean", "no-such-step", "5.1"),
    ("FLEET Ionian Sea -> Trieste", "no-such-step", "5.1"),
    ("2 FLEETS Ionian Sea -> Eastern Mediterranean", "no-such-units", "5.1"),
    ("FLEET Ionian Sea -> Eastern Mediterranean FRIENDLY", "not-for-fleets", "5.1"),
    ("3 ARMIES Trieste -> Vienna", "no-such-units", "5.4"),
    ("ARMY Prague -> Vienna", "no-such-units", "5.4"),
    ("ARMY Trieste -> Ionian Sea", "army-at-sea", "5.4"),
    ("ARMY Trieste -> Trieste", "no-way", "5.4"),
    ("ARMY Trieste -> Norway", "no-way", "5.4"),
    ("ARMY Trieste -> Tunis VIA Black Sea", "no-way", "5.4"),
    ("2 ARMIES Trieste -> Tunis", "no-convoy", "5.5"),
    ("STATUS ARMY Trieste HOSTILE", "no-status-there", "5.7"),
    ("STATUS ARMY Rome HOSTILE", "protected", "5.8"),
    ("STATUS 3 ARMIES Venice FRIENDLY", "no-such-units", "5.4"),
    ("DESTROY Rome", "protected", "5.8"),
    ("DESTROY Venice", "too-few-armies", "5.10"),
    ("DESTROY Naples", "no-factory-there", "5.10"),
    ("FIGHT Italy 2 IN Ionian Sea", "number-of-pairs", "11"),
    ("FIGHT Italy ARMY IN Ionian Sea", "nobody-to-fight", "5.9"),
    ("FIGHT Austria-Hungary IN Ionian Sea", "own-units", "5.9"),
    ("FIGHT Italy IN Greece", "nobody-to-fight", "5.9"),
    ("FLAGS Vienna", "no-flag-there", "5.11"),
]


def refused(text: str) -> Result:
    """What becomes of Austria-Hungary's orders."""
    game = load_game("imperial")
    state = set_up(game, (ANN, BOB, CYD), None, PositionPart.model_validate(POSITION))
    outcome = submit(game, Names(game), state, ANN, text)
    assert outcome.state == state
    (result,) = outcome.results
    return result


@pytest.mark.parametrize(("line", "code", "rule"), REFUSED)
def test_the_line_at_fault_is_named(line: str, code: str, rule: str) -> None:
    """It is the fourth line; the lines around it are in order."""
    text = f"""AUSTRIA-HUNGARY: MANEUVER
  ARMY Venice -> Genoa FRIENDLY

  {line}
  ARMY Venice -> Florence FRIENDLY
"""
    (fault,) = refused(text).faults
    assert (fault.line.number, fault.refusal.code, fault.refusal.rule) == (4, code, rule)
    assert Voice(board=load_game("imperial").board)(fault.refusal).endswith(".")


def test_the_line_at_fault_is_named_whatever_the_order_of_the_lines() -> None:
    """Fleets are moved first; the number is still that of the line as written."""
    text = "AUSTRIA: MANEUVER\nARMY Trieste -> Vienna\nFLEET Ionian Sea -> North Sea"
    (fault,) = refused(text).faults
    assert fault.line.number == 3


def test_of_too_many_convoys_the_first_that_does_not_fit_is_named() -> None:
    text = "AUSTRIA: MANEUVER\nARMY Trieste -> Tunis\nARMY Trieste -> Greece"
    (fault,) = refused(text).faults
    assert (fault.line.number, fault.refusal.code) == (3, "no-convoy")
