"""Names of players that orders and eyes can tell apart.

Checked when somebody gets a seat; games that exist keep their names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.ground.fold import fold
from pbem.ground.messages import say
from pbem.orders.reader.characters import look_alike
from pbem.orders.text.names import Names
from pbem.orders.verbs.table import WORDS

_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_SHORTEST: Final = 1

_ORDER_WORDS: Final = frozenset({word for word in WORDS if len(word) > 1} | {"NOT", "OR"})
"""Single letters are names of people, too; `NOT` and `OR` stand in conditions."""

_ONE_STROKE: Final = str.maketrans(
    {"I": "l", "1": "l", "|": "l", "ı": "l", "0": "o", "O": "o", "5": "s", "S": "s", "2": "z"}
)
"""What eyes take for the same in one typeface or another."""

_STROKES: Final = str.maketrans(
    {
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe",
        "ŋ": "n", "ɑ": "a", "ᴀ": "a",
    }
)  # fmt: skip
"""Letters whose stroke or tail is no accent to Unicode, and some that look like others; lower case.
"""


def check_name(game: Game, name: str, others: Iterable[str]) -> None:
    """See to it that a player can be called so.

    :param others: the names of the other players
    :raises BadInput: says why not
    """
    where = f"player {name!r}"
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        raise BadInput(where, say("A name holds no control or direction marks."))
    if any(len(scripts) > 1 and "LATIN" in scripts for scripts in _scripts(name)):
        raise BadInput(where, say("A word of a name has letters of one alphabet."))
    if len(_skeleton(name)) < _SHORTEST:
        raise BadInput(where, say("A name needs a letter or a digit."))
    if _skeleton(name) in _folded(_ORDER_WORDS):
        raise BadInput(where, say("No name can be a word of the order language."))
    names = Names(game)
    for taken, forms in (
        (say("No name can be that of a nation."), names.nations.forms),
        # not short forms: "Bob" is a bay's
        (say("No name can be that of a region."), _folded(names.regions.labels)),
        (say("No name can be that of a canal."), _folded(_canals(game))),
    ):
        if _skeleton(name) in forms or fold(name) in forms:
            raise BadInput(where, taken)
    for other in others:
        if _skeleton(other) == _skeleton(name) or _seen(other) == _seen(name):
            told = say("Orders and eyes cannot tell it from another name: {person}", person=other)
            raise BadInput(where, told)


def _canals(game: Game) -> list[str]:
    return [canal.name for canal in game.board.canals.values()]


def _scripts(name: str) -> Iterator[set[str]]:
    """Of each word of a name the alphabets of its letters, as Unicode names them."""
    for word in re.split(r"[\W\d_]+", unicodedata.normalize("NFKC", name)):
        yield {unicodedata.name(letter, "").partition(" ")[0] for letter in word}


def _skeleton(name: str) -> str:
    """What is left of a name when look-alike letters, accents, blanks and case do not matter."""
    return fold(look_alike(name).casefold().translate(_STROKES))


def _seen(name: str) -> str:
    """The same for what eyes alone cannot tell apart, such as `I`, `l` and `1`."""
    return fold(look_alike(name).translate(_ONE_STROKE).casefold().translate(_STROKES))


def _folded(words: Collection[str]) -> frozenset[str]:
    return frozenset(map(fold, words))
