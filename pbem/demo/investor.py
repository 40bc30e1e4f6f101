"""The demo's automatic investor: it decides from what is legal, and answers its mails by mail.

What it orders is up to `orders.ahead.deputy`, which also plays for those who do not answer. It
looks at the table as a person looks at a board: the position, and nothing that is hidden. When to
write, and to whom, it knows from its mailbox. Chance comes from the seed and the mail's own id, so
that a mail is always answered in the same way.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.mail.maildir import Maildir
from pbem.orders.ahead.deputy import Manner, decide
from pbem.orders.verbs.written import format_command
from pbem.rules.state import State

MISTAKES = 0.02


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail from the site."""

    path: Path
    message: EmailMessage
    body: str

    @property
    def ident(self) -> str:
        """Its Message-ID."""
        return str(self.message["Message-ID"]).strip()

    @property
    def is_report(self) -> bool:
        """Whether it is a report, not an answer; a mail program would show it by the subject."""
        return self.ident.startswith("<report.")

    @property
    def speaks_of_the_game(self) -> bool:
        """Whether orders may be written in an answer to it."""
        return self.is_report or self.ident.startswith("<answer.")


@dataclass(frozen=True, slots=True)
class Table:
    """The board on the table: the game, and where everything stands now."""

    game: Game
    state: State


Ahead = Callable[[Table, PlayerId, Sequence[str], random.Random], list[str]]
"""From the position, the player and the orders that are sent: the lines for later."""


class AutomaticInvestor:
    """A player of the demo.

    :param mailbox: where the player's mails arrive
    :param look: shows the table
    :param seed: of the demo
    :param ahead: what is sent along for later, if anything
    """

    def __init__(
        self,
        player: PlayerId,
        mailbox: Maildir,
        look: Callable[[], Table],
        seed: int,
        ahead: Ahead | None = None,
    ) -> None:
        self.player = player
        self.mailbox = mailbox
        self.look = look
        self.seed = seed
        self.ahead = ahead

    def read_and_write(self, inbox: Maildir) -> bool:
        """Read what is new; answer it into the site's inbox if anything is asked. Wrote it?"""
        fresh = [_letter(path) for path in self.mailbox.new()]
        about = [letter for letter in fresh if letter.speaks_of_the_game]
        wrote = bool(about) and self._write(inbox, _newest(about))
        for letter in fresh:
            self.mailbox.finish(letter.path)
        return wrote

    def _write(self, inbox: Maildir, asking: Letter) -> bool:
        """Answer, if the player is asked now."""
        table = self.look()
        pending = table.state.pending
        if not pending or pending[0].player != self.player:
            return False
        chance = random.Random(f"{self.seed} {asking.ident}")
        order = decide(table.game, table.state, pending[0], str(chance.random()), Manner.SPIRITED)
        orders = format_command(table.game.board, order).split("\n")
        if asking.is_report and chance.random() < MISTAKES:
            orders = _mistaken(orders, chance)
        if self.ahead:
            orders += self.ahead(table, self.player, orders, chance)
        answer = _reply(asking, self.player, orders)
        sent = int(answer["Date"].datetime.timestamp())
        ident = hashlib.sha256(asking.ident.encode()).hexdigest()[:16]
        inbox.put(f"{sent}.{ident}.demo", answer.as_bytes())
        return True


def _newest(letters: Sequence[Letter]) -> Letter:
    """The one that tells of the newest position: of one moment's mails, the report."""
    return max(letters, key=lambda found: (found.message["Date"].datetime, found.is_report))


def _letter(path: Path) -> Letter:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    text = message.get_body(("plain",))
    assert text is not None
    return Letter(path, message, text.get_content().replace("\r\n", "\n"))


def _reply(asking: Letter, player: PlayerId, orders: Sequence[str]) -> EmailMessage:
    """The answer as a mail program makes it: orders on top, the report quoted below."""
    reply = EmailMessage(policy=policy.SMTP.clone(max_line_length=998))
    after = timedelta(minutes=20)
    reply["Date"] = format_datetime(asking.message["Date"].datetime + after)
    reply["From"] = str(asking.message["To"])
    reply["To"] = str(asking.message["Reply-To"])
    reply["Subject"] = "Re: " + str(asking.message["Subject"])
    ident = hashlib.sha256(f"{asking.ident} 0".encode()).hexdigest()[:20]
    reply["Message-ID"] = f"<{ident}@mail.example.test>"
    reply["In-Reply-To"] = asking.ident
    reply["References"] = f"{asking.message['References'] or ''} {asking.ident}".strip()
    quoted = "\n".join(f"> {line}".rstrip() for line in asking.body.rstrip().split("\n"))
    text = "\n".join(orders) + f"\n\n{player}\n\nOn that day, pbem wrote:\n{quoted}\n"
    reply.set_content(text, cte="7bit" if text.isascii() else "quoted-printable")
    return reply


def _mistaken(orders: Sequence[str], chance: random.Random) -> list[str]:
    """Orders with a slip, as people make them: a letter too many, or a wrong word."""
    first = orders[0]
    at = chance.randrange(len(first) // 2, len(first))
    return [f"{first[:at]}x{first[at:]}", *orders[1:]]
