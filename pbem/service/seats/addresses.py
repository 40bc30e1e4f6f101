"""A person's addresses, in all games at once: wanted, confirmed from both, set, added, dropped.

All of it is kept in the person's record before it is done; done again after a crash, it comes to
the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, say
from pbem.mail.identity import VISITOR, Purpose, Reader
from pbem.orders.verbs.person.add_address import AddAddress
from pbem.orders.verbs.person.addressing import AddressWish
from pbem.orders.verbs.person.drop_address import DropAddress
from pbem.orders.verbs.person.set_address import SetAddress
from pbem.service.seats.lobby import is_observer
from pbem.service.seats.seats import seat_at
from pbem.service.site import bounced
from pbem.service.site.moderators import plays_and_moderates
from pbem.service.site.site import Site
from pbem.service.site.watched import note_told, told_of
from pbem.store.game import StoredGame
from pbem.store.persons import AddressChange, PersonRecord

LASTS: Final = timedelta(days=30)
"""So long both addresses may take to confirm."""

MOST_WANTED: Final = 3
"""So many changes of one person wait at a time: each writes to an address that nobody knows."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One of the two addresses that are asked about a change; `is_new`: the one that is wanted."""

    record: PersonRecord
    change: AddressChange
    is_new: bool

    @property
    def address(self) -> str:
        """Which it is."""
        return self.change.address if self.is_new else self.record.addresses[0]

    @property
    def reader(self) -> Reader:
        """Who reads the question."""
        side = "new" if self.is_new else "old"
        digest = hashlib.sha256(f"{self.change.about}|{side}".encode()).hexdigest()
        return Reader(self.change.game, Purpose.ADDRESS.about(digest), VISITOR)


def fault_of_address(site: Site, own: str, wish: AddressWish) -> Message | None:
    """Why a command about an address cannot be carried out; None if it can, or is done already.

    :param own: the address to which the sender's mails go
    """
    address = wish.address
    if isinstance(wish, DropAddress):
        if address == own.lower():
            return say("Your mails go to that address; SET ADDRESS sends them to another first.")
        game = plays_and_moderates(site, own, address)
        if game is not None:  # else nobody would know that the moderator plays
            return say(
                "You moderate game {game} at that address; {order} hands it over first.",
                game=game,
                order=f"MODERATOR {own}",
            )
        return None
    return fault_of_move(site, address)


def fault_of_move(site: Site, new: str) -> Message | None:
    """Why nobody can have an address; None if somebody can.

    Whose it is already is told to nobody: whoever has it is asked, and that is enough.
    """
    if not site.can_write_to(new):
        return say("No mail can be sent to that address: {said}", said=new)
    try:
        site.check_can_write_to(new)
    except BadInput:
        return say("That is the address of the program itself: {said}", said=new)
    return None


def kept_from(site: Site, old: str, new: str) -> tuple[str, ...]:
    """The games in which another player has an address that somebody wants instead of another."""
    others = ((game, player, seat_at(game, new)) for game, player in _seats(site, old))
    return tuple(game.file.id for game, player, other in others if other not in (None, player))


def want(site: Site, own: str, wish: AddressWish, game: str, time: datetime) -> None:
    """Keep that somebody wants to have another address, or drop one at once.

    :param game: whose mails the questions are
    :raises BadInput: a file cannot be read
    :raises OSError: to be done again
    """
    if fault_of_address(site, own, wish) is not None:
        return
    if isinstance(wish, DropAddress):
        _drop(site, own, wish.address)
        return
    record = site.people.record(own)
    text = f"{own}|{wish.address}|{type(wish).__name__}|{time.isoformat()}"
    about = hashlib.sha256(text.encode()).hexdigest()[:20]
    fresh = [c for c in record.changes if time - c.time < LASTS]
    if any(c.about == about for c in fresh) or is_done(site, own, wish):
        return
    others = [c for c in fresh if c.done or c.address != wish.address]
    if sum(not c.done for c in others) >= MOST_WANTED:
        return
    change = AddressChange(
        address=wish.address,
        sets=isinstance(wish, SetAddress),
        about=about,
        game=game,
        time=time,
    )
    site.people.change(record.model_copy(update={"changes": (*others, change)}))


def is_done(site: Site, own: str, wish: AddressWish) -> bool:
    """Whether somebody's addresses are as a command wants them."""
    record = site.people.of(own)
    known = {own.lower(), *(a.lower() for a in (record.addresses if record else ()))}
    match wish:
        case SetAddress(address):
            return address == own.lower()
        case AddAddress(address):
            return address in known
        case _:
            return wish.address not in known


