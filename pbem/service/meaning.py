"""What a mail means to the game as it is: a yes, a trial, an answer to an old question."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from pbem.board.ids import NationId, PlayerId
from pbem.mail.read import Mail
from pbem.orders.mailcommands import Check
from pbem.orders.submission import Outcome
from pbem.orders.words import head
from pbem.rules.state import Ask
from pbem.service.sender import Sender
from pbem.store import clock
from pbem.store.game import StoredGame

_YES: Final = frozenset(
    {
        "yes", "y", "yep", "ok", "okay", "confirm", "confirmed", "ja", "jo", "oui", "si", "sí",
        "sì", "sim", "ναι", "da", "да", "tak", "evet", "kyllä",
    }
)  # fmt: skip
"""An answer that begins so confirms; so does an empty one. A note of absence does neither."""


def says_yes(text: str) -> bool:
    """Whether the new text of an answer confirms: nothing at all, or a yes.

    >>> says_yes("Yes, that is me."), says_yes(""), says_yes("No!"), says_yes("I am on holiday.")
    (True, True, False, False)
    """
    words = re.findall(r"\w+", text.casefold())
    return not words or words[0] in _YES


def mail_hash(raw: bytes, mail: Mail) -> str:
    """What tells a mail from all others, in hexadecimal: its Message-ID and its body.

    Trace headers do not count: the same mail on two ways is the same mail. Without a Message-ID
    sender, date and subject stand for it.
    """
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2].rstrip()
    date = mail.date.isoformat() if mail.date else ""
    head = mail.message_id or f"{mail.sender}|{date}|{mail.subject}"
    return hashlib.sha256(f"{head}\n".encode() + body).hexdigest()


def only_checks(outcome: Outcome) -> bool:
    """Whether the sender only wants to know what would happen."""
    return any(isinstance(c, Check) for c in outcome.mail_commands)


def joins(game: StoredGame, player: PlayerId, orders: Sequence[str]) -> bool:
    """Whether a mail says `JOIN [<game>] [AS <player>]`, and does not only want to try."""
    form = rf"join( {re.escape(game.file.id)})?( as {re.escape(player)})?[.!]*"
    said = [" ".join(order.split()) for order in orders]
    wants = any(re.fullmatch(form, one, re.IGNORECASE) for one in said)
    return wants and not any(head(one)[0] == "CHECK" for one in said)


def is_stand_in_asked(game: StoredGame, player: PlayerId) -> bool:
    """Whether the player's stand-in is asked now."""
    question = clock.open_question(game)
    asked = question is not None and question.player == player
    return question is not None and asked and clock.is_stood_in(game, question)


def only_answers(game: StoredGame, outcome: Outcome) -> bool:
    """Whether these orders of a stand-in answer the question that is open, and do no more."""
    answers = outcome.state.asking != game.state.asking or only_checks(outcome)
    return answers and len(outcome.orders) == 1 and not outcome.ahead


def asks_something_else(sender: Sender) -> bool:
    """Whether the report that a mail answers asked something else than is asked now."""
    game = sender.game
    if not sender.about.isdigit() or int(sender.about) > game.last:
        return False
    then, now = game.state_after(int(sender.about)), game.state
    return (then.turn, then.pending[:1]) != (now.turn, now.pending[:1])


def old_turn(sender: Sender) -> NationId | None:
    """The nation whose turn the report asked the player for that a mail answers, if it is over."""
    if not asks_something_else(sender):
        return None
    asked = sender.game.state_after(int(sender.about)).pending[:1]
    mine = bool(asked) and asked[0].kind is Ask.TURN and asked[0].player == sender.player
    return asked[0].nation if mine else None
