"""What a moderator does about a game's time and seats; each is an entry, and everybody is told."""

from __future__ import annotations

from datetime import timedelta

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.service.deadlines import ledger, reasons
from pbem.service.entering.enter import Entered, enter_note
from pbem.service.entering.outcomes import entered
from pbem.service.seats.player_names import check_name
from pbem.service.seats.seats import give_up, rekey, take_over
from pbem.service.way import Processor
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, Entry, What
from pbem.store.people import Person
from pbem.timing.terms import Deadlines


def extend(processor: Processor, game: StoredGame, hours: int) -> Entry:
    """Move the open deadline; by less than nothing it comes earlier, but not before now.

    :raises BadInput: there is none, or it would be over
    """
    question, terms = ledger.open_question(game), _terms(game)
    if question is None or question.due is None:
        raise BadInput(game.file.id, "there is no deadline now")
    due = terms.extended(question.due, timedelta(hours=hours))
    due = ledger.moved_on(game, question, due, processor.now()) if hours > 0 else due
    if due <= processor.now():
        raise BadInput(game.file.id, "the deadline would be over already")
    clocked = Clocked(what=What.EXTENDED, hours=hours, reason=reasons.MODERATOR)
    return _told(processor, enter_note(game, clocked, processor.now(), due))


def pause(processor: Processor, game: StoredGame) -> Entry:
    """Have no deadlines until `resume`.

    :raises BadInput: it is so already
    """
    if ledger.is_paused(game):
        raise BadInput(game.file.id, "it is paused already")
    clocked = Clocked(what=What.PAUSED, reason=reasons.MODERATOR)
    return _told(processor, enter_note(game, clocked, processor.now(), None))


def resume(processor: Processor, game: StoredGame) -> Entry:
    """Have deadlines again; the open question has all its time anew.

    :raises BadInput: it is not paused
    """
    if not ledger.is_paused(game):
        raise BadInput(game.file.id, "it is not paused")
    question, terms, now = ledger.open_question(game), game.file.deadlines, processor.now()
    due = None
    if question and terms:
        closed = ledger.closed_for(game, question.player, now)
        due = terms.due(question.kind, now, closed)
    return _told(
        processor, enter_note(game, Clocked(what=What.RESUMED, reason=reasons.MODERATOR), now, due)
    )


def replace_player(
    processor: Processor, game: StoredGame, player: PlayerId, person: Person
) -> Entry:
    """Give a seat to somebody else.

    :raises BadInput: the address is another player's, or none; or the name is
    """
    others = (seat.person or name for name, seat in game.roster.seats.items() if name != player)
    check_name(game.game, person.name, others)
    processor.site.check_can_write_to(person.address)
    timeless = processor.site.clock_doubted
    entry = take_over(game, player, person, processor.now(), timeless=timeless)
    return _told(processor, entered(game, entry.number))


def vacate(processor: Processor, game: StoredGame, player: PlayerId) -> Entry:
    """Have nobody sit in a seat any more, as the player has asked; it is offered to others.

    :raises BadInput: it is vacant already, or the game is over
    """
    entry = give_up(game, player, processor.now())
    processor.tell(entered(game, entry.number))
    return entry


def rekey_player(processor: Processor, game: StoredGame, player: PlayerId) -> Entry:
    """Make a player's key and secrets void, and send the player others."""
    entry = rekey(game, player, processor.now())
    return _told(processor, entered(game, entry.number))


def end_game(processor: Processor, game: StoredGame) -> Entry:
    """End a game as it stands: the scores of now count, and nobody is asked anything any more.

    :raises BadInput: it is over already
    """
    if game.state.over:
        raise BadInput(game.file.id, "it is over already")
    clocked = Clocked(what=What.ENDED, reason=reasons.MODERATOR)
    return _told(processor, enter_note(game, clocked, processor.now(), None))


def _told(processor: Processor, told: Entered) -> Entry:
    processor.dispatch.tell(told)
    assert told.entry is not None
    return told.entry


def _terms(game: StoredGame) -> Deadlines:
    if game.file.deadlines is None:
        raise BadInput(game.file.id, "it has no deadlines; see [deadlines] in the README")
    return game.file.deadlines
