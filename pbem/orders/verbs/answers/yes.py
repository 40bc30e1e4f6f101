"""`YES`: to whatever the answered mail asks."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.text.patterns import POLITE
from pbem.orders.verbs.answers.yes_no import YesNo, parser, written
from pbem.orders.verbs.verb import Form, Kind, Verb

_BEHIND = (*POLITE, "I DO", "WE DO", "I WILL", "WE WILL", "DO IT", "DO SO", "OF COURSE")
_CLOSED = (r"PLEASE", "")

VERB = Verb(
    word="YES",
    kind=Kind.ANSWER,
    others=("Y", "YEP", "YEAH", "YUP", "SURE", "OK", "OKAY"),
    follows={"YES": ("", *_BEHIND), "OK": _CLOSED, "OKAY": _CLOSED},
    everyday=("YEAH", "SURE", "OK", "OKAY", "Y"),
    forms=(
        Form("YES", say("fight, allow it, or force it: whatever the mail that you answer asks")),
    ),
    notes=(
        say(
            "Other questions are answered by the order itself. See HELP FIGHT, HELP ALLOW, HELP "
            "FORCE."
        ),
    ),
    examples=("YES",),
    parse=parser("YES", _BEHIND),
    values=(YesNo,),
    format=written,
)
