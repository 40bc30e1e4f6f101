"""What a player can order, as small values. How they are written is `pbem.orders`' business.

Every command is frozen and comparable. A field that is None was not said by the player and is
found out by the engine (`count` of a battle: as many as possible; `letter`: the nearer space).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from pbem.board.ids import CanalId, NationId, RegionId, Space, Unit

Letter = Literal["a", "b"]
ALL: Literal["all"] = "all"
Count = int | Literal["all"]


class Status(StrEnum):
    """How an army lies in a foreign home province (section 5.7)."""

    HOSTILE = "hostile"
    FRIENDLY = "friendly"


@dataclass(frozen=True, slots=True)
class Factory:
    """Build a factory there, or nothing (section 4.1)."""

    province: RegionId | None = None
    action: Literal["factory"] = "factory"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The rondel spaces where this action is carried out."""
        return (Space.FACTORY,)


@dataclass(frozen=True, slots=True)
class Production:
    """Produce (section 4.2): everything, nothing, only there, or all but there."""

    letter: Letter | None = None
    choice: Literal["all", "none", "only", "except"] = "all"
    provinces: tuple[RegionId, ...] = ()
    action: Literal["production"] = "production"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The rondel spaces where this action is carried out."""
        return _lettered(Space.PRODUCTION_A, Space.PRODUCTION_B, self.letter)


@dataclass(frozen=True, slots=True)
class Imported:
    """So many units of a kind imported into one province."""

    unit: Unit
    count: int
    province: RegionId


@dataclass(frozen=True, slots=True)
class Import:
    """Import up to three units (section 4.3)."""

    units: tuple[Imported, ...] = ()
    action: Literal["import"] = "import"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The rondel spaces where this action is carried out."""
        return (Space.IMPORT,)


@dataclass(frozen=True, slots=True)
class Battle:
    """Whom to fight; `count` pairs of units, or as many as possible."""

    enemy: NationId
    unit: Unit | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Move units: a fleet's step, or an army's move with rail and convoy (5.1-5.6)."""

    unit: Unit
    count: Count
    origin: RegionId
    target: RegionId
    via: tuple[RegionId, ...] = ()
    status: Status | None = None
    battle: Battle | None = None
    line: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class FightThere:
    """Units that are in a region fight, moved or not (5.3, 5.9)."""

    battle: Battle
    region: RegionId
    line: Literal["fight"] = "fight"


@dataclass(frozen=True, slots=True)
class ChangeStatus:
    """Armies in a foreign home province become hostile or friendly (5.7)."""

    count: Count
    province: RegionId
    status: Status
    line: Literal["status"] = "status"


@dataclass(frozen=True, slots=True)
class Destroy:
    """Three armies destroy the factory there (5.10)."""

    province: RegionId
    line: Literal["destroy"] = "destroy"


@dataclass(frozen=True, slots=True)
class FlagsFirst:
    """Which regions come first if flags are short (5.11)."""

    regions: tuple[RegionId, ...]
    line: Literal["flags"] = "flags"


Line = Annotated[
    Move | FightThere | ChangeStatus | Destroy | FlagsFirst, Field(discriminator="line")
]


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Carry out these lines, fleets first (section 5)."""

    letter: Letter | None = None
    lines: tuple[Line, ...] = ()
    action: Literal["maneuver"] = "maneuver"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The rondel spaces where this action is carried out."""
        return _lettered(Space.MANEUVER_A, Space.MANEUVER_B, self.letter)


@dataclass(frozen=True, slots=True)
class Investor:
    """Go to investor (section 7)."""

    action: Literal["investor"] = "investor"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The rondel spaces where this action is carried out."""
        return (Space.INVESTOR,)


@dataclass(frozen=True, slots=True)
class Taxation:
    """Tax (section 6)."""

    action: Literal["taxation"] = "taxation"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The rondel spaces where this action is carried out."""
        return (Space.TAXATION,)


Action = Annotated[
    Factory | Production | Import | Maneuver | Investor | Taxation, Field(discriminator="action")
]


@dataclass(frozen=True, slots=True)
class Turn:
    """A nation's turn: where its marker goes and what it does there."""

    nation: NationId
    action: Action
    command: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Invest:
    """Take a bond, or with `returning` exchange a lower one of the same nation for it (7.4)."""

    price: int
    nation: NationId
    returning: int | None = None
    command: Literal["invest"] = "invest"


@dataclass(frozen=True, slots=True)
class Pass:
    """No investment; also lets a nation pass investor if that is what is asked."""

    command: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Fight:
    """Fight the units that have moved in."""

    enemy: NationId | None = None
    unit: Unit | None = None
    count: int | None = None
    region: RegionId | None = None
    command: Literal["fight"] = "fight"


@dataclass(frozen=True, slots=True)
class Peace:
    """Do not fight them."""

    region: RegionId | None = None
    command: Literal["peace"] = "peace"


@dataclass(frozen=True, slots=True)
class Allow:
    """They may use the canal."""

    canal: CanalId | None = None
    command: Literal["allow"] = "allow"


@dataclass(frozen=True, slots=True)
class Deny:
    """They may not use the canal."""

    canal: CanalId | None = None
    command: Literal["deny"] = "deny"


@dataclass(frozen=True, slots=True)
class Force:
    """A Swiss Bank forces the nation to stop on investor (3.3)."""

    nation: NationId | None = None
    command: Literal["force"] = "force"


@dataclass(frozen=True, slots=True)
class LetPass:
    """A Swiss Bank lets the nation pass investor."""

    nation: NationId | None = None
    command: Literal["let-pass"] = "let-pass"


@dataclass(frozen=True, slots=True)
class Give:
    """Own cash into a treasury (3.6); `amount` in M."""

    amount: int
    nation: NationId
    command: Literal["give"] = "give"


Command = Annotated[
    Turn | Invest | Pass | Fight | Peace | Allow | Deny | Force | LetPass | Give,
    Field(discriminator="command"),
]


def _lettered(a: Space, b: Space, letter: Letter | None) -> tuple[Space, ...]:
    return {"a": (a,), "b": (b,), None: (a, b)}[letter]
