"""`FORCE [<nation>]`: your Swiss Bank makes it stop on investor."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION, THEM
from pbem.orders.text.phrases import US, WHO, phrases
from pbem.orders.text.words import joined
from pbem.orders.verbs.answers.shared import whom
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Force

STOP = r"(?: (?:there|here|on it|(?:on|at) (?:the )?investor(?: space)?))?"
"""Where a nation stops, in a sentence."""


def parse(said: Said) -> Force:
    """Which nation, if one is named.

    :raises SyntaxRefusal: `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    named = whom(said.rest)
    return Force(said.names.nation(named) if named else None)


def written(board: Board, force: Force) -> str:
    """`FORCE Russia`."""
    return joined("FORCE", board.name(force.nation) if force.nation else "")


VERB = Verb(
    word="FORCE",
    kind=Kind.ANSWER,
    follows={"FORCE": ("", rf"{NATION}(?: \S+)?(?: TO STOP)?", rf"{THEM}(?: TO STOP)?")},
    forms=(
        Form("FORCE <nation>", say("your Swiss Bank makes it stop on investor")),
        Form("FORCE", say("the same, if you have just one question")),
    ),
    notes=(say("Otherwise: see HELP LET."),),
    rules=("3.3",),
    examples=("FORCE Russia", "FORCE"),
    parse=parse,
    values=(Force,),
    format=written,
    heard=phrases(
        "FORCE",
        rf"{US}(?:force|make|stop) {WHO}(?: to)?(?: (?:stop|land))?{STOP}",
        rf"(?:i|we) (?:want|order|ask|tell|command) {WHO} to (?:stop|land){STOP}",
        rf"{WHO} (?:must|has to|have to|shall) (?:stop|land){STOP}",
        named="FORCE {who}",
    ),
)
