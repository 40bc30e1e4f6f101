"""`GIVE <n> TO <nation>`: own cash into a treasury (order language, section 6)."""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION, TO
from pbem.orders.text.words import BOND_BEHIND, MOST_MONEY, cut, number, places
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Give

_TREASURY = re.compile(
    r"\b(?:the )?treasury of (?:the )?|(?:'s)? treasury$|(?<= to) the (?=[^\W\d_]+ treasury)"
    r"|\b(?:from|out of) (?:my|our) (?:own )?(?:cash|money|pocket)\b",
    re.IGNORECASE,
)


def parse(said: Said) -> Give:
    """How much, and to which nation.

    :raises SyntaxRefusal: `incomplete`, `bad-number`, `unknown-name`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    both = places(_TREASURY.sub("", said.rest))
    if len(both) == 1 and (match := BOND_BEHIND.fullmatch(both[0])):
        both = (match[2], match[1])  # `GIVE China 1 million`
    if len(both) != 2 or not all(both):
        message = (
            say('Give what to whom? "{said}" does not say both.', said=cut(said.rest))
            if said.rest
            else say("Give what to whom?")
        )
        raise SyntaxRefusal("incomplete", message, legal=VERB.legal)
    return Give(number(both[0], MOST_MONEY), said.names.nation(both[1]))


def written(board: Board, give: Give) -> str:
    """`GIVE 2 TO China`."""
    return f"GIVE {give.amount} TO {board.name(give.nation)}"


VERB = Verb(
    word="GIVE",
    kind=Kind.ASIDE,
    others=("GIVES", "GIVING", "DONATE", "DONATING", "TRANSFER"),
    follows={
        "GIVE": (
            rf"-?\d+\S* (?:MIO |MILLIONS? )?(?:{TO} ?)?.+",
            rf"{NATION}(?: \S+){{0,2}} \d+\S*(?: (?:MIO|MILLIONS?|M))?(?: FROM .*)?",
        )
    },
    keywords=("TO",),
    forms=(Form("GIVE <n> TO <nation>", say("put own cash into its treasury, at any time")),),
    notes=(say("It is carried out before the nation's block in the same mail."),),
    rules=("3.6",),
    examples=("GIVE 2 TO China",),
    parse=parse,
    values=(Give,),
    format=written,
)
