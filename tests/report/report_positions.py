"""Positions of each kind of question, set up by hand, and the mails about them."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import NationId, PlayerId, Space
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.names import Names
from pbem.report.render import AnswerContext, Renderer, ReportContext, Text
from pbem.rules.engine import start
from pbem.rules.events import Event
from pbem.rules.state import State
from pbem.scenario.position import PlayerPosition, PositionPart, set_up

ANN, BOB, CID, DORA, EVE, FAY = (
    PlayerId(name) for name in ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay")
)
PLAYERS = (ANN, BOB, CID, DORA, EVE, FAY)
RENDERER = Renderer()
UNTIL = "Tue 1 Dec, 18:00"

MIDDLE = PositionPart.model_validate(
    {
        "turn": 42,
        "nation": "europe",
        "investor_card": "Bob",
        "players": {
            "Ann": {"cash": 3, "bonds": {"russia": [9], "europe": [2]}},
            "Bob": {"cash": 5},
            "Cid": {"cash": 8},
            "Dora": {"cash": 0},
            "Eve": {"cash": 11},
            "Fay": {"cash": 7},
        },
        "nations": {
            "russia": {"government": "", "treasury": 3},
            "china": {
                "treasury": 6,
                "power": 11,
                "rondel": "investor",
                "armies": {"beijing": 2, "korea": 1},
                "fleets": {"shanghai": 1, "china-sea": 2},
                "flags": ["korea", "china-sea"],
            },
            "india": {
                "treasury": 4,
                "power": 6,
                "rondel": "import",
                "armies": {"mumbai": 1, "london": 3},
            },
            "brazil": {"treasury": 9, "rondel": "factory"},
            "usa": {
                "treasury": 4,
                "power": 17,
                "rondel": "import",
                "fleets": {"north-atlantic": 1},
                "flags": ["north-africa", "north-atlantic"],
                "armies": {"guinea": 1},
            },
            "europe": {
                "treasury": 8,
                "power": 9,
                "rondel": "factory",
                "factories": ["paris", "london", "rome"],
                "armies": {"paris": 2, "rome": 1},
                "friendly": {"murmansk": 1},
                "fleets": {"london": 1, "mediterranean-sea": 1, "indian-ocean": 1},
            },
        },
    }
)


@dataclass(frozen=True)
class Table:
    """A game in the middle, played on by texts."""

    game: Game
    state: State
    events: tuple[Event, ...] = ()

    @property
    def asked(self) -> PlayerId:
        """Who must decide."""
        return self.state.pending[0].player

    def send(self, text: str) -> Table:
        """The game after a mail of whoever must decide."""
        outcome = self.outcome(text)
        assert outcome.accepted, outcome.results
        return Table(self.game, outcome.state, outcome.events)

    def outcome(self, text: str) -> Outcome:
        """What would come of a mail of whoever must decide."""
        return submit(self.game, Names(self.game), self.state, self.asked, text)

    def context(self, reader: PlayerId | None, *, opening: bool = False) -> ReportContext:
        """What a report to a reader is made from."""
        return ReportContext(
            game=self.game,
            game_id="eu1",
            entry=41,
            reader=reader,
            state=self.state,
            events=self.events,
            marker="0123abcd",
            key="tulip",
            until="" if self.state.over else UNTIL,
            opening=opening,
        )

    def report(self, reader: PlayerId | None = None) -> Text:
        """The report to a reader; to whoever must decide if none is named."""
        return RENDERER.report(self.context(reader or self.asked))

    def answer(self, text: str, *, check: bool = False) -> Text:
        """The answer to a mail of whoever must decide."""
        outcome = self.outcome(text)
        return RENDERER.answer(
            AnswerContext(
                game=self.game,
                game_id="eu1",
                reader=self.asked,
                outcome=outcome,
                state=self.state if check else outcome.state,
                marker="0123abcd",
                key="tulip",
                until=UNTIL,
                entry=42 if outcome.orders and not check else None,
                check=check,
            )
        )


def in_the_middle(*variants: str, position: PositionPart = MIDDLE) -> Table:
    """Imperial 2030 with six players, Europe (Fay) to move; Ann has a Swiss Bank."""
    game = load_game("imperial-2030", variants)
    return Table(game, set_up(game, PLAYERS, None, position))


def about_to_end(*variants: str) -> Table:
    """The same, with Europe one taxation away from the last power point."""
    europe = MIDDLE.nations[NationId("europe")]
    flags = ("turkey", "ukraine", "indian-ocean", "mediterranean-sea")
    nearly = europe.model_copy(update={"power": 24, "rondel": Space.INVESTOR, "flags": flags})
    nations = {**MIDDLE.nations, NationId("europe"): nearly}
    return in_the_middle(*variants, position=MIDDLE.model_copy(update={"nations": nations}))


def first_turn(*variants: str) -> Table:
    """The first mail of a game of the first edition with three players."""
    game = load_game("imperial", variants)
    groups = game.rules.setup.groups[3]
    deal = None if "auction" in variants else dict(zip(PLAYERS[:3], groups, strict=True))
    step = start(game, PLAYERS[:3], deal)
    return Table(game, step.state, step.events)


def with_cash(position: PositionPart, player: PlayerId, cash: int) -> PositionPart:
    """The position with another sum in a player's hand."""
    kept = position.players.get(player, PlayerPosition())
    players = {**position.players, player: kept.model_copy(update={"cash": cash})}
    return position.model_copy(update={"players": players})
