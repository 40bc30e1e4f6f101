"""What a decision answers -> letters; each follows from the mail, and is the same made again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from pbem.ground.messages import Message, say
from pbem.mail.identity import Purpose
from pbem.orders.text.words import head
from pbem.service.asking.confirming import Word
from pbem.service.deciding import decision as d
from pbem.service.deciding import visits as v
from pbem.service.site.earlier import earlier_mails
from pbem.service.site.site import Site
from pbem.service.site.tokens import marker_of
from pbem.service.telling.addresses import answer_about_address
from pbem.service.telling.answers import answer_letter
from pbem.service.telling.letters import (
    AnyLetter,
    Letter,
    LetterAgain,
    Notice,
    Paragraph,
    PlainLetter,
    notice,
)
from pbem.service.telling.moderated import told_to_moderator
from pbem.service.telling.moderators import to_moderator
from pbem.service.telling.position import Telling
from pbem.service.telling.press import in_quotes
from pbem.service.telling.visitors import answer_to_visitor, question_to
from pbem.service.who.identify import addresses_of

_UNPROVEN = say(
    "Your mail does not prove that it is yours, since a From line can be written by anybody: so "
    "nothing of it is carried out yet."
)
_WAITS_NO_MORE = say(
    "No mail waits for your YES any more: you have answered before, or the seat was another's. "
    "Nothing of this answer is carried out."
)
_UNCONFIRMED = {
    Word.YES: _WAITS_NO_MORE,
    Word.NO: say("Thank you. The mail that was asked about is not carried out."),
    Word.NEITHER: say(
        "Nothing is confirmed, and nothing is carried out. Please answer the question once more: "
        "with YES and nothing else (or its code on a line of its own) if you want what it asks "
        "about, or with other orders and no YES."
    ),
}


_NO_SEAT = {
    d.SeatThere.NONE: say(
        "You have no seat in game {game}, so nothing of what your mail says for it is carried out. "
        "What it says for other games is not touched by that."
    ),
    d.SeatThere.SEVERAL: say(
        "You have several seats in game {game}, so nothing of what your mail says for it is "
        "carried out. Please answer a mail that the seat has got. What it says for other games is "
        "not touched by that."
    ),
}


def letters_for(site: Site, replies: Iterable[d.Reply], now: datetime) -> Iterator[AnyLetter]:
    """The letters of a decision.

    :param now: when it was made
    """
    for reply in replies:
        match reply:
            case d.AnswerMail():
                telling = Telling.of(site, reply.game, reply.game.last, now)
                yield answer_letter(telling, reply)
            case d.SendAgain():
                yield from _again(site, reply, now)
            case d.NotYourSeat():
                yield _not_your_seat(reply, now)
            case d.TellModerator():
                yield told_to_moderator(reply, now)
            case v.AskVisitor():
                yield question_to(site, reply, now)
            case v.AboutAddress():
                yield answer_about_address(site, reply, now)
            case v.AnswerVisitor():
                yield answer_to_visitor(site, reply, now)
            case d.TellOfBounces():
                yield from _of_bounces(site, reply, now)
            case _:
                yield _notice(site, reply, now)


_Short = (
    d.AskIfYours | d.AskIfMeant | d.AskIfPress | d.AskIfResigning | d.NothingConfirmed
    | d.NotYourMail | d.Elsewhere | d.WarnOwner | d.HelpToAnswer | d.AboutOffer | d.StandInNotAsked
    | d.WarnOfFlood
)  # fmt: skip


def _notice(site: Site, reply: _Short, now: datetime) -> Letter:
    match reply:
        case d.AskIfYours():
            return _ask_if_yours(site, reply, now)
        case d.AskIfMeant():
            return _ask_if_meant(site, reply, now)
        case d.AskIfPress():
            return _ask_if_press(site, reply, now)
        case d.AskIfResigning():
            return _ask_if_resigning(site, reply, now)
        case d.NothingConfirmed():
            text = _UNCONFIRMED[reply.word] if reply.waits else _WAITS_NO_MORE
            return _answer(reply, say("not confirmed"), text, now)
        case d.NotYourMail():
            text = say(
                "Your mail answers a mail that was sent to another player, so its orders are not "
                "taken. Please answer a mail that was sent to you, such as this one."
            )
            return _answer(reply, say("not taken"), text, now)
        case d.Elsewhere():
            return _answer(
                reply, say("another game"), _NO_SEAT[reply.seats].filled(game=reply.wanted), now
            )
        case d.WarnOwner():
            return _warn_owner(reply, now)
        case d.HelpToAnswer():
            return _help_to_answer(site, reply, now)
        case d.AboutOffer():
            return _about_offer(reply, now)
        case d.StandInNotAsked():
            text = say(
                "You are not asked in the place of {player} now: the question is answered, or was "
                "another. Nothing of your mail is carried out.",
                player=reply.player,
            )
            content = Notice(say("nothing is asked now"), (text,))
            about = Purpose.ANSWER.about(reply.ident)
            answers, person = reply.message_id, reply.person
            return notice(reply.game, reply.player, about, content, now, answers, person)
        case d.WarnOfFlood():
            return _warn_of_flood(reply, now)
        case _:
            assert_never(reply)


_Answered = d.NothingConfirmed | d.NotYourMail | d.Elsewhere


def _answer(reply: _Answered, topic: Message, text: Message, now: datetime) -> Letter:
    about, content = Purpose.ANSWER.about(reply.ident), Notice(topic, (text,))
    return notice(reply.game, reply.player, about, content, now, reply.message_id)


def _ask_if_yours(site: Site, reply: d.AskIfYours, now: datetime) -> Letter:
    about = Purpose.CONFIRM.about(reply.ident)
    paragraphs = (
        say(
            "A mail in your name has come from an address that is not known as yours: {said}",
            said=reply.address,
        ),
        say(
            "If it is yours, answer this mail with YES and nothing else (or with the code {code}). "
            "Its orders are then carried out, and you can write from that address from now on. If "
            "it is not yours, answer NO or do nothing.",
            code=marker_of(site, reply.game, reply.player, about),
        ),
        _quoted(reply.orders),
    )
    content = Notice(say("is this mail yours?"), paragraphs)
    return notice(reply.game, reply.player, about, content, now)


def _ask_if_meant(site: Site, reply: d.AskIfMeant, now: datetime) -> Letter:
    about = Purpose.CONFIRM.about(reply.ident)
    paragraphs = (
        say(
            "Your mail holds orders, but they may belong to an older mail that your program has "
            "copied below your text, so they are not carried out yet."
        ),
        _quoted(reply.orders),
        say(
            "If they are what you want now, answer this mail with YES and nothing else (or with "
            "the code {code}). If not, send your orders in a mail without the old text.",
            code=marker_of(site, reply.game, reply.player, about),
        ),
    )
    content = Notice(say("are these your orders?"), paragraphs)
    return notice(reply.game, reply.player, about, content, now, reply.message_id)


def _ask_if_press(site: Site, reply: d.AskIfPress, now: datetime) -> Letter:
    """Whether an answer to a mail with press goes to its writer: asked once."""
    about = Purpose.CONFIRM.about(reply.ident)
    paragraphs = (
        say("Your mail answers what {player} has written to you.", player=reply.writer)
        if reply.writer
        else say("Your mail answers what somebody has written to you without a name."),
        in_quotes(say("It says:"), reply.text),
        say(
            "If it is to go there, answer this mail with YES and nothing else (or with the code "
            "{code}). From then on such answers of yours go without a question. If it is not to go "
            "there, answer NO or do nothing.",
            code=marker_of(site, reply.game, reply.player, about),
        ),
    )
    content = Notice(say("is this press?"), paragraphs)
    return notice(reply.game, reply.player, about, content, now, reply.message_id)


def _again(site: Site, reply: d.SendAgain, now: datetime) -> Iterator[LetterAgain]:
    """The last of them answers the mail, if that asks for nothing else."""
    game, player, person = reply.game, reply.player, reply.person
    own = person is not None
    found = earlier_mails(site, game, player, reply.number, reply.asked, stand_in=own)
    for left, earlier in zip(range(len(found) - 1, -1, -1), found, strict=True):
        last = reply.alone and not left
        yield LetterAgain(
            game, player, earlier, now, reply.ident, reply.message_id, person, answer_to_it=last
        )


def _ask_if_resigning(site: Site, reply: d.AskIfResigning, now: datetime) -> Letter:
    about = Purpose.CONFIRM.about(reply.ident)
    game, player = reply.game, reply.player
    paragraphs = (
        say("You would like to give up your seat, that of {player}.", player=player),
        say(
            "If you mean it, answer this mail with YES and nothing else (or with the code {code}). "
            "Your plans are dropped then, your secret is void, and the seat is offered to others. "
            "If you want to stay, answer NO or do nothing.",
            code=marker_of(site, game, player, about),
        ),
    )
    content = Notice(say("do you give up your seat?"), paragraphs)
    return notice(game, player, about, content, now, reply.message_id)


def _not_your_seat(reply: d.NotYourSeat, now: datetime) -> PlainLetter:
    """Nothing of the game is told."""
    game, player = reply.game, reply.player
    text = (
        say(
            "Your mail answers one from before the seat was given to you again, so nothing of it "
            "is carried out. Please answer a mail that has come since."
        )
        if reply.address in addresses_of(game, player)
        else say(
            "The seat of {player} is not yours any more: somebody else plays it. Nothing of your "
            "mail is carried out. If that surprises you, please write to whoever runs the game.",
            player=player,
        )
    )
    subject = say("[{game}] the seat of {player}", game=game.file.id, player=player)
    what = f"{game.file.id}|{reply.address}|{reply.ident}"
    return PlainLetter(reply.address, subject, (text,), now, what, game, answers=reply.message_id)


def _warn_owner(reply: d.WarnOwner, now: datetime) -> Letter:
    ident = hashlib.sha256(f"{reply.player}|{reply.other}".encode()).hexdigest()
    text = say(
        "A mail for your seat has come from the address of {player}. It is refused, and nothing "
        "has changed. Do you forward your mails? Anybody who gets one can try to play for you.",
        player=reply.other,
    )
    content = Notice(say("a mail for your seat is refused"), (text,))
    return notice(reply.game, reply.player, Purpose.OWNER.about(ident), content, now)


def _help_to_answer(site: Site, reply: d.HelpToAnswer, now: datetime) -> Letter:
    paragraphs: tuple[Paragraph, ...]
    if reply.orders:
        about = Purpose.CONFIRM.about(reply.ident)
        paragraphs = (
            _UNPROVEN,
            _quoted(reply.orders),
            say(
                "If it is yours, answer this mail with YES and nothing else (or with the code "
                "{code}), and this is carried out. You can also answer with other orders.",
                code=marker_of(site, reply.game, reply.player, about),
            ),
        )
    else:
        about = Purpose.HELP.about(reply.ident)
        instead = say("Please answer this mail instead; that is proof enough.")
        paragraphs = (_UNPROVEN, instead)
    content = Notice(say("please answer this"), paragraphs)
    return notice(reply.game, reply.player, about, content, now, reply.message_id)


def _about_offer(reply: d.AboutOffer, now: datetime) -> Letter:
    text = (
        say(
            "The seat of {player} is not free any more. Thank you for the offer.",
            player=reply.player,
        )
        if reply.wants
        else say("If you would like to take the seat, answer with a line that says JOIN.")
    )
    content = Notice(say("the seat of {player}", player=reply.player), (text,))
    what = hashlib.sha256(f"{reply.message_id}|{text}".encode()).hexdigest()
    answers, person = reply.message_id, reply.person
    letter = notice(reply.game, reply.player, reply.about, content, now, answers, person)
    return replace(letter, what=what)


def _warn_of_flood(reply: d.WarnOfFlood, now: datetime) -> Letter:
    ident = hashlib.sha256(f"{reply.player}|{now:%Y-%m-%d %H}".encode()).hexdigest()
    text = say(
        "You have sent {number} mails within an hour. Further ones are not lost: they wait, and "
        "are handled in their order when the hour has passed.",
        number=reply.limit,
    )
    content = Notice(say("please wait"), (text,))
    return notice(reply.game, reply.player, Purpose.FLOOD.about(ident), content, now)


def _of_bounces(site: Site, reply: d.TellOfBounces, now: datetime) -> Iterator[AnyLetter]:
    """Told again of the same day, it is the same letter."""
    game, player = reply.game, reply.counted.player
    text = say(
        "Mails to {player} have been coming back for some days. The player is marked in `pbem "
        "list`, and the next mail from there clears the mark. Nobody is dropped: please find "
        "out what is wrong, or find somebody to play on.",
        player=player,
    )
    subject = say("[{game}] Mails to {player} come back", game=game.file.id, player=player)
    which = f"{player}|{reply.counted.day}"
    yield from to_moderator(site, subject, (text,), now, game, which)


def _quoted(orders: Sequence[str]) -> Message:
    """The orders of a mail, so that they are no orders of this one; no word of a KEY."""
    shown = [order for order in orders if head(order)[0] != "KEY"]
    lines = [f"  | {order}" for order in shown]
    if not shown:
        return say("It says:\n  | (no order)")
    return say("It says:\n{orders:said}", orders="\n".join(lines))
