"""`MANEUVER [A|B]`, and the lines below it."""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.errors import AmbiguousRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import NOTHING, counted, joined, places
from pbem.orders.verbs.turn.spaces import letter_of, shown_letter
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Maneuver

_COLON = re.compile(r"\s*[^\s:]+\s*:")
_LETTER_AND_COLON = re.compile(r"\(?[ab]\)?\s*:", re.IGNORECASE)


def parse(said: Said) -> Maneuver:
    """The maneuver, of which the lines are still to come; see `parse_head`."""
    return parse_head(said)[0]


def parse_head(said: Said) -> tuple[Maneuver, str]:
    """`MANEUVER [A|B]`, and the first line of it if that follows at once.

    With a colon behind the word, `MANEUVER: A Rome -> Tunis` is an army.

    :raises AmbiguousRefusal: `ambiguous-letter`: `MANEUVER A Rome -> Tunis`
    """
    rest = said.rest.removeprefix("-> ")
    letter, line = letter_of(rest)
    lines_follow = _COLON.match(said.text) is not None
    if letter and lines_follow and len(places(line)) > 1 and counted(line) is None:
        return Maneuver(), rest
    colon = _LETTER_AND_COLON.match(rest)
    if letter == "a" and not colon and len(places(line)) > 1 and counted(line) is None:
        raise AmbiguousRefusal(
            "ambiguous-letter",
            say("Does this A mean the space of the rondel or an army?"),
            legal=(f"MANEUVER A; ARMY {line}", f"MANEUVER; ARMY {line}"),
        )
    return Maneuver(letter), "" if line.upper() in NOTHING else line


def written(_: Board, maneuver: Maneuver) -> str:
    """`MANEUVER B`, without its lines."""
    return joined("MANEUVER", shown_letter(maneuver.letter))


VERB = Verb(
    word="MANEUVER",
    kind=Kind.ACTION,
    others=("MANOEUVRE", "MANOEUVER", "MANEUVRE", "MANEUVERS", "MANOEUVRES"),
    keywords=("A", "B", "NONE"),
    spoken=(
        "maneuver", "maneuvers", "maneuvering", "manoeuvre", "manoeuvres", "manoeuver", "maneuvre",
    ),
    slips=("MANEUVER", "MANOEUVRE"),
    letter="M",
    forms=(
        Form("MANEUVER", say("the moves follow on lines of their own")),
        Form("MANEUVER A", say("on the space that is called A")),
        Form("MANEUVER B", say("on the other one")),
    ),
    notes=(
        "CHINA: MANEUVER A\n  FLEET <from> -> <to>\n  2 ARMIES <from> -> <to>",
        say(
            "The rondel has the space twice: A and B; without a letter the nearer one ahead is "
            "meant. Units that no line names stay. Fleets move first, then armies, each in the "
            "order of the lines. The lines below it: see HELP ARMY, HELP FIGHT, HELP STATUS, HELP "
            "DESTROY, HELP FLAGS."
        ),
    ),
    rules=("5",),
    examples=("CHINA: MANEUVER A\n  ARMY Beijing -> Mongolia", "CHINA: MANEUVER"),
    parse=parse,
    values=(Maneuver,),
    format=written,
)  # fmt: skip
