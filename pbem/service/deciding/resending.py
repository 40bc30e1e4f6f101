"""RESEND: earlier mails to a seat go out once more, beside the answer or as the answer."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.key import Key
from pbem.orders.verbs.mail.resend import Resend
from pbem.service.deciding import decision as d
from pbem.service.deciding.circumstances import Circumstances
from pbem.service.deciding.orders import Ordering
from pbem.service.deciding.wishes import only_checks
from pbem.service.reading.received import Received
from pbem.service.site.earlier import earlier_mails
from pbem.service.who.senders import Sender
from pbem.store.journal import Entry


def again_for(
    at: Circumstances, mail: Received, sender: Sender, ordering: Ordering
) -> Iterator[d.SendAgain]:
    """Earlier mails, if they are asked for and are here."""
    outcome, answer = ordering.outcome, ordering.answer
    wanted = [c.number for c in outcome.mail_commands if isinstance(c, Resend)]
    if not wanted or only_checks(outcome):
        return
    game, player, person = sender.game, sender.player, sender.person
    if not earlier_mails(at.site, game, player, 1, at.now, stand_in=person is not None):
        return  # the answer says so
    others = [c for c in outcome.mail_commands if not isinstance(c, Resend | GameIs | Key)]
    alone = not (others or outcome.results or (answer and answer.problems))
    mid = mail.mail.message_id
    yield d.SendAgain(game, player, max(wanted), at.now, mail.ident, mid, person, alone)


def again_of(mail: Received, sender: Sender, entry: Entry) -> Iterator[d.SendAgain]:
    """The same of a mail that has led to an entry: whoever was killed then has not sent them."""
    kept = sender.game.brought(entry.number)
    wanted = [c.number for c in kept.mail_commands if isinstance(c, Resend)] if kept else []
    if wanted:
        game, player, person = sender.game, sender.player, sender.person
        mid = mail.mail.message_id
        yield d.SendAgain(game, player, max(wanted), entry.time, mail.ident, mid, person)
