"""What one reader sees of a position. All money in M; nations and regions by their ids.

Everything that a report shows of a position passes through here, so that what is secret is left
out in one place: with `secret_cash`, others' cash and whatever contains it, until the game is over.
`Tables` are the same for all readers and made once for a position; `view` leaves out what one
reader may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.board.ids import City, NationId, PlayerId, RegionId, RegionKind, Space, Unit
from pbem.board.model import Board, Game
from pbem.ground.messages import Message, Value, say
from pbem.report.sentences.questions import waiting
from pbem.report.sentences.wording import armies, fleets
from pbem.rules.maneuver.occupation import hostile_in
from pbem.rules.play import count_units
from pbem.rules.scoring import is_ended_early, ranking
from pbem.rules.spaces.investor import interest_bill
from pbem.rules.spaces.taxation import tax_bill
from pbem.rules.state import NationState, State


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's bonds of one nation; `points` is what they are worth now."""

    nation: NationId
    prices: tuple[int, ...]
    credit: int
    interest: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player; `cash` and `score` are None where they are secret to the reader.

    bond_points: the score without cash, which everybody may know
    """

    name: PlayerId
    cash: int | None
    score: int | None
    bond_points: int
    holdings: tuple[Holding, ...]
    governs: tuple[NationId, ...]
    swiss_bank: bool
    investor_card: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """Pieces of one kind: on the board, and in all."""

    used: int
    supply: int

    @property
    def left(self) -> int:
        """How many are not on the board."""
        return self.supply - self.used


@dataclass(frozen=True, slots=True)
class FactoryView:
    """A factory; `occupied_by` the nations with hostile armies there."""

    region: RegionId
    is_shipyard: bool
    occupied_by: tuple[NationId, ...]


@dataclass(frozen=True, slots=True)
class Bond:
    """A bond that nobody owns."""

    price: int
    interest: int


@dataclass(frozen=True, slots=True)
class Credit:
    """A player's credit in a nation."""

    player: PlayerId
    credit: int


@dataclass(frozen=True, slots=True)
class TaxView:
    """What taxation would bring now."""

    revenue: int
    pay: int
    bonus: int
    power: int


@dataclass(frozen=True, slots=True)
class NationView:
    """A nation.

    government: the player's name, None if nobody governs
    space: where its rondel marker is, None before its first turn
    tax_level: the marker on the tax chart, None where the edition has none
    credits: greatest first, ties in seating order
    interest: what all its sold bonds earn at once
    """

    nation: NationId
    government: PlayerId | None
    treasury: int
    power: int
    factor: int
    space: Space | None
    factories: tuple[FactoryView, ...]
    armies: Stock
    fleets: Stock
    flags: Stock
    flag_places: tuple[RegionId, ...]
    tax_level: int | None
    tax: TaxView
    credits: tuple[Credit, ...]
    interest: int
    free_bonds: tuple[Bond, ...]


@dataclass(frozen=True, slots=True)
class ForceView:
    """The units of a nation in a region: `2 armies and 1 fleet`, `1 army (friendly)`."""

    nation: NationId
    units: Value


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A region where something is."""

    region: RegionId
    flag: NationId | None
    factory: FactoryView | None
    forces: tuple[ForceView, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the map: the seas, the land outside the nations, or a nation's home provinces.

    home: the nation whose home it is, None for the other two
    """

    kind: RegionKind
    home: NationId | None
    places: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A question that is open: who is asked for what."""

    player: PlayerId
    sentence: Message


@dataclass(frozen=True, slots=True)
class Tables:
    """A position as whoever may know everything sees it, in seating and turn order.

    ranking: the final places once the game is over, else empty
    ended_early: whether it was ended as it stood, before its rules would have ended it
    """

    players: tuple[PlayerView, ...]
    nations: tuple[NationView, ...]
    areas: tuple[Area, ...]
    ranking: tuple[tuple[PlayerId, ...], ...]
    end_power: int
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """A position as one reader sees it; None is the moderator.

    players: best score first; by what the reader may know, ties in seating order
    secret: whether anything is hidden from the reader
    """

    tables: Tables
    reader: PlayerId | None
    players: tuple[PlayerView, ...]
    waiting: tuple[WaitingView, ...]
    secret: bool


def position_tables(game: Game, state: State) -> Tables:
    """The position as everybody's tables: not to be shown as it is where cash is secret."""
    return Tables(
        players=tuple(_player(game, state, player) for player in state.seats),
        nations=tuple(_nation(game, state, nation) for nation in state.nations),
        areas=tuple(_areas(game, state)),
        ranking=ranking(game, state) if state.over else (),
        end_power=game.rules.power.end,
        ended_early=is_ended_early(game, state),
    )


def view(game: Game, state: State, reader: PlayerId | None, tables: Tables | None = None) -> View:
    """What the reader sees; None is the moderator, who sees everything.

    :param tables: those of the position, if they are made already
    """
    made = tables or position_tables(game, state)
    players = [
        player
        if sees_cash(game, state, reader, player.name)
        else replace(player, cash=None, score=None)
        for player in made.players
    ]
    secret = any(player.cash is None for player in players)
    return View(
        tables=made,
        reader=reader,
        players=tuple(sorted(players, key=lambda p: -(p.bond_points if secret else p.score or 0))),
        waiting=tuple(WaitingView(d.player, waiting(d, reader)) for d in state.pending),
        secret=secret,
    )


