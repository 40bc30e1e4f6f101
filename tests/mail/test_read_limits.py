"""Size and depth: what is too much is set aside, in bounded time (60 to 69)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from mail_builder import HEAD, HEADINGS, ORDERS, READ, html
from support.effort import in_linear_time

from pbem.mail import limits
from pbem.mail.reading import attributions, doubt, headerblocks, htmltext, newtext
from pbem.mail.reading.read import read
from pbem.orders.reader import characters
from pbem.orders.reader.characters import MOST_GROWTH


def nested(levels: int) -> bytes:
    line = "Content-Type: multipart/mixed; boundary=b{0}\n\n--b{0}\n"
    return (
        HEAD
        + "".join(line.format(level) for level in range(levels)).encode()
        + b"\n"
        + ORDERS.encode()
    )


def html_mail(content: str) -> bytes:
    return HEAD + b"Content-Type: text/html\n\n" + content.encode()


MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n"
TOO_MUCH = {
    "60 large": HEAD + b"\n" + b"x" * limits.MAIL_BYTES,
    "61 many lines": HEAD + b"\n" + b"PASS\n" * (limits.MAIL_LINES + 1),
    "62 long header": b"X: " + b"a" * limits.HEADER_BYTES + b"\n" + HEAD + b"\n" + ORDERS.encode(),
    "63 many fields": HEAD + b"X: a\n" * limits.HEADER_FIELDS + b"\n" + ORDERS.encode(),
    "64 100,000 parts": MIXED + b"--x\n\nPASS\n" * 100_000,
    "65 300 parts": MIXED + b"--x\n\nPASS\n" * 300,
    "66 nested 30": nested(30),
    "66 nested 90, many lines": nested(90) + b"\nx" * 200_000,
    "66 nested 300": nested(300),
    "66 nested 5000": nested(5000),
    "61 bare CRs": HEAD + b"\nPASS\n" + b"\r" * 3_000_000 + b"x",
    "61 10 MB of CRs": b"\r" * limits.MAIL_BYTES,
    "67 long text": HEAD + b"\nPASS\n" + b"y" * (limits.TEXT_BYTES + 1),
    "67 many text lines": HEAD + b"\n" + b"PASS\n" * (limits.TEXT_LINES + 1),
    "68 deep HTML": html_mail("<div>" * 3000 + "PASS"),
    "68 many tags": html_mail("<div>" * 100_000 + "PASS"),
    "68 deep spans": html_mail("<b>" * 400 + "PASS"),
}  # fmt: skip


@pytest.mark.parametrize("raw", TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_60_what_is_too_much_is_set_aside(raw: bytes) -> None:
    found = in_linear_time(lambda raw: read(raw, HEADINGS), raw)
    assert found.orders == ()
    assert found.problems
    assert str(found.problems[0]).endswith(".")


BOUNDED = {
    "a run of CRs": HEAD + b"\n" + ORDERS.encode() + b"\n-- \n" + b"\r" * 9_000 + b"x",
    "a run of CRs before an LF": HEAD + b"\n" + ORDERS.encode() + b"\r" * 400_000 + b"\n",
    "long subject": b"Subject: " + b"=?" * 100_000 + b"\n" + HEAD + b"\n" + ORDERS.encode(),
    "10,000 addresses": b"Cc: " + b"a@b.test, " * 10_000 + b"\n" + HEAD + b"\n" + ORDERS.encode(),
    "long type": HEAD + b"Content-Type: text/plain" + b";a=b" * 50_000 + b"\n\n" + ORDERS.encode(),
    "nested 19": nested(19),
    "large picture": MIXED + b"--x\n\n" + ORDERS.encode()
    + b"\n--x\nContent-Type: image/png\n\n" + (b"\xff" * 70 + b"\n") * 100_000 + b"--x--\n",
}  # fmt: skip


@pytest.mark.parametrize("raw", BOUNDED.values(), ids=BOUNDED.keys())
def test_61_what_is_much_but_harmless_is_read(raw: bytes) -> None:
    assert in_linear_time(lambda raw: read(raw, HEADINGS), raw).orders == READ


@pytest.mark.parametrize(
    ("first", "row"),
    [
        (f"<tr><td>{'x' * 100_000}<td>y", "<tr><td>a<td>b"),
        ("", "<tr><td rowspan=1000000 colspan=1000000>x"),
        ("", "<tr><td style='padding-left:99999em;margin-top:99999em'>x"),
    ],
)
def test_62_tables_are_no_bombs(first: str, row: str) -> None:
    rows = row * 5_000
    found = in_linear_time(lambda rows: html(f"<table>{first}{rows}</table>"), rows)
    assert len(found.text) < 10 * len(first + rows)


@pytest.mark.parametrize(
    "filling", ["1.1.", "10:", "x wrote 10:00 ", "Ann ---12/11/2026", "On Ann ", "a@b ", "---"]
)
@pytest.mark.parametrize("end", [":", " >", "---", ""])
def test_63_few_lines_are_looked_at_closely(
    filling: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attribution costs a millisecond to be known: a mail holds few, a bomb thousands."""
    looked = 0

    def attribution(plain: Sequence[str], at: int) -> int | None:
        nonlocal looked
        looked += 1
        return attributions.attribution(plain, at)

    monkeypatch.setattr(newtext, "attribution", attribution)
    line = (filling * 30)[: 98 - len(end)] + end + "\n"
    read(HEAD + b"\n" + (line * 9_900).encode(), HEADINGS)
    assert looked <= newtext.MOST_CANDIDATES


