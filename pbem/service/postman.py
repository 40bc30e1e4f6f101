"""Which mails an entry or an answer makes, and to whom; into the outbox, each once.

Everything follows from the journal: made again after a crash, a mail has the same name, the same
Message-ID and the same text, and is not stored a second time.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.mail.compose import Kind, Outgoing, plus_address
from pbem.mail.identity import Reader
from pbem.orders.help import help_text
from pbem.orders.mailcommands import HelpWanted, StatusWanted
from pbem.orders.submission import Outcome
from pbem.report.render import AnswerContext, ReportContext, Text
from pbem.service.site import Site
from pbem.store.game import StoredGame

_ABOUT_DIGITS = 10


def about_mail(ident: str) -> str:
    """How a token names the mail that is answered."""
    return f"m{ident[:_ABOUT_DIGITS]}"


class Postman:
    """Writes the mails of a site's games."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def report(self, game: StoredGame, number: int) -> None:
        """Tell everybody of an entry; 0 is the set-up."""
        entry = game.entries[number - 1][0] if number else None
        events = game.outcome_of(number).events if entry else game.opening.events
        for player in game.file.players:
            context = replace(
                self._position(game, player, str(number), number),
                events=events,
                opening=number == 0,
                undone_to=entry.back_to if entry else None,
            )
            time = entry.time if entry else game.file.created
            text = self.site.renderer.report(context)
            self._post(game, player, "report", str(number), text, time)

    def answer(
        self,
        game: StoredGame,
        player: PlayerId,
        outcome: Outcome,
        *,
        ident: str,
        message_id: str | None,
        time: datetime,
        entry: int | None = None,
        check: bool = False,
        problems: tuple[str, ...] = (),
    ) -> None:
        """Answer a mail, known by its hash `ident`.

        :param entry: the entry that it led to
        :param check: nothing was changed, since that was asked for
        :param problems: why nothing in it could be read, as sentences
        """
        about = about_mail(ident)
        state = game.state_after(entry) if entry else game.state
        context = AnswerContext(
            game=game.game,
            game_id=game.file.id,
            reader=player,
            outcome=outcome,
            state=state,
            marker=self._marker(game, player, about),
            key=game.roster.seats[player].key,
            entry=entry,
            check=check,
            problems=problems,
        )
        text = self._answer_text(game, context, about)
        self._post(game, player, "answer", about, text, time, message_id)

    def _answer_text(self, game: StoredGame, context: AnswerContext, about: str) -> Text:
        """One mail for all that was asked: orders, help, the position."""
        renderer, asked = self.site.renderer, context.outcome.mail_commands
        status = any(isinstance(c, StatusWanted) for c in asked)
        helps = [help_text(c.topic) for c in asked if isinstance(c, HelpWanted)]
        orders = bool(context.outcome.results or context.problems)
        position = self._position(game, context.reader, about, context.entry or game.last)
        if status and not helps and not orders:
            return renderer.status(position)
        shown = [*helps, *([renderer.plain(position)] if status else [])]
        if helps and not orders:
            subject = f"[{game.file.id}] Help"
            return renderer.notice(subject, shown, context.marker, context.key)
        text = renderer.answer(context)
        return replace(text, body="\n\n".join([text.body.rstrip(), *shown]))

    def _position(
        self, game: StoredGame, player: PlayerId, about: str, number: int
    ) -> ReportContext:
        return ReportContext(
            game=game.game,
            game_id=game.file.id,
            entry=number,
            reader=player,
            state=game.state_after(number),
            marker=self._marker(game, player, about),
            key=game.roster.seats[player].key,
        )

    def _marker(self, game: StoredGame, player: PlayerId, about: str) -> str:
        return self.site.secrets.marker(self._reader(game, player, about))

    def _reader(self, game: StoredGame, player: PlayerId, about: str) -> Reader:
        return Reader(game.file.id, about, game.file.players.index(player))

    def _post(
        self,
        game: StoredGame,
        player: PlayerId,
        kind: Kind,
        about: str,
        text: Text,
        time: datetime,
        answers: str | None = None,
    ) -> None:
        settings = self.site.settings
        token = self.site.secrets.token(self._reader(game, player, about))
        self.site.outbox.post(
            Outgoing(
                kind=kind,
                ident=f"{kind}.{token}",
                time=time,
                sender=settings.address,
                sender_name=settings.name,
                reply_to=plus_address(settings.address, token),
                recipient=game.roster.seats[player].address,
                recipient_name=player,
                subject=text.subject,
                body=f"{text.body.rstrip()}\n\n[{token}]\n",
                game=game.file.id,
                answers=answers,
            )
        )
