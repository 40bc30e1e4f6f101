"""The draw: legal, fair, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.rules.setup import check_deal
from pbem.tournament.draw import annealing
from pbem.tournament.draw.divisions import first_divisions, next_divisions
from pbem.tournament.draw.groups import (
    Wanted,
    fewest_repeats,
    grouped,
    meetings,
    repeats,
)
from pbem.tournament.draw.places import fairness, placed, seats, with_these
from pbem.tournament.draw.round import Drawn, Past, draw_round
from pbem.tournament.formats import Draw, Stage
from pbem.tournament.sizes import table_sizes

WORLD = load_game("imperial-2030")
EUROPE = load_game("imperial")
AUCTION = load_game("imperial-2010", ("auction",))


def names(number: int) -> tuple[str, ...]:
    return tuple(f"p{n}" for n in range(number))


@pytest.mark.parametrize(
    ("entrants", "wanted", "least", "sizes"),
    [
        (24, 6, 4, (6, 6, 6, 6)),
        (23, 6, 4, (6, 6, 6, 5)),
        (7, 6, 2, (4, 3)),
        (7, 6, 3, (4, 3)),
        (5, 6, 2, (5,)),
        (2, 6, 2, (2,)),
        (9, 4, 4, (5, 4)),
        (13, 4, 3, (5, 4, 4)),
    ],
)
def test_sizes_are_as_near_to_the_wanted_one_as_can_be(
    entrants: int, wanted: int, least: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(entrants, wanted, least, 6) == sizes


@given(st.integers(1, 120), st.integers(2, 6), st.integers(2, 6))
def test_everybody_has_a_chair_or_it_is_said_who_could(n: int, least: int, most: int) -> None:
    if least > most:
        return
    try:
        sizes = table_sizes(n, most, least, most)
    except BadInput as error:
        near = [int(word) for word in error.reason.rstrip(" can").split() if word.isdigit()]
        others = [number for number in near if number not in (n, least, most)]
        for other in others:
            assert sum(table_sizes(other, most, least, most)) == other
        return
    assert sum(sizes) == n
    assert all(least <= size <= most for size in sizes)


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 30), st.integers(1, 4), st.integers(0, 10**6), st.booleans())
def test_everybody_plays_each_round_once(n: int, rounds: int, seed: int, swiss: bool) -> None:
    sizes = table_sizes(n, 5, 2, 6)
    drawn = grouped(Wanted(names(n), sizes, rounds, by_standing=swiss), seed)
    assert len(drawn) == rounds
    for tables in drawn:
        assert [len(table) for table in tables] == list(sizes)
        assert sorted(one for table in tables for one in table) == sorted(names(n))
    assert repeats(meetings(drawn)) >= fewest_repeats(n, sizes, rounds)


@pytest.mark.parametrize(
    ("entrants", "size", "rounds", "most"),
    [(24, 6, 3, 24), (12, 4, 3, 9), (9, 3, 4, 0), (60, 6, 4, 0), (6, 6, 4, 90), (30, 5, 3, 0)],
)
def test_repeats_are_as_few_as_can_be(entrants: int, size: int, rounds: int, most: int) -> None:
    sizes = table_sizes(entrants, size, 2, 6)
    drawn = grouped(Wanted(names(entrants), sizes, rounds), 7)
    assert repeats(meetings(drawn)) == most == fewest_repeats(entrants, sizes, rounds)


def test_whom_one_has_met_before_one_meets_no_more() -> None:
    sizes = table_sizes(16, 4, 4, 4)
    first = grouped(Wanted(names(16), sizes), 1)
    second = grouped(Wanted(names(16), sizes, met=meetings(first)), 2)
    assert repeats(meetings([*first, *second])) == 0


def test_neighbours_in_the_standing_sit_together() -> None:
    sizes = table_sizes(24, 4, 4, 4)
    (tables,) = grouped(Wanted(names(24), sizes, by_standing=True), 3)
    assert [set(table) for table in tables] == [
        set(names(24)[begin : begin + 4]) for begin in range(0, 24, 4)
    ]
    (again,) = grouped(Wanted(names(24), sizes, met=meetings([tables]), by_standing=True), 4)
    assert repeats(meetings([tables, again])) == 0
    at = {one: number for number, table in enumerate(again) for one in table}
    away = [abs(at[one] - n // 4) for n, one in enumerate(names(24))]
    assert max(away) <= 3  # nobody from the top meets the bottom


def test_nobody_sits_at_a_small_table_more_often_than_must_be() -> None:
    sizes = table_sizes(23, 6, 5, 6)
    drawn = grouped(Wanted(names(23), sizes, 4), 5)
    small = Counter(one for tables in drawn for table in tables if len(table) == 5 for one in table)
    assert sum(small.values()) == 20
    assert max(small.values()) == 1


def test_the_same_seed_draws_the_same() -> None:
    stage = Stage(name="heats", games=3)
    one, two, other = (draw_round(stage, names(24), WORLD, seed) for seed in (9, 9, 10))
    assert one == two
    assert one.tables != other.tables


def test_two_hundred_entrants_need_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four games each: no two meet twice, and the search ends when nothing is left to do."""
    tries = 0
    real = annealing.anneal

    def counted(task, cost, most, chance):  # type: ignore[no-untyped-def]
        nonlocal tries
        tries += most
        return real(task, cost, most, chance)

    monkeypatch.setattr("pbem.tournament.draw.groups.anneal", counted)
    monkeypatch.setattr("pbem.tournament.draw.places.anneal", counted)
    drawn = draw_round(Stage(name="heats", games=4), names(200), WORLD, 1)
    assert drawn.quality.repeats == drawn.quality.least == 0
    assert drawn.quality.seats_again == drawn.quality.nations_again == 0
    assert tries <= 700_000
    played = Counter(one for table in drawn.tables for one in table.seats)
    assert set(played.values()) == {4}


