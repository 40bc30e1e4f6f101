"""One round of work: what is in the inbox is handled, what is in the outbox goes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pbem.errors import BadInput
from pbem.mail.limits import MAIL_BYTES
from pbem.service.clerk import Clerk, Fate, Handled
from pbem.service.site import Site

_SET_ASIDE = {Fate.UNKNOWN, Fate.UNREADABLE}


@dataclass(slots=True)
class Round:
    """What a round did.

    handled: the name of each mail's file and what became of it
    delivered: how many mails went out
    troubles: what could not be done and will be tried again, in sentences
    """

    handled: list[tuple[str, Handled]] = field(default_factory=list)
    delivered: int = 0
    troubles: list[str] = field(default_factory=list)


def poll(site: Site, clerk: Clerk) -> Round:
    """Handle every mail that has come in, in order of arrival, and deliver what waits.

    A mail that cannot be handled now stays; one that breaks the program is set aside. Neither
    keeps the others waiting.

    :raises SiteBusy: another process works on the site
    """
    done = Round()
    with site.locked():
        done.troubles += clerk.catch_up()
        inbox = site.maildir("inbox")
        for path in inbox.new():
            handled = _handle(clerk, path, done)
            if handled is None:
                continue
            done.handled.append((path.name, handled))
            if handled.fate in _SET_ASIDE:
                inbox.move_to(path, site.maildir("shunt"), done=False)
            else:
                inbox.finish(path)
        deliver = site.delivery
        if deliver:
            done.delivered, failed = site.outbox.deliver(deliver)
            done.troubles += failed
    return done


def _handle(clerk: Clerk, path: Path, done: Round) -> Handled | None:
    try:
        if path.stat().st_size > MAIL_BYTES:
            return Handled(Fate.UNREADABLE, reason=f"larger than {MAIL_BYTES} bytes")
        return clerk.handle(path.read_bytes())
    except (OSError, BadInput) as error:
        done.troubles.append(f"{path.name}: {error}")
        return None
    except Exception as error:  # a fault of ours in one mail must not stop all others
        return Handled(Fate.UNREADABLE, reason=f"{type(error).__name__}: {error}")
