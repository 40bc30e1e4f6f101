"""A letter's content as text, in its reader's language."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from pbem.orders.verbs.help import help_text
from pbem.orders.verbs.mailcommands import HelpWanted, StandingWanted, StatusWanted
from pbem.report.contexts import ReportContext
from pbem.report.render import Renderer, Text
from pbem.report.voice import Voice
from pbem.service.site.site import Site
from pbem.service.site.tokens import marker_of
from pbem.service.site.voices import voice_for
from pbem.service.telling.letters import Answer, Letter, Notice, PlainLetter

_FIRST: Final = re.compile(r"^(\[[^\]]*\] )?(\w)")


def text_of(site: Site, letter: Letter) -> Text:
    """The subject and the text of a letter."""
    match letter.content:
        case ReportContext():
            return site.renderer.report(letter.content)
        case Answer():
            return _answer(site.renderer, letter.content)
        case Notice(topic, paragraphs):
            game, player = letter.game, letter.player
            voice = voice_for(site, game, player)
            subject = _capital(f"[{game.file.id}] {voice(topic)}")
            marker = marker_of(site, game, player, letter.about, letter.person)
            return site.renderer.notice(subject, tuple(map(voice, paragraphs)), marker)


def plain_text_of(site: Site, letter: PlainLetter) -> Text:
    """The same of a letter to somebody without a seat."""
    voice: Voice = voice_for(site, letter.game)
    subject = _capital(voice(letter.subject))
    return site.renderer.notice(subject, tuple(map(voice, letter.paragraphs)))


def _answer(renderer: Renderer, content: Answer) -> Text:
    """One mail for all that was asked: orders, help, the position."""
    context, position = content.context, content.position
    asked = context.outcome.mail_commands
    status = any(isinstance(c, StatusWanted) for c in asked)
    helps = [help_text(c.topic) for c in asked if isinstance(c, HelpWanted)]
    orders = bool(context.outcome.results or context.problems)
    standing = any(isinstance(c, StandingWanted) for c in asked) or (
        context.check and not orders  # what else could be meant
    )
    if status and not helps and not orders and not standing:
        return renderer.status(position)
    if standing and not helps and not orders and not status:
        return renderer.standing(position)
    shown = [
        *helps,
        *([renderer.standing_part(position)] if standing else []),
        *([renderer.plain(position)] if status else []),
    ]
    if shown and not orders:
        subject = f"[{context.game_id}] {'Help' if helps else 'Your plans'}"
        return renderer.notice(subject, shown, context.marker, context.key)
    text = renderer.answer(context)
    return replace(text, body="\n\n".join([text.body.rstrip(), *shown]))


def _capital(subject: str) -> str:
    """The subject with a capital letter where its words begin."""
    return _FIRST.sub(lambda found: f"{found[1] or ''}{found[2].upper()}", subject)
