"""Letters about addresses: both are asked, and what the answers come to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.ground.messages import Message, say
from pbem.orders.verbs.person.add_address import AddAddress
from pbem.orders.verbs.person.addressing import AddressWish
from pbem.orders.verbs.person.drop_address import DropAddress
from pbem.orders.verbs.person.set_address import SetAddress
from pbem.report.contexts import Told
from pbem.service.asking.confirming import Word
from pbem.service.deciding import visits as v
from pbem.service.seats.addresses import (
    Asked,
    asked,
    asked_by,
    fault_of_address,
    is_done,
    kept_from,
    waits,
)
from pbem.service.site.site import Site
from pbem.service.telling.letters import PlainLetter

_SUBJECT = say("Is this address yours?")


def questions_about_addresses(site: Site) -> Iterator[PlainLetter]:
    """The questions to all addresses that are to confirm something; made again, the same."""
    for one in asked(site):
        code = site.secrets.marker(one.reader)
        yes = say(
            "If that is right, answer this mail with YES and nothing else (or with the code "
            "{code}). The other address is asked too, and it counts when both have answered.",
            code=code,
        )
        no = say("If it is not, answer NO, or do nothing: then all stays as it is.")
        yield PlainLetter(
            one.address,
            say("[{game}] {topic:message}", game=one.change.game, topic=_SUBJECT),
            (_what(one), *_warning(one), yes, no),
            one.change.time,
            one.change.about,
            reader=one.reader,
            ident=one.change.game,
        )


def _warning(one: Asked) -> Iterator[Message]:
    """What a careless YES would do: somebody else's addresses are theirs in all games."""
    if one.is_new:
        yield say(
            "Say so only if it was you who asked for it: whoever it was can play for this address "
            "from then on, in every game."
        )


def _what(one: Asked) -> Message:
    """What an address is asked. The new one is not told the old one: it may be a stranger's."""
    if not one.is_new and one.change.sets:
        return say(
            "You have asked that all mails of this site go to another address: {said}",
            said=one.change.address,
        )
    if not one.is_new:
        return say(
            "You have asked that you can also write from another address: {said}",
            said=one.change.address,
        )
    if one.change.sets:
        return say("Somebody who plays here by mail asks that all their mails go to this address.")
    return say("Somebody who plays here by mail asks to write from this address, too.")


def answer_about_address(site: Site, answer: v.AboutAddress, now: datetime) -> PlainLetter:
    """What somebody's answer to such a question comes to."""
    one = asked_by(site, answer.asked.reader) or answer.asked
    return PlainLetter(
        answer.asked.address,
        say("[{game}] {topic:message}", game=one.change.game, topic=say("Your address")),
        tuple(_came_of(site, one, answer.word)),
        now,
        f"{answer.ident}|{one.change.about}",
        answers=answer.message_id,
        reader=one.reader,
        ident=one.change.game,
    )


def _came_of(site: Site, one: Asked, word: Word) -> Iterator[Message]:
    change = one.change
    if word is Word.NO and not change.done:
        yield say("Thank you. Nothing is changed.")
    elif word is Word.NEITHER:
        yield say(
            "Nothing is confirmed. Please answer the question once more, with YES and nothing else."
        )
    elif not change.done:
        yield say("Thank you. It counts as soon as the other address has answered YES, too.")
    elif change.sets:
        yield say("Thank you. All your mails go to this address from now on: {said}",
                  said=change.address)  # fmt: skip
        kept = [
            game for old in one.record.addresses for game in kept_from(site, old, change.address)
        ]
        for game in dict.fromkeys(kept):
            yield say("Only in game {game} all stays as it was: somebody else there has that "
                      "address.", game=game)  # fmt: skip
    else:
        yield say("Thank you. You can write from this address from now on: {said}",
                  said=change.address)  # fmt: skip


def told_of_address(site: Site, own: str, wish: AddressWish) -> Told:
    """What came of a command about an address."""
    fault = fault_of_address(site, own, wish)
    if fault is not None:
        return (fault,)
    match wish:
        case DropAddress(address):
            return (say("That address is not yours any more: {said}", said=address),)
        case SetAddress(address) if is_done(site, own, wish):
            return (say("Your mails go to that address: {said}", said=address),)
        case AddAddress(address) if is_done(site, own, wish):
            return (say("You can write from that address: {said}", said=address),)
    if not waits(site, own, wish):
        return (
            say("Too many changes of your addresses wait to be confirmed. Please answer those "
                "mails first."),
        )  # fmt: skip
    return (
        say(
            "That takes a YES from both addresses: a mail has gone to {said}, and one to the "
            "address that you have now. Answer each of them.",
            said=wish.address,
        ),
    )
