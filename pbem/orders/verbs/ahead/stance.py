"""`STANCE [<own nation>|ALL] FIGHT|PEACE|ASK [<nation>|ALL] [IN <region>]`: a standing answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pbem.board.ids import NationId, RegionId
from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined, only
from pbem.orders.verbs.ahead.standing_answer import name, some_nation, split_answer
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_ANSWERS = ("FIGHT", "PEACE", "ASK")


@dataclass(frozen=True, slots=True)
class Stance:
    """Whether units that move in are fought; None: of or against all, anywhere."""

    answer: Literal["fight", "peace", "ask"]
    own: NationId | None = None
    enemy: NationId | None = None
    region: RegionId | None = None
    order: Literal["stance"] = "stance"


def parse(said: Said) -> Stance:
    """Whose units, what they do, against whom, and where.

    :raises SyntaxRefusal: `incomplete`, `contradiction`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    names = said.names
    own, answer, behind = split_answer(said.rest, _ANSWERS, VERB.legal)
    enemy, clauses = only(behind, ("IN",), VERB.legal)
    return Stance(
        cast(Literal["fight", "peace", "ask"], answer),
        some_nation(names, own),
        some_nation(names, enemy),
        names.region(clauses["IN"]) if "IN" in clauses else None,
    )


def written(board: Board, stance: Stance) -> str:
    """`STANCE China FIGHT Russia IN Korea`."""
    place = f"IN {board.name(stance.region)}" if stance.region else ""
    own, enemy = name(board, stance.own), name(board, stance.enemy)
    return joined("STANCE", own, stance.answer.upper(), enemy, place)


VERB = Verb(
    word="STANCE",
    kind=Kind.ASIDE,
    keywords=("ASK", "ALL", "IN"),
    slips=("STANCE",),
    forms=(
        Form("STANCE PEACE", say("never fight units that move in")),
        Form("STANCE FIGHT <nation>", say("always fight units of this nation"), offered=False),
        Form("STANCE <own> FIGHT <nation> IN <region>", say("but only there, of this own nation")),
        Form("STANCE ASK <nation>", say("ask me about units of this nation"), offered=False),
    ),
    notes=(
        say("In full:"),
        "STANCE [<own>|ALL] FIGHT|PEACE|ASK [<nation>|ALL] [IN <region>]",
        say(
            "A standing answer: it answers in your name until you change it. The one that names "
            "the most counts, of equals the latest. A fight is with as many units as possible."
        ),
    ),
    rules=("5.3", "5.9"),
    examples=("STANCE PEACE", "STANCE China FIGHT Russia IN Korea"),
    parse=parse,
    values=(Stance,),
    format=written,
)
