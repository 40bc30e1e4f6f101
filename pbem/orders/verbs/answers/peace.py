"""`PEACE [IN <region>]`: units that have moved in are not fought."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION
from pbem.orders.text.phrases import IN, NOT, RATHER_NOT, US, WHO, phrases
from pbem.orders.text.words import joined, nothing_after, only
from pbem.orders.verbs.answers.shared import THEM, in_region
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Peace


def parse(said: Said) -> Peace:
    """`PEACE [WITH <nation>] [IN <region>]`; the nation is the one whose units have moved in.

    Without an open question nobody can be named.

    :raises SyntaxRefusal: `not-understood`, `other-nation`
    """
    names, asked = said.names, said.asked
    left, clauses = only(said.rest, ("WITH", "IN"), VERB.legal)
    nothing_after("PEACE", left, VERB.legal)
    if "WITH" in clauses:
        if asked is None:
            nothing_after("PEACE", f"with {clauses['WITH']}", VERB.legal)
        elif clauses["WITH"].upper() not in THEM and names.nation(clauses["WITH"]) != asked.moving:
            raise SyntaxRefusal(
                "other-nation",
                say("You are asked only about units of this nation: {nation}",
                    nation=asked.moving),
                "5.9",
                ("PEACE", "FIGHT"),
            )  # fmt: skip
    return Peace(names.region(clauses["IN"]) if "IN" in clauses else None)


def written(board: Board, peace: Peace) -> str:
    """`PEACE IN Korea`."""
    return joined("PEACE", in_region(board, peace.region))


VERB = Verb(
    word="PEACE",
    kind=Kind.ANSWER,
    follows={"PEACE": ("", "IN .+", rf"WITH {NATION}.*")},
    keywords=("IN", "WITH"),
    forms=(
        Form("PEACE IN <region>", say("do not fight the units that have moved in")),
        Form("PEACE", say("the same, if you have just one question")),
    ),
    notes=(say("Behind a move, PEACE means that it does not fight."),),
    rules=("5.3", "5.9"),
    examples=("PEACE IN Korea", "PEACE"),
    parse=parse,
    values=(Peace,),
    format=written,
    heard=phrases(
        "PEACE",
        rf"{US}(?:peace,? )?{NOT} (?:want to |want |an? |any |more )*"
        rf"(?:fight|attack|battle|war|combat|bloodshed)(?:ing|s)?(?: please)?"
        rf"(?: (?:with |against )?{WHO})?{IN}",
        rf"{RATHER_NOT} (?:fight|attack|battle)(?: (?:with |against )?{WHO})?{IN}",
        rf"{US}peace(?: please)? with {WHO}{IN}",
        rf"{US}(?:(?:stay |remain |be |are |keep |keep it )(?:friendly|friends|peaceful(?:ly)?)"
        r"|peaceful(?:ly)?)",
        rf"{US}(?:(?:keep|make|want|have|offer|choose|prefer) )(?:the )?peace"
        rf"(?: (?:with|to) {WHO})?{IN}",
        rf"{WHO} (?:may|can) (?:stay|remain|live){IN}",
        rf"let {WHO} (?:stay|remain|live|be){IN}",
        rf"{US}leave {WHO} (?:alone|be|in peace)",
        named="PEACE WITH {who}",
    ),
)
