"""The questions that a YES answers: is this mail yours, are these your orders."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.mail.read import Mail
from pbem.service.asking.confirming import Word, said
from pbem.service.asking.held import Held, HeldMails
from pbem.service.deciding.meaning import entry_at
from pbem.service.site.site import Site
from pbem.service.telling.postman import Postman
from pbem.service.who.sender import Sender, person_of


class Questions:
    """Of each answer to one: what it says, and about which mail.

    All senders here answer a question: what their mail was about begins with `c`.
    """

    def __init__(self, site: Site, postman: Postman, held: HeldMails) -> None:
        self._site = site
        self._postman = postman
        self._held = held

    def word(self, sender: Sender, mail: Mail) -> Word:
        """What an answer says."""
        names = (sender.player, person_of(sender), self._site.settings.name, *mail.called)
        code = self._postman.code_of(sender.game, sender.player, sender.about)
        return said(mail.text, names, code)

    def held(self, sender: Sender) -> Held | None:
        """The mail that was asked about, if it still waits."""
        return self._held.find(sender.about[1:], sender.game.file.id, _seat(sender))

    def note_no(self, sender: Sender, mail: Mail, ident: str) -> None:
        """After a NO the mail that was asked about waits no more.

        :param ident: the hash of the answer
        """
        held = self.held(sender)
        if held is not None and self.word(sender, mail) is Word.NO:
            self._held.finish(held, ident)

    def was_answered_by(self, sender: Sender, ident: str) -> bool:
        """Whether an answer of that hash has ended the wait."""
        return self._held.was_answered_by(sender.about[1:], ident)

    def tell_unconfirmed(self, sender: Sender, mail: Mail, ident: str, now: datetime) -> None:
        """Tell what an answer that confirms nothing has come to; a NO is noted."""
        # a killed one may have noted it before it told
        waits = self.held(sender) is not None or self.was_answered_by(sender, ident)
        self.note_no(sender, mail, ident)
        word = self.word(sender, mail)
        self._postman.tell_unconfirmed(
            sender.game, sender.player, mail, ident, now, word, waits=waits
        )

    def as_of(self, sender: Sender) -> Sender:
        """Whoever answers with other orders knew the position of when the question came."""
        held = self._held.asked_about(sender.about[1:], sender.game.file.id, _seat(sender))
        return replace(sender, about=str(entry_at(sender.game, held.came))) if held else sender


def is_asked(sender: Sender) -> bool:
    """Whether somebody answers such a question."""
    return sender.about.startswith("c")


def _seat(sender: Sender) -> int:
    return sender.game.file.players.index(sender.player)
