"""What is to be done about a mail, by what it says, who wrote it, and what its sender was asked."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final, assert_never

from pbem.mail.identity import Purpose
from pbem.mail.outgoing.compose import MailKind
from pbem.service.asking.answered import entry_answered
from pbem.service.asking.confirming import Word, says_yes_or_no
from pbem.service.asking.held import HeldMail
from pbem.service.asking.questions import AnswerSaid, Confirmed
from pbem.service.deadlines import ledger
from pbem.service.deciding import decision as d
from pbem.service.deciding.circumstances import Circumstances
from pbem.service.deciding.decision import Ruling
from pbem.service.deciding.flood import UNPROVEN, alike
from pbem.service.deciding.moderating import asked_to_moderate, help_moderator, moderated
from pbem.service.deciding.orders import Ordered, order
from pbem.service.deciding.resending import again_for, again_of
from pbem.service.deciding.resigning import (
    ask_to_resign,
    gave_up,
    resign_question,
    resigned,
    resigns,
)
from pbem.service.deciding.stand_ins import is_stand_in_asked
from pbem.service.deciding.visiting import beside, visit
from pbem.service.deciding.wishes import joins, only_checks
from pbem.service.fates import Fate, Handled
from pbem.service.press.addressing import has_answered_before
from pbem.service.press.replies import PressReply, press_answered, press_reply
from pbem.service.reading.received import Received
from pbem.service.seats.seats import can_take
from pbem.service.site import bounced
from pbem.service.site.site import Site
from pbem.service.site.tokens import message_id, reader_of
from pbem.service.who.identify import addresses_of, flood_key, learned_address
from pbem.service.who.senders import (
    Candidate,
    Former,
    Impostor,
    Machine,
    Moderator,
    Sender,
    Stranger,
    Successor,
    Unconfirmed,
    Unproven,
    UnprovenModerator,
    Visiting,
    Who,
)

SAME_WORDS: Final = 3
"""So often in an hour a mail without orders is answered that says the same as one before: a machine
that nothing marks as one would answer each answer."""

A_SENTENCE: Final = 30
"""Characters of an answer to press from which on it is more than an "ok"."""

MOST_HELPED: Final = 3
"""In so many of a sender's games a mail without a secret is answered at once."""


def press_question(ident: str) -> str:
    """Under what hash a mail is held while its writer is asked whether it is press."""
    return hashlib.sha256(f"press|{ident}".encode()).hexdigest()


def decide(at: Circumstances, mail: Received, who: Who, said: AnswerSaid | None) -> Ruling:
    """What is to be done.

    :param said: what the mail says to a question, if its sender was asked one
    :raises TooManyMailsError: its sender must wait
    """
    match who:
        case Sender():
            return _from_player(at, mail, who, said)
        case Unconfirmed():
            known_as = at.held.known_as(mail.ident, mail.same.before)
            return _hold(at, mail, who.sender, who.address, known_as)
        case Impostor():
            return _refuse_impostor(at, mail, who)
        case Candidate():
            return _join(at, mail, who)
        case Former():
            return _answer_former(at, mail, who)
        case Moderator():
            return moderated(at, mail, who)
        case Successor():
            return asked_to_moderate(at, mail, who)
        case UnprovenModerator():
            return help_moderator(at, mail, who)
        case Visiting():
            return visit(at, mail, who)
        case Unproven():
            return _help_to_answer(at, mail, who)
        case Machine():
            return _count_bounce(at, who)
        case Stranger():
            fate = Fate.UNREADABLE if mail.not_read else Fate.UNKNOWN
            return Ruling(Handled(fate, reason=mail.not_read or who.reason), at.now)
        case _:
            assert_never(who)


def told_elsewhere(at: Circumstances, part: d.Elsewhere) -> Ruling:
    """A part of a mail that is for nobody: its sender is told, and no other part is hurt."""
    about = Purpose.ANSWER.about(part.ident)
    reader = reader_of(part.game, part.player, about)
    again = at.site.outbox.was_posted(message_id(at.site, MailKind.ANSWER, reader))
    handled = Handled(Fate.ANSWERED, part.game.file.id, part.game.last, "no seat in another game")
    return Ruling(handled, at.now, replies=() if again else (part,))


