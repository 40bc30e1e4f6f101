"""Which entry a mail answers: the one of whose position its sender was told."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from pbem.mail.identity import entry_told
from pbem.service.who.senders import Sender
from pbem.store.game import StoredGame


def entry_answered(sender: Sender) -> int | None:
    """The entry of whose position the mail told that was answered; None if that is not known."""
    told = entry_told(sender.about)
    if told is not None or not sender.about:
        return told
    # older versions have sent answers that do not say it: the entry that they have led to does
    led_to = (
        e.number for e, _ in sender.game.entries if (e.mail or "").startswith(sender.about[1:])
    )
    return next(led_to, None)


def entry_at(game: StoredGame, came: datetime) -> int:
    """The last entry that there was when a mail came in; 0 if there was none.

    :param came: in whole seconds, cut off
    """
    times = (entry.time for entry, _ in reversed(game.entries))
    later = takewhile(lambda time: time >= came + timedelta(seconds=1), times)
    return game.last - sum(1 for _ in later)
