"""Whatever a mail offers can be sent back as it stands, and is taken."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

import pytest
from report_play import EDITIONS, opening, positions
from report_positions import MIDDLE, about_to_end, in_the_middle, with_cash
from report_reader import MOVE, notes_of, read_choices, without_note
from support.asked_anew import asked_anew

from pbem.board.ids import NationId, PlayerId, RegionId, Space
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.report.render import Renderer, ReportContext
from pbem.report.sentences.wording import space_title
from pbem.rules.rondel import ways
from pbem.rules.state import Ask, State
from pbem.scenario.position import PositionPart, set_up

RENDERER = Renderer()
PLAYERS = tuple(map(PlayerId, ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay")))
WORLD = load_game("imperial-2030")
DEAL = {
    PLAYERS[0]: (NationId("china"), NationId("europe")),
    PLAYERS[1]: (NationId("russia"), NationId("brazil")),
    PLAYERS[2]: (NationId("india"), NationId("usa")),
}
GAMES = [
    *((edition, ()) for edition in EDITIONS),
    ("imperial", ("auction",)),
    ("imperial-2010", ("no-investor-card",)),
    ("imperial-2030", ("secret-cash",)),
]


def some_positions(edition: str, variants: tuple[str, ...], seed: int) -> tuple[Game, list[State]]:
    """Every 23rd position of a random game, and every one in which something rare is asked."""
    game, first = opening(edition, seed, PLAYERS[: 3 + seed % 4], variants)
    found = [
        state
        for number, state in enumerate(positions(game, first, seed, 250))
        if not state.over
        and (number % 23 == 0 or state.pending[0].kind in (Ask.FIGHT, Ask.CANAL, Ask.FORCE))
    ]
    return game, found


def asked(game: Game, state: State) -> str:
    """The mail to whoever must decide."""
    context = ReportContext(
        game=game,
        game_id="eu1",
        entry=3,
        reader=state.pending[0].player,
        state=state,
        marker="0123abcd",
        until="Monday",
    )
    return RENDERER.report(context).body


@lru_cache
def names_of(edition: str) -> Names:
    """The names of an edition's board; variants have the same."""
    return Names(load_game(edition))


def taken(game: Game, state: State, text: str) -> bool:
    """Whether who must decide may send this."""
    outcome = submit(game, names_of(game.rules.id), state, state.pending[0].player, text)
    return outcome.accepted and not outcome.ignored


@pytest.mark.parametrize(("edition", "variants"), GAMES)
def test_every_choice_of_a_mail_is_taken(edition: str, variants: tuple[str, ...]) -> None:
    game, found = some_positions(edition, variants, seed=2)
    for state in found:
        choices = read_choices(asked(game, state))
        assert choices.orders
        for order in choices.orders:
            assert taken(game, state, order), order
        for line in choices.lines:
            assert taken(game, state, f"{choices.maneuver}\n  {line}"), line


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_army_that_may_be_hostile_may_be_friendly_instead(edition: str) -> None:
    game, found = some_positions(edition, (), 3)
    for state in found:
        choices = read_choices(asked(game, state))
        for line in map(without_note, choices.lines):
            move = MOVE.fullmatch(line)
            if move and move[3] == " HOSTILE":
                text = f"{choices.maneuver}\n{move[1]}{move[2]} FRIENDLY"
                assert taken(game, state, text), text


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_space_in_reach_is_listed_with_its_cost(edition: str) -> None:
    game, found = some_positions(edition, (), 5)
    for state in found:
        head = state.pending[0]
        if head.kind is not Ask.TURN or state.acting.maneuver is not None:
            continue
        assert head.nation is not None
        text = asked(game, state)
        lines, cash = text.split("\n"), state.players[head.player].cash
        for way in ways(game, state, head.nation):
            titles = [line for line in lines if line.split(":")[0] == space_title(way.space)]
            if way.cost > cash:
                assert not titles
                too_dear = " ".join(text.partition("Too dear, since")[2].split("\n")[:3])
                assert f"{space_title(way.space)} {way.cost}M" in too_dear
                continue
            if f"{space_title(way.space)} is not possible: " in text:
                continue
            assert len(titles) == 1
            if way.steps:
                assert f" on, {f'{way.cost}M' if way.cost else 'free'}" in titles[0]
                assert ("passes investor" in titles[0]) == way.passes_investor


