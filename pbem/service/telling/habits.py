"""Which mails a player wants, and how long ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.board.ids import PlayerId
from pbem.service.site.site import Site
from pbem.store.game import StoredGame


class Mails(StrEnum):
    ALL = "all"
    TURN = "turn"
    DIGEST = "digest"


@dataclass(frozen=True, slots=True)
class Habits:
    mails: Mails = Mails.TURN
    full: bool = False

    @classmethod
    def of(cls, site: Site, game: StoredGame, player: PlayerId) -> Habits:
        return cls()
