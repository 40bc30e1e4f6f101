"""Parts of a position as people write them: a scenario's `[position]`, a moderator's edit.

Setting up moves no money and asks nothing. Governments follow from the bonds unless said.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pbem.board.ids import NationId, PlayerId, RegionId, Space
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.rules.invariants import check
from pbem.rules.play import Play
from pbem.rules.setup import first_card_holder
from pbem.rules.state import Acting, Ask, Decision, Stage, State, units

Counts = dict[RegionId, Annotated[int, Field(ge=0)]]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerPosition(_Model):
    """What a position says of a player."""

    cash: int | None = None
    bonds: dict[NationId, tuple[int, ...]] | None = None


class NationPosition(_Model):
    """What a position says of a nation."""

    government: str | None = None
    treasury: int | None = None
    power: int | None = None
    rondel: Space | None = None
    tax_level: int | None = None
    factories: tuple[RegionId, ...] | None = None
    armies: Counts | None = None
    friendly: Counts | None = None
    fleets: Counts | None = None
    flags: tuple[RegionId, ...] | None = None


class PositionPart(_Model):
    """The `[position]` of a scenario."""

    turn: Annotated[int, Field(ge=1)] = 1
    nation: NationId | None = None
    investor_card: PlayerId | None = None
    start_player: PlayerId | None = None
    players: dict[PlayerId, PlayerPosition] = {}
    nations: dict[NationId, NationPosition] = {}


def position_part(text: str) -> PositionPart:
    """What a moderator has written, with or without the heading `[position]`.

    :raises BadInput: it is no TOML, or says what no position has; names the key
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("position", str(error)) from error
    inner = tables.pop("position", {})
    if not isinstance(inner, dict):
        raise BadInput("position", "is no table")
    try:
        return PositionPart.model_validate({**tables, **inner})
    except ValidationError as error:
        raise BadInput.from_validation("position", error) from error


def edited(game: Game, state: State, part: PositionPart) -> State:
    """A position with parts of it replaced; the turn is asked anew if it names whose turn it is.

    :raises BadInput: it cannot be so; names the key
    """
    if state.over:
        raise BadInput("position", "the game is over; take that back first")
    if part.start_player:
        raise BadInput("position.start_player", "the game has begun")
    check_known(game, state.seats, part)
    anew = bool({"nation", "turn"} & part.model_fields_set)
    if not anew and state.pending[0].kind is not Ask.TURN:
        reason = "a turn is under way; say whose turn is to begin, such as: nation = "
        raise BadInput("position.nation", f"{reason}{state.nation!r}")
    play = Play(game, state)
    replace_players(play, part)
    replace_nations(play, part)
    _settle_edited(play, part, state)
    if anew:
        play.set(auction=None, stage=Stage.TURN, acting=Acting())
    turn = part.turn if "turn" in part.model_fields_set else state.turn
    whose = {"nation": part.nation or state.nation, "turn": turn}
    _ask_first(play, part.model_copy(update=whose))
    check(game, play.state)
    return play.state


def _settle_edited(play: Play, part: PositionPart, before: State) -> None:
    """Who governs and holds the card, where bonds have changed hands or the part says so."""
    card = part.investor_card
    if card is not None and play.game.rules.investor.method != "card":
        raise BadInput("position.investor_card", "there is no investor card in this variant")
    if card is not None:
        play.set(investor_card=card)
    for nation in before.nations:
        said = part.nations.get(nation)
        given = said.government if said else None
        if given is not None or play.nation(nation).bonds != before.nations[nation].bonds:
            holder = play.state.investor_card
            play.set_nation(nation, government=_government(play, nation, given, holder))
    if play.game.rules.investor.swiss_banks:
        for player in before.seats:
            if play.state.governed(player) != before.governed(player):
                play.set_player(player, swiss_bank=not play.state.governed(player))


def check_known(game: Game, players: tuple[PlayerId, ...], position: PositionPart) -> None:
    """See to it that all that is named is known.

    :raises BadInput: something is not
    """
    for player in (*position.players, position.investor_card, position.start_player):
        if player is not None and player not in players:
            raise BadInput("position", f"{player!r} is no player")
    nations = (position.nation, *position.nations)
    owned = (n for p in position.players.values() for n in p.bonds or {})
    for nation in (*nations, *owned):
        if nation is not None and nation not in game.nations:
            raise BadInput("position", f"{nation!r} is no nation of {game.rules.id}")


