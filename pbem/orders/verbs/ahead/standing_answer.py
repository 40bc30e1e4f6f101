"""What standing answers share: the answer between what it is about and whom it is for."""

from __future__ import annotations

import re

from pbem.board.ids import NationId
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.names import Names
from pbem.orders.text.words import tidy


def split_answer(
    rest: str, answers: tuple[str, ...], legal: tuple[str, ...]
) -> tuple[str, str, str]:
    """What stands before the answer, the answer in lower case, and what stands behind it.

    :raises SyntaxRefusal: `incomplete`, `contradiction`
    """
    found = re.split(rf"(?:^|\s)({'|'.join(answers)})(?=$|\s)", rest, flags=re.IGNORECASE)
    if len(found) == 1:
        message = say("The answer is missing; it is one of these: {orders}", orders=answers)
        raise SyntaxRefusal("incomplete", message, legal=legal)
    if len(found) > 3:
        raise SyntaxRefusal("contradiction", say("A standing answer is one answer."), legal=legal)
    before, answer, behind = found
    return tidy(before), answer.lower(), tidy(behind)


def some_nation(names: Names, text: str) -> NationId | None:
    """The nation; None where nothing or `ALL` is said.

    :raises SyntaxRefusal: `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    return None if text.upper() in ("", "ALL") else names.nation(text)


def name(board: Board, nation: NationId | None) -> str:
    """The nation's name; "" where all are meant."""
    return board.name(nation) if nation else ""
