"""What is done when the answer to a question does not come, as it is told to whoever is asked."""

from __future__ import annotations

from typing import Final

from pbem.ground.messages import Message, say
from pbem.orders.ahead.defaults import default_answer
from pbem.orders.verbs.written import format_command
from pbem.store.game import StoredGame

_WAITS: Final = say("Without your answer the game waits.")
_INVESTOR: Final = say("Without your answer the program's own investor decides for you.")
_STAND_IN: Final = say("Without your answer your stand-in is asked.")
_STANDING: Final = say(
    "Without your answer a standing answer of yours counts; if none fits: {order}."
)
_DEFAULT: Final = say("Without your answer this is done for you: {order}.")


def silence_of(game: StoredGame, number: int) -> Message | None:
    """What happens at the deadline of the question that is open after an entry.

    None if there is no deadline, or the game is over.
    """
    terms, state = game.file.deadlines, game.state_after(number)
    if terms is None or state.over:
        return None
    decision = state.pending[0]
    if terms.missed == "wait":
        return _WAITS
    if terms.missed == "automatic":
        return _INVESTOR
    if terms.missed == "proxy" and game.roster.seats[decision.player].stand_in:
        return _STAND_IN
    order = format_command(game.game.board, default_answer(game.game, state, decision))
    sentence = _STANDING if terms.missed == "standing" else _DEFAULT
    return sentence.filled(order=order)
