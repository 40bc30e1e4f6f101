"""`HISTORY [<turn>]`: what has happened, who ordered it, and when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined, number
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.mail.for_turn import LAST_TURN
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_TURN: Final = re.compile(r"(?:of )?turn\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HistoryWanted(Wish):
    """What has happened is asked for: in a turn, or lately."""

    turn: int | None = None

    def answer(self, desk: Desk) -> None:
        """The turn, or the last ones in short."""
        desk.show_history(self.turn)


def parse(said: Said) -> HistoryWanted:
    """Which turn, if that is said.

    :raises SyntaxRefusal: `bad-number`
    """
    turn = _TURN.sub("", said.rest)
    return HistoryWanted(number(turn, LAST_TURN) if turn else None)


def written(_: Board, wanted: HistoryWanted) -> str:
    """`HISTORY 9`."""
    return joined("HISTORY", str(wanted.turn or ""))


VERB = Verb(
    word="HISTORY",
    kind=Kind.COMMAND,
    follows={"HISTORY": (r"(?:(?:OF )?(?:TURN )?\d+)?",)},
    keywords=("TURN",),
    everyday=("HISTORY",),
    forms=(
        Form("HISTORY", say("the last turns in short: who ordered what, and when")),
        Form("HISTORY <turn>", say("all of a turn, what was written in it, and how it began")),
    ),
    notes=(
        say(
            "What others have planned and what they write to each other stays hidden. What was "
            "written to all, and to you, is there."
        ),
    ),
    examples=("HISTORY", "HISTORY 9"),
    parse=parse,
    values=(HistoryWanted,),
    format=written,
)
