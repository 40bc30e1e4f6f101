"""A mail's raw bytes -> what the product understands of it.

`read` never raises, and ends in bounded time and memory whatever it is given. A mail with a problem
has no orders: nothing is carried out that was only half understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from pbem.mail import automatic, charsets, headers
from pbem.mail.headers import Headers
from pbem.mail.mime import BROKEN, RawMail, UnreadableError
from pbem.mail.newtext import new_text
from pbem.mail.parts import Contents, contents
from pbem.orders.lexer import Line, Scan, clean, scan

ENCRYPTED: Final = (
    "The mail is encrypted, or signed in a form that hides its text; please send plain text."
)
RICH_TEXT: Final = (
    "The mail is in Outlook's rich text format (winmail.dat), which cannot be read; please send "
    "plain text."
)
NO_TEXT: Final = "The mail holds no text that can be read; please send your orders as plain text."
ATTACHED: Final = (
    "Attached files are not read, but for a single one called orders.txt; please write your orders "
    "into the mail itself."
)
DISAGREE: Final = (
    "The text part and the HTML part of the mail give different orders, so none were taken; please "
    "send plain text only."
)
UNREADABLE_CHARACTERS: Final = (
    "Some characters of the orders could not be read; please send the mail as UTF-8 or write "
    "without accents."
)

#: What a text part has and its HTML part has not, or the other way round.
_LINK: Final = re.compile(r"<(?:https?|mailto|tel):[^<>]*>")
#: How the subjects of our own mails begin, also where they are answered or passed on.
_OURS: Final = re.compile(r"(?:[^\W\d_]{1,4}\s?(?:\[\d+\])?:\s*)*\[[^\[\]]+\]", re.IGNORECASE)
_ANSWER: Final = re.compile(
    r"^(?:(?:re|aw|sv|vs|odp|antw|rif|ynt|res)\s?(?:\[\d+\])?:\s*)+", re.IGNORECASE
)
_MARKS: Final = re.compile(r"[\s*_/•·-]|\b\d{1,2}[.)]")


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail as the product understands it.

    reason: why it is automatic, as a phrase; else empty
    sender: the bare address of the one From line, domain in lower case; None if none may be told
    message_id, in_reply_to, references: ids in their angle brackets
    recipients: the bare addresses of Delivered-To, X-Original-To, To and Cc, a bounded number
    date: when the mail says that it was written, in UTC
    authentication: the values of its Authentication-Results, the topmost first (RFC 8601)
    text: the new text, from which the orders were taken
    body: all text with what is quoted, bounded: to find our own keys in it
    orders, ignored: the lines that count, and those that do not, in plain typing
    problems: sentences that say what to do instead; if there are any, there are no orders
    doubtful: lines that may be orders of an old mail; if there are any, there are no orders
    """

    automatic: bool
    reason: str
    sender: str | None
    message_id: str | None
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    recipients: tuple[str, ...]
    subject: str
    date: datetime | None
    authentication: tuple[str, ...] = ()
    text: str = ""
    body: str = ""
    orders: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """One view of a mail: its new text, and the lines of it."""

    text: str
    scan: Scan


def read(raw: bytes, headings: Collection[str], places: Collection[str] = frozenset()) -> Mail:
    """What a mail says.

    :param headings: the folded names of the nations of all games, see `orders.lexer.fold`
    :param places: those of their regions
    """
    source = RawMail(raw)
    fields = source.headers()
    sender = headers.sender(fields)
    mail = _without_content(fields, sender)
    try:
        message = source.message()
        kind = message.get_content_type()
        if reason := automatic.reason(fields, kind, mail.sender, mail.subject):
            mail = replace(mail, automatic=True, reason=reason)
        mail = _with_content(mail, contents(message), headings, places)
    except UnreadableError as error:
        mail = replace(mail, problems=(str(error),))
    except Exception:  # nothing that a mail holds may stop the daemon
        mail = replace(mail, problems=(BROKEN,))
    return _without_orders_if_wrong(mail, sender.problem)


def as_json(mail: Mail) -> dict[str, object]:
    """What `pbem read-mail --json` prints."""
    return {
        "automatic": mail.automatic,
        "reason": mail.reason,
        "from": mail.sender,
        "message_id": mail.message_id,
        "orders": list(mail.orders),
        "ignored": list(mail.ignored),
        "problems": list(mail.problems),
    }


