"""The table of all orders: collected from the modules of this package, checked, and what follows.

Nothing else lists words of the language. What an order looks like, the words that are undone where
they hold look-alike letters, "did you mean", forms in refusals and the help all come from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from pbem.board.model import Board
from pbem.orders.text.clauses import CLAUSES as CLAUSE_WORDS
from pbem.orders.text.patterns import CLAUSES, COUNT, NAME, NATION, OWN_UNIT, UNIT
from pbem.orders.text.words import UNITS, head, nearest
from pbem.orders.verbs import (
    ahead,
    answers,
    clock,
    joining,
    mail,
    moderator,
    person,
    press,
    proposals,
    seats,
    turn,
)
from pbem.orders.verbs.verb import Kind, Reach, Verb

_FOLDERS: Final = (
    turn, answers, ahead, clock, proposals, person, seats, joining, mail, press, moderator,
)  # fmt: skip


def _modules(folder: ModuleType) -> Iterator[Verb]:
    """The order of every module of a folder that has one, as the rules go, then by the alphabet."""
    names = [f"{folder.__name__}.{found.name}" for found in iter_modules(folder.__path__)]
    verbs = [module.VERB for module in map(import_module, names) if hasattr(module, "VERB")]
    return iter(sorted(verbs, key=_place))


def _place(verb: Verb) -> tuple[bool, tuple[int, ...], str]:
    section = verb.rules[0] if verb.rules else "99"
    return verb.kind is not Kind.ACTION, tuple(map(int, section.split("."))), verb.word


def checked(verbs: Iterable[Verb]) -> tuple[Verb, ...]:
    """The orders, of which no two begin alike.

    :raises ValueError: a spelling, with the same word behind it, is known to two
    """
    every = tuple(verbs)
    known: dict[tuple[str, str], Verb] = {}
    for verb in every:
        for spelling in verb.spellings:
            for second in verb.second or (f"({verb.claims.__name__})" if verb.claims else "*",):
                other = known.setdefault((spelling, second), verb)
                if other is not verb:
                    raise ValueError(f"{spelling} begins two orders: {other.title}, {verb.title}")
    return every


VERBS: Final = checked(verb for folder in _FOLDERS for verb in _modules(folder))
"""Every order and command, in the order of the help."""


def _by_spelling() -> dict[str, tuple[Verb, ...]]:
    found: dict[str, tuple[Verb, ...]] = {}
    for verb in VERBS:
        for spelling in dict.fromkeys(verb.spellings):
            found[spelling] = (*found.get(spelling, ()), verb)
    return found


SPELLINGS: Final[dict[str, tuple[Verb, ...]]] = _by_spelling()
"""Every word that begins an order -> the orders that it may begin."""

TEXTS: Final = frozenset(s for s, verbs in SPELLINGS.items() if verbs[0].reach is Reach.TEXT)
"""The words to which the text below them belongs, up to an end mark."""

AVAILABLE: Final = frozenset(
    spelling for spelling, verbs in SPELLINGS.items() if verbs[0].kind is not Kind.MODERATOR
)
"""The words that begin something that a player can order today."""

ACTIONS: Final = frozenset(s for s, verbs in SPELLINGS.items() if verbs[0].kind is Kind.ACTION)
"""What a nation does in its turn."""

ACTION_FORMS: Final = tuple(verb.legal[0] for verb in VERBS if verb.kind is Kind.ACTION)
"""One form of each action."""

SHORT: Final = {verb.letter: verb for verb in VERBS if verb.letter}
"""Letters that look like a short form of an action, and are none."""

SLIPS: Final = frozenset(word for verb in VERBS for word in verb.slips)
"""Words of which a slip of the finger is told."""

TELLING: Final = frozenset(SPELLINGS) - {word for verb in VERBS for word in verb.everyday}
"""Words of orders that make a sentence be about orders."""

SPOKEN: Final = {word: verb.word for verb in VERBS for word in verb.spoken}
"""Words of sentences, in lower case -> the action that they mean."""

HEARD: Final = tuple(verb.heard for verb in VERBS if verb.heard)
"""What knows the sentences of each answer."""

UNIT_FORMS: Final[tuple[re.Pattern[str], ...]] = tuple(
    re.compile(form)
    for form in (
        rf"{COUNT}?{UNIT}[ :]+\S.*->.+",
        rf"{COUNT}?{UNIT}[ :]+(?P<place>\S+(?: \S+){{0,4}}) TO \S+(?: \S+){{0,3}}{CLAUSES}",
        rf"{COUNT}{OWN_UNIT}(?:[ :].*)?",
        rf"\d+ ?(?:X )?{UNIT}(?:[ :].*)?",
    )
)
"""Lines that begin with units, in upper case, whole. A group called `place` must be the beginning
of a region's name.
"""

HEADINGS: Final = (
    re.compile(rf"ORDERS(?: FOR|:)? ?{NATION}.*"),
    re.compile(rf"AS {NAME} ?:.*"),
)
"""Headings that do not begin with a nation, whole, in upper case."""

_OF_THE_MAIL: Final = ("BEGIN", "END", "ORDERS")

WORDS: Final = (
    frozenset((*SPELLINGS, *(verb.word for verb in SHORT.values()), *_OF_THE_MAIL, *CLAUSE_WORDS))
    | {word for verb in VERBS for word in (*verb.keywords, *filter(None, verb.second))}
    | {unit.upper() for unit in UNITS}
    | {"BY"}
) - {"Y", "N"}
"""Every word that the language itself has; look-alike letters are undone for these (see
`reader.characters`).
"""

VALUES: Final = frozenset(value for verb in VERBS for value in verb.values)
"""Every class of values that an order or a command of the mail is read as."""

_WRITERS: Final = {
    value: verb.format for verb in VERBS for value in verb.values if verb.format is not None
}


@cache
def forms_behind(word: str) -> tuple[re.Pattern[str], ...]:
    """The forms of what stands behind a first word in upper case (and behind a colon).

    The whole rest must match one of them. A group called `nation` must be the beginning of a
    nation's name. Empty if the word begins no order. There are as many as spellings.
    """
    verbs = SPELLINGS.get(word, ())
    return tuple(re.compile(form) for verb in verbs for form in verb.follows_of(word))


def verb_of(text: str) -> Verb | None:
    """The order that a line begins, if it begins one.

    >>> verb_of("build in Rome").word, verb_of("SET TIMEZONE athens").title, verb_of("hello")
    ('FACTORY', 'SET TIMEZONE', None)
    """
    word, rest = head(text)
    otherwise = None
    for verb in SPELLINGS.get(word, ()):
        if verb.second:
            if head(rest)[0] in verb.second:
                return verb
        elif verb.claims is None:
            otherwise = verb
        elif verb.claims(text):
            return verb
    return otherwise


def begins(text: str, *verbs: Verb) -> bool:
    """Whether a line begins one of these orders."""
    return verb_of(text) in verbs


def forms_of(word: str) -> tuple[str, ...]:
    """The forms of all orders that a word begins; empty if it begins none."""
    return tuple(form for verb in SPELLINGS.get(word, ()) for form in verb.legal)


def near_to(word: str) -> tuple[str, ...]:
    """The words of orders that a misspelt word is near to; the nearest first."""
    return nearest(word, AVAILABLE)


def written_by_its_verb(board: Board, value: object) -> str:
    """A command, an action or a line of a maneuver as its order writes it.

    :raises KeyError: it is none
    """
    return _WRITERS[type(value)](board, value)
