"""`MAP`: the map is asked for, in words."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class MapWanted(Wish):
    """The map is asked for."""

    def answer(self, desk: Desk) -> None:
        """What stands where."""
        desk.show_map()


def parse(_: Said) -> MapWanted:
    """`MAP` alone."""
    return MapWanted()


def written(_: Board, _map: MapWanted) -> str:
    """`MAP`."""
    return "MAP"


VERB = Verb(
    word="MAP",
    kind=Kind.COMMAND,
    follows={"MAP": ("",)},
    everyday=("MAP",),
    forms=(Form("MAP", say("send me the map in words: what stands where")),),
    examples=("MAP",),
    parse=parse,
    values=(MapWanted,),
    format=written,
)