def _from_player(
    at: Circumstances, mail: Received, sender: Sender, said: AnswerSaid | None
) -> Ruling:
    done = _done_before(at, mail, sender)
    if done is not None:
        if said is not None and said.word is Word.NO and said.held is not None:
            # a power cut may have undone that
            return replace(done, after=(d.Finish(said.held, mail.ident),))
        return done
    if said is not None:
        answer = _about_question(at, mail, sender, said)
        if answer is not None:
            return answer
        sender = said.as_of(sender)
        address = (mail.mail.sender or "").lower()
        if address not in addresses_of(sender.game, sender.player):
            return _hold(at, mail, sender, address, mail.ident)
    learned = _learned_by_key(at, mail, sender)
    decision = _by_content(at, mail, sender, learned)
    if learned:
        know = d.Know(sender.game, sender.player, learned)
        decision = replace(decision, before=(know, *decision.before))
    return decision


def _learned_by_key(at: Circumstances, mail: Received, sender: Sender) -> str:
    """The address that is known as the player's from now on, since a KEY came from it."""
    return learned_address(at.site, sender, mail.mail) if sender.by_key else ""


def _by_content(at: Circumstances, mail: Received, sender: Sender, learned: str) -> Ruling:
    game, key = sender.game, flood_key(sender)
    if sender.person and not is_stand_in_asked(game, sender.player):
        at.budgets.check(key, at.now)
        reply = d.StandInNotAsked(
            game, sender.player, sender.person, mail.ident, mail.mail.message_id
        )
        return _answered(at, sender, "the stand-in is not asked", mail, reply)
    if mail.mail.doubtful:
        at.budgets.check(key, at.now)
        asks = d.AskIfMeant(
            game, sender.player, mail.mail.doubtful, mail.ident, mail.mail.message_id
        )
        return Ruling(
            Handled(Fate.HELD, game.file.id, game.last, "its orders may be old ones"),
            at.now,
            before=(d.Spent(key, mail.ident), _keep(mail, sender, mail.ident)),
            replies=(asks,),
        )
    press = _press_in(mail, sender)
    first = _ask_if_press(at, mail, sender, press) if press else None
    if first is not None:
        return first
    if not mail.mail.orders and mail.same.said:
        about = _counted_with(sender, press) if press else ""
        words = hashlib.sha256(f"{key}|{about}|{alike(mail.same.said)}".encode()).hexdigest()
        if not at.budgets.has_left(f"same|{words}", mail.ident, SAME_WORDS):
            reason = "the same words without an order again"
            return Ruling(Handled(Fate.AUTOMATIC, reason=reason), at.now)
        decision = _order(at, mail, sender, learned)
        spent = d.Spent(f"same|{words}", mail.ident)
        return replace(decision, before=(spent, *decision.before))
    return _order(at, mail, sender, learned)


def _counted_with(sender: Sender, reply: PressReply) -> str:
    """With which answers to press the same words count: an "ok" may answer many of them.

    A machine would answer each answer of whoever has written, and says more than that.
    """
    number = press_answered(sender.about)
    answered = sender.game.press.number(number) if number else None
    if answered is None or len(reply.press) < A_SENTENCE:
        return sender.about
    return f"press of {answered.by}"


def _press_in(mail: Received, sender: Sender) -> PressReply | None:
    """The press in an answer to a mail with press; None if there is none."""
    if sender.purpose is not Purpose.PRESS or mail.mail.problems:
        return None
    return press_reply(mail.mail.text, sender.game.names, mail.mail.called)


