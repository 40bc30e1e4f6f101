"""`SET REPORT BRIEF | FULL [IN <game>]`: how long the sender's reports are."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined
from pbem.orders.verbs.person.choices import ReportHabit
from pbem.orders.verbs.person.setting import InGame, chosen, one_of, with_game
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class ReportsAre(InGame):
    """How long reports are."""

    report: ReportHabit = ReportHabit.BRIEF


def parse(said: Said) -> ReportsAre:
    """What is wanted.

    :raises SyntaxRefusal: `incomplete`
    """
    word, game = with_game(chosen(said, VERB.legal))
    return ReportsAre(game, one_of(ReportHabit, word, VERB.legal))


def written(_: Board, wanted: ReportsAre) -> str:
    """`SET REPORT FULL IN eu1`."""
    game = f"IN {wanted.game}" if wanted.game else ""
    return joined("SET REPORT", wanted.report.upper(), game)


VERB = Verb(
    word="SET",
    kind=Kind.COMMAND,
    second=("REPORT", "REPORTS"),
    follows={"SET": (r"REPORTS?\b.*",)},
    keywords=("BRIEF", "FULL", "IN"),
    everyday=("SET",),
    forms=(
        Form("SET REPORT BRIEF", say("what happened, the question, what has changed")),
        Form("SET REPORT FULL", say("besides, tables of all nations and the map in words")),
        Form("SET REPORT FULL IN <game>", say("the same, for one game only")),
    ),
    examples=("SET REPORT FULL", "SET REPORT BRIEF IN other"),
    parse=parse,
    values=(ReportsAre,),
    format=written,
)
