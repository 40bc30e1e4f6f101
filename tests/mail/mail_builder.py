"""Small mails for the tests of the reader, built and read; and the old mail that they quote."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Final

from pbem.ground.fold import fold
from pbem.mail.reading.read import Mail, read

HEADINGS: Final = frozenset(
    fold(name)
    for name in (
        "Austria-Hungary", "Italy", "France", "Great Britain", "Germany", "Russia",
        "China", "India", "Brazil", "USA", "Europe",
    )
)  # fmt: skip
HEAD = b"From: Ann <ann@example.test>\nTo: Post <game+key@play.example.org>\nMIME-Version: 1.0\n"
ORDERS = "CHINA:\nMANEUVER A\nFLEET Shanghai -> China Sea\n"
READ = ("CHINA:", "MANEUVER A", "FLEET Shanghai -> China Sea")
MARKER = "-- write above this line -- [0123abcd]"
OLD = f"{MARKER}\n\nAnswer this mail and fill in:\n\nCHINA:\n\nEND\n\nINDIA:\nTAXATION\n"
QUOTED = "".join(f"> {line}\n" for line in OLD.split("\n"))
#: The old mail as programs quote it that lose our marker line, too.
UNMARKED = OLD.partition("\n")[2]
ADDRESS = "<game+key@play.example.org>"

LINES = "<div>CHINA:</div><div>TAXATION</div>"
OLD_HTML = f"<p>{MARKER}</p><pre>INDIA:\nTAXATION</pre>"


def mail(content: str | bytes, head: str = "", sender: bytes = HEAD) -> Mail:
    """A mail of that text, read."""
    raw = content if isinstance(content, bytes) else content.encode()
    return read(sender + head.encode() + b"\n" + raw, HEADINGS)


def html(content: str) -> Mail:
    return mail(content, "Content-Type: text/html; charset=utf-8\n")


def alternative(plain: str, rich: str) -> Mail:
    message = EmailMessage()
    message["From"] = "ann@example.test"
    message.set_content(plain)
    message.add_alternative(rich, subtype="html")
    return read(message.as_bytes(), HEADINGS)


def parts(*pieces: str, kind: str = "mixed", boundary: str = "XX") -> Mail:
    """A multipart of these pieces, each with its own header."""
    body = "".join(f"--{boundary}\n{piece}\n" for piece in pieces) + f"--{boundary}--\n"
    return mail(body, f'Content-Type: multipart/{kind}; boundary="{boundary}"\n')
