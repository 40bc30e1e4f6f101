"""`CANCEL <nation>|INVESTING|ALL`: what is kept is dropped (`CANCEL ABSENCE`: see `back`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.board.ids import NationId
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class Cancel:
    """The plan for a nation's turn, that for investing, or everything."""

    what: NationId | Literal["investing", "all"]

    @property
    def nation(self) -> NationId | None:
        """Whose plan is meant, if it is a nation's."""
        return None if self.what in ("investing", "all") else NationId(self.what)


def parse(said: Said) -> Cancel:
    """What is dropped.

    :raises SyntaxRefusal: `incomplete`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    match said.rest.upper():
        case "ALL" | "EVERYTHING":
            return Cancel("all")
        case "INVESTING" | "WHEN INVESTING":
            return Cancel("investing")
        case "":
            raise SyntaxRefusal("incomplete", say("Cancel what?"), legal=VERB.legal)
    return Cancel(said.names.nation(said.rest))


def written(board: Board, cancel: Cancel) -> str:
    """`CANCEL China`, `CANCEL ALL`."""
    return f"CANCEL {board.name(cancel.nation) if cancel.nation else cancel.what.upper()}"


VERB = Verb(
    word="CANCEL",
    kind=Kind.ASIDE,
    follows={"CANCEL": ("INVESTING|WHEN INVESTING|ALL|EVERYTHING", rf"{NATION}(?: \S+)?")},
    keywords=("INVESTING", "ALL"),
    forms=(
        Form("CANCEL <nation>", say("drop my plan for its turn")),
        Form("CANCEL INVESTING", say("drop my plan for investing")),
        Form("CANCEL ALL", say("drop all plans and all standing answers")),
        Form("CANCEL ABSENCE", say("I am back, or do not go")),
    ),
    notes=(
        say(
            "A new plan for the same nation takes the place of the old one; a standing answer is "
            "changed by another one."
        ),
    ),
    examples=("CANCEL China", "CANCEL INVESTING", "CANCEL ALL"),
    parse=parse,
    values=(Cancel,),
    format=written,
)
