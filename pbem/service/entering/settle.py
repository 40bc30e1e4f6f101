"""What all have agreed on is carried out, as an entry of its own."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.orders.verbs.proposals.consent import Topic
from pbem.service.deadlines import ledger, reasons
from pbem.service.entering.enter import Entered, enter_note, take_back
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, What
from pbem.store.proposals import Proposal, open_proposals


def settle(game: StoredGame, now: datetime, *, timeless: bool) -> Entered | None:
    """Carry out one proposal that nobody's consent is missing to; None if there is none.

    :param timeless: nobody knows what time it is: no deadline is moved yet
    :raises JournalConflict: another writer was first; open the game again
    :raises OSError: nothing is changed
    """
    for proposal in open_proposals(game).values():
        if proposal.missing:
            continue
        match proposal.topic:
            case Topic.UNDO if proposal.back_to is not None:
                back_to, by = proposal.back_to, proposal.by
                return take_back(game, back_to, now, by=by, timeless=timeless)
            case Topic.DRAW:
                clocked = Clocked(what=What.ENDED, reason=reasons.ALL_AGREE)
                return enter_note(game, clocked, now, None)
            case Topic.EXTEND if not timeless:
                return _more_time(game, proposal, now)
    return None


def _more_time(game: StoredGame, proposal: Proposal, now: datetime) -> Entered | None:
    """Move the deadline by the least that anybody has agreed to."""
    question, terms = ledger.open_question(game), game.file.deadlines
    if question is None or question.due is None or terms is None:
        return None
    due = terms.extended(question.due, timedelta(hours=proposal.hours))
    due = ledger.moved_on(game, question, due, now)
    clocked = Clocked(what=What.EXTENDED, hours=proposal.hours, reason=reasons.ALL_AGREE)
    return enter_note(game, clocked, now, due)