def sees_cash(game: Game, state: State, reader: PlayerId | None, player: PlayerId) -> bool:
    """Whether the reader may know a player's cash."""
    return not game.rules.reports.secret_cash or state.over or reader in (None, player)


def _player(game: Game, state: State, player: PlayerId) -> PlayerView:
    own = state.players[player]
    holdings = tuple(_holdings(game, state, player))
    points = sum(holding.points for holding in holdings)
    return PlayerView(
        name=player,
        cash=own.cash,
        score=points + own.cash,
        bond_points=points,
        holdings=holdings,
        governs=state.governed(player),
        swiss_bank=own.swiss_bank,
        investor_card=state.investor_card == player,
    )


def _holdings(game: Game, state: State, player: PlayerId) -> Iterator[Holding]:
    for nation, own in state.nations.items():
        prices = state.bonds_of(player, nation)
        if prices:
            interest = sum(game.interest(price) for price in prices)
            points = interest * game.factor(own.power)
            yield Holding(nation, prices, sum(prices), interest, points)


def _nation(game: Game, state: State, nation: NationId) -> NationView:
    own, board, tables = state.nations[nation], game.board, game.rules
    bill = tax_bill(game, state, nation)
    level = tables.taxation.chart[own.tax_space].level if tables.taxation.marker else None
    free = state.free_bonds(nation, tables.bonds.prices)
    return NationView(
        nation=nation,
        government=own.government,
        treasury=own.treasury,
        power=own.power,
        factor=game.factor(own.power),
        space=own.rondel,
        factories=tuple(_factory(game, state, p) for p in own.factories),
        armies=Stock(count_units(own, Unit.ARMY), board.supply(nation, Unit.ARMY)),
        fleets=Stock(count_units(own, Unit.FLEET), board.supply(nation, Unit.FLEET)),
        flags=Stock(len(own.flags), tables.pieces.flags),
        flag_places=own.flags,
        tax_level=level,
        tax=TaxView(bill.revenue, bill.pay, bill.bonus, bill.power),
        credits=tuple(_credits(state, nation)),
        interest=sum(interest_bill(game, state, nation).due.values()),
        free_bonds=tuple(Bond(p, game.interest(p)) for p in free),
    )


def _credits(state: State, nation: NationId) -> Iterator[Credit]:
    found = [Credit(player, state.credit(player, nation)) for player in state.seats]
    yield from sorted((c for c in found if c.credit), key=lambda c: -c.credit)


def _factory(game: Game, state: State, province: RegionId) -> FactoryView:
    region = game.board.regions[province]
    occupiers = tuple(hostile_in(game, state, province))
    return FactoryView(province, region.city is City.SHIPYARD, occupiers)


def _areas(game: Game, state: State) -> Iterator[Area]:
    """The seas, the land, then each nation's home; without what is empty."""
    board = game.board
    places = {place.region: place for place in _places(game, state)}
    for kind in (RegionKind.SEA, RegionKind.LAND):
        there = tuple([places[r] for r in board.regions if r in places and _is(board, r, kind)])
        if there:
            yield Area(kind, None, there)
    for nation, homes in board.homes.items():
        there = tuple([places[r] for r in homes if r in places])
        if there:
            yield Area(RegionKind.HOME, nation, there)


def _is(board: Board, region: RegionId, kind: RegionKind) -> bool:
    return board.regions[region].kind is kind


def _places(game: Game, state: State) -> Iterator[PlaceView]:
    """The regions where something is."""
    flags, built, manned = {}, {}, set()
    for nation, own in state.nations.items():
        flags.update(dict.fromkeys(own.flags, nation))
        built.update(dict.fromkeys(own.factories, nation))
        manned |= {*own.armies, *own.friendly, *own.fleets}
    for region in {*flags, *built, *manned}:
        yield PlaceView(
            region=region,
            flag=flags.get(region),
            factory=_factory(game, state, region) if region in built else None,
            forces=forces_in(game, state, region) if region in manned else (),
        )


def forces_in(game: Game, state: State, region: RegionId) -> tuple[ForceView, ...]:
    """Who has what in a region, in turn order."""
    home = game.board.home_of(region)
    found = []
    for nation, own in state.nations.items():
        if region in own.armies or region in own.friendly or region in own.fleets:
            found.append(ForceView(nation, _force(own, region, home, nation)))
    return tuple(found)


def _force(
    own: NationState, region: RegionId, home: NationId | None, nation: NationId
) -> tuple[Message, ...]:
    """What a nation has in a region; in foreign home provinces also whether it is friendly."""
    standing, friendly = own.armies.get(region, 0), own.friendly.get(region, 0)
    afloat = own.fleets.get(region, 0)
    found: list[Message] = []
    if home in (None, nation):
        if standing + friendly:
            found.append(armies(standing + friendly))
        if afloat:
            found.append(fleets(afloat))
        return tuple(found)
    if standing:
        found.append(say("{armies:message} (hostile)", armies=armies(standing)))
    if friendly:
        found.append(say("{armies:message} (friendly)", armies=armies(friendly)))
    return tuple(found)
