"""The commands of the mail itself (ORDERS.md, section 8)."""

from __future__ import annotations

import re

from pbem.ground.errors import SyntaxRefusal
from pbem.orders.text.vocabulary import forms
from pbem.orders.text.words import head, nothing_after, number
from pbem.orders.verbs.mailcommands import (
    Check,
    ForTurn,
    GameIs,
    HelpWanted,
    Key,
    MailCommand,
    StandingWanted,
    StatusWanted,
)

LAST_TURN = 9999


def parse_mail_command(text: str) -> MailCommand:
    """A command of the mail itself.

    :raises SyntaxRefusal: `incomplete`, `not-understood`, `bad-number`; never shows a key
    """
    word, rest = head(text)
    match word:
        case "GAME":
            return GameIs(_one_word(word, rest))
        case "KEY":
            return Key(_one_word(word, _without_marks(rest)))
        case "FOR":
            turn = re.fullmatch(r"turn\W*(\d+)\W*", rest, re.IGNORECASE)
            if not turn:
                raise SyntaxRefusal("incomplete", "For which turn?", legal=forms("FOR"))
            return ForTurn(number(turn[1], "turns", LAST_TURN))
        case "CHECK":
            nothing_after(word, rest, forms("CHECK"))
            return Check()
        case "STATUS":
            nothing_after(word, rest, forms("STATUS"))
            return StatusWanted()
        case "SHOW":
            if rest.upper() != "STANDING":
                raise SyntaxRefusal("incomplete", "Show what?", legal=forms("SHOW"))
            return StandingWanted()
    return HelpWanted(rest.upper() or None)


def _without_marks(word: str) -> str:
    """The word without the quotes or brackets in which some write it, as in `KEY <word>`."""
    return word.strip(" \"'`<>()[]{}*")


def _one_word(word: str, rest: str) -> str:
    if not rest or " " in rest:
        raise SyntaxRefusal("incomplete", f"Exactly one word follows {word}.", legal=forms(word))
    return rest
