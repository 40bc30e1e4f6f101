"""A language that nobody speaks: every letter of the catalogue accented, every word a third longer.

What a mail in it still says in plain letters has not gone through the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.pofile import write_po

from pbem.board.load import game_ids, load_game
from pbem.report.language.catalogue import FOLDER, locale_of
from pbem.report.language.extract import extracted

PSEUDO = "fi-x-pseudo"
PLAIN = "aceghijklnorstuwyzACEGHIJKLNORSTUWYZ"
ACCENTED = "áčéğĥíĵķłñőŕšťúŵýžÁČÉĞĤÍĴĶŁÑŐŔŠŤÚŴÝŽ"
_ACCENTS = str.maketrans(PLAIN, ACCENTED)
_PIECE = re.compile(r"(\{[^}]*\})")
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = re.compile(r"[A-Za-z]{2,}")
_KEPT = re.compile(
    r"-- write above this line -- \[[0-9a-f]{8}\]|^    or -> |<[^>]*>|\bSET TIMEZONE \S+",
    re.MULTILINE,
)
"""The marker line, what begins a list of other targets, and what is open in forms of orders."""


def pseudo(text: str) -> str:
    """A sentence of the catalogue in that language; what stands in braces stays.

    >>> pseudo("Ann: {player} has it.")
    'Áññé: {player} ĥášé íťé.'
    """
    pieces = _PIECE.split(text)
    return "".join(p if p.startswith("{") else _WORD.sub(_longer, p) for p in pieces)


def _longer(match: re.Match[str]) -> str:
    word = match[0].translate(_ACCENTS)
    return word + "é" * -(-3 * len(word) // 10)


def write_pseudo(templates: Path) -> str:
    """Give a site that language; its code.

    :param templates: the site's own folder of templates
    """
    catalog = extracted()
    catalog.locale = Locale.parse("fi")
    for message in catalog:
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            said = tuple(map(pseudo, forms))
            message.string = said[0] if isinstance(message.id, str) else said
    for name in ("EEE d MMM y", "EEE d MMM y, HH:mm"):  # how days are written
        catalog[name].string = name
    file = BytesIO()
    write_po(file, catalog)
    (templates / FOLDER).mkdir(parents=True, exist_ok=True)
    (templates / FOLDER / f"{PSEUDO}.po").write_bytes(file.getvalue())
    return PSEUDO


def plain_words(text: str, allowed: Iterable[str] = ()) -> set[str]:
    """The words that no catalogue has been asked for.

    Words of the order language (in capitals), names on the boards as orders have them, days and
    months, the marker line, and what is allowed do not count.
    """
    known = {*_NAMES, *allowed}
    words = set(_WORD.findall(_KEPT.sub("", text)))
    return {w for w in words if _ENGLISH.fullmatch(w) and w not in known and not w.isupper()}


def _names() -> set[str]:
    words = {"ja"}  # "and" in lists of that language
    for ident in game_ids():
        game = load_game(ident)
        names = [n.name for n in game.board.nations.values()]
        names += [r.name for r in game.board.regions.values()]
        names += [c.name for c in game.board.canals.values()]
        for name in (*names, game.rules.title):
            words |= {*_ENGLISH.findall(name), *_ENGLISH.findall(name.upper())}
    locale = locale_of(PSEUDO)
    for table in (locale.days["format"]["abbreviated"], locale.months["format"]["abbreviated"]):
        for name in table.values():
            words |= set(_ENGLISH.findall(name))
    return words


_NAMES = _names()
