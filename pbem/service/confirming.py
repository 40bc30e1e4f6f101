"""Whether an answer confirms what its mail asked (ORDERS.md, section 5).

Only the word alone does, with a name or a greeting, or the code of the question: a note of absence
may begin with a yes in some language, and whoever is confirmed by mistake plays for ever.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum
from typing import Final

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
    if len(text) > LONGEST or "?" in text:
        return Word.NEITHER
    words = set(_words(text))
    known = {word for name in names for word in _words(name)}
    left = words - _COURTESY - known
    for meant, answers in ((Word.YES, YES | {code.casefold()}), (Word.NO, NO)):
        if left and left <= answers:
            return meant
    return Word.NEITHER


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())
