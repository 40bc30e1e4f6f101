"""Answers to whoever has no seat: a desk without plans, orders and secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.manual import help_page
from pbem.orders.verbs.person.choices import Choices
from pbem.report import layout
from pbem.report.contexts import ReportContext, Told
from pbem.report.language.voice import Voice
from pbem.report.manual.pages import laid_out
from pbem.report.manual.texts import rules_text
from pbem.report.render import Renderer
from pbem.report.settings import settings_text
from pbem.store.persons import Habits

NOBODY = PlayerId("")
"""The reader of what anybody may know: sees no secret, is asked nothing."""


@dataclass(slots=True)
class VisitorDesk(Desk):
    """Gathers the parts of an answer to somebody without a seat.

    position: what an observer may see; None if the visitor watches no game
    visits: what came of commands about games
    """

    renderer: Renderer
    voice: Voice
    time: datetime
    habits: Habits
    possible: Choices
    position: ReportContext | None
    visits: Mapping[Wish, Told]
    parts: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.position.game_id if self.position else ""

    @property
    def player(self) -> PlayerId:
        return NOBODY

    @property
    def now(self) -> datetime:
        return self.time

    @property
    def choices(self) -> Choices:
        return self.possible

    def tell(self, *sentences: Message) -> None:
        self.parts.append(" ".join(map(self.voice, sentences)))

    def tell_of(self, visit: Wish) -> None:
        self.parts += paragraphs(self.visits.get(visit, ()), self.voice)

    def show_position(self) -> None:
        if self.position is not None:
            self._show(self.renderer.plain(self.position))

    def show_kept(self) -> None:
        """A visitor has left nothing ahead of time."""

    def show_help(self, topic: str | None) -> None:
        self._show(laid_out(help_page(topic), self.voice))

    def show_rules(self, section: str) -> None:
        self._show(rules_text(section, self.voice))

    def show_settings(self) -> None:
        self._show(settings_text(self.habits, self.voice, self.time))

    def _show(self, text: str) -> None:
        if text not in self.parts:
            self.parts.append(text)


def paragraphs(told: Told, voice: Voice) -> Iterator[str]:
    """Paragraphs and lists as text."""
    for part in told:
        if isinstance(part, tuple):
            yield layout.items(map(voice, part))
        else:
            yield voice(part)
