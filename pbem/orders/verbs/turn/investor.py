"""`INVESTOR`: the nation pays interest, then players invest."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Investor


def parse(said: Said) -> Investor:
    """`INVESTOR`.

    :raises SyntaxRefusal: `not-understood`: something follows
    """
    nothing_after("INVESTOR", said.rest, (*VERB.legal, "INVEST <price> IN <nation>", "PASS"))
    return Investor()


def written(_: Board, _investor: Investor) -> str:
    """`INVESTOR`."""
    return "INVESTOR"


VERB = Verb(
    word="INVESTOR",
    kind=Kind.ACTION,
    spoken=("investor",),
    slips=("INVESTOR",),
    forms=(Form("INVESTOR", say("the nation pays interest, then players invest")),),
    notes=(say("Who may invest is asked for it afterwards: see HELP INVEST."),),
    rules=("7",),
    examples=("CHINA: INVESTOR",),
    parse=parse,
    values=(Investor,),
    format=written,
)
