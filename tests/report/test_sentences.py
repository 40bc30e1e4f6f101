"""Every event has its sentence, and what is secret is in none."""

from __future__ import annotations

import typing

import pytest
from report_play import EDITIONS, opening, random_steps

from pbem.board.ids import CanalId, NationId, PlayerId, RegionId, Space, Unit
from pbem.board.load import load_game
from pbem.report.language.voice import Voice
from pbem.report.sentences.events import sentence, sentences
from pbem.rules import events as ev
from pbem.rules.commands import Imported, Status

ANN, BOB, CID = PlayerId("Ann"), PlayerId("Bob"), PlayerId("Cid")
CHINA, USA = NationId("china"), NationId("usa")
KOREA, JAPAN, SEA = RegionId("korea"), RegionId("japan"), RegionId("china-sea")
BEIJING, SHANGHAI, MUMBAI = RegionId("beijing"), RegionId("shanghai"), RegionId("mumbai")
SUEZ = CanalId("suez")
GAME = load_game("imperial-2030")
VOICE = Voice(board=GAME.board)
SECRET = load_game("imperial-2030", ("secret-cash",))

TOLD: tuple[tuple[ev.Event, str], ...] = (
    (ev.MarkerMoved(CHINA, ANN, Space.MANEUVER_A, None, 0), "China begins on maneuver A."),
    (
        ev.MarkerMoved(CHINA, ANN, Space.TAXATION, 1, 0),
        "China moves to taxation (1 space on).",
    ),
    (
        ev.MarkerMoved(CHINA, ANN, Space.TAXATION, 5, 4),
        "China moves to taxation (5 spaces on; Ann pays 4M).",
    ),
    (
        ev.FactoryBuilt(CHINA, BEIJING, 5),
        "China builds an armaments factory in Beijing for 5M.",
    ),
    (ev.FactoryBuilt(CHINA, SHANGHAI, 5), "China builds a shipyard in Shanghai for 5M."),
    (ev.FactoryBuilt(CHINA, None, 0), "China builds nothing."),
    (
        ev.UnitsProduced(
            CHINA, (Imported(Unit.ARMY, 1, BEIJING), Imported(Unit.FLEET, 1, SHANGHAI))
        ),
        "China produces 1 army in Beijing and 1 fleet in Shanghai.",
    ),
    (ev.UnitsProduced(CHINA, ()), "China produces nothing."),
    (
        ev.UnitsImported(CHINA, (Imported(Unit.ARMY, 2, BEIJING),), 2),
        "China imports 2 armies in Beijing for 2M.",
    ),
    (ev.UnitsImported(CHINA, (), 0), "China imports nothing."),
    (
        ev.UnitsMoved(CHINA, Unit.FLEET, 1, SHANGHAI, SEA),
        "China moves 1 fleet from Shanghai to the China Sea.",
    ),
    (
        ev.UnitsMoved(CHINA, Unit.ARMY, 2, BEIJING, JAPAN, ((SEA,), (SEA,))),
        "China moves 2 armies from Beijing to Japan, by the China Sea.",
    ),
    (
        ev.UnitsMoved(CHINA, Unit.ARMY, 1, BEIJING, MUMBAI, (), Status.FRIENDLY),
        "China moves 1 army from Beijing to Mumbai (friendly).",
    ),
    (
        ev.UnitsMoved(CHINA, Unit.ARMY, 1, BEIJING, MUMBAI, ((SEA,),), Status.HOSTILE),
        "China moves 1 army from Beijing to Mumbai (hostile), by the China Sea.",
    ),
    (
        ev.BattleFought(CHINA, USA, SEA, 1, 0, 1, 0, 1),
        "China fights USA in the China Sea: each loses 1 fleet.",
    ),
    (
        ev.BattleFought(CHINA, USA, SHANGHAI, 2, 1, 1, 2, 0),
        "China fights USA in Shanghai: China loses 1 army and 1 fleet, USA loses 2 armies.",
    ),
    (ev.PeaceKept(CHINA, ANN, USA, KOREA), "China (Ann) keeps the peace with USA in Korea."),
    (
        ev.CanalAnswered(USA, BOB, CHINA, SUEZ, allowed=True),
        "USA (Bob) lets China use the Suez Canal.",
    ),
    (
        ev.CanalAnswered(USA, BOB, CHINA, SUEZ, allowed=False),
        "USA (Bob) does not let China use the Suez Canal.",
    ),
    (
        ev.UnitsStayed(CHINA, Unit.FLEET, 2, SEA, SUEZ),
        "The Suez Canal is closed to China: 2 fleets must stay in the China Sea.",
    ),
    (
        ev.StatusChanged(CHINA, 2, MUMBAI, Status.HOSTILE),
        "China makes 2 armies in Mumbai hostile.",
    ),
    (
        ev.StatusChanged(CHINA, 1, MUMBAI, Status.FRIENDLY),
        "China makes 1 army in Mumbai friendly.",
    ),
    (
        ev.FactoryDestroyed(CHINA, NationId("india"), MUMBAI, 3),
        "China destroys the factory of India in Mumbai and gives up 3 armies for it.",
    ),
    (
        ev.AskedAnew(CHINA, ANN, "Nobody is there."),
        "The rest of the maneuver of China is no longer legal: Nobody is there. "
        "Ann orders the rest anew.",
    ),
    (ev.FlagChanged(KOREA, None, CHINA), "China raises its flag in Korea."),
    (
        ev.FlagChanged(SEA, USA, CHINA),
        "China raises its flag in the China Sea in place of that of USA.",
    ),
    (ev.FlagChanged(KOREA, USA, None), "USA loses its flag in Korea."),
    (
        ev.Taxed(CHINA, ANN, 3, 1, 7, 2, 5, 1, 1, 9),
        "China taxes: 3 factories and 1 flag bring 7M, soldiers are paid 2M. "
        "Ann gets a bonus of 1M. China gains 1 power and has 9.",
    ),
    (
        ev.Taxed(CHINA, ANN, 1, 0, 2, 0, 2, 0, 0, 8),
        "China taxes: 1 factory and 0 flags bring 2M. China gains no power and has 8.",
    ),
    (ev.InterestPaid(CHINA, ANN, 4), "China pays interest: 4M to Ann."),
    (
        ev.InterestForgone(CHINA, ANN, 2, 0),
        "The treasury of China is short: Ann gives up 2M of interest.",
    ),
    (
        ev.InterestForgone(CHINA, ANN, 0, 3),
        "The treasury of China is short: Ann pays 3M to the others.",
    ),
    (
        ev.InterestForgone(CHINA, ANN, 2, 3),
        "The treasury of China is short: Ann gives up 2M of interest and pays 3M to the others.",
    ),
    (ev.CardIncome(ANN, 2), "Ann holds the investor card and gets 2M from the bank."),
    (ev.Invested(ANN, CHINA, 9, None, 9), "Ann buys the 9M bond of China."),
    (
        ev.Invested(ANN, CHINA, 12, 4, 8),
        "Ann returns the 4M bond of China and takes its 12M bond for 8M.",
    ),
    (ev.InvestmentPassed(ANN, None, asked=True), "No investment by Ann."),
    (ev.InvestmentPassed(ANN, CHINA, asked=True), "No investment in China by Ann."),
    (
        ev.InvestmentPassed(ANN, None, asked=False),
        "No investment by Ann: no bond is cheap enough.",
    ),
    (
        ev.InvestmentPassed(ANN, CHINA, asked=False),
        "No investment in China by Ann: no bond is cheap enough.",
    ),
    (
        ev.ForceAnswered(ANN, CHINA, forced=True),
        "The Swiss Bank of Ann forces China to stop on investor.",
    ),
    (ev.ForceAnswered(ANN, CHINA, forced=False), "The Swiss Bank of Ann lets China pass investor."),
    (ev.GovernmentChanged(CHINA, None, ANN), "Ann takes the government of China."),
    (ev.GovernmentChanged(CHINA, BOB, ANN), "Ann takes over the government of China from Bob."),
    (ev.SwissBankMoved(ANN, owns=True), "Ann gets a Swiss Bank."),
    (ev.SwissBankMoved(ANN, owns=False), "Ann gives up the Swiss Bank."),
    (ev.CardMoved(ANN), "Ann now has the investor card."),
    (ev.TurnSkipped(CHINA, 7), "Turn 7: China has no government and is skipped."),
    (ev.NationOffered(CHINA), "The bonds of China are offered."),
    (ev.AuctionHeldAgain(), "Nobody governs anything: the auction is held again."),
    (ev.Gave(ANN, CHINA, 3), "Ann gives 3M to the treasury of China."),
    (
        ev.GameEnded(CHINA, ANN),
        "China has reached the end of the power track. The game is over, and Ann wins.",
    ),
    (
        ev.GameEnded(CHINA, None),
        "China has reached the end of the power track. The game is over, and the victory is "
        "shared.",
    ),
)


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda value: type(value).__name__)
def test_each_event_has_its_sentence(event: ev.Event, told: str) -> None:
    assert VOICE(sentence(GAME, event)) == told


