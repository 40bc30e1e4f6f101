"""Whether a player may propose something to the others, or say yes or no to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from pbem.board.ids import PlayerId
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Message, say
from pbem.orders.verbs.clock.arrangements import Proposed
from pbem.orders.verbs.meant import topic_of
from pbem.orders.verbs.proposals.consent import Consent, Topic
from pbem.service.deadlines import ledger
from pbem.store.game import StoredGame
from pbem.store.proposals import (
    Proposal,
    acted_since,
    has_shown,
    is_edited_since,
    last_order_of,
    open_proposals,
    vacant_seats,
)


def allowed(
    game: StoredGame, number: int, player: PlayerId, said: Proposed | Consent
) -> tuple[Message, ...]:
    """What the player should know about it: whose consent is missing.

    :param number: of the last entry before it
    :raises IllegalRefusal: `no-proposal`, `not-concerned`, `proposed-already`, `no-deadline`,
        `nothing-to-undo`, `edited`, `shown`
    """
    found = open_proposals(game, number)
    players = _there(game, number)
    if isinstance(said, Consent):
        return _consent(found.get(said.topic), player, said)
    proposal = found.get(topic_of(said))
    match topic_of(said):
        case Topic.UNDO:
            return _take_back(game, number, player, proposal)
        case Topic.DRAW:
            return _missing(proposal or Proposal(Topic.DRAW, 0, player, players), player)
        case Topic.EXTEND:
            question = ledger.open_question(game, number)
            if question is None or question.due is None:
                raise IllegalRefusal(
                    "no-deadline", say("There is no deadline that could be moved.")
                )
            return _missing(proposal or Proposal(Topic.EXTEND, 0, player, players), player)
        case _:
            assert_never(topic_of(said))


def _consent(proposal: Proposal | None, player: PlayerId, said: Consent) -> tuple[Message, ...]:
    if proposal is None:
        raise IllegalRefusal(
            "no-proposal",
            say("Nothing of the kind is proposed now, so there is nothing to say YES or NO to."),
            legal=(("EXTEND 24" if said.topic is Topic.EXTEND else said.topic),),
        )
    if player not in proposal.concerned:
        raise IllegalRefusal(
            "not-concerned",
            say("Your consent is not needed for that: you have not acted since that order."),
        )
    if said.agrees:
        return _missing(proposal, player)
    if player == proposal.by:
        return (say("Your proposal is withdrawn."),)
    return (say("The proposal has come to nothing; {player} is told.", player=proposal.by),)


def _take_back(
    game: StoredGame, number: int, player: PlayerId, proposal: Proposal | None
) -> tuple[Message, ...]:
    if proposal is not None and proposal.by != player:
        raise IllegalRefusal(
            "proposed-already",
            say(
                "{player} has asked to take an order back, and one such question is open at a "
                "time. Please answer that first.",
                player=proposal.by,
            ),
            legal=("YES UNDO", "NO UNDO"),
        )
    order = last_order_of(game, player, number)
    if order is None:
        raise IllegalRefusal(
            "nothing-to-undo", say("There is no order of yours that could be taken back.")
        )
    if is_edited_since(game, order.number, number):
        raise IllegalRefusal(
            "edited",
            say(
                "Since your last order the moderator has changed the position. Only the moderator "
                "can take that back: please ask."
            ),
        )
    if has_shown(game, player, order.number - 1, number):
        raise IllegalRefusal(
            "shown",
            say(
                "Since your last order something has been shown that was secret before, such as "
                "another player's plan or standing answer. Only the moderator can take that back: "
                "please ask."
            ),
        )
    players = _there(game, number)
    acted = acted_since(game, order.number, number)
    concerned = tuple(p for p in players if p == player or p in acted)
    return _missing(proposal or Proposal(Topic.UNDO, 0, player, concerned), player)


def _there(game: StoredGame, number: int) -> tuple[PlayerId, ...]:
    """Whose consent can be asked for: those of seats in which somebody sits."""
    vacant = vacant_seats(game, number)
    return tuple(player for player in game.file.players if player not in vacant)


def _missing(proposal: Proposal, player: PlayerId) -> tuple[Message, ...]:
    """Whose consent is missing when a player has given the own."""
    given = replace(proposal, agreed={**proposal.agreed, player: 0})
    if not given.missing:
        return (_DONE[proposal.topic],)
    return (
        say("It is done when all have agreed. Missing: {players}.", players=given.missing),
        _ASKED if given.number == 0 else _WAITS,
    )


_DONE: Final = {
    Topic.UNDO: say("Nobody else need agree, or all have: the order is taken back."),
    Topic.DRAW: say("All players agree: the game ends as it stands."),
    Topic.EXTEND: say("All players agree: the deadline is moved."),
}
_ASKED: Final = say("They are asked by mail.")
_WAITS: Final = say("They have been asked.")
