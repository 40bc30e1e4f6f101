"""What is committed: orders that were taken, how they came, and what they mean to the deadlines."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.board.ids import PlayerId
from pbem.orders.submission import Outcome
from pbem.store.journal import How
from pbem.timing.terms import Means


@dataclass(frozen=True, slots=True)
class Origin:
    """Of which mail orders are; nothing if they came otherwise. Fields as in `Entry`."""

    message_id: str | None = None
    mail: str | None = None
    answered: int | None = None
    written_from: str | None = None
    called: tuple[str, ...] = ()
    stand_in: bool = False
    act: str = ""
    arrived: datetime | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """Orders to be committed.

    outcome: what they do to the position as it is; by: whose they are
    time: when they are committed, UTC; text: as they were written
    means, excused: of a missed answer, how it was given, and whether it counts for nobody
    """

    outcome: Outcome
    by: PlayerId
    how: How
    time: datetime
    text: str
    origin: Origin = Origin()
    means: Means | None = None
    excused: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """What an entry means to the deadlines.

    due: when the answer to the question that is open after it is due; None if never
    overdrawn: how much of the player's time bank it has used
    """

    due: datetime | None = None
    overdrawn: timedelta | None = None