def test_no_event_is_missing_from_this_table() -> None:
    assert {type(event) for event, _ in TOLD} == set(typing.get_args(ev.Event))


def test_what_happens_to_several_is_told_in_one_sentence() -> None:
    events = (
        ev.InterestPaid(CHINA, ANN, 4),
        ev.InterestPaid(CHINA, BOB, 2),
        ev.UnitsMoved(CHINA, Unit.ARMY, 1, BEIJING, KOREA),
        ev.UnitsMoved(CHINA, Unit.ARMY, 2, BEIJING, KOREA),
        ev.FlagChanged(KOREA, None, CHINA),
        ev.FlagChanged(SEA, USA, CHINA),
        ev.FlagChanged(JAPAN, None, CHINA),
        ev.InvestmentPassed(ANN, None, asked=True),
        ev.InvestmentPassed(BOB, None, asked=True),
        ev.InvestmentPassed(CID, None, asked=True),
    )
    assert tuple(map(VOICE, sentences(GAME, events))) == (
        "China pays interest: 4M to Ann, 2M to Bob.",
        "China moves 3 armies from Beijing to Korea.",
        "China raises its flag in Korea and Japan.",
        "China raises its flag in the China Sea in place of that of USA.",
        "No investment by Ann, Bob and Cid.",
    )


def test_where_cash_is_secret_nobody_learns_that_a_bond_was_too_dear() -> None:
    events = (
        ev.InvestmentPassed(ANN, None, asked=True),
        ev.InvestmentPassed(BOB, None, asked=False),
    )
    assert tuple(map(VOICE, sentences(SECRET, events))) == ("No investment by Ann and Bob.",)


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_that_happens_in_a_game_can_be_told(edition: str) -> None:
    game, first = opening(edition, 5, (ANN, BOB, CID))
    told = sentences(game, first.events)
    for _, _, _, step in random_steps(game, first, 5, 300):
        told += sentences(game, step.events)
    voice = Voice(board=game.board)
    assert all(line.endswith((".", "!")) and "{" not in line for line in map(voice, told))
