"""Old mails quoted without marks, in the shapes of many programs and languages (80 to 89).

The old order must never be played: an order above it is, or its sender is asked.
"""

from __future__ import annotations

import html as entities
from collections.abc import Callable

import pytest
from mail_builder import HEADINGS
from quote_shapes import BOXES, BOXES_WITH_ATTRIBUTION, Shape, shapes

from pbem.mail.reading.read import Mail, read

REPLY = (
    "From: Ann Nagy <ann@example.test>\n"
    "To: Imperial Post <samovar+3r7x46h2mn@play.example.test>\n"
    "Subject: {re}[samovar] Turn 39: China is to move\n"
    "In-Reply-To: <samovar.39.3r7x46h2mn@play.example.test>\n"
    "MIME-Version: 1.0\nContent-Type: text/{kind}; charset=utf-8\n\n"
)
SHAPES = tuple(shapes())
CHAT = "Thanks, I will think about it until tomorrow.\n"
OWN = "CHINA: TAXATION\n"
OLD = ("INDIA: MANEUVER A\nFLEET Mumbai -> Indian Ocean\n", "Hi all,\n\nINDIA: TAXATION\n\nBela\n")


def lines(text: str) -> str:
    """The text as Gmail writes it in HTML: each line an element."""
    return "".join(f"<div>{entities.escape(line) or '<br>'}</div>" for line in text.split("\n"))


def paragraphs(text: str) -> str:
    """The same as gateways write it: each paragraph an element."""
    escaped = entities.escape(text).split("\n\n")
    return "".join(f"<p>{paragraph.strip().replace(chr(10), '<br>')}</p>" for paragraph in escaped)


FORMS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("plain", str),
    ("plain", lambda text: text.replace("\n", "\r\n")),
    ("html", lines),
    ("html", paragraphs),
)


def mails(top: str, shape: Shape) -> list[Mail]:
    """The top above the shape and the old mail, in each form, with and without blank lines."""
    return [
        read((REPLY.format(re="Re: ", kind=kind) + form(text)).encode(), HEADINGS)
        for kind, form in FORMS
        for old, gap in zip(OLD, ("\n", "\n\n"), strict=True)
        for text in (f"{top}\n{shape.before}{gap}{old}", f"{top}{shape.before}{gap}{old}")
    ]


def test_80_there_are_shapes_enough() -> None:
    names = [shape.name for shape in SHAPES]
    assert len(names) == len(set(names)) >= 150


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_81_below_chat_the_old_order_is_not_played(shape: Shape) -> None:
    for found in mails(CHAT, shape):
        assert found.orders == ()
        assert bool(found.problems) == bool(found.doubtful)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_82_above_it_the_own_order_is_played_or_asked_about(shape: Shape) -> None:
    for found in mails(OWN, shape):
        assert found.orders == ("CHINA: TAXATION",) or "CHINA: TAXATION" in found.doubtful


@pytest.mark.parametrize(
    "shape", [shape for shape in SHAPES if shape.known], ids=lambda shape: shape.name
)
def test_83_what_programs_write_leaves_no_doubt(shape: Shape) -> None:
    for old in OLD:
        for kind, form in FORMS:
            head = REPLY.format(re="Re: ", kind=kind)
            text = f"{CHAT}\n{shape.before}\n\n{old}"
            assert read((head + form(text)).encode(), HEADINGS).problems == ()
            found = read((head + form(f"{OWN}\n{shape.before}\n\n{old}")).encode(), HEADINGS)
            assert found.orders == ("CHINA: TAXATION",)


@pytest.mark.parametrize("box", BOXES + BOXES_WITH_ATTRIBUTION)
def test_84_boxes_of_html(box: str) -> None:
    for old in OLD:
        inside = box.format(lines(old))
        head = REPLY.format(re="AW: ", kind="html")
        found = read((head + lines(CHAT) + inside).encode(), HEADINGS)
        assert found.orders == ()
        assert box in BOXES or not found.problems
        found = read((head + lines(OWN) + inside).encode(), HEADINGS)
        assert found.orders == ("CHINA: TAXATION",) or "CHINA: TAXATION" in found.doubtful
