"""Points for a table: by places, by shares of the scores, by margins, or several together.

All points are exact fractions, so that shares add up and the order of adding does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from pbem.tournament.results import Result

Points = Mapping[str, Fraction]
Weight = Annotated[int, Field(ge=0, le=1000)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ByPlace(_Table):
    """Points for each place, by the number who played; who shares places shares their points.

    tables: number of players -> points, the best place first
    """

    by: Literal["place"] = "place"
    tables: dict[int, tuple[Weight, ...]]

    @field_validator("tables")
    @classmethod
    def _check_tables(cls, value: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        for players, points in value.items():
            if len(points) != players:
                raise ValueError(f"{players} players need {players} numbers, not {len(points)}")
            if list(points) != sorted(points, reverse=True):
                raise ValueError(f"{players} players: a better place has at least as many points")
        return value

    def points(self, result: Result) -> dict[str, Fraction]:
        """What each gets; nothing at a table of a size that is not there."""
        worth = self.tables.get(len(result.entrants), ())
        return _by_place(result, [Fraction(points) for points in worth])


class ByWin(_Table):
    """So many points for the winner; winners share them."""

    by: Literal["win"] = "win"
    points_for_win: Annotated[Weight, Field(alias="points")] = 1

    def points(self, result: Result) -> dict[str, Fraction]:
        """What each gets."""
        rest = len(result.entrants) - 1
        return _by_place(result, [Fraction(self.points_for_win), *[Fraction(0)] * rest])


class ByShare(_Table):
    """So many points, shared in proportion to the scores; as by places if there are none."""

    by: Literal["share"] = "share"
    total: Annotated[Weight, Field(alias="points")] = 100

    def points(self, result: Result) -> dict[str, Fraction]:
        """What each gets."""
        in_all = sum(result.scores.values())
        if in_all <= 0:
            even = Fraction(self.total, max(1, len(result.entrants)))
            return dict.fromkeys(result.entrants, even)
        return {e: Fraction(self.total * result.scores.get(e, 0), in_all) for e in result.entrants}


class ByMargin(_Table):
    """How far the score is above or below the table's mean, so many points at most either way."""

    by: Literal["margin"] = "margin"
    most: Weight = 50

    def points(self, result: Result) -> dict[str, Fraction]:
        """What each gets; it may be less than nothing."""
        if not result.scores:
            return dict.fromkeys(result.entrants, Fraction(0))
        mean = Fraction(sum(result.scores.values()), len(result.entrants))
        return {
            e: max(Fraction(-self.most), min(Fraction(self.most), result.scores.get(e, 0) - mean))
            for e in result.entrants
        }


Part = Annotated[ByPlace | ByWin | ByShare | ByMargin, Field(discriminator="by")]


class Scoring(_Table):
    """How a table is scored.

    parts: what is added up
    leavers: what they get who have not played to the end: `nothing`, or `share`, what their
        seat got
    """

    parts: Annotated[tuple[Part, ...], Field(min_length=1)]
    leavers: Literal["nothing", "share"] = "nothing"

    def points(self, result: Result) -> dict[str, Fraction]:
        """What each who sat there gets; nothing for an abandoned table."""
        if not result.counts:
            return {}
        total = dict.fromkeys(result.entrants, Fraction(0))
        for part in self.parts:
            for entrant, points in part.points(result).items():
                total[entrant] += points
        if self.leavers == "nothing":
            total |= dict.fromkeys(result.left & total.keys(), Fraction(0))
        return total


def _by_place(result: Result, worth: list[Fraction]) -> dict[str, Fraction]:
    """The points of each place; who shares some places gets the same part of all their points."""
    found: dict[str, Fraction] = {}
    first = 0
    for group in result.places:
        shared = sum(worth[first : first + len(group)], Fraction(0)) / len(group)
        found |= dict.fromkeys(group, shared)
        first += len(group)
    return found
