"""Orders into the journal: what they do now, and the entry that is their commit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.orders.ahead.advance import advance
from pbem.orders.submission import Outcome
from pbem.report.ahead import Steps
from pbem.service.deadlines.ledger import next_due, overdrawn_by
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, Entry, same_second
from pbem.store.submissions import Submission, Timing


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry of a game and what it has brought about; number 0 and no entry are the set-up.

    outcome: of its orders, or where there are none the position after it
    automatic: what happened after them without a mail
    """

    game: StoredGame
    number: int
    entry: Entry | None
    outcome: Outcome
    automatic: Steps = ()

    @property
    def time(self) -> datetime:
        """When it was entered."""
        return self.entry.time if self.entry else self.game.file.created


def enter(game: StoredGame, submission: Submission, *, timeless: bool = False) -> Entered:
    """Commit orders that were taken, with all that plans and standing answers do after them.

    :param timeless: nobody knows what time it is: what is asked has no deadline yet, and nobody
        overdraws anything
    :raises JournalConflict: another writer was first; open the game again
    :raises BadInput: no order was taken, so there is nothing to commit
    :raises OSError: nothing is changed
    """
    outcome, by = submission.outcome, submission.by
    advanced = advance(game.game, outcome.state, outcome.standing)
    time, timing = same_second(submission.time), Timing()
    if not timeless:
        came = min(time, submission.origin.arrived or time)
        timing = Timing(
            due=next_due(game, advanced.state, time, by, outcome.orders),
            overdrawn=overdrawn_by(game, advanced.state, by, came),
        )
    entry = game.commit(submission, advanced, timing)
    return Entered(game, entry.number, entry, outcome, advanced.steps)


def take_back(
    game: StoredGame,
    back_to: int,
    time: datetime,
    *,
    by: PlayerId | None = None,
    timeless: bool = False,
    act: str = "",
    redo: bool = False,
) -> Entered:
    """Take back everything after an entry, as an entry of its own; the question is asked anew.

    :param by: the player who has asked for it; None for the moderator
    :param timeless: as for `enter`
    :param act: of the moderator's, as in `Entry`
    :param redo: whether that is to bring back what was taken back
    :raises BadInput: there is no such entry
    """
    position = game.taken_back(back_to)
    due = next_due(game, position.state, same_second(time), None, undone=True)
    entry = game.undo(back_to, time, Timing(None if timeless else due), by, act, redo=redo)
    return Entered(game, entry.number, entry, Outcome(position.state, standing=position.standing))


def enter_note(
    game: StoredGame,
    clocked: Clocked,
    time: datetime,
    due: datetime | None,
    player: PlayerId | None = None,
    act: str = "",
) -> Entered:
    """Enter something about time or a seat, or the end of the game as it stands.

    :param due: when the answer to the open question is due from now on
    :param player: whom it is about
    :param act: of the moderator's, as in `Entry`
    :raises JournalConflict: another writer was first; open the game again
    :raises OSError: nothing is changed
    """
    entry = game.note(clocked, time, due, player, act)
    position = game.after(entry.number)
    outcome = Outcome(position.state, standing=position.standing)
    return Entered(game, entry.number, entry, outcome)
