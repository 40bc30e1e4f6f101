"""Mails that nobody would write: `read` and `bounce_in` never raise and end soon, machines give no
orders, and everything read can be written again.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.ground.fold import fold
from pbem.mail.bounces import bounce_in
from pbem.mail.reading.read import DOUBTFUL, Mail, as_json, read
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan

HEADINGS = frozenset(map(fold, ("Austria-Hungary", "Great Britain", "China", "India", "USA")))
CORPUS = sorted((Path(__file__).parent / "replies").glob("*.eml"))
ROUNDS = 40
SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

#: Pieces at which parsers stumble.
PIECES = [
    b"\n",
    b"\r\n",
    b"\n\n",
    b"\0",
    b"\xff",
    b"=?utf-8?q?",
    b"?=",
    b"--",
    b'"',
    b"<",
    b">",
    b"(",
    b")",
    b":",
    b";",
    b"=",
    b"%",
    b"*",
    b"@",
    b",",
    b"\n--x",
    b"boundary=x",
    b"multipart/mixed",
    b"message/",
    b"Content-Type: ",
    b"\nContent-Transfer-Encoding: base64\n",
    b"charset=utf-16",
    b"Content-Type: text/plain; charset=utf-7\n\n+2AA-",
    b"=?utf-7?q?<a+2AA-@x>?=",
    b"\nMessage-ID: ",
    b"\nSubject: ",
    b"+3AA-",
    b"name*0*=x''%",
    b"<blockquote type=cite>",
    b"</div>",
    b"<div ",
    b"&#x0;",
    b"<pre>",
    b"\xe2\x80\xae",
    b"CHINA:",
    b"> ",
    b"-- ",
    b"From: a@b.test\n",
    b"PRESS TO ALL\n",
    b"END",
    b"ELSE ",
    b"wrote:",
    b"From: MAILER-DAEMON@b.test\n",
    b"Return-Path: <>\n",
    b"Content-Type: message/delivery-status\n\n",
    b"\n\nAction: failed\n",
    b"\nFinal-Recipient: rfc822; a@b.test\n",
    b"did not reach the following recipient(s):\n\n",
    b"the following addresses had\n",
    b"\t",
    b" \n",
]


def checked(raw: bytes) -> Mail:
    mail = read(raw, HEADINGS)
    bounce_in(raw)
    assert not (mail.automatic and (mail.orders or mail.problems))
    assert not (mail.problems and mail.orders)
    assert bool(mail.doubtful) <= (mail.problems == (DOUBTFUL,))
    assert mail.automatic == bool(mail.reason)
    assert mail.sender is not None or mail.automatic or mail.problems
    assert all(mail.orders)
    json.dumps(as_json(mail), ensure_ascii=False).encode()
    for text in (mail.text, mail.body, mail.subject, *mail.orders, *mail.authentication):
        text.encode()
    for ident in (*mail.references, *mail.in_reply_to, *mail.recipients, mail.message_id or ""):
        ident.encode()
    return mail


def mutated(raw: bytes, dice: random.Random) -> bytes:
    """The mail with some bytes flipped, and some pieces put in, left out or doubled."""
    data = bytearray(raw)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(data) + 1)
        match dice.randrange(5):
            case 0:
                data[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                data[at:at] = dice.choice(PIECES)
            case 2:
                del data[at : at + dice.choice((1, 10, 200))]
            case 3:
                data[at:at] = data[at : at + dice.choice((5, 100, 2000))]
            case _:
                other = dice.randrange(len(data) + 1)
                data[at : at + 50] = data[other : other + 50]
    return bytes(data)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_mutated_mails(path: Path) -> None:
    dice = random.Random(path.stem)
    raw = path.read_bytes()
    for _ in range(ROUNDS):
        checked(mutated(raw, dice))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_mails_cut_off_anywhere(path: Path) -> None:
    raw = path.read_bytes()
    for end in range(0, len(raw), max(1, len(raw) // 20)):
        checked(raw[:end])


@SLOW
@given(st.binary(max_size=2000))
def test_any_bytes(raw: bytes) -> None:
    checked(raw)


@SLOW
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=8), max_size=60))
def test_any_pieces_behind_a_header(pieces: list[bytes]) -> None:
    checked(b"From: ann@example.test\n" + b"".join(pieces))


@SLOW
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=8), max_size=40))
def test_any_pieces_as_an_html_part(pieces: list[bytes]) -> None:
    checked(b"From: ann@example.test\nContent-Type: text/html\n\n" + b"".join(pieces))


@SLOW
@given(st.binary(max_size=200), st.sampled_from(["Auto-Submitted: auto-replied", "List-Id: <a>"]))
def test_machines_give_no_orders(body: bytes, field: str) -> None:
    mail = checked(f"From: a@b.test\n{field}\n\nCHINA:\nTAXATION\n".encode() + body)
    assert mail.automatic


@SLOW
@given(st.text(max_size=300))
def test_any_text_is_scanned(text: str) -> None:
    found = scan(text, HEADINGS)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for line in (*found.lines, *found.ignored):
        assert line.raw == lines[line.number - 1]


@SLOW
@given(st.text(max_size=100))
def test_clean_text_stays_clean(text: str) -> None:
    once = clean(text)
    assert "\n" not in once
    assert "  " not in once
    assert once == once.strip()
    assert clean(once) == once
