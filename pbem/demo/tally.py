"""How many mails the players of a demo have got, and how long ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from statistics import median_low
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.mail.maildir import Maildir
from pbem.report.language.voice import Voice

OPTIONS: Final[Message] = say("YOUR OPTIONS")
"""The heading of the choices in a mail that asks something."""

AFTER: Final = (
    say("STANDINGS"),
    say("STANDINGS (with what has changed since your last mail)"),
)
"""One of these comes after them."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the players have got.

    mails: player -> how many
    asking, telling: the median length, in lines, of mails that ask something, and of the others
        that tell of the game; 0 if there were none
    longest_list: the most lines of a list of options
    """

    mails: Mapping[PlayerId, int]
    asking: int
    telling: int
    longest_list: int

    @property
    def total(self) -> int:
        """How many mails there were."""
        return sum(self.mails.values())


def tally(boxes: Mapping[PlayerId, Maildir], voice: Voice) -> Tally:
    """Count the mails in the players' mailboxes.

    :param voice: of the players
    """
    options, ends = voice(OPTIONS), frozenset(map(voice, AFTER))
    mails: dict[PlayerId, int] = {}
    asking, telling, lists = list[int](), list[int](), list[int]()
    for player, box in boxes.items():
        paths = tuple(box.all())
        mails[player] = len(paths)
        for path in paths:
            lines = _lines(path)
            if options in lines:
                asking.append(len(lines))
                lists.append(_list(lines[lines.index(options) + 1 :], ends))
            else:
                telling.append(len(lines))
    return Tally(mails, _median(asking), _median(telling), max(lists, default=0))


def _lines(path: Path) -> list[str]:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    text = message.get_body(("plain",))
    assert text is not None
    return str(text.get_content()).replace("\r\n", "\n").rstrip().split("\n")


def _list(lines: list[str], ends: frozenset[str]) -> int:
    """How many lines there are up to one of these."""
    return next((at for at, line in enumerate(lines) if line in ends), len(lines))


def _median(numbers: list[int]) -> int:
    return median_low(numbers) if numbers else 0
