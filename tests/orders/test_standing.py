"""Plans and standing answers in force: what is used when, and why not (order language, 7)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import pytest
from support.random_games import Setup, answers, first_step, setup_of

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.orders.ahead.advance import Automatic, Why, advance
from pbem.orders.ahead.standing import (
    MOST_KEPT,
    NOTHING,
    Standing,
    canal_rule_for,
    stance_for,
    swiss_rule_for,
)
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.ahead.canal import CanalRule
from pbem.orders.verbs.ahead.stance import Stance
from pbem.orders.verbs.ahead.swiss import SwissRule
from pbem.report.language.voice import Voice
from pbem.rules.engine import apply, start
from pbem.rules.events import Event
from pbem.rules.state import Ask, Stage, State

ANN, BOB, CYD = (PlayerId(name) for name in ("Ann", "Bob", "Cyd"))
CHINA, INDIA, RUSSIA = (NationId(n) for n in ("china", "india", "russia"))
DEAL = {
    ANN: (CHINA, NationId("europe")),
    BOB: (RUSSIA, NationId("brazil")),
    CYD: (INDIA, NationId("usa")),
}
WORLD = load_game("imperial-2030")
WORLD_NAMES = Names(WORLD)


@dataclass
class Table:
    """A game at a table: mails come, and what follows from them."""

    game: Game = WORLD
    state: State = field(default_factory=lambda: start(WORLD, (ANN, BOB, CYD), DEAL).state)
    standing: Standing = NOTHING
    steps: list[tuple[Automatic, tuple[Event, ...]]] = field(default_factory=list)

    def send(self, player: PlayerId, text: str) -> Outcome:
        names = Names(self.game) if self.game is not WORLD else WORLD_NAMES
        outcome = submit(self.game, names, self.state, player, text, self.standing)
        advanced = advance(self.game, outcome.state, outcome.standing)
        self.state, self.standing = advanced.state, advanced.standing
        self.steps += advanced.steps
        return outcome

    def kept(self, player: PlayerId) -> int:
        return len(self.standing.of(player))

    @property
    def asked(self) -> tuple[PlayerId, Ask, NationId | None]:
        head = self.state.pending[0]
        return head.player, head.kind, head.nation

    def done(self) -> list[tuple[PlayerId, str]]:
        return [(step.player, step.order) for step, _ in self.steps]


def messages(outcome: Outcome) -> list[str]:
    return [str(w.message) for r in outcome.results for _, w in r.warnings]


# What is kept


def test_1_a_block_for_a_nation_that_is_not_to_move_is_kept() -> None:
    """It changes nothing but what is kept, and its player knows what would become of it."""
    table = Table()
    before = table.state
    outcome = table.send(ANN, "CHINA: FACTORY Chongqing")
    assert (outcome.orders, outcome.ahead) == (("CHINA: FACTORY Chongqing",), (0,))
    assert table.state == before
    assert messages(outcome) == [
        "As things are now, this would be carried out: CHINA: FACTORY Chongqing"
    ]


def test_2_a_plan_that_would_not_be_used_now_is_kept_and_says_why() -> None:
    outcome = Table().send(ANN, "CHINA: FACTORY Moscow ELSE IMPORT 4 ARMIES Beijing")
    first, *reasons = messages(outcome)
    assert first == "As things are now, it would not be used."
    assert [reason.split(":")[2].strip() for reason in reasons] == [
        "FACTORY Moscow",
        "IMPORT 4 ARMIES Beijing",
    ]


def test_3_a_plan_for_a_nation_of_another_is_kept_with_a_word() -> None:
    outcome = Table().send(BOB, "CHINA: FACTORY")
    assert outcome.accepted
    assert messages(outcome)[0].endswith("The plan is used only if you do when its turn comes.")


def test_4_the_nation_to_move_is_moved_at_once() -> None:
    table = Table()
    outcome = table.send(BOB, "RUSSIA: FACTORY Vladivostok ELSE TAXATION")
    assert outcome.ahead == ()
    assert table.state.nation == CHINA
    assert table.standing == NOTHING


def test_5_alternatives_at_once_are_refused_if_none_can_be() -> None:
    """Each with its line and reason; nothing is kept instead."""
    table = Table()
    outcome = table.send(BOB, "RUSSIA:\nFACTORY Beijing\nELSE\nIF POWER Russia >= 3\nTAXATION")
    (result,) = outcome.results
    assert [f.line.number for f in result.faults] == [2, 4]
    assert result.faults[0].refusal.rule == "4.1"
    assert result.faults[1].refusal.code == "condition"
    assert (table.standing, table.state.nation) == (NOTHING, RUSSIA)


def test_6_what_was_passed_over_is_told() -> None:
    table = Table()
    outcome = table.send(BOB, "RUSSIA:\nFACTORY Beijing\nELSE\nTAXATION")
    assert outcome.orders == ("RUSSIA: TAXATION",)
    (note,) = messages(outcome)
    assert Voice()(note).startswith("Not used: ")


def test_7_a_plan_that_comes_during_the_turn_is_for_the_next_one() -> None:
    """Here while others may fight: the turn is going on."""
    table = Table()
    table.send(BOB, "RUSSIA: IMPORT ARMY Vladivostok")
    table.send(ANN, "CHINA: IMPORT ARMY Beijing")
    for player, text in (
        (CYD, "INDIA: FACTORY"), (BOB, "BRAZIL: FACTORY"), (CYD, "USA: FACTORY"),
        (ANN, "EUROPE: FACTORY"),
        (BOB, "RUSSIA: MANEUVER B\nARMY Vladivostok -> Beijing"),
    ):  # fmt: skip
        assert table.send(player, text).accepted
    assert table.asked == (ANN, Ask.FIGHT, CHINA)
    outcome = table.send(BOB, "RUSSIA: TAXATION")
    assert "this is for the turn after it" in messages(outcome)[0]
    table.send(ANN, "PEACE")
    assert table.asked == (ANN, Ask.TURN, CHINA)
    assert table.kept(BOB) == 1


def test_8_a_later_plan_takes_the_place_of_the_earlier() -> None:
    table = Table()
    table.send(ANN, "CHINA: TAXATION\nWHEN INVESTING: PASS")
    table.send(ANN, "CHINA: FACTORY\nWHEN INVESTING: INVEST 2 IN India\nEUROPE: TAXATION")
    assert table.kept(ANN) == 3
    table.send(ANN, "CANCEL INVESTING")
    table.send(ANN, "CANCEL China")
    assert table.kept(ANN) == 1
    assert not table.send(ANN, "CANCEL China").accepted
    table.send(ANN, "CANCEL ALL")
    assert table.standing == NOTHING


def test_9_there_is_a_limit() -> None:
    table = Table()
    regions = sorted(WORLD.board.regions)
    for region in regions[:MOST_KEPT]:
        table.standing = table.standing.keep(ANN, Stance("peace", region=region), 0)
    assert not table.send(ANN, "CHINA: TAXATION").accepted
    assert table.send(ANN, f"STANCE FIGHT IN {WORLD.board.name(regions[0])}").accepted
    assert table.send(BOB, "BRAZIL: TAXATION").accepted


def test_10_after_the_end_nothing_is_kept() -> None:
    table = Table()
    table.state = replace(table.state, stage=Stage.OVER, pending=())
    for text in ("CHINA: TAXATION", "STANCE PEACE", "WHEN INVESTING: PASS", "CANCEL ALL"):
        (result,) = table.send(ANN, text).results
        assert result.faults[0].refusal.code == "game-over"


def test_11_who_is_asked_to_invest_invests_at_once() -> None:
    """With WHEN INVESTING or without."""
    table = Table()
    table.send(BOB, "RUSSIA: INVESTOR")
    player, kind, _ = table.asked
    assert kind is Ask.INVEST
    outcome = table.send(
        player, "WHEN INVESTING:\nINVEST 30 IN Russia\nELSE\nINVEST 2 IN Russia ELSE PASS"
    )
    assert outcome.ahead == ()
    assert table.standing == NOTHING


def test_12_who_is_not_asked_to_invest_is_refused_with_a_hint() -> None:
    for text in ("INVEST 2 IN Russia", "INVEST 9 IN Russia ELSE PASS", "IF CASH >= 1\nPASS"):
        (result,) = Table().send(ANN, text).results
        assert result.faults[0].refusal.code == "not-asked"
        assert "WHEN INVESTING" in Voice()(result.faults[0].refusal)


# What is used


def test_13_plans_run_on_until_somebody_must_be_asked() -> None:
    """In turn order, whoever they are of; each is used once."""
    table = Table()
    table.send(CYD, "INDIA: FACTORY\nUSA: TAXATION")
    table.send(ANN, "CHINA: FACTORY")
    table.send(BOB, "RUSSIA: FACTORY")
    assert table.done() == [(ANN, "CHINA: FACTORY"), (CYD, "INDIA: FACTORY")]
    assert table.asked == (BOB, Ask.TURN, NationId("brazil"))
    assert (table.kept(ANN), table.kept(CYD)) == (0, 1)
    assert all(step.why is Why.PLAN and not step.reasons for step, _ in table.steps)


def test_14_a_plan_that_is_illegal_is_dropped_and_nothing_done() -> None:
    table = Table()
    table.send(ANN, "CHINA:\nFACTORY Moscow\nELSE\nIF CASH >= 99\nTAXATION")
    table.send(BOB, "RUSSIA: FACTORY")
    ((step, events),) = table.steps
    assert (step.order, events) == ("", ())
    first, second = map(str, step.reasons)
    assert first.startswith("CHINA: FACTORY Moscow: ")
    assert second == "CHINA: TAXATION: The condition does not hold: CASH >= 99"
    assert table.asked == (ANN, Ask.TURN, CHINA)
    assert table.standing == NOTHING


def test_15_a_plan_of_somebody_else_is_dropped_when_the_turn_comes() -> None:
    table = Table()
    table.send(CYD, "CHINA: TAXATION")
    table.send(BOB, "RUSSIA: FACTORY")
    ((step, _),) = table.steps
    assert (step.player, step.order) == (CYD, "")
    assert [str(reason) for reason in step.reasons] == ["Ann governs it now"]
    assert table.asked == (ANN, Ask.TURN, CHINA)


def test_16_a_plan_waits_while_its_nation_is_skipped() -> None:
    """A skipped turn is none; but taken by another, it was the nation's next one."""
    table = Table()
    china = replace(table.state.nations[CHINA], government=None)
    table.state = replace(table.state, nations={**table.state.nations, CHINA: china})
    table.send(ANN, "CHINA: TAXATION")
    table.send(BOB, "RUSSIA: FACTORY")
    assert table.asked == (CYD, Ask.TURN, INDIA)
    assert table.kept(ANN) == 1


