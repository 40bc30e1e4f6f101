"""What one reader sees of a position. All money in M; names as on the board.

Everything that a report shows of a position passes through here, so that what is secret is left
out in one place: with `secret_cash`, others' cash and whatever contains it, until the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.board.ids import City, NationId, PlayerId, RegionId, RegionKind, Unit
from pbem.board.model import Game
from pbem.report.questions import waiting
from pbem.report.wording import forces, space_name, units
from pbem.rules.investor import interest_bill
from pbem.rules.occupation import flag_owner, hostile_in
from pbem.rules.play import count_units
from pbem.rules.scoring import ranking, score
from pbem.rules.state import NationState, State
from pbem.rules.taxation import tax_bill


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's bonds of one nation; `points` is what they are worth now."""

    nation: str
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
    is_reader: bool
    cash: int | None
    score: int | None
    bond_points: int
    holdings: tuple[Holding, ...]
    governs: tuple[str, ...]
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

    place: str
    is_shipyard: bool
    occupied_by: tuple[str, ...]


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

    name: str
    government: PlayerId | None
    is_readers: bool
    treasury: int
    power: int
    factor: int
    space: str | None
    factories: tuple[FactoryView, ...]
    armies: Stock
    fleets: Stock
    flags: Stock
    flag_places: tuple[str, ...]
    tax_level: int | None
    tax: TaxView
    credits: tuple[Credit, ...]
    interest: int
    free_bonds: tuple[Bond, ...]


@dataclass(frozen=True, slots=True)
class Force:
    """The units of a nation in a region: `2 armies, 1 friendly army`."""

    nation: str
    units: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A region where something is."""

    name: str
    flag: str | None
    factory: FactoryView | None
    forces: tuple[Force, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the map: the seas, the land outside the nations, or a nation's home provinces.

    home: the nation whose home it is, None for the other two
    """

    kind: RegionKind
    home: str | None
    places: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A question that is open: who is asked for what."""

    player: PlayerId
    is_reader: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class View:
    """A position as one reader sees it.

    players: best score first; by what the reader may know, ties in seating order
    ranking: the final places once the game is over, else empty
    secret: whether anything is hidden from the reader
    """

    players: tuple[PlayerView, ...]
    nations: tuple[NationView, ...]
    areas: tuple[Area, ...]
    waiting: tuple[WaitingView, ...]
    ranking: tuple[tuple[PlayerId, ...], ...]
    secret: bool
    end_power: int


def view(game: Game, state: State, reader: PlayerId | None) -> View:
    """What the reader sees; None is the moderator, who sees everything."""
    players = [_player(game, state, player, reader) for player in state.seats]
    secret = any(player.cash is None for player in players)
    best_first = sorted(players, key=lambda p: -(p.bond_points if secret else p.score or 0))
    return View(
        players=tuple(best_first),
        nations=tuple(_nation(game, state, nation, reader) for nation in state.nations),
        areas=tuple(_areas(game, state)),
        waiting=tuple(_waiting(game, state, reader)),
        ranking=ranking(game, state) if state.over else (),
        secret=secret,
        end_power=game.rules.power.end,
    )


def sees_cash(game: Game, state: State, reader: PlayerId | None, player: PlayerId) -> bool:
    """Whether the reader may know a player's cash."""
    return not game.rules.reports.secret_cash or state.over or reader in (None, player)


def _player(game: Game, state: State, player: PlayerId, reader: PlayerId | None) -> PlayerView:
    own, open_to_reader = state.players[player], sees_cash(game, state, reader, player)
    total = score(game, state, player)
    return PlayerView(
        name=player,
        is_reader=player == reader,
        cash=own.cash if open_to_reader else None,
        score=total if open_to_reader else None,
        bond_points=total - own.cash,
        holdings=tuple(_holdings(game, state, player)),
        governs=tuple(game.board.name(n) for n in state.governed(player)),
        swiss_bank=own.swiss_bank,
        investor_card=state.investor_card == player,
    )