def _ask_if_press(
    at: Circumstances, mail: Received, sender: Sender, reply: PressReply
) -> Ruling | None:
    """The first such answer waits until its writer has said that it is press; None if it is not."""
    game, player, number = sender.game, sender.player, press_answered(sender.about)
    answered = game.press.number(number) if number else None
    allowed = game.file.press.allowed == "open" and not sender.person
    if answered is None or reply.doubtful or not allowed or has_answered_before(game, player):
        return None
    key, ident = flood_key(sender), press_question(mail.ident)
    at.budgets.check(key, at.now)
    writer = None if answered.anonymous else answered.by
    asks = d.AskIfPress(game, player, writer, reply.press, ident, mail.mail.message_id)
    return Ruling(
        Handled(Fate.HELD, game.file.id, game.last, "is it press?"),
        at.now,
        before=(d.Spent(key, mail.ident), _keep(mail, sender, ident)),
        replies=(asks,),
    )


def _order(at: Circumstances, mail: Received, sender: Sender, learned: str) -> Ruling:
    """What becomes of a player's orders, or of a mail that only asks."""
    game, key = sender.game, flood_key(sender)
    at.budgets.check(key, at.now)
    answers = entry_answered(sender)
    if answers is not None and answers > game.last and at.is_recovered(game, mail.arrived):
        answers = None  # what was entered otherwise than by mail is lost, and numbers differ
    ordered = Ordered(mail, sender, answers, learned, at.now, _press_in(mail, sender))
    ordering = order(at.site, at.words, ordered)
    if resigns(sender, ordering.outcome):
        keep = _keep(mail, sender, resign_question(mail.ident))
        asks = ask_to_resign(mail, sender, keep, at.now)
        return replace(asks, before=(d.Spent(key, mail.ident), *asks.before))
    enter, outcome = ordering.enter, ordering.outcome
    before: tuple[d.Memo, ...] = (d.Spent(key, mail.ident), *ordering.press)
    replies: tuple[d.Reply, ...] = () if ordering.answer is None else (ordering.answer,)
    for again in again_for(at, mail, sender, ordering):
        # before the answer, which is none of the earlier mails; or it is the answer
        replies = (again,) if again.alone else (again, *replies)
    if not only_checks(outcome):
        before = (*before, *beside(at, sender, outcome, mail.arrived or at.now))
    if not sender.person:
        before = (d.IsThere(game, sender.player), *before)
        replies = (*_warning(at, mail, sender), *replies)
    fate = Fate.ANSWERED if enter is None else Fate.PLAYED
    return Ruling(Handled(fate, game.file.id, game.last), at.now, before, replies, enter)


def _done_before(at: Circumstances, mail: Received, sender: Sender) -> Ruling | None:
    """What became of the mail when it came before."""
    game = sender.game
    done = at.words.entry_of(game, mail.same)
    if done is not None:
        handled = Handled(Fate.PLAYED, game.file.id, done.number, "again")
        # whoever was killed may not have sent these
        warning = (*again_of(mail, sender, done), *_warning(at, mail, sender))
        return Ruling(handled, at.now, replies=warning, enter=d.TellAgain(game, done.number))
    if at.is_recovered(game, mail.arrived):
        return None  # what it was answered with is of entries that are lost
    if any(_has_answered(at.site, sender, i) for i in (mail.same.ident, mail.same.before)):
        return Ruling(Handled(Fate.ANSWERED, game.file.id, game.last, "again"), at.now)
    return None


def _warning(at: Circumstances, mail: Received, sender: Sender) -> tuple[d.Reply, ...]:
    """That further mails wait, if this is the last one for now."""
    if sender.person or not at.budgets.is_last(flood_key(sender), mail.ident):
        return ()
    return (d.WarnOfFlood(sender.game, sender.player, at.budgets.limit),)


def _has_answered(site: Site, sender: Sender, ident: str) -> bool:
    """Whether a mail, known by its hash, was answered before."""
    about = Purpose.ANSWER.about(ident)
    reader = reader_of(sender.game, sender.player, about, sender.person)
    return site.outbox.was_posted(message_id(site, MailKind.ANSWER, reader))


