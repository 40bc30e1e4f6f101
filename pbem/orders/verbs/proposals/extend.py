"""`EXTEND <hours>`: the player agrees to so much more time for the open question."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import number
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

MOST_HOURS = 24 * 28
_HOURS = re.compile(r"(\d+) ?(?:h|hours?)?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class MoreTime:
    """How much more, in hours."""

    hours: int


def parse(said: Said) -> MoreTime:
    """The hours.

    :raises SyntaxRefusal: `incomplete`, `bad-number`
    """
    hours = _HOURS.fullmatch(said.rest)
    if not hours:
        raise SyntaxRefusal("incomplete", say("By how many hours?"), legal=VERB.legal)
    return MoreTime(number(hours[1], MOST_HOURS))


def written(_: Board, more: MoreTime) -> str:
    """`EXTEND 24`."""
    return f"EXTEND {more.hours}"


VERB = Verb(
    word="EXTEND",
    kind=Kind.ASIDE,
    follows={"EXTEND": (r"\d+.*",)},
    forms=(Form("EXTEND <hours>", say("I agree to so much more time for this question")),),
    notes=(say("If all players send it, the deadline is moved by the least of them."),),
    examples=("EXTEND 24",),
    parse=parse,
    values=(MoreTime,),
    format=written,
)
