"""Addresses of people: what can be written to, and nothing else, gets into a roster.

Checked with what writes them into mails, so that no address is taken in that stops a mail later.
"""

from __future__ import annotations

import re
import unicodedata
from email.headerregistry import Address as Written
from typing import Annotated, Final

from pydantic import AfterValidator

LOCAL_OCTETS: Final = 64
OCTETS: Final = 254
"""RFC 5321, 4.5.3.1: of what stands before the `@`, and of the whole address."""

_ATOM: Final = r"[\w!#$%&'*+/=?^`{|}~-]+"
_LOCAL: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_DOMAIN: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*|\[[0-9A-Fa-f.:]+\]")


def checked_address(value: str) -> str:
    """The address, if mails can be written to it; others than ASCII by SMTPUTF8 (RFC 6531).

    :raises ValueError: says what is wrong
    """
    address = unicodedata.normalize("NFC", value)
    local, at, domain = address.rpartition("@")
    if not at or len(address.encode()) > OCTETS or len(local.encode()) > LOCAL_OCTETS:
        raise ValueError(f"{value!r} is no address, or too long")
    if not _LOCAL.fullmatch(local) or not _DOMAIN.fullmatch(domain):
        raise ValueError(f"{value!r} is no address to which mail can be sent")
    try:
        if address.isascii():
            written = Written(addr_spec=address).addr_spec
        else:  # in parts: as one it would have to be ASCII
            written = Written(username=local, domain=domain).addr_spec
    except Exception as error:  # the email package raises what it likes
        raise ValueError(f"{value!r} is no address to which mail can be sent: {error}") from error
    if written != address:
        raise ValueError(f"{value!r} would be written as {written!r}")
    return address


def is_address(value: str) -> bool:
    """Whether mails can be written to it.

    >>> is_address("ann@example.test"), is_address("a@[192.0.2.1]"), is_address("a b@x.test")
    (True, True, False)
    """
    try:
        checked_address(value)
    except ValueError:
        return False
    return True


Address = Annotated[str, AfterValidator(checked_address)]
"""A bare address, as `local@domain`."""
