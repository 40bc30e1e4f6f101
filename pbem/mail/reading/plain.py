"""Text parts as the sender typed them: flowed lines joined, signed text out of its armour.

A text part is lines between `\\n`; nothing else parts lines here (`str.splitlines` also breaks at
U+2028, form feeds and the like, which people paste).
"""

from __future__ import annotations

import re
from typing import Final

_QUOTE_MARKS: Final = re.compile(r">*")
_SIGNATURE: Final = "-- "

#: What stands for a picture in a text part: `[image: map.png]`, `[cid:image001.png@01DC5432]`,
#: `[https://example.org/logo.png]`, `<image001.png>`, `[Inline-Bild 1]`, `![map](cid:1)` and
#: its own character.
_PICTURE_FILE: Final = r"[^\[\]<>\n]{1,200}\.(?:png|jpe?g|gif|bmp|webp|heic|svg|tiff?|ico)"
_PICTURE: Final = re.compile(
    r"\[(?:image|cid|bild|imagen?|imatge|immagine|obraz|obrázek|kép|εικόνα|attachment|anhang) ?: ?"
    r"[^\[\]\n]{0,200}\]"
    rf"|\[{_PICTURE_FILE}(?:@[\w.]{{1,80}}|\?[^\[\]\s]{{0,200}})?\]|<{_PICTURE_FILE}>"
    r"|\[(?:inline[ -]?)(?:image|bild|picture|photo|afbeelding)[^\[\]\n]{0,80}\]"
    r"|\[(?:image|bild|imagen|photo|picture)(?: ?\d{1,3})?\]|\ufffc"
    r"|!\[[^\[\]\n]{0,80}\]\([^()\n]{1,200}\)|\((?:inline )(?:image|bild|picture|photo)\)",
    re.IGNORECASE,
)

#: `~~>` is an arrow.
_STRUCK: Final = re.compile(r"~~(?=[^\s>~])[^~\n]{0,300}(?<=\S)~~(?![>~])")
_CLEARSIGNED: Final = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE_BEGINS: Final = "-----BEGIN PGP SIGNATURE-----"
_SIGNATURE_ENDS: Final = "-----END PGP SIGNATURE-----"
_ENCRYPTED: Final = "-----BEGIN PGP MESSAGE-----"


def lines(text: str) -> list[str]:
    """The lines of a text, whatever the line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def without_pictures(text: str) -> str:
    """The text without what stands for its pictures; a line of nothing else becomes blank."""
    return _PICTURE.sub("", text)


def without_struck(text: str) -> str:
    """The text without what Markdown strikes out, `~~as here~~`."""
    return _STRUCK.sub("", text)


def without_blanks_at_soft_breaks(encoded: str) -> str:
    """Quoted-printable text with nothing between `=` and the line's end (RFC 2045, 6.7, rule 3).

    Gateways add blanks there; the standard library then takes neither `=` nor line end away.
    """
    lines_of_it = encoded.split("\n")
    for at, line in enumerate(lines_of_it):
        bare = line.rstrip(" \t\r")
        if bare.endswith("="):
            lines_of_it[at] = bare
    return "\n".join(lines_of_it)


def unflowed(text: str, *, delsp: bool) -> str:
    """The text of a `format=flowed` part (RFC 3676) with its soft line breaks undone.

    Quoted lines keep one `>` for each level, and are joined only with lines of their own level.
    """
    done: list[str] = []
    soft = False
    level = 0
    for line in lines(text):
        marks = len(_QUOTE_MARKS.match(line)[0])  # type: ignore[index]  # matches always
        content = line[marks:].removeprefix(" ")  # undo space-stuffing
        if soft and marks == level and content != _SIGNATURE:
            done[-1] += content
        else:
            done.append(">" * marks + (" " if marks else "") + content)
        level = marks
        soft = content.endswith(" ") and content != _SIGNATURE
        if soft and delsp:
            done[-1] = done[-1][:-1]
    return "\n".join(done)


def unsigned(text: str) -> str:
    """The text without the armour of clearsigned OpenPGP messages, dash-escaping undone."""
    if _CLEARSIGNED not in text:
        return text
    done: list[str] = []
    state = "outside"
    for line in lines(text):
        match state, line.rstrip():
            case "outside", end if end == _CLEARSIGNED:
                state = "header"
            case "header", "":
                state = "signed"
            case "signed", end if end == _SIGNATURE_BEGINS:
                state = "signature"
            case "signature", end if end == _SIGNATURE_ENDS:
                state = "outside"
            case "signed", _:
                done.append(line.removeprefix("- "))
            case "outside", _:
                done.append(line)
            case _:  # armour
                pass
    return "\n".join(done)


def is_encrypted(text: str) -> bool:
    """Whether the text holds an encrypted OpenPGP message outside of quotes."""
    return _ENCRYPTED in text and any(line.rstrip() == _ENCRYPTED for line in lines(text))