def replace_players(play: Play, position: PositionPart) -> None:
    """What a position says of cash and bonds.

    :raises BadInput: a bond is somebody else's as well
    """
    replaced = {p: s.bonds for p, s in position.players.items() if s.bonds is not None}
    for player, said in position.players.items():
        if said.cash is not None:
            play.set_player(player, cash=said.cash)
    for nation in play.state.nations:
        bonds = {
            price: owner
            for price, owner in play.nation(nation).bonds.items()
            if owner not in replaced
        }
        for player, owned in replaced.items():
            for price in owned.get(nation, ()):
                if price in bonds:
                    where = f"position.players.{player}.bonds.{nation}"
                    raise BadInput(where, f"the bond of {price} is {bonds[price]}'s as well")
                bonds[price] = player
        play.set_nation(nation, bonds=dict(sorted(bonds.items())))


def replace_nations(play: Play, position: PositionPart) -> None:
    """What a position says of nations, but for who governs them.

    :raises BadInput: a region or a level is not known
    """
    for nation, said in position.nations.items():
        changes: dict[str, Any] = {
            key: value
            for key in ("treasury", "power", "rondel", "factories", "flags")
            if (value := getattr(said, key)) is not None
        }
        for key in ("factories", "flags"):
            if key in changes:
                changes[key] = _in_board_order(play.game, f"{nation}.{key}", changes[key])
        for key in ("armies", "friendly", "fleets"):
            counts: Mapping[RegionId, int] | None = getattr(said, key)
            if counts is not None:
                changes[key] = units(counts)
        if said.tax_level is not None:
            changes["tax_space"] = _tax_space(play.game, nation, said.tax_level)
        play.set_nation(nation, **changes)


def _in_board_order(game: Game, where: str, regions: tuple[RegionId, ...]) -> tuple[RegionId, ...]:
    unknown = [r for r in regions if r not in game.board.regions]
    if unknown:
        raise BadInput(f"position.nations.{where}", f"{unknown[0]!r} is no region of the board")
    if len(set(regions)) != len(regions):
        raise BadInput(f"position.nations.{where}", "a region stands twice")
    return tuple(r for r in game.board.regions if r in regions)


def _tax_space(game: Game, nation: NationId, level: int) -> int:
    levels = [space.level for space in game.rules.taxation.chart]
    if level not in levels:
        listed = ", ".join(map(str, levels))
        raise BadInput(f"position.nations.{nation}.tax_level", f"{level} is none of {listed}")
    return levels.index(level)


def begin(play: Play, position: PositionPart) -> None:
    """Settle who governs and holds the card, and ask the nation whose turn it is."""
    card = position.investor_card
    for nation in play.state.nations:
        said = position.nations.get(nation)
        government = _government(play, nation, said.government if said else None, card)
        play.set_nation(nation, government=government)
    if play.game.rules.investor.method == "card":
        play.set(investor_card=card or first_card_holder(play.game, play.state))
    elif card is not None:
        raise BadInput("position.investor_card", "there is no investor card in this variant")
    if play.game.rules.investor.swiss_banks:
        for player in play.state.seats:
            play.set_player(player, swiss_bank=not play.state.governed(player))
    play.set(auction=None, stage=Stage.TURN)
    _ask_first(play, position)


def _government(
    play: Play, nation: NationId, said: str | None, card: PlayerId | None
) -> PlayerId | None:
    state = play.state
    if said is not None:
        if said and said not in state.players:
            raise BadInput(f"position.nations.{nation}.government", f"{said!r} is no player")
        return PlayerId(said) if said else None
    credit_of = {p: state.credit(p, nation) for p in state.seats}
    greatest = max(credit_of.values())
    if greatest < play.game.rules.government.vacant_credit:
        return None
    present = state.nations[nation].government
    if present is not None and credit_of[present] == greatest:
        return present
    return next(p for p in state.clockwise(card or state.seats[0]) if credit_of[p] == greatest)


def _ask_first(play: Play, position: PositionPart) -> None:
    order = play.game.nations
    at = order.index(position.nation) if position.nation else 0
    turn = position.turn
    candidates = order[at:] + order[:at]
    governed = [i for i, n in enumerate(candidates) if play.nation(n).government]
    if not governed or (position.nation and governed[0] != 0):
        raise BadInput("position.nation", "nobody governs the nation whose turn it is to be")
    nation = candidates[governed[0]]
    government = play.nation(nation).government
    assert government is not None
    play.state = replace(
        play.state,
        nation=nation,
        turn=turn + governed[0],
        pending=(Decision(Ask.TURN, government, nation),),
    )
