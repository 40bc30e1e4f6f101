"""`DENY [<canal>]`: they may not use your canal."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.patterns import NAME, THEM
from pbem.orders.text.phrases import NOT, THROUGH, US, WHO, phrases
from pbem.orders.text.words import joined
from pbem.orders.verbs.answers.shared import whom
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Deny


def parse(said: Said) -> Deny:
    """Which canal, if one is named.

    :raises SyntaxRefusal: `unknown-name`, `no-canals`
    """
    named = whom(said.rest)
    return Deny(said.names.canal(named) if named else None)


def written(board: Board, deny: Deny) -> str:
    """`DENY Suez Canal`."""
    return joined("DENY", board.canals[deny.canal].name if deny.canal else "")


VERB = Verb(
    word="DENY",
    kind=Kind.ANSWER,
    others=("DENIED", "DENIES"),
    follows={"DENY": ("", NAME, rf"{THEM} TO .+")},
    forms=(
        Form("DENY <canal>", say("they may not use your canal")),
        Form("DENY", say("the same, if you have just one question")),
    ),
    notes=(say("The unit stays where it is."),),
    rules=("5.2",),
    examples=("DENY Suez Canal", "DENY"),
    parse=parse,
    values=(Deny,),
    format=written,
    heard=phrases(
        "DENY",
        r"(?:permission|passage|access|transit) (?:is )?(?:denied|refused|not granted)|refused"
        r"|not (?:allowed|permitted|granted)",
        rf"(?:no|not) (?:passage|transit|permission|access|entry|way through)(?: for {WHO})?",
        rf"{US}(?:deny|refuse)(?: (?:it|them|him|her))?(?: permission| passage| access)?",
        rf"{US}{NOT} (?:allow|permit|let)(?: {WHO})?(?: (?:to )?(?:pass|use|go)(?: through)?)?"
        rf"{THROUGH}",
        rf"{WHO} (?:may not|can ?not|can't|must not) "
        rf"(?:pass|go|come|sail|use|cross|transit){THROUGH}",
        r"(?:the )?canal (?:is |stays |remains )?closed|(?:keep|stay) out|close the canal",
    ),
)
