"""`ALLOW [<canal>]`: they may use your canal."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.patterns import NAME, THEM
from pbem.orders.text.phrases import MAY, THROUGH, US, WHO, phrases
from pbem.orders.text.words import joined
from pbem.orders.verbs.answers.shared import whom
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Allow


def parse(said: Said) -> Allow:
    """Which canal, if one is named.

    :raises SyntaxRefusal: `unknown-name`, `no-canals`
    """
    named = whom(said.rest)
    return Allow(said.names.canal(named) if named else None)


def written(board: Board, allow: Allow) -> str:
    """`ALLOW Suez Canal`."""
    return joined("ALLOW", board.canals[allow.canal].name if allow.canal else "")


VERB = Verb(
    word="ALLOW",
    kind=Kind.ANSWER,
    others=("ALLOWED", "ALLOWS"),
    follows={"ALLOW": ("", NAME, rf"{THEM} TO .+")},
    forms=(
        Form("ALLOW <canal>", say("they may use your canal")),
        Form("ALLOW", say("the same, if you have just one question")),
    ),
    notes=(say("The answer holds for all units of that line."),),
    rules=("5.2",),
    examples=("ALLOW Suez Canal", "ALLOW"),
    parse=parse,
    values=(Allow,),
    format=written,
    heard=phrases(
        "ALLOW",
        r"(?:permission|passage|access|transit) (?:is )?(?:granted|given|allowed)"
        rf"(?: (?:for|to) {WHO})?|granted|(?:pass|come|sail) through"
        r"|be my guest|go ahead|go through",
        rf"{US}(?:grant|give)(?: (?:it|them|him|her))? (?:permission|passage|leave|access)",
        rf"{WHO} {MAY} (?:pass|go|come|sail|use|cross|transit)(?=\b)(?! on\b){THROUGH}",
        named="LET {who} PASS",
    ),
)
