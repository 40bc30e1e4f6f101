"""Outgoing mails as finished bytes: made once, stored, and sent as they are.

Ids come from what a mail is about, never from a clock or from chance, so that a mail that is made
again after a crash is the same mail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from enum import StrEnum
from typing import Final

from pbem.mail import limits

# Long ids must stay on one line: folded as encoded words they no longer thread (RFC 2047).
_POLICY = SMTP.clone(max_line_length=998)
#: An id of printable ASCII; blanks only in a quoted string.
_ID: Final = re.compile(r'<(?:"(?:[ !#-\[\]-~]|\\[ -~])*"|[!#-;=?-~])+>')


class MailKind(StrEnum):
    """What a mail is to its reader; so its Message-ID begins.

    report: of an entry, with the position; answer: to a mail; notice: anything else
    """

    REPORT = "report"
    ANSWER = "answer"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A mail to one reader.

    kind: an answer is `auto-replied` (RFC 3834), everything else `auto-generated`
    ident: what comes before the @ of its Message-ID
    sender, reply_to, recipient: bare addresses; names are for people
    game: of the mail's List-Id and of the thread it belongs to; "" if it is about none
    answers: the Message-ID of the mail that it answers; left out if it cannot be repeated as it is
    once: by what the outbox knows that it was posted before; its Message-ID if nothing is given
    """

    kind: MailKind
    ident: str
    time: datetime
    sender: str
    sender_name: str
    reply_to: str
    recipient: str
    recipient_name: str
    subject: str
    body: str
    game: str = ""
    answers: str | None = None
    once: str = ""

    @property
    def message_id(self) -> str:
        """Its Message-ID."""
        return f"<{self.ident}@{domain(self.sender)}>"


def compose(mail: Outgoing) -> bytes:
    """The finished bytes of a mail (RFC 5322), lines ending in CRLF."""
    plain = mail.recipient.isascii()  # else the server must know SMTPUTF8 (RFC 6531)
    message = EmailMessage(policy=_POLICY if plain else _POLICY.clone(utf8=True))
    message["Date"] = format_datetime(mail.time)
    message["From"] = _address(mail.sender_name, mail.sender)
    message["To"] = _address(mail.recipient_name, mail.recipient)
    message["Reply-To"] = _address(mail.sender_name, mail.reply_to)
    message["Subject"] = mail.subject
    message["Message-ID"] = mail.message_id
    parents = [f"<{mail.game}.game@{domain(mail.sender)}>"] if mail.game else []
    if mail.answers and _can_be_answered(mail.answers):
        message["In-Reply-To"] = mail.answers
        parents.append(mail.answers)
    if parents:
        message["References"] = " ".join(parents)
    message["Auto-Submitted"] = "auto-replied" if mail.kind is MailKind.ANSWER else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if mail.game:
        message["List-Id"] = f"<{mail.game}.{domain(mail.sender)}>"
    message.set_content(mail.body, cte="7bit" if mail.body.isascii() else "quoted-printable")
    return message.as_bytes()


def domain(address: str) -> str:
    """What comes behind the @ of an address."""
    return address.rpartition("@")[2]


def plus_address(address: str, token: str) -> str:
    """The address with a token behind a plus sign (RFC 5233), which the same mailbox gets."""
    local, _, host = address.rpartition("@")
    return f"{local}+{token}@{host}"


def _can_be_answered(message_id: str) -> bool:
    """Whether the id can stand in a field as it is; changed it would thread nothing.

    What is not ASCII, or looks like an encoded word, the standard library would encode or decode.
    """
    fits = len(message_id) <= limits.MESSAGE_ID_CHARACTERS + len("<>")
    return fits and bool(_ID.fullmatch(message_id)) and "=?" not in message_id


def _address(name: str, address: str) -> Address:
    if address.isascii():
        return Address(display_name=name, addr_spec=address)
    local, _, host = address.rpartition("@")  # in parts: as one it would have to be ASCII
    return Address(display_name=name, username=local, domain=host)
