"""What mail programs and keyboards do to characters, undone: every line in plain typing.

`clean("FLEET Brest —> English Channel")` is `"FLEET Brest -> English Channel"`. Only characters
are changed here; what a line means is the work of `scan` and of the parser.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from pbem.orders.verbs.table import WORDS

#: NFKC turns one character into up to 18; text of people grows by far less.
MOST_GROWTH: Final = 3
#: So many characters are kept in mind; no two alphabets have more.
MOST_KNOWN: Final = 4_096
#: A line is asked about more than once on its way; of longer lines nothing is kept in mind.
SHORT: Final = 160
#: NFKC makes a blank and a combining accent of these; they are quotes typed in haste.
_BEFORE_NFKC: Final = str.maketrans({"´": "'", "`": "'", "¨": '"'})

_DASHES: Final = "‐‑‒–—―−﹘﹣－⸺⸻⁃"
#: Arrows of keyboards and autocorrection; the last line is the private use area, to which Word
#: maps its fonts Wingdings and Symbol.
_ARROWS: Final = (
    "→⇒⟶⟹➔➙➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯➱➲➳➵➸➺➻➼➽➾⮕⇨⇾⇢⇛⟼⟾↦↣↠↝⇝⤳⤏⟿🡒🡢🡪🠖🠚►▶\uf0e0\uf0e8\uf0f0\uf0ae\uf0de"
)
_SINGLE_QUOTES: Final = "‘’‚‛′ʹʼ‹›"
_DOUBLE_QUOTES: Final = "“”„‟″«»〝〞"


class _Plain(dict[int, str]):
    """A table for `str.translate` that works out what it does not hold yet, within reason."""

    def __missing__(self, code: int) -> str:
        plain = _visible(chr(code))
        if len(self) < MOST_KNOWN:
            self[code] = plain
        return plain


_PLAIN: Final = _Plain(
    str.maketrans(
        dict.fromkeys(_DASHES, "-")
        | dict.fromkeys(_ARROWS, "->")
        | dict.fromkeys(_SINGLE_QUOTES, "'")
        | dict.fromkeys(_DOUBLE_QUOTES, '"')
        | {"≥": ">=", "≤": "<=", "⩾": ">=", "⩽": "<="}
    )
)

#: `->`, `=>`, `-->`, and what is left of them after "smart" punctuation (`- >`).
_ARROW: Final = re.compile(r"\s?(?<![-=~])(?:[-=~]+>|-\s>)\s?")
#: In a condition `=>` can only be meant for `>=`.
_CONDITION: Final = re.compile(r"\s*(?:ELSE\s+)?IF\s", re.IGNORECASE)
_DASH_BETWEEN_BLANKS: Final = re.compile(r"(?<=\S)\s-+\s(?=\S)")
_BLANKS: Final = re.compile(r"\s+")
_WORD: Final = re.compile(r"[^\W\d_]+")

#: Cyrillic and Greek letters that look like a Latin one on the screen.
_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԚԜаеѕіјкорсухԛԝҺһΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχ",
    "ABESIJKMHOPCTYXYQWaesijkopcyxqwHhABEZHIKMNOPTYXaeikvoptux",  # letter for letter
)


def clean(text: str) -> str:
    """One line in plain typing: NFKC, single blanks, plain quotes and dashes, ` -> `.

    Zero-width and direction marks and soft hyphens go. A dash between blanks is an arrow, a dash
    inside a name stays one. Look-alike letters become Latin where the word is plainly not of
    their own script.
    """
    return _known(text) if len(text) <= SHORT else _cleaned(text)


def _cleaned(text: str) -> str:
    if text.isascii() and text.isprintable():  # most lines: nothing but arrows and blanks to do
        text = text.replace("`", "'")
    else:
        text = _nfkc(text.translate(_BEFORE_NFKC)).translate(_PLAIN)
    if ">" in text:
        if _CONDITION.match(text):
            text = text.replace("=>", ">=")
        text = _ARROW.sub(" -> ", _BLANKS.sub(" ", text))
    elif "  " in text or not text.isprintable():
        text = _BLANKS.sub(" ", text)
    if " -" in text:
        text = _BLANKS.sub(" ", _DASH_BETWEEN_BLANKS.sub(" -> ", text))
    return _latin(text.strip())


_known = lru_cache(maxsize=2048)(_cleaned)


def look_alike(text: str) -> str:
    """The text with every letter Latin that looks so, whatever its word is.

    >>> look_alike("Аnn")
    'Ann'
    """
    return unicodedata.normalize("NFKC", text).translate(_LOOK_ALIKES)


def _nfkc(text: str) -> str:
    """The text in NFKC; as it is if it is made of ligatures that would multiply its length."""
    composed = unicodedata.normalize("NFKC", text)
    return composed if len(composed) <= MOST_GROWTH * len(text) else text


def _visible(character: str) -> str:
    """The character, a blank for any blank or control, nothing for what cannot be seen."""
    category = unicodedata.category(character)
    if category == "Cf" or "\ufe00" <= character <= "\ufe0f":
        return ""
    return " " if category in ("Zs", "Zl", "Zp", "Cc") else character


def _latin(text: str) -> str:
    """The line with look-alikes made Latin, where they are plainly no letters of their script."""
    if text.isascii() or text.translate(_LOOK_ALIKES) == text:
        return text
    words = _WORD.findall(text)
    foreign = any(_is_foreign(word) for word in words)
    # `А` and `ТО` are words of Russian too: they are keywords only where nothing else is Russian.
    return _WORD.sub(lambda match: _latin_word(match[0], keywords=not foreign), text)


def _latin_word(word: str, *, keywords: bool) -> str:
    """The word with its look-alikes made Latin, if it mixes scripts or is a keyword."""
    latin = word.translate(_LOOK_ALIKES)
    if latin == word or not latin.isascii():
        return word  # Latin already, or a true word of another script
    mixed = any(character.isascii() for character in word)
    return latin if mixed or (keywords and latin.upper() in WORDS) else word


def _is_foreign(word: str) -> bool:
    """Whether the word is of Greek or Cyrillic script beyond doubt."""
    if any(character.isascii() for character in word):
        return False
    latin = word.translate(_LOOK_ALIKES)
    if latin.isascii():
        return latin.upper() not in WORDS
    return any(_script(character) in ("CYRILLIC", "GREEK") for character in word)


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0]
