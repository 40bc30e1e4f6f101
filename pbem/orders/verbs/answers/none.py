"""`NONE`: no investment, and nothing else."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.text.patterns import POLITE
from pbem.orders.verbs.answers.yes_no import parser
from pbem.orders.verbs.verb import Form, Kind, Verb

_BEHIND = (*POLITE, "FOR ME", "AT ALL")

VERB = Verb(
    word="NONE",
    kind=Kind.ANSWER,
    others=("SKIP", "NOTHING"),
    follows={"NONE": ("", *_BEHIND)},
    forms=(Form("NONE", say("take no bond, like PASS; SKIP is the same")),),
    rules=("7",),
    examples=("NONE",),
    parse=parser("NONE", _BEHIND),
)
