"""`WHEN INVESTING:`: what to do at one's next chance to invest."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.verbs.verb import Form, Kind, Verb

VERB = Verb(
    word="WHEN",
    kind=Kind.AHEAD,
    second=("INVESTING",),
    keywords=("INVESTING",),
    forms=(
        Form(
            "WHEN INVESTING: INVEST <price> IN <nation> ELSE PASS",
            say("what to do at your next chance to invest"),
        ),
    ),
    notes=(
        "WHEN INVESTING:\n  INVEST 9 IN China\n  ELSE\n  PASS",
        say(
            "It is kept, and nobody else sees it. When you are asked, the first alternative that "
            "is legal is used; if none is, you are asked, and told why."
        ),
    ),
    rules=("7",),
    examples=("WHEN INVESTING:\n  INVEST 9 IN China\n  ELSE\n  PASS",),
)
