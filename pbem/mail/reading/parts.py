"""The parts of a mail -> its text, in a plain view and in the view of its HTML parts.

Inline text counts, part after part in their order; attachments do not. Of alternatives both sides
are kept, so that the caller can hold them against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from typing import Final, TypeVar

from pbem.mail import limits
from pbem.mail.reading import charsets, htmltext, plain
from pbem.mail.reading.agreement import is_same_text
from pbem.mail.reading.headers import decoded
from pbem.mail.reading.mime import TOO_COMPLEX, TOO_LARGE, UnreadableError

T = TypeVar("T")

ORDERS_FILE: Final = "orders.txt"
UNKNOWN_CHARSET: Final = "x-unknown"
_PLAIN: Final = frozenset({"text/plain", "text/markdown", "text/x-markdown"})
_ENCRYPTED: Final = frozenset(
    {
        "multipart/encrypted",
        "application/pgp-encrypted",
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
    }
)
_RICH_TEXT: Final = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
#: Signatures and keys that mail programs add by themselves.
_NO_ATTACHMENTS: Final = frozenset(
    {
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-keys",
    }
)


@dataclass(frozen=True, slots=True)
class TextView:
    """The same text twice: as the plain parts and as the HTML parts give it; None if none does.

    html_whole: as `html`, with its quotes
    """

    plain: str | None = None
    html: str | None = None
    html_whole: str | None = None


@dataclass(slots=True)
class Contents:
    """What was found in a mail.

    view: the text that counts, quotes cut out of its HTML but not out of plain text
    whole: all inline text, with the quotes
    orders_file: the text of the attachment `orders.txt`
    files, pictures, mails: how many are attached; `orders.txt` is a file
    """

    view: TextView = field(default_factory=TextView)
    whole: str = ""
    orders_file: str | None = None
    files: int = 0
    pictures: int = 0
    mails: int = 0
    encrypted: bool = False
    rich_text: bool = False
    broken: bool = False
    other: bool = False

    @property
    def same_text(self) -> bool:
        """Whether both views are one text, and differ only in how it is broken and marked."""
        plain, html = self.view.plain, self.view.html_whole
        return plain is not None and html is not None and is_same_text(plain, html)

    @property
    def attachments(self) -> int:
        """How much is attached, of whatever kind."""
        return self.files + self.pictures + self.mails


def contents(message: Message) -> Contents:
    """The text of a mail, and what else is in it.

    :raises UnreadableError: it exceeds a limit
    """
    reader = _Reader()
    reader.found.view = reader.view(message, 0)
    reader.found.whole = "\n".join(reader.whole)[: limits.BODY_CHARACTERS]
    return reader.found


class _Reader:
    """Walks through the parts once, and keeps count of what it has read."""

    def __init__(self) -> None:
        self.found = Contents()
        self.whole: list[str] = []
        self._parts = 0
        self._bytes = 0
        self._tags = 0

    def view(self, part: Message, depth: int) -> TextView:
        self._parts += 1
        if depth > limits.DEPTH or self._parts > limits.PARTS:
            raise UnreadableError(TOO_COMPLEX)
        kind = _safely(part.get_content_type, "text/plain")
        if kind in _ENCRYPTED:
            self.found.encrypted = True
            return TextView()
        if kind.startswith("multipart/"):
            return self._container(part, kind, depth)
        if kind.startswith("message/"):
            self.found.mails += 1
            return TextView()
        return self._leaf(part, kind)

    def _container(self, part: Message, kind: str, depth: int) -> TextView:
        children = part.get_payload()
        if not isinstance(children, list):  # no boundary, or one that never comes
            self.found.broken = True
            return TextView()
        inner = [child for child in children if isinstance(child, Message)]
        if kind == "multipart/signed":
            inner = inner[:1]  # the rest is the signature
        if kind == "multipart/related":
            inner = _root(part, inner)  # the rest is what it shows
        views = [self.view(child, depth + 1) for child in inner]
        return _alternative(views) if kind == "multipart/alternative" else _sequence(views)

    def _leaf(self, part: Message, kind: str) -> TextView:
        name = _file_name(part)
        if _is_attachment(part, kind, name):
            self._attachment(part, kind, name)
            return TextView()
        if kind in _PLAIN:
            text = self._plain_text(part)
            self.whole.append(text)
            return TextView(plain=text)
        if kind == "text/html":
            return self._html_view(part)
        self.found.other = True
        return TextView()

    def _attachment(self, part: Message, kind: str, name: str) -> None:
        if kind in _RICH_TEXT or name == "winmail.dat":
            self.found.rich_text = True
        elif name.endswith((".p7m", ".pgp", ".gpg")):
            self.found.encrypted = True
        elif kind.startswith("image/"):
            self.found.pictures += 1
        elif kind not in _NO_ATTACHMENTS:
            self.found.files += 1
            if name == ORDERS_FILE:
                self.found.orders_file = self._plain_text(part)

    def _plain_text(self, part: Message) -> str:
        text = self._text(part)
        if _parameter(part, "format") == "flowed":
            text = plain.unflowed(text, delsp=_parameter(part, "delsp") == "yes")
        text = plain.without_struck(plain.without_pictures("\n".join(plain.lines(text))))
        self.found.encrypted |= plain.is_encrypted(text)
        return _bounded(plain.unsigned(text))

    def _html_view(self, part: Message) -> TextView:
        html = self._text(part)
        self._tags += html.count("<")
        if self._tags > limits.HTML_TAGS:
            raise UnreadableError(TOO_COMPLEX)
        try:
            text = htmltext.text_of(html)
        except htmltext.TooDeepError as error:
            raise UnreadableError(TOO_COMPLEX) from error
        self.whole.append(text.whole)
        new = plain.without_pictures(plain.unsigned(text.new))
        return TextView(html=_bounded(new), html_whole=text.whole)

    def _text(self, part: Message) -> str:
        """The part's text, transfer encoding and charset undone."""
        payload = part.get_payload()
        if not isinstance(payload, str):
            return ""
        self._bytes += len(payload)
        if self._bytes > limits.TEXT_BYTES:
            raise UnreadableError(TOO_LARGE)
        if _encoding(part) == "quoted-printable":
            part.set_payload(plain.without_blanks_at_soft_breaks(payload))
        raw = _safely(lambda: part.get_payload(decode=True), None)
        if not isinstance(raw, bytes):
            raw = payload.encode("utf-8", "surrogateescape")
        label: str | None = UNKNOWN_CHARSET
        with suppress(Exception):
            label = part.get_content_charset()
        return charsets.decode(raw, label)