def waits(site: Site, own: str, wish: AddressWish) -> bool:
    """Whether a change that a command wants waits to be confirmed."""
    record = site.people.of(own)
    sets = isinstance(wish, SetAddress)
    changes = record.changes if record else ()
    return any((c.address, c.sets, c.done) == (wish.address, sets, False) for c in changes)


def asked(site: Site) -> Iterator[Asked]:
    """All who are asked about changes that wait."""
    for record, change in site.people.changes():
        if not change.done:
            yield Asked(record, change, is_new=False)
            yield Asked(record, change, is_new=True)


def asked_by(site: Site, reader: Reader) -> Asked | None:
    """What the question of a mail was, by its secret; also if it has been answered."""
    for record, change in site.people.changes():
        for is_new in (False, True):
            one = Asked(record, change, is_new)
            if one.reader == reader:
                return one
    return None


def confirm(site: Site, about: str, *, is_new: bool) -> None:
    """One of both addresses has said YES; when both have, the change is carried out.

    :raises BadInput: a file cannot be read
    :raises OSError: it is done in part; to be done again
    """
    found = next(((r, c) for r, c in site.people.changes() if c.about == about), None)
    if found is None or found[1].done:
        return
    record, change = found
    said = change.model_copy(update={"new" if is_new else "old": True})
    record = _with(record, said)
    site.people.change(record)
    if said.old and said.new:
        done = _with(record, said.model_copy(update={"done": True}))
        if said.sets:
            move(site, record.addresses[0], said.address, done)
        else:
            _add(site, record.addresses[0], said.address, done)


def refuse(site: Site, about: str) -> None:
    """One of both addresses has said NO: the change is wanted no more.

    :raises BadInput: the file cannot be read
    :raises OSError: nothing is changed
    """
    for record, change in site.people.changes():
        if change.about == about and not change.done:
            left = tuple(c for c in record.changes if c.about != about)
            site.people.change(record.model_copy(update={"changes": left}))
            return


def move(site: Site, old: str, new: str, record: PersonRecord | None = None) -> tuple[str, ...]:
    """Send a person's mails to another address from now on; where, by the games' ids.

    The old one stays the person's to write from. Done again after a crash, it is done to the end.

    :param record: of the person, if it is known how it is to be otherwise
    :raises BadInput: a file cannot be read
    :raises OSError: it is done in part; to be done again
    """
    changed: list[str] = []
    kept = kept_from(site, old, new)
    for game, player in _seats(site, old):
        seat = game.roster.seats[player]
        if seat.address.lower() != old.lower() or game.file.id in kept:
            continue
        also = tuple(dict.fromkeys(a for a in (*seat.also, old.lower()) if a != new.lower()))
        game.change_seat(player, seat.model_copy(update={"address": new, "also": also}))
        bounced.clear(game, player)
        changed.append(game.file.id)
    for ident in _watched(site, old):
        game = site.game(ident)
        left = (a for a in game.roster.observers if a.lower() not in (old.lower(), new.lower()))
        for told in told_of(game.folder, old):
            note_told(game.folder, new, told)
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
    own = record or site.people.record(old)
    others = tuple(a for a in (*own.addresses, old) if a.lower() != new.lower())
    addresses = (new, *dict.fromkeys(others))
    site.people.change(own.model_copy(update={"addresses": addresses}))
    return tuple(dict.fromkeys(changed))


def _add(site: Site, own: str, new: str, record: PersonRecord) -> None:
    for game, player in _seats(site, own):
        if game.roster.seats[player].address.lower() == own.lower():
            game.add_address(player, new.lower())
    addresses = tuple(dict.fromkeys((*record.addresses, new)))
    site.people.change(record.model_copy(update={"addresses": addresses}))


def _drop(site: Site, own: str, address: str) -> None:
    for game, player in _seats(site, own):
        seat = game.roster.seats[player]
        if seat.address.lower() == own.lower() and address in seat.also:
            also = tuple(a for a in seat.also if a != address)
            game.change_seat(player, seat.model_copy(update={"also": also}))
    record = site.people.of(own)
    if record is not None and record.has(address):
        left = tuple(a for a in record.addresses if a.lower() != address)
        site.people.change(record.model_copy(update={"addresses": left}))


def _with(record: PersonRecord, change: AddressChange) -> PersonRecord:
    changes = tuple(change if c.about == change.about else c for c in record.changes)
    return record.model_copy(update={"changes": changes})


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
