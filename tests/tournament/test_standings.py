"""Points and standings: exact, the same in whatever order results come, each figure shown."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.ground.errors import BadInput
from pbem.tournament.formats import FORMATS, Format, format_names, load_format
from pbem.tournament.results import Fate, Result
from pbem.tournament.scoring import ByMargin, ByPlace, ByShare, ByWin, Scoring
from pbem.tournament.standings import Counting, Tiebreak, standings

PLACES = ByPlace(tables={4: (7, 4, 2, 0), 3: (7, 3, 0), 2: (7, 0)})
BY_PLACE = Counting(Scoring(parts=(PLACES,)))


def table(name: str, *places: str, **more: object) -> Result:
    """A table whose places are written `A`, or `A B` for who shares one; scores 10 times points."""
    groups = tuple(tuple(place.split()) for place in places)
    scores = {e: 10 * (len(groups) - n) for n, group in enumerate(groups) for e in group}
    return Result(name, groups, scores, **more)  # type: ignore[arg-type]


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Some tables of up to eight people, with shared places."""
    found = []
    for number in range(draw(st.integers(1, 8))):
        size = draw(st.integers(2, 4))
        people = draw(st.permutations("ABCDEFGH"))[:size]
        scores = {p: draw(st.integers(0, 6)) for p in people}
        groups: dict[int, list[str]] = {}
        for person in people:
            groups.setdefault(scores[person], []).append(person)
        places = tuple(tuple(groups[s]) for s in sorted(groups, reverse=True))
        found.append(Result(f"t{number}", places, scores))
    return found


