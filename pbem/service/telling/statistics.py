"""The statistics of a game, from its journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.board.ids import NationId, PlayerId
from pbem.report.statistics import NationStatistics, PlayerStatistics, Statistics
from pbem.rules.events import BattleFought, Event, InterestPaid, MarkerMoved, Taxed
from pbem.service.deadlines import ledger
from pbem.service.entering.outcomes import automatic_of, events_of
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.store.line import line_of
from pbem.store.raised import asks_anew
from pbem.timing.terms import Period


def statistics_of(game: StoredGame, upto: int | None = None) -> Statistics:
    """The statistics of a game after an entry; after the last one if None.

    :raises BadInput: the journal cannot be played again
    """
    last = game.last if upto is None else upto
    nations = {nation: NationStatistics() for nation in game.game.nations}
    players = {player: PlayerStatistics() for player in game.file.players}
    fights = 0
    for event in _events(game, last):
        match event:
            case MarkerMoved(nation=nation):
                nations[nation] = replace(nations[nation], turns=nations[nation].turns + 1)
            case Taxed(nation=nation, revenue=revenue):
                nations[nation] = replace(nations[nation], taxes=nations[nation].taxes + revenue)
            case InterestPaid(nation, player, amount):
                of, to = nations[nation], players[player]
                nations[nation] = replace(of, interest=of.interest + amount)
                players[player] = replace(to, interest=to.interest + amount)
            case BattleFought(attacker=attacker, defender=defender):
                fights += 1
                _count_fight(nations, attacker, defender)
    for player, taken in _times(game, last):
        own = players[player]
        players[player] = replace(
            own,
            answers=own.answers + 1,
            time=own.time + taken,
            longest=max(own.longest, taken),
        )
    lasted = (game.entries[last - 1][0].time if last else game.file.created) - game.file.created
    turns = sum(nation.turns for nation in nations.values())
    return Statistics(turns, fights, lasted, nations, players)


def _count_fight(nations: dict[NationId, NationStatistics], *sides: NationId) -> None:
    for nation in sides:
        nations[nation] = replace(nations[nation], fights=nations[nation].fights + 1)


def _events(game: StoredGame, last: int) -> Iterator[Event]:
    """All that has happened and holds still, in its order."""
    for number in line_of(game, last):
        yield from events_of(game, number)
        for _, happened in automatic_of(game, number) if number else ():
            yield from happened


def _times(game: StoredGame, last: int) -> Iterator[tuple[PlayerId, timedelta]]:
    """Of each answer of a player, how long it took; also of those that were taken back."""
    asked = game.file.created
    for entry, _ in game.entries[:last]:
        number = entry.number
        before, after = game.state_after(number - 1), game.state_after(number)
        if before.asking == after.asking and not asks_anew(entry):
            if entry.changes_hands and before.pending and entry.by == before.pending[0].player:
                asked = entry.time  # whoever sits there now is asked now
            continue
        if _is_own(entry) and before.pending and entry.by == before.pending[0].player:
            assert entry.by is not None
            yield entry.by, _taken(game, entry.by, asked, entry)
        asked = entry.time


def _is_own(entry: Entry) -> bool:
    """Whether a player has ordered, and nobody else in the player's name."""
    return entry.how in ("mail", "console") and not entry.stand_in


def _taken(game: StoredGame, player: PlayerId, asked: datetime, entry: Entry) -> timedelta:
    """How long a player took, without what does not count."""
    came = entry.arrived or entry.time
    free = [*ledger.absences_of(game, player, entry.number), *_holds(game, entry.number)]
    covered, upto = timedelta(), asked
    for begin, end in sorted(free):
        begin, end = max(begin, upto), min(end, came)
        if begin < end:
            covered += end - begin
            upto = end
    return max(timedelta(), came - asked - covered)


def _holds(game: StoredGame, upto: int) -> Iterator[Period]:
    """Times that count for nobody, such as an outage."""
    for entry, _ in game.entries[:upto]:
        if entry.clock is not None and entry.clock.what is What.HOLD and entry.clock.since:
            yield entry.clock.since, entry.time
