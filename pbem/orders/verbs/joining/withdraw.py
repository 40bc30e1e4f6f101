"""`WITHDRAW <game>`: out of a game that has not begun, or from watching one."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined
from pbem.orders.verbs.joining.visit import Visit, plain_game
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class WithdrawWanted(Visit):
    """Somebody joins or watches a game no more."""


def parse(said: Said) -> WithdrawWanted:
    """The game, as far as it is said."""
    return WithdrawWanted(plain_game(said.rest.removeprefix("FROM ").removeprefix("from ")))


def written(_: Board, wanted: WithdrawWanted) -> str:
    """`WITHDRAW eu9`."""
    return joined("WITHDRAW", wanted.game)


VERB = Verb(
    word="WITHDRAW",
    kind=Kind.COMMAND,
    follows={"WITHDRAW": (r"(?:FROM )?\S*",)},
    everyday=("WITHDRAW",),
    forms=(Form("WITHDRAW <game>", say("I do not join that game after all, or watch it no more")),),
    notes=(say("A game that has begun is left with RESIGN."),),
    examples=("WITHDRAW other",),
    parse=parse,
    values=(WithdrawWanted,),
    format=written,
)
