"""Where a tournament stands: a value, made of the acts of its journal one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from pbem.ground.errors import BadInput
from pbem.tournament.draw.groups import Pair, meetings
from pbem.tournament.draw.places import Had, in_order, seats, with_these
from pbem.tournament.draw.round import Past
from pbem.tournament.formats import Draw, Format, Stage
from pbem.tournament.journal import (
    Act,
    Advanced,
    Closed,
    Counted,
    Drawn,
    Entered,
    Reopened,
    SetTable,
    Started,
    Uncounted,
    Withdrawn,
)
from pbem.tournament.results import Result
from pbem.tournament.standings import Row, standings


class Phase(StrEnum):
    """What can be done next.

    open: people enter; closed: the first round can be drawn; drawn: its games can be started
    playing: games are played; over: nothing is left to do
    """

    OPEN = "open"
    CLOSED = "closed"
    DRAWN = "drawn"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is drawn: the stage's name, its number in the stage from 1, the tables."""

    stage: str
    number: int
    tables: tuple[SetTable, ...]


@dataclass(frozen=True)
class State:
    """A tournament.

    entrants: name -> address, in the order of entering; gone: who has withdrawn
    going: who plays the stage, the best of the one before first; at the first, whoever has entered
    lots: who was level at the cut after a stage, by the stage's name
    results: game -> what it has come to, as far as it counts
    """

    format: Format
    entrants: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    phase: Phase = Phase.OPEN
    stage: int = 0
    going: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    results: Mapping[str, Counted] = field(default_factory=dict)
    lots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def here(self) -> tuple[str, ...]:
        """Who has entered and not withdrawn, in that order."""
        return tuple(name for name in self.entrants if name not in self.gone)

    @property
    def current(self) -> Stage:
        """The stage that is played, or is to be drawn."""
        return self.format.stages[min(self.stage, len(self.format.stages) - 1)]

    @property
    def playing(self) -> tuple[str, ...]:
        """Who is to be drawn in the next round, the best first."""
        return tuple(name for name in self.going or self.here if name not in self.gone)

    @property
    def tables(self) -> tuple[SetTable, ...]:
        """All tables that were ever drawn, in order."""
        return tuple(table for round_ in self.rounds for table in round_.tables)

    def rounds_of(self, stage: Stage) -> tuple[Round, ...]:
        """The rounds of a stage that are drawn."""
        return tuple(round_ for round_ in self.rounds if round_.stage == stage.name)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The games of the last round that have come to nothing yet."""
        last = self.rounds[-1].tables if self.rounds else ()
        return tuple(table.game for table in last if table.game not in self.results)

    @property
    def round_is_over(self) -> bool:
        """Whether the last round was played, and no table of it is open."""
        return self.phase is Phase.PLAYING and not self.waiting_for

    @property
    def stage_is_over(self) -> bool:
        """Whether the stage's last round is over."""
        return self.round_is_over and len(self.rounds_of(self.current)) >= self.current.rounds

    @cached_property
    def past(self) -> Past:
        """What everybody has had so far, for the next draw."""
        had_seats: Had = {}
        had_lots: Had = {}
        for table in self.tables:
            had_seats = with_these(had_seats, [table.seats], [seats(len(table.seats))])
            if table.nations:
                lots = {name: " ".join(nations) for name, nations in table.nations.items()}
                order = tuple(table.nations)  # in turn order, as they were drawn
                had_lots = with_these(had_lots, [order], [in_order(lots[name] for name in order)])
        met: Mapping[Pair, int] = dict(meetings([[table.seats for table in self.tables]]))
        return Past(met, had_seats, had_lots)

    def results_of(self, stage: Stage) -> tuple[Result, ...]:
        """What tables of a stage have come to; with `carry`, also those of the stages before."""
        names = {stage.name}
        index = self.format.stages.index(stage)
        while self.format.stages[index].carry:
            index -= 1
            names.add(self.format.stages[index].name)
        games = [t.game for round_ in self.rounds if round_.stage in names for t in round_.tables]
        return tuple(_result(self.results[game]) for game in games if game in self.results)

    def standings_of(self, stage: Stage) -> tuple[Row, ...]:
        """The standing of a stage."""
        seated = [name for r in self.rounds_of(stage) for t in r.tables for name in t.seats]
        entrants = dict.fromkeys(seated) if seated else dict.fromkeys(self.playing)
        return standings(entrants, self.results_of(stage), self.format.counting(stage))

    def divisions(self) -> tuple[tuple[str, ...], ...]:
        """The last round's tables, each in the order of its places, without who has gone."""
        return tuple(
            tuple(
                name
                for group in self.results[table.game].places
                for name in sorted(group, key=table.seats.index)
                if name not in self.gone
            )
            for table in self.rounds[-1].tables
        )

    def by_standing(self) -> tuple[str, ...]:
        """Who plays on in the stage, in the order of its standing."""
        rows = self.standings_of(self.current)
        return tuple(row.entrant for row in rows if row.entrant not in self.gone)

    def after(self, act: Act) -> State:
        """The state after an act.

        :raises BadInput: it cannot be now; says what can
        """
        match act:
            case Entered(name=name, address=address):
                self._want(Phase.OPEN, "entering is closed; `pbem tournament open` opens it again")
                if name in self.here:
                    raise BadInput(name, "has entered already")
                entrants = {k: v for k, v in self.entrants.items() if k != name}
                gone = self.gone - {name}
                return replace(self, entrants={**entrants, name: address}, gone=gone)
            case Withdrawn(name=name):
                if name not in self.here:
                    raise BadInput(name, "does not take part")
                return replace(self, gone=self.gone | {name})
            case Closed():
                self._want(Phase.OPEN, "entering is closed already")
                self.format.entrants(len(self.here))
                return replace(self, phase=Phase.CLOSED)
            case Reopened():
                self._want(Phase.CLOSED, "nobody can enter once something is drawn")
                return replace(self, phase=Phase.OPEN)
            case Drawn():
                return self._drawn(act)
            case Started():
                self._want(Phase.DRAWN, "nothing is drawn that could be started")
                return replace(self, phase=Phase.PLAYING)
            case Counted():
                return self._counted(act)
            case Uncounted(game=game):
                if game not in self.results:
                    raise BadInput(game, "has no result that counts")
                rest = {g: counted for g, counted in self.results.items() if g != game}
                return replace(self, results=rest)
            case Advanced():
                return self._advanced(act)
            case _:
                raise BadInput("journal", f"an act of an unknown kind: {type(act).__name__}")

    def _want(self, phase: Phase, reason: str) -> None:
        if self.phase is not phase:
            raise BadInput("tournament", reason)

    def _drawn(self, act: Drawn) -> State:
        ready = self.phase is Phase.CLOSED or (self.round_is_over and not self.stage_is_over)
        if not ready:
            raise BadInput("tournament", "there is nothing to draw now; `status` says what is next")
        drawn = Round(act.stage, act.round, act.tables)
        return replace(self, rounds=(*self.rounds, drawn), phase=Phase.DRAWN)

    def _counted(self, act: Counted) -> State:
        table = next((t for t in self.tables if t.game == act.game), None)
        if table is None:
            there = ", ".join(t.game for t in self.tables) or "none yet"
            raise BadInput(act.game, f"is no table of the tournament; there are: {there}")
        named = sorted(name for group in act.places for name in group)
        if named != sorted(table.seats):
            raise BadInput(act.game, f"names each of these once: {', '.join(table.seats)}")
        return replace(self, results={**self.results, act.game: act})

    def _advanced(self, act: Advanced) -> State:
        if not self.stage_is_over:
            played = f"; these tables are played: {', '.join(self.waiting_for)}"
            reason = f"is not over{played if self.waiting_for else ''}"
            raise BadInput(f"stage {self.current.name}", reason)
        lots = {**self.lots, act.stage: act.lot} if act.lot else self.lots
        if self.stage + 1 >= len(self.format.stages):
            return replace(self, phase=Phase.OVER, stage=self.stage + 1, lots=lots)
        return replace(self, phase=Phase.CLOSED, stage=self.stage + 1, going=act.going, lots=lots)


