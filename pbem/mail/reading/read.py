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

from pbem.ground.fold import fold
from pbem.ground.messages import Message, say
from pbem.mail.reading import automatic, charsets, headers
from pbem.mail.reading.agreement import is_unquoted, without_quoted, words
from pbem.mail.reading.doubt import Context, is_doubtful, is_reply_subject, real_orders
from pbem.mail.reading.headers import Headers
from pbem.mail.reading.htmltext import without_marks
from pbem.mail.reading.mime import BROKEN, RawMail, UnreadableError
from pbem.mail.reading.newtext import filled_form, new_text
from pbem.mail.reading.parts import Contents, contents
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import Scan, TextLine

ENCRYPTED: Final = say(
    "The mail is encrypted, or signed in a form that hides its text; please send plain text."
)
RICH_TEXT: Final = say(
    "The mail is in Outlook's rich text format (winmail.dat), which cannot be read; please send "
    "plain text."
)
NO_TEXT: Final = say(
    "The mail holds no text that can be read; please send your orders as plain text."
)
ATTACHED: Final = say(
    "Attached files are not read, but for a single one called orders.txt; please write your orders "
    "into the mail itself."
)
DISAGREE: Final = say(
    "The text part and the HTML part of the mail give different orders, so none were taken; please "
    "send plain text only."
)
UNREADABLE_CHARACTERS: Final = say(
    "Some characters of the orders could not be read; please send the mail as UTF-8 or write "
    "without accents."
)
DOUBTFUL: Final = say(
    "Your mail program may have quoted an older mail without marks, so it is not clear whether "
    "these orders are meant now."
)
FORM_QUOTED: Final = say(
    "An order stands within the quoted mail, behind `>` or below its header, where nothing counts; "
    "please write it above the old mail, without a mark."
)

#: How the subjects of our own mails begin, also where they are answered or passed on.
_OURS: Final = re.compile(r"(?:[^\W\d_]{1,4}\s?(?:\[\d+\])?:\s*)*\[[^\[\]]+\]", re.IGNORECASE)
_ANSWER: Final = re.compile(
    r"^(?:(?:re|aw|sv|vs|odp|antw|rif|ynt|res)\s?(?:\[\d+\])?:\s*)+", re.IGNORECASE
)


#: So many words of a sender's name are known.
MOST_NAMES: Final = 12


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail as the product understands it.

    reason: why it is automatic, as a phrase; else empty
    sender: the bare address of the one From line, domain in lower case; None if none may be told
    called: the words of the sender's name beside it, and before its @, folded
    message_id, in_reply_to, references: ids in their angle brackets
    recipients: the bare addresses of Delivered-To, X-Original-To, To and Cc, a bounded number
    date: when the mail says that it was written, in UTC
    authentication: the values of its Authentication-Results, the topmost first (RFC 8601)
    text: the new text, from which the orders were taken
    body: all text with what is quoted, bounded: to find our own keys in it
    orders, ignored: the lines that count, and those that do not, in plain typing
    problems: sentences that say what to do instead; if there are any, there are no orders
    doubtful: the lines that may be orders of a quoted mail, in plain typing; then `orders` is empty
        and `problems` holds `DOUBTFUL`: whoever reads it may ask whether they count
    """

    automatic: bool
    reason: str
    sender: str | None
    called: tuple[str, ...]
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
    problems: tuple[Message, ...] = ()
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """One view of a mail: its new text, and the lines of it.

    is_order: whether there is an order among the lines, not only a heading
    doubtful: whether the lines may be old ones
    """

    text: str
    scan: Scan
    is_order: bool
    doubtful: bool


def read(
    raw: bytes,
    headings: Collection[str],
    places: Collection[str] = frozenset(),
) -> Mail:
    """What a mail says.

    :param headings: the folded names of the nations of all games, see `ground.fold`
    :param places: those of their regions
    """
    source = RawMail(raw)
    fields = source.headers()
    sender = headers.sender(fields)
    mail = _without_content(fields, sender)
    sign: automatic.Sign | None = None
    try:
        message = source.message()
        kind = message.get_content_type()
        sign = automatic.sign(fields, kind, mail.sender, mail.subject)
        if sign is not None:
            mail = replace(mail, automatic=True, reason=sign.reason)
        found = contents(message)
        mail = replace(mail, body=found.whole)
        if sign is None or not sign.certain:
            context = _context(fields, mail, headings, places)
            mail = _with_content(mail, found, context)
    except UnreadableError as error:
        mail = replace(mail, problems=(error.problem,))
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
        "problems": list(map(str, mail.problems)),
        "doubtful": list(mail.doubtful),
    }


def _without_content(fields: Headers, sender: headers.FromField) -> Mail:
    """The mail as its header alone describes it."""
    subject = headers.subject(fields)
    sign = automatic.sign(fields, "", sender.address, subject)
    return Mail(
        automatic=sign is not None,
        reason=sign.reason if sign else "",
        sender=sender.address,
        called=_called(fields, sender.address or ""),
        message_id=headers.message_id(fields),
        in_reply_to=headers.message_ids(fields, "In-Reply-To"),
        references=headers.message_ids(fields, "References"),
        recipients=headers.recipients(fields),
        subject=subject,
        date=headers.date(fields),
        authentication=fields.all("Authentication-Results"),
    )


def _called(fields: Headers, address: str) -> tuple[str, ...]:
    """Under what names the sender may sign."""
    local = (fold(word) for word in re.findall(r"[^\W\d_]+", address.rpartition("@")[0]))
    own = headers.names(fields, "From") | {w for w in local if len(w) >= headers.SHORTEST_NAME}
    return tuple(sorted(own))[:MOST_NAMES]


def _without_orders_if_wrong(mail: Mail, sender_problem: Message | None) -> Mail:
    """Machines give no orders and are told no problems; with a problem there are no orders."""
    if mail.automatic:
        return replace(mail, text="", orders=(), ignored=(), problems=(), doubtful=())
    if sender_problem and not mail.problems:  # one at a time: the larger one may be its cause
        mail = replace(mail, problems=(sender_problem,))
    if sender_problem:
        mail = replace(mail, doubtful=())
    return replace(mail, orders=()) if mail.problems else mail


def _context(
    fields: Headers,
    mail: Mail,
    headings: Collection[str],
    places: Collection[str],
) -> Context:
    answers = bool(mail.in_reply_to or mail.references or is_reply_subject(mail.subject))
    others, own = headers.names(fields, "To", "Cc"), headers.names(fields, "From")
    return Context(answers, others, own, headings, places, mail.called)


def _with_content(mail: Mail, found: Contents, context: Context) -> Mail:
    """The mail with its orders; if it has any, what looks like a machine's is a person's."""
    readings = [_reading(text, context) for text in _views(found)]
    reading = readings[-1]
    if len(readings) > 1 and not _agree(*readings):
        if not (found.same_text and _is_within(reading, found.view.plain or "")):
            return replace(mail, text=readings[0].text, problems=(DISAGREE,))
    elif not reading.scan.lines and found.orders_file is not None and found.attachments == 1:
        reading = _reading(found.orders_file, context)
    if not reading.scan.lines and _says_nothing(reading.text, mail) and not mail.automatic:
        reading = _subject(mail.subject, context) or reading
    orders = tuple(line.text for line in reading.scan.lines if line.text)
    if mail.automatic and reading.is_order and not reading.doubtful:
        mail = replace(mail, automatic=False, reason="")
    mail = replace(
        mail,
        text=reading.text,
        orders=orders,
        ignored=tuple(line.text for line in reading.scan.ignored),
    )
    if problem := _problem(mail, found, context):
        return replace(mail, problems=(problem,))
    if reading.doubtful and orders:
        return replace(mail, doubtful=orders, problems=(DOUBTFUL,))
    return mail


def _reading(text: str, context: Context) -> _Reading:
    """The new text, and whether its orders may be old ones.

    What stands apart as doubtful counts only if there is no order in the rest.
    """
    new = new_text(text)
    found = _scanned(new.text, context)
    if real_orders(found, context):
        doubtful = is_doubtful(new.text, found, context)
        return _Reading(without_marks(new.text), found, is_order=True, doubtful=doubtful)
    for other in (new.below, new.doubtful):
        rest = _scanned(other, context)
        if real_orders(rest, context):
            return _Reading(without_marks(other), rest, is_order=True, doubtful=True)
    return _Reading(without_marks(new.text), found, is_order=False, doubtful=False)


def _scanned(text: str, context: Context) -> Scan:
    return scan(text, context.headings, context.places, context.called)


def _says_nothing(text: str, mail: Mail) -> bool:
    """Whether a text is empty but for the sender's name."""
    return all(fold(word) in mail.called for word in re.findall(r"\w+", text))


