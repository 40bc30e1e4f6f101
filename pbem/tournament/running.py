"""What a moderator does with a tournament: draw, start, count, advance. Each can be done again.

Whatever is killed when: what was done is in the journal, and calling the same again does the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.service.seats.player_names import check_name
from pbem.service.site.site import Site
from pbem.store.game import StoredGame
from pbem.timing.terms import Deadlines
from pbem.tournament.draw.divisions import first_divisions, next_divisions
from pbem.tournament.draw.round import Drawn as DrawnRound
from pbem.tournament.draw.round import draw_round, seated
from pbem.tournament.folder import CONSOLE, PROGRAM, Tournament
from pbem.tournament.formats import Draw, Stage
from pbem.tournament.journal import (
    Closed,
    Counted,
    Drawn,
    Entered,
    SetTable,
    Started,
    Uncounted,
)
from pbem.tournament.results import Fate
from pbem.tournament.state import Phase, State, in_the_next_stage, next_order
from pbem.tournament.tables import come_to, game_of, make_game


@dataclass(frozen=True, slots=True)
class Desk:
    """A moderator at work on a tournament.

    site: locked; now: the time
    """

    site: Site
    tournament: Tournament
    now: datetime

    @property
    def state(self) -> State:
        """Where the tournament stands."""
        return self.tournament.state

    def enter(self, people: Mapping[str, str]) -> None:
        """Let people take part, all of them or nobody.

        :param people: name -> address
        :raises BadInput: entering is closed, or a name or an address cannot be had
        """
        tournament, state = self.tournament, self.state
        games = [game_of(self.site, tournament, stage) for stage in tournament.format.stages]
        for name, address in people.items():
            self.site.check_can_write_to(address)
            others = tuple(PlayerId(other) for other in state.here)
            for game in games:
                check_name(game, PlayerId(name), others)
            known = {state.entrants[other].lower(): other for other in state.here}
            if address.lower() in known:
                raise BadInput(address, f"is in already, as {known[address.lower()]}")
            state = state.after(Entered(name=name, address=address))
        for name, address in people.items():
            tournament.add(Entered(name=name, address=address), CONSOLE, self.now)

    def draw(self) -> Drawn:
        """Draw the next round; entering is closed with the first one.

        :raises BadInput: nothing is to be drawn now; says what is
        """
        self.count()
        if self.state.phase is Phase.OPEN:
            self.tournament.add(Closed(), CONSOLE, self.now)
        act = self._drawn()
        self.tournament.add(act, CONSOLE, self.now)
        return act

    def _drawn(self) -> Drawn:
        state, stage = self.state, self.state.current
        if state.phase is Phase.OVER:
            raise BadInput(self.tournament.ident, "is over")
        if state.phase is Phase.DRAWN:
            raise BadInput(self.tournament.ident, "its round is drawn; `start` makes its games")
        if state.phase is Phase.PLAYING and not state.round_is_over:
            waiting = ", ".join(state.waiting_for)
            raise BadInput(self.tournament.ident, f"these tables are played: {waiting}")
        if state.stage_is_over:
            raise BadInput(self.tournament.ident, f"stage {stage.name} is over; `advance` ends it")
        number = len(state.rounds_of(stage)) + 1
        seed = self.tournament.file.seed + len(self.tournament.entries)
        drawn = self._round(stage, seed)
        tables = [
            SetTable(game=game, seats=table.seats, nations=dict(table.nations))
            for game, table in zip(self._names(stage), drawn.tables, strict=False)
        ]
        quality = drawn.quality
        return Drawn(
            stage=stage.name,
            round=number,
            seed=seed,
            tables=tuple(tables),
            repeats=quality.repeats,
            least=quality.least,
            seats_again=quality.seats_again,
            nations_again=quality.nations_again,
            turn_order=round(quality.turn_order, 4),
        )

    def _round(self, stage: Stage, seed: int) -> DrawnRound:
        state, game = self.state, game_of(self.site, self.tournament, stage)
        order = next_order(state)
        if stage.draw is not Draw.DIVISIONS:
            return draw_round(stage, order, game, seed, state.past)
        sizes = stage.sizes(len(order))
        ladder = (
            next_divisions(state.divisions(), stage.moving, sizes)
            if state.rounds_of(stage)
            else first_divisions(order, sizes)
        )
        return seated(stage, ladder, game, seed, state.past)

    def _names(self, stage: Stage) -> Iterator[str]:
        """Names for tables that come after those of the stage that are there."""
        number = sum(len(round_.tables) for round_ in self.state.rounds_of(stage))
        while True:
            number += 1
            yield f"{self.tournament.ident}-{stage.name[0]}{number}"

    def start(
        self, tell: Callable[[StoredGame], None], deadlines: Deadlines | None = None
    ) -> tuple[str, ...]:
        """Make the games of the round that is drawn, and tell their players; their names.

        :param tell: tells the players of a game that has begun; also if it was told already
        :raises BadInput: nothing is drawn, or a game cannot be made
        """
        state = self.state
        if state.phase is not Phase.DRAWN:
            raise BadInput(self.tournament.ident, "nothing is drawn that could be started")
        stage, tables = state.current, state.rounds[-1].tables
        for table in tables:
            tell(make_game(self.site, self.tournament, stage, table, self.now, deadlines))
        self.tournament.add(Started(), CONSOLE, self.now)
        return tuple(table.game for table in tables)

    def count(self) -> tuple[str, ...]:
        """Count the games that are over, and no more those that have gone back; which they were.

        What the moderator has decided stays. Games of stages that are over do not count anew.
        """
        changed = []
        for table in self._open_tables():
            if not self.site.has_game(table.game):
                continue
            found = come_to(self.site.game(table.game))
            known = self.state.results.get(table.game)
            if known is not None and known.fate is not Fate.PLAYED:
                continue
            if found is not None and (known is None or _differs(known, found)):
                self.tournament.add(found, PROGRAM, self.now)
                changed.append(table.game)
            elif found is None and known is not None:
                why = "the game has gone back, and is played on"
                self.tournament.add(Uncounted(game=table.game, why=why), PROGRAM, self.now)
                changed.append(table.game)
        return tuple(changed)

    def _open_tables(self) -> tuple[SetTable, ...]:
        state = self.state
        if state.phase not in (Phase.PLAYING, Phase.DRAWN, Phase.CLOSED):
            return ()
        return tuple(table for r in state.rounds_of(state.current) for table in r.tables)

    def played(self) -> tuple[StoredGame, ...]:
        """The games of all tables that have begun and are not over."""
        there = (t.game for t in self.state.tables if self.site.has_game(t.game))
        return tuple(game for game in map(self.site.game, there) if not game.state.over)

    def decide(self, game: str, act: Counted | Uncounted) -> None:
        """Let a table come to what the moderator says.

        :raises BadInput: it is no table of the stage that is played
        """
        if game not in {table.game for table in self._open_tables()}:
            there = ", ".join(table.game for table in self._open_tables()) or "none"
            raise BadInput(game, f"is no table of the stage that is played; there are: {there}")
        self.tournament.add(act, CONSOLE, self.now)

    def advance(self) -> State:
        """End the stage; who goes on is known then.

        :raises BadInput: tables are played still
        """
        self.count()
        seed = self.tournament.file.seed + len(self.tournament.entries)
        chance = random.Random(f"lot {seed}")
        lots = [chance.randrange(2**31) for _ in self.state.entrants]
        if not self.state.stage_is_over:
            self._say_what_is_open()
        return self.tournament.add(in_the_next_stage(self.state, lots), CONSOLE, self.now)

    def _say_what_is_open(self) -> None:
        state, stage = self.state, self.state.current
        ident = self.tournament.ident
        match state.phase:
            case Phase.OVER:
                raise BadInput(ident, "is over")
            case Phase.PLAYING if state.waiting_for:
                waiting = ", ".join(state.waiting_for)
                raise BadInput(ident, f"these tables are played: {waiting}")
            case Phase.PLAYING:
                left = stage.rounds - len(state.rounds_of(stage))
                raise BadInput(ident, f"stage {stage.name} has {left} more rounds; `draw` the next")
            case _:
                raise BadInput(ident, f"stage {stage.name} has not been played")


def _differs(known: Counted, found: Counted) -> bool:
    """Whether a result that counts is another by now."""
    return (known.places, known.scores, known.left) != (found.places, found.scores, found.left)
