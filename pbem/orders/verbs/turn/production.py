"""`PRODUCTION [A|B] [ALL | NONE | <province>, ... | EXCEPT <province>, ...]`."""

from __future__ import annotations

import re
from typing import Literal, assert_never

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import INSIDE, NOTHING, joined, tidy
from pbem.orders.verbs.turn.spaces import letter_of, listed, regions, shown_letter
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Production

_EVERYTHING = {"", "ALL", "EVERYTHING", "EVERYWHERE", "ALL FACTORIES", "EVERY FACTORY"}
_ONLY = re.compile(r"^only\s+", re.IGNORECASE)
_EXCEPT = re.compile(
    r"^(?:all\s+)?(?:except|but|without|not)\b(?:\s+(?:for|in|at|not)\b)*(.*)", re.IGNORECASE
)
_WHERE = ("", r"(?:IN|AT|ALL|NONE|EXCEPT)\b.*", "[AB]")


def parse(said: Said) -> Production:
    """What is produced, and on which of the two spaces.

    :raises SyntaxRefusal: `not-understood`: a letter but A and B; `missing-name`
    """
    letter, what = letter_of(said.rest)
    if len(what) == 1:
        raise SyntaxRefusal(
            "not-understood",
            say("There are just two: PRODUCTION A and PRODUCTION B."),
            "1",
            ("PRODUCTION A", "PRODUCTION B"),
        )
    what = INSIDE.sub("", _ONLY.sub("", what))
    if what.upper() in _EVERYTHING:
        return Production(letter)
    if what.upper() in NOTHING:
        return Production(letter, "none")
    choice: Literal["only", "except"] = "only"
    if match := _EXCEPT.match(what):
        choice, what = "except", tidy(match[1])
        if not what:
            raise SyntaxRefusal(
                "missing-name", say("Except where? The provinces are missing."), legal=VERB.legal
            )
    return Production(letter, choice, regions(said.names, what))


def written(board: Board, production: Production) -> str:
    """`PRODUCTION B EXCEPT Beijing`; that all produce is left out."""
    return joined("PRODUCTION", shown_letter(production.letter), _produced(board, production))


def _produced(board: Board, production: Production) -> str:
    named = listed(board, production.provinces)
    match production.choice:
        case "all":
            return ""
        case "none":
            return "NONE"
        case "only":
            return named or "NONE"
        case "except":
            return f"EXCEPT {named}" if named else ""
        case _:
            assert_never(production.choice)


VERB = Verb(
    word="PRODUCTION",
    kind=Kind.ACTION,
    others=("PRODUCE", "PRODUCES", "PRODUCING"),
    follows={"PRODUCES": _WHERE, "PRODUCING": _WHERE},
    keywords=("A", "B", "ALL", "NONE", "EXCEPT"),
    spoken=("production", "produce", "produces", "producing"),
    slips=("PRODUCTION", "PRODUCE"),
    letter="P",
    forms=(
        Form("PRODUCTION", say("every factory makes its unit")),
        Form("PRODUCTION NONE", say("none does"), offered=False),
        Form("PRODUCTION <province>, <province>", say("only these do"), offered=False),
        Form("PRODUCTION EXCEPT <province>", say("all but these do")),
        Form("PRODUCTION A", say("on the space that is called A; B is the other")),
    ),
    notes=(
        say(
            "The rondel has the space twice, A and B; without a letter the nearer one ahead is "
            "meant. On a nation's first turn the letter must be given."
        ),
    ),
    rules=("4.2",),
    examples=("CHINA: PRODUCTION", "CHINA: PRODUCTION B NONE", "CHINA: PRODUCTION EXCEPT Beijing"),
    parse=parse,
    values=(Production,),
    format=written,
)
