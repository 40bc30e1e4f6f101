"""`YES`, `NO` and `NONE`: values of answers to whatever the answered mail asks (section 5).

What they stand for is found out by `verbs.meant`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.board.model import Board
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.verb import Parser, Said


@dataclass(frozen=True, slots=True)
class YesNo:
    """`YES`, `NO`, or `NONE`, which only passes an investment."""

    word: Literal["YES", "NO", "NONE"]


def parser(word: Literal["YES", "NO", "NONE"], behind: tuple[str, ...]) -> Parser:
    """The parser of one of them; `behind` are words that may follow and mean nothing else.

    It raises `SyntaxRefusal`, `not-understood`, if something else follows.
    """

    def parse(said: Said) -> YesNo:
        if said.rest.upper() not in {"", *behind}:
            nothing_after(word, said.rest, (word,))
        return YesNo(word)

    return parse


def written(_: Board, answer: YesNo) -> str:
    """The word."""
    return answer.word
