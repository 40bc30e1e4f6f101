"""Mails that come back: delivery reports, and what the site's own mail server will never take.

They are never answered; each counts for the player whose mail it was (see `bounced`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from pbem.mail.bounces import Bounce, bounce_in
from pbem.mail.read import Mail, read
from pbem.mail.smtp_words import is_refused_by_policy
from pbem.service.fates import Fate, Handled
from pbem.service.returned import bounced
from pbem.service.site.site import Site
from pbem.service.telling.postman import Postman
from pbem.service.who.sender import bounced_players


class Returned:
    """Counts them; the moderator is told of players who do not seem to get any mail.

    :param headings: as for `mail.read.read`
    """

    def __init__(
        self,
        site: Site,
        postman: Postman,
        headings: Collection[str],
        now: Callable[[], datetime],
    ) -> None:
        self._site = site
        self._postman = postman
        self._headings = headings
        self._now = now

    def count(self, raw: bytes, mail: Mail) -> Handled:
        """Automatic mails are never answered; failed deliveries are counted."""
        bounce = bounce_in(raw)
        if bounce is None:
            return Handled(Fate.AUTOMATIC, reason=mail.reason)
        return self._count(raw, bounce)

    def count_failed(self) -> tuple[str, ...]:
        """Count what the site's own mail server will never take like a bounce, each mail once.

        :returns: what could not be done, as sentences
        """
        failed, troubles = self._site.maildir("failed"), []
        for path in failed.new():
            try:
                if not is_refused_by_policy(failed, path.name):  # that is the site's fault
                    self._count(path.read_bytes(), Bounce((), permanent=True))
                failed.finish(path)
            except Exception as error:  # one game's fault must not stop the others
                troubles.append(f"{path.name}: {error}")
        return tuple(troubles)

    def _count(self, raw: bytes, bounce: Bounce) -> Handled:
        mail, now = read(raw, self._headings), self._now()
        for sender in bounced_players(self._site, mail, raw):
            counted = bounced.counted(sender.game, sender.player, bounce, now)
            if counted and counted.marks:  # told before it is counted: else nobody ever would be
                self._postman.tell_of_bounces(sender.game, sender.player, counted.day, now)
                self._site.outbox.sync()
            if counted:
                bounced.keep(sender.game, counted)
            kind = "permanent" if bounce.permanent else "temporary"
            return Handled(Fate.BOUNCE, sender.game.file.id, reason=kind)
        return Handled(Fate.BOUNCE, reason="of a mail that is not known")
