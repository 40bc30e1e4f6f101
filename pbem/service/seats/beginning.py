"""Open games: how one is made, and how it begins when it is full or its date has come."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from pydantic import TypeAdapter, ValidationError

from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.ground.errors import BadInput
from pbem.orders.verbs.joining.join import JoinWanted
from pbem.service.seats.lobby import Visitor, no_seat
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import same_second
from pbem.store.lobbies import Joined, Lobby


@cache
def _wanted() -> TypeAdapter[NewGame]:
    return TypeAdapter(NewGame)


@dataclass(frozen=True, slots=True)
class Opening:
    """How an open game fills and begins.

    seats: for how many; start: when it begins at the latest, if enough have joined
    drawn: whether lots decide in which order they sit, else who came first
    """

    seats: int
    start: datetime | None = None
    drawn: bool = True


def open_game(site: Site, wanted: NewGame, opening: Opening, now: datetime) -> Lobby:
    """Let people join a game; those whose seats are given have joined already.

    :raises BadInput: the game cannot be
    """
    if site.has_game(wanted.ident) or site.lobbies.has(wanted.ident):
        raise BadInput(f"game {wanted.ident!r}", "there already is such a game")
    allowed = possible_seats(site, wanted)
    if opening.seats not in allowed:
        raise BadInput("--seats", f"{allowed[0]} to {allowed[-1]} can play, not {opening.seats}")
    if wanted.deal or wanted.start_player:
        raise BadInput("--deal, --start-player", "nobody knows yet who plays in an open game")
    if opening.start is not None and opening.start <= now:
        raise BadInput("--start", "that is over")
    if wanted.moderator is not None:
        site.check_can_write_to(wanted.moderator)
    try:
        lobby = Lobby(
            id=wanted.ident,
            seats=opening.seats,
            created=same_second(now),
            drawn=opening.drawn,
            start=opening.start,
            wanted=_tables(wanted),
        )
        for name, address in wanted.seats.items():
            lobby = _with(site, lobby, Joined(name=name, address=address, time=lobby.created))
    except ValidationError as error:
        raise BadInput.from_validation(f"game {wanted.ident!r}", error) from error
    site.lobbies.put(lobby)
    return lobby


def _with(site: Site, lobby: Lobby, joined: Joined) -> Lobby:
    """The open game with somebody who has joined from the beginning.

    :raises BadInput: they cannot
    """
    site.check_can_write_to(joined.address)
    visitor = Visitor(joined.address, joined.name)
    faults = no_seat(site, lobby, visitor, JoinWanted(lobby.id, joined.name))
    if faults:
        raise BadInput("--player", " ".join(map(str, faults)))
    return lobby.model_copy(update={"joined": (*lobby.joined, joined)})


def wanted_in(lobby: Lobby) -> NewGame:
    """What is agreed on for an open game.

    :raises BadInput: its file is wrong
    """
    try:
        return _wanted().validate_python({**lobby.wanted, "ident": lobby.id, "seats": {}})
    except ValidationError as error:
        raise BadInput.from_validation(f"lobbies/{lobby.id}.toml, wanted", error) from error


def possible_seats(site: Site, wanted: NewGame) -> tuple[int, ...]:
    """How many can play what is wanted.

    :raises BadInput: there is no such edition
    """
    game = load_game(wanted.rules, wanted.variants, site.games_folder)
    return tuple(sorted(game.rules.setup.cash))


def has_enough(site: Site, lobby: Lobby) -> bool:
    """Whether as many have joined as the edition needs."""
    return len(lobby.joined) in possible_seats(site, wanted_in(lobby))


def is_due(site: Site, lobby: Lobby, now: datetime) -> bool:
    """Whether it is to begin: it is full, or its date has come and enough have joined."""
    late = lobby.start is not None and now >= lobby.start
    return lobby.is_full or (late and has_enough(site, lobby))


def is_late(lobby: Lobby, now: datetime) -> bool:
    """Whether its date has come and those who have joined do not know yet that it must wait."""
    return lobby.start is not None and now >= lobby.start and not lobby.told


def begin(site: Site, lobby: Lobby, now: datetime) -> StoredGame:
    """Make a game of an open one, with those who have joined; it is no open one any more.

    What is drawn is drawn when the game's folder is made, which happens once.

    :raises BadInput: the game cannot be
    :raises OSError: it has not begun; or it has, and `clear_begun` clears away the rest
    """
    joined = list(lobby.joined)
    if lobby.drawn:
        wanted = wanted_in(lobby)
        lots = random.Random(wanted.seed if wanted.seed is not None else secrets.randbits(64))
        lots.shuffle(joined)
    game = new_game(
        site,
        replace(
            wanted_in(lobby),
            seats={PlayerId(one.name): one.address for one in joined},
            watching=lobby.watching,
        ),
        now,
    )
    site.lobbies.remove(lobby.id)
    return game


def clear_begun(site: Site) -> None:
    """Take away open games that have begun, as a killed process has left them.

    :raises OSError: perhaps one is there still
    """
    for ident in site.lobbies.ids():
        if site.has_game(ident):
            site.lobbies.remove(ident)


def _tables(wanted: NewGame) -> dict[str, object]:
    """What is agreed on, as a table of the file: what is as by default is not in it."""
    tables: dict[str, object] = _wanted().dump_python(
        replace(wanted, seats={}), mode="json", exclude_none=True, exclude_defaults=True
    )
    return {name: value for name, value in tables.items() if name not in ("ident", "seats")}
