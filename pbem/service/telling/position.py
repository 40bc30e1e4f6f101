"""What every letter of a game says of the position and of time, for one reader after the other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.report.contexts import ReportContext
from pbem.report.statistics import Statistics
from pbem.service.site.site import Site
from pbem.service.site.tokens import marker_of
from pbem.service.site.voices import voice_for
from pbem.service.telling.habits import is_full
from pbem.service.telling.silence import silence_of
from pbem.service.telling.statistics import statistics_of
from pbem.service.telling.time_words import Times
from pbem.store.game import StoredGame
from pbem.store.people import Person
from pbem.store.persons import Habits


@dataclass(frozen=True, slots=True)
class Telling:
    """A moment of a game of which readers are told: what all of them share is found out once.

    number: the entry whose position is told
    statistics: of a game that is over
    """

    site: Site
    game: StoredGame
    number: int
    times: Times
    statistics: Statistics | None = None

    @classmethod
    def of(cls, site: Site, game: StoredGame, number: int, time: datetime) -> Telling:
        """The position after an entry, told at a time."""
        over = game.state_after(number).over
        statistics = statistics_of(game, number) if over else None
        return cls(site, game, number, Times.of(game, number, time), statistics)

    def position(self, player: PlayerId, about: str, person: Person | None = None) -> ReportContext:
        """What a reader is told of it, in a letter that can be answered.

        :param about: of the letter, as in its token
        """
        marker = marker_of(self.site, self.game, player, about, person)
        address = person.address if person else ""
        return self.seen_by(player, marker, own=person is None, address=address)

    def seen_by(
        self, reader: PlayerId | None, marker: str = "", *, own: bool = True, address: str = ""
    ) -> ReportContext:
        """What a reader may know of it; None is the moderator.

        :param own: whether the reader is told what is the reader's own, too; a stand-in is not
        :param address: of whoever reads it, if that is not who sits there
        """
        voice, until = voice_for(self.site, self.game, reader, address), self.times.until(reader)
        notes, state = self.times.about(reader, own=own), self.game.state_after(self.number)
        asked = own and until and not state.over and state.pending[0].player == reader
        return ReportContext(
            game=self.game.game,
            game_id=self.game.file.id,
            entry=self.number,
            reader=reader,
            state=state,
            marker=marker,
            until=until or "",
            due=self.times.due_for(reader),
            soon=self.times.is_soon,
            silence=(asked and silence_of(self.game, self.number)) or "",
            full=reader in self.game.roster.seats and is_full(self.site, self.game, reader),
            about={p: tuple(messages) for p, messages in notes.items()},
            language=voice.language,
            zone=voice.zone,
            habits=self.habits(reader, address),
            statistics=self.statistics,
        )

    def habits(self, reader: PlayerId | None, address: str = "") -> Habits:
        """What the reader has settled about mails of this game.

        :param address: as for `seen_by`
        """
        seat = self.game.roster.seats.get(reader) if reader is not None else None
        own = address or (seat.address if seat else "")
        return self.site.people.habits(own, self.game.file.id)
