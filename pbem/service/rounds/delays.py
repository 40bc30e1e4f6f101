"""Mails that cannot be handled now, and what waits behind them: orders keep their order.

If the older of two mails of a game must wait for a trouble to pass, the younger one waits too. A
mail waits a day at most; but as long as its game cannot be opened, it waits for that.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from pydantic import AwareDatetime, BaseModel, ConfigDict

from pbem.ground.disk import model_bytes, read_model, replace_file
from pbem.ground.errors import BadInput
from pbem.service.site.site import Site
from pbem.store.journal import same_second

LONGEST: Final = timedelta(days=1)
"""So long a mail waits for a trouble to pass that is not its game's."""

_FILE: Final = "delays.toml"


class _File(BaseModel):
    """`delays.toml` of a site; it may be deleted: then all begin to wait anew."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    since: dict[str, AwareDatetime] = {}


class Delays:
    """What waits in an inbox, in one round."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._since = dict(delayed(site))
        self._blocked: set[str] = set()

    @property
    def any_blocked(self) -> bool:
        """Whether some game's mails wait: only then it must be known which games one is about."""
        return bool(self._blocked)

    def blocks(self, games: frozenset[str]) -> bool:
        """Whether a mail about these games has to wait for an older one."""
        return bool(self._blocked & games)

    def note(self, name: str, games: frozenset[str], now: datetime) -> bool:
        """A mail has to wait, and what comes after it; False if it has waited long enough.

        :param games: which it is about
        """
        since = self._since.setdefault(name, same_second(now))
        if now - since > LONGEST and all(self._can_be_opened(ident) for ident in games):
            return False
        self._blocked |= games
        return True

    def keep_only(self, waiting: set[str]) -> None:
        """The round is over: remember since when mails wait that still do.

        :raises OSError: it is not remembered
        """
        before = delayed(self._site)
        after = {name: since for name, since in self._since.items() if name in waiting}
        if after != before:
            content = model_bytes(_File(since=after))
            replace_file(self._site.folder / _FILE, content, mode=0o600, sync=False)

    def _can_be_opened(self, ident: str) -> bool:
        try:
            self._site.game(ident)
        except BadInput:
            return False
        return True


def delayed(site: Site) -> dict[str, datetime]:
    """Names of mails that wait for a trouble to pass, and since when."""
    try:
        return dict(read_model(_File, site.folder / _FILE).since)
    except BadInput:
        return {}
