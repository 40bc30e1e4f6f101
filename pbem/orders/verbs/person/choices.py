"""What people can choose about their mails."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum


class MailHabit(StrEnum):
    """Which mails somebody gets.

    all: a report of each entry; turn: when asked or answered, and what cannot wait
    digest: besides, one mail a day over all games
    """

    ALL = "all"
    TURN = "turn"
    DIGEST = "digest"


class ReportHabit(StrEnum):
    """How long a report is."""

    BRIEF = "brief"
    FULL = "full"


class PictureHabit(StrEnum):
    """When map and drawings are in a mail."""

    ALWAYS = "always"
    ASKED = "asked"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is for a sender to choose from.

    languages: code -> name in that language, of the catalogues that there are
    games: those in which the sender has a part
    """

    languages: Mapping[str, str]
    games: Collection[str] = ()