def _about_question(
    at: Circumstances, mail: Received, sender: Sender, said: AnswerSaid
) -> Ruling | None:
    """What the answer to "is this yours?" comes to; None if it holds orders of its own."""
    game = sender.game
    if said.confirmed is not None and said.held is not None:
        decision = _confirm(at, said.confirmed, said.held)
        return replace(decision, after=(*decision.after, d.Finish(said.held, mail.ident)))
    if said.word is not Word.NO and said.ended:
        return Ruling(Handled(Fate.PLAYED, game.file.id, game.last, "again"), at.now)
    orders = mail.mail.orders
    if said.word is Word.NEITHER and orders and not says_yes_or_no(orders):
        return None
    at.budgets.check(flood_key(sender), at.now)
    waits = said.held is not None or said.ended  # a killed one may have noted it before it told
    reply = d.NothingConfirmed(
        game, sender.player, said.word, waits, mail.ident, mail.mail.message_id
    )
    decision = _answered(at, sender, "nothing is confirmed", mail, reply)
    if said.word is Word.NO and said.held is not None:
        finish = d.Finish(said.held, mail.ident)
        decision = replace(decision, before=(*decision.before, finish))
    return decision


def _confirm(at: Circumstances, confirmed: Confirmed, held: HeldMail) -> Ruling:
    """A mail that waited for a YES is carried out; its address is known from now on."""
    mail, sender, learned = confirmed.received, confirmed.sender, confirmed.learned
    decision = _done_before(at, mail, sender)
    reply = _press_in(mail, sender)
    is_press = press_question(mail.ident).startswith(held.about)
    if decision is None and reply is not None and not is_press:
        decision = _ask_if_press(at, mail, sender, reply)  # it was another question
    if resign_question(mail.ident).startswith(held.about) and not sender.game.state.over:
        decision = decision or resigned(sender, at.now)
    decision = decision or _order(at, mail, sender, learned)
    if not learned:
        return decision
    know = d.Know(sender.game, sender.player, learned)
    return replace(decision, before=(know, *decision.before))


def _answered(
    at: Circumstances, sender: Sender, reason: str, mail: Received, reply: d.Reply
) -> Ruling:
    handled = Handled(Fate.ANSWERED, sender.game.file.id, sender.game.last, reason)
    spent = d.Spent(flood_key(sender), mail.ident)
    return Ruling(handled, at.now, before=(spent,), replies=(reply,))


def _keep(mail: Received, sender: Sender, ident: str) -> d.Keep:
    number = entry_answered(sender)
    number = sender.game.last if number is None else min(number, sender.game.last)
    return d.Keep(sender.game, sender.player, number, mail.raw, ident)


def _join(at: Circumstances, mail: Received, who: Candidate) -> Ruling:
    """A seat that is offered goes to whoever says so first."""
    game, ident = who.game, who.game.file.id
    wants = joins(game, who.player, mail.mail.orders)
    # an old offer is over, also when the seat is offered anew
    free = ledger.offered(game, who.player) == who.number and not game.state.over
    has_it = game.roster.seats[who.player].address.lower() == who.person.address.lower()
    if has_it and not free:
        return Ruling(Handled(Fate.ANSWERED, ident, game.last, "again"), at.now)
    if wants and free and can_take(game, who.player, who.person):
        handled = Handled(Fate.PLAYED, ident, game.last, "a seat is taken over")
        return Ruling(handled, at.now, enter=d.GiveSeat(game, who.player, who.person))
    about = f"join|{who.about}"
    if not at.budgets.has_left(about, mail.ident, UNPROVEN):
        handled = Handled(Fate.UNKNOWN, ident, reason="too many about an offer")
        return Ruling(handled, at.now)
    reply = d.AboutOffer(game, who.player, who.person, who.about, mail.mail.message_id, wants)
    handled = Handled(Fate.ANSWERED, ident, game.last, "an offer")
    return Ruling(handled, at.now, (d.Spent(about, mail.ident),), (reply,))


def _hold(at: Circumstances, mail: Received, sender: Sender, address: str, ident: str) -> Ruling:
    """The mail is kept, and at the known address it is asked whether it is the player's."""
    game, about = sender.game, f"held|{flood_key(sender)}"
    if not at.budgets.has_left(about, ident, UNPROVEN):
        reason = "too many from unknown addresses"
        return Ruling(Handled(Fate.UNKNOWN, game.file.id, reason=reason), at.now)
    orders = mail.mail.orders or mail.mail.doubtful
    return Ruling(
        Handled(Fate.HELD, game.file.id, game.last, "the address is not known"),
        at.now,
        before=(d.Spent(about, ident), _keep(mail, sender, ident)),
        replies=(d.AskIfYours(game, sender.player, address, orders, ident),),
    )


