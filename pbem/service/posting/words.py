"""A letter's content as text, in its reader's language."""

from __future__ import annotations

import re
from typing import Final

from pbem.ground.messages import say
from pbem.report.contexts import ReportContext
from pbem.report.desk import answer_to
from pbem.report.language.voice import Voice
from pbem.report.render import Text
from pbem.service.site.moderators import moderator_reader
from pbem.service.site.site import Site
from pbem.service.site.tokens import marker_of
from pbem.service.site.voices import moderators_voice, voice_for
from pbem.service.telling.letters import (
    Answer,
    DigestLetter,
    Letter,
    ModeratorLetter,
    Notice,
    PlainLetter,
)

_LINE: Final = re.compile(r"^-- .* -- \[[0-9a-f]{8}\]$", re.MULTILINE)
"""The line above which is to be written."""

_FIRST: Final = re.compile(r"^(\[[^\]]*\] )?(\w)")


def text_of(site: Site, letter: Letter) -> Text:
    """The subject and the text of a letter; where somebody has two seats, with the seat's name."""
    text = _own_text_of(site, letter)
    if letter.person is not None or not _has_two_seats(letter):
        return text
    ident, player = letter.game.file.id, letter.player
    told = voice_for(site, letter.game, player)(
        say("This mail is for one of your seats: {player}", player=player)
    )
    subject = text.subject.replace(f"[{ident}]", f"[{ident}: {player}]", 1)
    # below the line: what stands above it must be known as ours wherever it comes back unquoted
    found = _LINE.search(text.body)
    at = found.end() if found else 0
    return Text(subject, f"{text.body[:at]}\n\n{told}{text.body[at:]}".lstrip("\n"))


def _has_two_seats(letter: Letter) -> bool:
    """Whether whoever sits there has another seat of the game."""
    seats = letter.game.roster.seats
    own = seats[letter.player].address.lower()
    return sum(seat.address.lower() == own for seat in seats.values()) > 1


def _own_text_of(site: Site, letter: Letter) -> Text:
    match letter.content:
        case ReportContext():
            return site.renderer.report(letter.content)
        case Answer():
            answer = letter.content
            kept = answer.position.standing
            told = answer.position if answer.reports else None
            context, position = answer.context, answer.position
            return answer_to(site.renderer, context, position, kept, letter.time, told)
        case Notice(topic, paragraphs):
            game, player = letter.game, letter.player
            at = letter.person.address if letter.person else ""
            voice = voice_for(site, game, player, at)
            subject = _capital(f"[{game.file.id}] {voice(topic)}")
            marker = marker_of(site, game, player, letter.about, letter.person)
            return site.renderer.notice(subject, paragraphs, marker, voice=voice)


def plain_text_of(site: Site, letter: PlainLetter) -> Text:
    """The same of a letter to somebody without a seat."""
    if letter.position is not None:
        return site.renderer.report(letter.position)
    voice: Voice = voice_for(site, letter.game, address=letter.address)
    subject = _capital(voice(letter.subject))
    marker = site.secrets.marker(letter.reader) if letter.reader else ""
    return site.renderer.notice(subject, letter.paragraphs, marker, voice=voice)


def digest_text_of(site: Site, letter: DigestLetter) -> Text:
    """The same of a digest."""
    voice = voice_for(site, None, None, letter.address)
    return site.renderer.digest(letter.parts, letter.time, voice)


def moderators_text_of(site: Site, letter: ModeratorLetter) -> Text:
    """The same of a letter to a moderator."""
    voice = moderators_voice(site, letter.game)
    subject = _capital(voice(letter.subject))
    marker = site.secrets.marker(moderator_reader(letter.game, letter.about))
    return site.renderer.notice(subject, letter.paragraphs, marker, letter.key, voice)


def _capital(subject: str) -> str:
    """The subject with a capital letter where its words begin."""
    return _FIRST.sub(lambda found: f"{found[1] or ''}{found[2].upper()}", subject)