def test_17_the_first_turn_of_an_auction_can_be_planned() -> None:
    game = load_game("imperial-2030", ("auction",))
    table = Table(game, start(game, (ANN, BOB, CYD), start_player=ANN).state)
    assert table.send(ANN, "RUSSIA: TAXATION").accepted
    texts = ("INVEST 25 IN Russia", "PASS", "PASS")
    for text in texts:
        assert table.send(table.state.pending[0].player, text).accepted
    while table.state.stage is Stage.AUCTION:
        table.send(table.state.pending[0].player, "PASS")
    assert table.done() == [(ANN, "RUSSIA: TAXATION")]


def test_18_who_can_afford_nothing_has_no_chance_to_invest() -> None:
    """The plan waits for the next one."""
    table = Table()
    players = {p: replace(s, cash=0) for p, s in table.state.players.items()}
    holder = table.state.investor_card
    assert holder is not None
    table.state = replace(table.state, players=players)
    table.send(CYD if holder != CYD else ANN, "WHEN INVESTING: PASS")
    assert len(table.standing.held) == 1


# Which standing answer counts


def test_19_the_most_particular_stance_counts_of_equals_the_latest() -> None:
    standing = NOTHING
    given = [
        Stance("fight", CHINA, INDIA),
        Stance("peace"),
        Stance("ask", region="korea"),  # type: ignore[arg-type]
        Stance("fight", CHINA),
        Stance("peace", enemy=RUSSIA),
    ]
    for rule in given:
        standing = standing.keep(ANN, rule, 0)

    def found(own: NationId, enemy: NationId, region: str) -> str:
        rule = stance_for(standing, ANN, own, enemy, region)
        assert rule is not None
        return rule.answer

    assert found(CHINA, INDIA, "korea") == "fight"
    assert found(CHINA, RUSSIA, "korea") == "peace"  # of three that name one thing, the latest
    assert found(CHINA, NationId("usa"), "korea") == "fight"
    assert found(INDIA, NationId("usa"), "korea") == "ask"
    assert found(INDIA, NationId("usa"), "japan") == "peace"
    assert stance_for(standing, BOB, CHINA, INDIA, "korea") is None
    standing = standing.keep(ANN, Stance("ask", region="korea"), 0)  # type: ignore[arg-type]
    assert found(CHINA, RUSSIA, "korea") == "ask"  # given again, it is the latest


