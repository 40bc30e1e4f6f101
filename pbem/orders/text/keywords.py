"""What an order line looks like at its beginning, derived from the words of the language.

Every word of `vocabulary.VERBS` and `later.LATER` begins an order, whatever follows it, unless
people use it in a sentence too (`PASS`, `LET`, `IF`): for those `_FOLLOWS` says what an order has
behind them. That tells "INVEST 9 IN China" from "If you ask me"; whether it is legal or even
complete is the parser's work. A word that is added to the vocabulary and forgotten here is
recognised everywhere, so that no order is ever taken for prose.
"""

from __future__ import annotations

import re
from typing import Final

from pbem.orders.text.vocabulary import ATTACKS, BEHIND_YES_NO, MOVERS, SHORT, SPELLINGS, Kind
from pbem.orders.text.words import LOOSE_UNITS, NUMBERS, UNITS
from pbem.orders.verbs.later import LATER

#: How many units (ORDERS.md, section 3), and a unit.
_COUNT: Final = rf"(?:\d+ ?(?:X )?|(?:ALL|{'|'.join(NUMBERS).upper()}) )"
_UNIT: Final = rf"(?:{'|'.join(UNITS).upper()})"
_OWN_UNIT: Final = rf"(?:{'|'.join(unit.upper() for unit in UNITS if unit not in LOOSE_UNITS)})"
#: What separates a move's places, after `clean`.
_TO: Final = r"(?:->|TO\b)"
#: The first word of a nation; whoever uses the form checks it against the nations' names.
_NATION: Final = r"(?P<nation>[^\s:,]+)"
#: Up to three words, as in the name of a canal or of a player.
_NAME: Final = r"\S+(?: \S+){0,2}"
_THEM: Final = r"(?:IT|THEM|HIM|HER)"
_CLAUSES: Final = (
    rf"(?:,? (?:AND |WITH )?(?:VIA|FIGHT|{'|'.join(ATTACKS)}|HOSTILE|FRIENDLY|PEACE)\b.*)?"
)
_FIGHTS: Final = (
    rf"(?:THE |AGAINST )?{_NATION}.*", rf"(?:{_UNIT} ?)?(?:\d+ ?)?(?:{_UNIT} ?)?(?:IN .+)?",
    rf"(?:{_THEM}|BACK)(?: IN .+)?",
    rf"WITH (?:\d+|{'|'.join(NUMBERS).upper()})(?: {_UNIT})?",
)  # fmt: skip
_MOVES: Final = (rf"\S.*{_TO}.+", r"\S.*-.*")
_STANDS: Final = (rf"{_NAME}", r"\S.*->.+", rf"{_NAME} TO {_NAME}{_CLAUSES}")
_CLOSED: Final = (r"PLEASE", "")

#: What follows a word that is also one of a letter; "" is nothing. For other spellings of an order
#: the entry of its word counts, if there is one.
_FOLLOWS: Final[dict[str, tuple[str, ...]]] = {
    # 2. A nation's turn
    "BUILD": ("", _NAME, r".*\b(?:IN|AT) .+"),
    "BUILDS": ("", _NAME, r".*\b(?:IN|AT) .+"),
    "BUILDING": ("", _NAME, r".*\b(?:IN|AT) .+"),
    "PRODUCES": ("", r"(?:IN|AT|ALL|NONE|EXCEPT)\b.*", "[AB]"),
    "PRODUCING": ("", r"(?:IN|AT|ALL|NONE|EXCEPT)\b.*", "[AB]"),
    "IMPORTS": ("", rf"{_COUNT}?{_UNIT}\b.*", "NONE"),
    "IMPORTING": ("", rf"{_COUNT}?{_UNIT}\b.*", "NONE"),
    "TAX": ("",),
    "TAXES": ("",),
    # 3. Maneuver lines
    "ARMY": _STANDS,
    "FLEET": _STANDS,
    **dict.fromkeys(MOVERS, _MOVES),
    "STATUS": ("", rf"{_COUNT}?{_UNIT} .*", r".*\b(?:HOSTILE|FRIENDLY)"),
    "DESTROY": (r"\S.*",),
    "FLAGS": (r"\S.*",),
    "FIGHT": _FIGHTS,
    # 4. Investing
    "BUY": (r"(?:AN? |THE )?\S*\d.*", rf"{_NATION}(?: \S+)? \d+\S*"),
    "UPGRADE": (r"\S*\d.*", rf"{_NATION}.* \d+\S* (?:->|TO) .+"),
    "PASS": ("", rf"{_NATION}(?: \S+)?"),
    # 5. Answers to questions
    "PEACE": ("", "IN .+", rf"WITH {_NATION}.*"),
    "ALLOW": ("", _NAME, rf"{_THEM} TO .+"),
    "DENY": ("", _NAME, rf"{_THEM} TO .+"),
    "FORCE": ("", rf"{_NATION}(?: \S+)?(?: TO STOP)?", rf"{_THEM}(?: TO STOP)?"),
    "LET": ("PASS", rf"{_NATION}.* PASS", rf"{_THEM} (?:PASS|THROUGH)"),
    "YES": ("", *BEHIND_YES_NO["YES"]),
    "OK": _CLOSED,
    "OKAY": _CLOSED,
    "NO": ("", *BEHIND_YES_NO["NO"]),
    "NONE": ("", *BEHIND_YES_NO["NONE"]),
    # 6. At any time
    "GIVE": (
        rf"-?\d+\S* (?:MIO |MILLIONS? )?(?:{_TO} ?)?.+",
        rf"{_NATION}(?: \S+){{0,2}} \d+\S*(?: (?:MIO|MILLIONS?|M))?(?: FROM .*)?",
    ),
    # 7. Ahead of time (ELSE is the lexer's own: what follows it must be an order itself)
    "ELSE": ("",),
    "IF": (
        r"(?:NOT |\()*(?:TREASURY|CASH|POWER|BOND|GOVERNMENT|UNITS|INVESTOR CARD)\b.*",
        rf"(?:NOT |\()*{_NATION}(?: \S+)? ON .*",
    ),
    "WHEN": (r"INVESTING\b.*",),
    "CANAL": (r".*\b(?:ALLOW|DENY|ASK)\b.*",),
    "SWISS": (r"(?:FORCE|PASS|ASK)\b.*",),
    "SHOW": ("STANDING",),
    "CANCEL": (r"INVESTING|WHEN INVESTING|ALL|EVERYTHING|ABSENCES?", rf"{_NATION}(?: \S+)?"),
    # 8. Commands of the mail itself
    "GAME": ("", r"\S+"),
    "FOR": (r"TURN\b.*",),
    "KEY": ("", r"\S+"),
    "CHECK": ("",),
    "HELP": (r"(?:\S+(?: \S+)?)?",),
    "ABSENCE": (r".*\d.*",),
    "EXTEND": (r"\d+.*",),
    "SET": (r"(?:LANGUAGE|TIMEZONE)\b.*",),
    "HISTORY": (r"(?:(?:TURN )?\d+)?",),
    "MAP": ("",),
    "RULES": (r"(?:[\d.]+)?",),
    "LIST": ("",),
    "PRESS": (rf"(?:ANONYMOUS )?{_TO} ?\S.*",),
    "ANONYMOUS": (rf"PRESS {_TO} ?\S.*",),
    "BROADCAST": ("",),
    "JOIN": (r"(?:\S+(?: AS .+)?)?",),
    "OBSERVE": (r"\S+",),
    "RESIGN": ("",),
    # 8. A moderator's commands
    "PAUSE": ("",),
    "RESUME": ("",),
    "DEADLINE": (r".*\d.*",),
    "UNDO": (r"\d*",),
    "PROCESS": (r"FOR TURN\b.*",),
    "REPLACE": (r"\S+.* (?:BY|WITH) .+",),
    "AS": (r"(?!)",),  # see `HEADINGS`
}


