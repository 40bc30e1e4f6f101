"""The text mails, from templates; every line has at most 72 characters.

The first line of a template is the mail's subject, everything after it the text. Only this module
reads files: the templates, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.board.ids import PlayerId
from pbem.board.load import data_folder
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.report.ahead import kept_lines, kept_views, plan_notes, seen_by, told
from pbem.report.contexts import AnswerContext, Chapter, ReportContext, Text
from pbem.report.layout import fit, items, keep, option_lines, wrap
from pbem.report.options import option_groups
from pbem.report.questions import asked_now, form, question, topic
from pbem.report.replies import reply, verdict
from pbem.report.rest_form import rest_form
from pbem.report.sentences import sentences
from pbem.report.views import view
from pbem.report.wording import counted, listed, money, say
from pbem.rules.state import State

__all__ = ["AnswerContext", "Renderer", "ReportContext", "Text"]

SUBJECT = 78  # characters; longer ones are cut


class Renderer:
    """Turns positions and outcomes into mails.

    :param overrides: a site's own folder of templates; what it lacks, the shipped one has. What is
        wrong with its templates is a `BadInput` of every method
    """

    def __init__(self, overrides: Path | None = None) -> None:
        folders = [overrides] if overrides else []
        self._overrides = overrides
        self._environment = Environment(  # text, no HTML: there is nothing to escape
            autoescape=False,
            loader=FileSystemLoader([*folders, data_folder("templates")]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.filters.update(
            money=money,
            listed=listed,
            counted=counted,
            wrap=wrap,
            items=items,
            keep=keep,
        )
        self._environment.globals.update(say=say, option_lines=option_lines)

    def report(self, context: ReportContext) -> Text:
        """The turn report to one reader; with a form and all choices if the reader must decide."""
        return self._mail("report.txt.j2", **self._about(context))

    def status(self, context: ReportContext) -> Text:
        """The position on demand; `events` do not matter."""
        return self._mail("status.txt.j2", **self._about(_still(context)))

    def standing(self, context: ReportContext) -> Text:
        """What the reader has left ahead of time."""
        return self._mail("standing.txt.j2", **self._about(_still(context)))

    def standing_part(self, context: ReportContext) -> str:
        """The same as a part of another mail."""
        return self._mail("standing_part.txt.j2", **self._about(_still(context))).body

    def answer(self, context: AnswerContext) -> Text:
        """What became of a mail of orders."""
        outcome, found = context.outcome, reply(context.outcome, check=context.check)
        return self._mail(
            "answer.txt.j2",
            c=context,
            reply=found,
            verdict=verdict(found, context.check, context.problems),
            events=sentences(context.game, outcome.events),
            then=view(context.game, outcome.state, context.reader).waiting,
            **self._position(context, context.state),
        )

    def notice(
        self, subject: str, paragraphs: Iterable[str], marker: str = "", key: str = ""
    ) -> Text:
        """A short mail; a paragraph may hold line breaks of its own, which are kept."""
        return self._mail(
            "notice.txt.j2", subject=subject, paragraphs=tuple(paragraphs), marker=marker, key=key
        )

    def plain(self, context: ReportContext) -> str:
        """The position as text for a terminal, without what only a mail needs."""
        return self._mail("plain.txt.j2", **self._about(_still(context))).body

    def _about(self, context: ReportContext) -> dict[str, Any]:
        game, reader = context.game, context.reader
        last = Chapter(context.news, context.events, context.automatic)
        chapters = (*context.earlier, last)
        steps = [step for chapter in chapters for step in seen_by(reader, chapter.automatic)]
        return {
            "c": context,
            "events": tuple(line for chapter in chapters for line in _told(game, reader, chapter)),
            "plan_notes": plan_notes(game, steps, reader),
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
        return {
            "view": view(game, state, reader),
            "question": question(game, state, asked) if asked else "",
            "form": form(game, asked) if asked else "",
            "topic": topic(game, head) if head else "",
            "groups": option_groups(game, state, asked) if asked else (),
        }

    def _mail(self, template: str, **parts: Any) -> Text:
        try:
            text = self._environment.get_template(template).render(**parts)
        except Exception as error:
            if self._overrides is None:
                raise
            reason = f"cannot be used: {type(error).__name__}: {error}"
            raise BadInput(str(self._overrides / template), reason) from error
        subject, _, body = text.lstrip("\n").partition("\n")
        return Text(_one_line(subject), fit(body))


def _told(game: Game, reader: PlayerId | None, chapter: Chapter) -> Iterator[str]:
    yield from chapter.news
    yield from sentences(game, chapter.events)
    yield from told(game, seen_by(reader, chapter.automatic))


def _still(context: ReportContext) -> ReportContext:
    """The same without anything that happens."""
    return replace(context, news=(), events=(), automatic=(), earlier=())


def _one_line(subject: str) -> str:
    words = " ".join(subject.split())
    return words if len(words) <= SUBJECT else f"{words[: SUBJECT - 3]}..."
