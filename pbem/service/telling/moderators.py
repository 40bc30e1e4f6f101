"""Letters to moderators."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime

from pbem.ground.messages import Message, say
from pbem.mail.identity import Purpose
from pbem.mail.outgoing.compose import MailKind
from pbem.service.site.moderators import moderator_of
from pbem.service.site.site import Site
from pbem.service.telling.letters import ModeratorLetter, Paragraph, PlainLetter
from pbem.store.game import StoredGame


def to_moderator(
    site: Site,
    subject: Message,
    paragraphs: tuple[Paragraph, ...],
    time: datetime,
    game: StoredGame | None = None,
    which: str = "",
) -> Iterator[PlainLetter | ModeratorLetter]:
    """A note to the game's moderator, else to the site's; none if there is nobody.

    :param which: tells it from others with the same words; if not given, the time does
    """
    address = moderator_of(site, game) if game else site.settings.moderator
    if address is None:
        return
    words = "|".join(map(str, paragraphs))
    what = f"{subject}|{words}|{which or time.isoformat()}"
    if game is None:
        yield PlainLetter(address, subject, paragraphs, time, what, None, "moderator")
        return
    about = Purpose.HELP.about(hashlib.sha256(what.encode()).hexdigest())
    yield ModeratorLetter(game, MailKind.NOTICE, about, subject, paragraphs, time)


def of_unmade(
    site: Site, game: StoredGame, to: str, number: int, error: Exception
) -> Iterator[PlainLetter | ModeratorLetter]:
    """What the moderator is told when one letter of an entry could not be made."""
    paragraphs = (
        say(
            "A mail about entry {entry} to {said} could not be made, so {said} has not got it. The "
            "others have got theirs.",
            entry=number,
            said=to,
        ),
        say("Reason: {said}", said=f"{type(error).__name__}: {error}"),
    )
    subject = say("[{game}] A mail could not be made", game=game.file.id)
    time = game.entries[number - 1][0].time if number else game.file.created
    yield from to_moderator(site, subject, paragraphs, time, game, which=f"{number}|{to}")