def _subject(subject: str, context: Context) -> _Reading | None:
    """The subject, read as the text of a mail that has none; ours say nothing that counts."""
    if _OURS.match(subject):
        return None
    new = _ANSWER.sub("", subject)
    found = _scanned(new, context)
    return _Reading(new, found, is_order=True, doubtful=False) if found.lines else None


def _views(found: Contents) -> tuple[str, ...]:
    """The views of the text, the best last: HTML keeps lines whole that its plain text breaks.

    A blank part agrees with any other.
    """
    plain, html = found.view.plain, found.view.html
    if plain and html and found.same_text:
        html = without_quoted(html, plain)
    written = tuple(view for view in (plain, html) if view and clean(view))
    return written or ("",)


def _agree(plain: _Reading, html: _Reading) -> bool:
    """Whether both views give the same orders.

    TextLine breaks, list marks, stars for bold and link targets may differ; where a different line
    break lets a line count in one view only, the whole texts are compared.
    """
    return _words(plain.scan.lines) == _words(html.scan.lines) or _words(
        _all_lines(plain.scan)
    ) == _words(_all_lines(html.scan))


def _is_within(html: _Reading, plain: str) -> bool:
    """Whether the HTML has new words, and the plain text does not mark its orders as quoted.

    So where both parts are one text: then HTML knows better where its lines and quotes begin.
    """
    return bool(clean(html.text)) and is_unquoted((line.text for line in html.scan.lines), plain)


def _all_lines(lines: Scan) -> list[TextLine]:
    return sorted((*lines.lines, *lines.ignored), key=lambda line: line.number)


def _words(lines: Iterable[TextLine]) -> str:
    return words(line.text for line in lines)


def _has_filled_form(whole: str, context: Context) -> bool:
    """Whether the form of the quoted mail holds an order: some fill it in where it stands."""
    return real_orders(_scanned(filled_form(whole), context), context)


def _problem(mail: Mail, found: Contents, context: Context) -> Message | None:
    """What is wrong with the content, if something is."""
    if any(charsets.UNREADABLE in order for order in mail.orders):
        return UNREADABLE_CHARACTERS
    if mail.orders:
        return None
    if found.encrypted:
        return ENCRYPTED
    if found.broken:
        return BROKEN
    if _has_filled_form(found.whole, context):
        return FORM_QUOTED
    if mail.text.strip():
        return None
    if found.rich_text:
        return RICH_TEXT
    if found.files:
        return ATTACHED
    seen = found.other or found.pictures
    return NO_TEXT if seen and not found.whole.strip() else None
