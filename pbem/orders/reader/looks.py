"""What an order line looks like, before it is known which game it is about.

A line that begins like an order is never prose: the parser reads it, or refuses it with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz import fuzz

from pbem.ground.fold import fold
from pbem.orders.reader.wishes import asks_to_check
from pbem.orders.text.clauses import ATTACKS, MOVERS
from pbem.orders.text.ways import bare_way, first_of, parted
from pbem.orders.text.words import BOND, BOND_BEHIND, NUMBERS, UNITS, head, places, without_people
from pbem.orders.verbs.mail.check import VERB as CHECK
from pbem.orders.verbs.table import (
    ACTIONS,
    HEADINGS,
    SHORT,
    SLIPS,
    SPELLINGS,
    TEXTS,
    UNIT_FORMS,
    forms_behind,
)
from pbem.orders.verbs.turn import investor, taxation

#: From how many letters on the beginning of a name counts.
SHORTEST_BEGINNING: Final = 3
#: How alike (0 to 100) a misspelt word must be, and how many letters longer or shorter at most:
#: "Important" is no import.
NEARLY: Final = 80
NEARLY_LETTERS: Final = 2
#: A nation's name has no more words than this ("Great Britain", "Austria Hungary").
HEADING_WORDS: Final = 3
#: A line is looked at for its beginning; this much is enough and keeps long lines cheap.
BEGINNING: Final = 300
SHORTEST_PLACE: Final = 4
PLACE_WORDS: Final = 4

HEAD: Final = re.compile(r"([^:]+?) ?: ?(.*)")
_ATTACKING: Final = re.compile(
    rf" (?:{'|'.join(unit.upper() for unit in UNITS if len(unit) > 1)})"
    rf" (?:{'|'.join(('FIGHT', *ATTACKS))}) "
)
_THE: Final = re.compile(r"^the ", re.IGNORECASE)
_ELSE: Final = re.compile(r"ELSE(?:[ :,]+(.+))?", re.IGNORECASE)
#: Actions that name nothing.
_ALONE: Final = (*investor.VERB.spellings, *taxation.VERB.spellings)
#: An order that what follows may still belong to: it names nothing yet, or it is a move.
_OPEN: Final = re.compile(
    rf"(?:.*: ?)?(?:{'|'.join(sorted(ACTIONS - {*_ALONE}))})"
    r"(?:[ -][AB])?\W*|.* (?:->|TO) .*",
    re.IGNORECASE,
)
#: Words before the place with which such a line goes on.
_JOINTS: Final = frozenset({"in", "at", "to", "from", "except", "but", "not", "and", "the", "rest"})


_NO_LETTERS: Final = re.compile(r"[\W_]+")
_BEFORE_PLACE: Final = frozenset(
    {
        "",
        *(word.lower() for word in MOVERS),
        "all",
        "x",
        "unit",
        "units",
        "from",
        "in",
        "at",
        *NUMBERS,
    }
)
#: What may stand between an action and what it is about.
_BETWEEN: Final = _JOINTS | {"a", "an", "b", "all", "none", "factory", "space", "only"}


@dataclass(frozen=True, slots=True)
class Looks:
    """Tells orders from prose.

    headings, places: the folded names of the nations and of the regions
    writer: what the sender is called
    """

    headings: frozenset[str]
    places: frozenset[str]
    writer: tuple[str, ...] = ()

    def is_order(self, text: str) -> bool:
        """Whether the line begins like an order of the language, or is a heading."""
        return _is_order(self, text[:BEGINNING])

    def is_clear_order(self, text: str) -> bool:
        """Whether it is an order in a sentence: "the investor card is mine" is none.

        Behind a word that may be followed by anything there must be what an order has there.
        """
        word, rest = head(text[:BEGINNING])
        if not self.is_order(text):
            return False
        if word not in ACTIONS or not rest:
            return True
        words = [w.lower() for w in rest.replace(",", " ").split()]
        while words and words[0] in _BETWEEN:
            words.pop(0)
        return (
            not words
            or words[0][0].isdigit()
            or words[0] in NUMBERS
            or words[0] in UNITS
            or self._begins_with_place(" ".join(words), letters=3)
        )

    def is_heading(self, text: str) -> bool:
        """`CHINA:`, `AUSTRIA:`, `CHINA: TAXATION`, and a whole name alone on its line."""
        found = HEAD.fullmatch(text)
        if found is None:
            return len(text.split()) <= HEADING_WORDS and fold(text) in self.headings
        return self.is_nation(found[1])

    def is_nation(self, text: str) -> bool:
        """Whether the text is a nation's name or the beginning of one, and nothing more."""
        return len(text.split()) <= HEADING_WORDS and _begins(text, self.headings)

    def is_nearly_order(self, text: str) -> bool:
        """Whether the line may be meant for an order: better refused than passed over."""
        return " -> " in text or self.is_nearly_heading(text) or is_nearly_long_word(text)

    def is_nearly_heading(self, text: str) -> bool:
        """`CHNIA:`; short names are too easily alike."""
        found = HEAD.fullmatch(text[:BEGINNING])
        if found is None or len(found[1].split()) > HEADING_WORDS:
            return False
        known = (name for name in self.headings if len(name) > SHORTEST_BEGINNING)
        return _is_nearly(fold(found[1]), known)

    def goes_on(self, order: str, text: str) -> bool:
        """Whether a text behind a blank line may belong to the order: `FACTORY`, `in Chongqing`."""
        return bool(_OPEN.fullmatch(order)) and self._begins_with_place(text)

    def after_nation(self, text: str) -> tuple[str, str] | None:
        """A nation's whole name and what stands behind it, if the text begins so.

        Before an action the beginning of a name is enough.
        """
        words = text.split(" ", HEADING_WORDS + 1)
        if fold(words[0]) not in _beginnings(self.headings):
            return None
        for cut in range(min(HEADING_WORDS, len(words) - 1), 0, -1):
            name, rest = " ".join(words[:cut]).rstrip(","), " ".join(words[cut:])
            if fold(name) in self.headings or (
                words[cut].rstrip(".,!:").upper() in ACTIONS and _begins(name, self.headings)
            ):
                return name, rest
        return None

    def people(self, text: str) -> str:
        """The folded name of the nation that a text names, as itself or by its people; else ""."""
        name = fold(_THE.sub("", text))
        return next((n for n in (name, *without_people(name)) if n in self.headings), "")

    def is_place(self, text: str) -> bool:
        """Whether the text is the name of a region or the beginning of one."""
        return _begins(text, self.places)

    def begins_order(self, text: str) -> bool:
        """Whether the text itself begins so: no heading, and no nation before it."""
        plain = text.rstrip(" .,!:").upper()
        word, rest = head(plain)
        if text.endswith("?") and word not in TEXTS:
            return False
        if any(self._fits(form.fullmatch(rest)) for form in _forms(word)):
            return True
        if any(self._fits(form.fullmatch(text.upper())) for form in HEADINGS):
            return True
        if any(self._fits(form.fullmatch(plain)) for form in UNIT_FORMS):
            return True
        if word in SHORT and plain == f"{word} {rest}" and self._begins_with_place(rest, letters=3):
            return True  # `P Rome` is refused, and says what to write
        return self._is_bond(plain) or self._is_move(plain)

    def _fits(self, form: re.Match[str] | None) -> bool:
        """Whether the form's nation is one; and its place, where the places are known."""
        if form is None:
            return False
        said = form.groupdict()
        nation, place = said.get("nation"), said.get("place")
        if nation is not None:
            people = without_people(fold(nation))
            return _begins(nation, self.headings) or any(n in self.headings for n in people)
        return place is None or not self.places or self._begins_with_place(place, letters=3)

    def follows_nation(self, text: str) -> bool:
        """`CHINA BUILD Chongqing`, `CHINA PEACE`."""
        found = self.after_nation(text)
        return found is not None and self.begins_order(found[1])

    def _is_bond(self, text: str) -> bool:
        """`6 CHINA`, `9M IN INDIA`."""
        found = BOND.fullmatch(text)
        behind = BOND_BEHIND.fullmatch(text)
        return (found is not None and self.is_nation(found[2])) or (
            behind is not None and fold(behind[1]) in self.headings
        )

    def is_move_line(self, text: str) -> bool:
        """Whether the text is a move, with its units or without."""
        plain = first_of(text[:BEGINNING]).rstrip(" .,!:").upper()
        units = any(self._fits(form.fullmatch(plain)) for form in UNIT_FORMS[:2])
        return units or self._is_move(plain)

    def _is_move(self, text: str) -> bool:
        """`CHENNAI-IRAN`, `2 CHENNAI TO IRAN HOSTILE`: a move without its unit."""
        if not self._may_be_move(text):
            return False
        bare = bare_way(text)
        first, *others = places(bare)
        if others:
            return self.is_place(first) and self.is_place(first_of(others[0]))
        if _ATTACKING.search(text) and self.is_place(bare):
            return True  # `DELHI ARMY ATTACKS THE CHINESE IN AFGHANISTAN`
        by_dash = "-" in bare or "/" in bare
        return bool(parted(bare, self.is_place if by_dash else lambda n: fold(n) in self.places))

    def _may_be_move(self, text: str) -> bool:
        """Whether the first word that is no number or the like may begin a place's name."""
        known = _beginnings(self.places)
        for word in _NO_LETTERS.split(text, maxsplit=4)[:4]:
            if word.lower() not in _BEFORE_PLACE and not word.isdigit():
                return fold(word) in known
        return False

    def _begins_with_place(self, text: str, letters: int = SHORTEST_PLACE) -> bool:
        words = text.split()[: PLACE_WORDS + len(_JOINTS)]
        while words and words[0].lower() in _JOINTS:
            words.pop(0)
        names = (fold("".join(words[:n])) for n in range(1, PLACE_WORDS + 1))
        if letters < SHORTEST_PLACE:
            return any(_begins(name, self.places) for name in names)
        return any(len(name) >= letters and name in self.places for name in names)


