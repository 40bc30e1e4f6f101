"""Answers to questions as people put them: "Permission denied", "They may stay", "Kill them".

The sentences of each answer stand in its own module. Which question they answer is not known
here. Each becomes one of the answers of the language, and an answer to something else than what is
asked is refused.
"""

from __future__ import annotations

import re
from typing import Final

from pbem.orders.reader.looks import Looks
from pbem.orders.verbs.table import HEARD

#: Characters of the longest answer that is looked at.
LONGEST: Final = 160

#: So many times an answer may be said.
MOST_PARTS: Final = 3
_BETWEEN: Final = re.compile(r" ?[,.!:]+ (?:and |so )?| and | -> ", re.IGNORECASE)

_YES_OR_NO: Final = re.compile(
    r"(?:(yes|yep|yeah|yup|sure|ok|okay|fine|of course)|no|nope|nah|sorry)(?: please| thanks)? ?"
    r"(?:[,.!:]+|->) ?(?:but )?",
    re.IGNORECASE,
)
_AFTER_YES: Final = frozenset({"FIGHT", "PEACE", "ALLOW", "LET", "FORCE", "INVEST", "UPGRADE"})
_AFTER_NO: Final = frozenset({"PEACE", "DENY", "LET", "PASS"})
#: No answer is without one of these: most lines of a mail are told at a glance.
_STEMS: Final = re.compile(
    r"\d|fight|attack|battl|\bwar\b|combat|blood|peace|friend|stay|remain|\blive|alone|leave|kill|destroy"
    r"|crush|smash|elimin|wipe|beat|\bhit\b|strike|permi|pass|access|transit|grant|guest|\bgo\b"
    r"|refus|\bden[iy]|allow|canal|clos|keep|\bout\b|forc|\bstop|\bmake\b|must|\bto\b|\bshall\b"
    r"|invest|bond|\bbuy|nothing|not|skip|save|continue|proceed|carry|\blet\b|\bmay\b|\bcan\b",
    re.IGNORECASE,
)


def reply(text: str, looks: Looks) -> str:
    """The answer in the words of the language; "" if it is none of these.

    >>> looks = Looks(frozenset({"india"}), frozenset())
    >>> [reply(t, looks) for t in ("don't fight", "India may stay", "Bob may stay")]
    ['PEACE', 'PEACE WITH India', '']
    >>> reply("upgrade my Indian 4 to the 12", looks)
    'UPGRADE 4 TO 12 IN Indian'
    """
    if len(text) > LONGEST or not _STEMS.search(text) or text.rstrip().endswith("?"):
        return ""
    plain = text.strip(" ,.!")
    return _reply(plain, looks) or _behind_yes_or_no(plain, looks) or _agreeing(plain, looks)


def _behind_yes_or_no(text: str, looks: Looks) -> str:
    """`No, Europe cannot pass`: what it says, if that is no contradiction."""
    said = _YES_OR_NO.match(text)
    order = _reply(text[said.end() :], looks) if said else ""
    fits = _AFTER_YES if said and said[1] else _AFTER_NO
    return order if order.split(" ")[0] in fits else ""


def _agreeing(text: str, looks: Looks) -> str:
    """Of an answer that is said twice: "No fight please, Russia may stay"."""
    parts = [part.strip() for part in _BETWEEN.split(text, maxsplit=MOST_PARTS)]
    found = [_reply(part, looks) for part in parts] if 1 < len(parts) <= MOST_PARTS else []
    agree = all(found) and len({order.split(" ")[0] for order in found}) == 1
    return max(found, key=len) if agree else ""


def _reply(plain: str, looks: Looks) -> str:
    return next(filter(None, (heard(plain, looks.people) for heard in HEARD)), "")
