"""Names of players that orders and eyes can tell apart.

Checked when somebody gets a seat; games that exist keep their names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from typing import Final

from pbem.board.fold import fold
from pbem.board.model import Game
from pbem.errors import BadInput
from pbem.orders.characters import look_alike
from pbem.orders.keywords import WORDS

_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_SHORTEST: Final = 1


def check_name(game: Game, name: str, others: Iterable[str]) -> None:
    """See to it that a player can be called so.

    :param others: the names of the other players
    :raises BadInput: says why not
    """
    where = f"player {name!r}"
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        raise BadInput(where, "a name holds no control or direction marks")
    if len(_skeleton(name)) < _SHORTEST:
        raise BadInput(where, "a name needs a letter or a digit")
    if _skeleton(name) in _folded([word for word in WORDS if len(word) > 1]):
        raise BadInput(where, "that is a word of the order language")
    for kind, names in (
        ("nation", [game.board.name(n) for n in game.nations]),
        ("region", [game.board.name(r) for r in game.board.regions]),
    ):
        if _skeleton(name) in _folded(names):
            raise BadInput(where, f"that is a {kind} of the board")
    for other in others:
        if _skeleton(other) == _skeleton(name):
            raise BadInput(where, f"orders and eyes cannot tell it from {other!r}")


def _skeleton(name: str) -> str:
    """What is left of a name when look-alike letters, accents, blanks and case do not matter."""
    return fold(look_alike(name))


def _folded(words: Collection[str]) -> frozenset[str]:
    return frozenset(map(fold, words))
