"""What a moderator does on the command line; each act is an entry, and everybody is told."""

from __future__ import annotations

from collections.abc import Callable

from pbem.board.ids import PlayerId
from pbem.orders.verbs.moderator.deadline import DeadlineAt
from pbem.orders.verbs.moderator.set_option import SetOption
from pbem.service.entering.enter import Entered
from pbem.service.entering.moderating import acts, options, position, seats, time
from pbem.service.entering.moderating.desk import Acting
from pbem.service.way import Processor
from pbem.store.game import StoredGame
from pbem.store.journal import Entry
from pbem.store.people import Person

Act = Callable[[Acting], Entered]
"""An act of the moderator's, about to be done."""


def act(processor: Processor, game: StoredGame, work: Act) -> Entry:
    """Do it, and tell everybody.

    :raises BadInput: it cannot be done now; nothing is changed
    """
    told = work(acting(processor, game))
    processor.tell(told)
    assert told.entry is not None
    return told.entry


def acting(processor: Processor, game: StoredGame) -> Acting:
    """What acts of the command line are done with."""
    return Acting(processor.site, game, processor.now())


def extend(processor: Processor, game: StoredGame, hours: int) -> Entry:
    """Move the open deadline; see `moderating.time`."""
    return act(processor, game, lambda at: time.extend(at, hours))


def set_deadline(processor: Processor, game: StoredGame, written: str) -> Entry:
    """Have the answer to the open question due at a moment, as it is written."""
    return act(processor, game, lambda at: time.deadline(at, DeadlineAt(written)))


def pause(processor: Processor, game: StoredGame) -> Entry:
    """Have no deadlines until `resume`."""
    return act(processor, game, time.pause)


def resume(processor: Processor, game: StoredGame) -> Entry:
    """Have deadlines again; the open question has all its time anew."""
    return act(processor, game, time.resume)


def process(processor: Processor, game: StoredGame, turn: int) -> Entry:
    """Answer the open question of a turn as if its deadline had passed."""
    return act(processor, game, lambda at: time.process(at, turn))


def replace_player(
    processor: Processor, game: StoredGame, player: PlayerId, person: Person
) -> Entry:
    """Give a seat to somebody else."""
    return act(processor, game, lambda at: seats.replace_player(at, player, person))


def vacate(processor: Processor, game: StoredGame, player: PlayerId) -> Entry:
    """Have nobody sit in a seat any more, as the player has asked; it is offered to others."""
    return act(processor, game, lambda at: seats.vacate(at, player))


def rekey_player(processor: Processor, game: StoredGame, player: PlayerId) -> Entry:
    """Make a player's key and secrets void, and send the player others."""
    return act(processor, game, lambda at: seats.rekey_player(at, player))


def hand_over(processor: Processor, game: StoredGame, address: str) -> Entry:
    """Ask somebody to moderate the game."""
    return act(processor, game, lambda at: seats.hand_over(at, address))


def block(processor: Processor, game: StoredGame, address: str, *, again: bool = False) -> Entry:
    """Answer no mail from an address any more; or `again`."""
    return act(
        processor,
        game,
        lambda at: seats.unblock(at, address) if again else seats.block(at, address),
    )


def undo(processor: Processor, game: StoredGame, number: int) -> Entry:
    """Take the last accepted orders back."""
    return act(processor, game, lambda at: acts.undo(at, number))


def redo(processor: Processor, game: StoredGame) -> Entry:
    """Bring back what was taken back last."""
    return act(processor, game, acts.redo)


def broadcast(processor: Processor, game: StoredGame, text: str) -> Entry:
    """Send a message to all players and observers."""
    return act(processor, game, lambda at: acts.broadcast(at, text))


def set_option(processor: Processor, game: StoredGame, option: str, value: str) -> Entry:
    """Change an option of the game."""
    return act(processor, game, lambda at: options.set_option(at, SetOption(option, value)))


def edit_position(processor: Processor, game: StoredGame, text: str) -> Entry:
    """Replace parts of the position."""
    return act(processor, game, lambda at: position.edit(at, text))


def end_game(processor: Processor, game: StoredGame) -> Entry:
    """End a game as it stands: the scores of now count."""
    return act(processor, game, time.end_game)
