"""Sentences whose every word is accounted for, as the order that they ask for.

"My move for India is taxation" is `INDIA: TAXATION`: one action, one nation, and words with which
people say what they do. A single word more ("was", "if", "never", "boring") and it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.ground.fold import fold
from pbem.orders.reader.looks import Looks
from pbem.orders.text.words import NUMBERS, UNITS, word_set
from pbem.orders.verbs.table import SPOKEN

#: Characters of the longest sentence that is looked at.
LONGEST: Final = 200
#: Words of the longest name.
NAME_WORDS: Final = 4
#: Shorter words are names only if they are nothing else.
SHORTEST: Final = 4

#: Most lines of a mail hold none of these, and are told at a glance.
_STEMS: Final = re.compile(
    "tax|invest|produc|import|man[eo]|factor|shipyard|plant|yard|buil|construct|erect",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|->|[^\s\w]")
#: Said of costs: what the rondel takes need not be ordered.
_PAYING: Final = re.compile(
    r"(?:,| and| ->|^)? ?\b(?:(?:i|we)(?:'ll| will| know)? )?"
    r"(?:(?:it )?costs?|pay(?:ing)?|spend(?:ing)?)\b"
    r"(?: (?:me|us|one|two|three|the|an?|extra|it|for|that|this|\d+m?|millions?|mio|costs?|price"
    r"|money|fee)\b)*"
    r"(?: and\b)?",
    re.IGNORECASE,
)
#: What an extra step costs is known: "(1 million for the extra step is ok)".
_FEE: Final = (
    r"(?:,|and| )*\b(?:\d{1,2}|one|two|three) ?(?:m|mio|millions?) (?:for (?:the )?)?"
    r"(?:extra )?(?:steps?|spaces?|extra)(?: (?:is|are) (?:ok|okay|fine))?"
)
#: How far it is: `4 steps`, `moves 4 to`; not where a space stands twice on the rondel.
_STEPS: Final = re.compile(
    rf"{_FEE}|\b(?:[1-6]|one|two|three|four|five|six) (?:steps?|spaces?|fields?)\b"
    r"|\b(?<=moves )[1-6] (?=to\b)|\b(?<=move )[1-6] (?=to\b)",
    re.IGNORECASE,
)
_TWICE: Final = re.compile("produc|man[eo]", re.IGNORECASE)
_ANOTHER: Final = re.compile(
    r"\b(?:next|second|third|fourth|fifth|2nd|3rd|4th|5th) (?=(?:factory|shipyard)\b)",
    re.IGNORECASE,
)
_EXCEPTING: Final = re.compile(r"\b(?:but )?not (?:in|at)\b|\bbut not\b", re.IGNORECASE)
_WISHING: Final = re.compile(
    r"\bhave (?:chosen|picked|selected)\b"
    r"|\b(?:would (?:like|love|prefer)|(?:i|we)'?d (?:like|love|prefer|rather))\b",
    re.IGNORECASE,
)
#: Of oneself only: "I think India will tax" may be somebody else's turn.
_THINKING: Final = re.compile(r"^(?:so,? )?(?:i|we) think (?:that )?(?=(?:i|we)\b)", re.IGNORECASE)
_MONEY: Final = re.compile(
    r"(?<!\bis )(?<!\bare )\b\d{1,2} ?(?:m|mio|mln|millions?)\b", re.IGNORECASE
)
_QUESTION: Final = re.compile(
    r"(?:(?:so|and|ok|now|then|well),? )*(?:do|does|is|are|am|shall|will|can|did|was)"
    r" (?:i|we|it|you|this|my|our|the|they)\b",
    re.IGNORECASE,
)
#: "Our factory in Chennai" is there already.
OLD_SITE: Final = re.compile(
    r"(?:my|our|the|his|their) (?:\w+ )?(?:factory|shipyard|plant) (?:in|at)\b", re.IGNORECASE
)
#: "India is on taxation" tells where it stands.
_WHERE_IT_IS: Final = re.compile(
    r"\b(?:is|are|be|stands?)(?: still| now| again)? (?:on|at|in)\b", re.IGNORECASE
)
_FILLERS: Final = word_set("""
    i i'm i'll i've we we're we'll let let's lets us me my our the a an this it it's is are am be
    will want wants wish to go goes going move moves moving do does doing take takes taking choose
    chooses choosing pick picks play plays playing make makes making have decided decide opt opts
    prefer like_to start starts begin begins with for of on in at by and so ok okay yes well now
    then just simply please pls plz turn time space spot field step action order orders choice
    decision answer today here again finally first head land lands rondel collect
    collects raise raises run runs perform performs carry out use uses put one more bit our's
    hi hello hey all round its their taking heads heading advance advances proceed proceeds
    continue continues around location site city province region step steps get gets getting
    receive receives open opens opening
    """)
_MARKS: Final = frozenset({",", ".", "!", ":", "->", "-", "'", "=", "/", "&", "+"})
_SITES: Final = word_set("factory shipyard plant armaments armament arms yard")
_SETS: Final = word_set("put puts place places set sets open opens")
_BUILT: Final = _SITES - {"armaments", "armament", "arms"}
_AROUND_SITES: Final = _SITES | _SETS | word_set("new another into up")
_EVERYWHERE: Final = word_set("everything everywhere both full possible all each every")
_OF_ALL: Final = word_set("cities factories factory provinces city of them it")
_BUT: Final = word_set("except but without excluding")


_FILLERS_AND_MARKS: Final = _FILLERS | _MARKS
#: Words that are never names.
_PLAIN: Final = _FILLERS | _AROUND_SITES | _BUT | _OF_ALL
_SAID_OF_ORDERS: Final = (
    _AROUND_SITES | _EVERYWHERE | _OF_ALL | frozenset(NUMBERS) | frozenset(UNITS) | {"all"}
) - {"a", "an", "f"}


@dataclass(slots=True)
class _Found:
    """What a sentence holds: its words by what they are, in their order."""

    actions: list[str] = field(default_factory=list)
    nations: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    letter: str = ""
    #: What stood before the first place: `except`, `only`
    but: bool = False
    only: bool = False


def restated(text: str, looks: Looks, *, announced: bool = False) -> str:
    """The order in plain words; "" if it is none, or if there is a word too many.

    :param announced: what is ordered follows behind a colon: `My action for China is import:`

    >>> looks = Looks(frozenset({"india"}), frozenset({"chennai"}))
    >>> restated("I think I will build a factory in Chennai this time", looks)
    'FACTORY Chennai'
    >>> restated("My move for India is taxation", looks), restated("Taxation is boring", looks)
    ('india: TAXATION', '')
    """
    if len(text) > LONGEST or not _STEMS.search(text) or text.rstrip().endswith("?"):
        return ""
    plain = _THINKING.sub("", text)
    plain = _ANOTHER.sub("", _WISHING.sub(" ", _PAYING.sub(" ", plain))).strip()
    plain = _EXCEPTING.sub("except", plain)
    if not _TWICE.search(plain):
        plain = _STEPS.sub(" ", plain)
    plain = _MONEY.sub(" ", plain)
    if _QUESTION.match(plain) or OLD_SITE.match(plain) or _WHERE_IT_IS.search(plain):
        return ""
    found = _found(_TOKEN.findall(plain), looks)
    order = (_announced if announced else _order)(found) if found else ""
    if not order or found is None:
        return ""
    return f"{found.nations[0]}: {order}" if found.nations else order


def _found(words: Sequence[str], looks: Looks) -> _Found | None:
    """None if a word is not known, or more than one nation or action is named."""
    found = _Found()
    at = 0
    while at < len(words):
        word = words[at].lower()
        if (action := SPOKEN.get(word)) and not _is_name(words, at, looks):
            found.actions.append(action)
            following = words[at + 1 : at + 3]
            if following[:1] == ["-"]:
                following = following[1:]
                at += 1
            if following and following[0].lower() in ("a", "b") and action != "FACTORY":
                found.letter = following[0].upper()
                at += 1
            at += 1
            continue
        size = _name_at(words, at, looks, found)
        if size:
            at += size
            continue
        if word in _BUT:
            found.but = True
        elif word == "only":
            found.only = True
        elif word == "all" or (
            word not in _FILLERS_AND_MARKS and (word in _SAID_OF_ORDERS or word.isdigit())
        ):
            found.others.append(word)
        elif word not in _FILLERS_AND_MARKS:
            return None
        at += 1
    if len(set(found.nations)) > 1 or len(set(found.actions)) > 1:
        return None
    return found


def _is_name(words: Sequence[str], at: int, looks: Looks) -> bool:
    return any(_names(words, at, looks, least=2))


def _name_at(words: Sequence[str], at: int, looks: Looks, found: _Found) -> int:
    """How many words make a name here; it is noted."""
    for size, kind in _names(words, at, looks):
        name = " ".join(words[at : at + size])
        if kind == "place":
            found.places.append(name)
        else:
            whole = name.removesuffix("'s")
            found.nations.append(whole if fold(whole) in looks.headings else looks.people(whole))
        return size
    return 0


def _names(
    words: Sequence[str], at: int, looks: Looks, least: int = 1
) -> Iterator[tuple[int, str]]:
    """The names that begin there, the longest first: their words, and what they name."""
    for size in range(min(NAME_WORDS, len(words) - at), least - 1, -1):
        several = words[at : at + size]
        if not several[0][0].isalpha() or not several[-1][-1].isalnum():
            continue
        name = fold("".join(several))
        plain = size == 1 and several[0].lower() in _PLAIN
        if plain or (len(name) < SHORTEST and not several[0][0].isupper()):
            continue
        if name in looks.places:
            yield size, "place"
        elif looks.people(name) or looks.people("".join(several).removesuffix("'s")):
            yield size, "nation"


def _order(found: _Found) -> str:
    if "FACTORY" in found.actions or (not found.actions and set(found.others) & _BUILT):
        return _factory(found)
    if not found.actions or found.actions[0] == "IMPORT":
        return ""
    if found.actions[0] == "PRODUCTION":
        return _production(found)
    plain = not (found.places or found.others or found.but or found.only)
    return f"{found.actions[0]} {found.letter}".strip() if plain else ""


def _announced(found: _Found) -> str:
    if len(set(found.actions)) != 1 or found.places or found.but or found.only:
        return ""
    return f"{found.actions[0]} {found.letter}".strip() if not found.others else ""


def _factory(found: _Found) -> str:
    unknown = set(found.others) - _AROUND_SITES
    if unknown or found.but or len(found.places) != 1:
        return ""
    return f"FACTORY {found.places[0]}"


def _production(found: _Found) -> str:
    head = f"PRODUCTION {found.letter}".strip()
    others = [word for word in found.others if word not in _OF_ALL]
    everything = [word for word in others if word in _EVERYWHERE]
    units = [
        word
        for word in others
        if word not in everything and (word in UNITS or word in NUMBERS or word == "1")
    ]
    if len(everything) + len(units) != len(others):
        return ""
    if found.but:
        return f"{head} EXCEPT {', '.join(found.places)}" if found.places and not units else ""
    if found.places and not everything:
        return f"{head} {', '.join(found.places)}"
    return head if not (found.places or units or found.only) else ""