def test_places_come_round() -> None:
    tables = [table for round_ in grouped(Wanted(names(24), (6,) * 4, 6), 2) for table in round_]
    chairs = [seats(6)] * len(tables)
    shared = fairness(with_these({}, placed(tables, chairs, 3), chairs))
    assert shared.again == 0
    assert shared.spread < 0.05
    unshared = fairness(with_these({}, tables, chairs))
    assert unshared.again > 20


def seats_of(drawn: Drawn) -> Counter[str]:
    return Counter(one for table in drawn.tables for one in table.seats)


@pytest.mark.parametrize("game", [WORLD, EUROPE], ids=["2030", "imperial"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_each_table_can_be_played(game: Game, size: int) -> None:
    """With nations that the rules deal so (2.2), and everybody at no more tables than games."""
    stage = Stage(name="s", games=2, size=size, least=size, most=size)
    drawn = draw_round(stage, names(2 * size), game, 4)
    assert set(seats_of(drawn).values()) == {2}
    for table in drawn.tables:
        assert len(set(table.seats)) == size
        check_deal(game, table.seats, table.nations)  # type: ignore[arg-type]


def test_in_an_auction_nothing_is_dealt() -> None:
    drawn = draw_round(Stage(name="s", size=4, least=4, most=4), names(8), AUCTION, 4)
    assert all(not table.nations for table in drawn.tables)
    assert drawn.quality.nations_again == 0


def test_the_same_set_up_for_every_table() -> None:
    stage = Stage(name="s", games=2, size=5, same_setup=True)
    drawn = draw_round(stage, names(20), WORLD, 6)
    setups = {tuple(table.nations[one] for one in table.seats) for table in drawn.tables}
    assert len(setups) == 1
    assert drawn.quality.seats_again == drawn.quality.nations_again == 0


def test_a_later_round_knows_the_earlier_ones() -> None:
    stage = Stage(name="s", games=3, together=False, size=4, least=4, draw=Draw.BALANCED)
    past, rounds = Past(), []
    for number in range(3):
        drawn = draw_round(stage, names(16), WORLD, number, past)
        past = drawn.past
        rounds.append([table.seats for table in drawn.tables])
    assert drawn.quality.repeats == repeats(meetings(rounds)) == 0
    assert drawn.quality.seats_again <= 2  # earlier rounds cannot be drawn anew
    assert drawn.quality.nations_again <= 2


def test_divisions_go_up_and_down() -> None:
    sizes = (6, 6, 6)
    first = first_divisions(names(18), sizes)
    assert first[0] == names(18)[:6]
    second = next_divisions(first, 2, sizes)
    assert second[0] == (*names(18)[:4], *names(18)[6:8])
    assert set(second[1]) == {*names(18)[4:6], *names(18)[8:10], *names(18)[12:14]}
    assert set(second[2]) == {*names(18)[10:12], *names(18)[14:]}


def test_who_leaves_a_ladder_leaves_a_place_for_those_below() -> None:
    first = first_divisions(names(12), (6, 6))
    left = (tuple(one for one in first[0] if one != "p0"), first[1])
    second = next_divisions(left, 1, (6, 5))
    assert sorted(map(len, second), reverse=True) == [6, 5]
    assert sorted(one for division in second for one in division) == sorted(names(12)[1:])
    assert "p6" in second[0]
