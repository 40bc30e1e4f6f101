"""The header of a mail, read without trust: bounded, and never raising.

The standard library's header classes raise IndexError, LookupError, ValueError and RecursionError
on some fields and are quadratic on others. So fields are kept as text, and each is taken apart here
with care, within the limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.headerregistry import Address, HeaderRegistry
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final

from pbem.ground import messages
from pbem.ground.fold import fold
from pbem.mail import limits
from pbem.mail.reading import charsets

#: It begins where a word does: to try every letter of a long word takes quadratic time.
_ADDRESS: Final = re.compile(
    r"(?<![^\s<>()\[\]\",:;@\\])"
    r"[^\s<>()\[\]\",:;@\\]+@(?:[^\s<>()\[\]\",:;@\\]+|\[[^\s\[\]]*\])"
)
_WHOLE_ADDRESS: Final = re.compile(r"[^\s<>]+@[^\s<>@]+")
_MESSAGE_ID: Final = re.compile(r"<([^<>]*)>")
#: Pieces of an id: a quoted string may hold blanks, elsewhere they come from folding.
_UNFOLDED: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^"\s]+|"')
_ENCODED_WORD: Final = re.compile(r"=\?[^?\s]+\?[bBqQ]\?")
_FOLD: Final = re.compile(r"\r?\n(?=[ \t])")
_REGISTRY: Final = HeaderRegistry()
#: Where the address at which a mail arrived may stand, the most certain first.
RECIPIENT_FIELDS: Final = ("Delivered-To", "X-Original-To", "To", "Cc")


SHORTEST_NAME: Final = 3


class Headers:
    """The fields of a mail's header, by name, in their order."""

    def __init__(self, fields: Iterable[tuple[str, str]]) -> None:
        self._fields: dict[str, list[str]] = {}
        for name, value in fields:
            self._fields.setdefault(name.lower(), []).append(value)

    @classmethod
    def of(cls, message: Message) -> Headers:
        """The header of a parsed mail; bytes beyond ASCII are read as UTF-8, else as Latin-1."""
        return cls((str(name), _text(str(value))) for name, value in message.raw_items())

    def all(self, name: str, most: int = limits.FIELD_CHARACTERS) -> tuple[str, ...]:
        """The unfolded values of every field of that name, each cut after `most` characters."""
        values = self._fields.get(name.lower())
        return tuple([value[:most] for value in values]) if values else ()

    def first(self, name: str) -> str | None:
        """The unfolded value of the first field of that name."""
        return next(iter(self.all(name)), None)

    def field_names(self) -> Iterable[str]:
        """The names of its fields, in lower case."""
        return self._fields.keys()

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._fields


@dataclass(frozen=True, slots=True)
class FromField:
    """Who the From line names: an address, or why there is none.

    address: bare, its domain in lower case
    """

    address: str | None
    problem: messages.Message | None = None


def sender(headers: Headers) -> FromField:
    """The one address of the one From line.

    Several From lines, several addresses, and a line that parsers read differently (an address
    that is not quoted as the name of another) are refused: a forger hides in them.
    """
    values = headers.all("From")
    if len(values) != 1:
        several = messages.say(
            "The mail has {number} From lines; please send it with exactly one.",
            number=len(values),
        )
        none = messages.say("The mail has no From line; please send it with exactly one.")
        return FromField(None, several if values else none)
    unclear = FromField(
        None,
        messages.say(
            "The From line does not name exactly one address; please send the mail with one."
        ),
    )
    if len(values[0]) > limits.FROM_CHARACTERS:
        return unclear
    named = {bare_domain(address) for address in _ADDRESS.findall(_outside_quotes(values[0]))}
    parsed = {bare_domain(address.addr_spec) for address in _addresses(values[0])}
    if len(named) != 1 or named != parsed:
        return unclear
    address = named.pop()
    fits = len(address) <= limits.ADDRESS_CHARACTERS and _WHOLE_ADDRESS.fullmatch(address)
    return FromField(address) if fits else unclear


