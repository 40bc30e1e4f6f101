"""A person's addresses, in all games at once: set, added, dropped."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, say
from pbem.service.seats.lobby import is_observer
from pbem.service.seats.seats import seat_at
from pbem.service.site import bounced
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.persons import PersonRecord


def fault_of_move(site: Site, old: str, new: str) -> Message | None:
    """Why a person cannot have another address besides the one that is known; None if so."""
    if not site.can_write_to(new):
        return say("No mail can be sent to that address: {said}", said=new)
    try:
        site.check_can_write_to(new)
    except BadInput:
        return say("That is the address of the program itself: {said}", said=new)
    for game, player in _seats(site, old):
        other = seat_at(game, new)
        if other is not None and other != player:
            return say(
                "In game {game} that is the address of another player: {said}",
                game=game.file.id,
                said=new,
            )
    return None


def move(site: Site, old: str, new: str) -> tuple[str, ...]:
    """Send a person's mails to another address from now on; where, by the games' ids.

    The old one stays the person's to write from. Done again after a crash, it is done to the end.

    :raises BadInput: a file cannot be read
    :raises OSError: it is done in part; to be done again
    """
    changed: list[str] = []
    for game, player in _seats(site, old):
        seat = game.roster.seats[player]
        if seat.address.lower() != old.lower():
            continue
        also = tuple(a for a in (*seat.also, old) if a.lower() != new.lower())
        game.change_seat(player, seat.model_copy(update={"address": new, "also": also}))
        bounced.clear(game, player)
        changed.append(game.file.id)
    for ident in _watched(site, old):
        game = site.game(ident)
        left = (a for a in game.roster.observers if a.lower() not in (old.lower(), new.lower()))
        game.change_observers((*left, new))
        changed.append(ident)
    for lobby in tuple(site.lobbies.sound()):
        joined = tuple(
            one.model_copy(update={"address": new}) if one.address.lower() == old.lower() else one
            for one in lobby.joined
        )
        watching = tuple(new if a.lower() == old.lower() else a for a in lobby.watching)
        if (joined, watching) != (lobby.joined, lobby.watching):
            site.lobbies.put(lobby.model_copy(update={"joined": joined, "watching": watching}))
            changed.append(lobby.id)
    record = site.people.of(old) or site.people.of(new) or PersonRecord(addresses=(old,))
    others = tuple(a for a in (*record.addresses, old) if a.lower() != new.lower())
    addresses = (new, *dict.fromkeys(others))
    site.people.change(record.model_copy(update={"addresses": addresses}))
    return tuple(dict.fromkeys(changed))


def _seats(site: Site, address: str) -> Iterator[tuple[StoredGame, PlayerId]]:
    """The seats of a person, by an address of theirs, in the games that can be opened."""
    for ident in site.game_ids():
        try:
            game = site.game(ident)
        except BadInput:  # told elsewhere
            continue
        for player, seat in game.roster.seats.items():
            if address.lower() in (a.lower() for a in (seat.address, *seat.also)):
                yield game, player


def _watched(site: Site, address: str) -> Iterator[str]:
    for ident in site.game_ids():
        try:
            if is_observer(site.roster(ident).observers, address):
                yield ident
        except BadInput:  # told elsewhere
            continue
