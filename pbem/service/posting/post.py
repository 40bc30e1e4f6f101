"""Letters -> the outbox: each once, also made again; none is for who sits there no more."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.ground.errors import BadInput
from pbem.mail.identity import Purpose, Reader
from pbem.mail.outgoing.compose import MailKind, Outgoing, domain, plus_address
from pbem.report.render import Text
from pbem.service.posting.words import (
    digest_text_of,
    moderators_text_of,
    plain_text_of,
    text_of,
)
from pbem.service.site.earlier import AGAIN
from pbem.service.site.moderators import moderator_of, moderator_reader
from pbem.service.site.site import Site
from pbem.service.site.tokens import digest_of, ident_of, message_id, plain_ident, reader_of
from pbem.service.telling.letters import (
    AnyLetter,
    DigestLetter,
    Letter,
    LetterAgain,
    ModeratorLetter,
    PlainLetter,
)
from pbem.service.telling.moderators import of_unmade


def post(site: Site, letters: Iterable[AnyLetter]) -> None:
    """Put letters into the outbox, safe from a power cut from then on.

    What is wrong with a letter that tells of an entry keeps the others from nobody; the moderator
    is told.

    :raises OSError: something could not be stored: that passes, and is done again
    :raises BadInput: a file is at fault: it can be mended, and then it is done again
    """
    posted = False
    for letter in letters:
        posted = True
        if not isinstance(letter, Letter):
            _post_short(site, letter)
            continue
        try:
            _post(site, letter)
        except (OSError, BadInput):
            raise
        except Exception as error:  # whatever it is, it would be the same the next time
            if letter.entry is None:
                raise
            to = letter.person.name if letter.person else letter.player
            for told in of_unmade(site, letter.game, to, letter.entry, error):
                _post_short(site, told)
    if posted:
        site.outbox.sync()


def _post_short(
    site: Site, letter: PlainLetter | DigestLetter | ModeratorLetter | LetterAgain
) -> None:
    if isinstance(letter, PlainLetter):
        _post_plain(site, letter)
    elif isinstance(letter, DigestLetter):
        _post_digest(site, letter)
    elif isinstance(letter, LetterAgain):
        _post_again(site, letter)
    else:
        _post_to_moderator(site, letter)


def _post(site: Site, letter: Letter) -> None:
    """Store a letter, unless it was stored before, or is not for whoever sits there now."""
    game, player = letter.game, letter.player
    if letter.entry is not None and letter.entry < game.roster.seats[player].since:
        return  # nobody is told what was before their time in the seat
    if game.roster.seats[player].is_vacant and letter.person is None:
        return
    once = message_id(site, letter.kind, _reader(letter), letter.what)
    wanted: list[tuple[str | None, str]] = [(None, once)]
    if letter.copy_to:
        host = domain(site.settings.address)
        wanted.append((letter.copy_to, once.replace(f"@{host}>", f".copy@{host}>")))
    missing = [(to, ident) for to, ident in wanted if not site.outbox.was_posted(ident)]
    if missing:
        text = text_of(site, letter)
        for copy_to, ident in missing:
            site.outbox.post(_outgoing(site, letter, text, copy_to, ident))
    site.outbox.withdraw(letter.overtakes)


def _outgoing(site: Site, letter: Letter, text: Text, copy_to: str | None, once: str) -> Outgoing:
    game, person, settings = letter.game, letter.person, site.settings
    seat = game.roster.seats[letter.player]
    told = _reader(letter).at(game.last if letter.number is None else letter.number)
    token = site.secrets.token(told)
    ident = ident_of(site, letter.kind, told, letter.what) + (".copy" if copy_to else "")
    return Outgoing(
        kind=letter.kind,
        ident=ident,
        time=letter.time,
        sender=settings.address,
        sender_name=settings.name,
        reply_to=plus_address(settings.address, token),
        recipient=copy_to or (person.address if person else seat.address),
        recipient_name=person.name if person else seat.person or letter.player,
        subject=text.subject,
        body=f"{text.body.rstrip()}\n\n[{token}]\n",
        game=game.file.id,
        answers=letter.answers,
        once=once,
    )


def _post_to_moderator(site: Site, letter: ModeratorLetter) -> None:
    """Store a letter to a moderator, unless it was stored before; none if there is nobody."""
    game, settings = letter.game, site.settings
    address = letter.where or moderator_of(site, game)
    if address is None:
        return
    reader = moderator_reader(game, letter.about)
    once = letter.once or message_id(site, letter.kind, reader, letter.what)
    if site.outbox.was_posted(once):
        return
    text = moderators_text_of(site, letter)
    told = reader.at(game.last if letter.number is None else letter.number)
    token = site.secrets.token(told)
    site.outbox.post(
        Outgoing(
            kind=letter.kind,
            ident=ident_of(site, letter.kind, told, letter.what),
            time=letter.time,
            sender=settings.address,
            sender_name=settings.name,
            reply_to=plus_address(settings.address, token),
            recipient=address,
            recipient_name="moderator",
            subject=text.subject,
            body=f"{text.body.rstrip()}\n\n[{token}]\n",
            game=game.file.id,
            answers=letter.answers,
            once=once,
        )
    )


def _reader(letter: Letter) -> Reader:
    return reader_of(letter.game, letter.player, letter.about, letter.person)


def _post_digest(site: Site, letter: DigestLetter) -> None:
    settings, text = site.settings, digest_text_of(site, letter)
    site.outbox.post(
        Outgoing(
            kind=MailKind.NOTICE,
            ident=plain_ident(letter.what),
            time=letter.time,
            sender=settings.address,
            sender_name=settings.name,
            reply_to=settings.address,
            recipient=letter.address,
            recipient_name=letter.name,
            subject=text.subject,
            body=text.body,
        )
    )


def _post_again(site: Site, letter: LetterAgain) -> None:
    """Store a mail once more under an id of its own, which holds its secret too."""
    game, person, settings = letter.game, letter.person, site.settings
    seat, token = game.roster.seats[letter.player], letter.earlier.token
    ident = f"{MailKind.ANSWER}.{token}.{AGAIN}.{letter.asked[:8]}"
    about = Purpose.ANSWER.about(letter.asked)
    answer = message_id(site, MailKind.ANSWER, reader_of(game, letter.player, about, person))
    site.outbox.post(
        Outgoing(
            kind=MailKind.ANSWER,
            ident=ident,
            time=letter.time,
            sender=settings.address,
            sender_name=settings.name,
            reply_to=plus_address(settings.address, token),
            recipient=person.address if person else seat.address,
            recipient_name=person.name if person else seat.person or letter.player,
            subject=letter.earlier.subject,
            body=letter.earlier.body,
            game=game.file.id,
            answers=letter.answers,
            once=answer if letter.answer_to_it else "",
        )
    )


def _post_plain(site: Site, letter: PlainLetter) -> None:
    settings, reader = site.settings, letter.reader
    kind = letter.kind or (MailKind.ANSWER if letter.answers else MailKind.NOTICE)
    what = digest_of(letter.what)
    token = site.secrets.token(reader) if reader else ""
    ident = ident_of(site, kind, reader, what) if reader else plain_ident(letter.what)
    if reader and site.outbox.was_posted(message_id(site, kind, reader, what)):
        return
    text = plain_text_of(site, letter)
    site.outbox.post(
        Outgoing(
            kind=kind,
            ident=ident,
            time=letter.time,
            sender=settings.address,
            sender_name=settings.name,
            reply_to=plus_address(settings.address, token) if token else settings.address,
            recipient=letter.address,
            recipient_name=letter.name,
            subject=text.subject,
            body=f"{text.body.rstrip()}\n\n[{token}]\n" if token else text.body,
            game=letter.game.file.id if letter.game else letter.ident,
            answers=letter.answers,
        )
    )
