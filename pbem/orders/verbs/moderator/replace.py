"""`REPLACE <player> BY <name> <address>`: somebody else plays on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.moderator.command import ModeratorCommand, address_in, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who

_FORM: Final = re.compile(r"(.+?) (?:by|with) (.+?),? (\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReplaceBy(ModeratorCommand):
    """A player's seat goes to somebody of that name and address."""

    player: str
    name: str
    address: str


def parse(said: Said) -> ReplaceBy:
    """Who, by whom.

    :raises SyntaxRefusal: `incomplete`, `bad-address`
    """
    found = _FORM.fullmatch(words_of(said.rest, VERB.legal))
    if not found:
        raise SyntaxRefusal(
            "incomplete", say("Whom, by whom, and at which address?"), legal=VERB.legal
        )
    return ReplaceBy(found[1], found[2].strip(' "'), address_in(found[3], VERB.legal))


def written(_: Board, replace: ReplaceBy) -> str:
    """`REPLACE Ann BY Zoe z@example.test`."""
    return f"REPLACE {replace.player} BY {replace.name} {replace.address}"


VERB = Verb(
    word="REPLACE",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"REPLACE": (r"\S+.* (?:BY|WITH) .+",)},
    forms=(Form("REPLACE <player> BY <name> <address>", say("somebody else plays on")),),
    notes=(
        say("The new player gets the position and a new key by mail; the old secrets are void."),
    ),
    examples=("REPLACE Ann BY Zoe z@example.test",),
    parse=parse,
    values=(ReplaceBy,),
    format=written,
)
