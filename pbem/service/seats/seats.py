"""Seats that change hands: offered to stand-ins, taken over, given by the moderator."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import say
from pbem.mail.identity import Purpose
from pbem.service.deadlines import ledger
from pbem.service.site import bounced
from pbem.service.site.settings import Settings
from pbem.store.files import VACANT, FormerOwner, Seat
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, Entry, What
from pbem.store.people import Person

KEY_BYTES: Final = 6
"""Of a player's word that proves who writes."""


def offer_token(game: StoredGame, number: int, person: Person) -> str:
    """What the secret of an offer is about: the entry that makes it, and to whom."""
    text = f"{game.file.id}|{number}|{person.address.lower()}"
    return Purpose.OFFER.about(hashlib.sha256(text.encode()).hexdigest())


def stand_ins(settings: Settings, game: StoredGame) -> tuple[Person, ...]:
    """To whom a seat of a game is offered: those on the list who do not sit there already."""
    return tuple(p for p in listed(settings, game) if seat_at(game, p.address) is None)


def listed(settings: Settings, game: StoredGame) -> tuple[Person, ...]:
    """The list for a game: its own, else the site's; and who has asked by mail to be on it."""
    return (*(game.roster.stand_ins or settings.stand_ins), *game.roster.waiting)


def seat_at(game: StoredGame, address: str) -> PlayerId | None:
    """The player of a game who has that address."""
    for player, seat in game.roster.seats.items():
        if seat.is_vacant:
            continue
        if address.lower() in {a.lower() for a in (seat.address, *seat.also)}:
            return player
    return None


def can_take(game: StoredGame, player: PlayerId, person: Person) -> bool:
    """Whether somebody may have that seat: nobody sits in two of a game."""
    taken = seat_at(game, person.address)
    return taken is None or (taken == player and _is_unseated(game, player))


def take_over(
    game: StoredGame,
    player: PlayerId,
    person: Person,
    now: datetime,
    *,
    timeless: bool,
    act: str = "",
) -> Entry:
    """Give a seat to somebody else, who gets a new key and time for the open question.

    What was left ahead of time by whoever sat there is dropped: nobody's plans act in another's
    name. The seat is written first; `finish_begun` ends what was interrupted then.

    :param timeless: nobody knows what time it is: the question has no deadline yet
    :raises BadInput: another player of the game has that address
    :raises OSError: something could not be stored; to be done again
    """
    if not can_take(game, player, person):
        other = seat_at(game, person.address)
        told = say("That is the address of somebody who plays in this game: {player}", player=other)
        raise BadInput("address", told)
    since = game.last + 1
    changed = Seat(
        address=person.address,
        key=secrets.token_hex(KEY_BYTES),
        person=person.name,
        since=since,
        act=act or None,
        former=_former(game.roster.seats[player], since),
    )
    # who plays stands in for nobody: a roster that says both cannot be read
    left = {
        other: seat.model_copy(update={"stand_in": None})
        for other, seat in game.roster.seats.items()
        if seat.stand_in and seat.stand_in.address.lower() == person.address.lower()
    }
    game.change_seats({**left, player: changed})
    bounced.clear(game, player)
    return _seated(game, player, person.name, now, timeless, act)


def give_up(game: StoredGame, player: PlayerId, now: datetime) -> Entry:
    """Have nobody sit in a seat any more, by whose will it is; it is offered to those who wait.

    What was left ahead of time is dropped, and the secrets are void. The seat is written first;
    `finish_begun` ends what was interrupted then.

    :raises BadInput: nobody sits there, or the game is over
    :raises OSError: something could not be stored; to be done again
    """
    old, since = game.roster.seats[player], game.last + 1
    if old.is_vacant:
        raise BadInput(f"the seat of {player}", say("The seat is vacant already."))
    if game.state.over:
        raise BadInput(game.file.id, say("The game is over."))
    changed = Seat(
        address=VACANT,
        key=secrets.token_hex(KEY_BYTES),
        stand_in=old.stand_in,
        since=since,
        former=_former(old, since),
    )
    game.change_seat(player, changed)
    bounced.clear(game, player)
    return _vacated(game, player, now)


def _former(old: Seat, until: int) -> tuple[FormerOwner, ...]:
    """Who sat there before, with whoever sits there now."""
    if old.is_vacant:
        return old.former
    before = FormerOwner(
        address=old.address,
        also=old.also,
        name=old.person,
        since=old.since,
        rekeyed=old.rekeyed,
        until=until,
    )
    return (*old.former, before)


def rekey(game: StoredGame, player: PlayerId, now: datetime, act: str = "") -> Entry:
    """Make a player's key and the secrets of all mails so far void, as after a leak.

    Whoever had them may have made an address of their own known: all but the first one are to be
    confirmed anew. The seat is written first; `finish_begun` ends what was interrupted then.

    :raises OSError: something could not be stored; to be done again
    """
    seat = game.roster.seats[player]
    key = secrets.token_hex(KEY_BYTES)
    changed = {"key": key, "rekeyed": seat.rekeyed + 1, "also": (), "act": act or None}
    game.change_seat(player, seat.model_copy(update=changed))
    return _rekeyed(game, player, now, act)


def finish_begun(game: StoredGame, now: datetime, *, timeless: bool) -> None:
    """End what a killed process has begun: a seat, or a key, that is written and not told of."""
    for player, seat in game.roster.seats.items():
        if not seat.rekeyed:
            continue
        told = sum(
            entry.by == player and entry.clock is not None and entry.clock.what is What.REKEYED
            for entry, _ in game.entries[seat.since :]
        )
        if told < seat.rekeyed and not _is_unseated(game, player):
            _rekeyed(game, player, now, seat.act or "")
    for player, seat in game.roster.seats.items():
        if (seat.person or seat.is_vacant) and _is_unseated(game, player):
            since = game.last + 1
            former = tuple(
                f.model_copy(update={"until": since}) if f.until == seat.since else f
                for f in seat.former
            )
            game.change_seat(player, seat.model_copy(update={"since": since, "former": former}))
            if seat.person:
                _seated(game, player, seat.person, now, timeless, seat.act or "")
            else:
                _vacated(game, player, now)


def _vacated(game: StoredGame, player: PlayerId, now: datetime) -> Entry:
    return game.note(Clocked(what=What.VACATED), now, ledger.due_after(game, game.last), player)


def _rekeyed(game: StoredGame, player: PlayerId, now: datetime, act: str = "") -> Entry:
    due = ledger.due_after(game, game.last)
    return game.note(Clocked(what=What.REKEYED), now, due, player, act)


def _is_unseated(game: StoredGame, player: PlayerId) -> bool:
    """Whether a seat has changed hands and no entry says so."""
    since = game.roster.seats[player].since
    return since > 0 and not any(
        entry.by == player and entry.changes_hands for entry, _ in game.entries[since - 1 :]
    )


def _seated(
    game: StoredGame, player: PlayerId, name: str, now: datetime, timeless: bool, act: str = ""
) -> Entry:
    due, question = ledger.due_after(game, game.last), ledger.open_question(game)
    terms = game.file.deadlines
    if question and question.player == player and terms and not ledger.is_paused(game):
        due = None if timeless else terms.due(question.kind, now)
    return game.note(Clocked(what=What.SEATED, person=name), now, due, player, act)