def _root(container: Message, children: list[Message]) -> list[Message]:
    """The part of a `multipart/related` that is the mail's text, as a list of at most one.

    The one that `start` names (RFC 2387), else the first that can hold text: not every program
    puts it first.
    """
    start = _parameter(container, "start").strip("<> ")
    ids = [str(child.get("Content-ID", "")).strip().strip("<> ").lower() for child in children]
    if start and start in ids:
        return [children[ids.index(start)]]
    kinds = [_safely(child.get_content_type, "text/plain") for child in children]
    texts = [at for at, kind in enumerate(kinds) if kind.startswith(("text/", "multipart/"))]
    root = texts[0] if texts else 0
    return children[root : root + 1]


def _encoding(part: Message) -> str:
    return str(part.get("Content-Transfer-Encoding", "")).strip().lower()


def _alternative(views: Iterable[TextView]) -> TextView:
    """The first plain one and the last HTML one: alternatives come in order of their richness."""
    views = list(views)
    plains = [view.plain for view in views if view.plain is not None]
    rich = next((view for view in reversed(views) if view.html is not None), TextView())
    return TextView(plains[0] if plains else None, rich.html, rich.html_whole)


def _sequence(views: Iterable[TextView]) -> TextView:
    """One after the other; what has only one view stands in both."""
    views = [view for view in views if view != TextView()]
    plains = [view.html if view.plain is None else view.plain for view in views]
    htmls = [view.plain if view.html is None else view.html for view in views]
    wholes = [view.plain if view.html_whole is None else view.html_whole for view in views]
    is_html = any(view.html is not None for view in views)
    return TextView(
        _joined(plains) if any(view.plain is not None for view in views) else None,
        _joined(htmls) if is_html else None,
        _joined(wholes) if is_html else None,
    )


def _joined(texts: Iterable[str | None]) -> str:
    return "\n\n".join(text for text in texts if text is not None)


def _bounded(text: str) -> str:
    """The text itself.

    :raises UnreadableError: it has too many lines
    """
    if text.count("\n") > limits.TEXT_LINES:
        raise UnreadableError(TOO_LARGE)
    return text


def _is_attachment(part: Message, kind: str, name: str) -> bool:
    """Whether the part is a file beside the text: said to be one, or named and no picture in it."""
    disposition = _safely(part.get_content_disposition, None) or "inline"
    if disposition != "inline" and disposition.isalpha():  # words unknown: as attachment (RFC 2183)
        return True
    if kind.startswith("text/"):
        return False
    shown = "Content-Disposition" in part or "Content-Id" in part
    return kind in _RICH_TEXT or (bool(name) and not (shown and kind.startswith("image/")))


def _file_name(part: Message) -> str:
    return decoded(_safely(part.get_filename, None) or "").strip().lower()


def _parameter(part: Message, name: str) -> str:
    value = _safely(lambda: part.get_param(name), None)
    return value.strip().lower() if isinstance(value, str) else ""


def _safely(get: Callable[[], T], otherwise: T) -> T:
    """What the standard library says, or the other value where it raises."""
    try:
        return get()
    except Exception:  # IndexError, LookupError, ValueError, ...: see `headers`
        return otherwise
