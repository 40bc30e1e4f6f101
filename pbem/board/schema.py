"""The game files as pydantic models: `board.toml` and `rules.toml`, checked key by key.

What one key alone can tell is checked here; what keys tell together, in `check.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pbem.board.ids import CanalId, City, NationId, RegionId, RegionKind

Ident = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Money = Annotated[int, Field(ge=0)]
Count = Annotated[int, Field(gt=0)]
Players = Annotated[int, Field(ge=2, le=6)]
Pair = tuple[RegionId, RegionId]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NationFile(_Model):
    """A nation: its pieces; nations stand in turn order."""

    id: NationId
    name: str
    colour: str
    armies: Count
    fleets: Count
    aliases: tuple[str, ...] = ()


class RegionFile(_Model):
    """A region of the board, with the centre of its label on the map."""

    id: RegionId
    name: str
    kind: RegionKind
    nation: NationId | None = None
    city: City | None = None
    port_sea: RegionId | None = None
    start_factory: bool = False
    x: int
    y: int
    aliases: tuple[str, ...] = ()


class CanalFile(_Model):
    """A passage between two seas; a flag in the controller gives the say (section 5.2)."""

    id: CanalId
    name: str
    seas: Pair
    controller: RegionId


class ImpassableFile(_Model):
    """An area that is named on the map and closed to all units."""

    id: Ident
    name: str
    x: int
    y: int


class BoardFile(_Model):
    """`board.toml`."""

    map_size: tuple[Count, Count]
    land_borders: tuple[Pair, ...]
    straits: tuple[Pair, ...] = ()
    coast: tuple[Pair, ...]
    sea_borders: tuple[Pair, ...]
    rail_excluded: tuple[Pair, ...] = ()
    canals: tuple[CanalFile, ...] = ()
    impassable: tuple[ImpassableFile, ...] = ()
    nations: tuple[NationFile, ...]
    regions: tuple[RegionFile, ...]


class Bonds(_Model):
    """Prices of a nation's bonds and the interest of each, in M."""

    prices: tuple[Count, ...]
    interest: tuple[Count, ...]


class Pieces(_Model):
    """Supplies of each nation besides its units."""

    flags: Count
    factories: Count


class Setup(_Model):
    """Set-up tables (section 2), by number of players where they differ."""

    distribution: Literal["dealt", "auction"]
    own_bond: Count
    small_bond: Count
    cash: dict[Players, Money]
    auction_cash: dict[Players, Money]
    small_bond_of: dict[NationId, NationId]
    groups: dict[Players, tuple[tuple[NationId, ...], ...]]


class Rondel(_Model):
    """How far a marker goes and what it costs (section 3.2)."""

    free_spaces: Count
    farthest: Annotated[int, Field(gt=0, lt=8)]
    cost: Literal["fixed", "power-factor"]
    price: Money


class Units(_Model):
    """Prices and limits of factories and units (sections 4 and 5.10)."""

    factory_price: Money
    import_price: Money
    import_limit: Count
    armies_to_destroy: Count


class ChartSpace(_Model):
    """A space of the tax chart: its name, the least revenue, what it brings."""

    level: int
    least: Money = Field(alias="from")
    bonus: Money
    power: Money


class TaxationRules(_Model):
    """Taxation (section 6): amounts, and the names of its rule functions."""

    factory: Money
    flag: Money
    pay: Literal["before-collecting", "after-collecting"]
    bonus: Literal["rise-from-bank", "chart-from-treasury", "rise-from-treasury"]
    marker: bool
    chart: tuple[ChartSpace, ...]


class Power(_Model):
    """Power points that end the game, and the least power for each factor 0, 1, 2 ..."""

    end: Count
    factors: tuple[Money, ...]


class InvestorRules(_Model):
    """Investing (section 7) and who may force it (3.3)."""

    method: Literal["card", "after-each-turn"]
    card_income: Money
    invest_after_end: bool
    swiss_banks: bool


class Government(_Model):
    """The least credit that takes a vacant government (section 9.3)."""

    vacant_credit: Count


class TreasuryRules(_Model):
    """Whose treasury a player may give cash to (section 3.6)."""

    gifts: Literal["any", "governed"]


class Reports(_Model):
    """What reports hide."""

    secret_cash: bool


class Variant(_Model):
    """A variant: values that it sets in the sections of `rules.toml`."""

    title: str
    set: dict[str, dict[str, Any]]


class RulesFile(_Model):
    """`rules.toml`, after inheritance."""

    id: Ident
    title: str
    bonds: Bonds
    pieces: Pieces
    setup: Setup
    rondel: Rondel
    units: Units
    taxation: TaxationRules
    power: Power
    investor: InvestorRules
    government: Government
    treasury: TreasuryRules
    reports: Reports
    variants: dict[Ident, Variant] = {}
