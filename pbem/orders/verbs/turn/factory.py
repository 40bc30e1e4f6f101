"""`FACTORY [<province>]`: build a factory there, or only stop on the space."""

from __future__ import annotations

import re

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.patterns import NAME
from pbem.orders.text.words import INSIDE, NOTHING, items, joined
from pbem.orders.verbs.verb import Form, Kind, Said, Verb
from pbem.rules.commands import Factory

_A_FACTORY = re.compile(r"^(?:(?:an?|one|my|the|another|new)\s+)*factory\b\s*", re.IGNORECASE)
_SITE = ("", NAME, r".*\b(?:IN|AT) .+")


def parse(said: Said) -> Factory:
    """`FACTORY [<province>]`, `BUILD <province>`.

    :raises SyntaxRefusal: `missing-name`: BUILD alone; `one-factory`: several provinces
    """
    place = INSIDE.sub("", _A_FACTORY.sub("", said.rest))
    if place.upper() in NOTHING or (not said.rest and said.word == VERB.word):
        return Factory()
    if not place:
        raise SyntaxRefusal("missing-name", say("Build where? The province is missing."))
    if len(listed := items(place)) > 1:
        raise SyntaxRefusal(
            "one-factory",
            say("Only one factory can be built in a turn."),
            rule="4.1",
            legal=tuple(f"FACTORY {item}" for item in listed),
        )
    return Factory(said.names.region(place))


def written(board: Board, factory: Factory) -> str:
    """`FACTORY Chongqing`."""
    return joined("FACTORY", board.name(factory.province) if factory.province else "")


VERB = Verb(
    word="FACTORY",
    kind=Kind.ACTION,
    others=("BUILD", "BUILDS", "BUILDING"),
    follows={"BUILD": _SITE, "BUILDS": _SITE, "BUILDING": _SITE},
    spoken=(
        "build", "builds", "building", "construct", "constructs", "constructing", "erect", "erects",
    ),
    slips=("FACTORY",),
    letter="F",
    forms=(
        Form("FACTORY <province>", say("build a factory there")),
        Form("FACTORY", say("stop on the space and build nothing")),
    ),
    notes=(
        say(
            "The treasury pays. One in a turn, in an own city without a factory, where no hostile "
            "army stands. BUILD <province> is read as well."
        ),
    ),
    rules=("4.1",),
    examples=("CHINA: FACTORY Chongqing", "CHINA: FACTORY"),
    parse=parse,
    values=(Factory,),
    format=written,
)  # fmt: skip
