"""`LET [<nation>] PASS`: your Swiss Bank lets it pass investor."""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION, THEM
from pbem.orders.text.phrases import MAY, NOT, US, WHO, phrases
from pbem.orders.text.words import joined, only
from pbem.orders.verbs.answers.force import STOP
from pbem.orders.verbs.answers.shared import whom
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import LetPass

_THROUGH = re.compile(r"\s+through$", re.IGNORECASE)
_ON = r"(?:go|go on|go ahead|move|move on|continue|carry on|proceed|keep going|go by|go past)"


def parse(said: Said) -> LetPass:
    """Which nation, if one is named.

    :raises SyntaxRefusal: `incomplete`: PASS is missing
    """
    named, clauses = only(_THROUGH.sub(" PASS", said.rest), ("PASS",), VERB.legal)
    if clauses.get("PASS") != "":
        raise SyntaxRefusal("incomplete", say("LET ends in PASS."), legal=VERB.legal)
    nation = whom(named)
    return LetPass(said.names.nation(nation) if nation else None)


def written(board: Board, let: LetPass) -> str:
    """`LET Russia PASS`."""
    return joined("LET", board.name(let.nation) if let.nation else "", "PASS")


VERB = Verb(
    word="LET",
    kind=Kind.ANSWER,
    follows={"LET": ("PASS", rf"{NATION}.* PASS", rf"{THEM} (?:PASS|THROUGH)")},
    keywords=("PASS",),
    forms=(
        Form("LET <nation> PASS", say("your Swiss Bank lets it pass investor")),
        Form("LET PASS", say("the same, if you have just one question")),
    ),
    notes=(say("PASS alone will do if it is your only question."),),
    rules=("3.3",),
    examples=("LET Russia PASS", "LET PASS"),
    parse=parse,
    values=(LetPass,),
    format=written,
    heard=phrases(
        "LET PASS",
        rf"{US}{NOT} (?:force|stop|make)(?: {WHO})?(?: to)?(?: stop)?{STOP}",
        rf"let {WHO} {_ON}",
        rf"{WHO} {MAY} {_ON}",
        named="LET {who} PASS",
    ),
)
