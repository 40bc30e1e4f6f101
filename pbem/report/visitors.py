"""Answers to whoever has no seat: a desk without plans, orders and secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.orders.verbs.desk import Desk, MailCommand, Wish
from pbem.orders.verbs.joining.observe import ObserveWanted
from pbem.orders.verbs.manual import help_page
from pbem.orders.verbs.person.choices import Choices
from pbem.report import layout
from pbem.report.contexts import NOBODY, HistoryPage, ReportContext, Told
from pbem.report.history import page_text
from pbem.report.language.voice import Voice
from pbem.report.manual.pages import laid_out
from pbem.report.manual.texts import rules_text
from pbem.report.render import Renderer
from pbem.report.settings import settings_text
from pbem.store.persons import Habits


@dataclass(frozen=True, slots=True)
class VisitorSeen:
    """Somebody without a seat, and what can be answered.

    voice: theirs; time: when it is answered
    habits: what they have settled about mails; choices: what it can be
    position: what they may see of the game that they watch; None if they watch none
    visits: what came of commands about games
    history: what is asked for of the history of the game that they watch, by turn
    """

    voice: Voice
    time: datetime
    habits: Habits
    choices: Choices
    position: ReportContext | None
    visits: Mapping[Wish, Told]
    history: Mapping[int | None, HistoryPage] = field(default_factory=dict)


@dataclass(slots=True)
class _VisitorDesk(Desk):
    """Gathers the parts of an answer to somebody without a seat."""

    renderer: Renderer
    seen: VisitorSeen
    parts: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.seen.position.game_id if self.seen.position else ""

    @property
    def player(self) -> PlayerId:
        return NOBODY

    @property
    def now(self) -> datetime:
        return self.seen.time

    @property
    def only_checks(self) -> bool:
        return False

    @property
    def choices(self) -> Choices:
        return self.seen.choices

    def tell(self, *sentences: Message) -> None:
        self.parts.append(" ".join(map(self.seen.voice, sentences)))

    def tell_of(self, visit: Wish) -> None:
        self.parts += paragraphs(self.seen.visits.get(visit, ()), self.seen.voice)

    def show_position(self) -> None:
        if self.seen.position is not None:
            self._show(self.renderer.plain(self.seen.position))

    @property
    def resent(self) -> int:
        return 0

    def show_map(self) -> None:
        if self.seen.position is not None:
            self._show(self.renderer.map_part(self.seen.position))

    def show_history(self, turn: int | None) -> None:
        if turn in self.seen.history:
            self._show(page_text(self.seen.history[turn], self.seen.voice))

    def show_kept(self) -> None:
        """A visitor has left nothing ahead of time."""

    def show_help(self, topic: str | None) -> None:
        self._show(laid_out(help_page(topic), self.seen.voice))

    def show_rules(self, section: str) -> None:
        self._show(rules_text(section, self.seen.voice))

    def show_settings(self) -> None:
        self._show(settings_text(self.seen.habits, self.seen.voice, self.seen.time))

    def _show(self, text: str) -> None:
        if text not in self.parts:
            self.parts.append(text)


def answered(
    renderer: Renderer, visitor: VisitorSeen, commands: Iterable[MailCommand]
) -> tuple[str, ...]:
    """What somebody without a seat has asked for, as paragraphs in their language."""
    desk = _VisitorDesk(renderer, visitor)
    for command in commands:
        if isinstance(command, Wish):
            command.answer(desk)
        if isinstance(command, ObserveWanted):
            desk.show_position()
    return tuple(desk.parts)


def paragraphs(told: Told, voice: Voice) -> Iterator[str]:
    """Paragraphs and lists as text."""
    for part in told:
        if isinstance(part, tuple):
            yield layout.items(map(voice, part))
        else:
            yield voice(part)
