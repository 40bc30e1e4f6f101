"""`SET <option> <value>`: what of a game's options may change while it is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import head
from pbem.orders.verbs.moderator.command import ModeratorCommand, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who

OPTIONS: Final = {
    "DEADLINE": say("time for each answer: 72h, 2d, or a timetable; NONE for no deadlines"),
    "MISSED": say("what is done without an answer: wait, standing, default, proxy, automatic"),
    "GRACE": say("how much later an answer still counts: 6h, 0h"),
    "REMINDERS": say("so long before a deadline: 24h, 4h; NONE for no reminders"),
    "BANK": say("how much time each player may overdraw in the whole game: 24h, 0h"),
    "QUIET": say("hours in which nothing is due: 22:00-07:00; NONE for none"),
    "DAYS": say("the days that count: mon-fri; mon-sun for all"),
    "PRESS": say("who may write to whom: none, public, open"),
}
"""The options that a moderator may set, and what they are."""


@dataclass(frozen=True, slots=True)
class SetOption(ModeratorCommand):
    """An option of the game, in upper case, and its new value as it is written."""

    option: str
    value: str


def parse(said: Said) -> SetOption:
    """The option and the value.

    :raises SyntaxRefusal: `incomplete`
    """
    option, value = head(said.rest)
    if not value.strip():
        raise SyntaxRefusal("incomplete", say("To which value?"), legal=VERB.legal)
    return SetOption(option, words_of(value, VERB.legal))


def written(_: Board, command: SetOption) -> str:
    """`SET DEADLINE 72h`."""
    return f"SET {command.option} {command.value}"


VERB = Verb(
    word="SET",
    second=tuple(OPTIONS),
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    everyday=("SET",),
    forms=tuple(
        Form(f"SET {option} <value>", meaning, offered=option in ("DEADLINE", "MISSED"))
        for option, meaning in OPTIONS.items()
    ),
    notes=(
        say("Counts from the next question on; what was said of the open one holds. All are told."),
    ),
    examples=("SET DEADLINE 72h", "SET MISSED standing"),
    parse=parse,
    values=(SetOption,),
    format=written,
)
