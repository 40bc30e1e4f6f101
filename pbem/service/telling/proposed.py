"""What reports and STATUS say of proposals that are open."""

from __future__ import annotations

from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.orders.verbs.proposals.consent import Topic
from pbem.store.game import StoredGame
from pbem.store.proposals import open_proposals

_LISTED: Final = {
    Topic.UNDO: say("Would like to take back their last order (YES UNDO, NO UNDO)."),
    Topic.DRAW: say("Would like to end the game as it stands (YES DRAW, NO DRAW)."),
    Topic.EXTEND: say("Would like {hours} hours more (YES EXTEND, NO EXTEND)."),
}


def proposed(game: StoredGame, number: int) -> dict[PlayerId, tuple[Message, ...]]:
    """What each player has proposed that is open after an entry, and whose consent is missing."""
    found: dict[PlayerId, tuple[Message, ...]] = {}
    for proposal in open_proposals(game, number).values():
        told = _LISTED[proposal.topic].filled(
            hours=proposal.hours if proposal.topic is Topic.EXTEND else 0
        )
        sentence = say("{told:message} Missing: {players}.", told=told, players=proposal.missing)
        found[proposal.by] = (*found.get(proposal.by, ()), sentence)
    return found
