"""A line of several sentences, of which some are orders and some are chat.

"Sorry for the delay, crazy week. China taxes." is `China taxes`: beside an order a sentence may be
dropped that speaks of nothing that an order has, denies nothing and sets no condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pbem.ground.fold import fold
from pbem.orders.reader.closing import is_closing, is_own_name
from pbem.orders.reader.looks import HEADING_WORDS, Looks
from pbem.orders.reader.wishes import asks_to_check
from pbem.orders.text.clauses import CLAUSES, OTHER_CLAUSES
from pbem.orders.text.words import UNITS, word_set
from pbem.orders.verbs.table import TELLING

#: Characters of the longest line that is looked at, and the most sentences and words of one.
LONGEST: Final = 600
MOST: Final = 12
MOST_WORDS: Final = 30
#: So many commas may stand before an order.
MOST_COMMAS: Final = 4
#: Names of fewer letters are words, too.
SHORTEST: Final = 4

_AND_CLAUSES: Final = "|".join((*CLAUSES, *OTHER_CLAUSES))
STOP: Final = re.compile(
    rf"(?<=[^\W\d_][^\W\d_][^\W\d_])[.!?]+ +(?=[^\W_])(?!(?:{_AND_CLAUSES})\b)", re.IGNORECASE
)
#: Without one of these a text is one sentence, and one clause.
SEPARATOR: Final = re.compile(r"[,:!]|->")
_COMMA: Final = re.compile(r" ?(?:[,:!]| ->) ?")
_HAIL: Final = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|evening|afternoon|day)|hallo|hola|bonjour|salut|ciao)\b"
    r"(?: [^\W\d_]+){0,3} ?[,!.]+ ?",
    re.IGNORECASE,
)
#: What may follow an order behind a comma.
_POLITE: Final = re.compile(
    r"(?:sorry|thanks|thank|thx|cheers|greetings|have a|good|nice|see you|bye|best|enjoy)\b",
    re.IGNORECASE,
)
_LINKS: Final = re.compile(r"(?:(?:but|so|and|anyway|therefore|thus|hence|well)\b[ ,:]*)+", re.I)
#: A sentence that holds one of these may turn what stands beside it.
_TURNING: Final = word_set("""
    not no never none don't dont doesn't doesnt won't wont can't cant cannot isn't isnt didn't didnt
    wouldn't shouldn't without nor neither nothing nobody if unless when whether until before after
    or would could might may maybe perhaps probably possibly should shall suppose supposing assume
    assuming imagine guess wonder wondering wondered unsure doubt depends depending hold wait hang
    instead rather otherwise except else but however although though ignore disregard cancel
    forget scrap undo revert delete withdraw retract stop redo void correct correction mistake
    wrong oops error kidding joking joke jk haha lol right sarcasm bluff bluffing lie lying fake
    said says say told tell tells heard hear reported report reports read wrote writes asked asks
    thought thinks consider considering considered plan plans planning later next last previous
    previously yesterday tomorrow ago already was were had did been once earlier hope hopes wish
    why how what who which where did does test check draft preview example instance
    information info fyi eg ie option alternative quote quoted remember suggestion proposal
    """)
#: These deny nothing.
_IDIOM: Final = re.compile(
    r"\b(?:nothing personal|no hard feelings|no offen[cs]e|not bad|no problem|no worries|no rush"
    r"|no hurry|can't wait|don't worry|why not|not much time|no time)\b",
    re.IGNORECASE,
)
#: Of these a clause before an order may hold some: "After a lot of thinking: production".
_IN_A_CLAUSE: Final = frozenset({"after", "already", "next", "last"})
#: What was, is no matter: "I was on holidays". But not of orders: "this was my order".
_TELLING: Final = word_set(
    "was were had been yesterday tomorrow ago last later next already once earlier"
)
_POINTING: Final = word_set(
    "order orders move moves turn turns play it this that these those following below above"
)
_OWN: Final = word_set("my our i we i'm so")
_AFTER: Final = re.compile(r"^(?:so,? )?after (?:a|some|much|long|careful|lots)\b", re.IGNORECASE)
_ORDER_WORDS: Final = frozenset(map(str.lower, TELLING)) | frozenset(
    unit for unit in UNITS if len(unit) > 1
)
#: Letters that are words; others are short for something of the game.
_LETTERS: Final = frozenset("aiouyàé")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NO_CHAT: Final = re.compile(r"\d|->|\?|[<>=]")

#: Stands for a sentence about units that stay: part of an order, and nothing to carry out.
STAYS: Final = "-"

AsOrder = Callable[[str], str]
"""The order that a sentence is, in plain words; "" if it is none, for certain or in doubt."""


def sentences(text: str, looks: Looks, as_order: AsOrder) -> tuple[str, ...]:
    """The orders of a line's sentences; none if it holds none, or anything in doubt.

    :param as_order: see `AsOrder`
    """
    if len(text) > LONGEST:
        return ()
    parts = STOP.split(text, maxsplit=MOST)
    if len(parts) > MOST:
        return ()
    orders: list[str] = []
    for part in parts:
        before = not orders
        if order := _as_order(part, looks, as_order):
            orders.append(order)
        elif not (is_chat(part, looks, before=before) or is_closing(part, looks.writer)):
            return ()
    return tuple(order for order in orders if order != STAYS)


def _as_order(part: str, looks: Looks, as_order: AsOrder) -> str:
    if order := as_order(part) or _behind_a_clause(part, looks, as_order):
        return order
    first, comma, last = part.rpartition(",")
    polite = comma and _POLITE.match(last.strip()) and is_chat(last, looks)
    return as_order(first) if polite else ""


def _behind_a_clause(text: str, looks: Looks, as_order: AsOrder) -> str:
    """The order behind "Hi Bob," or "as discussed on the phone,"."""
    hail = _HAIL.match(text)
    if hail and (order := as_order(text[hail.end() :])):
        return order
    begin = hail.end() if hail else 0
    for number, comma in enumerate(_COMMA.finditer(text, begin)):
        if number == MOST_COMMAS:
            break
        before, rest = text[begin : comma.start()], _LINKS.sub("", text[comma.end() :], count=1)
        if ":" in comma[0] and not _of_oneself(before, looks):
            break  # `Bob: taxation`, `Idia: taxation`: somebody's words, or a heading misspelt
        if not is_chat(before, looks, clause=True):
            break
        if order := as_order(rest):
            return order
    return ""


def _of_oneself(text: str, looks: Looks) -> bool:
    """Whether what stands before a colon is no name of somebody else: `Ann here:`, `My choice:`."""
    words = [word.removesuffix("'s") for word in text.split()]
    if len(words) > HEADING_WORDS or (words and words[0].lower() in _OWN):
        return True
    return any(is_own_name(word, looks.writer) for word in words if len(word) > 1)


def is_chat(text: str, looks: Looks, *, clause: bool = False, before: bool = False) -> bool:
    """Whether a sentence has nothing to do with the orders beside it.

    :param clause: it is only a part of a sentence, before the order
    :param before: it stands before the first order: then it may tell what was, or ask something

    >>> looks = Looks(frozenset({"india"}), frozenset())
    >>> [is_chat(t, looks) for t in ("Nice game so far", "Just kidding", "India is strong")]
    [True, False, False]
    """
    shown = text.rstrip("?") if before else text
    if _NO_CHAT.search(shown) or asks_to_check(text):
        return False
    words = _WORD.findall(_IDIOM.sub("", text).lower())
    if before and _POINTING.isdisjoint(words):
        words = [word for word in words if word not in _TELLING]
    if len(words) > MOST_WORDS:
        return False
    turning = _TURNING - _IN_A_CLAUSE if clause and _AFTER.match(text) else _TURNING
    if not turning.isdisjoint(words) or not _ORDER_WORDS.isdisjoint(words):
        return False
    if any(len(word) == 1 and word not in _LETTERS for word in words):
        return False
    known = looks.headings | looks.places
    return not any(
        len(name) >= SHORTEST and (name in known or looks.people(name)) for name in map(fold, words)
    )
