"""The desk at which commands of a mail answer: what they show and tell becomes the one answer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.orders.ahead.standing import Standing
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.manual import help_page
from pbem.orders.verbs.person.choices import Choices
from pbem.report.contexts import AnswerContext, ReportContext
from pbem.report.history import page_text
from pbem.report.language.voice import Voice
from pbem.report.manual.pages import laid_out
from pbem.report.manual.texts import rules_text
from pbem.report.render import Renderer, Text
from pbem.report.settings import settings_text
from pbem.report.visitors import paragraphs


class _Part(StrEnum):
    """What a part of the answer is."""

    TOLD = "told"
    POSITION = "position"
    KEPT = "kept"
    HELP = "help"
    MAP = "map"
    HISTORY = "history"
    RULES = "rules"
    SETTINGS = "settings"


_SUBJECTS = {
    _Part.TOLD: say("[{game:said}] Your mail"),
    _Part.POSITION: say("[{game:said}] Your mail"),
    _Part.KEPT: say("[{game:said}] Your plans"),
    _Part.HELP: say("[{game:said}] Help"),
    _Part.MAP: say("[{game:said}] Map"),
    _Part.HISTORY: say("[{game:said}] History"),
    _Part.RULES: say("[{game:said}] Rules"),
    _Part.SETTINGS: say("[{game:said}] Your settings"),
}


@dataclass(slots=True)
class _AnswerDesk(Desk):
    """Gathers the parts of one answer; each of a kind that shows something stands in it once.

    answers: what became of the mail's orders
    about: the position; kept: what the sender has left ahead of time, as far as it is theirs
    """

    renderer: Renderer
    answers: AnswerContext
    about: ReportContext
    kept: Standing
    time: datetime
    voice: Voice
    parts: list[tuple[_Part, str]] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.about.game_id

    @property
    def player(self) -> PlayerId:
        assert self.about.reader is not None, "whoever has sent a mail has a seat"
        return self.about.reader

    @property
    def now(self) -> datetime:
        return self.time

    @property
    def only_checks(self) -> bool:
        return self.answers.check

    @property
    def choices(self) -> Choices:
        return self.answers.choices

    @property
    def kinds(self) -> list[_Part]:
        """What is shown and told, in its order."""
        return [part for part, _ in self.parts]

    def tell(self, *sentences: Message) -> None:
        self.parts.append((_Part.TOLD, " ".join(map(self.voice, sentences))))

    def show_position(self) -> None:
        if _Part.POSITION not in self.kinds:
            self.parts.append((_Part.POSITION, self.renderer.plain(self.about)))

    @property
    def resent(self) -> int:
        return self.answers.resent

    def show_map(self) -> None:
        if _Part.MAP not in self.kinds:
            self.parts.append((_Part.MAP, self.renderer.map_part(self.about)))

    def show_history(self, turn: int | None) -> None:
        page = self.answers.history[turn]
        parts = [page_text(page, self.voice)]
        if page.began is not None:
            parts.append(self.voice(say("HOW TURN {turn} BEGAN", turn=turn)))
            parts.append(self.renderer.then(page.began).rstrip())
        self.parts.append((_Part.HISTORY, "\n\n".join(parts)))

    def show_kept(self) -> None:
        if _Part.KEPT not in self.kinds:
            own = replace(self.about, standing=self.kept)
            self.parts.append((_Part.KEPT, self.renderer.standing_part(own)))

    def show_help(self, topic: str | None) -> None:
        self.parts.append((_Part.HELP, laid_out(help_page(topic), self.voice)))

    def show_rules(self, section: str) -> None:
        self.parts.append((_Part.RULES, rules_text(section, self.voice)))

    def show_settings(self) -> None:
        if _Part.SETTINGS not in self.kinds:
            text = settings_text(self.answers.habits, self.voice, self.now)
            self.parts.append((_Part.SETTINGS, text))

    def tell_of(self, visit: Wish) -> None:
        self.parts += [
            (_Part.TOLD, text)
            for text in paragraphs(self.answers.visits.get(visit, ()), self.voice)
        ]


def answer_to(
    renderer: Renderer,
    context: AnswerContext,
    position: ReportContext,
    kept: Standing,
    time: datetime,
    told: ReportContext | None = None,
) -> Text:
    """One mail for all that was asked: what became of the orders, and what commands wanted.

    :param position: of which the answer tells, to its reader
    :param kept: what the sender has left ahead of time; of a stand-in nothing
    :param time: when the answer is made: the same when it is made again
    :param told: what has happened, if the answer tells it as a report does
    """
    voice = renderer.voice(position.language, position.game.board, position.zone)
    desk = _AnswerDesk(renderer, context, position, kept, time, voice)
    for command in context.outcome.mail_commands:
        if isinstance(command, Wish):
            command.answer(desk)
    if any(r.taken and isinstance(r.statement.command, ZoneIs) for r in context.outcome.results):
        desk.show_settings()
    orders = bool(context.outcome.results or context.problems)
    if context.check and not orders:  # what else could be meant
        desk.show_kept()
    if told is None and not orders and desk.kinds == [_Part.POSITION]:
        return renderer.status(position)
    if told is None and not orders and desk.kinds == [_Part.KEPT]:
        return renderer.standing(replace(position, standing=kept))
    shown = [text for _, text in desk.parts]
    if told is None and shown and not orders:
        shows = [kind for kind in desk.kinds if kind is not _Part.TOLD]
        most = _Part.HELP if _Part.HELP in shows else next(iter(shows), _Part.TOLD)
        subject = replace(_SUBJECTS[most], values={"game": position.game_id})
        return renderer.notice(subject, shown, context.marker, context.key, voice)
    text = renderer.answer(context, told)
    return replace(text, body="\n\n".join([text.body.rstrip(), *shown]))
