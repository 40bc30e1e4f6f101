"""PREVIEW: what the next deadline would do; what a player has planned is not shown."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.ground.messages import Message, say
from pbem.orders.ahead.advance import advance
from pbem.orders.ahead.standing import Standing
from pbem.report.sentences.events import sentences
from pbem.rules.state import State
from pbem.service.deadlines import ledger
from pbem.service.deadlines.unanswered import answers_instead
from pbem.service.deciding.trying import tried
from pbem.service.entering.moderating.desk import Acting
from pbem.timing.terms import Means


def preview(at: Acting) -> tuple[Message, ...]:
    """What is open, until when, and what would happen without an answer."""
    question = ledger.open_question(at.game)
    if question is None:
        return (say("The game is over; nothing is due."),)
    return (_due(at, question), *_without_an_answer(at, question))


def _due(at: Acting, question: ledger.OpenQuestion) -> Message:
    player = question.player
    if ledger.is_paused(at.game):
        return say("{player} is asked. The game is paused, and nothing is due.", player=player)
    if question.due is None:
        return say("{player} is asked, without a deadline.", player=player)
    return say("{player} is asked, until {time}.", player=player, time=question.due)


def _without_an_answer(at: Acting, question: ledger.OpenQuestion) -> Iterator[Message]:
    game, terms, player = at.game, at.game.file.deadlines, question.player
    if terms is None or terms.missed == "wait":
        yield say(
            "Without an answer the game waits. PROCESS FOR TURN {turn} would play on as follows.",
            turn=game.state.turn,
        )
    elif terms.missed == "proxy":
        stand_in = game.roster.seats[player].stand_in
        if stand_in and not ledger.is_stood_in(game, question):
            yield say("Without an answer the stand-in of {player} is asked.", player=player)
            return
    if at.sees_as is not None and terms is not None and terms.missed == "standing":
        yield say("By an own plan or a standing answer if there is one, else by the default.")
        return
    for text, means in answers_instead(game, question):
        outcome = tried(game, player, text, at.now)
        if not outcome.accepted or outcome.state.asking == game.state.asking:
            continue
        if means is Means.STANDING:
            yield say("{player}: own plan.", player=player)
            return
        yield say("{player}: {order}", player=player, order="; ".join(outcome.orders))
        yield from sentences(game.game, outcome.events)
        yield from _after(at, outcome.state, outcome.standing)
        return


def _after(at: Acting, state: State, standing: Standing) -> Iterator[Message]:
    """Whose plans or standing answers would be used next; nothing to a moderator who plays."""
    if at.sees_as is not None:
        return
    used = [
        automatic.player
        for automatic, _ in advance(at.game.game, state, standing).steps
        if automatic.order
    ]
    for player in dict.fromkeys(used):
        yield say("Then, {player}: own plan.", player=player)