def test_every_choice_is_taken_when_the_rest_of_a_maneuver_is_asked_for() -> None:
    """Canals that were denied, and fleets whose part is over, are not offered."""
    seen = 0
    for state in (state for seed in range(25) for state in asked_anew(seed)):
        assert state.acting.maneuver is not None
        seen += state.acting.maneuver.armies_begun or bool(state.acting.maneuver.denied)
        choices = read_choices(asked(WORLD, state))
        for line in choices.lines:
            assert taken(WORLD, state, f"{choices.maneuver}\n  {line}"), line
    assert seen > 5


def what_is_said(state: State, space: Space) -> str:
    """What stands below a space's title in the mail to who is to move, on one line."""
    below = asked(WORLD, state).partition(f"\n{space_title(space)}: ")[2].split("\n")
    return " ".join(" ".join(below[1:4]).split())


@pytest.mark.parametrize(
    ("treasury", "cash", "factories", "said"),
    [
        (0, 9, ("paris", "london", "rome", "berlin"), "all cities have a factory."),
        (5, 9, ("paris", "london"), "EUROPE: FACTORY Rome"),
        (2, 1, ("paris",), "a factory costs 5M, and the treasury has 2M. EUROPE"),
        (2, 3, ("paris",), "Your own cash would do: GIVE 3 TO Europe first."),
        (0, 4, ("paris",), "a factory costs 5M, and the treasury has 0M. EUROPE"),
    ],
)
def test_why_no_factory_can_be_built(
    treasury: int, cash: int, factories: tuple[str, ...], said: str
) -> None:
    nations = {"europe": {"treasury": treasury, "factories": factories, "rondel": "taxation"}}
    position = PositionPart.model_validate(
        {"nation": "europe", "players": {"Ann": {"cash": cash}}, "nations": nations}
    )
    assert said in what_is_said(set_up(WORLD, PLAYERS[:3], DEAL, position), Space.FACTORY)


def test_why_nothing_can_be_imported() -> None:
    nations = {"europe": {"treasury": 0, "rondel": "taxation"}}
    told = {"nation": "europe", "players": {"Ann": {"cash": 2}}, "nations": nations}
    state = set_up(WORLD, PLAYERS[:3], DEAL, PositionPart.model_validate(told))
    assert "GIVE 1 TO Europe" not in what_is_said(state, Space.IMPORT), "the way costs the cash"
    told["players"] = {"Ann": {"cash": 3}}
    state = set_up(WORLD, PLAYERS[:3], DEAL, PositionPart.model_validate(told))
    assert "a unit costs 1M, and the treasury has 0M." in what_is_said(state, Space.IMPORT)
    assert "GIVE 1 TO Europe first." in what_is_said(state, Space.IMPORT)


def test_a_short_supply_offers_the_largest_sets_and_no_single_places() -> None:
    europe = {
        "rondel": "import",
        "factories": ["paris", "london", "rome", "berlin"],
        "armies": {"near-east": 7},
        "fleets": {"mediterranean-sea": 8},
    }
    told = {"nation": "europe", "nations": {"europe": europe}}
    state = set_up(WORLD, PLAYERS[:3], DEAL, PositionPart.model_validate(told))
    produced = [o for o in read_choices(asked(WORLD, state)).orders if "PRODUCTION B" in o]
    assert [without_note(order) for order in produced] == [
        "EUROPE: PRODUCTION B Paris",
        "EUROPE: PRODUCTION B Berlin",
        "EUROPE: PRODUCTION B NONE",
    ]


def test_a_bond_that_takes_a_government_over_says_so() -> None:
    table = in_the_middle(position=with_cash(MIDDLE, PlayerId("Bob"), 14)).send("EUROPE: INVESTOR")
    notes = notes_of(table.report().body)
    assert notes["INVEST 12 IN India"] == (
        "costs 12M; interest 5M; your credit 12; you -7; you TAKE OVER from Cid"
    )
    assert notes["INVEST 6 IN India"] == "costs 6M; interest 3M; your credit 6; you -3"
    assert notes["INVEST 12 IN Russia"].endswith("you -12; you would govern")


def test_taxation_says_what_it_brings_and_that_it_ends_the_game() -> None:
    notes = notes_of(about_to_end().report().body)
    assert notes["EUROPE: TAXATION"] == (
        "revenue 8M, soldiers 7M, bonus 1M; power 24 -> 25; factor 4 -> 5; Ann +1; ENDS THE GAME"
    )


