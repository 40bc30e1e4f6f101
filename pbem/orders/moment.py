"""When an order counts: for the question and the turn that its sender meant, or not at all.

An answer counts for the question that its mail asked; a nation's block for the turn that was to
come when the answered mail was written, or that `FOR TURN` names (order language, 5 and 8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import say
from pbem.orders.ahead.plans import InvestChoice, Order, TurnPlan
from pbem.orders.ahead.turns import ordered_turn
from pbem.orders.answered import Answered, other_question, other_turn
from pbem.orders.parser.statements import Fault
from pbem.orders.verbs.answers.yes_no import YesNo
from pbem.orders.verbs.clock.arrangements import Arrangement, Proposed
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.meant import consent, topic_of, words_for
from pbem.orders.verbs.proposals.consent import Consent, Topic
from pbem.orders.verbs.proposals.undo import TakeBack
from pbem.rules.commands import (
    Allow,
    Command,
    Deny,
    Fight,
    Force,
    Invest,
    LetPass,
    Pass,
    Peace,
    Turn,
)
from pbem.rules.state import State


@dataclass(frozen=True, slots=True)
class Moment:
    """When a text was written, and for when.

    before: the position before its first order
    answered: the mail that it answers; None if it answers none
    turns: what it says that it is for
    """

    game: Game
    player: PlayerId
    before: State
    answered: Answered | None = None
    turns: tuple[int, ...] = ()

    @property
    def proposal(self) -> Proposed | None:
        """What the answered mail proposed, if that is open still."""
        return self.answered.proposal if self.answered else None

    def said_to_proposal(self, said: Command | Order) -> Command | Order:
        """What `YES`, `NO`, or the same word says to what the answered mail proposed; else itself.

        :raises IllegalRefusal: `no-consent`, `no-proposal`, `several-asked`
        """
        answered = self.answered
        if isinstance(said, TakeBack) and isinstance(self.proposal, TakeBack):
            return Consent(Topic.UNDO, agrees=True)  # elsewhere it is about the own order
        if answered is None or not isinstance(said, YesNo):
            return said
        if answered.proposal_over:
            raise IllegalRefusal(
                "no-proposal",
                say("What the mail that you answer proposed is settled, or has come to nothing."),
            )
        if answered.proposal is None:
            return said
        if answered.asks_both and answered.question and words_for(answered.question.kind):
            topic, words = topic_of(answered.proposal), words_for(answered.question.kind) or ()
            raise IllegalRefusal(
                "several-asked",
                say(
                    "The mail that you answer asks two things, so {order} may mean either. Please "
                    "say which you mean.",
                    order=said.word,
                ),
                legal=(f"YES {topic}", f"NO {topic}", *words),
            )
        return consent(said, answered.proposal)

    def check_take_back(self, state: State, command: Command | Order, *, after_one: bool) -> None:
        """See to it that taking back stands alone: everything else waits until it is settled.

        :param after_one: whether the same text has asked for it before
        :raises IllegalRefusal: `undo-alone`, `after-undo`
        """
        if after_one and not isinstance(command, Arrangement):
            raise IllegalRefusal(
                "after-undo",
                say(
                    "First it is settled whether your order is taken back. Then you are asked "
                    "anew; please send this order then."
                ),
            )
        if isinstance(command, TakeBack) and state is not self.before:
            raise IllegalRefusal(
                "undo-alone",
                say("UNDO takes back an order of an earlier mail; please send it alone."),
                legal=("UNDO",),
            )

    def check(self, state: State, command: Command | Order) -> None:
        """See to it that an order counts for what was meant by it.

        :raises IllegalRefusal: `other-turn`, `old-question`
        """
        if isinstance(command, Turn | TurnPlan):
            self._check_turn(state, command.nation)
            return
        for turn in self.turns:
            if turn < state.turn or (turn > state.turn and is_answer(command)):
                raise _for_another_turn(turn, state.turn)
        answered = self.answered
        if answered is None or not is_answer(command):
            return
        if is_bare(command) and not self._was_asked_before(state):
            # the mail cannot know of a question that its own first answer has raised
            raise other_question(answered, state)
        if not answered.is_open and (answered.strict or is_bare(command)):
            raise other_question(answered, state)

    def _was_asked_before(self, state: State) -> bool:
        """Whether what is open was asked already when the mail was written, not by itself."""
        if state.asking == self.before.asking:
            return True
        queue = self.before.pending
        return state.pending in (queue[n:] for n in range(1, len(queue)))

    def _check_turn(self, state: State, nation: NationId) -> None:
        """See to it that a block for a nation would count for the turn that is meant."""
        turn = ordered_turn(self.game, state, self.player, nation)
        for said in self.turns:
            if said != turn:
                raise _for_another_turn(said, turn, nation)
        if self.answered and not self.turns and not self.answered.is_about(nation, turn):
            raise other_turn(self.answered, state, nation, turn)


def is_bare(command: Command | Order | MailCommand | None) -> bool:
    """Whether an answer does not say what it answers, as `PASS` or `PEACE` alone."""
    match command:
        case Pass() | YesNo():
            return True
        case InvestChoice(alternatives):
            return any(isinstance(a.command, Pass) for a in alternatives)
        case Fight(region=None) | Peace(region=None):
            return True
        case Allow(canal=None) | Deny(canal=None) | Force(nation=None) | LetPass(nation=None):
            return True
    return False


def is_answer(command: Command | Order) -> bool:
    """Whether an order answers a question that others have raised."""
    match command:
        case Pass() | InvestChoice() | Invest() | Fight() | Peace():
            return True
        case Allow() | Deny() | Force() | LetPass() | YesNo():
            return True
    return False


def comes_late(faults: Sequence[Fault]) -> bool:
    """Whether the order was meant for another moment: mended, it would be given for this one."""
    return any(fault.refusal.code in ("old-question", "other-turn") for fault in faults)


def _for_another_turn(said: int, turn: int, nation: NationId | None = None) -> IllegalRefusal:
    """The refusal of what is said to be for a turn that it cannot be for.

    :param turn: for which it would count; nation: whose turn that is, of a block
    """
    message = (
        say(
            "{nation}: the order would be for turn {turn} now, not for turn {named}.",
            turn=turn,
            named=said,
            nation=nation,
        )
        if nation
        else say(
            "This is said to be for turn {named}; it is turn {turn} now.", named=said, turn=turn
        )
    )
    return IllegalRefusal("other-turn", message, legal=(f"FOR TURN {turn}",))
