"""The standings over many tables: points, then tie-breaks in order, each with its figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final

from pbem.tournament.results import Result
from pbem.tournament.scoring import Scoring


class Tiebreak(StrEnum):
    """What decides between equal points; more is better.

    wins: games won, a shared win in parts; seconds: second places, likewise
    share: the part of all victory points at the entrant's tables, in percent
    best: points of the best game; games: games that counted, fewer is better
    between: points in games against those who are level, if all of them have met
    """

    WINS = "wins"
    SECONDS = "seconds"
    SHARE = "share"
    BEST = "best"
    GAMES = "games"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line.

    rank: from 1; whom nothing tells apart has the same
    points: that count; games: how many of the entrant's games count, of `played`
    figures: of each tie-break, in order, as far as it was needed
    decided: the tie-break that put the entrant below whoever is above; None if points did
    """

    rank: int
    entrant: str
    points: Fraction
    games: int
    played: int
    figures: Mapping[Tiebreak, Fraction]
    decided: Tiebreak | None = None


@dataclass(frozen=True, slots=True)
class Counting:
    """How tables count together.

    best: so many of an entrant's games count, the best ones; all if None
    tiebreaks: in their order
    """

    scoring: Scoring
    best: int | None = None
    tiebreaks: tuple[Tiebreak, ...] = (Tiebreak.WINS, Tiebreak.SECONDS, Tiebreak.SHARE)


@dataclass(frozen=True, slots=True)
class _Game:
    """A game of one entrant."""

    result: Result
    points: Fraction


def standings(
    entrants: Iterable[str], results: Iterable[Result], counting: Counting
) -> tuple[Row, ...]:
    """Everybody's line, the best first; the order of the results does not matter.

    Whom nothing tells apart has the same rank, and stands in the order of the names.
    """
    by_table = sorted((r for r in results if r.counts), key=lambda result: result.table)
    games: dict[str, list[_Game]] = {entrant: [] for entrant in entrants}
    for result in by_table:
        for entrant, got in counting.scoring.points(result).items():
            if entrant in games:
                games[entrant].append(_Game(result, got))
    for own in games.values():
        own.sort(key=lambda game: game.points, reverse=True)
    counted = {entrant: own[: counting.best] for entrant, own in games.items()}
    points = {e: sum((g.points for g in own), Fraction(0)) for e, own in counted.items()}
    groups = _split(sorted(games), points.__getitem__)
    figures: dict[str, dict[Tiebreak, Fraction]] = {entrant: {} for entrant in games}
    decided: dict[str, Tiebreak] = {}
    for tiebreak in counting.tiebreaks:
        groups = [
            smaller
            for group in groups
            for smaller in _broken(group, tiebreak, counted, figures, decided)
        ]
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [
            Row(rank, e, points[e], len(counted[e]), len(games[e]), figures[e], decided.get(e))
            for e in group
        ]
    return tuple(rows)


def _broken(
    group: Sequence[str],
    tiebreak: Tiebreak,
    games: Mapping[str, Sequence[_Game]],
    figures: Mapping[str, dict[Tiebreak, Fraction]],
    decided: dict[str, Tiebreak],
) -> list[list[str]]:
    """Those who are level, told apart by one tie-break as far as it can."""
    if len(group) == 1:
        return [list(group)]
    of = _FIGURES[tiebreak]
    found = {entrant: of(entrant, games[entrant], group) for entrant in group}
    for entrant in group:
        figures[entrant][tiebreak] = found[entrant]
    smaller = _split(group, found.__getitem__)
    for above, below in pairwise(smaller):
        assert above
        decided.update(dict.fromkeys(below, tiebreak))
    return smaller


def _split(entrants: Sequence[str], figure: Callable[[str], Fraction]) -> list[list[str]]:
    """Groups of those with the same figure, the greatest first; each in the order of before."""
    groups: dict[Fraction, list[str]] = {}
    for entrant in entrants:
        groups.setdefault(figure(entrant), []).append(entrant)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _at_place(entrant: str, result: Result, place: int) -> Fraction:
    """What part of a place somebody has: who shares some places has the same part of each."""
    first = 1
    for group in result.places:
        if entrant in group:
            return Fraction(first <= place < first + len(group), len(group))
        first += len(group)
    return Fraction(0)


def _wins(entrant: str, games: Sequence[_Game], _: Sequence[str]) -> Fraction:
    return sum((_at_place(entrant, game.result, 1) for game in games), Fraction(0))


def _seconds(entrant: str, games: Sequence[_Game], _: Sequence[str]) -> Fraction:
    return sum((_at_place(entrant, game.result, 2) for game in games), Fraction(0))


def _share(entrant: str, games: Sequence[_Game], _: Sequence[str]) -> Fraction:
    own = sum(game.result.scores.get(entrant, 0) for game in games)
    everybodys = sum(sum(game.result.scores.values()) for game in games)
    return Fraction(100 * own, everybodys) if everybodys > 0 else Fraction(0)


def _best(_: str, games: Sequence[_Game], __: Sequence[str]) -> Fraction:
    return max((game.points for game in games), default=Fraction(0))


def _fewer_games(_: str, games: Sequence[_Game], __: Sequence[str]) -> Fraction:
    return Fraction(-len(games))


def _between(_: str, games: Sequence[_Game], level: Sequence[str]) -> Fraction:
    """Points in games at which all who are level sat together."""
    together = (g for g in games if set(level) <= set(g.result.entrants))
    return sum((game.points for game in together), Fraction(0))


_FIGURES: Final[Mapping[Tiebreak, Callable[[str, Sequence[_Game], Sequence[str]], Fraction]]] = {
    Tiebreak.WINS: _wins,
    Tiebreak.SECONDS: _seconds,
    Tiebreak.SHARE: _share,
    Tiebreak.BEST: _best,
    Tiebreak.GAMES: _fewer_games,
    Tiebreak.BETWEEN: _between,
}
