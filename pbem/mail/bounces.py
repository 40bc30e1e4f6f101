"""Delivery reports (RFC 3464) and what else mail servers write when a mail cannot be delivered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from itertools import islice

from flufl.bounce import all_failures

from pbem.mail import limits
from pbem.mail.reading import automatic, headers
from pbem.mail.reading.headers import Headers
from pbem.mail.reading.mime import RawMail, UnreadableError


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail that could not be delivered.

    addresses: those that failed, in lower case, a bounded number; none if the report does not say
    permanent: whether trying again is of no use
    """

    addresses: tuple[str, ...]
    permanent: bool


def bounce_in(raw: bytes) -> Bounce | None:
    """What a mail says about a failed delivery; None if it is no such report.

    The fields of a delivery status are looked at first; flufl.bounce knows the reports of some
    sixty mail servers that have none. Never raises, and ends as soon as `read` does.
    """
    try:
        source = RawMail(raw)
        message = source.message()
        found = _by_status(message)
        if found is None and _may_be_report(source.headers(), message):
            found = _by_shape(_shortened(message))
        return found
    except UnreadableError:
        return None
    except Exception:  # whatever a server has written, it stops nothing
        return None


def _by_status(message: Message) -> Bounce | None:
    blocks = tuple(islice(_status_blocks(message), limits.REPORT_BLOCKS))
    failed = [block for block in blocks if _field(block, "action") == "failed"]
    delayed = [block for block in blocks if _field(block, "action") == "delayed"]
    if not failed and not delayed:
        return None
    permanent = any(_field(block, "status").startswith("5") for block in failed)
    return Bounce(_bounded(map(_address, failed or delayed)), permanent)


def _by_shape(message: Message) -> Bounce | None:
    temporary, permanent = all_failures(message)
    found = permanent or temporary
    if not found:
        return None
    return Bounce(_bounded(sorted(_text(a).lower() for a in found)), bool(permanent))


def _bounded(addresses: Iterable[str]) -> tuple[str, ...]:
    """The first few that can be addresses, each once."""
    fit = (a for a in addresses if a and len(a) <= limits.ADDRESS_CHARACTERS)
    return tuple(islice(dict.fromkeys(fit), limits.FAILED_ADDRESSES))


def _status_blocks(message: Message) -> Iterator[Message]:
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            if isinstance(blocks, list):
                yield from (block for block in blocks if isinstance(block, Message))


def _field(block: Message, name: str) -> str:
    return str(block.get(name, ""))[: limits.REPORT_FIELD_CHARACTERS].strip().lower()


def _address(block: Message) -> str:
    value = _field(block, "original-recipient") or _field(block, "final-recipient")
    return value.partition(";")[2].strip().strip("<>")


def _text(address: bytes | str) -> str:
    return address.decode("ascii", "replace") if isinstance(address, bytes) else address


# What flufl.bounce gets to see.


def _may_be_report(fields: Headers, message: Message) -> bool:
    """Whether a mail server may have written it; a player's vacation note is no failure."""
    kind = message.get_content_type()
    sender = headers.sender(fields).address
    return automatic.is_from_server(fields, kind, sender, headers.subject(fields))


def _shortened(message: Message) -> Message:
    """The beginning of the mail, with its parts, but with text alone and in short lines."""
    return _Shortener().part(message, 0)


class _Shortener:
    """Copies a mail part by part until enough is copied."""

    def __init__(self) -> None:
        self._characters = limits.REPORT_CHARACTERS
        self._parts = limits.PARTS

    def part(self, part: Message, depth: int) -> Message:
        copy = _with_short_fields(part)
        payload = part.get_payload()
        if not isinstance(payload, list):
            # Text as it reads: an encoding could unfold it into one long line again.
            copy.set_payload(self._short(part, str(payload)))
            return copy
        copy.set_payload([])
        for child in payload[: limits.REPORT_BLOCKS]:
            self._parts -= 1
            if depth < limits.DEPTH and self._parts >= 0 and isinstance(child, Message):
                copy.attach(self.part(child, depth + 1))
        return copy

    def _short(self, part: Message, payload: str) -> str:
        source = Message()
        source["Content-Transfer-Encoding"] = str(part.get("Content-Transfer-Encoding", ""))
        # No encoding takes more than four letters for one, but for quoted line ends.
        source.set_payload(payload[: 4 * self._characters])
        raw = source.get_payload(decode=True)
        text = raw.decode("ascii", "replace") if isinstance(raw, bytes) else ""
        short = "".join(_short_lines(text[: self._characters]))
        self._characters -= len(short)
        return short


def _short_lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield line[: limits.REPORT_LINE_CHARACTERS]
        yield "\n"


def _with_short_fields(part: Message) -> Message:
    """A part with the fields that are short, and that do not say how its text is encoded."""
    copy = Message()
    for name, value in part.items():
        short = len(str(value)) <= limits.REPORT_FIELD_CHARACTERS
        if short and name.lower() != "content-transfer-encoding":
            copy[name] = str(value)
    return copy
