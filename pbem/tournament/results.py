"""What has become of a table, as far as points go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Fate(StrEnum):
    """How a table ended.

    played: by the rules, or as it stood; decided: the moderator has said who is where
    abandoned: it counts for nobody
    """

    PLAYED = "played"
    DECIDED = "decided"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Result:
    """A table that is over.

    table: its name
    places: who has come where, the best first; who shares a place stands together
    scores: entrant -> score by the rules (section 8), in points; none where it was decided without
    left: who has not played to the end, whoever went on in their seat
    """

    table: str
    places: tuple[tuple[str, ...], ...]
    scores: Mapping[str, int] = field(default_factory=dict)
    fate: Fate = Fate.PLAYED
    left: frozenset[str] = frozenset()

    @property
    def entrants(self) -> tuple[str, ...]:
        """Who sat there, the best first."""
        return tuple(entrant for group in self.places for entrant in group)

    @property
    def counts(self) -> bool:
        """Whether anybody gets points for it."""
        return self.fate is not Fate.ABANDONED
