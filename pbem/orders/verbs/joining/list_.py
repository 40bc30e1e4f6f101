"""`LIST`: the site's games that one may join or watch, and one's own."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class ListWanted(Visit):
    """The games are asked for."""


def parse(_: Said) -> ListWanted:
    """`LIST` alone."""
    return ListWanted()


def written(_: Board, _wanted: ListWanted) -> str:
    """`LIST`."""
    return "LIST"


VERB = Verb(
    word="LIST",
    kind=Kind.COMMAND,
    follows={"LIST": ("", "GAMES")},
    everyday=("LIST",),
    forms=(Form("LIST", say("which games there are to join or to watch, and my own")),),
    examples=("LIST",),
    parse=parse,
    values=(ListWanted,),
    format=written,
)
