"""The rest of a maneuver, asked for anew: what may still be ordered (section 11)."""

from __future__ import annotations

import tomllib
from itertools import product

import pytest
from support.asked_anew import GAME, asked_anew, legal, position

from pbem.board.ids import NationId, Unit
from pbem.ground.disk import toml_bytes
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.rules.choices import maneuver_lines
from pbem.rules.commands import Move
from pbem.rules.maneuver import course
from pbem.rules.maneuver.course import in_progress
from pbem.rules.play import Play
from pbem.rules.state import Ask, State
from pbem.store.codec import from_tables, to_tables

NAMES = Names(GAME)


def sent(state: State, *texts: str) -> State:
    """The position after orders of whoever must decide, all of them accepted."""
    for text in texts:
        outcome = submit(GAME, NAMES, state, state.pending[0].player, text)
        assert outcome.accepted, (
            text,
            [f.refusal.code for r in outcome.results for f in r.faults],
        )
        assert not outcome.ahead, text
        state = outcome.state
    return state


def refusals(state: State, text: str) -> list[str]:
    """The codes of what is wrong with an order of whoever must decide."""
    outcome = submit(GAME, NAMES, state, state.pending[0].player, text)
    return [f.refusal.code for r in outcome.results for f in r.faults]


# One of two fleets is denied Suez; then a convoy that needed it in the Indian Ocean is illegal.
SUEZ = {
    "fleets": {"mediterranean-sea": 2, "north-atlantic": 1},
    "armies": {"rome": 2, "paris": 1},
}
ONE_BY_SUEZ = """EUROPE: MANEUVER A
FLEET Mediterranean -> Indian Ocean
ARMY Rome -> Mumbai VIA Mediterranean, Indian Ocean
"""


def test_the_canal_is_closed_to_as_many_fleets_as_were_denied_it() -> None:
    state = sent(position(europe=SUEZ), ONE_BY_SUEZ, "DENY")
    assert in_progress(state)
    assert refusals(state, "EUROPE: MANEUVER\n2 FLEETS Mediterranean -> Indian Ocean") == [
        "canal-closed"
    ]
    asked = sent(state, "EUROPE: MANEUVER\nFLEET Mediterranean -> Indian Ocean")
    assert asked.pending[0].kind is Ask.CANAL, "the other fleet may ask for it"
    assert not in_progress(
        sent(state, "EUROPE: MANEUVER\n2 FLEETS Mediterranean -> North Atlantic")
    )


def test_of_equal_fleets_those_that_were_denied_go_elsewhere() -> None:
    state = sent(position(europe=SUEZ), ONE_BY_SUEZ, "DENY")
    rest = """EUROPE: MANEUVER
FLEET Mediterranean -> North Atlantic
FLEET Mediterranean -> Indian Ocean
"""
    asked = sent(state, rest)
    assert asked.pending[0].kind is Ask.CANAL
    done = sent(asked, "ALLOW")
    assert done.nations[NationId("europe")].fleets == {"indian-ocean": 1, "north-atlantic": 2}


def test_while_the_order_goes_on_a_denied_fleet_counts_as_moved() -> None:
    """`ALL` means the fleet that it meant when the order was judged."""
    order = """EUROPE: MANEUVER A
FLEET Mediterranean -> Indian Ocean
ALL FLEETS Mediterranean -> North Atlantic
"""
    done = sent(position(europe=SUEZ), order, "DENY")
    fleets = {"mediterranean-sea": 1, "north-atlantic": 2}
    assert done.nations[NationId("europe")].fleets == fleets


ARMIES = {
    "fleets": {"mediterranean-sea": 2, "indian-ocean": 2},
    "armies": {"rome": 2, "berlin": 1},
}


def denied_army() -> State:
    """One of the two armies in Rome is denied Suez; nothing else has moved."""
    order = """EUROPE: MANEUVER A
ARMY Rome -> South Africa
FIGHT Russia IN South Africa
"""
    start = position(europe=ARMIES, russia={"armies": {"south-africa": 1}})
    return sent(start, order, "DENY")


def test_an_army_that_was_denied_a_canal_goes_by_land_or_by_another_way() -> None:
    state = denied_army()
    assert in_progress(state)
    assert refusals(state, "EUROPE: MANEUVER\n2 ARMIES Rome -> South Africa") == ["canal-closed"]
    done = sent(state, "EUROPE: MANEUVER\n2 ARMIES Rome -> Turkey")
    assert done.nations[NationId("europe")].armies == {"berlin": 1, "turkey": 2}
    other_asks = sent(state, "EUROPE: MANEUVER\nARMY Rome -> South Africa")
    assert other_asks.pending[0].kind is Ask.CANAL


