"""Who joins an open game, watches a game, or withdraws: whether that can be, and that it is so.

Done twice, each of these is done once: a mail that comes again after a crash changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pbem.board.load import load_game
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, say
from pbem.orders.verbs.joining.join import JoinWanted
from pbem.orders.verbs.joining.list_ import ListWanted
from pbem.orders.verbs.joining.observe import ObserveWanted
from pbem.orders.verbs.joining.stand_in import StandInWanted
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.joining.withdraw import WithdrawWanted
from pbem.service.seats.player_names import check_name
from pbem.service.seats.seats import seat_at
from pbem.service.site.moderators import is_moderator
from pbem.service.site.site import Site
from pbem.service.site.watched import Told, note_told
from pbem.store.game import StoredGame
from pbem.store.lobbies import Joined, Lobby
from pbem.store.people import Person, checked_name

MOST_WATCHING: Final = 100
"""So many people can watch a game."""

MOST_WAITING: Final = 30
"""So many people can wait for a seat of a game."""

_NO_NAME: Final = say(
    "The name {said} cannot be had: somebody has it or one that looks like it, it is a word of the "
    "board or of orders, or not all its signs may stand in a name."
)
_ANOTHER_NAME: Final = say("Please choose another: JOIN {game} AS <name>.")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever wants to join, watch or withdraw; `called`: how people are called who do not say."""

    address: str
    called: str = ""


def fault_of(site: Site, visitor: Visitor, visit: Visit) -> tuple[Message, ...]:
    """Why a command about a game cannot be carried out; nothing if it can, or is done already."""
    if isinstance(visit, ListWanted):
        return ()
    if not visit.game:
        return (say("Which game? LIST says which there are."),)
    lobby = _lobby(site, visit.game)
    if lobby is None and not site.has_game(visit.game):
        return (say("There is no game of that name: {said}. LIST says which there are.",
                    said=visit.game),)  # fmt: skip
    match visit:
        case JoinWanted():
            return no_seat(site, lobby, visitor, visit)
        case ObserveWanted():
            return _no_watching(site, lobby, visitor, visit)
        case StandInWanted():
            return _no_standing_in(site, lobby, visitor, visit)
        case WithdrawWanted():
            return _no_withdrawing(site, lobby, visitor, visit)
        case _:
            raise TypeError(f"{type(visit).__name__} is no visit that is known")


def carry_out(site: Site, visitor: Visitor, visit: Visit, time: datetime) -> bool:
    """Do what a command says, if it can be; whether anything has changed.

    :param time: when that was said
    :raises BadInput: a file cannot be read; nothing is changed
    :raises OSError: nothing is changed
    """
    if isinstance(visit, ListWanted) or fault_of(site, visitor, visit):
        return False
    lobby = _lobby(site, visit.game)
    match visit:
        case JoinWanted() if lobby is not None:
            return _join(site, lobby, visitor, visit, time)
        case ObserveWanted():
            return _observe(site, lobby, visitor.address, visit.game)
        case StandInWanted():
            return _stand_in(site, visitor, visit)
        case WithdrawWanted():
            return _withdraw(site, lobby, visitor.address, visit.game)
    return False


def name_for(lobby: Lobby, visitor: Visitor, wanted: JoinWanted) -> str:
    """How somebody is called in an open game: as is said, as before, or as others call them."""
    known = lobby.of(visitor.address)
    return wanted.name or (known.name if known else "") or visitor.called


def _lobby(site: Site, ident: str) -> Lobby | None:
    """An open game that has not begun; None if there is none of that id."""
    return None if site.has_game(ident) else site.lobbies.get(ident)


def no_seat(
    site: Site, lobby: Lobby | None, visitor: Visitor, wanted: JoinWanted
) -> tuple[Message, ...]:
    """Why somebody cannot have a seat; nothing if they can, or have it.

    :param lobby: None of a game that has begun
    """
    if lobby is None:
        if seat_at(site.game(wanted.game), visitor.address):
            return ()
        begun = say("Game {game} has begun, so it cannot be joined any more.", game=wanted.game)
        return (begun, say("OBSERVE {game} lets you watch it.", game=wanted.game))
    known = lobby.of(visitor.address)
    if known is None and lobby.is_full:
        return (say("All seats of game {game} are taken.", game=lobby.id),)
    moderator = lobby.wanted.get("moderator") or site.settings.moderator or ""
    if moderator.lower() == visitor.address.lower() and not lobby.wanted.get("playing_moderator"):
        return (say("You moderate game {game}, so you cannot play in it.", game=lobby.id),)
    name = name_for(lobby, visitor, wanted)
    if not name:
        return (say("By which name? Please write: JOIN {game} AS <name>.", game=lobby.id),)
    others = [one.name for one in lobby.joined if one is not known]
    try:
        checked_name(name)
        rules, variants = lobby.wanted["rules"], lobby.wanted.get("variants", ())
        check_name(load_game(rules, variants, site.games_folder), name, others)
    except (BadInput, ValueError):
        return (_NO_NAME.filled(said=name), _ANOTHER_NAME.filled(game=lobby.id))
    return ()