def bare_domain(address: str) -> str:
    """The address with its domain in lower case; the part before the `@` may know cases."""
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def recipients(headers: Headers) -> tuple[str, ...]:
    """The addresses that the mail went to, bare and without doublets, the most certain first."""
    found: dict[str, None] = {}
    for name in RECIPIENT_FIELDS:
        for value in headers.all(name, limits.LIST_FIELD_CHARACTERS):
            for address in _ADDRESS.findall(value):
                if len(address) <= limits.ADDRESS_CHARACTERS:
                    found.setdefault(bare_domain(address))
                if len(found) >= limits.RECIPIENTS:
                    return tuple(found)
    return tuple(found)


def message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """The message ids of a field, each in its angle brackets, the latest ones if there are many.

    Some senders fold long ids, also into encoded words, or leave the brackets out; all is undone.
    """
    found = ("".join(_UNFOLDED.findall(inner)) for inner in _ids(headers, name))
    return tuple(dict.fromkeys(f"<{inner}>" for inner in found if inner))[-limits.MESSAGE_IDS :]


def message_id(headers: Headers) -> str | None:
    """The mail's own id as it is written, in its angle brackets; of several the first."""
    return next((f"<{inner}>" for inner in _ids(headers, "Message-ID")), None)


def _ids(headers: Headers, name: str) -> Iterator[str]:
    """What stands in the angle brackets of a field, if it is not too long."""
    for value in headers.all(name, limits.LIST_FIELD_CHARACTERS):
        # What looks like an encoded word inside of the brackets is a part of the id.
        encoded = _ENCODED_WORD.search(_MESSAGE_ID.sub(" ", value))
        text = decoded(value) if encoded else value
        for inner in _MESSAGE_ID.findall(text) or [w for w in text.split() if "@" in w]:
            stripped = inner.strip()
            if stripped and len(stripped) <= limits.MESSAGE_ID_CHARACTERS:
                yield stripped


def date(headers: Headers) -> datetime | None:
    """When the mail says that it was written, in UTC; None if it does not say so legibly."""
    try:
        written = parsedate_to_datetime(headers.first("Date") or "")
        if written.tzinfo is None:  # "-0000": UTC, the sender's zone is not told (RFC 5322)
            return written.replace(tzinfo=UTC)
        return written.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None


def subject(headers: Headers) -> str:
    """The subject as people see it, on one line."""
    return " ".join(decoded(headers.first("Subject") or "").split())[: limits.SUBJECT_CHARACTERS]


def names(headers: Headers, *fields: str) -> frozenset[str]:
    """The words of the names beside the addresses of fields, folded: at least three letters."""
    values = (decoded(value) for field in fields for value in headers.all(field))
    without = (_ADDRESS.sub(" ", value) for value in values)
    folded = (fold(word) for text in without for word in re.findall(r"[^\W\d_]+", text))
    return frozenset(word for word in folded if len(word) >= SHORTEST_NAME)


def decoded(value: str) -> str:
    """The text with encoded words (RFC 2047) decoded; as it is if they cannot be."""
    try:
        text = str(make_header(decode_header(value[: limits.FIELD_CHARACTERS])))
        return charsets.whole_letters(text)
    except Exception:  # whatever the codecs and the email package raise: it is only a text
        return value


def _addresses(value: str) -> tuple[Address, ...]:
    try:
        return tuple(getattr(_REGISTRY("From", value), "addresses", ()))
    except Exception:  # IndexError, AttributeError, RecursionError, ...: no address can be told
        return ()


def _outside_quotes(value: str) -> str:
    """The value without its quoted strings and comments, which may hold any address.

    One that is not closed swallows the rest: then no address is left, or not the parser's.
    """
    return "".join(_unquoted_characters(value))


def _unquoted_characters(value: str) -> Iterator[str]:
    depth, quoted, escaped = 0, False, False
    for character in value:
        if escaped:
            escaped = False
        elif character == "\\" and (quoted or depth):
            escaped = True
        elif character == '"' and not depth:
            quoted = not quoted
        elif character == "(" and not quoted:
            depth += 1
        elif character == ")" and not quoted and depth:
            depth -= 1
            yield " "
        elif not quoted and not depth:
            yield character


def _text(value: str) -> str:
    """The unfolded value; what the parser could not decode is tried as UTF-8, then as Latin-1."""
    value = _FOLD.sub("", value)
    if not value.isascii():
        raw = value.encode("utf-8", "surrogateescape")
        try:
            value = raw.decode("utf-8")
        except UnicodeDecodeError:
            value = raw.decode("latin-1")
    return value.replace("\r", " ").replace("\n", " ").strip()
