"""Small pieces that all orders are made of: words, clauses, lists, numbers and units.

Every text here is clean (`reader.characters.clean`): one blank between words, ` -> ` for arrows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from pbem.board.ids import Unit
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.rules.commands import ALL, Count

MOST = 99  # units, pairs, prices: more is a slip of the finger
MOST_MONEY = 999
SHORTEST, LONGEST = 3, 20  # letters of a word that may be misspelt
SHOWN = 60  # characters of a player's text that a message repeats
ALIKE = 72  # of 100: from here on a misspelt word is recognised

NUMBERS = {
    word: n
    for n, words in enumerate(
        (
            "a an one another",
            "two both",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        ),
        1,
    )
    for word in words.split()
}
_ARMIES = "army armies armys army's a"
_FLEETS = "fleet fleets fleet's f"
_SAID_FOR_ARMIES = "troop troops soldier soldiers men infantry"
_SAID_FOR_FLEETS = "ship ships boat boats navy navies"
UNITS = {
    word: unit
    for unit, words in (
        (Unit.ARMY, f"{_ARMIES} {_SAID_FOR_ARMIES}"),
        (Unit.FLEET, f"{_FLEETS} {_SAID_FOR_FLEETS}"),
    )
    for word in words.split()
}
"""Every word for a unit, in lower case."""
PEOPLES = {
    "chinese": "china",
    "american": "usa",
    "british": "greatbritain",
    "briton": "greatbritain",
    "english": "greatbritain",
    "french": "france",
    "german": "germany",
    "italian": "italy",
    "austrian": "austria",
    "hungarian": "austriahungary",
    "austrohungarian": "austriahungary",
}
"""People whose name is no nation's with an ending, folded -> their nation's."""
LOOSE_UNITS = frozenset(f"{_SAID_FOR_ARMIES} {_SAID_FOR_FLEETS}".split())
"""Those that people also use in a sentence."""
INSIDE = re.compile(r"^(?:in|at|to|into|for)\s+", re.IGNORECASE)
"""What may stand before a place."""
NOTHING = {"NONE", "NOTHING"}
"""Words for nothing at all."""
_COUNT = rf"[0-9]+\s?(?:x\s?)?|(?:all|{'|'.join(NUMBERS)})\s"
_COUNTED = re.compile(
    rf"(?P<count>{_COUNT})?(?P<unit>{'|'.join(UNITS)})(?=$|[\s:,.])[\s:,.]*(?P<rest>.*)",
    re.IGNORECASE,
)
_ARROW = re.compile(
    r"\s*->\s*|(?:(?:\s+(?:should|will|shall|must))?\s+(?:moves?|moving|goes|go|going|sails?|sailing|march(?:es)?"
    r"|(?:is|are)\s+(?:convoyed|shipped|sent|moved|transported|ferried|moving|going)))?"
    r"\s+(?:to|into|towards?)\s+",
    re.IGNORECASE,
)
_LIST = re.compile(r"\s*(?:,|&|\+|(?<=\s)(?:and|plus)(?=\s))\s*", re.IGNORECASE)
_HEAD = re.compile(r"([^\s:]*?)(?:-([ab]))?(?:[\s:]+|$)(.*)", re.IGNORECASE)
_JOINTS = re.compile(r"^(?:[\s,;:]|and\s)+", re.IGNORECASE)
MILLIONS = r"(?:m|mio|mln|mill?|millions?)"
"""A word for millions, as a pattern."""
BOND = re.compile(
    rf"(\d{{1,3}}\s?{MILLIONS}?)\.? (?:bonds? )?(?:in |on |for |of )?([^\d:]+)", re.IGNORECASE
)
"""`6 China`: an investment without its verb, the price and the nation."""
BOND_BEHIND = re.compile(rf"([^\d:]+?),? (?:for )?(\d{{1,3}}\s?{MILLIONS}?)", re.IGNORECASE)
"""`China 6`: the nation and the price."""
_MONEY = re.compile(
    rf"[€$£]?\s?([0-9]+)\s?{MILLIONS}?\.?\s?(?:€|\$|£|euros?|eur|dollars?|usd)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A keyword, in upper case, and what stands between it and the next one."""

    keyword: str
    text: str


@dataclass(frozen=True, slots=True)
class Counted:
    """`2 ARMIES Berlin`: how many of which unit, and the text behind; count None: not said."""

    count: Count | None
    unit: Unit
    rest: str