def _join(site: Site, lobby: Lobby, visitor: Visitor, wanted: JoinWanted, time: datetime) -> bool:
    known, name = lobby.of(visitor.address), name_for(lobby, visitor, wanted)
    if known is not None and known.name == name:
        return False
    if known is None:
        joined = (*lobby.joined, Joined(name=name, address=visitor.address, time=time))
    else:
        renamed = known.model_copy(update={"name": name})
        joined = tuple(renamed if one is known else one for one in lobby.joined)
    watching = tuple(a for a in lobby.watching if a.lower() != visitor.address.lower())
    site.lobbies.put(lobby.model_copy(update={"joined": joined, "watching": watching}))
    return True


def _no_watching(
    site: Site, lobby: Lobby | None, visitor: Visitor, wanted: ObserveWanted
) -> tuple[Message, ...]:
    if lobby is not None:
        forbidden = not lobby.wanted.get("observers", True)
        plays = lobby.of(visitor.address) is not None
    else:
        game = site.game(wanted.game)
        forbidden = game.file.observers is False
        plays = seat_at(game, visitor.address) is not None
    if plays:
        return (say("You play in game {game} yourself.", game=wanted.game),)
    if forbidden:
        return (say("Game {game} is played without observers.", game=wanted.game),)
    watching = lobby.watching if lobby is not None else game.roster.observers
    if len(watching) >= MOST_WATCHING and not is_observer(watching, visitor.address):
        return (say("So many watch game {game} already that nobody else can.", game=wanted.game),)
    return ()


def _observe(site: Site, lobby: Lobby | None, address: str, ident: str) -> bool:
    if lobby is not None:
        if lobby.is_watched_by(address):
            return False
        site.lobbies.put(lobby.model_copy(update={"watching": (*lobby.watching, address)}))
        return True
    game = site.game(ident)
    if is_observer(game.roster.observers, address):
        return False
    note_told(game.folder, address, Told(game.last))  # the answer says how it stands
    game.change_observers((*game.roster.observers, address))
    return True


def _no_standing_in(
    site: Site, lobby: Lobby | None, visitor: Visitor, wanted: StandInWanted
) -> tuple[Message, ...]:
    if lobby is not None:
        return (say("Game {game} has not begun. JOIN {game} gives you a seat.", game=lobby.id),)
    game = site.game(wanted.game)
    if game.state.over:
        return (say("Game {game} is over.", game=wanted.game),)
    if seat_at(game, visitor.address):
        return (say("You play in game {game} yourself.", game=wanted.game),)
    if is_moderator(site, game, visitor.address) and not game.file.playing_moderator:
        return (say("You moderate game {game}, so you cannot play in it.", game=wanted.game),)
    others = [p for p in game.roster.waiting if not _is(p, visitor.address)]
    if len(others) >= MOST_WAITING:
        return (say("So many wait for a seat in game {game} that nobody else can.",
                    game=wanted.game),)  # fmt: skip
    name = _waiting_name(game, visitor, wanted)
    if not name:
        return (say("By which name? Please write: STAND IN {game} AS <name>.", game=wanted.game),)
    try:
        checked_name(name)
        sitting = (seat.person or player for player, seat in game.roster.seats.items())
        check_name(game.game, name, (*sitting, *(person.name for person in others)))
    except (BadInput, ValueError):
        another = say("Please choose another: STAND IN {game} AS <name>.", game=wanted.game)
        return (_NO_NAME.filled(said=name), another)
    return ()


def _waiting_name(game: StoredGame, visitor: Visitor, wanted: StandInWanted) -> str:
    """How somebody who waits is called: as is said, as before, or as others call them."""
    known = next((p.name for p in game.roster.waiting if _is(p, visitor.address)), "")
    return wanted.name or known or visitor.called


def _stand_in(site: Site, visitor: Visitor, wanted: StandInWanted) -> bool:
    game = site.game(wanted.game)
    person = Person(name=_waiting_name(game, visitor, wanted), address=visitor.address)
    if person in game.roster.waiting:
        return False
    others = (p for p in game.roster.waiting if not _is(p, visitor.address))
    game.change_waiting((*others, person))
    return True


def is_waiting(game: StoredGame, address: str) -> bool:
    """Whether somebody with that address has asked for a seat that becomes free."""
    return any(_is(person, address) for person in game.roster.waiting)


def _is(person: Person, address: str) -> bool:
    return person.address.lower() == address.lower()


def _no_withdrawing(
    site: Site, lobby: Lobby | None, visitor: Visitor, wanted: WithdrawWanted
) -> tuple[Message, ...]:
    if lobby is None and seat_at(site.game(wanted.game), visitor.address):
        return (say("Game {game} has begun; RESIGN gives your seat away.", game=wanted.game),)
    return ()


def _withdraw(site: Site, lobby: Lobby | None, address: str, ident: str) -> bool:
    if lobby is not None:
        joined = tuple(j for j in lobby.joined if j.address.lower() != address.lower())
        watching = tuple(a for a in lobby.watching if a.lower() != address.lower())
        if (joined, watching) == (lobby.joined, lobby.watching):
            return False
        site.lobbies.put(lobby.model_copy(update={"joined": joined, "watching": watching}))
        return True
    game = site.game(ident)
    waited = is_waiting(game, address)
    if waited:
        game.change_waiting(p for p in game.roster.waiting if not _is(p, address))
    if not is_observer(game.roster.observers, address):
        return waited
    game.change_observers(a for a in game.roster.observers if a.lower() != address.lower())
    return True


def is_observer(observers: tuple[str, ...], address: str) -> bool:
    """Whether somebody with that address is among those who watch."""
    return address.lower() in {one.lower() for one in observers}
