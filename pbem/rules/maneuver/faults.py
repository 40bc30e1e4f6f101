"""Everything that is wrong with the lines of a maneuver, as far as it can be told at once.

Each line is judged with the bad ones before it left out. A line that fails only then may be quite
in order once those are mended: it is told apart (`leans`), and not called wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.board.ids import NationId, RegionId, Unit
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.rules.commands import ChangeStatus, FightThere, FlagsFirst, Line, Move
from pbem.rules.maneuver.judging import Trial, check_flags, is_fleet_line
from pbem.rules.maneuver.reach import fleet_steps
from pbem.rules.play import Play
from pbem.rules.state import State

MOST_FAULTS = 24
"""Bad lines that are looked for; a nation has no more than that to order."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """A line that cannot be carried out with the good ones alone.

    part: of the line, counted from 0 as ordered
    leans: whether it may be in order once other lines are mended
    """

    part: int
    refusal: Refusal
    leans: bool = False


def line_faults(
    game: Game,
    state: State,
    nation: NationId,
    lines: Sequence[Line],
    *,
    unread: Sequence[Unit | None] = (),
) -> tuple[LineFault, ...]:
    """What is wrong with the lines of a nation's maneuver, in their order.

    If there is very much, only the first `MOST_FAULTS` that are met; without those lines the rest
    need not be legal then.

    :param unread: of each line besides that could not be read, the kind of units it begins with
    """
    play = Play(game, state)
    play.set_maneuver(lines=(), parts=(), leave={}, arrival=None)
    trial = Trial(play, nation)
    found: list[LineFault] = []
    bad: list[Line] = []
    numbered = sorted(enumerate(lines), key=lambda item: not is_fleet_line(game, item[1]))
    for part, line in numbered:
        try:
            _try(trial, part, line)
        except Refusal as refusal:
            leans = _leans(trial, line, refusal, bad, unread=unread)
            found.append(LineFault(part, refusal, leans))
            bad.append(line)
            if len(found) == MOST_FAULTS:
                break
    return tuple(sorted(found, key=lambda fault: fault.part))


def _try(trial: Trial, part: int, line: Line) -> None:
    if isinstance(line, FlagsFirst):
        check_flags(trial.play, line, part)
        return
    before = len(trial.needs)
    trial.take(part, line)
    if len(trial.needs) > before:
        try:
            trial.share_out()
        except Refusal:
            trial.take_back()
            raise


def _leans(
    trial: Trial,
    line: Line,
    refusal: Refusal,
    bad: Sequence[Line],
    *,
    unread: Sequence[Unit | None],
) -> bool:
    """Whether the refusal may be owed to the bad lines before it."""
    if not (bad or unread):
        return False
    match refusal.code:
        case "no-way" | "no-convoy" if isinstance(line, Move):
            brought = _fleets_of(trial, bad)
            if any(unit is not Unit.ARMY for unit in unread):
                brought = _any_step(trial, brought)
            return trial.could_be_carried(line, brought)
        case "too-few-armies" | "no-units-there" | "number-of-pairs":
            return bool(unread) or any(_place(line) in _enters(other) for other in bad)
        case "defended":
            return bool(unread) or any(_place(line) == _fights_in(other) for other in bad)
        case "protected":
            return bool(unread) or any(_moves_armies(other) for other in bad)
        case _:
            return False


def _fleets_of(trial: Trial, bad: Sequence[Line]) -> dict[RegionId, int]:
    """sea -> the fleets that bad lines would have brought there."""
    found: dict[RegionId, int] = {}
    game, own = trial.play.game, trial.play.nation(trial.nation).fleets
    for line in bad:
        if isinstance(line, Move) and line.unit is Unit.FLEET and game.board.is_sea(line.target):
            number = own.get(line.origin, 1) if line.count == "all" else line.count
            found[line.target] = found.get(line.target, 0) + number
    return found


def _any_step(trial: Trial, brought: dict[RegionId, int]) -> dict[RegionId, int]:
    """As if each fleet had gone to all places that it can go to, for it is not known where."""
    found = dict(brought)
    for region, number in trial.play.nation(trial.nation).fleets.items():
        for sea in fleet_steps(trial.play.game, trial.nation, region):
            found[sea] = found.get(sea, 0) + number
    return found


def _place(line: Line) -> RegionId | None:
    match line:
        case Move(target=target):
            return target
        case FightThere(region=region):
            return region
        case FlagsFirst():
            return None
        case _:
            return line.province


def _enters(line: Line) -> tuple[RegionId | None, ...]:
    """Where a line would have brought units, or made them hostile."""
    return (_place(line),) if isinstance(line, Move | ChangeStatus) else ()


def _fights_in(line: Line) -> RegionId | None:
    fights = isinstance(line, FightThere) or (isinstance(line, Move) and line.battle is not None)
    return _place(line) if fights else None


def _moves_armies(line: Line) -> bool:
    return isinstance(line, ChangeStatus) or (isinstance(line, Move) and line.unit is Unit.ARMY)
