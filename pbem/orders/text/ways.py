"""Where one place ends and the next begins: `Chennai -> Iran`, `Chennai-Iran`, `Chennai Iran`.

A dash may belong to a name (`East-Africa`), and so may a blank: a text is parted only where both
sides are places, and not at all if it is itself one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pbem.orders.text.clauses import ATTACKS, CLAUSES, MOVERS, OTHER_CLAUSES
from pbem.orders.text.words import NUMBERS, UNITS

_CLAUSE: Final = re.compile(
    r"[ ,](?:as |(?:(?:and|with|to|in|they|it|who|which) ){0,3}(?:an? |the )?)?"
    rf"(?:{'|'.join((*CLAUSES, *ATTACKS, *OTHER_CLAUSES))})(?![^\s,:]).*",
    re.IGNORECASE,
)
#: `Mumbai fleet to Indian Ocean`
_UNIT_BEHIND: Final = re.compile(
    rf"(?: (?:\d{{1,2}}|all|{'|'.join(NUMBERS)}))?"
    rf" (?:{'|'.join(unit for unit in UNITS if len(unit) > 1)})"
    r"(?= (?:->|to |go(?:es)? |moves? |sails? |should |will )|$)",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(
    r" (?:(?:x ?|\* ?)\d{1,2}|\d{1,2} ?x)$"
    rf"|[ :,]{{1,3}}(?:with )?(?:\d+ ?(?:x ?)?|(?:all|{'|'.join(NUMBERS)}) )"
    rf"(?:{'|'.join(unit for unit in UNITS if len(unit) > 1)})$",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(
    rf"(?:(?:{'|'.join(MOVERS)}) )?(?:\d+ ?(?:x )?|(?:all|{'|'.join(NUMBERS)}) )?(?:units? )?"
    r"(?:(?:from|in|at) )?",
    re.IGNORECASE,
)
_LIST: Final = re.compile(r",|&|\+| and | plus | then ", re.IGNORECASE)
#: No two names of places are longer together.
LONGEST: Final = 80

_DASH: Final = re.compile(r" ?[-/] ?")
_AROUND: Final = " .:,-/"
_BLANK: Final = re.compile(" ")


def bare_way(text: str) -> str:
    """A move's text without what stands before and behind its places.

    >>> bare_way("2 units from Chennai to Iran hostile")
    'Chennai to Iran'
    """
    bare = _TIMES.sub("", _CLAUSE.sub("", text).rstrip(" ,"))
    return _UNIT_BEHIND.sub("", _COUNT.sub("", bare, count=1), count=1)


def first_of(text: str) -> str:
    """The first of several places, or moves, that a list joins."""
    return _LIST.split(text, maxsplit=1)[0].strip()


def parted(text: str, is_place: Callable[[str], bool]) -> tuple[tuple[str, str], ...]:
    """Every way to part the text into two places, at a dash; at a blank if there is none.

    >>> parted("East-Africa-Congo", lambda name: name in ("East-Africa", "Congo"))
    (('East-Africa', 'Congo'),)
    """
    if len(text) > LONGEST or is_place(text):
        return ()
    return _at(_DASH, text, is_place) or _at(_BLANK, text, is_place)


def half_known(text: str, is_place: Callable[[str], bool]) -> str:
    """The side of a dash that is no place, beside one that is: `Chenai` of `Chenai-Iran`."""
    if len(text) > LONGEST or is_place(text):
        return ""
    for joint in _DASH.finditer(text):
        sides = text[: joint.start()].strip(), text[joint.end() :].strip()
        known = [side for side in sides if side and is_place(side)]
        if len(known) == 1 and all(sides):
            return next(side for side in sides if side not in known)
    return ""


def _at(
    joint: re.Pattern[str], text: str, is_place: Callable[[str], bool]
) -> tuple[tuple[str, str], ...]:
    cuts = (match.span() for match in joint.finditer(text))
    sides = ((text[:begin].rstrip(_AROUND), text[end:].lstrip(_AROUND)) for begin, end in cuts)
    found = ((a, b) for a, b in sides if a and b and is_place(a) and is_place(b))
    return tuple(dict.fromkeys(found))
