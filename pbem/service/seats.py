"""Seats that change hands: offered to stand-ins, taken over, given by the moderator."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Final

from pbem.board.ids import PlayerId
from pbem.errors import BadInput
from pbem.service.settings import Settings
from pbem.store import clock
from pbem.store.files import Person, Seat
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, Entry, What

_DIGITS: Final = 10
_KEY_BYTES: Final = 6


def offer_token(game: StoredGame, number: int, person: Person) -> str:
    """What the secret of an offer is about: the entry that makes it, and to whom."""
    text = f"{game.file.id}|{number}|{person.address.lower()}"
    return "s" + hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def stand_ins(settings: Settings, game: StoredGame) -> tuple[Person, ...]:
    """To whom a seat of a game is offered: those of the game's list, else of the site's."""
    return game.roster.stand_ins or settings.stand_ins


def take_over(game: StoredGame, player: PlayerId, person: Person, now: datetime) -> Entry:
    """Give a seat to somebody else, who gets a new key and time for the open question.

    What was left ahead of time by whoever sat there stays, as the position does; it can be seen
    and cancelled. The seat is written first: if it is interrupted, doing it again ends it.

    :raises BadInput: another player of the game has that address
    :raises OSError: something could not be stored; to be done again
    """
    address = person.address.lower()
    for other, seat in game.roster.seats.items():
        if other != player and address in {a.lower() for a in (seat.address, *seat.also)}:
            raise BadInput("address", f"it is that of {other}, who plays in this game")
    changed = Seat(
        address=person.address,
        key=secrets.token_hex(_KEY_BYTES),
        person=person.name,
        since=game.last + 1,
    )
    game.change_seat(player, changed)
    due, question = clock.due_after(game, game.last), clock.open_question(game)
    terms = game.file.deadlines
    if question and question.player == player and terms and not clock.is_paused(game):
        due = terms.due(question.kind, now)
    return game.note(Clocked(what=What.SEATED, person=person.name), now, due, player)