def test_a_line_of_armies_that_all_stayed_has_not_been_carried_out() -> None:
    state = denied_army()
    rest = "EUROPE: MANEUVER\nFLEET Mediterranean -> North Atlantic\nARMY Rome -> Turkey"
    done = sent(state, rest)
    assert done.nations[NationId("europe")].armies == {"berlin": 1, "rome": 1, "turkey": 1}


FOUGHT = {
    "a move": ({"armies": {"berlin": 3}}, "3 ARMIES Berlin -> Murmansk\nDESTROY Murmansk"),
    "a status": (
        {"friendly": {"murmansk": 3}},
        "STATUS 3 ARMIES Murmansk HOSTILE\nDESTROY Murmansk",
    ),
}


@pytest.mark.parametrize("begun", FOUGHT)
def test_once_armies_have_begun_no_fleet_moves_or_fights(begun: str) -> None:
    europe, order = FOUGHT[begun]
    fleets = {"fleets": {"mediterranean-sea": 1, "rome": 1}, **europe}
    start = position(
        europe=fleets,
        russia={"factories": ["moscow", "murmansk"]},
        china={"armies": {}},
        india={"friendly": {"murmansk": 1}},
        usa={"fleets": {"mediterranean-sea": 1}, "flags": []},
    )
    state = sent(start, f"EUROPE: MANEUVER A\n{order}", "FIGHT")
    assert in_progress(state)
    for line in (
        "FLEET Mediterranean -> North Atlantic",
        "FLEET Rome -> Mediterranean",
        "FIGHT USA IN Mediterranean",
    ):
        assert refusals(state, f"EUROPE: MANEUVER\n{line}") == ["fleets-are-done"], line
    assert not any(
        isinstance(line, Move) and line.unit is Unit.FLEET
        for line in maneuver_lines(Play(GAME, state), NationId("europe"))
    )


@pytest.mark.parametrize("seed", range(60))
def test_what_is_listed_when_asked_anew_is_what_is_taken(seed: int) -> None:
    """After denials, battles and changes: every listed line is accepted, no other step is."""
    for state in asked_anew(seed):
        check_listed(state)


@pytest.mark.parametrize("seed", range(30))
def test_such_a_position_is_kept_whole(seed: int) -> None:
    for state in asked_anew(seed):
        written = toml_bytes(to_tables(state)).decode()
        assert from_tables(tomllib.loads(written), "here") == state


def test_these_positions_hold_what_is_to_be_tested() -> None:
    found = [s.acting.maneuver for seed in range(60) for s in asked_anew(seed)]
    assert sum(bool(m and m.denied) for m in found) > 5
    assert sum(bool(m and m.armies_begun) for m in found) > 5
    assert sum(bool(m and not m.armies_begun) for m in found) > 5


def check_listed(state: State) -> None:
    """Every listed line is accepted alone, and no other move of one unit is."""
    nation = state.nation
    listed = maneuver_lines(Play(GAME, state), nation)
    for line in listed:
        assert legal(state, line), line
    moves = {(m.unit, m.origin, m.target) for m in listed if isinstance(m, Move)}
    own = state.nations[nation]
    for unit, held in ((Unit.FLEET, own.fleets), (Unit.ARMY, {**own.armies, **own.friendly})):
        for origin, target in product(held, GAME.board.regions):
            if (unit, origin, target) not in moves:
                assert not legal(state, Move(unit, 1, origin, target)), (origin, target)


def test_a_maneuver_is_not_judged_anew_for_each_of_its_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hundreds of lines would take for ever; after a convoy the fleets are shared out anew."""
    judged: list[object] = []
    real = course.judge
    monkeypatch.setattr(course, "judge", lambda play: judged.append(play) or real(play))
    start = position(europe={**SUEZ, "friendly": {"murmansk": 1}})
    turning = "STATUS ARMY Murmansk HOSTILE\nSTATUS ARMY Murmansk FRIENDLY\n" * 100
    sent(start, f"EUROPE: MANEUVER A\n{turning}ARMY Rome -> Near East\nARMY Rome -> Turkey")
    assert len(judged) == 4
