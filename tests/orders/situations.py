"""Situations on both boards in which players are asked something, for texts of whole mails."""

from __future__ import annotations

from typing import Final

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.names import Names
from pbem.orders.verbs.mail.check import Check
from pbem.rules.state import State
from pbem.scenario.position import PositionPart, set_up

WORLD: Final = load_game("imperial-2030")
NAMES: Final = Names(WORLD)
ANN, BOB, CYD, DAN, EVE = (PlayerId(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve"))
_THREE = {
    ANN: (NationId("china"), NationId("europe")),
    BOB: (NationId("russia"), NationId("brazil")),
    CYD: (NationId("india"), NationId("usa")),
}
_FIVE = {
    player: (NationId(nation),)
    for player, nation in zip(
        (ANN, BOB, CYD, DAN, EVE), ("china", "russia", "india", "usa", "europe"), strict=True
    )
}


def position(**said: object) -> State:
    """Three players; what is not said is as at the start."""
    return set_up(WORLD, tuple(_THREE), _THREE, PositionPart.model_validate(said))


def after(state: State, player: PlayerId, text: str) -> State:
    """The position after an order, which must be taken."""
    outcome = submit(WORLD, NAMES, state, player, text)
    assert outcome.accepted, outcome.results
    return outcome.state


TURN = position(
    turn=9,
    nation="india",
    players={"Cyd": {"cash": 40}},
    nations={
        "india": {
            "treasury": 12,
            "rondel": "investor",
            "armies": {"chennai": 2, "mumbai": 1, "new-delhi": 1},
            "fleets": {"mumbai": 1, "indian-ocean": 1, "kolkata": 1},
            "flags": ["indian-ocean"],
        },
        "china": {"armies": {"afghanistan": 1}, "flags": ["afghanistan"]},
    },
)
FIGHT = after(
    position(
        nation="russia",
        nations={
            "russia": {"armies": {"vladivostok": 1}},
            "china": {"armies": {"korea": 2}, "flags": ["korea"]},
        },
    ),
    BOB,
    "RUSSIA: MANEUVER A\nARMY Vladivostok -> Korea",
)
CANAL = after(
    position(
        nation="europe",
        nations={
            "europe": {"fleets": {"mediterranean-sea": 1}},
            "usa": {"flags": ["north-africa"]},
        },
    ),
    ANN,
    "EUROPE: MANEUVER A\nFLEET Mediterranean Sea -> Indian Ocean",
)
_RICH = {nation: {"treasury": 9} for nation in ("russia", "india", "brazil", "usa", "europe")}
FORCE = after(
    set_up(
        WORLD,
        tuple(_FIVE),
        _FIVE,
        PositionPart.model_validate(
            {
                "nation": "china",
                "investor_card": "Eve",
                "players": {
                    "Ann": {"cash": 4, "bonds": {"china": [9], "europe": [9]}},
                    "Bob": {"cash": 5, "bonds": {"russia": [9], "brazil": [9]}},
                    "Cyd": {"cash": 5, "bonds": {"india": [9], "usa": [9]}},
                    "Dan": {"cash": 6, "bonds": {"china": [4]}},
                    "Eve": {"cash": 12, "bonds": {"india": [4]}},
                },
                "nations": {**_RICH, "china": {"treasury": 6, "rondel": "taxation"}},
            }
        ),
    ),
    ANN,
    "CHINA: PRODUCTION B",
)
INVEST = after(after(FORCE, EVE, "LET PASS"), DAN, "LET PASS")

ASKED: Final[dict[str, tuple[State, PlayerId]]] = {
    "turn": (TURN, CYD),
    "fight": (FIGHT, ANN),
    "canal": (CANAL, CYD),
    "force": (FORCE, EVE),
    "invest": (INVEST, EVE),
}


EUROPE: Final = load_game("imperial-2010")
EUROPE_NAMES: Final = Names(EUROPE)
JO, MAX, LENA = (PlayerId(name) for name in ("Jo", "Max", "Lena"))
_DEAL = {
    JO: (NationId("france"), NationId("germany")),
    MAX: (NationId("austria-hungary"), NationId("great-britain")),
    LENA: (NationId("italy"), NationId("russia")),
}


def _europe(**said: object) -> State:
    """Jo has France and Germany, Max Austria-Hungary and Great Britain, Lena Italy and Russia."""
    return set_up(EUROPE, tuple(_DEAL), _DEAL, PositionPart.model_validate(said))


_CHINA = position(
    turn=14,
    nation="china",
    players={"Ann": {"cash": 11}},
    nations={
        "china": {
            "treasury": 11,
            "rondel": "taxation",
            "armies": {"beijing": 2, "chongqing": 1, "shanghai": 1},
            "fleets": {"shanghai": 1, "china-sea": 2},
            "flags": ["china-sea"],
        },
        "russia": {"armies": {"korea": 1}, "flags": ["korea"]},
    },
)
_GERMANY = _europe(
    turn=11,
    nation="germany",
    players={"Jo": {"cash": 9}},
    nations={
        "germany": {
            "treasury": 10,
            "rondel": "production-b",
            "armies": {"berlin": 2, "munich": 2, "cologne": 1},
            "fleets": {"hamburg": 1, "north-sea": 1, "baltic-sea": 1},
            "flags": ["north-sea"],
        },
        "great-britain": {"armies": {"belgium": 1}, "fleets": {"english-channel": 1}},
        "russia": {"fleets": {"baltic-sea": 1}},
    },
)
_AUSTRIA = _europe(
    nation="austria-hungary",
    nations={
        "austria-hungary": {"armies": {"trieste": 1}},
        "italy": {"armies": {"venice": 1}},
    },
)


def _venice() -> State:
    outcome = submit(
        EUROPE,
        EUROPE_NAMES,
        _AUSTRIA,
        MAX,
        "AUSTRIA-HUNGARY: MANEUVER A\nARMY Trieste -> Venice HOSTILE",
    )
    assert outcome.accepted, outcome.results
    return outcome.state


PLACES: Final[dict[str, tuple[Game, Names, State, PlayerId]]] = {
    **{where: (WORLD, NAMES, *asked) for where, asked in ASKED.items()},
    "china": (WORLD, NAMES, _CHINA, PlayerId("Ann")),
    "start": (WORLD, NAMES, position(), PlayerId("Bob")),
    "germany": (EUROPE, EUROPE_NAMES, _GERMANY, JO),
    "venice": (EUROPE, EUROPE_NAMES, _venice(), LENA),
}


def sent(where: str, text: str) -> Outcome:
    """What becomes of a mail's new text."""
    game, names, state, player = PLACES[where]
    return submit(game, names, state, player, text)


def taken(where: str, text: str) -> str:
    """What it is taken as, canonical: orders joined by `&`, lines by `|`; "" if nothing is."""
    outcome = sent(where, text)
    if any(isinstance(command, Check) for command in outcome.mail_commands):
        return "CHECK " + " & ".join(outcome.orders)
    return " & ".join(outcome.orders).replace("\n  ", " | ")
