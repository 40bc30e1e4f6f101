"""What knows of a game beside its journal: mails that told of its entries, and its press."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from pbem.ground.errors import BadInput
from pbem.service.deadlines import ledger
from pbem.service.site.site import Site
from pbem.service.telling.reminders import LATE
from pbem.store.ends import holds, is_vouched_for
from pbem.store.game import StoredGame
from pbem.store.verify import verify as verify_journal

_HEAD: Final = 4096
"""Bytes of a mail of ours within which its Message-ID is found."""

_TOLD: Final = re.compile(
    rb"^Message-ID: <report\.(?P<game>[a-z0-9-]{1,16})\.(?P<entry>\d{1,9})\.[0-9a-f]\."
    rb"[0-9a-f]{16}\.(?P<what>[0-9a-f]{8})@",
    re.MULTILINE,
)


def verify(site: Site, game: StoredGame) -> Iterator[tuple[int, str]]:
    """The entries that do not hold, and why: by the journal, by what is beside it, by the mails."""
    found = (*verify_journal(game), *_press(game))
    yield from found
    if found:
        return
    told = _told(site, game.file.id)
    newest = max(told, default=0)
    if newest > game.last and not holds(game.folder, newest):
        yield (
            game.last + 1,
            f"is missing: mails have told of entry {newest}, and the journal ends with {game.last}",
        )
    elif game.last and not is_vouched_for(game.folder, game.last):
        whats = told.get(game.last, set()) - _reminders(game)
        if whats and game.hash_of(game.last)[:8] not in whats:
            yield game.last, "is another than the one that mails have told of"


def _press(game: StoredGame) -> Iterator[tuple[int, str]]:
    """What cannot be read, or is missing, of what players have written to each other."""
    for number in range(1, game.press.last + 1):
        try:
            if game.press.number(number) is None:
                yield 0, f"press {number} is missing"
        except BadInput as error:
            yield 0, str(error)


def _told(site: Site, ident: str) -> dict[int, set[str]]:
    """For each entry that mails of the site tell of, the beginnings of its hash in them."""
    told: dict[int, set[str]] = {}
    for name in ("outbox", "sent", "failed"):
        for path in site.maildir(name).all():
            with suppress(OSError), path.open("rb") as file:  # it is moved meanwhile
                found = _TOLD.search(file.read(_HEAD).replace(b"\r\n", b"\n"))
                if found and found["game"].decode() == ident:
                    told.setdefault(int(found["entry"]), set()).add(found["what"].decode())
    return told


def _reminders(game: StoredGame) -> set[str]:
    """What stands for the hash in reminders of the question that is open."""
    due, terms = ledger.due_after(game, game.last), game.file.deadlines
    if due is None or terms is None:
        return set()
    which = (*map(str, terms.reminders), LATE)
    return {hashlib.sha256(f"{one}|{due.isoformat()}".encode()).hexdigest()[:8] for one in which}
