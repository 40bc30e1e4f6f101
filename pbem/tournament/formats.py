"""A tournament's format as TOML: its stages, how tables are drawn, what they count.

Shipped formats lie beside this module and can be copied into a site's folder and changed there.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from pbem.ground.disk import read_model
from pbem.ground.errors import BadInput
from pbem.tournament.scoring import Scoring
from pbem.tournament.sizes import table_sizes
from pbem.tournament.standings import Counting, Tiebreak

FORMATS: Final = "formats"
"""The folder of a site's own formats."""

Seats = Annotated[int, Field(ge=2, le=6)]
_MOST_GAMES: Final = 20


class Draw(StrEnum):
    """How the tables of a stage are made.

    balanced: who has met meets again as seldom as possible
    standing: likewise, but among neighbours in the standing (Swiss)
    divisions: a ladder of tables; the best go up, the last go down after each round
    """

    BALANCED = "balanced"
    STANDING = "standing"
    DIVISIONS = "divisions"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Stage(_Part):
    """One stage.

    name: what it is called in commands and standings
    take: so many of the stage before go on, by its standing; everybody if None
    games: of each entrant; together: whether all at once, else one round after another
    size: entrants at a table, if it divides; least, most: what else may be
    draw: how tables are made; moving: in divisions, how many go up and down after a round
    best: so many games of each entrant count; all if None
    carry: whether the points of the stage before count on
    same_setup: whether each table has the same nations at the same seats (duplicate)
    rules, variants: of its games; the tournament's if None
    scoring, tiebreaks: the format's if None
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,15}$")]
    take: Annotated[int, Field(ge=2)] | None = None
    games: Annotated[int, Field(ge=1, le=_MOST_GAMES)] = 1
    together: bool = True
    size: Seats = 6
    least: Seats = 4
    most: Seats = 6
    draw: Draw = Draw.BALANCED
    moving: Annotated[int, Field(ge=0, le=3)] = 1
    best: Annotated[int, Field(ge=1)] | None = None
    carry: bool = False
    same_setup: bool = False
    rules: str | None = None
    variants: tuple[str, ...] | None = None
    scoring: Scoring | None = None
    tiebreaks: tuple[Tiebreak, ...] | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.least <= self.size <= self.most:
            raise ValueError(f"size {self.size} is not between {self.least} and {self.most}")
        if self.best is not None and self.best > self.games:
            raise ValueError(f"best {self.best} of {self.games} games cannot count")
        if self.together and self.games > 1 and self.draw is not Draw.BALANCED:
            raise ValueError(
                f"draw {self.draw.value!r} needs the results of the round before: together = false"
            )
        if self.draw is Draw.DIVISIONS and 2 * self.moving > self.least:
            raise ValueError(f"{self.moving} up and as many down are too many of {self.least}")
        return self

    @property
    def rounds(self) -> int:
        """How many draws it takes."""
        return 1 if self.together else self.games

    @property
    def games_a_round(self) -> int:
        """How many games each entrant has at once."""
        return self.games if self.together else 1

    def sizes(self, entrants: int) -> tuple[int, ...]:
        """Of the tables of one game each.

        :raises BadInput: so many cannot sit at such tables
        """
        return table_sizes(entrants, self.size, self.least, self.most)


class Format(_Part):
    """A whole format.

    title: as people call it; stages: in their order
    scoring, tiebreaks: where a stage says nothing else
    """

    title: Annotated[str, Field(min_length=1, max_length=60)]
    scoring: Scoring
    tiebreaks: tuple[Tiebreak, ...] = (Tiebreak.WINS, Tiebreak.SECONDS, Tiebreak.SHARE)
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)]

    @field_validator("stages")
    @classmethod
    def _check_stages(cls, value: tuple[Stage, ...]) -> tuple[Stage, ...]:
        if len({stage.name for stage in value}) < len(value):
            raise ValueError("two stages have the same name")
        if len({stage.name[0] for stage in value}) < len(value):
            raise ValueError("two stages begin with the same letter; tables are named after it")
        if value[0].take is not None or value[0].carry:
            raise ValueError(f"{value[0].name}: nothing comes before the first stage")
        takes = [stage.take for stage in value if stage.take is not None]
        if takes != sorted(takes, reverse=True):
            raise ValueError("a later stage takes more than there are in the one before")
        for stage in value[1:]:
            if stage.take is not None:
                try:
                    stage.sizes(stage.take)
                except BadInput as error:
                    raise ValueError(f"{stage.name}, take: {error.reason}") from error
        return value

    def counting(self, stage: Stage) -> Counting:
        """How the tables of a stage count."""
        return Counting(
            stage.scoring or self.scoring,
            stage.best,
            self.tiebreaks if stage.tiebreaks is None else stage.tiebreaks,
        )

    def entrants(self, number: int) -> tuple[int, ...]:
        """How many play in each stage, if so many enter.

        :raises BadInput: so many cannot play it
        """
        found = []
        for stage in self.stages:
            number = min(number, stage.take or number)
            try:
                stage.sizes(number)
            except BadInput as error:
                raise BadInput(f"stage {stage.name}", error.reason) from error
            found.append(number)
        return tuple(found)


def format_names(site: Path | None = None) -> tuple[str, ...]:
    """The formats that there are: the shipped ones, and those of a site."""
    folders = [_shipped(), *([site / FORMATS] if site else [])]
    return tuple(sorted({path.stem for folder in folders for path in folder.glob("*.toml")}))


def load_format(name: str, site: Path | None = None) -> Format:
    """A format by its name; a site's own comes before the shipped one.

    :raises BadInput: there is none, or it is wrong: names the file, the key and the reason
    """
    for folder in _folders(site):
        path = folder / f"{name}.toml"
        if path.stem == name and path.is_file():
            return read_model(Format, path)
    there = ", ".join(format_names(site))
    raise BadInput("format", f"there is no format {name!r}; there are: {there}")


def _folders(site: Path | None) -> Sequence[Path]:
    return ([site / FORMATS] if site else []) + [_shipped()]


def _shipped() -> Path:
    return Path(str(files("pbem.tournament"))) / "shipped"