@settings(max_examples=60, deadline=None)
@given(results(), st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(found: list[Result], rng: random.Random) -> None:
    counting = Counting(BY_PLACE.scoring, best=2, tiebreaks=tuple(Tiebreak))
    mixed = list(found)
    rng.shuffle(mixed)
    people = list("ABCDEFGH")
    rng.shuffle(people)
    rows = standings("ABCDEFGH", found, counting)
    assert standings(people, mixed, counting) == rows
    assert sorted(row.entrant for row in rows) == list("ABCDEFGH")
    assert [row.points for row in rows] == sorted((r.points for r in rows), reverse=True)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@settings(max_examples=60, deadline=None)
@given(results())
def test_shares_add_up(found: list[Result]) -> None:
    for result in found:
        for part, total in ((ByWin(points=60), 60), (ByShare(points=100), 100)):
            assert sum(part.points(result).values()) == total
        assert sum(PLACES.points(result).values()) == sum(PLACES.tables[len(result.entrants)])
        assert sum(ByMargin(most=1000).points(result).values()) == 0


def test_who_shares_places_shares_their_points() -> None:
    assert PLACES.points(table("t", "A B", "C", "D")) == {
        "A": Fraction(11, 2), "B": Fraction(11, 2), "C": 2, "D": 0,
    }  # fmt: skip
    assert ByWin(points=3).points(table("t", "A B C", "D"))["A"] == 1
    assert ByMargin(most=5).points(table("t", "A", "B"))["A"] == 5


def test_a_tie_is_broken_by_the_first_figure_that_can() -> None:
    counting = Counting(BY_PLACE.scoring, tiebreaks=(Tiebreak.WINS, Tiebreak.SHARE))
    rows = standings(
        "ABCD",
        [
            table("1", "A", "B", "C D"),
            table("2", "B", "A", "D", "C"),
            Result("3", (("C",), ("D",)), {"C": 50, "D": 40}),
        ],
        counting,
    )
    by = {row.entrant: row for row in rows}
    assert by["A"].points == by["B"].points == 11
    assert (by["A"].rank, by["B"].rank, by["C"].rank) == (1, 1, 3)
    assert by["A"].figures[Tiebreak.WINS] == 1
    assert set(by["A"].figures) == {Tiebreak.WINS, Tiebreak.SHARE}
    assert by["D"].figures == {}


def test_the_figure_that_decided_is_named() -> None:
    counting = Counting(Scoring(parts=(ByWin(points=10),)), tiebreaks=(Tiebreak.SECONDS,))
    rows = standings("ABC", [table("1", "A", "B", "C")], counting)
    assert [(row.entrant, row.rank, row.decided) for row in rows] == [
        ("A", 1, None), ("B", 2, None), ("C", 3, Tiebreak.SECONDS),
    ]  # fmt: skip


def test_the_best_games_count() -> None:
    found = [table("1", "A", "B"), table("2", "A", "B"), table("3", "B", "A")]
    rows = standings("AB", found, Counting(BY_PLACE.scoring, best=2))
    assert [(r.entrant, r.points, r.games, r.played) for r in rows] == [
        ("A", 14, 2, 3), ("B", 7, 2, 3),
    ]  # fmt: skip


def test_an_abandoned_table_counts_for_nobody_and_a_decided_one_does() -> None:
    rows = standings(
        "AB",
        [
            table("1", "A", "B", fate=Fate.ABANDONED),
            Result("2", (("B",), ("A",)), {}, Fate.DECIDED),
        ],
        BY_PLACE,
    )
    assert [(r.entrant, r.points, r.played) for r in rows] == [("B", 7, 1), ("A", 0, 1)]


@pytest.mark.parametrize(("leavers", "points"), [("nothing", 0), ("share", 7)])
def test_who_left_gets_what_the_format_says(leavers: str, points: int) -> None:
    scoring = Scoring.model_validate({"parts": [PLACES.model_dump()], "leavers": leavers})
    left = table("1", "A", "B", left=frozenset("A"))
    assert scoring.points(left) == {"A": points, "B": 0}


def test_points_between_those_who_are_level_decide() -> None:
    counting = Counting(BY_PLACE.scoring, tiebreaks=(Tiebreak.BETWEEN,))
    found = [table("1", "A", "B"), table("2", "B", "C"), table("3", "C", "A")]
    assert {row.rank for row in standings("ABC", found, counting)} == {1}
    found = [table("1", "B", "A"), table("2", "A", "C"), table("3", "C", "D")]
    found.append(table("4", "D", "B"))
    counting = Counting(BY_PLACE.scoring, best=1, tiebreaks=(Tiebreak.BETWEEN,))
    assert {row.rank for row in standings("ABCD", found, counting)} == {1}
    level = [table("5", "E", "F", "G"), table("6", "F", "E", "G")]
    rows = standings("EFG", level, Counting(BY_PLACE.scoring, tiebreaks=(Tiebreak.BETWEEN,)))
    assert [row.rank for row in rows] == [1, 1, 3]


@pytest.mark.parametrize("name", ["heats", "rounds", "league", "single"])
def test_shipped_formats_hold(name: str) -> None:
    found = load_format(name)
    assert name in format_names()
    assert found.entrants(24)[0] == 24
    for stage in found.stages:
        counting = found.counting(stage)
        for size in range(stage.least, stage.most + 1):
            people = "ABCDEF"[:size]
            result = table("t", *people)
            assert counting.scoring.points(result)[people[0]] > 0


def test_a_format_can_be_copied_and_changed(tmp_path: Path) -> None:
    folder = tmp_path / FORMATS
    folder.mkdir()
    text = Path(__file__).parents[2] / "pbem/tournament/shipped/heats.toml"
    (folder / "mine.toml").write_text(text.read_text().replace("games = 3", "games = 2"))
    assert load_format("mine", tmp_path).stages[0].games == 2
    assert "mine" in format_names(tmp_path)
    with pytest.raises(BadInput, match=r"heats.*mine"):
        load_format("other", tmp_path)
    with pytest.raises(BadInput, match="there is no format"):
        load_format("../formats/mine", tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("take = 6", "take = 3", "cannot sit"),
        ("take = 12", "take = 5", "later stage takes more"),
        ('name = "final"', 'name = "heats"', "same name"),
        ("games = 3", "games = 3\nbest = 4", "best 4 of 3"),
        ("games = 3", 'games = 3\ndraw = "standing"', "results of the round before"),
        ("games = 3", "games = 3\ntake = 5", "nothing comes before"),
        ("6 = [12, 8, 5, 3, 1, 0]", "6 = [12, 8, 5, 3, 1]", "6 players need 6"),
        ("6 = [12, 8, 5, 3, 1, 0]", "6 = [1, 8, 5, 3, 1, 0]", "better place"),
        ("size = 6", "size = 3", "not between"),
        ("size = 6", "sise = 6", "Extra inputs"),
    ],
)
def test_a_wrong_format_says_what_is_wrong(old: str, new: str, reason: str, tmp_path: Path) -> None:
    folder = tmp_path / FORMATS
    folder.mkdir()
    text = (Path(__file__).parents[2] / "pbem/tournament/shipped/heats.toml").read_text()
    (folder / "mine.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(BadInput, match=reason):
        load_format("mine", tmp_path)


def test_too_few_entrants_are_told_how_many_can() -> None:
    found: Format = load_format("heats")
    with pytest.raises(BadInput, match="stage heats: 7 cannot sit at tables of 4 to 6; 6 or 8 can"):
        found.entrants(7)
