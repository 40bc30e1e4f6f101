"""The small words of the game: identifiers, and the closed lists that all editions share."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

NationId = NewType("NationId", str)
"""A nation's id in its board file, such as `austria-hungary`."""
RegionId = NewType("RegionId", str)
"""A region's id in its board file, such as `north-sea`."""
CanalId = NewType("CanalId", str)
"""A canal's id in its board file, such as `suez`."""
PlayerId = NewType("PlayerId", str)
"""A player's name as in the game file."""


class Space(StrEnum):
    """A rondel space; the order of definition is clockwise (section 1)."""

    TAXATION = "taxation"
    FACTORY = "factory"
    PRODUCTION_A = "production-a"
    MANEUVER_A = "maneuver-a"
    INVESTOR = "investor"
    IMPORT = "import"
    PRODUCTION_B = "production-b"
    MANEUVER_B = "maneuver-b"


RONDEL: tuple[Space, ...] = tuple(Space)


class RegionKind(StrEnum):
    """What a region is: a nation's home province, other land, or a sea."""

    HOME = "home"
    LAND = "land"
    SEA = "sea"


class City(StrEnum):
    """The colour of a home province's city, as what can be built there: brown or blue."""

    ARMAMENTS = "armaments"
    SHIPYARD = "shipyard"


class Unit(StrEnum):
    """The two kinds of military units."""

    ARMY = "army"
    FLEET = "fleet"

    @property
    def plural(self) -> str:
        """The plural as written in orders and reports."""
        return "armies" if self is Unit.ARMY else "fleets"
