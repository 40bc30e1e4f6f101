"""What players have proposed and who has agreed, as the journal says it.

A proposal is an order in an entry; so are the words of the others. `UNDO` dies as soon as somebody
plays on, `EXTEND` with its question, and `DRAW` when so many orders have been played since as may
take each nation once around.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.board.ids import PlayerId
from pbem.orders.ahead.advance import Why
from pbem.orders.parser.lines import parse_arrangement
from pbem.orders.verbs.clock.arrangements import Proposed
from pbem.orders.verbs.meant import topic_of
from pbem.orders.verbs.proposals.consent import Consent, Topic, is_about_proposals
from pbem.orders.verbs.proposals.draw import Draw
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import TakeBack
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.store.raised import raised_by
from pbem.timing.terms import Means

ORDERS_A_NATION: Final = 2
"""A proposal to end the game lasts for so many orders for each nation."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody has proposed, while it is open.

    number: of the entry that proposes it; by: who has
    concerned: whose consent it needs, the proposer's included, in seating order
    agreed: who has consented, the proposer included; of more time, to how many hours
    back_to: of an order to be taken back, the entry after which the game would go on
    left: of an end of the game, with how many more orders that are played it comes to nothing
    """

    topic: Topic
    number: int
    by: PlayerId
    concerned: tuple[PlayerId, ...] = ()
    agreed: Mapping[PlayerId, int] = field(default_factory=dict)
    back_to: int | None = None
    left: int = 0

    @property
    def missing(self) -> tuple[PlayerId, ...]:
        """Whose consent is missing."""
        return tuple(player for player in self.concerned if player not in self.agreed)

    @property
    def hours(self) -> int:
        """Of more time: how much all agree to who have agreed so far."""
        return min(hours for hours in self.agreed.values() if hours)


def open_proposals(game: StoredGame, upto: int | None = None) -> dict[Topic, Proposal]:
    """What is proposed and not settled, one of a kind at the most.

    :param upto: the number of the last entry that counts; all if None
    """
    last = game.last if upto is None else upto
    found: dict[Topic, Proposal] = {}
    lasting = ORDERS_A_NATION * len(game.game.nations)
    for entry in _since_the_first(game, last):
        _follow(found, entry, lasting)
        if Topic.EXTEND in found and entry.number < last and raised_by(game, last) > entry.number:
            del found[Topic.EXTEND]  # it was about another question
    return {
        topic: whole
        for topic, proposal in found.items()
        if (whole := _completed(game, proposal, last)) is not None
    }


def may_settle(entry: Entry) -> bool:
    """Whether by an entry somebody's consent may not be missing any more."""
    return bool(entry.ahead) or entry.changes_hands


def is_proposed(game: StoredGame, number: int, upto: int) -> bool:
    """Whether what an entry proposes is open still after another one."""
    return any(proposal.number == number for proposal in open_proposals(game, upto).values())


def proposed_by(entry: Entry, reader: PlayerId | None = None) -> Proposed | None:
    """What an entry proposes; None if nothing.

    :param reader: to whom: not to whoever has proposed it
    """
    if entry.by in (None, reader) or not entry.ahead:
        return None
    arranged = (parse_arrangement(order) for order in entry.orders if is_about_proposals(order))
    return next((a for a in arranged if isinstance(a, TakeBack | Draw | MoreTime)), None)


def last_order_of(game: StoredGame, player: PlayerId, upto: int | None = None) -> Entry | None:
    """The last entry that a player has played, of those that hold still; not a predecessor's."""
    for entry in holding(game, game.last if upto is None else upto):
        if entry.by != player:
            continue
        if entry.changes_hands:
            return None
        if entry.how in ("mail", "console") and not entry.is_private:
            return entry
    return None


def has_shown(game: StoredGame, player: PlayerId, back_to: int, upto: int | None = None) -> bool:
    """Whether something has been shown since an entry that the player could not know before.

    Somebody else's plan or standing answer, also in what was taken back since; or secret cash, as
    the end of a game shows it.
    """
    last = game.last if upto is None else upto
    for entry in game.entries_between(back_to + 1, last + 1):
        used = (a for a in entry.answers if a.order and a.why in (Why.PLAN, Why.STANDING))
        if any(answer.player != player for answer in used):
            return True
        if entry.means is Means.STANDING and entry.by != player:
            return True
        if game.game.rules.reports.secret_cash and game.state_after(entry.number).over:
            return True
    return False


def is_edited_since(game: StoredGame, number: int, last: int) -> bool:
    """Whether the moderator has changed the position after an entry, and that holds still."""
    for entry in holding(game, last):
        if entry.number <= number:
            return False
        if entry.clock is not None and entry.clock.what is What.EDITED:
            return True
    return False


