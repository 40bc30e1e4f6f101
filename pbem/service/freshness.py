"""Games that another process has changed are read anew: orders from the console, a new address."""

from __future__ import annotations

from pathlib import Path

from pbem.errors import BadInput
from pbem.service.site import Site
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
            if self._seen.get(ident, stamp) != stamp or _has_grown(site, ident):
                site.forget(ident)
            self._seen[ident] = stamp


def _has_grown(site: Site, ident: str) -> bool:
    """Whether its journal has more entries than we know of."""
    try:
        game = site.game(ident)
    except BadInput:  # told by whoever needs it
        return False
    return (game.folder / JOURNAL / f"{game.last + 1:06d}.toml").exists()


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
