"""What a command of the mail may ask for, and how it answers.

A command that is answered is a `Wish`; its `answer` tells a `Desk` what the sender gets. Whoever
has the mails implements the desk. So a new command is one module, `verbs/mail/<command>.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.orders.verbs.person.choices import Choices


class Desk(Protocol):
    """The sender's counter: what may be asked for, and what is answered in the one mail.

    What is told or shown stands in the answer in the order in which that was done.
    """

    @property
    def game(self) -> str:
        """The id of the game that the mail is about."""

    @property
    def player(self) -> PlayerId:
        """The seat of the sender."""

    @property
    def now(self) -> datetime:
        """When the mail is answered, in UTC: the same when the answer is made again."""

    @property
    def resent(self) -> int:
        """How many earlier mails are sent to the sender once more."""

    @property
    def only_checks(self) -> bool:
        """Whether the mail only asks what would happen: nothing of it is carried out."""

    @property
    def choices(self) -> Choices:
        """What the sender's settings can be."""

    def tell(self, *sentences: Message) -> None:
        """A paragraph of plain sentences."""

    def show_position(self) -> None:
        """The position, as a report shows it."""

    def show_map(self) -> None:
        """What stands where."""

    def show_history(self, turn: int | None) -> None:
        """A turn with how it began, or the last turns in short."""

    def show_kept(self) -> None:
        """What the sender has left ahead of time; nothing of it if the sender only stands in."""

    def show_help(self, topic: str | None) -> None:
        """A page of the help, see `manual.help_page`."""

    def show_rules(self, section: str) -> None:
        """The rules, or of them a section (`5`) or a rule (`5.9`); "" is all."""

    def show_settings(self) -> None:
        """What the sender has set about mails, as it holds now, and how to change it."""

    def tell_of(self, visit: Wish) -> None:
        """What came of a command about the site's games, see `joining.visit`."""


@dataclass(frozen=True, slots=True)
class MailCommand:
    """What a mail says to the processor besides orders."""


@dataclass(frozen=True, slots=True)
class Wish(MailCommand):
    """A command that is answered, and changes nothing."""

    def answer(self, desk: Desk) -> None:
        """Say what the sender gets."""
        raise NotImplementedError
