"""What the mail asked that a player's text answers (order language, section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pbem.board.ids import NationId
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.clock.arrangements import Proposed
from pbem.rules.state import Ask, Decision, State

_TAKEN_BACK: Final = say(
    "The game has been set back since the mail that you answer. Please answer the newest report."
)


@dataclass(frozen=True, slots=True)
class Answered:
    """The mail of the game that a text answers, and what has become of its question since.

    question: what it asked the sender; None if it asked nothing of them
    is_open: whether that very question is still open, not one that looks like it
    proposal: what it proposed, to which `YES` is consent, while that is open
    asks_both: whether it told of the proposal and asked the question in one
    proposal_over: whether it proposed something that is settled, or dead, by now
    turn: the turn that it told of; taken_back: whether what it told of has been taken back
    turns: of each nation, the turn for which an answer to that mail orders or plans
    strict: False in journals from before answers belonged to their question: then only those
        that do not say what they answer are refused
    """

    question: Decision | None
    is_open: bool
    proposal: Proposed | None = None
    asks_both: bool = False
    proposal_over: bool = False
    turn: int = 0
    taken_back: bool = False
    turns: Mapping[NationId, int] = field(default_factory=dict)
    strict: bool = True

    def is_about(self, nation: NationId, turn: int) -> bool:
        """Whether a block for a nation, which would count for that turn now, means that turn."""
        asked = self.question
        if asked and asked.kind is Ask.TURN and asked.nation == nation and not self.is_open:
            return False
        return self.turns.get(nation, turn) == turn


def other_question(answered: Answered, state: State) -> IllegalRefusal:
    """The refusal of an answer to a question that is not the one that is open now."""
    if answered.taken_back:
        why = _TAKEN_BACK
    elif answered.question is None:
        why = say(
            "The mail that you answer did not ask you anything. Please answer the newest report."
        )
    elif answered.turn < state.turn:
        why = say(
            "The mail that you answer asked you in turn {turn}, which is over. Please "
            "answer the newest report.",
            turn=answered.turn,
        )
    else:
        why = say(
            "What the mail asked that you answer has been answered since. Please answer the "
            "newest report."
        )
    return IllegalRefusal("old-question", why)


def other_turn(answered: Answered, state: State, nation: NationId, turn: int) -> IllegalRefusal:
    """The refusal of a block that was meant for another turn than it would count for now.

    :param turn: for which it would count
    """
    meant = answered.turns.get(nation)
    if answered.taken_back:
        why = say("The game has been set back since the mail that you answer.")
    elif meant is None or meant == turn:
        why = say(
            "{nation}: its order has been given since the mail that you answer.", nation=nation
        )
    elif meant < state.turn:
        why = say(
            "Your mail answers one about a turn that is over: {nation}, turn {meant}.",
            nation=nation,
            meant=meant,
        )
    else:
        why = say(
            "Your mail answers one about a turn that is under way: {nation}, turn {meant}.",
            nation=nation,
            meant=meant,
        )
    return IllegalRefusal(
        "old-question",
        say(
            "{message} Please answer the newest report; or say so if the order is for turn {turn}.",
            message=why,
            turn=turn,
        ),
        legal=(f"FOR TURN {turn}",),
    )
