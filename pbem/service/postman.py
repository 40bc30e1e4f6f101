"""Which mails an entry or an answer makes, and to whom; into the outbox, each once.

Everything follows from the journal: made again after a crash, a mail has the same name, the same
Message-ID and the same text, and is not stored a second time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.mail.compose import Kind, Outgoing, domain, plus_address
from pbem.mail.identity import Reader
from pbem.mail.read import Mail
from pbem.orders.help import help_text
from pbem.orders.mailcommands import HelpWanted, StandingWanted, StatusWanted
from pbem.orders.standing import Standing
from pbem.orders.submission import Outcome
from pbem.report.ahead import seen_by
from pbem.report.render import AnswerContext, ReportContext, Text
from pbem.service.site import Site
from pbem.store.game import StoredGame
from pbem.store.journal import Entry

_ABOUT_DIGITS = 10


def about_mail(letter: str, ident: str) -> str:
    """How a token names the mail that it is about; `letter` says how (see `identity.Reader`)."""
    return f"{letter}{ident[:_ABOUT_DIGITS]}"


class Postman:
    """Writes the mails of a site's games."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def report(self, game: StoredGame, number: int) -> None:
        """Tell everybody of an entry; 0 is the set-up. A private one is told to nobody."""
        entry = game.entries[number - 1][0] if number else None
        if entry and entry.is_private:
            return
        events = game.outcome_of(number).events if entry else game.opening.events
        automatic = game.automatic_of(number) if entry else ()
        for player in game.file.players:
            context = replace(
                self._position(game, player, str(number), number),
                events=events,
                automatic=seen_by(player, automatic),
                plans_restored=bool(entry and _plans_restored(game, player, entry)),
                # a standing key in every quoted mail would soon be known to many
                key=game.roster.seats[player].key if number == 0 else "",
                opening=number == 0,
                undone_to=entry.back_to if entry else None,
            )
            time = entry.time if entry else game.file.created
            text = self.site.renderer.report(context)
            self._post(game, player, "report", str(number), text, time, what=game.hash_of(number))

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
        about = about_mail("m", ident)
        state = game.state_after(entry) if entry else game.state
        context = AnswerContext(
            game=game.game,
            game_id=game.file.id,
            reader=player,
            outcome=outcome,
            state=state,
            marker=self._marker(game, player, about),
            entry=entry,
            check=check,
            problems=problems,
        )
        text = self._answer_text(game, context, about)
        self._post(game, player, "answer", about, text, time, message_id)

    def ask_to_confirm(
        self,
        game: StoredGame,
        player: PlayerId,
        address: str,
        mail: Mail,
        ident: str,
        time: datetime,
    ) -> None:
        """Ask at the known address whether a mail from another one is the player's."""
        about = about_mail("c", ident)
        paragraphs = (
            f"A mail in your name has come from an address that is not known as yours: {address}",
            "If it is yours, answer this mail; the answer may be empty. Its orders are then "
            "carried out, and you can write from that address from now on. If it is not yours, "
            "do nothing.",
            "It says:\n" + "\n".join(f"  | {order}" for order in mail.orders or ("(no order)",)),
        )
        self._notice(game, player, about, "is this mail yours?", paragraphs, time)

    def refuse_other_seat(
        self, game: StoredGame, player: PlayerId, mail: Mail, ident: str, time: datetime
    ) -> None:
        """Tell a player that a mail cannot be for another player's seat."""
        paragraphs = (
            "Your mail answers a mail that was sent to another player, so its orders are not "
            "taken. Please answer a mail that was sent to you, such as this one.",
        )
        about = about_mail("m", ident)
        self._notice(game, player, about, "not taken", paragraphs, time, mail.message_id)

    def warn_owner(
        self, game: StoredGame, owner: PlayerId, other: PlayerId, time: datetime
    ) -> None:
        """Tell a player, once, that another player has answered a mail of theirs."""
        ident = hashlib.sha256(f"{owner}|{other}".encode()).hexdigest()
        paragraphs = (
            f"A mail for your seat has come from the address of {other}. It is refused, and "
            "nothing has changed. Do you forward your mails? Who has one can try to play for you.",
        )
        about = about_mail("o", ident)
        self._notice(game, owner, about, "a mail for your seat is refused", paragraphs, time)

    def help_to_answer(
        self, game: StoredGame, player: PlayerId, mail: Mail, ident: str, time: datetime
    ) -> None:
        """Send a known address something that can be answered."""
        paragraphs = (
            "Your mail does not prove that it is yours, since a From line can be written by "
            "anybody: so its orders are not taken. Please send them once more as an answer to "
            "this mail; that is proof enough.",
        )
        about = about_mail("h", ident)
        self._notice(game, player, about, "please answer this", paragraphs, time, mail.message_id)

    def warn_of_flood(self, game: StoredGame, player: PlayerId, limit: int, time: datetime) -> None:
        """Tell a player that further mails wait."""
        ident = hashlib.sha256(f"{player}|{time:%Y-%m-%d %H}".encode()).hexdigest()
        paragraphs = (
            f"That were {limit} mails of yours within an hour. Further ones are not lost: they "
            "wait, and are handled in their order when the hour has passed.",
        )
        self._notice(game, player, about_mail("f", ident), "please wait", paragraphs, time)

    def tell_of_bounces(self, game: StoredGame, player: PlayerId, time: datetime) -> None:
        """Tell the moderator that a player does not seem to get any mail."""
        paragraphs = (
            f"Mails to {player} come back since some days. The player is marked in `pbem list`; "
            "the mark goes with the next mail from there. Nobody is dropped: please find out what "
            "is wrong, or find somebody to play on.",
        )
        subject = f"[{game.file.id}] Mails to {player} come back"
        self.tell_moderator(subject, paragraphs, time, game)

    def tell_moderator(
        self,
        subject: str,
        paragraphs: Sequence[str],
        time: datetime,
        game: StoredGame | None = None,
    ) -> None:
        """Write to the game's moderator, else to the site's; nothing happens if there is none."""
        settings = self.site.settings
        address = (game.roster.moderator if game else None) or settings.moderator
        if address is None:
            return
        text = self.site.renderer.notice(subject, paragraphs)
        ident = hashlib.sha256(f"{subject}|{paragraphs}|{time.isoformat()}".encode()).hexdigest()
        self.site.outbox.post(
            Outgoing(
                kind="notice",
                ident=f"notice.{ident[:20]}",
                time=time,
                sender=settings.address,
                sender_name=settings.name,
                reply_to=settings.address,
                recipient=address,
                recipient_name="moderator",
                subject=text.subject,
                body=text.body,
                game=game.file.id if game else "",
            )
        )

    def _notice(
        self,
        game: StoredGame,
        player: PlayerId,
        about: str,
        topic: str,
        paragraphs: Sequence[str],
        time: datetime,
        answers: str | None = None,
    ) -> None:
        subject = f"[{game.file.id}] {topic[0].upper()}{topic[1:]}"
        marker = self._marker(game, player, about)
        text = self.site.renderer.notice(subject, paragraphs, marker)
        self._post(game, player, "answer" if answers else "notice", about, text, time, answers)

    def has_answered(self, game: StoredGame, player: PlayerId, ident: str) -> bool:
        """Whether a mail, known by its hash, was answered before."""
        token = self.site.secrets.token(self._reader(game, player, about_mail("m", ident)))
        host = domain(self.site.settings.address)
        return self.site.outbox.was_posted(f"<answer.{token}@{host}>")

    def _answer_text(self, game: StoredGame, context: AnswerContext, about: str) -> Text:
        """One mail for all that was asked: orders, help, the position."""
        renderer, asked = self.site.renderer, context.outcome.mail_commands
        status = any(isinstance(c, StatusWanted) for c in asked)
        helps = [help_text(c.topic) for c in asked if isinstance(c, HelpWanted)]
        orders = bool(context.outcome.results or context.problems)
        standing = any(isinstance(c, StandingWanted) for c in asked) or (
            context.check and not orders  # what else could be meant
        )
        number = context.entry or game.last
        position = self._position(game, context.reader, about, number)
        with_plans = replace(position, standing=_own_standing(game, context.reader, number))
        if status and not helps and not orders and not standing:
            return renderer.status(position)
        if standing and not helps and not orders and not status:
            return renderer.standing(with_plans)
        shown = [
            *helps,
            *([renderer.standing_part(with_plans)] if standing else []),
            *([renderer.plain(position)] if status else []),
        ]
        if shown and not orders:
            subject = f"[{game.file.id}] {'Help' if helps else 'Your plans'}"
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
        what: str = "",
    ) -> None:
        """Store a mail; `what` tells it from others about an entry of that number."""
        settings = self.site.settings
        token = self.site.secrets.token(self._reader(game, player, about))
        self.site.outbox.post(
            Outgoing(
                kind=kind,
                ident=f"{kind}.{token}" + (f".{what[:8]}" if what else ""),
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


def _own_standing(game: StoredGame, player: PlayerId, number: int) -> Standing:
    """What the player, and nobody else, has left after an entry."""
    return Standing(game.standing_after(number).of(player))


def _plans_restored(game: StoredGame, player: PlayerId, entry: Entry) -> bool:
    """Whether taking back has changed what the player has left."""
    if entry.back_to is None:
        return False
    before = game.standing_after(entry.number - 1).of(player)
    return before != game.standing_after(entry.number).of(player)
