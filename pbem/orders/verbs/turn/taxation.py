"""`TAXATION`: the nation collects its taxes."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Taxation


def parse(said: Said) -> Taxation:
    """`TAXATION`.

    :raises SyntaxRefusal: `not-understood`: something follows
    """
    nothing_after("TAXATION", said.rest, VERB.legal)
    return Taxation()


def written(_: Board, _taxation: Taxation) -> str:
    """`TAXATION`."""
    return "TAXATION"


VERB = Verb(
    word="TAXATION",
    kind=Kind.ACTION,
    others=("TAX", "TAXES"),
    follows={"TAX": ("",), "TAXES": ("",)},
    spoken=("tax", "taxes", "taxing", "taxation"),
    slips=("TAXATION",),
    letter="T",
    forms=(Form("TAXATION", say("the nation collects its taxes")),),
    notes=(say("TAX is read as well."),),
    rules=("6",),
    examples=("CHINA: TAXATION",),
    parse=parse,
    values=(Taxation,),
    format=written,
)