def word_set(words: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(words.split())


def head(text: str) -> tuple[str, str]:
    """The first word, in upper case, and the rest; a colon between them is dropped.

    >>> head("production: Rome"), head("MANEUVER-A")
    (('PRODUCTION', 'Rome'), ('MANEUVER', 'A'))
    """
    match = _HEAD.match(text)
    if match is None:
        return text.upper(), ""
    word, letter, rest = match.groups()
    # phones put a full stop behind a word: `PASS.`
    return word.upper().rstrip(".,;!"), tidy(f"{letter} {rest}" if letter else rest)


def without_people(name: str) -> tuple[str, ...]:
    """What a nation may be called whose people a folded word names: `russians` is of `russia`."""
    ends = ("s", "n", "ns", "an", "ans")
    begun = tuple(name[: -len(end)] for end in ends if name.endswith(end) and len(name) > 5)
    own = PEOPLES.get(name) or PEOPLES.get(name.removesuffix("s"))
    return (own, *begun) if own else begun


def tidy(text: str) -> str:
    """The text without the punctuation and joining words around it."""
    bare = _JOINTS.sub("", text).rstrip(" ,;:.!")
    return bare if not bare.lower().endswith(" and") else bare[: -len(" and")].rstrip(" ,;:.!")


def cut(text: str) -> str:
    """A player's text as messages repeat it: not too much of it."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def joined(*words: str) -> str:
    """The words that are there, with blanks between them."""
    return " ".join(filter(None, words))


def units(count: Count, unit: Unit) -> str:
    """So many units in canonical form: `ARMY`, `2 FLEETS`, `ALL ARMIES`."""
    if count == 1:
        return unit.value.upper()
    return f"{str(count).upper()} {unit.plural.upper()}"


def clauses(text: str, keywords: Iterable[str]) -> tuple[str, tuple[Clause, ...]]:
    """What stands before the first of the keywords, and a clause for each of them.

    :raises SyntaxRefusal: `twice`: a keyword stands twice
    """
    pattern = rf"(?:^|(?<=[\s,]))({'|'.join(keywords)})(?=$|[\s,:])"
    first, *rest = re.split(pattern, text, flags=re.IGNORECASE)
    found = tuple(
        Clause(word.upper(), tidy(after)) for word, after in zip(rest[::2], rest[1::2], strict=True)
    )
    for clause in found:
        if sum(c.keyword == clause.keyword for c in found) > 1:
            raise SyntaxRefusal(
                "twice", say("{order} stands twice in one line.", order=clause.keyword)
            )
    return tidy(first), found


def only(text: str, keywords: Iterable[str], forms: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """As `clauses`, the clauses as a dictionary.

    :raises SyntaxRefusal: `twice`; `legal` are the forms
    """
    try:
        first, found = clauses(text, keywords)
    except SyntaxRefusal as refusal:
        refusal.legal = forms
        raise
    return first, {clause.keyword: clause.text for clause in found}


def items(text: str) -> tuple[str, ...]:
    """The items of a list; joined by commas or `and`.

    >>> items("Rome, Paris and London")
    ('Rome', 'Paris', 'London')
    """
    return tuple(item for piece in _LIST.split(text) if (item := tidy(piece)))


def places(text: str) -> tuple[str, ...]:
    """The texts that arrows, or the word `to` and its like, separate."""
    return tuple(tidy(piece) for piece in _ARROW.split(text))


def counted(text: str) -> Counted | None:
    """The units that the text begins with, if it does.

    :raises SyntaxRefusal: `bad-number`
    """
    match = _COUNTED.match(text)
    if match is None:
        return None
    said = match["count"]
    count = None if said is None else _count(said)
    return Counted(count, UNITS[match["unit"].lower()], tidy(match["rest"]))


def number(text: str, most: int = MOST) -> int:
    """A number of at least 1; `9M` is 9.

    :raises SyntaxRefusal: `bad-number`
    """
    match = _MONEY.fullmatch(text)
    if match is None and text.lower() not in NUMBERS:
        raise SyntaxRefusal("bad-number", say('"{said}" is no number.', said=cut(text)))
    digits = match[1].lstrip("0") if match else str(NUMBERS[text.lower()])
    if not digits:
        raise SyntaxRefusal("bad-number", say("0 is too few; order 1 or more."))
    if len(digits) > len(str(most)) or int(digits) > most:
        raise SyntaxRefusal(
            "bad-number",
            say("{said} is too many: {number} at most.", said=digits[:9], number=most),
        )
    return int(digits)


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words, in upper case, that a misspelt word is near to; the nearest first."""
    if not SHORTEST <= len(word) <= LONGEST:
        return ()
    hits = process.extract(
        word.upper(), list(known), scorer=fuzz.ratio, limit=2, score_cutoff=ALIKE
    )
    return tuple(hit for hit, _, _ in hits)


def nothing_after(word: str, rest: str, legal: tuple[str, ...]) -> None:
    """See to it that nothing is left.

    :raises SyntaxRefusal: `not-understood`
    """
    if rest:
        raise SyntaxRefusal(
            "not-understood",
            say('"{said}" cannot be understood after {order}.', said=cut(rest), order=word),
            legal=legal,
        )


def _count(said: str) -> Count:
    word = said.lower().replace("x", " ").strip() if said[0].isdigit() else said.strip().lower()
    return ALL if word == ALL else number(word)
