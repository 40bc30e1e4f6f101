"""Players whose mails bounce: counted, marked, and told to the moderator; nobody is dropped.

A hard bounce counts 1, a soft one a half, once a day; an order from the player clears the count.
Which mails have come back for good is noted too: what they told is told by the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from pydantic import BaseModel, ConfigDict

from pbem.board.ids import PlayerId
from pbem.ground.disk import model_bytes, read_model, replace_file
from pbem.ground.errors import BadInput
from pbem.mail.bounces import Bounce
from pbem.mail.idlog import IdLog
from pbem.store.game import StoredGame

MARKED_AT = 5.0
_FILE = "bounces.toml"
_NOT_GOT = "returned.log"


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


@dataclass(frozen=True, slots=True)
class BounceCount:
    """What a bounce makes of a player's count.

    marks: whether it marks the player
    day: the last day that had counted before, or this one: the same until this one is kept
    """

    player: PlayerId
    count: Count
    marks: bool
    day: date


def counted(
    game: StoredGame, player: PlayerId, bounce: Bounce, now: datetime
) -> BounceCount | None:
    """What a bounce makes of the count; None if it does not count. For `keep`."""
    before = counts_of(game).get(player)
    if before and before.day == now.date():
        return None
    score = (before.score if before else 0.0) + (1.0 if bounce.permanent else 0.5)
    marks = score >= MARKED_AT and (before is None or before.score < MARKED_AT)
    count = Count(score=score, day=now.date())
    return BounceCount(player, count, marks, before.day if before else count.day)


def keep(game: StoredGame, counted: BounceCount) -> None:
    """Write the count down.

    :raises OSError: nothing is changed
    """
    _keep(game, {**counts_of(game), counted.player: counted.count})


def clear(game: StoredGame, player: PlayerId) -> None:
    """The player is there: forget the bounces."""
    counts = counts_of(game)
    if counts.pop(player, None):
        _keep(game, counts)


def note_not_got(game: StoredGame, player: PlayerId, about: str) -> None:
    """A mail to the player has come back for good.

    :param about: of the mail, as in its token
    :raises OSError: it is not noted
    """
    log = IdLog(game.folder / _NOT_GOT)
    ident = _ident(game, player, about)
    if ident not in log.read():
        log.add([ident])
        log.sync()


def not_got(game: StoredGame) -> frozenset[tuple[PlayerId, str]]:
    """The mails that have come back for good: to whom, and about what, as in their tokens.

    :raises OSError: it cannot be read now
    """
    noted = (line.partition(".") for line in IdLog(game.folder / _NOT_GOT).read())
    players = game.file.players
    return frozenset(
        (players[int(seat)], about)
        for seat, _, about in noted
        if seat.isdecimal() and int(seat) < len(players)
    )


def _ident(game: StoredGame, player: PlayerId, about: str) -> str:
    return f"{game.file.players.index(player)}.{about}"


def _keep(game: StoredGame, counts: dict[PlayerId, Count]) -> None:
    replace_file(game.folder / _FILE, model_bytes(Counts(players=counts)))
