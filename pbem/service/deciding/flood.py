"""How many answers one sender gets in an hour, so that two machines cannot talk for ever.

Mails of a proven sender above the limit are not lost: they wait in the inbox until the hour has
passed. What anybody can write has a budget of its own, and never keeps a player's mails waiting.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pbem.ground.disk import replace_file

HOUR = timedelta(hours=1)
UNPROVEN = 3
"""So often in an hour somebody is told of mails in their name that prove nothing."""

TOLD = 12
"""So often in an hour the moderator is told of mails that were set aside."""

_FILE = "answers.json"
_DIGITS = 16


def alike(said: str) -> str:
    """What a mail says without digits and signs: a machine counts its letters, or names the hour.

    >>> alike("I am away until 3 May. [#17]") == alike("i am away until 4 may. [#18]")
    True
    """
    return "".join(filter(str.isalpha, said.casefold())) or said


class TooManyMailsError(Exception):
    """The sender must wait; `until` when the next mail can be answered."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"too many mails in an hour; this one waits until {until:%H:%M} UTC")
        self.until = until


@dataclass(frozen=True, slots=True)
class Budgets:
    """What was answered within the last hour: about whom -> mail -> when (Unix time)."""

    times: dict[str, dict[str, float]]
    limit: int

    def check(self, sender: str, now: datetime) -> None:
        """Whether a sender may be answered now.

        :raises TooManyMailsError: not yet
        """
        times = self.times.get(sender, {})
        if len(times) >= self.limit:
            oldest = min(times.values())
            raise TooManyMailsError(datetime.fromtimestamp(oldest, now.tzinfo) + HOUR)

    def is_last(self, sender: str, mail: str) -> bool:
        """Whether the answer to a mail is the last one for now, also if it was counted before."""
        counted = list(self.times.get(sender, {}))
        if _ident(mail) not in counted:
            counted.append(_ident(mail))
        return len(counted) == self.limit and counted[-1] == _ident(mail)

    def has_left(self, about: str, mail: str, limit: int) -> bool:
        """Whether something that has a budget of its own can be answered.

        :param mail: what tells the mail from others: it may come again, and counts once
        """
        spent = self.times.get(about, {})
        return _ident(mail) in spent or len(spent) < limit


@dataclass(slots=True)
class Flood:
    """Counts answers; the file may be deleted, and holds no address.

    :param site: the site's folder
    :param limit: answers in an hour
    """

    site: Path
    limit: int

    def budgets(self, now: datetime) -> Budgets:
        """What was answered in the last hour."""
        return Budgets(self._times(now), self.limit)

    def count(self, about: str, mail: str, now: datetime) -> None:
        """Count an answer, once for a mail.

        :raises OSError: nothing is changed
        """
        times = self._times(now)
        own, ident = times.setdefault(about, {}), _ident(mail)
        if ident not in own:
            own[ident] = now.timestamp()
            text = json.dumps(times, separators=(",", ":"))
            replace_file(self.site / _FILE, text.encode(), mode=0o600, sync=False)

    def _times(self, now: datetime) -> dict[str, dict[str, float]]:
        try:
            kept = json.loads((self.site / _FILE).read_bytes())
            oldest, newest = (now - HOUR).timestamp(), now.timestamp()
            # times to come are those of a clock that was wrong
            fresh = {
                about: {mail: t for mail, t in times.items() if oldest < t <= newest}
                for about, times in kept.items()
            }
        except (OSError, ValueError, AttributeError, TypeError):
            return {}
        return {about: times for about, times in fresh.items() if times}


def _ident(mail: str) -> str:
    return hashlib.sha256(mail.encode()).hexdigest()[:_DIGITS]
