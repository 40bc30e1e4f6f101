"""What a stand-in may do: answer the question that was asked, as long as it is open."""

from __future__ import annotations

from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import say
from pbem.orders.submission import Outcome
from pbem.service.deadlines import ledger
from pbem.service.deciding.wishes import only_checks
from pbem.store.game import StoredGame

NO_STAND_IN: Final = say(
    "As a stand-in you can answer the question that you were asked, as long as it is open, and "
    "nothing else; so nothing of this mail is carried out."
)


def is_stand_in_asked(game: StoredGame, player: PlayerId) -> bool:
    """Whether the player's stand-in is asked now."""
    question = ledger.open_question(game)
    asked = question is not None and question.player == player
    return question is not None and asked and ledger.is_stood_in(game, question)


def only_answers(game: StoredGame, outcome: Outcome) -> bool:
    """Whether these orders of a stand-in answer the question that is open, and do no more."""
    answers = outcome.state.asking != game.state.asking or only_checks(outcome)
    return answers and len(outcome.orders) == 1 and not outcome.ahead
