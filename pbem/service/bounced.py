"""Players whose mails bounce: counted, marked, and told to the moderator; nobody is dropped.

A hard bounce counts 1, a soft one a half, once a day; an order from the player clears the count.
"""

from __future__ import annotations

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict

from pbem.board.ids import PlayerId
from pbem.errors import BadInput
from pbem.mail.bounces import Bounce
from pbem.store.disk import model_bytes, read_model, replace_file
from pbem.store.game import StoredGame

MARKED_AT = 5.0
_FILE = "bounces.toml"


class Count(BaseModel):
    """How a player's mails fare: the score, and the last day that has counted."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    score: float
    day: date


class Counts(BaseModel):
    """`bounces.toml` in a game's folder; it may be deleted."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    players: dict[PlayerId, Count] = {}


def counts_of(game: StoredGame) -> dict[PlayerId, Count]:
    """The players whose mails have bounced lately."""
    try:
        return read_model(Counts, game.folder / _FILE).players
    except BadInput:  # not there, or spoilt: it only counts
        return {}


def marked(game: StoredGame) -> tuple[PlayerId, ...]:
    """The players who are thought not to get their mails."""
    return tuple(p for p, count in counts_of(game).items() if count.score >= MARKED_AT)


def count(game: StoredGame, player: PlayerId, bounce: Bounce, now: datetime) -> bool:
    """Count a bounce; True if it marks the player."""
    counts = counts_of(game)
    before = counts.get(player)
    if before and before.day == now.date():
        return False
    score = (before.score if before else 0.0) + (1.0 if bounce.permanent else 0.5)
    _keep(game, {**counts, player: Count(score=score, day=now.date())})
    return score >= MARKED_AT and (before is None or before.score < MARKED_AT)


def clear(game: StoredGame, player: PlayerId) -> None:
    """The player is there: forget the bounces."""
    counts = counts_of(game)
    if counts.pop(player, None):
        _keep(game, counts)


def _keep(game: StoredGame, counts: dict[PlayerId, Count]) -> None:
    replace_file(game.folder / _FILE, model_bytes(Counts(players=counts)))