def _without_content(fields: Headers, sender: headers.Sender) -> Mail:
    """The mail as its header alone describes it."""
    subject = headers.subject(fields)
    reason = automatic.reason(fields, "", sender.address, subject)
    return Mail(
        automatic=bool(reason),
        reason=reason,
        sender=sender.address,
        message_id=headers.message_id(fields),
        in_reply_to=headers.message_ids(fields, "In-Reply-To"),
        references=headers.message_ids(fields, "References"),
        recipients=headers.recipients(fields),
        subject=subject,
        date=headers.date(fields),
        authentication=fields.all("Authentication-Results"),
    )


def _without_orders_if_wrong(mail: Mail, sender_problem: str) -> Mail:
    """Machines give no orders and are told no problems; with a problem there are no orders."""
    if mail.automatic:
        return replace(mail, orders=(), problems=())
    if sender_problem and not mail.problems:  # one at a time: the larger one may be its cause
        mail = replace(mail, problems=(sender_problem,))
    return replace(mail, orders=()) if mail.problems else mail


def _with_content(
    mail: Mail, found: Contents, headings: Collection[str], places: Collection[str]
) -> Mail:
    mail = replace(mail, body=found.whole)
    if mail.automatic:
        return mail
    readings = [
        _Reading(text=(new := new_text(text)), scan=scan(new, headings, places))
        for text in _views(found)
    ]
    if len(readings) > 1 and not _agree(*readings):
        return replace(mail, text=readings[0].text, problems=(DISAGREE,))
    reading = readings[-1]
    if not reading.scan.lines and found.orders_file is not None and found.attachments == 1:
        new = new_text(found.orders_file)
        reading = _Reading(new, scan(new, headings, places))
    if not reading.scan.lines and not clean(reading.text):
        reading = _subject(mail.subject, headings, places) or reading
    mail = replace(
        mail,
        text=reading.text,
        orders=tuple(line.text for line in reading.scan.lines if line.text),
        ignored=tuple(line.text for line in reading.scan.ignored),
    )
    return replace(mail, problems=tuple(filter(None, [_problem(mail, found)])))


def _subject(subject: str, headings: Collection[str], places: Collection[str]) -> _Reading | None:
    """The subject, read as the text of a mail that has none; ours say nothing that counts."""
    if _OURS.match(subject):
        return None
    new = _ANSWER.sub("", subject)
    found = scan(new, headings, places)
    return _Reading(new, found) if found.lines else None


def _views(found: Contents) -> tuple[str, ...]:
    """The views of the text, the best last: HTML keeps lines whole that its plain text breaks.

    A blank part agrees with any other.
    """
    written = tuple(view for view in (found.view.plain, found.view.html) if view and clean(view))
    return written or ("",)


def _agree(plain: _Reading, html: _Reading) -> bool:
    """Whether both views give the same orders.

    Line breaks, list marks, stars for bold and link targets may differ; where a different line
    break lets a line count in one view only, the whole texts are compared.
    """
    return _words(plain.scan.lines) == _words(html.scan.lines) or _words(
        _all_lines(plain.scan)
    ) == _words(_all_lines(html.scan))


def _all_lines(lines: Scan) -> list[Line]:
    return sorted((*lines.lines, *lines.ignored), key=lambda line: line.number)


def _words(lines: Iterable[Line]) -> str:
    """The text of the lines without what may differ between views."""
    text = "".join(_LINK.sub("", line.text) for line in lines).replace("->", "")
    return _MARKS.sub("", text).casefold()


def _problem(mail: Mail, found: Contents) -> str:
    """What is wrong with the content, if something is."""
    if any(charsets.UNREADABLE in order for order in mail.orders):
        return UNREADABLE_CHARACTERS
    if mail.orders:
        return ""
    if found.encrypted:
        return ENCRYPTED
    if found.broken:
        return BROKEN
    if mail.text.strip():
        return ""
    if found.rich_text:
        return RICH_TEXT
    if found.files:
        return ATTACHED
    seen = found.other or found.pictures
    return NO_TEXT if seen and not found.whole.strip() else ""
