"""How many answers one sender gets in an hour, so that two machines cannot talk for ever.

Mails of a proven sender above the limit are not lost: they wait in the inbox until the hour has
passed. What anybody can write has a budget of its own, and never keeps a player's mails waiting.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pbem.store.disk import replace_file

HOUR = timedelta(hours=1)
UNPROVEN = 3
"""So often in an hour somebody is told of mails in their name that prove nothing."""

TOLD = 12
"""So often in an hour the moderator is told of mails that were set aside."""

_FILE = "answers.json"


class TooManyMailsError(Exception):
    """The sender must wait; `until` when the next mail can be answered."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"too many mails in an hour; this one waits until {until:%H:%M} UTC")
        self.until = until


@dataclass(slots=True)
class Flood:
    """Counts answers; the file may be deleted, and holds no address.

    :param site: the site's folder
    :param limit: answers in an hour
    """

    site: Path
    limit: int

    def check(self, sender: str, now: datetime) -> None:
        """Whether a sender may be answered now.

        :raises TooManyMailsError: not yet
        """
        times = self._times(now).get(sender, [])
        if len(times) >= self.limit:
            raise TooManyMailsError(datetime.fromtimestamp(times[0], now.tzinfo) + HOUR)

    def count(self, sender: str, now: datetime) -> bool:
        """Count an answer; True if it was the last one for now."""
        times = self._times(now)
        times[sender] = [*times.get(sender, []), now.timestamp()]
        text = json.dumps(times, separators=(",", ":"))
        replace_file(self.site / _FILE, text.encode(), mode=0o600, sync=False)
        return len(times[sender]) == self.limit

    def spend(self, about: str, now: datetime, limit: int) -> bool:
        """Count something that has a budget of its own; False if that is used up for now."""
        if len(self._times(now).get(about, [])) >= limit:
            return False
        self.count(about, now)
        return True

    def _times(self, now: datetime) -> dict[str, list[float]]:
        try:
            kept = json.loads((self.site / _FILE).read_bytes())
            oldest, newest = (now - HOUR).timestamp(), now.timestamp()
            # times to come are those of a clock that was wrong
            fresh = {s: [t for t in times if oldest < t <= newest] for s, times in kept.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}
        return {s: times for s, times in fresh.items() if times}
