"""The cause that a refusal names is the cause, and all of it is named at once."""

from __future__ import annotations

from typing import Any

import pytest

import pbem.orders.submission as submission
from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.orders.mending import MOST_TRIALS
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.names import Names
from pbem.report.language.voice import Voice
from pbem.rules.maneuver.faults import MOST_FAULTS
from pbem.scenario.position import PositionPart, set_up

ANN, BOB, CYD = PLAYERS = tuple(map(PlayerId, ("Ann", "Bob", "Cyd")))
EUROPE = {
    "rondel": "factory",
    "treasury": 8,
    "armies": {"rome": 2, "paris": 1},
    "fleets": {"mediterranean-sea": 1, "london": 1},
}


def outcome(text: str, *, cash: int = 5, **nations: dict[str, Any]) -> Outcome:
    """What comes of an order of Ann, who governs China and Europe and is to move with Europe."""
    game = load_game("imperial-2030")
    told = {
        "nation": "europe",
        "players": {"Ann": {"cash": cash}},
        "nations": {"europe": {**EUROPE, **nations.pop("europe", {})}, **nations},
    }
    deal = {ANN: ("china", "europe"), BOB: ("russia", "brazil"), CYD: ("india", "usa")}
    state = set_up(game, PLAYERS, deal, PositionPart.model_validate(told))
    return submit(game, Names(game), state, ANN, text)


def faults(text: str, **position: Any) -> list[tuple[int, str]]:
    """The number of each bad line, with the code of the reason."""
    results = outcome(text, **position).results
    return [(f.line.number, f.refusal.code) for r in results for f in r.faults]


def sentence(text: str, **position: Any) -> str:
    """Why an order is refused, if for one reason."""
    (fault,) = (f for r in outcome(text, **position).results for f in r.faults)
    return Voice(board=load_game("imperial-2030").board)(fault.refusal)


def possible(text: str, **position: Any) -> tuple[str, ...]:
    """What is offered for the only line at fault."""
    (fault,) = (f for r in outcome(text, **position).results for f in r.faults)
    return fault.refusal.legal


M = "EUROPE: MANEUVER A\n"


def test_all_bad_lines_are_named_whatever_is_wrong_with_them() -> None:
    text = f"""{M}FLEET London -> Caribbean
ARMY Rome -> Turkey
ARMY Rme -> Turkey
2 ARMIES Paris -> Berlin
FLAGS Paris
DESTROY Rome
INVEST
"""
    assert [n for n, _ in faults(text)] == [2, 4, 5, 6, 7, 8]


def test_a_bad_line_does_not_hide_the_ones_after_it() -> None:
    """With the second line left out, the third one's army has not moved."""
    text = f"{M}3 ARMIES Rome -> Turkey\n2 ARMIES Rome -> Ukraine\n4 ARMIES Paris -> Berlin"
    assert faults(text) == [(2, "no-such-units"), (4, "no-such-units")]


@pytest.mark.parametrize(
    ("bad", "leaning"),
    [
        ("3 FLEETS Mediterranean -> North Atlantic", "ARMY Paris -> Guinea"),
        ("FLEET Mediteranian -> North Atlntic", "ARMY Paris -> Guinea"),
        ("4 ARMIES Rome -> North Africa", "FIGHT Russia IN North Africa"),
    ],
)
def test_a_line_that_only_lacks_a_bad_one_is_not_called_wrong(bad: str, leaning: str) -> None:
    found = outcome(f"{M}{bad}\n{leaning}", russia={"armies": {"north-africa": 1}}).results[0]
    assert [f.line.number for f in found.faults] == [2]
    assert [f.line.number for f in found.leaning] == [3]
    assert not any(row.counts for row in found.form)


def test_a_line_that_is_wrong_anyway_is_named_beside_a_bad_fleet() -> None:
    text = f"{M}3 FLEETS Mediterranean -> North Atlantic\nARMY Paris -> Japan"
    assert faults(text) == [(2, "no-such-units"), (3, "no-way")]


def test_the_line_that_sent_the_fleet_away_is_the_cause() -> None:
    text = f"{M}ARMY Rome -> Near East\nFLEET London -> North Atlantic\n"
    assert not faults(text)
    text += "FLEET Mediterranean -> North Atlantic"
    assert sentence(text) == (
        "No army can get from Rome to Near East any more: the order itself has sent away the fleet "
        "of the convoy before. See line 4: FLEET Mediterranean -> North Atlantic."
    )


def test_a_convoy_that_never_was_possible_blames_no_line() -> None:
    text = f"{M}ARMY Rome -> Japan\nFLEET Mediterranean -> North Atlantic"
    assert sentence(text) == "No army can get from Rome to Japan now, by land, rail or convoy."


def test_the_line_that_uses_the_fleet_is_the_cause() -> None:
    text = f"{M}ARMY Rome -> Near East\nARMY Paris -> Near East"
    assert sentence(text).endswith("See line 2: ARMY Rome -> Near East.")


def test_more_armies_than_fleets_are_no_fault_of_other_lines() -> None:
    text = f"{M}ARMY Paris -> Berlin\n2 ARMIES Rome -> Near East"
    assert sentence(text) == (
        "There are not enough fleets for this convoy: each fleet carries one army a turn."
    )
    assert possible(text) == ("ARMY Rome -> Near East",)


