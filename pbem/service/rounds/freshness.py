"""Games that another process has changed are read anew: orders from the console, a new address."""

from __future__ import annotations

from pathlib import Path

from pbem.ground.errors import BadInput
from pbem.service.site.site import Site
from pbem.store.chain import entry_path
from pbem.store.game import GAME, JOURNAL, ROSTER


class Freshness:
    """Knows what a site's games looked like when they were read."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, ...]] = {}

    def check(self, site: Site) -> None:
        """Forget the games that are not as they were; a few file times for each."""
        for ident in site.game_ids():
            folder = site.folder / "games" / ident
            stamp = tuple(map(_changed, (folder / GAME, folder / ROSTER)))
            if self._seen.get(ident, stamp) != stamp or _has_changed(site, ident):
                site.forget(ident)
            self._seen[ident] = stamp


def _has_changed(site: Site, ident: str) -> bool:
    """Whether its journal has more entries than we know of, or not all that we know of."""
    try:
        game = site.game(ident)
    except BadInput:  # told by whoever needs it
        return False
    journal = game.folder / JOURNAL
    shorter = game.last > 0 and not entry_path(journal, game.last).exists()
    return shorter or entry_path(journal, game.last + 1).exists()


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