def in_the_next_stage(state: State, lots: Sequence[int]) -> Advanced:
    """Who goes on from the stage that is over.

    Who is level at the cut is put in order by lot.

    :param lots: numbers drawn for the entrants, in the order of the standing
    """
    stage = state.current
    rows = [row for row in state.standings_of(stage) if row.entrant not in state.gone]
    following = state.format.stages[state.stage + 1 :]
    if not following:
        return Advanced(stage=stage.name)
    take = min(following[0].take or len(rows), len(rows))
    if take == len(rows):
        return Advanced(stage=stage.name, going=tuple(row.entrant for row in rows))
    rank = rows[take - 1].rank
    level = [row.entrant for row in rows if row.rank == rank]
    before = [row.entrant for row in rows if row.rank < rank]
    left = take - len(before)
    if len(level) == left:
        return Advanced(stage=stage.name, going=(*before, *level))
    by_lot = [name for _, name in sorted(zip(lots, level, strict=False))]
    return Advanced(stage=stage.name, going=(*before, *by_lot[:left]), lot=tuple(level))


def next_order(state: State) -> tuple[str, ...]:
    """Who is drawn next, in the order in which the draw wants them."""
    if state.rounds_of(state.current) and state.current.draw is not Draw.BALANCED:
        return state.by_standing()
    return state.playing


def _result(counted: Counted) -> Result:
    return Result(
        counted.game,
        counted.places,
        counted.scores,
        counted.fate,
        frozenset(counted.left),
    )
