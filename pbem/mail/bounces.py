"""Delivery reports (RFC 3464) and what else mail servers write when a mail cannot be delivered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from flufl.bounce import all_failures

from pbem.mail.mime import RawMail, UnreadableError


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail that could not be delivered.

    addresses: those that failed, in lower case; none if the report does not say
    permanent: whether trying again is of no use
    """

    addresses: tuple[str, ...]
    permanent: bool


def bounce_in(raw: bytes) -> Bounce | None:
    """What a mail says about a failed delivery; None if it is no such report.

    The fields of a delivery status are looked at first; flufl.bounce knows the reports of some
    sixty mail servers that have none.
    """
    try:
        message = RawMail(raw).message()
        return _by_status(message) or _by_shape(message)
    except UnreadableError:
        return None
    except Exception:  # whatever a server has written, it stops nothing
        return None


def _by_status(message: Message) -> Bounce | None:
    failed = [block for block in _status_blocks(message) if _field(block, "action") == "failed"]
    delayed = [block for block in _status_blocks(message) if _field(block, "action") == "delayed"]
    if not failed and not delayed:
        return None
    addresses = tuple(_address(block) for block in failed or delayed)
    permanent = any(_field(block, "status").startswith("5") for block in failed)
    return Bounce(tuple(a for a in addresses if a), permanent)


def _by_shape(message: Message) -> Bounce | None:
    temporary, permanent = all_failures(message)
    found = permanent or temporary
    if not found:
        return None
    return Bounce(tuple(sorted(_text(a).lower() for a in found)), bool(permanent))


def _status_blocks(message: Message) -> Iterator[Message]:
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            if isinstance(blocks, list):
                yield from (block for block in blocks if isinstance(block, Message))


def _field(block: Message, name: str) -> str:
    return str(block.get(name, "")).strip().lower()


def _address(block: Message) -> str:
    value = _field(block, "original-recipient") or _field(block, "final-recipient")
    return value.partition(";")[2].strip().strip("<>")


def _text(address: bytes | str) -> str:
    return address.decode("ascii", "replace") if isinstance(address, bytes) else address
