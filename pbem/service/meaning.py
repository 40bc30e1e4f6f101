"""What a mail means to the game as it is: a trial, a wish to join, an answer to which mail."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise, takewhile
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import say
from pbem.mail.identity import entry_told
from pbem.mail.read import Mail
from pbem.orders.reader.scan import scan
from pbem.orders.submission import Outcome
from pbem.orders.text.words import head
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.game import GameIs
from pbem.service.sender import Sender
from pbem.store import clock
from pbem.store.game import StoredGame

#: Of what a mail says beside its orders so much is looked at.
MOST_LINES = 50
LONGEST = 160
_GAME_WORDS = re.compile(r"[a-z0-9-]*[a-z0-9]")
_BETWEEN = frozenset({"is", "called", "named", "id", "my", "the"})

MOST_KEPT: Final = 20_000
"""Characters of a mail's text that the journal keeps."""


NO_STAND_IN: Final = say(
    "As a stand-in you can answer the question that you were asked, as long as it is open, and "
    "nothing else; so nothing of this mail is carried out."
)


def only_checks(outcome: Outcome) -> bool:
    """Whether the sender only wants to know what would happen."""
    return any(isinstance(c, Check) for c in outcome.mail_commands)


def without_ballast(mail: Mail, headings: Collection[str], places: Collection[str]) -> Mail:
    """The mail as the journal can keep it: of a long text only what counts; not what is too long.

    Every later opening of the game reads the whole journal.
    """
    if len(mail.text) <= MOST_KEPT:
        return mail
    lines = scan(mail.text, headings, places, mail.called).lines
    text = "\n".join(line.text for line in lines)
    if len(text) <= MOST_KEPT:
        return replace(mail, text=text)
    problem = say(
        "Your orders are too long; please write no more than {number} characters.",
        number=MOST_KEPT,
    )
    return replace(mail, text="", orders=(), problems=mail.problems or (problem,))


def other_game(outcome: Outcome, ignored: Sequence[str], own: str, there: Collection[str]) -> str:
    """Another game that a mail says it is for; "" if it says none.

    `GAME` says so, and so does a sentence that names another game of the site: "for game eu2:".
    """
    for command in outcome.mail_commands:
        if isinstance(command, GameIs) and command.id.lower() != own:
            return command.id
    for line in ignored[:MOST_LINES]:
        words = [w for w in _GAME_WORDS.findall(line[:LONGEST].casefold()) if w not in _BETWEEN]
        pairs = set(pairwise(words))
        for ident in there:
            if ident != own and pairs & {("game", ident), (ident, "game")}:
                return ident
    return ""


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


def entry_answered(sender: Sender) -> int | None:
    """The entry of whose position the mail told that was answered; None if that is not known."""
    told = entry_told(sender.about)
    if told is not None or not sender.about:
        return told
    # older versions have sent answers that do not say it: the entry that they have led to does
    led_to = (
        e.number for e, _ in sender.game.entries if (e.mail or "").startswith(sender.about[1:])
    )
    return next(led_to, None)


def entry_at(game: StoredGame, came: datetime) -> int:
    """The last entry that there was when a mail came in; 0 if there was none.

    :param came: in whole seconds, cut off
    """
    times = (entry.time for entry, _ in reversed(game.entries))
    later = takewhile(lambda time: time >= came + timedelta(seconds=1), times)
    return game.last - sum(1 for _ in later)
