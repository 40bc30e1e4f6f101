"""The pieces of sentences in which people answer: "I will not fight the Russians in Korea"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.orders.text.words import MILLIONS

People = Callable[[str], str]
"""The folded name of the nation that a text names, as itself or by its people; else ""."""

NOT: Final = r"(?:do not|does not|don'?t|doesn'?t|will not|won'?t|shall not|never|not|no)"
RATHER_NOT: Final = (
    r"(?:(?:i|we) (?:(?:would |'?d )?(?:prefer|rather|choose|decide) not|do not want|don't want)"
    r"|rather not)(?: to)?"
)
US: Final = r"(?:(?:i|we)(?:'ll| will| shall| want to| would like to|'d like to)? |let us |let's )?"
_NO_NAME: Final = (
    r"(?:to|may|can|cannot|must|has|have|is|are|shall|stop|land|stay|pass|go|move|continue|through"
    r"|in|at|on|with|alone|be|here|there)\b"
)
WHO: Final = rf"(?P<who>(?!{_NO_NAME})(?:the )?[^\W\d_]+(?:[ -](?!{_NO_NAME})[^\W\d_]+)?)"
IN: Final = r"(?P<where> (?:in|at|there|here).*)?"
MAY: Final = r"(?:may|can|is allowed to|are allowed to|has permission to|have permission to)"
THROUGH: Final = r"(?: (?:through|by|along|freely|past|on|it|(?:the )?(?:[^\W\d_]+ )?canal))*"

_PRONOUNS: Final = frozenset(
    {"they", "them", "it", "he", "him", "she", "her", "you", "that", "this"}
)
_THE: Final = re.compile(r"^the ", re.IGNORECASE)

_NATION: Final = (
    r"(?P<{0}>(?!(?:and|to|for|into|take|get|buy|my|the|back|bonds?|in|of|from)\b)"
    r"[^\W\d_]+(?:[ -][^\W\d_]+)?(?:'s)?)"
)
_PRICE: Final = rf"[€$£]?(?P<{{0}}>\d{{{{1,3}}}}) ?(?:{MILLIONS}|[€$£])?"
BOND_WORD: Final = r"(?: ?(?:bonds?|shares?|one|paper))?"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a sentence, made when it is needed first: most mails need none."""
    return re.compile(pattern, re.IGNORECASE)


def a_nation(group: str) -> str:
    """A nation or its people, as a group of that name."""
    return _NATION.format(group)


def a_price(group: str) -> str:
    """A price in millions, as a group of that name."""
    return _PRICE.format(group)


def a_bond(number: int) -> str:
    """A bond in a sentence: `my Indian 4`, `the 12 million bond of India`, `4 India`.

    Its groups are `before`, `price` and `after`, each with the number behind it.
    """
    before, price, after = (f"{word}{number}" for word in ("before", "price", "after"))
    return (
        rf"(?:my |the |our |an? )*(?:{a_nation(before)} )?(?:bond )?(?:of )?"
        rf"{a_price(price)}{BOND_WORD}"
        rf"(?: (?:of |in |on |from |for |into )?(?:the )?{a_nation(after)})?"
    )


def one_nation(said: list[str], people: People) -> str:
    """The nation that is named, if it is one and the same."""
    named = [name.removesuffix("'s") for name in said if name]
    nations = {people(name) for name in named}
    return named[0] if len(nations) == 1 and "" not in nations else ""


@dataclass(frozen=True, slots=True)
class Phrases:
    """Sentences that mean one order.

    bare, named: the order where they name nobody, and where they name a nation, as `{who}`
    """

    bare: str
    named: str
    patterns: tuple[str, ...]

    def __call__(self, text: str, people: People) -> str:
        """The order that a text is, "" if it is none of these."""
        for pattern in self.patterns:
            found = compiled(pattern).fullmatch(text)
            if found and (order := self._order(found, people)):
                return order
        return ""

    def _order(self, found: re.Match[str], people: People) -> str:
        groups = found.groupdict()
        who, where = groups.get("who") or "", groups.get("where") or ""
        where = "" if where.strip().lower() in ("here", "there") else where
        if where and not where.lower().startswith(" in "):
            return ""
        named = "" if who.lower() in _PRONOUNS else _THE.sub("", who)
        if named and not people(named):
            return ""
        return f"{self.named.format(who=named) if named else self.bare}{where}"


def phrases(bare: str, *patterns: str, named: str = "") -> Phrases:
    """Sentences that mean `bare`, or where they name a nation, `named`."""
    return Phrases(bare, named or bare, patterns)
