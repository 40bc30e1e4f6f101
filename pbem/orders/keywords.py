"""The words and shapes by which an order line is known: the one table of the order language.

A *form* is what a line of a kind looks like at its beginning: enough to tell "INVEST 9 IN China"
from "If you ask me", not enough to say that it is legal or even complete; that is the parser's
work. Words that no letter begins by chance (`TAXATION`) stand alone; words that people also use
in a sentence (`PASS`, `LET`, `IF`) must be followed by what an order has there.
"""

from __future__ import annotations

import re
from typing import Final

#: A unit with its letters and plurals, and how many of them (ORDERS.md, section 3).
_UNIT: Final = r"(?:A|F|ARMY|ARMIES|ARMYS|FLEET|FLEETS)"
_COUNT: Final = (
    r"(?:(?:\d+ ?(?:X )?|(?:ALL|AN?|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN) ))"
)
#: What separates a move's places, after `clean`.
_TO: Final = r"(?:->|TO\b)"
#: The first word of a nation; the lexer checks it against the nations' names.
_NATION: Final = r"(?P<nation>[^\s:,]+)"
#: A nation's name or the beginning of it, of up to three words.
_WHOLE_NATION: Final = r"(?P<nation>[^\s:,]+(?: [^\s:,]+){0,2})"
#: What a nation does, behind its name.
_ACTION: Final = r"(?:FACTORY|PRODUCTION|PRODUCE|IMPORT|INVESTOR|TAXATION|TAX|MANEUVER|MANOEUVRE)\b"
#: Up to three words, as in the name of a canal or of a player.
_NAME: Final = r"\S+(?: \S+){0,2}"

#: What an order line looks like, in upper case: (section of ORDERS.md, regular expression that
#: the whole line must match). A group called `nation` must be the beginning of a nation's name.
FORMS: Final[tuple[tuple[int, str], ...]] = (
    # 1. Lines (BEGIN ORDERS and END are the lexer's own: they are no orders)
    (1, rf"ORDERS(?: FOR|:)? ?{_NATION}.*"),
    (1, rf"{_WHOLE_NATION} {_ACTION}.*"),
    # 2. A nation's turn
    (2, r"(?:FACTORY|PRODUCTION|PRODUCE|IMPORT|INVESTOR|TAXATION)\b.*"),
    (2, r"(?:MANEUVER|MANOEUVRE|MANOEUVER|MANEUVRE)S?\b.*"),
    (2, rf"BUILD {_NAME}"),
    (2, r"TAX|TAXES"),
    # 3. Maneuver lines
    (3, rf"(?:{_COUNT})?{_UNIT} \S.*->.+"),
    (3, rf"(?:{_COUNT})?{_UNIT} {_NAME} TO {_NAME}(?: (?:VIA|FIGHT|HOSTILE|FRIENDLY|PEACE)\b.*)?"),
    (3, rf"(?:{_COUNT}){_UNIT}(?: .*)?"),
    (3, rf"MOVE \S.*{_TO}.+"),
    (3, r"(?:FLEETS?|ARMY|ARMIES)(?: \S+){1,3}"),
    (3, rf"FIGHT {_NATION}.*"),
    (3, rf"STATUS (?:{_COUNT})?{_UNIT} .*"),
    (3, r"DESTROY \S.*"),
    (3, r"FLAGS? \S.*"),
    # 4. Investing
    (4, r"INVEST\b.*"),
    (4, r"(?:UPGRADE|BUY) \S*\d.*"),
    (4, rf"PASS(?: {_NATION}(?: \S+)?)?"),
    # 5. Answers to questions
    (5, rf"FIGHT(?: {_UNIT})?(?: \d+)?(?: IN .+)?"),
    (5, r"PEACE(?: IN .+)?"),
    (5, rf"(?:ALLOW|DENY)(?: {_NAME})?"),
    (5, rf"FORCE(?: {_NATION}(?: \S+)?)?"),
    (5, rf"LET (?:{_NATION}.* )?PASS"),
    # 6. At any time
    (6, rf"GIVE -?\d+\S* (?:{_TO} ?)?.+"),
    (6, rf"GIVE {_NATION}(?: \S+){{0,2}} \d+\S*"),
    # 7. Ahead of time (ELSE is the lexer's own: what follows it must be an order itself)
    (7, r"IF (?:NOT |\()*(?:TREASURY|CASH|POWER|BOND|GOVERNMENT|UNITS|INVESTOR CARD)\b.*"),
    (7, rf"IF (?:NOT |\()*{_NATION}(?: \S+)? ON .*"),
    (7, r"WHEN INVESTING\b.*"),
    (7, r"STANCE\b.*"),
    (7, r"CANAL .*\b(?:ALLOW|DENY|ASK)\b.*"),
    (7, r"SWISS (?:FORCE|PASS|ASK)\b.*"),
    (7, r"SHOW STANDING"),
    (7, rf"CANCEL (?:INVESTING|ALL|ABSENCE|{_NATION}(?: \S+)?)"),
    # 8. Commands of the mail itself
    (8, r"GAME(?: \S+)?"),
    (8, r"FOR TURN\b.*"),
    (8, r"KEY(?: \S+)?"),
    (8, r"CHECK"),
    (8, r"STATUS|MAP|RULES|RESIGN|LIST"),
    (8, r"HISTORY(?: (?:TURN )?\d+)?"),
    (8, r"HELP(?: \S+){0,2}"),
    (8, rf"(?:ANONYMOUS )?PRESS(?: ANONYMOUS)? {_TO} ?\S.*"),
    (8, r"END (?:PRESS|BROADCAST)"),
    (8, r"ABSENCE .*\d.*"),
    (8, r"SET (?:LANGUAGE|TIMEZONE)\b.*"),
    (8, r"JOIN(?: \S+(?: AS .+)?)?"),
    (8, r"OBSERVE \S+"),
    # 8. A moderator's commands
    (8, r"PAUSE|RESUME"),
    (8, r"EXTEND \d+.*"),
    (8, r"DEADLINE .*\d.*"),
    (8, r"UNDO(?: \d+)?"),
    (8, r"PROCESS FOR TURN\b.*"),
    (8, rf"AS {_NAME} ?:.*"),
    (8, r"REPLACE \S+.* (?:BY|WITH) .+"),
    (8, r"BROADCAST"),
)

#: Words from which a slip of the finger is still told: long, and no words of a letter.
LONG_WORDS: Final = frozenset(
    {
        "FACTORY", "PRODUCTION", "PRODUCE", "IMPORT", "MANEUVER", "MANOEUVRE", "INVESTOR",
        "TAXATION", "DESTROY", "INVEST", "UPGRADE", "STANCE",
    }
)  # fmt: skip

#: Every word that the language itself has; look-alike letters are undone for these (see
#: `characters`). Derived from the forms, so that a new order cannot be forgotten here.
WORDS: Final = frozenset(
    word
    for _, form in FORMS
    for word in re.findall(r"[A-Z]+", re.sub(r"\\.|\?P<\w+>", " ", form))
) | {
    "BEGIN", "ELSE", "AND", "VIA", "IN", "ON", "IS", "NONE", "EXCEPT", "FREE", "A", "B", "F",
}  # fmt: skip
