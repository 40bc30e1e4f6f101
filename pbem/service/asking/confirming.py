"""Whether an answer confirms what its mail asked (order language, section 5).

Only the word alone does, with a name or a greeting, or the code of the question on a line of its
own: a note of absence may begin with a yes in some language, and whoever is confirmed by mistake
plays for ever. No machine writes the code alone, so that a signature may stand below it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from enum import Enum
from typing import Final

from pbem.orders.verbs.meant import is_yes_or_no

LONGEST: Final = 400
"""Characters of an answer that may confirm."""

YES: Final = frozenset(
    {
        "yes", "y", "yep", "yeah", "ok", "okay", "confirm", "confirmed", "ja", "jo", "oui", "si",
        "sì", "sí", "sim", "ναι", "ναί", "da", "да", "tak", "evet", "kyllä", "igen", "ano",
    }
)  # fmt: skip
NO: Final = frozenset(
    {
        "no", "n", "nope", "nein", "non", "não", "όχι", "οχι", "нет", "nie", "hayır", "ei", "nem",
        "ne", "nej", "nee",
    }
)  # fmt: skip
_COURTESY: Final = frozenset(
    {
        "hi", "hello", "hey", "dear", "good", "morning", "day", "evening", "hallo", "guten", "tag",
        "moin", "liebe", "lieber", "servus", "salut", "bonjour", "bonsoir", "hola", "ciao",
        "buongiorno", "γεια", "γειά", "σας", "καλημέρα", "καλησπέρα", "szia", "sziasztok", "ahoj",
        "dobrý", "den", "hei", "hej", "all",
        "please", "pls", "thanks", "thank", "you", "thx", "many", "regards", "best", "kind", "warm",
        "cheers", "bye", "bitte", "danke", "dank", "vielen", "gruß", "grüße", "viele",
        "beste", "lg", "mfg", "vg", "merci", "cordialement", "gracias", "saludos", "grazie",
        "saluti", "gràcies", "ευχαριστώ", "ευχαριστω", "köszönöm", "üdv", "díky", "děkuji",
    }
)  # fmt: skip


class Word(Enum):
    """What an answer says to a question for a yes."""

    YES = "yes"
    NO = "no"
    NEITHER = "neither"


def said(text: str, names: Iterable[str] = (), code: str = "") -> Word:
    """What the new text of an answer says, if it says nothing else.

    :param names: of whom the answer may be, and of whom it may greet
    :param code: that of the question, which confirms like a yes

    >>> said("Hello,\\nyes please!\\nAnn", ["Ann"]), said("No."), said("1a2b3c4d", code="1a2b3c4d")
    (<Word.YES: 'yes'>, <Word.NO: 'no'>, <Word.YES: 'yes'>)
    >>> said("Yes, that is NOT mine"), said("Ok, who is that?"), said("")
    (<Word.NEITHER: 'neither'>, <Word.NEITHER: 'neither'>, <Word.NEITHER: 'neither'>)
    """
    known = _COURTESY | {word for name in names for word in _words(name)}
    code = code.casefold()
    if code and any(_is_code(line, code, known) for line in text.split("\n")):
        return Word.YES
    if len(text) > LONGEST or "?" in text:
        return Word.NEITHER
    left = set(_words(text)) - known
    for meant, answers in ((Word.YES, YES), (Word.NO, NO)):
        if left and left <= answers:
            return meant
    return Word.NEITHER


def says_yes_or_no(orders: Iterable[str]) -> bool:
    """Whether a yes or no is among the lines of an answer that confirms nothing.

    It is meant for the question of its mail, and must not answer one of the game.
    """
    return any(map(is_yes_or_no, orders))


def _is_code(line: str, code: str, known: Collection[str]) -> bool:
    """Whether a line holds the code of a question, and nothing else but a yes."""
    if len(line) > LONGEST or "?" in line:
        return False
    return {code} <= (set(_words(line)) - set(known)) <= YES | {code}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())
