"""`NO UNDO`, `NO DRAW`, `NO EXTEND`: it ends a proposal, another's or the own one."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.verbs.answers.no import VERB as NO
from pbem.orders.verbs.proposals.consent import Consent, Topic, parser, written
from pbem.orders.verbs.verb import Form, Kind, Verb

VERB = Verb(
    word="NO",
    kind=Kind.ASIDE,
    others=NO.others,
    everyday=NO.everyday,
    second=tuple(Topic),
    follows={"NO": (rf"(?:{'|'.join(Topic)})",)},
    forms=(
        Form("NO UNDO", say("no order is taken back")),
        Form("NO DRAW", say("the game goes on")),
        Form("NO EXTEND", say("the deadline stays")),
    ),
    notes=(
        say(
            "It ends the proposal, also one of your own. In an answer to the mail that tells of "
            "it, NO alone will do."
        ),
    ),
    examples=("NO DRAW", "NO UNDO", "NO EXTEND"),
    parse=parser(agrees=False),
    values=(Consent,),
    format=written,
)
