"""`PASS`: no investment; or alone, a nation is let pass."""

from __future__ import annotations

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.patterns import NATION
from pbem.orders.text.phrases import NOT, US, phrases
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.answers import let
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Pass

_NOW = r"(?: (?:now|today|here|there|anything|any|for me|from me|this time|this turn|at all))*"


def parse(said: Said) -> Pass:
    """`PASS`.

    :raises SyntaxRefusal: `not-understood`: something follows
    """
    nothing_after("PASS", said.rest, (*VERB.legal, *let.VERB.legal))
    return Pass()


def written(_: Board, _pass: Pass) -> str:
    """`PASS`."""
    return "PASS"


VERB = Verb(
    word="PASS",
    kind=Kind.ANSWER,
    follows={"PASS": ("", rf"{NATION}(?: \S+)?")},
    forms=(Form("PASS", say("take no bond")),),
    notes=(
        say("If the question is whether a nation must stop on investor, PASS alone lets it pass."),
    ),
    rules=("7", "3.3"),
    examples=("PASS",),
    parse=parse,
    values=(Pass,),
    format=written,
    heard=phrases(
        "PASS",
        rf"{US}{NOT} (?:want to |want |to |an? |any )*(?:invest(?:ing|ments?)?|bonds?"
        rf"|buy(?:ing)?){_NOW}",
        r"(?:nothing|no thanks|not)(?: for me| to invest| to buy| this time| this turn)+",
        rf"{US}(?:skip|pass)(?: on)? (?:this|it|that|the|my)(?: (?:one|time|turn|round"
        r"|investment|chance|opportunity))?(?: for now)?",
        rf"{US}(?:keep|save) (?:my|our|the) (?:money|cash)",
    ),
)