@lru_cache(maxsize=256)  # a line is asked about more than once on its way
def _is_order(looks: Looks, text: str) -> bool:
    if asks_to_check(text):
        return True
    if otherwise := _ELSE.fullmatch(text):
        return otherwise[1] is None or looks.is_order(otherwise[1])
    return looks.is_heading(text) or looks.begins_order(text) or looks.follows_nation(text)


def _forms(word: str) -> tuple[re.Pattern[str], ...]:
    return forms_behind(word) if word in SPELLINGS else ()


def is_nearly_long_word(text: str) -> bool:
    """`TAXTION`, `INVEST9 IN China`; `CHEK` alone on its line."""
    word = re.match(r"[A-Z]*", text.upper())
    if word is None:
        return False
    alone = word[0] == text.upper().rstrip(" .!")
    return _is_nearly(word[0], SLIPS) or (alone and _is_nearly(word[0], (CHECK.word,)))


def _begins(text: str, names: frozenset[str]) -> bool:
    """Whether the text is one of the folded names, or the beginning of one."""
    name = fold(text)
    if len(name) < SHORTEST_BEGINNING:
        return name in names and bool(name)
    return name in _beginnings(names)


@lru_cache(maxsize=32)
def _beginnings(names: frozenset[str]) -> frozenset[str]:
    """All beginnings of the names; worked out once, for every line of a mail is looked up."""
    return frozenset({name[:end] for name in names for end in range(1, len(name) + 1)})


def _is_nearly(word: str, words: Iterable[str]) -> bool:
    return len(word) > SHORTEST_BEGINNING and any(
        abs(len(word) - len(other)) <= NEARLY_LETTERS and fuzz.ratio(word, other) >= NEARLY
        for other in words
    )
