"""Telling people of what is entered: whatever goes wrong in that, it is done later.

What is in the journal is played, and its mail is done. `dispatched` says how far people were told.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from pbem.ground.messages import say
from pbem.service.entering.enter import Entered
from pbem.service.entering.outcomes import entered
from pbem.service.posting.post import post
from pbem.service.site.site import Site
from pbem.service.telling.entries import letters_of
from pbem.service.telling.moderators import to_moderator
from pbem.service.telling.press import letters_of_press, undelivered
from pbem.store.game import StoredGame


class Dispatch:
    """Tells of the entries of a site's games, each in its turn."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._troubles: list[str] = []

    def tell(self, told: Entered) -> None:
        """Tell of an entry; what cannot be told now is among the troubles, and is told later."""
        try:
            self._tell_upto(told.game, told.number, told)
        except Exception as error:  # the entry stands, whatever this is
            words = f"people are told of entry {told.number} later: {type(error).__name__}: {error}"
            self._troubles.append(f"{told.game.file.id}: {words}")
        self.pass_on(told.game)

    def pass_on(self, game: StoredGame) -> None:
        """Send the press of a game to its readers; what cannot be sent now is sent later."""
        try:
            self._pass_on(game)
        except Exception as error:  # it is kept, whatever this is
            words = f"press is sent later: {type(error).__name__}: {error}"
            self._troubles.append(f"{game.file.id}: {words}")

    def _pass_on(self, game: StoredGame) -> None:
        if game.press.last <= game.press.delivered:
            return
        for number, press in undelivered(game):
            post(self._site, letters_of_press(self._site, game, number, press))
            game.press.note_delivered(number)

    def troubles(self) -> tuple[str, ...]:
        """What could not be told since this was asked last, as sentences."""
        found, self._troubles = tuple(self._troubles), []
        return found

    def catch_up(self, game: StoredGame, now: datetime) -> None:
        """Tell of what was not told before; what passes by itself the moderator need not know.

        :raises OSError, BadInput: a file is at fault
        :raises Exception: whatever else keeps the mails from being made; the moderator is told
        """
        self.pass_on(game)
        if game.dispatched >= game.last:
            return
        try:
            self._tell_upto(game, game.last, None)
        except OSError:
            raise
        except Exception as error:
            self._tell_moderator(game, error, now)
            raise

    def _tell_upto(self, game: StoredGame, number: int, fresh: Entered | None) -> None:
        """Put the letters that tell of an entry into the outbox; 0 is the set-up.

        Whatever is there already, waiting or sent, is left as it is. Entries before it of which
        nobody was told, since whoever made them was killed, are told of first.

        :param fresh: what it has brought about, if it was entered just now
        """
        for earlier in range(game.dispatched + 1, number):
            self._tell_of(entered(game, earlier))
        self._tell_of(fresh or entered(game, number))

    def _tell_of(self, told: Entered) -> None:
        post(self._site, letters_of(self._site, told))
        with suppress(OSError):  # it only saves replaying
            told.game.write_snapshot()
        told.game.note_dispatched(told.number)

    def _tell_moderator(self, game: StoredGame, error: Exception, now: datetime) -> None:
        first = game.dispatched + 1
        paragraphs = (
            say(
                "People could not be told of entry {entry} of this game, nor of any after it. "
                "Orders are taken all the while, and nothing is lost: everybody is told as soon as "
                "what is wrong is mended.",
                entry=first,
            ),
            say("Reason: {said}", said=f"{type(error).__name__}: {error}"),
        )
        subject = say("[{game}] People cannot be told what happens", game=game.file.id)
        which = f"{first}|{error}|{now:%Y-%m-%d}"
        post(self._site, to_moderator(self._site, subject, paragraphs, now, which=which))
