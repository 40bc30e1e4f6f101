"""What happened, as small values in the order in which it happened. Reports put it into words."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import CanalId, NationId, PlayerId, RegionId, Space, Unit
from pbem.ground.messages import Coded
from pbem.rules.commands import Imported, Line, Status


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """The nation's marker went to a space, `steps` on (None: first turn), for `cost` M."""

    nation: NationId
    player: PlayerId
    space: Space
    steps: int | None
    cost: int


@dataclass(frozen=True, slots=True)
class FactoryBuilt:
    """A factory was built there, or none."""

    nation: NationId
    province: RegionId | None
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsProduced:
    """Factories in these provinces produced a unit each."""

    nation: NationId
    units: tuple[Imported, ...]


@dataclass(frozen=True, slots=True)
class UnitsImported:
    """Units were imported for `cost` M from the treasury."""

    nation: NationId
    units: tuple[Imported, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """Units moved; `via` the seas of each convoy's chain, `status` where it matters."""

    nation: NationId
    unit: Unit
    count: int
    origin: RegionId
    target: RegionId
    via: tuple[tuple[RegionId, ...], ...] = ()
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class BattleFought:
    """One for one: `armies` and `fleets` are what each side lost."""

    attacker: NationId
    defender: NationId
    region: RegionId
    pairs: int
    attacker_armies: int
    attacker_fleets: int
    defender_armies: int
    defender_fleets: int


@dataclass(frozen=True, slots=True)
class PeaceKept:
    """A nation that was asked did not fight."""

    nation: NationId
    player: PlayerId
    enemy: NationId
    region: RegionId


@dataclass(frozen=True, slots=True)
class CanalAnswered:
    """A nation gave or denied leave to use its canal."""

    nation: NationId
    player: PlayerId
    asking: NationId
    canal: CanalId
    allowed: bool


@dataclass(frozen=True, slots=True)
class UnitsStayed:
    """Units stayed where they are since a canal was denied."""

    nation: NationId
    unit: Unit
    count: int
    region: RegionId
    canal: CanalId


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """Armies became hostile or friendly where they are."""

    nation: NationId
    count: int
    province: RegionId
    status: Status


@dataclass(frozen=True, slots=True)
class FactoryDestroyed:
    """Armies destroyed a factory and are gone with it."""

    nation: NationId
    owner: NationId
    province: RegionId
    armies: int


@dataclass(frozen=True, slots=True)
class AskedAnew:
    """The rest of an order has become illegal; its government is asked anew.

    line: the one at fault; rest: the others that were still to be carried out, as ordered. What
        has not been carried out is for the government alone to know
    """

    nation: NationId
    player: PlayerId
    reason: Coded
    line: Line | None = None
    rest: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class FlagChanged:
    """In a region one nation's flag gave way to another's; either may be none."""

    region: RegionId
    old: NationId | None
    new: NationId | None


@dataclass(frozen=True, slots=True)
class Taxed:
    """A nation taxed; all amounts in M, `collected` is what went into the treasury in all."""

    nation: NationId
    player: PlayerId
    factories: int
    flags: int
    revenue: int
    pay: int
    collected: int
    bonus: int
    power_gained: int
    power: int


@dataclass(frozen=True, slots=True)
class InterestPaid:
    """A player got interest; `own` is what the government paid others from its own cash."""

    nation: NationId
    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class InterestForgone:
    """A government gave up `forgone` of its interest and paid `paid` for the treasury."""

    nation: NationId
    player: PlayerId
    forgone: int
    paid: int


@dataclass(frozen=True, slots=True)
class CardIncome:
    """The holder of the investor card got this from the bank."""

    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class Invested:
    """A player took a bond for `paid` M, perhaps returning a lower one."""

    player: PlayerId
    nation: NationId
    price: int
    returning: int | None
    paid: int


@dataclass(frozen=True, slots=True)
class InvestmentPassed:
    """A player did not invest; `asked` is false if there was nothing to afford."""

    player: PlayerId
    nation: NationId | None
    asked: bool


@dataclass(frozen=True, slots=True)
class ForceAnswered:
    """A Swiss Bank forced a nation to stop on investor, or let it pass."""

    player: PlayerId
    nation: NationId
    forced: bool


@dataclass(frozen=True, slots=True)
class GovernmentChanged:
    """A nation has a new government."""

    nation: NationId
    old: PlayerId | None
    new: PlayerId


@dataclass(frozen=True, slots=True)
class SwissBankMoved:
    """A player got a Swiss Bank, or gave it back."""

    player: PlayerId
    owns: bool


@dataclass(frozen=True, slots=True)
class CardMoved:
    """The investor card went to a player."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A nation without a government had no turn."""

    nation: NationId
    turn: int


@dataclass(frozen=True, slots=True)
class NationOffered:
    """In an auction or a round of investing, a nation's bonds are offered."""

    nation: NationId


@dataclass(frozen=True, slots=True)
class AuctionHeldAgain:
    """Nobody governs anything after the auction: it is held again."""


@dataclass(frozen=True, slots=True)
class Gave:
    """A player gave own cash to a treasury."""

    player: PlayerId
    nation: NationId
    amount: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A nation has reached the last power point; `winner` is None for a shared victory."""

    nation: NationId
    winner: PlayerId | None


Event = (
    MarkerMoved
    | FactoryBuilt
    | UnitsProduced
    | UnitsImported
    | UnitsMoved
    | BattleFought
    | PeaceKept
    | CanalAnswered
    | UnitsStayed
    | StatusChanged
    | FactoryDestroyed
    | AskedAnew
    | FlagChanged
    | Taxed
    | InterestPaid
    | InterestForgone
    | CardIncome
    | Invested
    | InvestmentPassed
    | ForceAnswered
    | GovernmentChanged
    | SwissBankMoved
    | CardMoved
    | TurnSkipped
    | NationOffered
    | AuctionHeldAgain
    | Gave
    | GameEnded
)
