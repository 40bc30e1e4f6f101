"""`RULES [<section>]`: the rules as they are played here."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class RulesWanted(Wish):
    """The rules are asked for: all, a section (`5`), or one of them (`5.9`)."""

    section: str = ""

    def answer(self, desk: Desk) -> None:
        """The text, or which sections there are."""
        desk.show_rules(self.section)


def parse(said: Said) -> RulesWanted:
    """Which, if that is said."""
    return RulesWanted(said.rest.rstrip("."))


def written(_: Board, wanted: RulesWanted) -> str:
    """`RULES 5.9`."""
    return joined("RULES", wanted.section)


VERB = Verb(
    word="RULES",
    kind=Kind.COMMAND,
    follows={"RULES": (r"(?:[\d.]+)?",)},
    everyday=("RULES",),
    forms=(
        Form("RULES", say("the rules as they are played here")),
        Form("RULES <section>", say("a section of them, or one rule: RULES 5, RULES 5.9")),
    ),
    examples=("RULES", "RULES 5.9"),
    parse=parse,
    values=(RulesWanted,),
    format=written,
)