class Lengths:
    """A pattern that remembers the longest text it was given."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.longest = 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.pattern, name)

        def called(text: str, *rest: Any) -> Any:
            self.longest = max(self.longest, len(text))
            return method(text, *rest)

        return called


#: One long line, or two, that begin like what the patterns look for.
LONG_LINES = (
    "On 12.11.2026 ", "wrote ", "Quoting ", "<a@b.test> ", "<a@b", "From: ", "a: ", ">>> ", "=== ",
    "1.1.", "10:00 ", "-- ", "___", "\u2063\u2062", "Original Message ", "> a ",
)  # fmt: skip


@pytest.mark.parametrize("filling", LONG_LINES)
def test_64_patterns_see_no_long_lines(filling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a pattern grows with its text: it is given no more than so many characters."""
    spies = []
    for module in (attributions, headerblocks, newtext, doubt):
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and name != "_LINK":
                spies.append(spy := Lengths(value))
                monkeypatch.setattr(module, name, spy)
    line = (filling * 200_000)[:200_000]
    head = b"Subject: Re: x\nIn-Reply-To: <a@b.test>\n" + HEAD
    for text in (line + ":", f"Hi\n{line}:\nCHINA: TAXATION", f"{line}\n> {line}\n{line} wrote:"):
        read(head + b"\n" + text.encode(), HEADINGS)
    longest = max(spy.longest for spy in spies)
    assert 0 < longest <= limits.LINE_CHARACTERS * MOST_GROWTH * attributions.ATTRIBUTION_LINES


@pytest.mark.parametrize("line", ["_" * 10, "Sent from my iPhone", "-- ", ">>> a@b.test 10:00 >>>"])
def test_65_lines_that_end_the_text_are_gone_through_twice_at_most(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaned = 0

    def clean(text: str) -> str:
        nonlocal cleaned
        cleaned += 1
        return characters.clean(text)

    monkeypatch.setattr(newtext, "clean", clean)
    newtext.new_text("\n".join(["Hi", *[line, "so"] * 2_000]))
    assert cleaned <= 2 * 4_001


def test_66_few_blockquotes_are_looked_at_for_what_is_above(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = 0

    def line_above(node: object) -> str:
        nonlocal looked
        looked += 1
        return ""

    monkeypatch.setattr(htmltext, "_line_above", line_above)
    htmltext.text_of("<p>x</p><blockquote>PASS</blockquote>" * 5_000)
    assert looked <= htmltext.MOST_BOXES
