"""Games that are over, out of the daily round: still to be read, and to be brought back."""

from __future__ import annotations

from pbem.ground.disk import make_folder, sync_folder
from pbem.ground.errors import BadInput
from pbem.service.site.site import ARCHIVE, GAMES, Site


def put_away(site: Site, ident: str) -> None:
    """Put a game that is over into the archive; to be called with the site locked.

    It is in no round and no list any more; its mails are answered as those of any game that is
    over, and commands that read it find it.

    :raises BadInput: there is no such game, it goes on, or people have not been told of its end
    :raises OSError: nothing is changed
    """
    if site.is_archived(ident):
        raise BadInput(f"game {ident!r}", "is in the archive already")
    game = site.game(ident)
    if not game.state.over:
        raise BadInput(f"game {ident!r}", "goes on; only what is over can be put away")
    if game.dispatched < game.last:
        raise BadInput(f"game {ident!r}", "people have not been told of its end yet")
    _move(site, ident, GAMES, ARCHIVE)


def bring_back(site: Site, ident: str) -> None:
    """Take a game out of the archive; to be called with the site locked.

    :raises BadInput: it is not there
    :raises OSError: nothing is changed
    """
    if not site.is_archived(ident):
        known = ", ".join(site.archived_ids()) or "none"
        raise BadInput(f"game {ident!r}", f"is not in the archive; there are: {known}")
    _move(site, ident, ARCHIVE, GAMES)


def _move(site: Site, ident: str, source: str, target: str) -> None:
    """Move a game's folder as a whole."""
    make_folder(site.folder / target)
    (site.folder / source / ident).rename(site.folder / target / ident)
    site.forget(ident)
    sync_folder(site.folder / target)
    sync_folder(site.folder / source)
