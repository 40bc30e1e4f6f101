"""Telling people of what is committed: whatever goes wrong in that, it is told later.

What is in the journal is played, and its mail is done. `dispatched` says how far people were told.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from pbem.service.entering.enter import Entered
from pbem.service.entering.outcomes import entered
from pbem.service.site.site import Site
from pbem.service.telling.postman import Postman
from pbem.store.game import StoredGame


class Telling:
    """Tells of the entries of a site's games, each in its turn."""

    def __init__(self, site: Site, postman: Postman) -> None:
        self._site, self._postman = site, postman
        self._troubles: list[str] = []

    def dispatch(self, game: StoredGame, number: int, fresh: Entered | None = None) -> None:
        """Tell of an entry; what cannot be told now is among the troubles, and is told later.

        :param fresh: what it has brought about, if it was entered just now
        """
        try:
            self.tell(game, number, fresh)
        except Exception as error:  # the entry stands, whatever this is
            self._troubles.append(f"{game.file.id}: {_words(number, error)}")

    def troubles(self) -> tuple[str, ...]:
        """What could not be told since this was asked last, as sentences."""
        found, self._troubles = tuple(self._troubles), []
        return found

    def catch_up(self, game: StoredGame, now: datetime) -> None:
        """Tell of what was not told before; what passes by itself the moderator need not know.

        :raises OSError, BadInput: a file is at fault
        :raises Exception: whatever else keeps the mails from being made; the moderator is told
        """
        if game.dispatched >= game.last:
            return
        try:
            self.tell(game, game.last)
        except OSError:
            raise
        except Exception as error:
            first = game.dispatched + 1
            paragraphs = (
                f"People could not be told of entry {first} of this game, nor of any after it. "
                "Orders are taken all the while, and nothing is lost: everybody is told as soon "
                "as what is wrong is mended.",
                f"Reason: {type(error).__name__}: {error}",
            )
            subject = f"[{game.file.id}] People cannot be told what happens"
            which = f"{first}|{error}|{now:%Y-%m-%d}"
            self._postman.tell_moderator(subject, paragraphs, now, which=which)
            raise

    def tell(self, game: StoredGame, number: int, fresh: Entered | None = None) -> None:
        """Put the mails that tell of an entry into the outbox; 0 is the set-up.

        Whatever is there already, waiting or sent, is left as it is. Entries before it of which
        nobody was told, since whoever made them was killed, are told of first.
        """
        for earlier in range(game.dispatched + 1, number):
            self._tell_of(entered(game, earlier))
        self._tell_of(fresh or entered(game, number))

    def _tell_of(self, told: Entered) -> None:
        game, number = told.game, told.number
        self._postman.answer_of(told)
        self._postman.report(told)
        self._site.outbox.sync()
        with suppress(OSError):  # it only saves replaying
            game.write_snapshot()
        game.note_dispatched(number)


def _words(number: int, error: Exception) -> str:
    return f"people are told of entry {number} later: {type(error).__name__}: {error}"
