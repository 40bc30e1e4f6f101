"""What an answer says to the question of its mail: is this mail yours, are these your orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from pbem.mail.identity import Purpose
from pbem.service.asking.answered import entry_at
from pbem.service.asking.confirming import Word, said
from pbem.service.asking.held import HeldMail, HeldMails
from pbem.service.reading.received import Received, Vocabulary, received
from pbem.service.site.site import Site
from pbem.service.site.tokens import marker_of
from pbem.service.who.identify import learned_address, person_of, who_wrote
from pbem.service.who.senders import Sender, Unconfirmed, Who


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A mail that has waited, and whose orders a YES carries out.

    sender: who has written it, and which of our mails it answers
    learned: the address that it came from, if it is to be known from now on; else ""
    """

    received: Received
    sender: Sender
    learned: str


@dataclass(frozen=True, slots=True)
class AnswerSaid:
    """What an answer says, and about which mail.

    held: the mail that was asked about, if it still waits
    asked: the same, whether it waits or not; None if it is not here
    ended: whether this very answer has ended the wait before
    confirmed: what is to be carried out, after a YES
    """

    word: Word
    held: HeldMail | None
    asked: HeldMail | None
    ended: bool
    confirmed: Confirmed | None = None

    def as_of(self, sender: Sender) -> Sender:
        """Whoever answers with other orders knew the position of when the question came."""
        if self.asked is None:
            return sender
        return replace(sender, about=str(entry_at(sender.game, self.asked.came)))


def answer_to_question(
    site: Site, waiting: HeldMails, words: Vocabulary, mail: Received, who: Who, now: datetime
) -> AnswerSaid | None:
    """What a mail says to the question that its sender was asked; None if it answers none."""
    if not isinstance(who, Sender) or who.purpose is not Purpose.CONFIRM:
        return None
    game, player, about = who.game, who.player, who.about
    seat, digest = game.file.players.index(player), about[1:]
    names = (player, person_of(who), site.settings.name, *mail.mail.called)
    word = said(mail.mail.text, names, marker_of(site, game, player, about))
    held = waiting.find(digest, game.file.id, seat)
    return AnswerSaid(
        word,
        held,
        held or waiting.asked_about(digest, game.file.id, seat),
        waiting.was_answered_by(digest, mail.ident),
        _confirmed(site, words, who, held, now) if word is Word.YES and held is not None else None,
    )


def _confirmed(
    site: Site, words: Vocabulary, owner: Sender, held: HeldMail, now: datetime
) -> Confirmed:
    """A mail that has waited, as its owner has written it."""
    mail = received(words, held.raw, held.came)
    who = who_wrote(site, mail.mail, words.headings, now)
    sender = owner if held.entry is None else replace(owner, about=str(held.entry))
    learned = learned_address(site, owner, mail.mail)
    if isinstance(who, Unconfirmed) and learned:
        who = who.sender  # the address is known from now on
    if isinstance(who, Sender) and (who.game, who.player) == (sender.game, sender.player):
        sender = who
    if mail.mail.doubtful:
        meant = mail.mail.doubtful
        text = replace(mail.mail, text="\n".join(meant), orders=meant, doubtful=(), problems=())
        mail = replace(mail, mail=text, same=words.same(held.raw, text))
    return Confirmed(mail, sender, learned)
