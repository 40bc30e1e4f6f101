"""POSITION: parts of the position replaced, first shown, then done."""

from __future__ import annotations

from pbem.ground.messages import Message, say
from pbem.report.sentences.edited import differences
from pbem.rules.state import State
from pbem.service.deadlines import ledger
from pbem.service.entering.enter import Entered
from pbem.service.entering.moderating.desk import Acting, Declined
from pbem.store.journal import Clocked, What
from pbem.store.positions import edited, position_part


def would_change(at: Acting, text: str) -> tuple[Message, ...]:
    """What an edit would change, as the moderator may see it.

    :raises BadInput: the position cannot be so; names the key
    :raises Declined: nothing would change
    """
    before = at.game.state
    found = differences(at.game.game, before, _after(at, text), at.sees_as)
    if not found:
        raise Declined(at.game, say("Nothing would change that you may see."))
    return found


def edit(at: Acting, text: str) -> Entered:
    """Change the position; everybody is told, and whoever must decide is asked anew.

    :raises BadInput: the position cannot be so
    """
    game = at.game
    after = _after(at, text)
    due = ledger.next_due(game, after, at.now, None, undone=True)
    clocked = Clocked(what=What.EDITED, text=text, reason=None)
    return at.noted(clocked, None if at.timeless else due)


def _after(at: Acting, text: str) -> State:
    return edited(at.game.game, at.game.state, position_part(text))
