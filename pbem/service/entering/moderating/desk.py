"""What every act of a moderator needs, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput, Refusal
from pbem.ground.messages import Message, say
from pbem.orders.text.names import find_player
from pbem.service.deadlines import ledger
from pbem.service.entering.enter import Entered, enter_note
from pbem.service.site.moderators import seat_of_moderator
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked

CONSOLE: Final = "console"
"""What stands in the journal in place of a mail where the command line was used."""


class Declined(BadInput):
    """An act of the moderator's that cannot be done now; nothing is changed."""

    def __init__(self, game: StoredGame, sentence: Message) -> None:
        super().__init__(game.file.id, sentence)


@dataclass(frozen=True, slots=True)
class Acting:
    """An act of the moderator's about to be done.

    act: as in `Entry`; may_enter: of an edit, whether it is confirmed
    """

    site: Site
    game: StoredGame
    now: datetime
    act: str = CONSOLE
    may_enter: bool = False

    @property
    def sees_as(self) -> PlayerId | None:
        """The seat whose view the moderator has; None if they do not play and see all cash."""
        return seat_of_moderator(self.site, self.game)

    @property
    def timeless(self) -> bool:
        """Whether nobody knows what time it is."""
        return self.site.clock_doubted

    def player(self, name: str) -> PlayerId:
        """The player of that name, or of the beginning of one.

        :raises Declined: there is none, or there are several
        """
        game = self.game
        sitting = {
            PlayerId(seat.person): player
            for player, seat in game.roster.seats.items()
            if seat.person and seat.person not in game.file.players
        }
        try:
            found = find_player((*game.file.players, *sitting), name)
        except Refusal as refusal:
            players = tuple(game.file.players)
            told = say("{reason:message} Players: {players}.", reason=refusal, players=players)
            raise Declined(game, told) from refusal
        return sitting.get(found, found)

    def noted(
        self, clocked: Clocked, due: datetime | None, player: PlayerId | None = None
    ) -> Entered:
        """An entry about time, a seat or the game."""
        return enter_note(self.game, clocked, self.now, due, player, self.act)

    def noted_beside(self, clocked: Clocked, player: PlayerId | None = None) -> Entered:
        """The same where the deadline stays as it is."""
        return self.noted(clocked, ledger.due_after(self.game, self.game.last), player)


@dataclass(frozen=True, slots=True)
class Done:
    """What an act has come to.

    entered: its entry, of which people are told; None if it has none
    told: what is said of it beside that
    waits: whether it is done when the answer is answered with YES
    """

    entered: Entered | None = None
    told: tuple[Message | str, ...] = ()
    waits: bool = False
