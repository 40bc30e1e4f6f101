"""`ELSE`: another alternative, for the case that the one above it is not legal or not meant."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.verbs.verb import Form, Kind, Verb

VERB = Verb(
    word="ELSE",
    kind=Kind.OTHERWISE,
    follows={"ELSE": ("",)},  # whatever follows it on its line must be an order itself
    forms=(Form("ELSE", say("another alternative, used if the one above it is not")),),
    notes=(
        say("The first alternative whose conditions hold and which is legal is used."),
        "CHINA:\n  FACTORY Chongqing\n  ELSE\n  TAXATION",
        say("On one line:"),
        "INVEST 9 IN China ELSE PASS",
        say("See HELP IF."),
    ),
    examples=(
        "CHINA:\n  FACTORY Chongqing\n  ELSE\n  TAXATION",
        "INVEST 9 IN China\nELSE\nPASS",
    ),
)