def _holdings(game: Game, state: State, player: PlayerId) -> Iterator[Holding]:
    for nation, own in state.nations.items():
        prices = state.bonds_of(player, nation)
        if prices:
            interest = sum(game.interest(price) for price in prices)
            points = interest * game.factor(own.power)
            yield Holding(game.board.name(nation), prices, sum(prices), interest, points)


def _nation(game: Game, state: State, nation: NationId, reader: PlayerId | None) -> NationView:
    own, board, tables = state.nations[nation], game.board, game.rules
    bill = tax_bill(game, state, nation)
    level = tables.taxation.chart[own.tax_space].level if tables.taxation.marker else None
    free = state.free_bonds(nation, tables.bonds.prices)
    return NationView(
        name=board.name(nation),
        government=own.government,
        is_readers=own.government is not None and own.government == reader,
        treasury=own.treasury,
        power=own.power,
        factor=game.factor(own.power),
        space=space_name(own.rondel) if own.rondel else None,
        factories=tuple(_factory(game, state, p) for p in own.factories),
        armies=Stock(count_units(own, Unit.ARMY), board.supply(nation, Unit.ARMY)),
        fleets=Stock(count_units(own, Unit.FLEET), board.supply(nation, Unit.FLEET)),
        flags=Stock(len(own.flags), tables.pieces.flags),
        flag_places=tuple(board.name(r) for r in own.flags),
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
    occupiers = hostile_in(game, state, province)
    names = tuple(game.board.name(n) for n in occupiers)
    return FactoryView(region.name, region.city is City.SHIPYARD, names)


def _areas(game: Game, state: State) -> Iterator[Area]:
    """The seas, the land, then each nation's home; without what is empty."""
    board = game.board
    for kind in (RegionKind.SEA, RegionKind.LAND):
        regions = [r.id for r in board.regions.values() if r.kind is kind]
        places = _places(game, state, regions)
        if places:
            yield Area(kind, None, places)
    for nation, homes in board.homes.items():
        places = _places(game, state, homes)
        if places:
            yield Area(RegionKind.HOME, board.name(nation), places)


def _places(
    game: Game, state: State, regions: list[RegionId] | tuple[RegionId, ...]
) -> tuple[PlaceView, ...]:
    found = (_place(game, state, region) for region in regions)
    return tuple(p for p in found if p.flag or p.factory or p.forces)


def _place(game: Game, state: State, region: RegionId) -> PlaceView:
    board = game.board
    home, flag = board.home_of(region), flag_owner(state, region)
    built = home is not None and region in state.nations[home].factories
    return PlaceView(
        name=board.name(region),
        flag=board.name(flag) if flag else None,
        factory=_factory(game, state, region) if built else None,
        forces=forces_in(game, state, region),
    )


def forces_in(game: Game, state: State, region: RegionId) -> tuple[Force, ...]:
    """Who has what in a region, in turn order."""
    home = game.board.home_of(region)
    there = ((n, _force(own, region, home, n)) for n, own in state.nations.items())
    return tuple(Force(game.board.name(n), text) for n, text in there if text)


def _force(own: NationState, region: RegionId, home: NationId | None, nation: NationId) -> str:
    """What a nation has in a region; in foreign home provinces also whether it is friendly."""
    armies, friendly = own.armies.get(region, 0), own.friendly.get(region, 0)
    fleets = own.fleets.get(region, 0)
    if home in (None, nation):
        counts = {Unit.ARMY: armies + friendly, Unit.FLEET: fleets}
        return forces(counts) if any(counts.values()) else ""
    parts = (
        f"{units(armies, Unit.ARMY)} (hostile)" if armies else "",
        f"{units(friendly, Unit.ARMY)} (friendly)" if friendly else "",
    )
    return ", ".join(part for part in parts if part)


def _waiting(game: Game, state: State, reader: PlayerId | None) -> Iterator[WaitingView]:
    for decision in state.pending:
        sentence = waiting(game, decision, reader)
        yield WaitingView(decision.player, decision.player == reader, sentence)
