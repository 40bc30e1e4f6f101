"""A moderator's hand: mails in answer to those that the moderator gets."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from support.mails import Desk, new_desk, reply, text_of

TWO_DAYS: dict[str, object] = {"every": "48h", "zone": "Europe/Athens", "missed": "default"}


@dataclass
class Chair:
    """The moderator of a desk's games; `address` before the @."""

    desk: Desk
    address: str = "mod"

    @property
    def welcome(self) -> EmailMessage:
        """The first mail to the moderator."""
        return self.desk.mailbox(self.address)[0]

    def write(self, text: str, answered: EmailMessage | None = None, **more: str) -> str:
        """Write in answer to a mail; the answer in plain words, all blanks alike."""
        self.send(text, answered, **more)
        return flat(text_of(self.desk.answers(self.address)[-1]))

    def send(self, text: str, answered: EmailMessage | None = None, **more: str) -> list[str]:
        """The same; what became of the mail."""
        self.desk.sent += 1
        ident = f"<mod{self.desk.sent}@mail.example.test>"
        raw = reply(answered or self.welcome, text, ident, **more)
        done = self.desk.send(raw)
        assert done.troubles == []
        return [str(handled.fate) for _, handled in done.handled]


def flat(text: str) -> str:
    """Text with all blanks alike."""
    return " ".join(text.split())


def chaired(folder: Path, variants: tuple[str, ...] = (), **terms: object) -> Chair:
    """A desk with a moderator."""
    settings: dict[str, object] = {"moderator": "mod@example.test"}
    deadlines = {**TWO_DAYS, **terms}
    return Chair(new_desk(folder, variants=variants, deadlines=deadlines, settings=settings))
