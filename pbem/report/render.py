"""The text mails, from templates; every line has at most 72 characters.

The first line of a template is the mail's subject, everything after it the text. Only this module
reads templates, each once. What they offer besides Jinja's own:

* `say("English {name}", name=...)` and `count("one", "several", number)`: a sentence of the
  catalogue in the reader's language, as in Python; `x | tell` the same for a message made before;
* `wrap`, `items`, `keep`, `option_lines`, `form_lines`: lines (see `layout`);
* `once(macro, ...)`: the text of a macro that says the same to all readers of a position.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context, Macro

from pbem.board.ids import PlayerId
from pbem.board.load import data_folder
from pbem.board.model import Board, Game
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message
from pbem.orders.ahead.advance import Why
from pbem.orders.mending import FormLine
from pbem.report import layout
from pbem.report.ahead import Steps, kept_lines, kept_views, plan_notes, seen_by, told
from pbem.report.contexts import AnswerContext, Chapter, ReportContext, Text
from pbem.report.language.catalogue import SOURCE
from pbem.report.language.voice import Spoken, Voice
from pbem.report.options.groups import option_groups
from pbem.report.options.models import Option
from pbem.report.replies import reply, verdict
from pbem.report.rest_form import rest_form
from pbem.report.sentences.brief import Happening, Part, brief_lines
from pbem.report.sentences.events import sentences
from pbem.report.sentences.questions import (
    Question,
    asked_now,
    asked_shortly,
    question,
    topic,
    waiting,
)
from pbem.report.sentences.standings import Line, nation_lines, player_lines, points_line
from pbem.report.statistics import statistics_told
from pbem.report.views import Tables, View, position_tables, view
from pbem.rules.events import Event
from pbem.rules.state import State

__all__ = ["AnswerContext", "Renderer", "ReportContext", "Text"]

SUBJECT = 78  # characters; longer ones are cut


@dataclass(frozen=True, slots=True)
class _Shared:
    """What all readers of one position share: its tables, and texts made of them.

    texts: language and what else the text depends on -> the text
    """

    game: Game
    state: State
    tables: Tables
    texts: dict[Hashable, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The position in a line a player and a nation; whether it says what has changed."""

    players: tuple[Line, ...]
    nations: tuple[Line, ...]
    points: Message
    changed: bool


def _lines(seen: View, known: View | None, context: ReportContext | AnswerContext) -> _Lines:
    return _Lines(
        player_lines(seen, known, context.about),
        nation_lines(seen, known),
        points_line(seen),
        changed=known is not None,
    )


