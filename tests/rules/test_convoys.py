"""Sharing convoys out (section 5.5): against brute force, and the worst positions to be found.

`share` must find a sharing whenever there is one, and of all one with the fewest convoys that need
somebody's leave, then the fewest fleets. How hard it tries is counted in situations looked at, not
in seconds.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.convoy_positions import WORST, links_of, needs_of, places_of

from pbem.board.ids import CanalId, PlayerId, RegionId
from pbem.board.load import load_game
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.rules.maneuver import convoys
from pbem.rules.maneuver.convoys import Chain, Links, Need, chains, share
from pbem.scenario.position import PositionPart, set_up

SEAS = tuple(RegionId(name) for name in "abcdef")
PANAMA, SUEZ = CanalId("panama"), CanalId("suez")

Situation = tuple[Links, dict[RegionId, int], tuple[Need, ...]]


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A few seas, some joined, some by canals that need leave; few fleets; up to four armies."""
    seas = SEAS[: draw(st.integers(2, len(SEAS)))]
    near: dict[RegionId, dict[RegionId, CanalId | None]] = {sea: {} for sea in seas}
    for a, b in itertools.combinations(seas, 2):
        kind = draw(st.sampled_from(("no", "no", "yes", "yes", "panama", "suez")))
        if kind != "no":
            canal = None if kind == "yes" else CanalId(kind)
            near[a][b] = near[b][a] = canal
    fleets = {sea: draw(st.integers(0, 2)) for sea in seas}
    some = st.frozensets(st.sampled_from(seas), min_size=1, max_size=2)
    needs = draw(st.lists(st.builds(Need, starts=some, ends=some), min_size=1, max_size=4))
    return near, fleets, tuple(needs)


def paths(near: Links, fleets: Mapping[RegionId, int], need: Need) -> Iterator[Chain]:
    """Every way without a repetition over seas with fleets, however roundabout."""
    todo: list[tuple[tuple[RegionId, ...], frozenset[CanalId]]] = [
        ((start,), frozenset()) for start in sorted(need.starts) if fleets.get(start)
    ]
    while todo:
        path, leave = todo.pop()
        if path[-1] in need.ends:
            yield Chain(path, leave)
        for sea, canal in near[path[-1]].items():
            if fleets.get(sea) and sea not in path:
                todo.append(((*path, sea), leave | {canal} if canal else leave))


def cheapest(situation: Situation) -> tuple[int, int] | None:
    """By trying everything: convoys that need leave, then fleets; None if it is impossible."""
    near, fleets, needs = situation
    seas = tuple(fleets)
    reached: dict[tuple[int, ...], tuple[int, int]] = {tuple(fleets[s] for s in seas): (0, 0)}
    for need in needs:
        after: dict[tuple[int, ...], tuple[int, int]] = {}
        ways = {(frozenset(c.seas), bool(c.leave)) for c in paths(near, fleets, need)}
        for left, (asked, used) in reached.items():
            for way, leave in ways:
                rest = tuple(n - (sea in way) for sea, n in zip(seas, left, strict=True))
                cost = (asked + leave, used + len(way))
                if min(rest) >= 0 and cost < after.get(rest, (99, 99)):
                    after[rest] = cost
        reached = after
    return min(reached.values(), default=None)


def check_sharing(situation: Situation, found: Sequence[Chain]) -> None:
    """Each army has a chain from coast to coast over fleets, and no fleet carries twice."""
    near, fleets, needs = situation
    left = dict(fleets)
    for need, chain in zip(needs, found, strict=True):
        assert chain.seas[0] in need.starts
        assert chain.seas[-1] in need.ends
        asked = [near[a][b] for a, b in pairwise(chain.seas)]  # a KeyError: not adjacent
        assert chain.leave == {canal for canal in asked if canal}
        for sea in chain.seas:
            left[sea] -= 1
    assert min(left.values()) >= 0


@settings(max_examples=400, deadline=None)
@given(situation=situations())
def test_a_sharing_is_found_whenever_there_is_one_and_the_best(situation: Situation) -> None:
    near, fleets, needs = situation
    found = share(near, fleets, needs)
    expected = cheapest(situation)
    if found is None:
        assert expected is None
        return
    check_sharing(situation, found)
    leaves = sum(bool(chain.leave) for chain in found)
    assert (leaves, sum(len(chain.seas) for chain in found)) == expected


@settings(max_examples=200, deadline=None)
@given(situation=situations(), seed=st.integers(0, 10**6))
def test_a_named_way_is_taken_or_refused(situation: Situation, seed: int) -> None:
    near, fleets, needs = situation
    via = tuple(random.Random(seed).sample(sorted(near), min(3, len(near))))
    need = Need(needs[0].starts, needs[0].ends, via)
    all_ways = {chain.seas for chain in paths(near, fleets, need)}
    found = chains(near, fleets, need)
    assert [chain.seas for chain in found] == ([via] if via in all_ways else [])


