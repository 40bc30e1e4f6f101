"""A position of the game: frozen, whole, without anything hidden. All money in M."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pbem.board.ids import CanalId, NationId, PlayerId, RegionId, Space, Unit
from pbem.rules.commands import Line, Status, Turn

Units = Mapping[RegionId, int]
"""How many units where: sorted by region, no zeros (see `units`)."""


class Ask(StrEnum):
    """What somebody can be asked."""

    TURN = "turn"
    FIGHT = "fight"
    CANAL = "canal"
    FORCE = "force-investor"
    INVEST = "invest"


class Stage(StrEnum):
    """What goes on when the queue of decisions is empty."""

    AUCTION = "auction"
    TURN = "turn"
    FORCE = "force-investor"
    MANEUVER = "maneuver"
    CARD = "investing"
    ROUND = "investing-in-the-nation"
    EXTRA = "investing-without-government"
    VACANT = "investing-in-a-vacant-nation"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Decision:
    """A question and who must answer it.

    nation: whose turn it is, who is asked to fight or for leave, who is to be forced, or the
        only nation that may be invested in
    region: where the fight would be, or the region that controls the canal
    """

    kind: Ask
    player: PlayerId
    nation: NationId | None = None
    region: RegionId | None = None


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's cash and whether a Swiss Bank is held."""

    cash: int
    swiss_bank: bool = False


@dataclass(frozen=True, slots=True)
class NationState:
    """A nation.

    bonds: price -> owner of each bond that is sold
    tax_space: where the tax marker lies, counted from the chart's lowest space
    armies: standing, that is hostile in foreign home provinces; friendly: lying, abroad
    fleets: at sea, or in the port of a home province
    """

    government: PlayerId | None = None
    treasury: int = 0
    power: int = 0
    tax_space: int = 0
    rondel: Space | None = None
    factories: tuple[RegionId, ...] = ()
    armies: Units = field(default_factory=dict)
    friendly: Units = field(default_factory=dict)
    fleets: Units = field(default_factory=dict)
    flags: tuple[RegionId, ...] = ()
    bonds: Mapping[int, PlayerId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The active nation's units that have just moved in (or become hostile) and not fought."""

    region: RegionId
    unit: Unit
    status: Status
    count: int


@dataclass(frozen=True, slots=True)
class Denied:
    """Units that stayed because a canal was denied to them; it stays closed to them (section 11).

    status: of armies, whether they stood or lay when they stayed; None for fleets
    held: their move is used up until the government is asked anew
    """

    canal: CanalId
    unit: Unit
    region: RegionId
    count: int
    status: Status | None = None
    held: bool = True


@dataclass(frozen=True, slots=True)
class ManeuverState:
    """A maneuver that is being carried out.

    lines: what is still to do, fleets first; the head may wait for leave to use a canal
    parts: of each of `lines`, its number in the order as given, from 0
    flags_first: regions that come first if flags are short
    leave: the answers about canals for the head line
    arrival: the units that others are being asked to fight
    moved_*: of the units in a region, how many have used their move; those of `denied` count too
    carried: sea -> fleets that have carried an army
    denied: the units that a canal was denied to
    armies_begun: whether a line of armies has been carried out: then the fleets' part is over
    """

    lines: tuple[Line, ...] = ()
    parts: tuple[int, ...] = ()
    flags_first: tuple[RegionId, ...] = ()
    leave: Mapping[CanalId, bool] = field(default_factory=dict)
    arrival: Arrival | None = None
    moved_armies: Units = field(default_factory=dict)
    moved_friendly: Units = field(default_factory=dict)
    moved_fleets: Units = field(default_factory=dict)
    carried: Units = field(default_factory=dict)
    denied: tuple[Denied, ...] = ()
    armies_begun: bool = False


@dataclass(frozen=True, slots=True)
class Acting:
    """The turn that is being carried out.

    held: the order that waits while Swiss Banks are asked
    ending: the nation has reached the last power point; after investing the game is over
    """

    passed_investor: bool = False
    held: Turn | None = None
    maneuver: ManeuverState | None = None
    ending: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction (section 2.3): who starts, and how many nations have been offered."""

    start_player: PlayerId
    offered: int = 0


ASKING: Final = ("turn", "nation", "stage", "pending", "acting", "auction")
"""The fields of a position that tell the open question from every other."""


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    players: in seating order; nations: in turn order
    bank: what the bank has taken in less what it has paid out, from 0 at the start
    turn: 1 for the first nation's turn, counting every turn taken or skipped
    nation: whose turn it is, or in an auction the nation that is offered
    pending: who must answer what, in order
    """

    players: Mapping[PlayerId, PlayerState]
    nations: Mapping[NationId, NationState]
    nation: NationId
    turn: int = 1
    bank: int = 0
    investor_card: PlayerId | None = None
    stage: Stage = Stage.TURN
    pending: tuple[Decision, ...] = ()
    acting: Acting = field(default_factory=Acting)
    auction: Auction | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.stage is Stage.OVER

    @property
    def asking(self) -> tuple[object, ...]:
        """What tells the open question from every other; gifts and the like do not change it."""
        return tuple([getattr(self, name) for name in ASKING])

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """The players in seating order."""
        return tuple(self.players)

    def clockwise(self, first: PlayerId) -> tuple[PlayerId, ...]:
        """All players in seating order, beginning with `first`."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def left_of(self, player: PlayerId) -> PlayerId:
        """The player who sits to the left (section 2.5)."""
        return self.clockwise(player)[1]

    def governed(self, player: PlayerId) -> tuple[NationId, ...]:
        """The nations that the player governs, in turn order."""
        return tuple([n for n, s in self.nations.items() if s.government == player])

    def free_bonds(self, nation: NationId, prices: tuple[int, ...]) -> tuple[int, ...]:
        """Of all `prices`, the bonds of the nation that nobody owns."""
        owned = self.nations[nation].bonds
        return tuple([price for price in prices if price not in owned])

    def bonds_of(self, player: PlayerId, nation: NationId) -> tuple[int, ...]:
        """The prices of the player's bonds of a nation, rising."""
        return tuple(sorted([p for p, o in self.nations[nation].bonds.items() if o == player]))

    def credit(self, player: PlayerId, nation: NationId) -> int:
        """A player's credit in a nation (section 9.1)."""
        return sum(self.bonds_of(player, nation))


def units(counts: Mapping[RegionId, int]) -> Units:
    """The same counts sorted by region and without zeros: equal positions are equal in bytes."""
    return {region: counts[region] for region in sorted(counts) if counts[region]}


def added(counts: Units, region: RegionId, number: int) -> Units:
    """`counts` with `number` more (or fewer) units in a region."""
    return units({**counts, region: counts.get(region, 0) + number})