def test_the_seas_of_a_convoy_say_what_is_wrong_with_them() -> None:
    via = f"{M}ARMY Rome -> Near East VIA "
    assert sentence(f"{via}North Atlantic").endswith("Europe has no fleet in the North Atlantic.")
    assert sentence(f"{via}Berlin").endswith("Berlin is not a sea.")
    two = {"fleets": {"mediterranean-sea": 1, "caribbean-sea": 1}}
    assert sentence(f"{via}Mediterranean, Caribbean", europe=two).endswith("are not adjacent.")


def test_units_that_have_moved_already_are_told_by_which_line() -> None:
    text = f"{M}ALL ARMIES Rome -> Turkey\nARMY Rome -> Ukraine"
    assert sentence(text).endswith("See line 2: ALL ARMIES Rome -> Turkey.")


def test_there_is_no_army_to_be_told_that_it_is_there_already() -> None:
    assert faults(f"{M}ARMY Berlin -> Berlin") == [(2, "no-such-units")]


def test_a_factory_that_a_gift_would_pay_for() -> None:
    text = "EUROPE: FACTORY Berlin"
    poor = {"rondel": "taxation", "treasury": 2}
    assert possible(text, europe=poor) == ("GIVE 3 TO Europe", "FACTORY")
    assert sentence(text, europe=poor).endswith("Your own cash would do: GIVE 3 TO Europe first.")
    assert possible(text, europe=poor, cash=2) == ("FACTORY",)
    assert "GIVE" not in sentence(text, europe=poor, cash=2)
    assert outcome(f"GIVE 3 TO Europe\n{text}", europe=poor).accepted


def test_an_import_offers_what_the_treasury_pays() -> None:
    text = "EUROPE: IMPORT 2 ARMIES Paris, FLEET Rome"
    poor = {"rondel": "investor", "treasury": 2}
    assert possible(text, europe=poor, cash=0) == ("IMPORT 2 ARMIES Paris",)
    assert possible(text, europe=poor) == ("GIVE 1 TO Europe", "IMPORT 2 ARMIES Paris")
    rich = {"rondel": "investor"}
    assert possible("EUROPE: IMPORT 4 ARMIES Paris", europe=rich) == ("IMPORT 3 ARMIES Paris",)


def test_production_with_a_short_supply_offers_the_largest_sets() -> None:
    crowded = {
        "rondel": "import",
        "factories": ["paris", "london", "rome", "berlin"],
        "armies": {"near-east": 7},
        "fleets": {"mediterranean-sea": 7},
    }
    assert possible("EUROPE: PRODUCTION", europe=crowded) == (
        "PRODUCTION Paris, London",
        "PRODUCTION Paris, Rome",
        "PRODUCTION London, Berlin",
        "PRODUCTION Rome, Berlin",
    )


def test_spaces_that_are_too_dear_are_not_offered() -> None:
    on = {"rondel": "investor"}
    rich, poor = (possible("EUROPE: INVESTOR", europe=on, cash=cash) for cash in (5, 0))
    assert "TAXATION" in rich
    assert "TAXATION" not in poor
    assert "IMPORT" in poor


def test_a_space_in_reach_is_not_called_out_of_reach() -> None:
    on = {"rondel": "investor"}
    assert sentence("EUROPE: INVESTOR", europe=on) == (
        "Europe is on investor and must go 1 to 6 spaces on; it cannot stay."
    )
    assert sentence("EUROPE: MANEUVER A", europe=on).endswith("MANEUVER A is 7 spaces on.")


def test_a_mail_of_hundreds_of_bad_lines_makes_no_more_trials_than_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[object] = []
    real = submission.apply

    def counted(*given: Any) -> Any:
        tried.append(given)
        return real(*given)

    monkeypatch.setattr(submission, "apply", counted)
    found = outcome(M + "ARMY Rome -> Japan\n" * 480)
    assert len(found.results[0].faults) == MOST_FAULTS
    assert len(tried) <= MOST_TRIALS + 1
    tried.clear()
    outcome("".join(f"INVEST {n} IN Atlantis{n}\n" for n in range(1, 400)))
    outcome("INVEST 9 IN Chna\n" * 400)
    assert len(tried) <= 2 * MOST_TRIALS + 800


def test_a_long_maneuver_with_one_bad_line_is_not_tried_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each trial of a long maneuver takes long: none is made."""
    tried: list[object] = []
    real = submission.apply

    def counted(*given: Any) -> Any:
        tried.append(given)
        return real(*given)

    monkeypatch.setattr(submission, "apply", counted)
    turning = "STATUS ARMY Murmansk FRIENDLY\nSTATUS ARMY Murmansk HOSTILE\n" * 60
    text = f"{M}{turning}ARMY Rome -> Japan"
    found = outcome(text, europe={"armies": {"murmansk": 1, "rome": 1}})
    assert [f.line.number for f in found.results[0].faults] == [122]
    assert len(tried) == 1


def test_a_misspelt_maneuver_does_not_hide_its_lines() -> None:
    text = "EUROPE: MANEUVR A\nARMY Rome -> Japan\nARMY Rme -> Turkey\nARMY Paris -> Rome"
    assert [n for n, _ in faults(text)] == [1, 2, 3]
    (result,) = outcome(text).results
    counting = [row.text.strip() for row in result.form if row.counts]
    assert counting == ["EUROPE: MANEUVER A", "ARMY Rome -> Turkey", "ARMY Paris -> Rome"]