def _answer_former(at: Circumstances, mail: Received, who: Former) -> Ruling:
    """Somebody whose seat has gone to another is told that it has."""
    given_up = gave_up(at, mail, who)
    if given_up is not None:
        return given_up
    game, about = who.game, f"former|{who.game.file.id}/{who.player}"
    if not at.budgets.has_left(about, mail.ident, UNPROVEN):
        reason = "too many from a former player"
        return Ruling(Handled(Fate.UNKNOWN, game.file.id, reason=reason), at.now)
    reply = d.NotYourSeat(game, who.player, who.address, mail.ident, mail.mail.message_id)
    handled = Handled(Fate.REFUSED, game.file.id, game.last, "a former player's secret")
    return Ruling(handled, at.now, (d.Spent(about, mail.ident),), (reply,))


def _refuse_impostor(at: Circumstances, mail: Received, who: Impostor) -> Ruling:
    """A mail for another player's seat is refused; that player is told, once for each other."""
    game, owner = who.sender.game, who.sender.player
    about = f"other|{flood_key(Sender(game, who.other))}"
    handled = Handled(Fate.REFUSED, game.file.id, game.last, "another player's secret")
    warning = d.WarnOwner(game, owner, who.other)
    if not at.budgets.has_left(about, mail.ident, UNPROVEN):
        return Ruling(handled, at.now, replies=(warning,))
    reply = d.NotYourMail(game, who.other, mail.ident, mail.mail.message_id)
    return Ruling(handled, at.now, (d.Spent(about, mail.ident),), (warning, reply))


def _help_to_answer(at: Circumstances, mail: Received, who: Unproven) -> Ruling:
    """A known address is asked whether a mail without a proof is its own; a YES carries it out."""
    said = mail.mail.text.lower().split()
    wanted = tuple(s for s in who.senders if s.game.file.id in said) or who.senders
    orders = mail.mail.orders or mail.mail.doubtful
    before: list[d.Memo] = []
    replies: list[d.Reply] = []
    for sender in wanted[:MOST_HELPED]:
        about = f"help|{flood_key(sender)}"
        if not at.budgets.has_left(about, mail.ident, UNPROVEN):
            continue
        before.append(d.Spent(about, mail.ident))
        if orders:
            before.append(_keep(mail, sender, mail.ident))
        replies.append(
            d.HelpToAnswer(sender.game, sender.player, orders, mail.ident, mail.mail.message_id)
        )
    if not replies:
        reason = "too many without a secret in this hour"
        return Ruling(Handled(Fate.UNKNOWN, reason=reason), at.now)
    handled = Handled(Fate.HELPED, reason="a known address, but no secret")
    return Ruling(handled, at.now, tuple(before), tuple(replies))


def _count_bounce(at: Circumstances, who: Machine) -> Ruling:
    """Machines are never answered; what they say of mails that have failed is counted."""
    bounce = who.bounce
    if bounce is None:
        return Ruling(Handled(Fate.AUTOMATIC, reason=who.reason), at.now)
    if not who.owners:
        reason = "of a mail that is not known"
        return Ruling(Handled(Fate.BOUNCE, reason=reason), at.now)
    owner = who.owners[0]
    counted = bounced.counted(owner.game, owner.player, bounce, at.now)
    kind = "permanent" if bounce.permanent else "temporary"
    handled = Handled(Fate.BOUNCE, owner.game.file.id, reason=kind)
    lost: tuple[d.Memo, ...] = ()
    if bounce.permanent:
        lost = (d.NotGot(owner.game, owner.player, owner.about),)
    if counted is None:
        return Ruling(handled, at.now, before=lost)
    # told before it is counted: else nobody ever would be
    replies = (d.TellOfBounces(owner.game, counted),) if counted.marks else ()
    return Ruling(handled, at.now, lost, replies, after=(d.CameBack(owner.game, counted),))
