"""The statistics of a game, and what is said of them at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pbem.board.ids import NationId, PlayerId
from pbem.ground.messages import Message, count, say


@dataclass(frozen=True, slots=True)
class NationStatistics:
    """What a nation has done; money in M.

    turns: that it had; taxes: its revenue in all; interest: what its bonds have earned in all
    fights: battles in which it was on either side
    """

    turns: int = 0
    taxes: int = 0
    interest: int = 0
    fights: int = 0


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What was paid to a player, and how long the player took.

    interest: in M; answers: given by the player, not by a plan, a deadline or somebody else
    time: from being asked to each of those answers, in all, without announced absences and without
        time that counts for nobody; longest: of one of them
    """

    interest: int = 0
    answers: int = 0
    time: timedelta = timedelta()
    longest: timedelta = timedelta()

    @property
    def usual(self) -> timedelta:
        """How long an answer took on average."""
        return self.time / self.answers if self.answers else timedelta()


@dataclass(frozen=True, slots=True)
class Statistics:
    """A game in numbers; what was taken back is not in it, but for the time that it took.

    lasted: from the set-up to the last entry
    """

    turns: int
    fights: int
    lasted: timedelta
    nations: Mapping[NationId, NationStatistics]
    players: Mapping[PlayerId, PlayerStatistics]


def statistics_told(found: Statistics) -> Iterator[Message]:
    """The statistics as sentences, the game first, then nations in turn order, then players."""
    nations = found.nations.values()
    yield say(
        "Turns: {turns}, in {lasted}. Taxes: {taxes:money}, interest: {interest:money}, fights: "
        "{fights}.",
        turns=found.turns,
        lasted=found.lasted,
        taxes=sum(nation.taxes for nation in nations),
        interest=sum(nation.interest for nation in nations),
        fights=found.fights,
    )
    for ident, nation in found.nations.items():
        yield say(
            "{nation}: turns {turns}, taxes {taxes:money}, interest {interest:money}, fights "
            "{fights}",
            nation=ident,
            turns=nation.turns,
            taxes=nation.taxes,
            interest=nation.interest,
            fights=nation.fights,
        )
    for name, player in found.players.items():
        interest = say("{player}: interest {interest:money}", player=name, interest=player.interest)
        if not player.answers:
            yield interest
            continue
        yield count(
            "{told:message}; {number} answer, in {usual} on average and {longest} at the most",
            "{told:message}; {number} answers, in {usual} on average and {longest} at the most",
            player.answers,
            told=interest,
            usual=player.usual,
            longest=player.longest,
        )


def statistics_data(found: Statistics) -> dict[str, Any]:
    """The same as plain data; times in seconds."""
    return {
        "turns": found.turns,
        "fights": found.fights,
        "seconds": int(found.lasted.total_seconds()),
        "nations": {
            name: {"turns": n.turns, "taxes": n.taxes, "interest": n.interest, "fights": n.fights}
            for name, n in found.nations.items()
        },
        "players": {
            name: {
                "interest": p.interest,
                "answers": p.answers,
                "seconds": int(p.time.total_seconds()),
                "longest": int(p.longest.total_seconds()),
            }
            for name, p in found.players.items()
        },
    }
