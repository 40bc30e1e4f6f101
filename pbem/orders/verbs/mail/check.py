"""`CHECK`: say what would happen, change nothing."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class Check(MailCommand):
    """Answer with what would happen, change nothing."""


def parse(said: Said) -> Check:
    """`CHECK`.

    :raises SyntaxRefusal: `not-understood`: something follows
    """
    nothing_after("CHECK", said.rest, VERB.legal)
    return Check()


def written(_: Board, _check: Check) -> str:
    """`CHECK`."""
    return "CHECK"


VERB = Verb(
    word="CHECK",
    kind=Kind.COMMAND,
    follows={"CHECK": ("",)},
    forms=(Form("CHECK", say("say what would happen, change nothing")),),
    examples=("CHECK",),
    parse=parse,
    values=(Check,),
    format=written,
)
