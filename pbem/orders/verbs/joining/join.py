"""`JOIN <game> [AS <name>]`: a seat in a game that has not begun."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined, tidy
from pbem.orders.verbs.joining.visit import Visit, plain_game
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_AS: Final = re.compile(r"(\S*)(?:\s+AS\s+(.+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class JoinWanted(Visit):
    """A seat is wanted; `name`: of the player, "" if none is said."""

    name: str = ""


def parse(said: Said) -> JoinWanted:
    """The game and the name, as far as they are said."""
    found = _AS.fullmatch(tidy(said.rest))
    if found is None:
        return JoinWanted(plain_game(said.rest))
    return JoinWanted(plain_game(found[1]), (found[2] or "").strip(" \"'.!"))


def written(_: Board, wanted: JoinWanted) -> str:
    """`JOIN eu9 AS Zoe`."""
    return joined("JOIN", wanted.game, f"AS {wanted.name}" if wanted.name else "")


VERB = Verb(
    word="JOIN",
    kind=Kind.COMMAND,
    follows={"JOIN": (r"(?:\S+(?: AS .+)?)?",)},
    everyday=("JOIN",),
    forms=(
        Form("JOIN <game>", say("give me a seat in this game, before it begins")),
        Form("JOIN <game> AS <name>", say("the same, under this name")),
    ),
    notes=(say("LIST says which games can be joined. In answer to the offer of a seat, JOIN alone "
               "takes it."),),
    examples=("JOIN other", "JOIN other AS Zoe"),
    parse=parse,
    values=(JoinWanted,),
    format=written,
)  # fmt: skip
