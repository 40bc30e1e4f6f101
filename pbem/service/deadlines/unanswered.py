"""What is answered in the name of a player who has not: by the game's own terms."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.orders.ahead.defaults import default_answer, unasked_answer
from pbem.orders.ahead.deputy import decide
from pbem.orders.verbs.written import format_command
from pbem.rules.commands import Command
from pbem.service.deadlines.ledger import OpenQuestion
from pbem.store.game import StoredGame
from pbem.timing.terms import Means


def answers_instead(game: StoredGame, question: OpenQuestion) -> Iterator[tuple[str, Means]]:
    """The orders that may be given, and by what means; the first that is taken counts.

    The last one is what the game does in such a case, and always legal.
    """
    for command, means in _commands(game, question):
        yield format_command(game.game.board, command), means


def _commands(game: StoredGame, question: OpenQuestion) -> Iterator[tuple[Command, Means]]:
    terms, state, decision = game.file.deadlines, game.state, game.state.pending[0]
    missed = terms.missed if terms else "default"
    if missed == "automatic":  # the program's own investor decides, from what is legal
        seed = game.hash_of(question.number)
        yield decide(game.game, state, decision, seed), Means.AUTOMATIC
    elif missed == "standing":
        command = unasked_answer(game.game, state, game.standing, decision)
        if command is not None:
            yield command, Means.STANDING
    yield default_answer(game.game, state, decision), Means.DEFAULT
