"""What a player has been told of a game, by which mail, and what no mail has told yet.

Each mail that tells what has happened tells all that its reader was not told before. Which mails
there were follows from the journal, and of digests from `site.digested`; whether one was made, and
what became of it, from the outbox and from what came back. What no mail told the next one tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.board.ids import PlayerId
from pbem.mail.outgoing.outbox import ident_of_file
from pbem.service.site.bounced import not_got
from pbem.service.site.digested import digested
from pbem.service.site.mailed import mails_about, numbered
from pbem.service.site.site import Site
from pbem.service.site.tokens import report_id
from pbem.store.game import StoredGame
from pbem.store.journal import Entry
from pbem.store.line import line_of

MOST_UNSENT: Final = 30
"""So many reports that have not gone out are told of in one; further ones go out by themselves."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What a player has not been told when a new mail is made.

    last: the entry whose position the player knows; None if none of whoever sits there now
    entries: those that have happened since and hold, oldest first, the new one left out
    undone_to: the entry to which the game was taken back since then, without a mail that said so
    """

    last: int | None
    entries: tuple[int, ...] = ()
    undone_to: int | None = None


@dataclass(frozen=True, slots=True)
class Mailed:
    """The mails of a game as they are now: looked up once for all readers.

    waiting: what tells the mails apart that have not gone out, where this program sends them
    lost: the same of those that never reached anybody
    returned: to whom, and about what, mails have come back
    digested: player -> the last entry of which a digest has told
    """

    site: Site
    game: StoredGame
    waiting: frozenset[str]
    lost: frozenset[str]
    returned: frozenset[tuple[PlayerId, str]]
    digested: Mapping[PlayerId, int]

    @classmethod
    def of(cls, site: Site, game: StoredGame) -> Mailed:
        """As the outbox is now."""
        outbox = site.outbox
        waiting = outbox.idents_waiting() if site.transport.sends else frozenset[str]()
        lost, digests = outbox.idents_lost(), dict[PlayerId, int]()
        for told in digested(game.folder):
            ident = ident_of_file(told.message_id)
            if told.seat < len(game.file.players) and ident not in lost:
                player = game.file.players[told.seat]
                if outbox.was_posted(told.message_id):
                    digests[player] = max(told.entry, digests.get(player, 0))
        return cls(site, game, waiting, lost, not_got(game), digests)

    def unsaid(self, player: PlayerId, number: int) -> Unsaid:
        """What a player has not been told when a mail about an entry is made.

        Reports before it that still wait are taken back, and told of in it.
        """
        if self._was_made(player, number):
            return self._since(player, number, frozenset())
        waiting = self._waiting(player, number)
        if not waiting or len(waiting) > MOST_UNSENT:
            return self._since(player, number, frozenset())
        ids = [report_id(self.site, self.game, player, entry) for entry in waiting]
        # taken back before the new one is made: so they never go out beside it, and if the process
        # is killed in between, they are known to be taken back when it is made again
        taken = waiting[: self.site.outbox.withdraw_row(ids)]
        return self._since(player, number, frozenset(taken))

    def unsaid_before(self, player: PlayerId, number: int) -> Unsaid:
        """What a player has not been told of what was before an entry."""
        return self._since(player, number, frozenset())

    def _was_made(self, player: PlayerId, number: int) -> bool:
        return any(
            map(self.site.outbox.was_posted, mails_about(self.site, self.game, player, number))
        )

    def _since(self, player: PlayerId, number: int, taken: frozenset[int]) -> Unsaid:
        game, found = self.game, list[int]()
        holds: int | None = None  # up to where the entries before hold, if not all of them do
        undone_to: int | None = None
        since = game.roster.seats[player].since
        earlier, told = number - 1, False
        while earlier >= since:
            told = self._is_told(player, earlier, taken)
            if told:
                break
            entry = game.entries[earlier - 1][0] if earlier else None
            if holds is None or earlier <= holds:  # else it was taken back
                if entry is not None and entry.back_to is not None:
                    holds = entry.back_to
                    undone_to = undone_to if entry.redo else holds
                elif _tells(entry):
                    found.append(earlier)
            earlier -= 1
        last = earlier if told else None
        if undone_to is not None and last is not None and last <= undone_to:
            undone_to = None  # nobody need hear of what was never told and is taken back
        again = self._again(player, number, last) if last is not None else ()
        return Unsaid(last, (*again, *reversed(found)), undone_to)

    def _again(self, player: PlayerId, number: int, last: int) -> tuple[int, ...]:
        """The entries before a mail that no mail told, since it told that they are taken back.

        They are brought back by now.
        """
        game, redone = self.game, [e for e, _ in self.game.entries[last:number] if e.redo]
        if not redone:
            return ()
        end = number if redone[-1].number == number else number - 1
        known = frozenset(line_of(game, last))
        back = [e for e in line_of(game, end) if e < last and e not in known]
        return tuple(
            e
            for e in back
            if game.entries[e - 1][0].back_to is None
            and _tells(game.entries[e - 1][0])
            and not self._was_told(player, e, last)
        )

    def _was_told(self, player: PlayerId, number: int, last: int) -> bool:
        """Whether a mail about an entry, or one that went on from it, told of it."""
        return any(
            self._is_told(player, later, frozenset())
            for later in range(number, last)
            if number in line_of(self.game, later)
        )

    def _is_told(self, player: PlayerId, number: int, taken: frozenset[int]) -> bool:
        """Whether a mail has told of an entry, and of all before it."""
        if number <= self.digested.get(player, -1):
            return True
        return next(self._mails(player, number, taken), None) is not None

    def _waiting(self, player: PlayerId, number: int) -> list[int]:
        """The entries before whose reports have not gone out, the latest first, up to one told."""
        found: list[int] = []
        for earlier in range(number - 1, max(0, self.game.roster.seats[player].since - 1), -1):
            if self.game.entries[earlier - 1][0].back_to is not None:
                break  # that the game was taken back is told by a mail of its own
            ident = report_id(self.site, self.game, player, earlier)
            if ident_of_file(ident) in self.waiting and not self.game.entries[earlier - 1][0].clock:
                found.append(earlier)
            elif self._is_told(player, earlier, frozenset()):
                break
        return found

    def _mails(self, player: PlayerId, number: int, taken: frozenset[int]) -> Iterator[str]:
        """The mails that told a player of an entry, and of all before it."""
        outbox = self.site.outbox
        for about, ident in numbered(self.site, self.game, player, number):
            if not outbox.was_posted(ident) or ident_of_file(ident) in self.lost:
                continue
            if (player, about) in self.returned or (about.isdigit() and number in taken):
                continue
            yield ident


def _tells(entry: Entry | None) -> bool:
    """Whether there is something to tell to all players of an entry; None is the set-up."""
    return entry is None or entry.is_told_later or not (entry.clock or entry.is_private)
