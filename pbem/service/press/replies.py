"""An answer to a mail with press: the part of it that is press, and the orders in it.

`END PRESS` ends the press, and orders may follow. Without it all is press, if no line begins like
an order; if one does below other text, it is not known which was meant. Orders alone are orders.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from pbem.mail.identity import Purpose
from pbem.mail.reading.attributions import is_mere_greeting
from pbem.orders.parser.statements import Fault, Statement
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.submission import Result
from pbem.orders.text.lines import TextLine
from pbem.orders.text.names import Names
from pbem.orders.text.words import head
from pbem.orders.verbs.meant import is_yes_or_no
from pbem.orders.verbs.press.press import unclear
from pbem.orders.verbs.table import TEXTS

_END: Final = re.compile(r"\W*END (?:OF )?PRESS\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PressReply:
    """A text that answers a press.

    press: what goes to whoever wrote that
    orders: the text with blank lines in its place: what else is said
    doubtful: the line that may be an order or press; None if it is clear
    """

    press: str
    orders: str = ""
    doubtful: TextLine | None = None


def press_reply(text: str, names: Names, called: Collection[str] = ()) -> PressReply | None:
    """The press in an answer; None if there is none: it names its readers itself, or only orders.

    :param called: under what names its writer may have signed
    """
    lines = text.split("\n")
    if not text.strip():
        return None
    found = [
        line
        for line in scan(text, names.headings, names.places, called).lines
        if not is_yes_or_no(line.text)
    ]
    if any(head(line.text)[0] in TEXTS for line in found):
        return None
    end = next((at for at, line in enumerate(lines) if _END.fullmatch(clean(line))), None)
    if end is not None:
        below = "\n".join([*("" for _ in lines[: end + 1]), *lines[end + 1 :]])
        return PressReply("\n".join(lines[:end]).strip("\n"), below)
    if not found:
        return PressReply(text.strip("\n"))
    above = lines[: found[0].number - 1]
    if all(not line.strip() or is_mere_greeting(clean(line)) for line in above):
        return None
    return PressReply(text.strip("\n"), doubtful=found[0])


def refused(reply: PressReply) -> Result:
    """That neither its press nor its orders are carried out."""
    assert reply.doubtful is not None
    fault = Fault(reply.doubtful, unclear(reply.doubtful.text))
    return Result(Statement((reply.doubtful,), faults=(fault,)), faults=(fault,))


def press_answered(about: str) -> int | None:
    """The number of the press whose mail was answered, by what that mail's secret is about.

    >>> press_answered(about_press(12)), press_answered("m0123456789"), press_answered("12")
    (12, None, None)
    """
    letter = Purpose.PRESS.value
    return int(about[1 : 1 + _DIGITS], 16) if about.startswith(letter) else None


def about_press(number: int) -> str:
    """What the secret of a mail with press is about."""
    return Purpose.PRESS.about(f"{number:0{_DIGITS}x}{'0' * _DIGITS}")


_DIGITS: Final = 5
