"""Bytes of a text part -> text, though charset labels lie.

UTF-8 is tried first, strictly: text that is valid UTF-8 by chance is rare. Only charsets in which
ASCII is not ASCII (ISO-2022, UTF-16, ...) are read by their label. Nothing is guessed; what cannot
be read becomes U+FFFD, and orders that hold one are not carried out.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

#: What a byte becomes that the charset does not know.
UNREADABLE: Final = "\ufffd"

#: Real charsets by Python's name; Python also knows `unicode_escape`, `punycode`, `hex`, ...
_REAL: Final = re.compile(
    r"ascii|latin_?1|iso8859-|cp\d|koi8|mac-|gb|big5|euc|shift_jis|iso2022|utf-|hz$|johab|tis-620"
    r"|ptcp154|kz1048|hp-roman8"
)
#: No supersets of ASCII: only the label tells.
_BY_LABEL: Final = re.compile(r"iso2022|utf-16|utf-32|utf-7$|hz$")
#: Labels that are used for what Windows has in their place (as browsers read them, too).
_REALLY: Final = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-7": "cp1253",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso2022_jp": "iso2022_jp_ext",
}
#: The same, where letters differ: only if there are bytes that are no letters by the label.
_REALLY_IF_C1: Final = {
    "iso8859-2": "cp1250",
    "iso8859-4": "cp1257",
    "iso8859-5": "cp1251",
    "iso8859-6": "cp1256",
    "iso8859-8": "cp1255",
    "iso8859-13": "cp1257",
    "iso8859-15": "cp1252",
}
_C1: Final = re.compile(rb"[\x80-\x9f]")
#: Halves of letters beyond the first 65,536: UTF-7 can hold one alone, UTF-8 and so we cannot.
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: Labels that Python does not know, and that mail programs use.
_ALIASES: Final = {
    "utf8mb4": "utf-8",
    "utf8mb3": "utf-8",
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "windows-874": "cp874",
    "cp50220": "iso2022_jp",
    "cp50221": "iso2022_jp",
    "x-sjis": "shift_jis",
    "ansi": "cp1252",
    "ansi_x3.110-1983": "latin-1",
}


def decode(raw: bytes, label: str | None) -> str:
    """The text of these bytes; U+FFFD where neither UTF-8 nor the labelled charset has a letter."""
    return whole_letters(_decoded(raw, label))


def whole_letters(text: str) -> str:
    """The text with U+FFFD for halves of letters, so that it can be written as UTF-8."""
    return text if text.isascii() else _SURROGATES.sub(UNREADABLE, text)


def _decoded(raw: bytes, label: str | None) -> str:
    charset = _charset(label)
    for mark, marked in _BYTE_ORDER_MARKS:
        if raw.startswith(mark) and b"\0" in raw:
            return _decode(raw, marked)
    if _BY_LABEL.match(charset) and _can_be(raw, charset):
        return _decode(raw, _with_byte_order(raw, charset))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decode(raw, _really(raw, charset))


def _charset(label: str | None) -> str:
    """Python's name of a real charset; "ascii" without a label, "" for what is none."""
    if not label:
        return "ascii"
    label = label.strip().strip("\"'").lower()
    try:
        name = codecs.lookup(_ALIASES.get(label, label)).name
    except (LookupError, ValueError, UnicodeError):
        return ""
    return name if _REAL.match(name) else ""


def _can_be(raw: bytes, charset: str) -> bool:
    """Whether the label can be true: UTF-16 without a zero byte would be no Latin text at all."""
    return b"\0" in raw or not charset.startswith(("utf-16", "utf-32"))


def _with_byte_order(raw: bytes, charset: str) -> str:
    """`utf-16` without a mark is in network order (RFC 2781), unless zero bytes say otherwise."""
    if charset != "utf-16":
        return _REALLY.get(charset, charset)
    return "utf-16-le" if raw[1::2].count(0) > raw[::2].count(0) else "utf-16-be"


def _really(raw: bytes, charset: str) -> str:
    if charset in _REALLY_IF_C1 and _C1.search(raw):
        return _REALLY_IF_C1[charset]
    return _REALLY.get(charset, charset)


def _decode(raw: bytes, charset: str) -> str:
    """Decoded with U+FFFD for what is not known; an unknown charset is read as bare ASCII."""
    try:
        return raw.decode(charset or "ascii", "replace")
    except (LookupError, UnicodeError, ValueError):
        return raw.decode("ascii", "replace")
