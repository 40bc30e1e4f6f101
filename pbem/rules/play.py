"""A step in the making: the position so far, what has happened, what the player should know.

Rule functions get a `Play`, look at `play.state`, and replace it. Positions themselves are
frozen; a refusal is raised before or in the middle of a step and simply drops the `Play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.board.ids import NationId, PlayerId, Unit
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Message, Value
from pbem.rules.events import Event
from pbem.rules.state import Ask, Decision, ManeuverState, NationState, PlayerState, State


@dataclass(frozen=True, slots=True)
class Warn:
    """Something that the player did not say and should know, as data like a refusal.

    code: a short stable word (`pbem.report.language.refusals` lists those of the rules)
    message: for the player; None: that of the code in the catalogue
    part: which line of a maneuver it is about, counted from 0 as ordered, if it is one
    why: which sentence of that code, where it has several
    values: the parameters of that sentence
    """

    code: str
    message: Message | str | None = None
    part: int | None = None
    why: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bank:
    """The bank as a partner of payments."""


@dataclass(frozen=True, slots=True)
class Cash:
    """A player's cash as a partner of payments."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Treasury:
    """A nation's treasury as a partner of payments."""

    nation: NationId


Account = Bank | Cash | Treasury
BANK = Bank()


@dataclass(slots=True)
class Play:
    """One step in the making."""

    game: Game
    state: State
    events: list[Event] = field(default_factory=list)
    warnings: list[Warn] = field(default_factory=list)

    def say(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)

    def warn(
        self,
        code: str,
        part: int | None = None,
        why: str = "",
        **values: Value,
    ) -> None:
        """Tell the player something, once."""
        warning = Warn(code, part=part, why=why, values=values)
        if warning not in self.warnings:
            self.warnings.append(warning)

    def set(self, **changes: Any) -> None:
        """Replace fields of the position."""
        self.state = replace(self.state, **changes)

    def nation(self, nation: NationId) -> NationState:
        """A nation as it is now."""
        return self.state.nations[nation]

    def set_nation(self, nation: NationId, **changes: Any) -> None:
        """Replace fields of a nation."""
        changed = replace(self.state.nations[nation], **changes)
        self.set(nations={**self.state.nations, nation: changed})

    def player(self, player: PlayerId) -> PlayerState:
        """A player as now."""
        return self.state.players[player]

    def set_player(self, player: PlayerId, **changes: Any) -> None:
        """Replace fields of a player."""
        changed = replace(self.state.players[player], **changes)
        self.set(players={**self.state.players, player: changed})

    def pay(self, amount: int, source: Account, target: Account) -> None:
        """Move `amount` M; the one place where money moves, so that none is lost or made.

        :raises IllegalRefusal: the source has less than that
        """
        if amount:
            self._book(source, -amount)
            self._book(target, amount)

    def _book(self, account: Account, amount: int) -> None:
        match account:
            case Bank():
                self.set(bank=self.state.bank + amount)
            case Cash(player):
                cash = self.player(player).cash + amount
                if cash < 0:
                    raise IllegalRefusal(
                        "too-dear",
                        rule="3.2",
                        why="cash",
                        player=player,
                        cash=cash - amount,
                        needed=-amount,
                    )
                self.set_player(player, cash=cash)
            case Treasury(nation):
                treasury = self.nation(nation).treasury + amount
                if treasury < 0:
                    raise IllegalRefusal(
                        "treasury-short",
                        rule="4",
                        nation=nation,
                        treasury=treasury - amount,
                        needed=-amount,
                    )
                self.set_nation(nation, treasury=treasury)

    def set_maneuver(self, **changes: Any) -> None:
        """Replace fields of the maneuver that is being carried out."""
        acting = self.state.acting
        current = acting.maneuver or ManeuverState()
        self.set(acting=replace(acting, maneuver=replace(current, **changes)))

    @property
    def maneuver(self) -> ManeuverState:
        """The maneuver that is being carried out, or an empty one."""
        return self.state.acting.maneuver or ManeuverState()

    def ask(self, decisions: Iterable[Decision]) -> None:
        """Put questions at the front of the queue, in their order."""
        self.set(pending=(*decisions, *self.state.pending))

    def ask_turn(self) -> None:
        """Ask the government of the nation to move for its turn, or for the rest of it."""
        nation = self.state.nation
        government = self.nation(nation).government
        assert government is not None, "only a governed nation has a turn"
        self.ask((Decision(Ask.TURN, government, nation),))

    def unused(self, nation: NationId, unit: Unit) -> int:
        """How many armies or fleets the nation still has in its supply (section 4.4)."""
        return self.game.board.supply(nation, unit) - count_units(self.nation(nation), unit)


def count_units(nation: NationState, unit: Unit) -> int:
    """A nation's armies or fleets on the board."""
    if unit is Unit.FLEET:
        return sum(nation.fleets.values())
    return sum(nation.armies.values()) + sum(nation.friendly.values())
