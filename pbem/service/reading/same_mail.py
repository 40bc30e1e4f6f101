"""What tells a mail from all others, however often and on whatever way it comes.

That is its Message-ID and what was understood of it: gateways encode anew and add footers, and
some programs use a Message-ID for several mails. Trace headers never count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

from pbem.mail.reading.read import Mail
from pbem.orders.reader.scan import scan
from pbem.orders.text.words import head
from pbem.store.game import StoredGame
from pbem.store.journal import Entry


@dataclass(frozen=True, slots=True)
class Same:
    """A mail's identity.

    ident: what it is known by from now on, in hexadecimal
    before: what journals knew it by that were begun by older versions
    message_id: None if it has none
    said: what was understood of it
    """

    ident: str
    before: str
    message_id: str | None
    said: str


def same_mail(raw: bytes, mail: Mail, headings: Collection[str], places: Collection[str]) -> Same:
    """What a mail is known by. Without a Message-ID its bytes, sender, date and subject do.

    :param headings, places: as for `mail.read.read`
    """
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2].rstrip()
    date = mail.date.isoformat() if mail.date else ""
    name = mail.message_id or f"{mail.sender}|{date}|{mail.subject}"
    before = hashlib.sha256(f"{name}\n".encode() + body).hexdigest()
    meant = said_in(mail.text, headings, places)
    if mail.message_id is None:
        return Same(before, before, None, meant)
    known = hashlib.sha256(f"{mail.message_id}\n{meant}".encode()).hexdigest()
    return Same(known, before, mail.message_id, meant)


def said_in(text: str, headings: Collection[str], places: Collection[str]) -> str:
    """What a mail's new text says, whatever stands around it: its orders, else all words.

    A KEY proves who writes, and the journal does not keep it: it does not count.
    """
    lines = (line.text for line in scan(text, headings, places).lines)
    orders = [" ".join(line.split()) for line in lines if head(line)[0] != "KEY"]
    return "\n".join(orders).casefold() or "".join(text.split()).casefold()


def entry_of(
    game: StoredGame, mail: Same, headings: Collection[str], places: Collection[str]
) -> Entry | None:
    """The entry of a game that a mail has led to."""
    for entry, _ in game.entries:
        if entry.mail is None:
            continue
        if entry.mail in (mail.ident, mail.before):
            return entry
        known = entry.message_id is not None and entry.message_id == mail.message_id
        if known and said_in(entry.text, headings, places) == mail.said:
            return entry
    return None
