"""The board and the rule tables of an edition, as a library.

`load_game` gives a `Game`: an edition with its variants, wholly checked and never changed. What
its tables mean stands in the section of the rules that each field names (`pbem help rules`).
"""

from pbem.board.ids import (
    RONDEL,
    CanalId,
    City,
    NationId,
    PlayerId,
    RegionId,
    RegionKind,
    Space,
    Unit,
)
from pbem.board.load import game_ids, load_game
from pbem.board.model import Board, Canal, Game

__all__ = [
    "RONDEL",
    "Board",
    "Canal",
    "CanalId",
    "City",
    "Game",
    "NationId",
    "PlayerId",
    "RegionId",
    "RegionKind",
    "Space",
    "Unit",
    "game_ids",
    "load_game",
]