def test_20_rules_of_canals_and_swiss_banks() -> None:
    suez, panama = sorted(WORLD.board.canals, reverse=True)
    standing = NOTHING
    for rule in (
        CanalRule(suez, "deny", CHINA), CanalRule(suez, "allow"), SwissRule("force", CHINA),
        SwissRule("pass"),
    ):  # fmt: skip
        standing = standing.keep(ANN, rule, 0)
    assert canal_rule_for(standing, ANN, suez, CHINA) == CanalRule(suez, "deny", CHINA)
    assert canal_rule_for(standing, ANN, suez, INDIA) == CanalRule(suez, "allow")
    assert canal_rule_for(standing, ANN, panama, INDIA) is None
    assert swiss_rule_for(standing, ANN, CHINA) == SwissRule("force", CHINA)
    assert swiss_rule_for(standing, ANN, INDIA) == SwissRule("pass")


def test_21_ask_takes_back_a_standing_answer() -> None:
    table = Table()
    table.send(ANN, "STANCE FIGHT")
    table.send(ANN, "STANCE ASK")
    assert [held.order for held in table.standing.of(ANN)] == [Stance("ask")]


# Whole games


PLANS = (
    "STANCE FIGHT", "STANCE PEACE", "STANCE ASK", "SWISS FORCE", "SWISS PASS", "CANCEL ALL",
    "WHEN INVESTING: {invest} ELSE IF CASH >= 9\nINVEST 9 IN {nation} ELSE PASS",
    "WHEN INVESTING: {invest}",
    "{nation}: TAXATION ELSE PRODUCTION A ELSE MANEUVER A",
    "{nation}:\nIF TREASURY {nation} >= 5\nFACTORY {place}\nELSE\nINVESTOR",
    "{nation}: IMPORT ARMY {place} ELSE PRODUCTION B",
    "{nation}: MANEUVER B\nALL ARMIES {place} -> {other}",
    "STANCE {nation} PEACE IN {place}", "STANCE ALL FIGHT {nation}",
)  # fmt: skip


