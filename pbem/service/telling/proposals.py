"""Proposals of players -> letters to those whose consent they need, and whom a NO concerns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, count, say
from pbem.orders.verbs.proposals.consent import Consent, Topic
from pbem.service.deadlines import ledger
from pbem.service.telling.apart import Made
from pbem.service.telling.letters import Letter, Notice, notice
from pbem.service.telling.position import Telling
from pbem.store.journal import Entry
from pbem.store.proposals import Proposal, open_proposals


def letters_of_proposals(telling: Telling, entry: Entry) -> Iterator[Made]:
    """Ask those whose consent something needs that an entry proposes; tell whom a NO concerns."""
    if not entry.ahead:
        return
    said = ledger.arranged_in(entry.orders)
    if not said:
        return
    for proposal in open_proposals(telling.game, entry.number).values():
        if proposal.number == entry.number:
            for reader in proposal.missing:
                yield reader, partial(_asks, telling, entry, proposal, reader)
    ended = {s.topic for s in said if isinstance(s, Consent) and not s.agrees}
    before = open_proposals(telling.game, entry.number - 1) if ended else {}
    for topic in ended & before.keys():
        for reader in _concerned_by_no(before[topic], entry.by):
            yield reader, partial(_ended, telling, entry, before[topic], reader)


def _concerned_by_no(proposal: Proposal, player: PlayerId | None) -> tuple[PlayerId, ...]:
    """Who waits for it to be carried out; of one that is withdrawn also who was asked."""
    told = proposal.concerned if player == proposal.by else tuple(proposal.agreed)
    return tuple(reader for reader in told if reader != player)


def _asks(telling: Telling, entry: Entry, proposal: Proposal, reader: PlayerId) -> Letter:
    topic, paragraphs = _words(telling, proposal, reader)
    how = say(
        "If you agree, answer this mail with YES; NO ends the proposal. In another mail write "
        "{yes:order} or {no:order}.",
        yes=f"YES {proposal.topic}",
        no=f"NO {proposal.topic}",
    )
    content = Notice(topic, (*paragraphs, how))
    return notice(telling.game, reader, str(entry.number), content, entry.time)


def _words(
    telling: Telling, proposal: Proposal, reader: PlayerId
) -> tuple[Message, tuple[Message, ...]]:
    """The topic, and what is proposed."""
    by, others = proposal.by, proposal.missing
    needs = say("It needs the consent of: {players}.", players=others)
    match proposal.topic:
        case Topic.UNDO:
            assert proposal.back_to is not None
            order = telling.game.entries[proposal.back_to][0]
            what = say(
                "{player} would like to take back this order, and with it all that has been played "
                "since:\n{orders:said}",
                player=by,
                orders="\n".join(f"  | {line}" for line in _played(order)),
            )
            ends = say(
                "The game then goes on from before that order. The proposal is over as soon as "
                "somebody plays on."
            )
            return say("take back an order?"), (what, needs, ends)
        case Topic.DRAW:
            what = say(
                "{player} would like to end the game as it stands: the points of now would count.",
                player=by,
            )
            ends = count(
                "The proposal is over when {number} more order has been played.",
                "The proposal is over when {number} more orders have been played.",
                proposal.left,
            )
            return say("end the game?"), (what, needs, ends)
        case Topic.EXTEND:
            what = say(
                "{player} would like {hours} hours more for the open question, whose answer is due "
                "by {until:message}.",
                player=by,
                hours=proposal.hours,
                until=telling.times.until(reader) or "",
            )
            least = say(
                "When all players have agreed, the deadline is moved by the least that anybody has "
                "agreed to. To agree to another time, answer with {order}.",
                order="EXTEND 12" if proposal.hours != 12 else "EXTEND 24",
            )
            return say("more time?"), (what, needs, least)


def _played(entry: Entry) -> Iterator[str]:
    """The orders that an entry has played, line by line; nothing that is kept ahead of time."""
    for number, order in enumerate(entry.orders):
        if number not in entry.ahead:
            yield from order.splitlines()


def _ended(telling: Telling, entry: Entry, proposal: Proposal, reader: PlayerId) -> Letter:
    withdrawn = entry.by == proposal.by
    sentence = (_WITHDRAWN if withdrawn else _REFUSED)[proposal.topic]
    content = Notice(say("a proposal is over"), (sentence.filled(player=entry.by or ""),))
    return notice(telling.game, reader, str(entry.number), content, entry.time)


_REFUSED: Final = {
    Topic.UNDO: say("{player} does not agree: no order is taken back."),
    Topic.DRAW: say("{player} does not agree: the game goes on."),
    Topic.EXTEND: say("{player} does not agree: the deadline stays as it is."),
}
_WITHDRAWN: Final = {
    Topic.UNDO: say("{player} does not ask to take an order back any more."),
    Topic.DRAW: say("{player} does not ask to end the game any more."),
    Topic.EXTEND: say("{player} does not ask for more time any more."),
}
