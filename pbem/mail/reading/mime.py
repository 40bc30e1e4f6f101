"""Raw bytes -> a parsed mail, within limits.

The standard library parses; what it cannot do in bounded time and memory is turned away before, or
mended: overlong fields, thousands of parts, line ends, and fields behind a broken header line,
which it would take for body.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email._policybase import Compat32
from email.message import Message
from email.parser import BytesFeedParser, BytesHeaderParser
from typing import Final

from pbem.ground import messages
from pbem.mail import limits
from pbem.mail.reading.headers import Headers

#: CRs before an LF that the plain replacement leaves. A run of CRs is looked at once, from its
#: beginning and without giving any back: it may be 10 MB long.
_EXTRA_CRS: Final = re.compile(rb"(?<!\r)\r++(?=\n)")
_FOLD: Final = re.compile(r"\r?\n(?=[ \t])")
_FIELD: Final = re.compile(rb"[!-9;-~]+[ \t]*:")
_CONTAINER: Final = re.compile(
    rb"^content-type[ \t]*:(?:[ \t]|\n[ \t])*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE
)


_PIECE: Final = 64 * 1024


class UnreadableError(ValueError):
    """The mail cannot be read, or not in bounded time; `problem` says what to send instead."""

    def __init__(self, problem: messages.Message) -> None:
        super().__init__(str(problem))
        self.problem = problem


TOO_LARGE: Final = messages.say(
    "The mail is too large; please send your orders as a short plain text mail."
)
TOO_COMPLEX: Final = messages.say(
    "The mail has too many parts; please send your orders as one plain text mail."
)
TOO_LONG_HEADER: Final = messages.say(
    "The header of the mail is too long; please send a new, short mail."
)
BROKEN: Final = messages.say(
    "The mail could not be taken apart; please send your orders as plain text."
)


class _BoundedPolicy(Compat32):
    """Fields as plain text, and without those that describe content at impossible length.

    compat32 and not `policy.default`: that one parses fields in full when they are first looked
    at, which the parser itself does, and where it raises and is slow.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        if not name.lower().startswith("content-"):
            return name, value
        # Unfolded (RFC 5322, 2.2.3): the standard library keeps the fold in a boundary's name.
        return name, "" if len(value) > limits.FIELD_CHARACTERS else _FOLD.sub("", value)


_POLICY: Final = _BoundedPolicy()


class RawMail:
    """A mail's bytes with one kind of line end, parted into header and body.

    header: only lines that are fields; cut if it is too long, `problem` then says so
    """

    def __init__(self, raw: bytes) -> None:
        too_large = len(raw) > limits.MAIL_BYTES or _has_many_lines(raw)
        self.problem = TOO_LARGE if too_large else None
        read = 2 * limits.HEADER_BYTES if self.problem else limits.MAIL_BYTES
        text = _with_plain_line_ends(raw[:read]).lstrip(b"\n")
        header, _, self.body = text.partition(b"\n\n")
        if len(header) > limits.HEADER_BYTES:
            self.problem = self.problem or TOO_LONG_HEADER
            header = header[: limits.HEADER_BYTES]
        fields = _mended(header.split(b"\n"))
        if len(fields) > limits.HEADER_FIELDS:
            self.problem = self.problem or TOO_LONG_HEADER
        self.header = b"\n".join(fields[: limits.HEADER_FIELDS])

    def headers(self) -> Headers:
        """The mail's own header."""
        try:
            return Headers.of(BytesHeaderParser(policy=_POLICY).parsebytes(self.header + b"\n\n"))
        except Exception:  # a header that the standard library cannot read names no sender
            return Headers(())

    def message(self) -> Message:
        """The mail, parsed.

        :raises UnreadableError: it exceeds a limit, or the standard library cannot parse it
        """
        if self.problem:
            raise UnreadableError(self.problem)
        if self.body.count(b"\n") > limits.MAIL_LINES:
            raise UnreadableError(TOO_LARGE)
        containers = sum(1 for _ in _CONTAINER.finditer(self.body))
        if containers > limits.CONTAINERS or self.body.count(b"\n--") > limits.BOUNDARY_LINES:
            raise UnreadableError(TOO_COMPLEX)
        try:
            return self._parsed()
        except Exception as error:  # IndexError, LookupError, ValueError, RecursionError, ...
            raise UnreadableError(BROKEN) from error

    def _parsed(self) -> Message:
        # In pieces: parsing the whole at once holds it several times, four bytes a letter.
        parser: BytesFeedParser[Message] = BytesFeedParser(policy=_POLICY)
        parser.feed(self.header + b"\n\n")
        for start in range(0, len(self.body), _PIECE):
            parser.feed(self.body[start : start + _PIECE])
        return parser.close()


def _has_many_lines(raw: bytes) -> bool:
    """Whether there are surely too many: known beforehand, every line end costs memory.

    Half of the CRs may stand before a CRLF, which is one line end.
    """
    return max(raw.count(b"\n"), raw.count(b"\r") // 2) > limits.MAIL_LINES


def _with_plain_line_ends(raw: bytes) -> bytes:
    """CRLF, CRCRLF and a bare CR as LF."""
    text = raw.replace(b"\r\n", b"\n")
    if b"\r" in text:
        text = _EXTRA_CRS.sub(b"", text).replace(b"\r", b"\n")
    return text


def _mended(lines: Sequence[bytes]) -> list[bytes]:
    """Each field with its continuation lines; lines that belong to no field are left out."""
    fields: list[list[bytes]] = []
    in_field = False
    for line in lines:
        if line[:1] in (b" ", b"\t"):
            if in_field:
                fields[-1].append(line)
            continue
        in_field = bool(_FIELD.match(line))
        if in_field:
            fields.append([line])
    return [b"\n".join(field) for field in fields]
