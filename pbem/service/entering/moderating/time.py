"""PAUSE, RESUME, EXTEND, DEADLINE, PROCESS and END GAME."""

from __future__ import annotations

from datetime import timedelta

from pbem.ground.messages import Message, say
from pbem.orders.verbs.moderator.deadline import DeadlineAt
from pbem.service.deadlines import ledger, reasons
from pbem.service.deadlines.unanswered import answers_instead
from pbem.service.deciding.trying import tried
from pbem.service.entering.enter import Entered, enter
from pbem.service.entering.moderating.desk import Acting, Declined
from pbem.service.site.voices import moderators_voice
from pbem.store.journal import Clocked, What
from pbem.store.submissions import Origin, Submission


def pause(at: Acting) -> Entered:
    """Have no deadlines until `resume`.

    :raises Declined: it is so already, or the game is over
    """
    _check_open(at)
    if ledger.is_paused(at.game):
        raise Declined(at.game, say("The game is paused already."))
    return at.noted(Clocked(what=What.PAUSED, reason=reasons.MODERATOR), None)


def resume(at: Acting) -> Entered:
    """Have deadlines again; the open question has all its time anew.

    :raises Declined: it is not paused
    """
    game = at.game
    if not ledger.is_paused(game):
        raise Declined(game, say("The game is not paused."))
    question, terms = ledger.open_question(game), game.file.deadlines
    due = None
    if question and terms:
        closed = ledger.closed_for(game, question.player, at.now)
        due = terms.due(question.kind, at.now, closed)
    return at.noted(Clocked(what=What.RESUMED, reason=reasons.MODERATOR), due)


def extend(at: Acting, hours: int) -> Entered:
    """Move the open deadline; by less than nothing it comes earlier, but not before now.

    :raises Declined: there is none, or it would be over
    """
    game = at.game
    question, terms = ledger.open_question(game), game.file.deadlines
    if question is None or question.due is None or terms is None:
        raise Declined(game, _no_deadline(at))
    due = terms.extended(question.due, timedelta(hours=hours))
    due = ledger.moved_on(game, question, due, at.now) if hours > 0 else due
    if due <= at.now:
        raise Declined(game, say("The deadline would be over already."))
    clocked = Clocked(what=What.EXTENDED, hours=hours, reason=reasons.MODERATOR)
    return at.noted(clocked, due)


def deadline(at: Acting, command: DeadlineAt) -> Entered:
    """Have the answer to the open question due at a moment, by the moderator's clock.

    :raises Declined: nothing is asked, or the moment is over
    :raises SyntaxRefusal: it is no time
    """
    game = at.game
    question = ledger.open_question(game)
    if question is None or game.file.deadlines is None or ledger.is_paused(game):
        raise Declined(game, _no_deadline(at))
    zone = moderators_voice(at.site, game).zone
    moment = command.moment(at.now.astimezone(zone).date()).replace(tzinfo=zone)
    due = moment.astimezone(ledger.UTC_ZONE)
    if due <= at.now:
        raise Declined(game, say("That time is over already: {time}.", time=due))
    clocked = Clocked(what=What.DEADLINE, reason=reasons.MODERATOR)
    return at.noted(clocked, due)


def process(at: Acting, turn: int) -> Entered:
    """Answer the open question as if its deadline had passed.

    :raises Declined: the game is elsewhere, or nothing is done where nobody answers
    """
    game, question = at.game, ledger.open_question(at.game)
    if question is None:
        raise Declined(game, say("The game is over."))
    if game.state.turn != turn:
        raise Declined(
            game,
            say("The game is in turn {turn}, not in turn {other}. Nothing is done.",
                turn=game.state.turn, other=turn),
        )  # fmt: skip
    for text, means in answers_instead(game, question):
        outcome = tried(game, question.player, text, at.now)
        if not outcome.accepted or outcome.state.asking == game.state.asking:
            continue
        late = question.due is not None and question.due <= at.now
        submission = Submission(
            outcome,
            question.player,
            "deadline",
            at.now,
            text,
            # nobody overdraws anything by it
            Origin(arrived=question.asked, act=at.act),
            means,
            excused=not late,
        )
        return enter(game, submission, timeless=at.timeless)
    raise Declined(game, say("What the game does without an answer is refused."))


def end_game(at: Acting) -> Entered:
    """End the game as it stands: the scores of now count, and nobody is asked any more.

    :raises Declined: it is over already
    """
    if at.game.state.over:
        raise Declined(at.game, say("The game is over already."))
    return at.noted(Clocked(what=What.ENDED, reason=reasons.MODERATOR), None)


def _check_open(at: Acting) -> None:
    if at.game.state.over:
        raise Declined(at.game, say("The game is over."))


def _no_deadline(at: Acting) -> Message:
    if at.game.state.over:
        return say("The game is over.")
    if at.game.file.deadlines is None:
        return say("The game has no deadlines. To have them: {order}", order="SET DEADLINE 72h")
    if ledger.is_paused(at.game):
        return say("The game is paused, and there is no deadline. To go on: {order}",
                   order="RESUME")  # fmt: skip
    return say("There is no deadline now.")
