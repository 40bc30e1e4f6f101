"""What is looked after before every round: leavings of killed processes, games that are broken."""

from __future__ import annotations

from datetime import datetime

from pbem.ground.disk import sweep
from pbem.ground.errors import BadInput
from pbem.service.site.site import Site
from pbem.service.telling.postman import Postman
from pbem.store.game import JOURNAL, StoredGame


def sweep_site(site: Site) -> None:
    """Clear away what killed processes have left half written beside the games."""
    sweep(site.folder)
    for name in ("inbox", "outbox", "shunt", "held"):
        sweep(site.maildir(name).folder / "new")
    if site.settings.mail.delivery == "mailboxes":
        for box in (site.folder / site.settings.mail.mailboxes).glob("*/new"):
            sweep(box)


def opened(site: Site, postman: Postman, ident: str, now: datetime) -> StoredGame:
    """A game with its position; that it is broken is told to the site's moderator once a day.

    :raises BadInput: it is broken
    """
    try:
        game = site.game(ident)
        _ = game.state
    except BadInput as error:
        paragraphs = (
            "This game cannot be opened. Its mails wait, nothing is due in it, and the other games "
            "go on.",
            f"What is wrong: {error}",
            "Mend the file, or put it back from a backup and call `pbem recover`. "
            f"`pbem verify {ident}` says whether all is well.",
        )
        which = f"{ident}|{error}|{now:%Y-%m-%d}"
        postman.tell_moderator(f"[{ident}] This game is broken", paragraphs, now, which=which)
        raise
    sweep(game.folder)
    sweep(game.folder / JOURNAL)
    return game