def vacant_seats(game: StoredGame, upto: int) -> frozenset[PlayerId]:
    """The seats in which nobody sat after an entry: nobody there need agree to anything."""
    last: dict[PlayerId, What] = {}
    for entry, _ in game.entries[:upto]:
        if entry.clock is not None and entry.by is not None and entry.changes_hands:
            last[entry.by] = entry.clock.what
    return frozenset(player for player, what in last.items() if what is What.VACATED)


def _since_the_first(game: StoredGame, last: int) -> Iterator[Entry]:
    """The entries from the first on that says something about proposals; of most games none."""
    said = False
    for entry, _ in game.entries[:last]:
        said = said or bool(entry.ahead and any(map(is_about_proposals, entry.orders)))
        if said:
            yield entry


def _follow(found: dict[Topic, Proposal], entry: Entry, lasting: int) -> None:
    """What an entry changes about what is proposed.

    :param lasting: for how many orders a proposal to end the game lasts
    """
    clocked = entry.clock
    if not entry.is_private:  # somebody has played on, or the game has gone back, or ended
        found.pop(Topic.UNDO, None)
        _count_down(found)
    if entry.back_to is not None or (clocked and clocked.what in (What.ENDED, What.RECOVERED)):
        found.clear()
    if clocked and clocked.what is What.EXTENDED:
        found.pop(Topic.EXTEND, None)
    if entry.changes_hands and entry.by:
        _forget(found, entry.by)
    if entry.by is None or not entry.ahead:
        return
    for order in filter(is_about_proposals, entry.orders):
        said = parse_arrangement(order)
        if isinstance(said, TakeBack | Draw | MoreTime | Consent):
            _say(found, entry.number, entry.by, said)
    if Topic.DRAW in found and found[Topic.DRAW].number == entry.number:
        found[Topic.DRAW] = replace(found[Topic.DRAW], left=lasting)


def _count_down(found: dict[Topic, Proposal]) -> None:
    """An order has been played."""
    draw = found.get(Topic.DRAW)
    if draw is not None:
        found[Topic.DRAW] = replace(draw, left=draw.left - 1)
        if draw.left <= 1:
            del found[Topic.DRAW]


def _forget(found: dict[Topic, Proposal], player: PlayerId) -> None:
    """Whoever takes a seat over has not said what was said there before."""
    for topic, proposal in list(found.items()):
        agreed = {other: n for other, n in proposal.agreed.items() if other != player}
        if not agreed or (topic is Topic.UNDO and proposal.by == player):
            del found[topic]
        else:  # the next who has agreed wants it, too
            by = proposal.by if proposal.by in agreed else next(iter(agreed))
            found[topic] = replace(proposal, agreed=agreed, by=by)


def _say(
    found: dict[Topic, Proposal], number: int, player: PlayerId, said: Proposed | Consent
) -> None:
    """What a player says: a proposal, or yes or no to one."""
    topic = said.topic if isinstance(said, Consent) else topic_of(said)
    proposal = found.get(topic)
    if isinstance(said, Consent) and not said.agrees:
        found.pop(topic, None)
    elif proposal is not None:
        hours = said.hours if isinstance(said, MoreTime) else 0
        if topic is Topic.EXTEND and not hours:
            hours = proposal.hours
        found[topic] = replace(proposal, agreed={**proposal.agreed, player: hours})
    elif not isinstance(said, Consent):
        hours = said.hours if isinstance(said, MoreTime) else 0
        found[topic] = Proposal(topic, number, player, agreed={player: hours})


def _completed(game: StoredGame, proposal: Proposal, last: int) -> Proposal | None:
    """A proposal with whom it concerns; None if it is about nothing any more."""
    if game.state_after(last).over:
        return None
    vacant = vacant_seats(game, last)
    players = tuple(player for player in game.file.players if player not in vacant)
    if proposal.topic is not Topic.UNDO:
        return replace(proposal, concerned=players)
    order = last_order_of(game, proposal.by, proposal.number)
    if order is None:
        return None
    acted = acted_since(game, order.number, last)
    concerned = tuple(p for p in players if p == proposal.by or p in acted)
    return replace(proposal, concerned=concerned, back_to=order.number - 1)


def acted_since(game: StoredGame, number: int, last: int) -> frozenset[PlayerId]:
    """In whose name something was played after an entry, of what holds still."""
    acted: set[PlayerId] = set()
    for entry in holding(game, last):
        if entry.number <= number:
            break
        if entry.by is not None and not entry.is_private:
            acted.add(entry.by)
    return frozenset(acted)


def holding(game: StoredGame, last: int) -> Iterator[Entry]:
    """The entries whose position holds still, the latest first: not what was taken back."""
    number = last
    while number > 0:
        entry = game.entries[number - 1][0]
        if entry.back_to is not None:
            number = entry.back_to
            continue
        yield entry
        number -= 1
