"""Delivery reports: what they say, and that none takes long, whatever a stranger puts into one."""

from __future__ import annotations

import base64

import pytest
from support.effort import in_linear_time

from pbem.mail import limits
from pbem.mail.bounces import Bounce, bounce_in

SERVER = b"From: MAILER-DAEMON@mx.example.test\nTo: pbem@example.test\n"
FAILED = (
    "Did not reach the following recipient(s):\n\nann@example.test on Thu, 12 Nov 2026 10:00:00\n"
)
PERMANENT = Bounce(("ann@example.test",), permanent=True)


def status(*blocks: str) -> bytes:
    return (
        SERVER + b"Content-Type: multipart/report; boundary=b\n\n--b\n\nSorry.\n"
        b"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.test\n\n"
        + "\n".join(blocks).encode()
        + b"\n--b--\n"
    )


def test_a_delivery_status_says_what_failed() -> None:
    block = "Action: {}\nStatus: {}\nFinal-Recipient: rfc822; Ann@example.test\n"
    assert bounce_in(status(block.format("failed", "5.1.1"))) == PERMANENT
    assert bounce_in(status(block.format("failed", "4.2.2"))) == Bounce(
        ("ann@example.test",), permanent=False
    )
    assert bounce_in(status(block.format("delivered", "2.0.0"))) is None


def test_of_many_addresses_a_few_are_enough() -> None:
    blocks = (
        f"Action: failed\nStatus: 5\nFinal-Recipient: rfc822; a{n}@x.test\n" for n in range(20_000)
    )
    found = bounce_in(status(*blocks))
    assert found is not None
    assert len(found.addresses) == limits.FAILED_ADDRESSES
    assert found.addresses[0] == "a0@x.test"


@pytest.mark.parametrize("encoding", ["8bit", "base64"])
def test_a_report_without_a_status_is_known_by_its_shape(encoding: str) -> None:
    body = FAILED.replace("Did", "did").encode()
    raw = base64.encodebytes(body) if encoding == "base64" else body
    head = f"Content-Transfer-Encoding: {encoding}\n\n".encode()
    assert bounce_in(SERVER + head + raw) == PERMANENT


def test_what_no_mail_server_has_written_is_no_report() -> None:
    assert bounce_in(b"From: ann@example.test\n\n" + FAILED.encode()) is None
    note = b"From: ann@example.test\nAuto-Submitted: auto-replied\n\n"
    assert bounce_in(note + FAILED.encode()) is None


OPENINGS = (
    b"did not reach the following recipient(s):\n\n",
    b"here is your list of failed recipients\n",
    b"the following addresses had\n",
    b"This Message was undeliverable due to the following reason:\n",
    b"Message not delivered to the following addresses\n",
)
FILLINGS = (b"a", b"<", b"@", b" ", b"*", b"a@", b", ", b"=3C")
HEADS = (
    b"\n",
    b"Content-Transfer-Encoding: quoted-printable\n\n",
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-Type: text/plain\n\n",
)


@pytest.mark.parametrize("filling", FILLINGS)
@pytest.mark.parametrize("head", HEADS, ids=["plain", "quoted-printable", "parts"])
def test_long_and_many_lines_are_no_bombs(head: bytes, filling: bytes) -> None:
    for line in (filling * (9_000_000 // len(filling)), (filling * 99 + b"\n") * 40_000):
        in_linear_time(bounce_in, SERVER + head + b"".join(OPENINGS) + line)


def test_a_long_line_in_an_encoding_is_no_bomb() -> None:
    for head in (
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Transfer-Encoding: x-uuencode\n",
    ):
        content = base64.encodebytes(OPENINGS[1] + b"<" * 5_000_000)
        in_linear_time(bounce_in, SERVER + head + b"\n" + content)
