"""One mail a day over all games of somebody who wants that: what no other mail has told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from pbem.board.ids import PlayerId
from pbem.report.contexts import ReportContext
from pbem.service.entering.outcomes import entered
from pbem.service.site.digested import Digested, digested, note_digested
from pbem.service.site.site import Site
from pbem.service.site.tokens import plain_id
from pbem.service.telling.letters import DigestLetter
from pbem.service.telling.position import Telling
from pbem.service.telling.reports import ReportLetters
from pbem.store.game import StoredGame

Seat = tuple[StoredGame, PlayerId]


@dataclass(frozen=True, slots=True)
class Day:
    """The digest of a day to somebody.

    address: where it goes; name: of whoever reads it; day: in the reader's zone
    """

    address: str
    name: str
    day: date

    @property
    def what(self) -> str:
        """What tells it from all other mails."""
        return f"digest|{self.address.lower()}|{self.day.isoformat()}"


def digest(site: Site, day: Day, seats: Sequence[Seat], now: datetime) -> DigestLetter | None:
    """The digest of a day, of which it is noted what it tells; None if there is nothing to tell.

    Made again after a crash, it tells the same.

    :raises OSError: something could not be stored: that passes, and is done again
    :raises BadInput: a game's file is at fault
    """
    message_id = plain_id(site, day.what)
    several = {game.file.id for game, _ in seats if _count(seats, game) > 1}
    parts: list[tuple[Seat, int, ReportContext]] = []
    for game, player in seats:
        upto = _upto(game, player, message_id)
        context = _part(site, game, player, upto, now)
        named = game.file.id in several
        parts.append(((game, player), upto, replace(context, seat_named=named)))
    if not any(part.earlier for _, _, part in parts):
        return None
    for (game, player), upto, _ in parts:
        told = Digested(game.file.players.index(player), upto, message_id)
        if told not in set(digested(game.folder)):
            note_digested(game.folder, (told,))
    shown = tuple(part for _, _, part in parts if part.earlier or not part.state.over)
    return DigestLetter(day.address, day.name, shown, now, day.what)


def _upto(game: StoredGame, player: PlayerId, message_id: str) -> int:
    """Up to which entry a digest tells: as it was noted, if it has been made before."""
    seat = game.file.players.index(player)
    noted = (one.entry for one in digested(game.folder) if _is(one, seat, message_id))
    return min(max(noted, default=game.last), game.last)


def _is(noted: Digested, seat: int, message_id: str) -> bool:
    return noted.seat == seat and noted.message_id == message_id


def _part(
    site: Site, game: StoredGame, player: PlayerId, upto: int, now: datetime
) -> ReportContext:
    telling = Telling.of(site, game, upto, now)
    reports = ReportLetters.of(telling, entered(game, upto))
    unsaid = reports.mailed.unsaid_before(player, upto + 1)
    context = telling.position(player, str(upto))
    return replace(
        context, earlier=reports.earlier(player, unsaid, upto), full=False, marker="", silence=""
    )


def _count(seats: Sequence[Seat], game: StoredGame) -> int:
    return sum(other.file.id == game.file.id for other, _ in seats)


def seats_at(games: Iterator[StoredGame], address: str) -> Iterator[Seat]:
    """The seats whose mails go to an address."""
    for game in games:
        for player, seat in game.roster.seats.items():
            if seat.address.lower() == address.lower():
                yield game, player