def test_interest_says_who_gets_what_and_who_bears_what_is_missing() -> None:
    europe = MIDDLE.nations[NationId("europe")].model_copy(update={"treasury": 1})
    nations = {**MIDDLE.nations, NationId("europe"): europe}
    table = in_the_middle(position=MIDDLE.model_copy(update={"nations": nations}))
    assert notes_of(table.report().body)["EUROPE: INVESTOR"] == (
        "you forgo 4M; treasury 1M -> 0M; Ann +1, Bob +2"
    )


def test_moves_say_what_they_need() -> None:
    notes = notes_of(in_the_middle().report().body)
    assert "    or CONVOY -> Near East, North-Africa\n" in in_the_middle().report().body
    assert notes["ARMY Paris -> East-Africa"] == "by convoy; if USA opens the Suez Canal"
    assert notes["ARMY Paris -> Murmansk HOSTILE"] == "or FRIENDLY"
    assert notes["ARMY Paris -> London"] == ""
    assert notes["FLEET Mediterranean Sea -> Indian Ocean"] == ("if USA opens the Suez Canal")


def test_whom_moves_meet_is_told_once() -> None:
    body = " ".join(in_the_middle().report().body.split())
    told = body.partition("Others there, who may fight: ")[2].partition(". ")[0]
    assert "London (India 3 armies)" in told
    assert "North Atlantic (USA 1 fleet)" in told
    assert body.count("India 3 armies") == 1


def test_what_is_joined_by_rail_stands_together() -> None:
    body = in_the_middle().report().body
    assert "\nParis: 2 armies; Rome: 1 army\n" in body
    assert "ARMY Rome -> " not in body


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_said_for_one_place_goes_for_those_beside_it(edition: str) -> None:
    game, found = some_positions(edition, (), 6)
    more = (some_positions(edition, (), seed)[1] for seed in (2, 8, 11))
    tried = 0
    for state in (*found, *chain.from_iterable(more), in_the_middle().state):
        if set(state.nations) != set(game.nations):
            continue  # the position of another edition
        body = asked(game, state)
        choices = read_choices(body)
        for title in re.findall(
            r"^(.+; .+)\nEach may do what stands here for ", body, re.MULTILINE
        ):
            first, *others = (part.split(": ")[0] for part in title.split("; "))
            moves = [m for m in map(MOVE.fullmatch, map(without_note, choices.lines)) if m]
            for move in moves:
                if f" {first} -> " not in move[1]:
                    continue
                for other in others:
                    if move[2] != other:
                        line = f"{move[1].replace(first, other)}{move[2]}{move[3]}"
                        assert taken(game, state, f"{choices.maneuver}\n  {line}"), line
                        tried += 1
    assert tried > 5


def test_production_without_supply_promises_nothing() -> None:
    europe = MIDDLE.nations[NationId("europe")].model_copy(
        update={"fleets": {RegionId("mediterranean-sea"): 8}}
    )
    nations = {**MIDDLE.nations, NationId("europe"): europe}
    table = in_the_middle(position=MIDDLE.model_copy(update={"nations": nations}))
    notes = notes_of(table.report().body)
    assert notes["EUROPE: PRODUCTION A"] == "army in Paris"
    assert "EUROPE: PRODUCTION A Rome" not in notes


def test_rare_choices_are_taken_as_well() -> None:
    """What random games hardly reach: leave for a canal, and destroying a factory."""
    europe = MIDDLE.nations[NationId("europe")].model_copy(
        update={"armies": {RegionId("moscow"): 3}}
    )
    nations = {**MIDDLE.nations, NationId("europe"): europe}
    armed = in_the_middle(position=MIDDLE.model_copy(update={"nations": nations}))
    asking = in_the_middle().send(
        "EUROPE: MANEUVER\nFLEET Mediterranean Sea -> Indian Ocean\nARMY Rome -> Turkey"
    )
    destroying = read_choices(asked(armed.game, armed.state))
    assert "DESTROY Moscow  # costs 3 armies" in destroying.lines
    for line in destroying.lines:
        assert taken(armed.game, armed.state, f"{destroying.maneuver}\n  {line}"), line
    answers = read_choices(asked(asking.game, asking.state)).orders
    assert [without_note(order) for order in answers] == ["ALLOW Suez Canal", "DENY Suez Canal"]
    for order in answers:
        assert taken(asking.game, asking.state, order), order
