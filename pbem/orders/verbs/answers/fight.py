"""`FIGHT <nation> [ARMY|FLEET] [<n>] IN <region>`: of units that are there.

In a maneuver it is one of its lines; elsewhere it answers whether units that have moved in are
fought.
"""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.clauses import ATTACKS
from pbem.orders.text.patterns import NATION, NUMBER, THEM, UNIT
from pbem.orders.text.phrases import IN, US, People, compiled, phrases
from pbem.orders.text.words import joined, only
from pbem.orders.verbs.answers.shared import THEM as ALL_OF_THEM
from pbem.orders.verbs.answers.shared import in_region
from pbem.orders.verbs.turn.battles import FIGHT_FORMS, parse_battle, split_battle, written_battle
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Fight, FightThere

_AGAINST = re.compile(r"^(?:against|with|the)\s+", re.IGNORECASE)


def parse(said: Said) -> Fight:
    """An answer: `FIGHT [<nation>] [ARMY|FLEET] [<n>] [IN <region>]`.

    :raises SyntaxRefusal: badly written
    :raises AmbiguousRefusal: a name fits several
    """
    who, clauses = only(said.rest, ("IN",), VERB.legal)
    whom, unit, count = split_battle(_AGAINST.sub("", who))
    return Fight(
        enemy=None if whom.upper() in ALL_OF_THEM else said.names.nation(whom),
        unit=unit,
        count=count,
        region=said.names.region(clauses["IN"]) if "IN" in clauses else None,
    )


def parse_there(said: Said) -> FightThere:
    """A line of a maneuver: `FIGHT <nation> [ARMY|FLEET] [<n>] IN <region>`.

    :raises SyntaxRefusal: `no-place`: IN is missing
    """
    whom, clauses = only(said.rest, ("IN",), VERB.legal)
    if not clauses.get("IN"):
        raise SyntaxRefusal(
            "no-place",
            say("Where? In a maneuver, FIGHT on a line of its own needs IN and a region."),
            legal=VERB.legal,
        )
    return FightThere(parse_battle(said.names, whom), said.names.region(clauses["IN"]))


def written(board: Board, fight: Fight | FightThere) -> str:
    """`FIGHT Russia FLEET 1 IN Korea`."""
    battle = fight.battle if isinstance(fight, FightThere) else fight
    whom = written_battle(board, battle.enemy, battle.unit, battle.count)
    return joined("FIGHT", whom, in_region(board, fight.region))


_BARE = phrases(
    "FIGHT",
    rf"{US}(?:kill|destroy|crush|smash|eliminate|wipe out|beat|hit|fight|attack|battle"
    rf"|strike) (?:them|it|him|her)(?: all| down| out)*{IN}",
    rf"{US}(?:(?:accept|take|want|have) )?(?:the |a |to )?(?:battle|fight|attack)"
    rf"(?: of course| definitely| please| now)?{IN}",
)
_SOME = (
    rf"{US}(?:fight|attack|battle|kill|hit) (?P<count>\d{{1,2}}|one|two|three) (?:of )?(?:the )?"
    r"(?P<who>[^\W\d_]+(?:[ -](?!army|armies|fleet|in\b)[^\W\d_]+)?)"
    r"(?: (?P<unit>army|armies|fleets?))?(?P<where> in .+)?"
)


def heard(text: str, people: People) -> str:
    """`Kill them`, `attack two of the Russian fleets in Korea`."""
    if bare := _BARE(text, people):
        return bare
    some = compiled(_SOME).fullmatch(text)
    if some is None or not people(some["who"]):
        return ""
    unit = f" {some['unit']}" if some["unit"] else ""
    return f"FIGHT {some['who']}{unit} {some['count']}{some['where'] or ''}"


VERB = Verb(
    word="FIGHT",
    kind=Kind.FIGHT,
    others=ATTACKS,
    follows={
        "FIGHT": (
            rf"(?:THE |AGAINST )?{NATION}.*",
            rf"(?:{UNIT} ?)?(?:\d+ ?)?(?:{UNIT} ?)?(?:IN .+)?",
            rf"(?:{THEM}|BACK)(?: IN .+)?",
            rf"WITH (?:\d+|{NUMBER})(?: {UNIT})?",
        )
    },
    keywords=("IN", "WITH"),
    forms=(
        Form(FIGHT_FORMS[0], say("as many pairs as possible")),
        Form(FIGHT_FORMS[1], say("one of its fleets")),
    ),
    notes=(
        say(
            "Under MANEUVER: your units there fight, moved or not. Elsewhere it answers the "
            "question whether you fight units that have moved in; if it is the only question, "
            "FIGHT alone will do. To answer in the same mail, write the answer above the maneuver."
        ),
    ),
    rules=("5.3", "5.9"),
    examples=(
        "FIGHT Russia IN Korea",
        "FIGHT",
        "CHINA: MANEUVER\n  FIGHT Russia FLEET 1 IN China Sea",
    ),
    parse=parse,
    inside=parse_there,
    values=(Fight, FightThere),
    format=written,
    heard=heard,
)
