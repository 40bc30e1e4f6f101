"""What is looked at to decide about a mail."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from pbem.service.asking.held import HeldMails
from pbem.service.deciding.flood import Budgets
from pbem.service.reading.received import Vocabulary
from pbem.service.site.site import Site
from pbem.store.game import StoredGame

_NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is looked at to decide; nothing of it is changed.

    lost_since: of games that were put back from a backup, from when on entries may be lost: that a
        later mail was answered does not say that it was played
    """

    site: Site
    now: datetime
    words: Vocabulary
    budgets: Budgets
    held: HeldMails
    lost_since: dict[str, datetime] = field(default_factory=dict)

    def is_recovered(self, game: StoredGame, arrived: datetime | None) -> bool:
        """Whether a mail is looked through again that came after a backup was made."""
        return bool(arrived and arrived >= self.lost_since.get(game.file.id, _NEVER))
