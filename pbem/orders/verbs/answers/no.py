"""`NO`: to whatever the answered mail asks."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.text.patterns import POLITE
from pbem.orders.verbs.answers.yes_no import parser
from pbem.orders.verbs.verb import Form, Kind, Verb

_BEHIND = (*POLITE, "WAY", "NEVER", "NOT NOW", "I DON'T", "WE DON'T", "I WON'T", "WE WON'T")

VERB = Verb(
    word="NO",
    kind=Kind.ANSWER,
    others=("N", "NOPE", "NAH"),
    follows={"NO": ("", *_BEHIND)},
    everyday=("N",),
    forms=(
        Form(
            "NO",
            say("keep the peace, deny it, let it pass, or take no bond: whatever the mail that you "
                "answer asks"),
        ),
    ),
    examples=("NO",),
    parse=parser("NO", _BEHIND),
)  # fmt: skip
