"""Mails of a game, one at a time: whose they are, what secret they carry, into the outbox, once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.mail.compose import Kind, Outgoing, domain, plus_address
from pbem.mail.identity import STAND_INS, Reader
from pbem.report.render import ReportContext, Text
from pbem.service.site.site import Site
from pbem.service.telling.clock_words import about_players, until
from pbem.store.files import Person
from pbem.store.game import StoredGame

ABOUT_DIGITS: Final = 10


def about_mail(letter: str, ident: str) -> str:
    """How a token names the mail that it is about; `letter` says how (see `identity.Reader`)."""
    return f"{letter}{ident[:ABOUT_DIGITS]}"


class Writer:
    """Writes the mails of a site's games.

    Where a `person` is given, the mail is for the player's stand-in, or for somebody to whom the
    seat is offered, not for the player.
    """

    def __init__(self, site: Site) -> None:
        self.site = site

    @contextmanager
    def apart(self, game: StoredGame, to: str, number: int) -> Iterator[None]:
        """Keep what is wrong with one mail of an entry from the others; the moderator is told.

        :param to: whom the mail is for, as the moderator is told it
        :raises OSError: something could not be stored: that passes, and is done again
        :raises BadInput: a file is at fault: it can be mended, and then it is done again
        """
        try:
            yield
        except (OSError, BadInput):
            raise
        except Exception as error:  # whatever it is, it would be the same the next time
            paragraphs = (
                f"A mail about entry {number} to {to} could not be made, so {to} has not got it. "
                "The others have got theirs.",
                f"Reason: {type(error).__name__}: {error}",
            )
            subject = f"[{game.file.id}] A mail could not be made"
            time = game.entries[number - 1][0].time if number else game.file.created
            self.tell_moderator(subject, paragraphs, time, game, which=f"{number}|{to}")

    def tell_moderator(
        self,
        subject: str,
        paragraphs: Sequence[str],
        time: datetime,
        game: StoredGame | None = None,
        which: str = "",
    ) -> None:
        """Write to the game's moderator, else to the site's; nothing happens if there is none.

        :param which: tells it from others with the same words; if not given, the time does
        """
        settings = self.site.settings
        address = (game.roster.moderator if game else None) or settings.moderator
        if address is None:
            return
        what = f"{subject}|{paragraphs}|{which or time.isoformat()}"
        self._to_address(game, address, "moderator", subject, paragraphs, time, what)

    def plain_notice(
        self,
        game: StoredGame,
        address: str,
        topic: str,
        paragraphs: Sequence[str],
        time: datetime,
        what: str,
        answers: str | None = None,
    ) -> None:
        """Post a short mail to somebody who has no seat: it holds no secret.

        :param topic: begins in lower case; :param what: tells the mail from all others
        :param answers: the Message-ID of the mail it answers
        """
        subject = f"[{game.file.id}] {topic[0].upper()}{topic[1:]}"
        what = f"{game.file.id}|{address}|{what}"
        self._to_address(game, address, "", subject, paragraphs, time, what, answers)

    def _to_address(
        self,
        game: StoredGame | None,
        address: str,
        name: str,
        subject: str,
        paragraphs: Sequence[str],
        time: datetime,
        what: str,
        answers: str | None = None,
    ) -> None:
        settings = self.site.settings
        text = self.site.renderer.notice(subject, paragraphs)
        ident = hashlib.sha256(what.encode()).hexdigest()
        self.site.outbox.post(
            Outgoing(
                kind="answer" if answers else "notice",
                ident=f"notice.{ident[:20]}",
                time=time,
                sender=settings.address,
                sender_name=settings.name,
                reply_to=settings.address,
                recipient=address,
                recipient_name=name,
                subject=text.subject,
                body=text.body,
                game=game.file.id if game else "",
                answers=answers,
            )
        )

    def notice(
        self,
        game: StoredGame,
        player: PlayerId,
        about: str,
        topic: str,
        paragraphs: Sequence[str],
        time: datetime,
        answers: str | None = None,
        person: Person | None = None,
        what: str = "",
    ) -> None:
        """Post a short mail that can be answered.

        :param topic: begins in lower case; :param answers: the Message-ID of the mail it answers
        """
        subject = f"[{game.file.id}] {topic[0].upper()}{topic[1:]}"
        marker = self.marker(game, player, about, person)
        text = self.site.renderer.notice(subject, paragraphs, marker)
        kind: Kind = "answer" if answers else "notice"
        self.post(game, player, kind, about, text, time, answers, what=what, person=person)

    def position(
        self,
        game: StoredGame,
        player: PlayerId,
        about: str,
        number: int,
        time: datetime,
        person: Person | None = None,
    ) -> ReportContext:
        """What every mail says of the position after an entry."""
        return ReportContext(
            game=game.game,
            game_id=game.file.id,
            entry=number,
            reader=player,
            state=game.state_after(number),
            marker=self.marker(game, player, about, person),
            until=until(game, player, number, time),
            about=about_players(game, player, time, own=person is None),
        )

    def marker(
        self, game: StoredGame, player: PlayerId, about: str, person: Person | None = None
    ) -> str:
        """The digits for the line above which is to be written."""
        return self.site.secrets.marker(self.reader(game, player, about, person))

    def reader(
        self, game: StoredGame, player: PlayerId, about: str, person: Person | None = None
    ) -> Reader:
        """Whom a mail goes to."""
        seat = game.file.players.index(player)
        return Reader(game.file.id, about, seat + (STAND_INS if person else 0))

    def message_id(
        self,
        game: StoredGame,
        player: PlayerId,
        kind: Kind,
        about: str,
        what: str = "",
        person: Person | None = None,
    ) -> str:
        """The Message-ID of a mail; `what` as in `post`."""
        token = self.site.secrets.token(self.reader(game, player, about, person))
        return f"<{_ident(kind, token, what)}@{domain(self.site.settings.address)}>"

    def post(
        self,
        game: StoredGame,
        player: PlayerId,
        kind: Kind,
        about: str,
        text: Text,
        time: datetime,
        answers: str | None = None,
        what: str = "",
        person: Person | None = None,
        number: int | None = None,
        copy_to: str | None = None,
    ) -> bool:
        """Store a mail; False if it was stored before, or is not for whoever sits there now.

        :param about: of what an entry has brought, its number: nobody is told what was before
            their time in the seat
        :param what: tells it from others about an entry of that number
        :param number: of a mail about a mail, the entry that it tells of; the last one if None
        :param copy_to: the address from which the player has written, where that is another
        """
        tells_of = int(about) if about.isdigit() else number
        if tells_of is not None and tells_of < game.roster.seats[player].since:
            return False
        settings = self.site.settings
        reader = self.reader(game, player, about, person)
        told = reader.at(game.last if number is None else number)
        token, host = self.site.secrets.token(told), domain(settings.address)
        once = _ident(kind, self.site.secrets.token(reader), what)
        recipient = person.address if person else game.roster.seats[player].address
        if copy_to:
            recipient, once = copy_to, f"{once}.copy"
        return self.site.outbox.post(
            Outgoing(
                kind=kind,
                ident=_ident(kind, token, what) + (".copy" if copy_to else ""),
                time=time,
                sender=settings.address,
                sender_name=settings.name,
                reply_to=plus_address(settings.address, token),
                recipient=recipient,
                recipient_name=person.name if person else _name(game, player),
                subject=text.subject,
                body=f"{text.body.rstrip()}\n\n[{token}]\n",
                game=game.file.id,
                answers=answers,
                once=f"<{once}@{host}>",
            )
        )


def _name(game: StoredGame, player: PlayerId) -> str:
    return game.roster.seats[player].person or player


def _ident(kind: Kind, token: str, what: str) -> str:
    return f"{kind}.{token}" + (f".{what[:8]}" if what else "")
