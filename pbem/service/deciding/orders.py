"""What becomes of a player's mail of orders: what is to be entered, or the answer to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.ground.messages import say
from pbem.orders.submission import Outcome
from pbem.service.deciding.decision import AnswerMail, EnterOrders, Problem
from pbem.service.deciding.kept_text import without_ballast, without_key
from pbem.service.deciding.stand_ins import NO_STAND_IN, only_answers
from pbem.service.deciding.trying import tried
from pbem.service.deciding.wishes import only_checks, other_game
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
    """

    mail: Received
    sender: Sender
    answers: int | None
    learned: str
    now: datetime


def order(
    site: Site, words: Vocabulary, ordered: Ordered
) -> tuple[EnterOrders | None, AnswerMail | None]:
    """What is to be entered, or else the answer."""
    mail, sender = ordered.mail.mail, ordered.sender
    game, player = sender.game, sender.player
    text, too_long = without_ballast(mail, words)
    problems: tuple[Problem, ...] = mail.problems
    if too_long is not None and not problems:
        problems = (too_long,)
    outcome = Outcome(game.state)
    if not problems:
        when = ordered.mail.arrived or ordered.now
        outcome = tried(game, player, text, when, answered=ordered.answers, called=mail.called)
    wrong = _wrong(site, ordered, outcome)
    if wrong is not None:
        problems, outcome = (wrong,), Outcome(game.state)
    written, checks = written_from(sender, mail, ordered.learned), only_checks(outcome)
    if not outcome.orders or checks:
        return None, AnswerMail(
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
    return EnterOrders(game, Submission(outcome, player, "mail", ordered.now, kept, origin)), None


def _wrong(site: Site, ordered: Ordered, outcome: Outcome) -> Problem | None:
    """Why nothing of a mail can be taken that can be read."""
    sender, own = ordered.sender, ordered.sender.game.file.id
    if sender.person and outcome.orders and not only_answers(sender.game, outcome):
        return NO_STAND_IN
    other = other_game(outcome, ordered.mail.mail.ignored, own, site.has_game)
    if other:
        return say(
            "Your mail answers game {game}, but says GAME {other}. Please write to one game at a "
            "time.",
            game=own,
            other=other,
        )
    return None
