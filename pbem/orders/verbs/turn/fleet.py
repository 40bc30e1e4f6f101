"""`[<n>] FLEET <from> -> <to>`: the move of `army`, of fleets."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.verbs.turn import army
from pbem.orders.verbs.turn.moves import MOVE_FORMS
from pbem.orders.verbs.verb import Form, Kind, Verb

VERB = Verb(
    word="FLEET",
    kind=Kind.LINE,
    others=("FLEETS",),
    follows={"FLEET": army.STANDS},
    keywords=("F",),
    forms=(
        Form(MOVE_FORMS[1], say("one fleet")),
        Form("2 FLEETS <from> -> <to>", say("several"), offered=False),
        Form(MOVE_FORMS[0], say("the same for armies")),
    ),
    notes=(say("What may stand behind it: see HELP ARMY."),),
    rules=("5.1",),
    examples=("CHINA: MANEUVER\n  FLEET Shanghai -> China Sea",),
    parse=army.parse,
)
