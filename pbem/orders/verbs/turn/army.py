"""`[<n>] ARMY|FLEET <from> -> <to>`: a move of a maneuver, with its clauses (see `moves`)."""

from __future__ import annotations

from pbem.ground.messages import say
from pbem.orders.text.clauses import MOVERS
from pbem.orders.text.patterns import CLAUSES, NAME, TO
from pbem.orders.verbs.turn.moves import MOVE_FORMS, parse_move, written
from pbem.orders.verbs.turn.resting import resting_fight
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import FightThere, Move

STANDS = (rf"{NAME}", r"\S.*->.+", rf"{NAME} TO {NAME}{CLAUSES}")
"""What stands behind the units of a move."""
_MOVES = (rf"\S.*{TO}.+", r"\S.*-.*")


def parse(said: Said) -> Move | FightThere:
    """A move; or a fight of units that rest, if the line says that they do.

    :raises SyntaxRefusal: see `moves.parse_move`
    :raises AmbiguousRefusal: a name fits several, or the places can be parted in several ways
    """
    if fight := resting_fight(said.names, said.text):
        return fight
    return parse_move(said.names, said.rest if said.word in MOVERS else said.text, said.there)


VERB = Verb(
    word="ARMY",
    kind=Kind.LINE,
    others=("ARMIES", *MOVERS),
    follows={"ARMY": STANDS, **dict.fromkeys(MOVERS, _MOVES)},
    keywords=("ALL", "TO", "VIA", "FRIENDLY", "HOSTILE", "A"),
    everyday=("MOVE", "SEND", "MARCH", "SAIL", "TRANSPORT"),
    forms=(
        Form(MOVE_FORMS[0], say("one army")),
        Form("3 ARMIES <from> -> <to>", say("several"), offered=False),
        Form("ALL ARMIES <from> -> <to>", say("all there that have not moved"), offered=False),
        Form(MOVE_FORMS[1], say("the same for fleets")),
        Form(MOVE_FORMS[2], say("with the seas of its convoy")),
    ),
    notes=(
        say("Behind it, on the same line:"),
        "HOSTILE\nFRIENDLY\nFIGHT <nation> [ARMY|FLEET] [<n>]\nPEACE",
        say(
            "HOSTILE or FRIENDLY says how armies enter a foreign home province. FIGHT fights on "
            "arrival; PEACE, the default, does not. Instead of the arrow, TO will do; A and F "
            "stand for ARMY and FLEET."
        ),
    ),
    rules=("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7"),
    examples=(
        "CHINA: MANEUVER\n  ARMY Beijing -> Mongolia",
        "CHINA: MANEUVER\n  2 ARMIES Shanghai -> Japan VIA China Sea HOSTILE",
        "CHINA: MANEUVER\n  ARMY Urumqi -> Kazakhstan FIGHT Russia ARMY 1",
    ),
    parse=parse,
    values=(Move,),
    format=written,
)
