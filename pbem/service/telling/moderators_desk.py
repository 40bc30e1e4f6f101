"""What a moderator asks for by mail: the position, the map, the history, help, rules, settings.

Moderators see all cash, and nobody's plans; who plays the game sees what the own seat sees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.manual import help_page
from pbem.orders.verbs.person.choices import Choices
from pbem.report.contexts import NOBODY
from pbem.report.history import page_text
from pbem.report.language.voice import Voice
from pbem.report.manual.pages import laid_out
from pbem.report.manual.texts import rules_text
from pbem.report.settings import settings_text
from pbem.service.site.moderators import moderator_of, seat_of_moderator
from pbem.service.site.site import Site
from pbem.service.site.voices import moderators_voice
from pbem.service.telling.history import began, history_page
from pbem.service.telling.letters import Paragraph
from pbem.service.telling.position import Telling
from pbem.service.who.parts import choices_for
from pbem.store.game import StoredGame


@dataclass(slots=True)
class _ModeratorsDesk(Desk):
    """Gathers what a moderator is shown; `how` is what `HELP` alone shows."""

    site: Site
    stored: StoredGame
    time: datetime
    how: tuple[Message, ...]
    shown: list[Paragraph] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.stored.file.id

    @property
    def player(self) -> PlayerId:
        return seat_of_moderator(self.site, self.stored) or NOBODY

    @property
    def now(self) -> datetime:
        return self.time

    @property
    def resent(self) -> int:
        return 0

    @property
    def only_checks(self) -> bool:
        return False

    @property
    def choices(self) -> Choices:
        return choices_for(self.site, self._address, ())

    @property
    def _address(self) -> str:
        return moderator_of(self.site, self.stored) or ""

    @property
    def _voice(self) -> Voice:
        return moderators_voice(self.site, self.stored)

    @property
    def _telling(self) -> Telling:
        return Telling.of(self.site, self.stored, self.stored.last, self.time)

    def tell(self, *sentences: Message) -> None:
        self.shown += sentences

    def show_position(self) -> None:
        seen = self._telling.seen_by(seat_of_moderator(self.site, self.stored))
        self.shown.append(self.site.renderer.plain(seen))

    def show_map(self) -> None:
        seen = self._telling.seen_by(seat_of_moderator(self.site, self.stored))
        self.shown.append(self.site.renderer.map_part(seen))

    def show_history(self, turn: int | None) -> None:
        seat = seat_of_moderator(self.site, self.stored)
        self.shown.append(page_text(history_page(self._telling, seat, turn), self._voice))
        position = began(self._telling, seat, turn) if turn is not None else None
        if position is not None:
            self.shown.append(self._voice(say("HOW TURN {turn} BEGAN", turn=turn)))
            self.shown.append(self.site.renderer.then(position).rstrip())

    def show_kept(self) -> None:
        self.tell(say("What players have left ahead of time is theirs alone."))

    def show_help(self, topic: str | None) -> None:
        if topic:
            self.shown.append(laid_out(help_page(topic), self._voice))
        else:
            self.shown += self.how

    def show_rules(self, section: str) -> None:
        self.shown.append(rules_text(section, self._voice))

    def show_settings(self) -> None:
        habits = self.site.people.habits(self._address)
        self.shown.append(settings_text(habits, self._voice, self.time))

    def tell_of(self, visit: Wish) -> None:
        _ = visit  # what moderators may ask for has none
        self.tell(say("Please write that in a mail of its own, not as the moderator of a game."))


def shown_to_moderator(
    site: Site, game: StoredGame, command: Wish | ZoneIs, now: datetime, how: tuple[Message, ...]
) -> tuple[Paragraph, ...]:
    """What a command shows that only asks, or settles something about the own mails.

    :param how: what `HELP` alone shows
    """
    desk = _ModeratorsDesk(site, game, now, how)
    if isinstance(command, Wish):
        command.answer(desk)
    else:
        desk.show_settings()
    return tuple(desk.shown)