def _follows(word: str) -> tuple[str, ...]:
    """What may follow that spelling; everything if it is a word of no letter."""
    verb = SPELLINGS.get(word)
    return _FOLLOWS.get(word) or _FOLLOWS.get(verb.word if verb else word) or (".*",)


FORMS: Final[dict[str, tuple[re.Pattern[str], ...]]] = {
    word: tuple(re.compile(form) for form in _follows(word)) for word in (*SPELLINGS, *LATER)
}
"""The first word of an order, in upper case -> the forms of what stands behind it (and behind a
colon), each of which the whole rest must match.

A group called `nation` must be the beginning of a nation's name.
"""

UNIT_FORMS: Final[tuple[re.Pattern[str], ...]] = tuple(
    re.compile(form)
    for form in (
        rf"{_COUNT}?{_UNIT}[ :]+\S.*->.+",
        rf"{_COUNT}?{_UNIT}[ :]+(?P<place>\S+(?: \S+){{0,4}}) TO \S+(?: \S+){{0,3}}{_CLAUSES}",
        rf"{_COUNT}{_OWN_UNIT}(?:[ :].*)?",
        rf"\d+ ?(?:X )?{_UNIT}(?:[ :].*)?",
    )
)
"""Lines that begin with units, in upper case, whole. A group called `place` must be the beginning
of a region's name.
"""

HEADINGS: Final = (
    re.compile(rf"ORDERS(?: FOR|:)? ?{_NATION}.*"),
    re.compile(rf"AS {_NAME} ?:.*"),
)
"""Headings that do not begin with a nation, whole, in upper case."""

#: Words from which a slip of the finger is still told: long, and no words of a letter.
LONG_WORDS: Final = frozenset(
    {
        "FACTORY", "PRODUCTION", "PRODUCE", "IMPORT", "MANEUVER", "MANOEUVRE", "INVESTOR",
        "TAXATION", "DESTROY", "INVEST", "UPGRADE", "STANCE",
    }
)  # fmt: skip

_OTHERS: Final = (
    "BEGIN END ORDERS ELSE AND VIA IN ON IS TO BY WITH NONE ALL EXCEPT FREE TURN FRIENDLY HOSTILE "
    "ASK INVESTING STANDING CARD TREASURY CASH POWER BOND GOVERNMENT UNITS LANGUAGE TIMEZONE A B F"
)
WORDS: Final = frozenset((*SPELLINGS, *LATER, *SHORT.values(), *_OTHERS.split())) | {
    unit.upper() for unit in UNITS
} - {"Y", "N"}
"""Every word that the language itself has; look-alike letters are undone for these (see
`characters`).
"""

ACTIONS: Final = frozenset(word for word, verb in SPELLINGS.items() if verb.kind is Kind.ACTION)
"""What a nation does in its turn."""
