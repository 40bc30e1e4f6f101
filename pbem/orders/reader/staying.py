"""Units that stay: "all other fleets stay put" is no order, for they stay unless one moves them."""

from __future__ import annotations

import re
from typing import Final

from pbem.ground.fold import fold
from pbem.orders.reader.looks import Looks
from pbem.orders.text.words import NUMBERS, UNITS, word_set

LONGEST: Final = 120

_STAY: Final = word_set("stay stays remain remains hold holds staying remaining")
_STEMS: Final = re.compile("stay|remain|hold|move", re.IGNORECASE)
_NOBODY: Final = re.compile(
    r"(?:and )?(?:nobody|nothing|no ?one"
    r"|no (?:other )?(?:units?|army|armies|fleets?|troops|ships)) "
    r"(?:else )?moves?|(?:and )?no (?:other |further |more )?(?:moves|movements?)",
    re.IGNORECASE,
)
_DO_NOT_MOVE: Final = re.compile(r"\b(?:do not|don't|does not|doesn't|will not|won't) move\b", re.I)
_WHERE: Final = re.compile(r"\bwhere (?:they are|it is|he is|they stand)\b", re.IGNORECASE)
_BESIDES: Final = (
    word_set("""
        the all my our of other others rest everything everybody everyone else unit units piece
        pieces in at put there here is its still place position and will should
        idle quiet both every s home port
        """)
    | frozenset(NUMBERS)
    | frozenset(UNITS)
)
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
NAME_WORDS: Final = 4
SHORTEST: Final = 4


def stays(text: str, looks: Looks) -> bool:
    """Whether a text says of units that they stay, and nothing else.

    >>> looks = Looks(frozenset(), frozenset({"hamburg"}))
    >>> [stays(t, looks) for t in ("fleet Hamburg stays put", "nobody moves", "stay peaceful")]
    [True, True, False]
    """
    if len(text) > LONGEST or not _STEMS.search(text) or text.rstrip().endswith("?"):
        return False
    plain = text.strip(" ,.!")
    if _NOBODY.fullmatch(plain):
        return True
    plain = _WHERE.sub("", _DO_NOT_MOVE.sub("stay", plain))
    words = [word.lower() for word in _WORD.findall(plain)]
    if sum(word in _STAY for word in words) != 1 or len(words) < 2:
        return False
    at = named = 0
    while at < len(words):
        if words[at] in _STAY or words[at] in _BESIDES or words[at].isdigit():
            at += 1
            continue
        sizes = range(min(NAME_WORDS, len(words) - at), 0, -1)
        names = ((n, fold("".join(words[at : at + n]))) for n in sizes)
        size = next((n for n, name in names if len(name) >= SHORTEST and name in looks.places), 0)
        if not size:
            return False
        at, named = at + size, named + 1
    return named <= 1