def random_plan(rng: random.Random, game: Game) -> str:
    board = game.board
    names = [board.name(n) for n in game.nations]
    regions = [r.name for r in board.regions.values()]
    return rng.choice(PLANS).format(
        nation=rng.choice(names),
        place=rng.choice(regions),
        other=rng.choice(regions),
        invest=f"INVEST {rng.choice(game.rules.bonds.prices)} IN {rng.choice(names)}",
    )


@pytest.mark.parametrize("seed", range(10))
def test_22_plans_never_do_what_a_mail_could_not_have_done(seed: int) -> None:
    """Every automatic step is what `apply` makes of the same order, and nobody is left waiting.

    After it, whoever is at the head has no plan for that and no standing answer: advancing again
    changes nothing. No plan is used by anybody but its player, or twice.
    """
    setup: Setup = setup_of(seed + 500)
    game, first = first_step(setup)
    names, rng = Names(game), random.Random(f"plans {seed}")
    state, standing, used = first.state, NOTHING, 0
    for _ in range(250):
        if state.over:
            break
        for player in state.seats:
            if rng.random() < 0.6:
                outcome = submit(game, names, state, player, random_plan(rng, game), standing)
                if outcome.ahead:
                    standing = outcome.standing
        state = next(done.step.state for done in answers(rng, game, state) if done.step)
        before, held = state, standing
        advanced = advance(game, state, standing)
        for step, events in advanced.steps:
            used += bool(step.order)
            if step.why is Why.PLAN:
                fewer = standing.without_plan(step.player, step.plan_of, state.turn)
                assert len(fewer.held) == len(standing.held) - 1
                standing = fewer
            if step.order:
                again = submit(game, names, state, step.player, step.order, standing)
                assert again.orders == (step.order,)
                assert (again.accepted, again.ahead, again.events) == (True, (), events)
                assert state.pending[0].player == step.player
                state = again.state
        assert (state, standing) == (advanced.state, advanced.standing)
        assert advance(game, before, held) == advanced  # nothing is left to chance
        assert advance(game, state, standing).steps == ()
    assert used >= 10


def test_23_what_the_engine_refuses_is_not_done() -> None:
    """A plan cannot even be used by its own player when another is asked."""
    table = Table()
    for held_text in ("CHINA: TAXATION", "WHEN INVESTING: INVEST 2 IN Russia"):
        table.send(ANN, held_text)
    plan = table.standing.turn_plan(ANN, CHINA, table.state.turn + 1)
    assert plan is not None
    assert table.standing.turn_plan(ANN, CHINA, table.state.turn) is None  # Russia's turn
    with pytest.raises(Refusal):
        apply(WORLD, table.state, ANN, plan.alternatives[0].command)
