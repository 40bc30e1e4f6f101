"""The draw of one round of a stage: tables, seats and nations, and how good it is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.board.ids import NationId
from pbem.board.model import Game
from pbem.tournament.draw.groups import (
    Pair,
    Table,
    Wanted,
    fewest_repeats,
    grouped,
    meetings,
    repeats,
)
from pbem.tournament.draw.places import Had, Place, fairness, in_order, placed, seats, with_these
from pbem.tournament.formats import Draw, Stage

Lot = tuple[NationId, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """What the entrants have had in the tournament so far.

    met: how often two have met; seats, lots: their places; the lots are those of nations
    """

    met: Mapping[Pair, int] = field(default_factory=dict)
    seats: Had = field(default_factory=dict)
    lots: Had = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table: who sits there, clockwise, and which nations each has; none in an auction."""

    seats: tuple[str, ...]
    nations: Mapping[str, Lot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Quality:
    """How fair a draw is, over the tournament so far.

    repeats: in how many pairs of games the same two meet; least: so many there must be, of the
        games of this draw alone
    seats_again, nations_again: how often somebody has a seat, or nations, that they have had
    turn_order: how far two entrants' means in the turn order are apart at the most, from 0 to 1
    """

    repeats: int
    least: int
    seats_again: int
    nations_again: int
    turn_order: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round's tables, and how good they are; `past` is what everybody has had with them."""

    tables: tuple[DrawnTable, ...]
    quality: Quality
    past: Past


def draw_round(
    stage: Stage, entrants: Sequence[str], game: Game, seed: int, past: Past = Past()
) -> Drawn:
    """Draw all tables of a round; the same for the same seed.

    :param entrants: in the order of the standing, where the stage is drawn by it
    :raises BadInput: so many cannot sit at the stage's tables
    """
    sizes = stage.sizes(len(entrants))
    by_standing = stage.draw is Draw.STANDING and bool(past.met)
    games = stage.games_a_round
    wanted = Wanted(tuple(entrants), sizes, games, past.met, by_standing)
    tables = [table for round_ in grouped(wanted, seed) for table in round_]
    least = fewest_repeats(len(entrants), sizes, games)
    return seated(stage, tables, game, seed, past, least)


def seated(
    stage: Stage, tables: Sequence[Table], game: Game, seed: int, past: Past, least: int = 0
) -> Drawn:
    """Give everybody a seat and nations at tables that are there.

    :param least: repeats that there must be
    """
    chairs = [seats(len(table)) for table in tables]
    at_seats = placed(tables, chairs, seed, past.seats)
    lots = [
        _lots(game, len(table), 0 if stage.same_setup else n, seed)
        for n, table in enumerate(tables)
    ]
    dealt = [in_order(map(_name, there)) for there in lots]
    holders = _holders(stage, at_seats, dealt, seed, past)
    drawn = tuple(
        DrawnTable(at, dict(zip(held, there, strict=True)) if there else {})
        for at, held, there in zip(at_seats, holders, lots, strict=True)
    )
    met = meetings([tables])
    for pair, times in past.met.items():
        met[pair] += times
    had_seats = with_these(past.seats, at_seats, chairs)
    had_lots = with_these(past.lots, holders, dealt)
    order = fairness(had_lots if any(lots) else had_seats)
    quality = Quality(
        repeats(met),
        least,
        fairness(had_seats).again,
        fairness(had_lots).again if any(lots) else 0,
        order.spread,
    )
    return Drawn(drawn, quality, Past(dict(met), had_seats, had_lots))


def _holders(
    stage: Stage,
    at_seats: Sequence[Table],
    dealt: Sequence[Sequence[Place]],
    seed: int,
    past: Past,
) -> list[Table]:
    """Who has each lot of a table, in the order of the lots; nobody where nothing is dealt."""
    held = [() if not there else table for table, there in zip(at_seats, dealt, strict=True)]
    if stage.same_setup:  # the lots go by the seats
        return held
    return list(placed(held, dealt, seed + 1, past.lots))


def _lots(game: Game, players: int, number: int, seed: int) -> tuple[Lot, ...]:
    """What is dealt at a table, in turn order (section 2.2); nothing in an auction.

    Where fewer nations are dealt than there are, which ones changes from table to table.
    """
    if game.rules.setup.distribution == "auction":
        return ()
    every: list[Lot] = [(nation,) for nation in game.nations]
    lots = list(game.rules.setup.groups.get(players, every))
    left_out = random.Random(f"lots {seed} {number}").sample(range(len(lots)), len(lots) - players)
    dealt = [tuple(lot) for n, lot in enumerate(lots) if n not in left_out]
    order = game.nations.index
    return tuple(sorted(dealt, key=lambda lot: order(lot[0])))


def _name(lot: Lot) -> str:
    return " ".join(lot)