class Renderer:
    """Turns positions and outcomes into mails.

    :param overrides: a site's own folder of templates; what it lacks, the shipped one has. What is
        wrong with its templates is a `BadInput` of every method
    """

    def __init__(self, overrides: Path | None = None) -> None:
        folders = [overrides] if overrides else []
        self._overrides = overrides
        self._shared: _Shared | None = None
        self._told: tuple[Game, tuple[Event, ...], tuple[Message, ...]] | None = None
        self._environment = Environment(  # text, no HTML: there is nothing to escape
            autoescape=False,
            loader=FileSystemLoader([*folders, data_folder("templates")]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.filters.update(
            wrap=layout.wrap, items=layout.items, keep=layout.keep, tell=_tell
        )
        self._environment.globals.update(
            say=_say, count=_count, once=_once, option_lines=_option_lines, form_lines=_form_lines
        )

    def voice(
        self, language: str = SOURCE, board: Board | None = None, zone: tzinfo | None = None
    ) -> Voice:
        """The voice for a reader, with the site's own catalogues."""
        return Voice(language, board, zone, self._overrides)

    def report(self, context: ReportContext) -> Text:
        """The turn report to one reader; with a form and all choices if the reader must decide."""
        return self._mail("report.txt.j2", **self._about(context))

    def status(self, context: ReportContext) -> Text:
        """The position on demand; `events` do not matter."""
        return self._mail("status.txt.j2", **self._about(replace(_still(context), full=True)))

    def standing(self, context: ReportContext) -> Text:
        """What the reader has left ahead of time."""
        return self._mail("standing.txt.j2", **self._about(_still(context)))

    def standing_part(self, context: ReportContext) -> str:
        """The same as a part of another mail."""
        return self._mail("standing_part.txt.j2", **self._about(_still(context))).body

    def then(self, context: ReportContext) -> str:
        """An earlier position: nothing can be ordered in it."""
        return self._mail("then.txt.j2", **self._about(_still(context))).body

    def map_part(self, context: ReportContext) -> str:
        """What stands where, as a part of another mail."""
        return self._mail("map_part.txt.j2", **self._about(_still(context))).body

    def answer(self, context: AnswerContext, told: ReportContext | None = None) -> Text:
        """What became of a mail of orders.

        :param told: what its sender is told of the entry that it has led to; its events are those
            of the orders
        """
        outcome, turn = context.outcome, told.state.turn if told else 0
        found = reply(outcome, check=context.check, turn=turn)
        would_ask = context.check and found.taken and outcome.state.pending
        return self._mail(
            "answer.txt.j2",
            reply=found,
            verdict=verdict(found, context.check, context.problems),
            would=sentences(context.game, outcome.events) if context.check else (),
            then=waiting(outcome.state.pending[0], context.reader) if would_ask else None,
            **(self._report_in(context, told) if told else self._untold(context)),
        )

    def _report_in(self, context: AnswerContext, told: ReportContext) -> dict[str, Any]:
        """What the answer tells beside the reply itself, where it is a report as well."""
        own = Chapter((), told.events, told.automatic)
        before = replace(told, events=(), automatic=())
        return {
            **self._about(before),
            "c": context,
            "told": told,
            "came": self._news(told, (own,)),
            "plan_notes": plan_notes(_steps(told, (*told.earlier, own)), told.reader),
            "rest": rest_form(told.game, told.state, told.reader, (*told.earlier, own)),
            **({"groups": ()} if told.only_kept else {}),  # the question was there before
        }

    def _untold(self, context: AnswerContext) -> dict[str, Any]:
        return {"c": context, "told": None, **self._position(context, context.state)}

    def notice(
        self,
        subject: Spoken,
        paragraphs: Iterable[Spoken],
        marker: str = "",
        key: str = "",
        voice: Voice | None = None,
    ) -> Text:
        """A short mail; a paragraph may hold line breaks of its own, which are kept.

        :param voice: the reader's; English if None
        """
        speaking = voice or self.voice()
        return self._mail(
            "notice.txt.j2",
            voice=speaking,
            subject=speaking(subject),
            paragraphs=tuple(map(speaking, paragraphs)),
            marker=marker,
            key=key,
        )

    def digest(self, parts: Sequence[ReportContext], now: datetime, voice: Voice) -> Text:
        """One mail over several games: of each how it stands, and what has happened."""
        blocks = [self._mail("digest_part.txt.j2", **self._about(part)).body for part in parts]
        asked = sum(asked_now(part.state, part.reader) is not None for part in parts)
        several = len(parts)
        return self._mail(
            "digest.txt.j2", voice=voice, blocks=blocks, asked=asked, several=several, now=now
        )

    def plain(self, context: ReportContext) -> str:
        """The position as text for a terminal, without what only a mail needs."""
        return self._mail("plain.txt.j2", **self._about(_still(context))).body

    def _about(self, context: ReportContext) -> dict[str, Any]:
        game, reader = context.game, context.reader
        last = Chapter(context.news, context.events, context.automatic)
        chapters = (*context.earlier, last)
        return {
            "c": context,
            "events": self._news(context, chapters),
            "plan_notes": plan_notes(_steps(context, chapters), reader),
            "statistics": tuple(statistics_told(context.statistics)) if context.statistics else (),
            "again": kept_lines(game, context.plans_again),
            "rest": rest_form(game, context.state, reader, chapters),
            "kept": kept_views(game, context.state, context.standing, reader) if reader else (),
            **self._position(context, context.state),
        }

    def _position(self, context: ReportContext | AnswerContext, state: State) -> dict[str, Any]:
        """What every mail about a position holds: the view, and what the reader must decide."""
        game, reader = context.game, context.reader
        asked = asked_now(state, reader)
        head = state.pending[0] if state.pending else None
        voice = self.voice(context.language, game.board, context.zone)
        shared = self._shared_by(game, state)
        seen = view(game, state, reader, shared.tables)
        due, soon, before = None, False, None
        if isinstance(context, ReportContext):
            due, soon, before = context.due, context.soon, context.before
        full = isinstance(context, ReportContext) and context.full
        known = view(game, before, reader) if before is not None and not full else None
        return {
            "voice": voice,
            "texts": shared.texts,
            "view": seen,
            "lines": None if full else _lines(seen, known, context),
            "question": _asked(voice, question(game, state, asked, context.until)) if asked else "",
            "asked_shortly": asked_shortly(asked, due, soon=soon) if asked else "",
            "topic": topic(head) if head else None,
            "groups": option_groups(game, state, asked) if asked else (),
        }

    def _shared_by(self, game: Game, state: State) -> _Shared:
        """What the readers of the position share, kept until another position is told of."""
        shared = self._shared
        if shared is None or shared.state is not state or shared.game is not game:
            shared = self._shared = _Shared(game, state, position_tables(game, state))
        return shared

    def _news(self, context: ReportContext, chapters: tuple[Chapter, ...]) -> tuple[Spoken, ...]:
        """What happened: a line a turn, or in full a line for each thing that did."""
        game, reader = context.game, context.reader
        if context.full:
            return tuple(line for part in chapters for line in self._happened(game, reader, part))
        parts: list[Part] = []
        for chapter in chapters:
            parts += [*chapter.news, Happening(chapter.events)]
            for step, events in seen_by(reader, chapter.automatic):
                if step.order:
                    parts.append(Happening(events, planned=step.why is Why.PLAN))
        return brief_lines(game, parts)

    def _happened(self, game: Game, reader: PlayerId | None, chapter: Chapter) -> Iterator[Spoken]:
        yield from chapter.news
        yield from self._sentences(game, chapter.events)
        yield from told(game, seen_by(reader, chapter.automatic))

    def _sentences(self, game: Game, events: tuple[Event, ...]) -> tuple[Message, ...]:
        """The events as sentences, kept for the next reader of the same."""
        kept = self._told
        if kept is None or kept[0] is not game or kept[1] is not events:
            kept = self._told = (game, events, sentences(game, events))
        return kept[2]

    def _mail(self, template: str, **parts: Any) -> Text:
        try:
            text = self._environment.get_template(template).render(**parts)
        except Exception as error:
            if self._overrides is None:
                raise
            reason = f"cannot be used (outdated?): {type(error).__name__}: {error}"
            raise BadInput(str(self._overrides / template), reason) from error
        subject, _, body = text.lstrip("\n").partition("\n")
        return Text(_one_line(subject), layout.fit(body))


def _asked(voice: Voice, asked: Question) -> str:
    if asked.answer is None:
        return voice(asked.sentence)
    return f"{voice(asked.sentence)} {layout.keep(voice(asked.answer))}"


def _steps(context: ReportContext, chapters: Iterable[Chapter]) -> Steps:
    """What was done without a mail, as far as the reader may know."""
    return [s for chapter in chapters for s in seen_by(context.reader, chapter.automatic)]


def _still(context: ReportContext) -> ReportContext:
    """The same without anything that happens."""
    return replace(context, news=(), events=(), automatic=(), earlier=())


def _one_line(subject: str) -> str:
    words = " ".join(subject.split())
    return words if len(words) <= SUBJECT else f"{words[: SUBJECT - 3]}..."


def _voice_of(context: Context) -> Voice:
    """The reader's; English where a site's own template imports macros without their context."""
    voice = context.resolve_or_missing("voice")
    return voice if isinstance(voice, Voice) else Voice()


@pass_context
def _say(context: Context, text: str, /, **values: Any) -> str:
    voice = context.resolve_or_missing("voice")
    speaking = voice if type(voice) is Voice else _voice_of(context)
    return speaking.text(text, values)


@pass_context
def _count(context: Context, one: str, several: str, number: int, /, **values: Any) -> str:
    return _voice_of(context).text(one, {"number": number, **values}, several)


@pass_context
def _tell(context: Context, thing: Any) -> Any:
    """A message as text; of several, a list of texts; what is text already as it is."""
    voice = _voice_of(context)
    if isinstance(thing, list | tuple):
        return [voice(one) for one in thing]
    return voice(thing)


@pass_context
def _once(context: Context, macro: Macro, *given: Any) -> str:
    """The macro's text, made once for all readers of one language who are told the same."""
    texts: dict[Hashable, str] = context["texts"]
    key = (_voice_of(context).language, macro.name, *given)
    if key not in texts:
        texts[key] = macro(*given)
    return texts[key]


@pass_context
def _option_lines(context: Context, option: Option) -> str:
    return layout.option_lines(option, _voice_of(context))


@pass_context
def _form_lines(context: Context, form: Iterable[FormLine]) -> str:
    voice = _voice_of(context)
    return "\n".join(line for row in form for line in layout.form_lines(row, voice))
