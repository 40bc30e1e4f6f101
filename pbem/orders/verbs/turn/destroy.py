"""`DESTROY <province>`: three armies destroy the factory there."""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Destroy

_FACTORY_IN = re.compile(r"^(?:(?:the\s+)?factory\s+)?(?:in\s+|at\s+)?", re.IGNORECASE)


def parse(said: Said) -> Destroy:
    """Where.

    :raises SyntaxRefusal: `missing-name`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    return Destroy(said.names.region(_FACTORY_IN.sub("", said.rest)))


def written(board: Board, destroy: Destroy) -> str:
    """`DESTROY Moscow`."""
    return f"DESTROY {board.name(destroy.province)}"


VERB = Verb(
    word="DESTROY",
    kind=Kind.LINE,
    follows={"DESTROY": (r"\S.*",)},
    slips=("DESTROY",),
    forms=(Form("DESTROY <province>", say("three hostile armies destroy the factory there")),),
    notes=(say("In a maneuver; the three armies are removed too."),),
    rules=("5.10",),
    examples=("CHINA: MANEUVER\n  DESTROY Moscow",),
    parse=parse,
    values=(Destroy,),
    format=written,
)
