"""Words of the order language that are recognised, but not available yet (section 8).

The one table of them. Whoever makes one of them available removes its entry here and gives the
word its place in `vocabulary.VERBS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.ground.errors import SyntaxRefusal
from pbem.orders.text.words import head


class Reach(StrEnum):
    """How much of the mail belongs to such a word, and is refused with it.

    line: its line alone; text: everything up to its end mark
    player: everything up to the next such heading
    """

    LINE = "line"
    TEXT = "text"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Later:
    """An entry: the first word, what to tell the player, what belongs to it.

    instead: what can be written today; end: the line that ends a text
    second: the second word, if only with that one
    """

    word: str
    sentence: str
    reach: Reach = Reach.LINE
    instead: tuple[str, ...] = ()
    end: str = ""
    second: str = ""

    @property
    def refusal(self) -> SyntaxRefusal:
        """The refusal, code `not-available`."""
        return SyntaxRefusal("not-available", self.sentence, legal=self.instead)


_MODERATOR = "please ask whoever runs the program"
_PRESS = "Press is not available yet; nothing was sent on."
_TABLE = (
    Later("HISTORY", "The history cannot be asked for yet.", instead=("STATUS",)),
    Later("MAP", "The map cannot be asked for yet.", instead=("STATUS",)),
    Later("RULES", "The rules cannot be asked for yet.", instead=("HELP",)),
    Later("LIST", "The list of games cannot be asked for yet.", instead=("STATUS",)),
    Later("PRESS", _PRESS, Reach.TEXT, end="END PRESS"),
    Later("ANONYMOUS", _PRESS, Reach.TEXT, end="END PRESS"),
    Later(
        "BROADCAST",
        "Broadcasts are not available yet; nothing was sent on.",
        Reach.TEXT,
        end="END BROADCAST",
    ),
    Later("SET", f"Languages cannot be chosen by mail yet; {_MODERATOR}.", second="LANGUAGE"),
    Later("JOIN", f"Games cannot be joined by mail yet; {_MODERATOR}."),
    Later("OBSERVE", f"Games cannot be observed by mail yet; {_MODERATOR}."),
    Later("RESIGN", f"Resigning by mail is not available yet; {_MODERATOR}."),
    Later("PAUSE", f"PAUSE is not available by mail yet; {_MODERATOR}."),
    Later("RESUME", f"RESUME is not available by mail yet; {_MODERATOR}."),
    Later("DEADLINE", f"DEADLINE is not available by mail yet; {_MODERATOR}."),
    Later("UNDO", f"UNDO is not available by mail yet; {_MODERATOR}."),
    Later("PROCESS", f"PROCESS is not available by mail yet; {_MODERATOR}."),
    Later("REPLACE", f"REPLACE is not available by mail yet; {_MODERATOR}."),
    Later(
        "AS",
        f"Orders for another player are not available by mail yet; {_MODERATOR}.",
        Reach.PLAYER,
    ),
)
LATER: dict[str, Later] = {entry.word: entry for entry in _TABLE}
"""First word -> its entry."""


def later(text: str) -> Later | None:
    """The entry of the line's first word, if it is one of these."""
    word, rest = head(text)
    entry = LATER.get(word)
    if entry is not None and entry.reach is Reach.PLAYER and ":" not in text:
        return None  # "as you like" is no heading
    if entry is not None and entry.second and head(rest)[0] != entry.second:
        return None
    return entry
