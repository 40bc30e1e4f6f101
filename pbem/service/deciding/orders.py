"""What becomes of a player's mail of orders: what is to be entered, or the answer to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.ground.errors import Refusal
from pbem.ground.messages import say
from pbem.orders.parser.statements import Fault, Statement
from pbem.orders.submission import Outcome, Result
from pbem.orders.text.lines import TextLine
from pbem.orders.verbs.press.press import Press
from pbem.service.deciding.decision import AnswerMail, EnterOrders, Problem, SendPress
from pbem.service.deciding.kept_text import without_ballast, without_key
from pbem.service.deciding.stand_ins import NO_STAND_IN, only_answers
from pbem.service.deciding.trying import tried
from pbem.service.deciding.wishes import only_checks, other_game
from pbem.service.press.addressing import Addressing, to_keep
from pbem.service.press.replies import PressReply, press_answered, refused
from pbem.service.reading.received import Received, Vocabulary
from pbem.service.site.site import Site
from pbem.service.who.identify import written_from
from pbem.service.who.senders import Sender
from pbem.store.submissions import Origin, Submission


@dataclass(frozen=True, slots=True)
class Ordered:
    """A mail of orders, or of questions.

    answers: the entry of which the mail told that it answers; None if none
    learned: an address that is known as the player's by this very mail; else ""
    press: of an answer to a mail with press, the part that is press; None if nothing is
    """

    mail: Received
    sender: Sender
    answers: int | None
    learned: str
    now: datetime
    press: PressReply | None = None


@dataclass(frozen=True, slots=True)
class Ordering:
    """What becomes of it.

    outcome: of its orders; enter: what is to be entered; else there is an answer
    press: what goes to other players, to be kept before
    """

    outcome: Outcome
    enter: EnterOrders | None = None
    answer: AnswerMail | None = None
    press: tuple[SendPress, ...] = ()


def order(site: Site, words: Vocabulary, ordered: Ordered) -> Ordering:
    """What is to be entered, or else the answer; and what goes to other players."""
    mail, sender = ordered.mail.mail, ordered.sender
    game, player = sender.game, sender.player
    text, too_long = without_ballast(mail, words)
    problems: tuple[Problem, ...] = mail.problems
    if too_long is not None and not problems:
        problems = (too_long,)
    outcome = Outcome(game.state)
    addressing = Addressing(game, player, ordered.mail.ident, ordered.mail.arrived or ordered.now)
    if not problems:
        outcome = _outcome(ordered, text, addressing)
    wrong = _wrong(site, ordered, outcome)
    if wrong is not None:
        problems, outcome = (wrong,), Outcome(game.state)
    written, checks = written_from(sender, mail, ordered.learned), only_checks(outcome)
    press = () if checks else tuple(_sent(ordered, outcome, addressing))
    if not outcome.orders or checks:
        answer = AnswerMail(
            game,
            player,
            outcome,
            ordered.mail.ident,
            mail.message_id,
            checks,
            problems,
            sender.person,
            written,
        )
        return Ordering(outcome, answer=answer, press=press)
    origin = Origin(
        message_id=mail.message_id,
        mail=ordered.mail.ident,
        answered=ordered.answers,
        written_from=written,
        called=mail.called,
        stand_in=sender.person is not None,
        arrived=ordered.mail.arrived,
    )
    kept = without_key(text, game.roster.seats[player].key)
    enter = EnterOrders(game, Submission(outcome, player, "mail", ordered.now, kept, origin))
    return Ordering(outcome, enter=enter, press=press)


def _outcome(ordered: Ordered, text: str, addressing: Addressing) -> Outcome:
    """What the orders do, and which press goes out."""
    game, player = ordered.sender.game, ordered.sender.player
    reply = ordered.press
    outcome = tried(
        game,
        player,
        text if reply is None else reply.orders,
        ordered.mail.arrived or ordered.now,
        answered=ordered.answers,
        called=ordered.mail.mail.called,
        press=addressing,
    )
    number = press_answered(ordered.sender.about)
    if reply is None or number is None:
        return outcome
    if reply.doubtful is not None:
        return replace(outcome, results=(refused(reply), *outcome.results))
    try:
        press = addressing.answer(game.state, number, reply.press)
    except Refusal as refusal:
        line = TextLine(1, reply.press, reply.press)
        fault = Fault(line, refusal)
        result = Result(Statement((line,), faults=(fault,)), faults=(fault,))
        return replace(outcome, results=(result, *outcome.results))
    return replace(outcome, mail_commands=(press, *outcome.mail_commands))


def _sent(ordered: Ordered, outcome: Outcome, addressing: Addressing) -> Iterator[SendPress]:
    """The press of a mail, to be kept."""
    game, message_id = ordered.sender.game, ordered.mail.mail.message_id
    every = [command for command in outcome.mail_commands if isinstance(command, Press)]
    for place, press in enumerate(every):
        answered = press.author is not None
        kept = to_keep(addressing, press, place, message_id, answered=answered)
        yield SendPress(game, kept)


def _wrong(site: Site, ordered: Ordered, outcome: Outcome) -> Problem | None:
    """Why nothing of a mail can be taken that can be read."""
    sender, own = ordered.sender, ordered.sender.game.file.id
    writes = any(isinstance(command, Press) for command in outcome.mail_commands)
    orders = outcome.orders and not only_answers(sender.game, outcome)
    if sender.person and (orders or writes):
        return NO_STAND_IN
    prose = () if ordered.press else ordered.mail.mail.ignored  # "in game eu2 you did the same"
    other = other_game(outcome, prose, own, site.has_game)
    if other:
        return say(
            "Your mail answers game {game}, but says GAME {other}. Please write to one game at a "
            "time.",
            game=own,
            other=other,
        )
    return None