def test_the_order_of_the_armies_does_not_matter() -> None:
    """All orders of the same needs are shared out, or none is."""
    a, b, c, d = SEAS[:4]
    near: Links = {sea: dict.fromkeys(o for o in (a, b, c, d) if o != sea) for sea in (b, c)}
    near = {**near, a: dict.fromkeys((b, c)), d: dict.fromkeys((b, c))}
    needs = [
        Need(frozenset((a,)), frozenset((d,))),
        Need(frozenset((b,)), frozenset((b,))),
        Need(frozenset((a, b)), frozenset((a, c))),
    ]
    for order in itertools.permutations(needs):
        assert share(near, {a: 1, b: 1, c: 1, d: 1}, order) is None
        assert share(near, {a: 2, b: 2, c: 1, d: 2}, order)


# The worst positions.


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[convoys._Search]:
    """The searches that are made, whose memory tells how many situations were looked at."""
    made: list[convoys._Search] = []

    class Counted(convoys._Search):
        def __init__(self, armies: Sequence[tuple[convoys.Use, ...]]) -> None:
            super().__init__(armies)
            made.append(self)

    monkeypatch.setattr(convoys, "_Search", Counted)
    return made


MOST = 1000  # situations; a search for the worst positions has found fewer than 200


@pytest.mark.parametrize("name", sorted(WORST))
def test_the_worst_positions_are_decided_soon(name: str, looked_at: list[convoys._Search]) -> None:
    worst = WORST[name]
    situation = (links_of(worst.rules), worst.fleets, tuple(needs_of(worst)))
    found = share(*situation)
    if found is not None:
        check_sharing(situation, found)
    assert sum(len(search._known) for search in looked_at) < MOST


@pytest.mark.parametrize("rules", ["imperial", "imperial-2030"])
@pytest.mark.parametrize("armies", [4, 6, 8, 10])
def test_random_positions_are_decided_soon(
    rules: str, armies: int, looked_at: list[convoys._Search]
) -> None:
    """Ten fleets anywhere, armies with several ways each: found or not, soon, and rightly so."""
    rng = random.Random(f"{rules} {armies}")
    near, places = links_of(rules), places_of(rules)
    for _ in range(25):
        fleets = dict(Counter(rng.choice(sorted(near)) for _ in range(10)))
        several = [
            Need(places[a], places[b])
            for a, b in (rng.sample(sorted(places), 2) for _ in range(150))
            if len(chains(near, fleets, Need(places[a], places[b]))) > 1
        ]
        if not several:
            continue
        situation = (near, fleets, tuple(rng.choice(several) for _ in range(armies)))
        looked_at.clear()
        found = share(*situation)
        assert sum(len(search._known) for search in looked_at) < MOST
        if found is None:
            assert cheapest(situation) is None
        else:
            check_sharing(situation, found)


FLEETS = {"ionian-sea": 3, "western-mediterranean-sea": 2, "eastern-mediterranean-sea": 1}
ARMIES = {"trieste": 3, "vienna": 2, "budapest": 2, "greece": 1, "tunis": 1, "west-balkan": 1}
TOO_MANY = """
AUSTRIA-HUNGARY: MANEUVER
  2 ARMIES Trieste -> Tunis
  ARMY Vienna -> Algeria
  ARMY Tunis -> Spain
  ARMY Greece -> Turkey
  ARMY Budapest -> Naples
"""


def test_a_maneuver_that_is_one_fleet_short(looked_at: list[convoys._Search]) -> None:
    """Ten armies, six fleets. Tunis twice and Naples: three of the Ionian Sea; Algeria: one more.

    Without the line to Naples it can be done: Ionian Sea 3, Western Mediterranean Sea 2, Eastern
    Mediterranean Sea 1. The refusal names the line that is too much.
    """
    game = load_game("imperial")
    pieces = {"rondel": "factory", "armies": ARMIES, "fleets": FLEETS}
    position = PositionPart.model_validate({"nations": {"austria-hungary": pieces}})
    ann = PlayerId("Ann")
    state = set_up(game, (ann, PlayerId("Bob"), PlayerId("Cyd")), None, position)
    outcome = submit(game, Names(game), state, ann, TOO_MANY)
    (result,) = outcome.results
    assert [(f.refusal.code, f.line.text) for f in result.faults] == [
        ("no-convoy", "ARMY Budapest -> Naples")
    ]
    assert sum(len(search._known) for search in looked_at) < MOST
    fewer = "\n".join(TOO_MANY.splitlines()[:-1])
    assert submit(game, Names(game), state, ann, fewer).accepted
