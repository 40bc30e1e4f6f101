"""What a mail can say to the processor besides orders (ORDERS.md, section 8), as small values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameIs:
    """The game that the mail is about."""

    id: str


@dataclass(frozen=True, slots=True)
class ForTurn:
    """The orders hold for that turn only."""

    turn: int


@dataclass(frozen=True, slots=True)
class Key:
    """The word that proves who writes; never shown again, also not in a `repr`."""

    word: str

    def __repr__(self) -> str:
        return "Key(word=...)"


@dataclass(frozen=True, slots=True)
class Check:
    """Answer with what would happen, change nothing."""


@dataclass(frozen=True, slots=True)
class StatusWanted:
    """The position is asked for."""


@dataclass(frozen=True, slots=True)
class HelpWanted:
    """Help is asked for, on a topic or in general."""

    topic: str | None = None


@dataclass(frozen=True, slots=True)
class StandingWanted:
    """The sender's own plans and standing answers are asked for."""


MailCommand = GameIs | ForTurn | Key | Check | StatusWanted | HelpWanted | StandingWanted
